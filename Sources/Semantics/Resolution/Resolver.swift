import Requests
import Syntax
import Text

/// The used declarations of each kind, by index.
package struct Uses: Sendable, Equatable {
  package var origins = DeclarationIndices()
  package var flags = DeclarationIndices()
  package var values = DeclarationIndices()
  package var conditions = DeclarationIndices()
  package var screens = DeclarationIndices()
  package var actions = DeclarationIndices()
  package var handlers = DeclarationIndices()
  package var chains = DeclarationIndices()
  package var models = DeclarationIndices()
  package var enumerations = DeclarationIndices()
  package var unions = DeclarationIndices()
  package var strategies = DeclarationIndices()
  package var channels = DeclarationIndices()
  package var scripts = DeclarationIndices()

  package init() {}

  mutating func formUnion(_ other: Uses) {
    origins.formUnion(other.origins)
    flags.formUnion(other.flags)
    values.formUnion(other.values)
    conditions.formUnion(other.conditions)
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

/// Turns trees into a rule set. First it registers all names, then it resolves the contents.
struct Resolver {
  let trees: [SyntaxTree]
  var rules = RuleSet()
  var faults: [Fault] = []
  var uses = Uses()
  /// The uses in handlers and chains.
  var bodyUses = Uses()
  var names = NameTables()
  /// The declarations by group. They are complete once all names are registered.
  var places = DeclarationPlaces()
  /// The file that is being resolved.
  var file = FileID(0)
  /// The number of names that may still be compared with unknown names. It prevents quadratic time for many unknown
  /// names. Unlike a time limit, it keeps the result deterministic.
  var suggestionBudget = 200_000
  /// The indices of a large enum's cases, by name.
  var caseIndices: [ID<Enumeration>: [String: Int]] = [:]
  /// The earlier results; nil if results are neither reused nor kept.
  var cache: ResolutionCache?
  /// The declarations whose meaning is uncertain because of errors in them.
  var doubtful: Set<DoubtfulName> = []
  /// The kind of the chain or test that is being resolved; nil in a handler.
  var kind: ChainKind? = .requests
  /// The first references that have been resolved in chains of the current kind.
  var knownReferences: [KnownReference] = []
  /// The values that the current handler names and that some kinds of chains do not have.
  var limits = HandlerLimits()
  /// True if the current rule refers to a doubtful declaration.
  var meetsDoubt = false
  /// The cycles of named conditions, by the location of the name that closes them.
  var conditionCycles: [Location: [CycleLink]] = [:]
  /// The names in each file, except in the bodies of handlers and chains; nil if names are not recorded.
  var references: [[NameReference]]?
  /// The names in the handlers and chains of each file.
  var bodyReferences: [[NameReference]] = []

  init(_ trees: [SyntaxTree], recordsReferences: Bool = false) {
    self.trees = trees
    if recordsReferences { references = trees.map { _ in [] } }
  }

  var sortedFaults: [Fault] { faults.sorted { $0.location < $1.location } }

  /// The location of the flag, value or condition with that name, which a capture cannot have; nil if there is none.
  func declaredValue(_ name: String) -> Location? {
    names.flags[name].map { rules[$0].declared.location }
      ?? names.values[name].map { rules[$0].declared.location }
      ?? names.conditions[name].map { rules[$0].declared.location }
  }

  // MARK: - Walking

  /// Calls the body for every declaration of the group, with `file` set.
  mutating func eachDeclaration(
    in group: DeclarationGroup, _ body: (inout Resolver, DeclarationSyntax) -> Void
  ) {
    for (tree, declaration) in places[group] {
      file = FileID(tree)
      body(&self, trees[tree].declarations[declaration])
    }
  }

  /// The values that rules of the current kind can name.
  var schema: RequestSchema { kind?.schema ?? .all }

  /// Sets the kind of chain, and so the values that rules can name.
  ///
  /// - Parameter kind: the kind of the chain; nil for a handler.
  mutating func enter(_ kind: ChainKind?) {
    if self.kind != kind { knownReferences = [] }
    self.kind = kind
  }

  // MARK: - Faults and places

  func at(_ span: Span) -> Location { Location(file, span) }

  mutating func fault(_ kind: Fault.Kind, _ span: Span) {
    faults.append(Fault(kind: kind, location: at(span)))
  }

  /// True if the declaration has a syntax error.
  func isIncomplete(_ header: HeaderSyntax) -> Bool {
    trees[Int(file.index)].incomplete.contains(header.name.span.start)
  }

  mutating func doubt(_ noun: Noun, _ name: String) {
    doubtful.insert(DoubtfulName(noun: noun, name: name))
  }

  /// Records that the current rule refers to the declaration, which may be doubtful.
  mutating func refer(to noun: Noun, _ name: String) {
    if !doubtful.isEmpty, doubtful.contains(DoubtfulName(noun: noun, name: name)) {
      meetsDoubt = true
    }
  }

  mutating func declared(_ header: HeaderSyntax) -> Declared {
    if header.name.text == "_" { fault(.blankName, header.name.span) }
    return Declared(
      name: header.name.text, location: at(header.name.span),
      documentation: header.documentation, deprecated: header.deprecated)
  }

  // MARK: - Names

  /// Records a fault for an unknown name, with similar names or other candidates.
  mutating func unknown(
    _ name: NameSyntax, expected: String, candidates: (NameTables) -> [String],
    otherwise: () -> [String] = { [] }
  ) {
    if let other = anyDeclaration(name.text) {
      fault(
        .wrongKind(
          expected: expected, found: other.noun, name: name.text, declared: other.location),
        name.span)
    } else {
      var near = suggestionBudget > 0 ? nearest(to: name.text, among: candidates(names)) : []
      if near.isEmpty { near = otherwise() }
      fault(.unknownName(expected: expected, name: name.text, candidates: near), name.span)
    }
  }

  /// The similar names; none once `suggestionBudget` is spent.
  mutating func nearest(to name: String, among candidates: [String]) -> [String] {
    guard suggestionBudget > 0 else { return [] }
    suggestionBudget -= candidates.count
    return Nearest.names(to: name, among: candidates)
  }
}

/// A reference to a value of the request.
struct KnownReference {
  enum Form: Equatable {
    /// A reference such as `path`.
    case plain
    /// A reference such as `path[1]`.
    case element(Int)

    /// Finds the form; fails for other references, such as `query.id`.
    init?(_ reference: ReferenceSyntax) {
      if reference.accesses.isEmpty {
        self = .plain
      } else if reference.accesses.count == 1, case .index(let index?, _) = reference.accesses[0] {
        self = .element(index)
      } else {
        return nil
      }
    }
  }

  var base: String
  var form: Form
  var value: RequestValue
}

/// The name of a declaration that is declared twice or has an error in a part.
struct DoubtfulName: Hashable {
  var noun: Noun
  var name: String
}

/// The declarations of one kind by name.
struct NameTable<E: Sendable>: Sendable {
  private var ids: [String: ID<E>] = [:]

  subscript(name: String) -> ID<E>? { ids[name] }

  /// The names, sorted, so that suggestions do not depend on hashing.
  var names: [String] { ids.keys.sorted() }

  /// Adds a name, and returns the declaration that already has it, if there is one.
  mutating func insert(_ name: String, _ id: ID<E>) -> ID<E>? {
    guard let first = ids.updateValue(id, forKey: name) else { return nil }
    ids[name] = first
    return first
  }
}

/// All names of the set. Kinds that share a namespace are checked together in `declareAll`.
struct NameTables: Sendable {
  var origins = NameTable<Origin>()
  var flags = NameTable<Flag>()
  var values = NameTable<AppValue>()
  var conditions = NameTable<NamedCondition>()
  var screens = NameTable<Screen>()
  var actions = NameTable<Action>()
  var handlers = NameTable<Handler>()
  var chains = NameTable<Chain>()
  var responses = NameTable<Chain>()
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
  var invariants = NameTable<Invariant>()
}

extension Resolver {
  /// The declaration with that name, of any kind; nil if there is none.
  func anyDeclaration(_ name: String) -> (noun: Noun, location: Location)? {
    if let id = names.origins[name] { return (.origin, rules[id].declared.location) }
    if let id = names.flags[name] { return (.flag, rules[id].declared.location) }
    if let id = names.values[name] { return (.value, rules[id].declared.location) }
    if let id = names.conditions[name] { return (.condition, rules[id].declared.location) }
    if let id = names.screens[name] { return (.screen, rules[id].declared.location) }
    if let id = names.actions[name] { return (.action, rules[id].declared.location) }
    if let id = names.handlers[name] { return (.handler, rules[id].declared.location) }
    if let id = names.chains[name] { return (.chain, rules[id].declared.location) }
    if let id = names.responses[name] { return (.responses, rules[id].declared.location) }
    if let id = names.models[name] { return (.model, rules[id].declared.location) }
    if let id = names.enumerations[name] { return (.enumeration, rules[id].declared.location) }
    if let id = names.unions[name] { return (.union, rules[id].declared.location) }
    if let id = names.strategies[name] { return (.strategy, rules[id].declared.location) }
    if let id = names.channels[name] { return (.channel, rules[id].declared.location) }
    if let id = names.events[name] { return (.event, rules[id].declared.location) }
    if let id = names.calls[name] { return (.call, rules[id].declared.location) }
    if let id = names.renders[name] {
      return (.render, rules.renders[Int(id.index)].declared.location)
    }
    if let id = names.dispatches[name] { return (.dispatch, rules[id].declared.location) }
    if let id = names.scripts[name] { return (.script, rules[id].declared.location) }
    if let id = names.configurations[name] { return (.configuration, rules[id].declared.location) }
    if let id = names.invariants[name] { return (.invariant, rules[id].declared.location) }
    return nil
  }
}
