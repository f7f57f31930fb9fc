/// A rule set with all names resolved and all types checked.
///
/// Lists are in the order of the files' names and, within a file, of the source. A declaration with an error may be
/// missing or have `invalid` parts. In that case `Resolution.faults` is not empty, and no code is generated.
package struct RuleSet: Sendable {
  package var origins: [Origin] = []
  package var flags: [Flag] = []
  package var values: [AppValue] = []
  package var conditions: [NamedCondition] = []
  package var screens: [Screen] = []
  package var actions: [Action] = []
  package var handlers: [Handler] = []
  package var chains: [Chain] = []
  package var models: [Model] = []
  package var enumerations: [Enumeration] = []
  package var unions: [Union] = []
  package var strategies: [Strategy] = []
  package var channels: [Channel] = []
  package var events: [Event] = []
  package var calls: [Call] = []
  package var renders: [Render] = []
  package var dispatches: [Dispatch] = []
  package var scripts: [Script] = []
  package var configurations: [Configuration] = []
  package var tests: [TestBlock] = []
  package var invariants: [Invariant] = []
  package var defaults = Defaults()

  package init() {}

  // `_read` lends an element. A copy would retain all of its parts.
  package subscript(id: ID<Origin>) -> Origin { _read { yield origins[Int(id.index)] } }
  package subscript(id: ID<Flag>) -> Flag { _read { yield flags[Int(id.index)] } }
  package subscript(id: ID<AppValue>) -> AppValue { _read { yield values[Int(id.index)] } }
  package subscript(id: ID<NamedCondition>) -> NamedCondition {
    _read { yield conditions[Int(id.index)] }
  }
  package subscript(id: ID<Screen>) -> Screen { _read { yield screens[Int(id.index)] } }
  package subscript(id: ID<Action>) -> Action { _read { yield actions[Int(id.index)] } }
  package subscript(id: ID<Handler>) -> Handler { _read { yield handlers[Int(id.index)] } }
  package subscript(id: ID<Chain>) -> Chain { _read { yield chains[Int(id.index)] } }
  package subscript(id: ID<Model>) -> Model { _read { yield models[Int(id.index)] } }
  package subscript(id: ID<Enumeration>) -> Enumeration {
    _read { yield enumerations[Int(id.index)] }
  }
  package subscript(id: ID<Union>) -> Union { _read { yield unions[Int(id.index)] } }
  package subscript(id: ID<Strategy>) -> Strategy { _read { yield strategies[Int(id.index)] } }
  package subscript(id: ID<Channel>) -> Channel { _read { yield channels[Int(id.index)] } }
  package subscript(id: ID<Event>) -> Event { _read { yield events[Int(id.index)] } }
  package subscript(id: ID<Call>) -> Call { _read { yield calls[Int(id.index)] } }
  package subscript(id: ID<Dispatch>) -> Dispatch { _read { yield dispatches[Int(id.index)] } }
  package subscript(id: ID<Script>) -> Script { _read { yield scripts[Int(id.index)] } }
  package subscript(id: ID<Configuration>) -> Configuration {
    _read { yield configurations[Int(id.index)] }
  }

  package subscript(id: ID<Invariant>) -> Invariant {
    _read { yield invariants[Int(id.index)] }
  }

  // These read only the name, since they run for every field: reading it from a lent element would copy the element.
  package func name(of id: ID<Model>) -> String { models[Int(id.index)].declared.name }
  package func name(of id: ID<Enumeration>) -> String {
    enumerations[Int(id.index)].declared.name
  }
  package func name(of id: ID<Union>) -> String { unions[Int(id.index)].declared.name }
  package func declared(of id: ID<Model>) -> Declared { models[Int(id.index)].declared }
  package func declared(of id: ID<Enumeration>) -> Declared {
    enumerations[Int(id.index)].declared
  }
  package func declared(of id: ID<Union>) -> Declared { unions[Int(id.index)].declared }
}
