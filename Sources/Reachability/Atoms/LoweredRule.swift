import Automata
import Interpreter
import Semantics
import Text

/// A rule as the search sees it.
final class LoweredRule: Sendable {
  /// One operand of the condition's outermost `&&`, or what one argument demands.
  struct Part {
    /// With what the steps demand of its captures.
    var formula: Formula
    /// Without it.
    var plain: Formula
    /// Where it stands, counted from the start of the rule.
    var place: Span
    var binds: Bool
    var isGuard: Bool
    /// Whether it is written out as `true` or `false`.
    var isConstant: Bool

    func location(in rule: Rule) -> Location {
      let start = rule.location.span.start
      return Location(rule.location.file, Span(place.start + start, place.end + start))
    }
  }

  /// The condition and the implicit guard: holds for the requests that the rule matches, and no others.
  let formula: Formula
  var negated: Formula { formula.negated }
  let parts: [Part]
  /// Whether the next rule is not asked where this one matches.
  let covers: Bool
  let effect: NormalizedEffect
  let key: WatchedLiterals
  /// URLs of `AtomTable.namedURLs` that it names.
  let namedURLs: Set<Int>

  init(
    parts: [Part], covers: Bool, effect: NormalizedEffect, namedURLs: Set<Int>,
    _ atomTable: AtomTable
  ) {
    formula = Formula.conjunction(parts.map(\.formula))
    key = WatchedLiterals(formula, atomTable)
    self.parts = parts
    self.covers = covers
    self.effect = effect
    self.namedURLs = namedURLs
  }

  /// Whether both ask and do the same, wherever they are written.
  func isSame(as other: LoweredRule) -> Bool {
    self === other
      || covers == other.covers && formula == other.formula
        && effect == other.effect && parts.count == other.parts.count
        && zip(parts, other.parts).allSatisfy { one, two in
          one.formula == two.formula && one.plain == two.plain && one.binds == two.binds
            && one.isGuard == two.isGuard && one.isConstant == two.isConstant
        }
  }
}

/// A chain's rules as the search sees them, by entry.
struct LoweredChain {
  var rules = ChunkedArray<LoweredRule>()
  /// `never` where the rule does not cover.
  var coverKeys = ChunkedArray<WatchedLiterals>()
  /// `never` where the rule has no effect.
  var actingKeys = ChunkedArray<WatchedLiterals>()
}

/// One or two atoms of which one has to be true for a rule to hold: most rules are passed over by it,
/// without being looked at.
struct WatchedLiterals {
  private let first: Int32
  private let second: Int32

  /// Of rules that are not meant, or never hold.
  static let never = WatchedLiterals(first: -2, second: -2)

  private init(first: Int, second: Int) {
    self.first = Int32(first)
    self.second = Int32(second)
  }

  fileprivate init(_ formula: Formula, _ atomTable: AtomTable) {
    var (count, first, second) = (0, -1, -1)
    guard
      formula.watch(
        atomTable.commonness,
        { atom in
          if count == 0 { first = atom }
          second = atom
          count += 1
        })
    else {
      self.init(first: -1, second: -1)
      return
    }
    switch count {
    case 0: self = .never
    case 1, 2: self.init(first: first, second: second)
    default: self.init(first: -1, second: -1)
    }
  }

  var isNever: Bool { first == -2 }

  /// The only atom, if that has to be true.
  var atom: Int? { first >= 0 && first == second ? Int(first) : nil }

  /// False where the rule does not hold, or is not meant.
  func mayHold(_ assignment: Assignment) -> Bool {
    first >= 0 ? assignment.holds(Int(first)) || assignment.holds(Int(second)) : first == -1
  }
}

/// The rules of a rule set as the search sees them, by what they are written in.
struct LoweredRuleSet {
  private struct Body {
    var rules: [Rule] = []
    var lowered: [LoweredRule] = []
    var coverKeys: [WatchedLiterals] = []
    var actingKeys: [WatchedLiterals] = []
    /// URLs that `url ==` names.
    var namedURLs: Set<Int> = []
  }

  private var handlers: [Body] = []
  private var chains: [Body] = []
  /// URLs that `url ==` names: each is a kind of request of its own.
  private(set) var namedURLs: Set<Int> = []

  /// - Parameter known: the set as it was, and what has changed since.
  init(
    _ rules: RuleSet, _ context: AnalysisContext,
    reusing known: (set: LoweredRuleSet, edits: RuleEdits)? = nil
  ) {
    var lowering = context.lowering(rules)
    func body(
      _ items: [ChainItem], _ file: FileID, _ bodies: KeyPath<LoweredRuleSet, [Body]>, _ index: Int
    ) -> Body {
      guard let known, index < known.set[keyPath: bodies].count else {
        return Self.lower(items, &lowering)
      }
      let old = known.set[keyPath: bodies][index]
      if known.edits.isUnchanged(file) { return old }
      return Self.lower(items, &lowering, reusing: old, known.edits)
    }
    for (index, one) in rules.handlers.enumerated() {
      handlers.append(body(one.items, one.declared.location.file, \.handlers, index))
    }
    for (index, one) in rules.chains.enumerated() {
      chains.append(body(one.items, one.declared.location.file, \.chains, index))
    }
    for owned in handlers + chains where !owned.namedURLs.isEmpty {
      namedURLs.formUnion(owned.namedURLs)
    }
  }

  /// - Parameters:
  ///   - old: what stood there before; its rules before and behind the change are not lowered again.
  private static func lower(
    _ items: [ChainItem], _ lowering: inout Lowering, reusing old: Body = Body(),
    _ edits: RuleEdits? = nil
  ) -> Body {
    var body = Body()
    for case .rule(let rule) in items { body.rules.append(rule) }
    let shared = min(body.rules.count, old.rules.count)
    var start = 0
    var end = 0
    if let edits {
      while start < shared, edits.isSame(old.rules[start], body.rules[start]) { start += 1 }
      while end < shared - start,
        edits.isSame(
          old.rules[old.rules.count - 1 - end], body.rules[body.rules.count - 1 - end])
      {
        end += 1
      }
    }
    body.lowered = Array(old.lowered[..<start])
    for rule in body.rules[start..<(body.rules.count - end)] {
      body.lowered.append(lowering.lower(rule))
    }
    body.lowered += old.lowered[(old.lowered.count - end)...]
    body.coverKeys = body.lowered.map { $0.covers ? $0.key : .never }
    body.actingKeys = body.lowered.map { $0.effect.isInert ? .never : $0.key }
    for rule in body.lowered where !rule.namedURLs.isEmpty {
      body.namedURLs.formUnion(rule.namedURLs)
    }
    return body
  }

  private subscript(owner: RuleOwner) -> Body {
    switch owner {
    case .handler(let id): handlers[Int(id.index)]
    case .chain(let id): chains[Int(id.index)]
    }
  }

  subscript(chain: FlatChain) -> LoweredChain {
    var lowered = LoweredChain()
    for run in chain.runs {
      let body = self[run.owner]
      let range = run.number..<(run.number + run.count)
      lowered.rules.append(body.lowered[range])
      lowered.coverKeys.append(body.coverKeys[range])
      lowered.actingKeys.append(body.actingKeys[range])
    }
    return lowered
  }

  /// Calls the body for every atom that some rule speaks of, as often as one does.
  func eachAtom(_ body: (Int) -> Void) {
    for owned in handlers + chains {
      for rule in owned.lowered {
        rule.formula.eachAtom(body)
        for part in rule.parts { part.plain.eachAtom(body) }
      }
    }
  }
}
