/// A rule set with all names resolved and all types checked.
///
/// Lists are in the order of the files' names and, within a file, of the source. A declaration with
/// an error may be missing or hold `invalid` parts; then `Resolution.faults` is not empty and
/// nothing is generated.
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

  package init() {}

  package subscript(id: ID<Origin>) -> Origin { origins[Int(id.index)] }
  package subscript(id: ID<Flag>) -> Flag { flags[Int(id.index)] }
  package subscript(id: ID<AppValue>) -> AppValue { values[Int(id.index)] }
  package subscript(id: ID<NamedCondition>) -> NamedCondition { conditions[Int(id.index)] }
  package subscript(id: ID<Screen>) -> Screen { screens[Int(id.index)] }
  package subscript(id: ID<Action>) -> Action { actions[Int(id.index)] }
  package subscript(id: ID<Handler>) -> Handler { handlers[Int(id.index)] }
  package subscript(id: ID<Chain>) -> Chain { chains[Int(id.index)] }
  package subscript(id: ID<Model>) -> Model { models[Int(id.index)] }
  package subscript(id: ID<Enumeration>) -> Enumeration { enumerations[Int(id.index)] }
  package subscript(id: ID<Union>) -> Union { unions[Int(id.index)] }
  package subscript(id: ID<Strategy>) -> Strategy { strategies[Int(id.index)] }
  package subscript(id: ID<Channel>) -> Channel { channels[Int(id.index)] }
  package subscript(id: ID<Event>) -> Event { events[Int(id.index)] }
  package subscript(id: ID<Call>) -> Call { calls[Int(id.index)] }
  package subscript(id: ID<Dispatch>) -> Dispatch { dispatches[Int(id.index)] }
  package subscript(id: ID<Script>) -> Script { scripts[Int(id.index)] }
  package subscript(id: ID<Configuration>) -> Configuration { configurations[Int(id.index)] }
}
