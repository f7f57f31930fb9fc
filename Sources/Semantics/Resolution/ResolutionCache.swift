import Requests
import Syntax
import Text

/// The results of a resolution that the next one can reuse: the resolved handlers and chains of each file.
///
/// They depend only on the file and on the declarations that rules can refer to. Files with faults are resolved again
/// each time, since faults contain locations in other files.
package struct ResolutionCache: Sendable {
  private var scope: RuleScope?
  private var bodies: [FileBodies?] = []
  private var isUnchanged: [Bool] = []
  var names = NameTables()
  /// The names that the last resolution found declared twice, or with errors in their declarations.
  var doubtful: Set<DoubtfulName> = []
  /// The uses outside of handlers and chains.
  var otherUses = Uses()
  /// True if there are faults outside of handlers and chains, or in their `use` lines.
  package private(set) var hasOtherFaults = false
  /// True if the declarations that rules can refer to have not changed.
  package private(set) var isRuleScopeSame = false
  /// The names outside of handlers and chains, by file; nil if names are not recorded.
  var otherReferences: [[NameReference]]?

  /// - Parameter recordsReferences: true if resolutions record the names with their targets.
  package init(recordsReferences: Bool = false) {
    if recordsReferences { otherReferences = [] }
  }

  /// Records the files that have not changed. Must be called before each resolution.
  ///
  /// - Parameter unchanged: a flag for each file; empty if files were added or removed.
  package mutating func expect(unchanged: [Bool]) { isUnchanged = unchanged }

  mutating func begin(_ files: Int, _ scope: RuleScope) {
    isRuleScopeSame = self.scope == scope
    self.scope = scope
    if !isRuleScopeSame || bodies.count != files || isUnchanged.count != files {
      bodies = Array(repeating: nil, count: files)
      isUnchanged = Array(repeating: false, count: files)
    }
    // If this resolution is interrupted, the next one must not find contents of an older text.
    for index in bodies.indices where !isUnchanged[index] { bodies[index] = nil }
  }

  func known(_ file: Int) -> FileBodies? {
    guard isUnchanged[file], let known = bodies[file], known.faults.isEmpty else { return nil }
    return known
  }

  mutating func keep(_ found: FileBodies, _ file: Int) { bodies[file] = found }

  /// Stores the rest of the results at the end of a resolution.
  mutating func finish(
    _ names: NameTables, _ doubtful: Set<DoubtfulName>, _ otherUses: Uses,
    _ otherReferences: [[NameReference]]?, faults: Int
  ) {
    self.otherReferences = otherReferences
    self.names = names
    self.doubtful = doubtful
    self.otherUses = otherUses
    hasOtherFaults = bodies.reduce(0) { $0 + ($1?.faults.count ?? 0) } != faults
  }

  /// The changed file and every file with faults, since faults may contain locations in the changed file.
  func renewed(_ file: Int) -> [Int] {
    bodies.indices.filter { $0 == file || bodies[$0]?.faults.isEmpty == false }
  }

  /// The resolved handlers and chains of a file; nil if there are none to reuse.
  func bodies(of file: Int) -> FileBodies? { bodies[file] }

  /// Returns whether each body has the same `use` lines at the same places, and the same kinds of chains have its
  /// values.
  func hasSameLinks(_ file: Int, as found: FileBodies) -> Bool {
    guard let known = bodies[file] else { return false }
    return zip(known.handlers, found.handlers).allSatisfy { $0.hasSameLinks(as: $1) }
      && zip(known.chains, found.chains).allSatisfy { $0.body.hasSameLinks(as: $1.body) }
  }

  /// Replaces the results of a file. Returns true if its uses have changed.
  mutating func replace(_ file: Int, by found: FileBodies) -> Bool {
    let changes = bodies[file]?.uses != found.uses
    bodies[file] = found
    isRuleScopeSame = true
    return changes
  }

  /// The names in a file after an edit that has moved its declarations.
  ///
  /// - Parameter move: is applied to the names outside of handlers and chains.
  mutating func references(in file: Int, _ move: (Span) -> Span = { $0 }) -> FileReferences {
    guard var others = otherReferences?[file] else { return FileReferences([]) }
    others = others.map { $0.moved(move) }
    otherReferences?[file] = others
    return FileReferences(others + (bodies[file]?.references ?? []))
  }

  var uses: Uses {
    var uses = otherUses
    for bodies in bodies { if let bodies { uses.formUnion(bodies.uses) } }
    return uses
  }
}

