package import Syntax
import Text

/// A rule set with every name and type resolved, and what was wrong on the way.
package struct Resolution: Sendable {
  package var rules: RuleSet
  package var faults: [Fault]
  /// Which declarations something else in the set speaks of.
  package var uses: Uses

  /// - Parameters:
  ///   - trees: one for each file, in the order of their names.
  ///   - resource: the content of a script's file by its path inside the set's folder.
  package init(_ trees: [SyntaxTree], resource: (String) -> [UInt8]?) {
    var resolver = Resolver(trees)
    resolver.resolve(resource)
    rules = resolver.rules
    faults = resolver.faults
    uses = resolver.uses
  }

  /// The same, with what is known from the last time.
  package init(
    _ trees: [SyntaxTree], reusing memory: inout ResolutionMemory, resource: (String) -> [UInt8]?
  ) {
    var resolver = Resolver(trees)
    resolver.memory = memory
    resolver.resolve(resource)
    memory = resolver.memory ?? ResolutionMemory()
    rules = resolver.rules
    faults = resolver.faults
    uses = resolver.uses
  }
}

/// For each declaration of a kind, by its index: whether it is used.
package struct Uses: Sendable, Equatable {
  package var origins: Set<Int32> = []
  package var flags: Set<Int32> = []
  package var screens: Set<Int32> = []
  package var actions: Set<Int32> = []
  package var handlers: Set<Int32> = []
  package var chains: Set<Int32> = []
  package var models: Set<Int32> = []
  package var enumerations: Set<Int32> = []
  package var unions: Set<Int32> = []
  package var strategies: Set<Int32> = []
  package var channels: Set<Int32> = []
  package var scripts: Set<Int32> = []

  package init() {}

  mutating func formUnion(_ other: Uses) {
    origins.formUnion(other.origins)
    flags.formUnion(other.flags)
    screens.formUnion(other.screens)
    actions.formUnion(other.actions)
    handlers.formUnion(other.handlers)
    chains.formUnion(other.chains)
    models.formUnion(other.models)
    enumerations.formUnion(other.enumerations)
    unions.formUnion(other.unions)
    strategies.formUnion(other.strategies)
    channels.formUnion(other.channels)
    scripts.formUnion(other.scripts)
  }
}

/// Turns trees into a rule set: first all names, then what they say.
struct Resolver {
  let trees: [SyntaxTree]
  var rules = RuleSet()
  var faults: [Fault] = []
  var uses = Uses()
  /// Of handlers and chains.
  var bodyUses = Uses()
  var names = NameTables()
  /// The file that is being resolved.
  var file = FileID(0)
  /// How many names may still be compared with ones that are unknown, so that a set with many of
  /// them does not cost the square of its size. A count and not a time: the answer is always the same.
  var suggestionBudget = 200_000
  /// Where the cases of a large enum are, by name.
  var caseIndices: [ID<Enumeration>: [String: Int]] = [:]
  /// nil: nothing is known from an earlier time, and nothing is kept for a later one.
  var memory: ResolutionMemory?

  init(_ trees: [SyntaxTree]) { self.trees = trees }

  mutating func resolve(_ resource: (String) -> [UInt8]?) {
    declareAll()
    resolveTypes()
    resolveNavigation()
    resolveMessages()
    resolveConfigurations(resource)
    resolveTests()
    memory?.finish(names, uses)
    uses.formUnion(bodyUses)
    faults.sort { $0.location < $1.location }
  }

  // MARK: - Walking

  /// Calls the body for every declaration, with `file` set.
  mutating func eachDeclaration(_ body: (inout Resolver, DeclarationSyntax) -> Void) {
    for (index, tree) in trees.enumerated() {
      file = FileID(index)
      for declaration in tree.declarations { body(&self, declaration) }
    }
  }

  // MARK: - Faults and places

  func at(_ span: Span) -> Location { Location(file, span) }

  mutating func fault(_ kind: Fault.Kind, _ span: Span) {
    faults.append(Fault(kind: kind, location: at(span)))
  }

  func declared(_ header: HeaderSyntax) -> Declared {
    Declared(
      name: header.name.text, location: at(header.name.span),
      documentation: header.documentation, deprecated: header.deprecated)
  }

  // MARK: - Names

  /// The declaration that a name stands for; a fault and nil where there is none.
  mutating func find<E>(
    _ name: NameSyntax, in table: KeyPath<NameTables, NameTable<E>>, expected: String
  ) -> ID<E>? {
    if let entry = names[keyPath: table][name.text] { return entry.id }
    unknown(name, expected: expected) { $0[keyPath: table].names }
    return nil
  }

  /// Says what a name that is not found may have been meant to be.
  mutating func unknown(
    _ name: NameSyntax, expected: String, candidates: (NameTables) -> [String]
  ) {
    if let other = names.anyDeclaration(name.text) {
      fault(
        .wrongKind(
          expected: expected, found: other.noun, name: name.text, declared: other.location),
        name.span)
    } else {
      let near = suggestionBudget > 0 ? nearest(to: name.text, among: candidates(names)) : []
      fault(.unknownName(expected: expected, name: name.text, candidates: near), name.span)
    }
  }

  /// The names that may have been meant; none once `suggestionBudget` is spent.
  mutating func nearest(to name: String, among candidates: [String]) -> [String] {
    guard suggestionBudget > 0 else { return [] }
    suggestionBudget -= candidates.count
    return Nearest.names(to: name, among: candidates)
  }
}

/// The declarations of one kind by name.
struct NameTable<E: Sendable>: Sendable {
  struct Entry: Sendable {
    var id: ID<E>
    var location: Location
  }

  private var entries: [String: Entry] = [:]

  subscript(name: String) -> Entry? { entries[name] }

  /// Sorted, so that what is offered does not depend on hashing.
  var names: [String] { entries.keys.sorted() }

  /// The entry that has the name already, if one has.
  mutating func insert(_ name: String, _ id: ID<E>, _ location: Location) -> Entry? {
    if let first = entries[name] { return first }
    entries[name] = Entry(id: id, location: location)
    return nil
  }
}

/// All names of the set. Kinds that stand in the same places share a table's check in `declareAll`.
struct NameTables: Sendable {
  var origins = NameTable<Origin>()
  var flags = NameTable<Flag>()
  var screens = NameTable<Screen>()
  var actions = NameTable<Action>()
  var handlers = NameTable<Handler>()
  var chains = NameTable<Chain>()
  var models = NameTable<Model>()
  var enumerations = NameTable<Enumeration>()
  var unions = NameTable<Union>()
  var strategies = NameTable<Strategy>()
  var channels = NameTable<Channel>()
  var events = NameTable<Event>()
  var calls = NameTable<Call>()
  var renders = NameTable<Render>()
  var dispatches = NameTable<Dispatch>()
  var scripts = NameTable<Script>()
  var configurations = NameTable<Configuration>()

  /// A declaration of that name, whatever its kind.
  func anyDeclaration(_ name: String) -> (noun: Noun, location: Location)? {
    if let entry = origins[name] { return (.origin, entry.location) }
    if let entry = flags[name] { return (.flag, entry.location) }
    if let entry = screens[name] { return (.screen, entry.location) }
    if let entry = actions[name] { return (.action, entry.location) }
    if let entry = handlers[name] { return (.handler, entry.location) }
    if let entry = chains[name] { return (.chain, entry.location) }
    if let entry = models[name] { return (.model, entry.location) }
    if let entry = enumerations[name] { return (.enumeration, entry.location) }
    if let entry = unions[name] { return (.union, entry.location) }
    if let entry = strategies[name] { return (.strategy, entry.location) }
    if let entry = channels[name] { return (.channel, entry.location) }
    if let entry = events[name] { return (.event, entry.location) }
    if let entry = calls[name] { return (.call, entry.location) }
    if let entry = renders[name] { return (.render, entry.location) }
    if let entry = dispatches[name] { return (.dispatch, entry.location) }
    if let entry = scripts[name] { return (.script, entry.location) }
    if let entry = configurations[name] { return (.configuration, entry.location) }
    return nil
  }
}