/// Compares two versions of a file's declarations, ignoring the contents of handlers and chains.
enum DeclarationChanges {
  static func areSame(
    _ old: SyntaxTree, _ oldFile: SourceFile, _ new: SyntaxTree, _ newFile: SourceFile
  ) -> Bool {
    guard old.declarations.count == new.declarations.count else { return false }
    return zip(old.declarations, new.declarations).allSatisfy { one, two in
      let (first, second) = (one.header, two.header)
      guard one.hasRules == two.hasRules, first.documentation == second.documentation else {
        return false
      }
      return text(one, oldFile).elementsEqual(text(two, newFile))
    }
  }

  /// The text of the declaration, without the rules of a handler or chain.
  private static func text(
    _ declaration: DeclarationSyntax, _ file: SourceFile
  ) -> ArraySlice<UInt8> {
    let header = declaration.header
    let end = declaration.hasRules ? header.name.span.end : header.span.end
    return file.bytes[Int(header.span.start)..<Int(end)]
  }

  /// The former start of each declaration, and the distance by which the declaration has moved.
  static func shifts(
    from old: SyntaxTree, to new: SyntaxTree
  ) -> [(start: UInt32, shift: Int64)] {
    zip(old.declarations, new.declarations).map { one, two in
      let (start, now) = (one.header.span.start, two.header.span.start)
      return (start, Int64(now) - Int64(start))
    }
  }

  static func moved(_ span: Span, _ shifts: [(start: UInt32, shift: Int64)]) -> Span {
    // The default dispatch, which no file declares, has no source location.
    if span.end == 0 { return span }
    let next = shifts.partitionPoint { $0.start > span.start }
    guard next > 0 else { return span }
    return span.moved(by: shifts[next - 1].shift)
  }
}

extension DeclarationSyntax {
  var hasRules: Bool {
    switch self {
    case .handler, .chain: true
    default: false
    }
  }
}

extension RuleSet {
  /// Returns whether a text of rules means the same in both sets.
  ///
  /// - Requires: neither set has errors.
  package func hasSameRuleScope(as other: RuleSet) -> Bool {
    RuleScope(self, doubtful: []) == RuleScope(other, doubtful: [])
  }
}

/// All declarations that rules may refer to, in their order, without locations.
struct RuleScope: Hashable {
  private struct Parameter: Hashable {
    var name: String
    var type: ValueType
    var defaultValue: Literal?

    init(_ field: Field) {
      name = field.name
      type = field.type
      defaultValue = field.defaultValue
    }
  }

  private var defaults: Defaults
  private var origins: [[OriginPattern]]
  /// The indices of the values that give origins.
  private var givenOrigins: [Int32?]
  private var conditions: [CoreCondition?]
  private var conditionParts: [ConditionPart?]
  private var screens: [[Parameter]]
  private var actions: [[Parameter]]
  private var results: [Action.Result]
  private var cases: [[[String]]]
  /// The names of the declarations of each kind, in their order.
  private var names: [[String]]
  private var doubtful: Set<DoubtfulName>

  init(_ rules: RuleSet, doubtful: Set<DoubtfulName>) {
    self.doubtful = doubtful
    defaults = rules.defaults
    origins = rules.origins.map { $0.patterns }
    givenOrigins = rules.origins.map { $0.value?.index }
    conditions = rules.conditions.map { $0.condition?.core }
    conditionParts = rules.conditions.map { $0.parts }
    screens = rules.screens.map { $0.parameters.map { Parameter($0) } }
    actions = rules.actions.map { $0.parameters.map { Parameter($0) } }
    results = rules.actions.map { $0.result }
    cases = rules.enumerations.map { $0.cases.map { [$0.name, $0.rawValue] } }
    names = [
      rules.origins.map { $0.name }, rules.flags.map { $0.name }, rules.conditions.map { $0.name },
      rules.screens.map { $0.name }, rules.actions.map { $0.name }, rules.handlers.map { $0.name },
      rules.chains.map { $0.chainName.text },
      rules.models.map { $0.name }, rules.enumerations.map { $0.name },
      rules.unions.map { $0.name },
      rules.strategies.map { $0.name }, rules.channels.map { $0.name },
      rules.events.map { $0.name },
      rules.calls.map { $0.name }, rules.renders.map { $0.name }, rules.dispatches.map { $0.name },
      rules.scripts.map { $0.name }, rules.configurations.map { $0.name },
      rules.values.map { $0.name + ": " + $0.key.typeText },
    ]
  }
}
