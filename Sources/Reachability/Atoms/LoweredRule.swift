import Automata
import Interpreter
import Semantics
import Text

/// A rule as a formula over atoms, with its effect.
final class LoweredRule: Sendable {
  /// One operand of the condition's outermost `&&`, or the requirement of one argument.
  struct Part {
    /// Including the conversions that steps require of captures.
    var formula: Formula
    /// Without these conversions.
    var plain: Formula
    /// The place in the source.
    var place: Place
    var binds: Bool
    var isGuard: Bool
    /// True if it is the literal `true` or `false`.
    var isConstant: Bool
    /// The part without conversions, if it contains `||`.
    var tree: ConditionTree?

    func location(in rule: Rule) -> Location { place.location(in: rule) }

    /// Returns whether both have the same meaning and the same alternatives, regardless of where they are written.
    fileprivate func isSame(as other: Part) -> Bool {
      guard formula == other.formula, plain == other.plain, binds == other.binds,
        isGuard == other.isGuard, isConstant == other.isConstant
      else { return false }
      switch (tree, other.tree) {
      case (nil, nil): return true
      case (let one?, let two?): return one.isSame(as: two)
      case (nil, _?), (_?, nil): return false
      }
    }
  }

  /// A place in a rule or in a block around it.
  struct Place {
    /// The index of the block; nil for the rule itself.
    var block: Int?
    /// Relative to the start of the rule or block.
    var span: Span

    init(_ location: Location, in rule: Rule) {
      let start = location.span.start
      block =
        start < rule.location.span.start
        ? rule.blocks.lastIndex { $0.location.span.start <= start } : nil
      let origin = (block.map { rule.blocks[$0].location } ?? rule.location).span.start
      span = Span(start - origin, location.span.end - origin)
    }

    func location(in rule: Rule) -> Location {
      let origin = block.map { rule.blocks[$0].location } ?? rule.location
      let start = origin.span.start
      return Location(origin.file, Span(span.start + start, span.end + start))
    }
  }

  /// The condition and the implicit guard: holds for the requests that the rule matches, and no others.
  let formula: Formula
  var negated: Formula { formula.negated }
  let parts: [Part]
  /// True if later rules are not evaluated if this one matches.
  let covers: Bool
  let effect: NormalizedEffect
  let key: WatchedLiterals
  /// URLs of `AtomTable.namedURLs` that it names.
  let namedURLs: Set<Int>
  /// Holds for the URLs that `load url` and `open url` must not use in this rule; nil if it has no such step.
  let unsafeURL: Formula?
  /// Holds for the URLs that `load url` loads in this rule; nil if it has no such step.
  let loads: Formula?
  /// Holds if `load url` changes none of the parts that it sets to other values of the request; nil if there is no such
  /// part.
  let unchanged: Formula?

  init(
    parts: [Part], covers: Bool, effect: NormalizedEffect, namedURLs: Set<Int>,
    unsafeURL: Formula?, loads: Formula?, unchanged: Formula?, _ atomTable: AtomTable
  ) {
    formula = Formula.conjunction(parts.map(\.formula))
    key = WatchedLiterals(formula, atomTable)
    self.parts = parts
    self.covers = covers
    self.effect = effect
    self.namedURLs = namedURLs
    self.unsafeURL = unsafeURL
    self.loads = loads
    self.unchanged = unchanged
  }

  /// Returns whether both have the same conditions and effects, regardless of where they are written.
  func isSame(as other: LoweredRule) -> Bool {
    self === other
      || covers == other.covers && formula == other.formula && unsafeURL == other.unsafeURL
        && loads == other.loads && unchanged == other.unchanged
        && effect == other.effect && parts.count == other.parts.count
        && zip(parts, other.parts).allSatisfy { $0.isSame(as: $1) }
  }
}

/// A summary of some rules, to find quickly that two sets have no rule in common.
struct RuleSignatures {
  private var bits: UInt64 = 0

  init() {}

  init(_ rules: [LoweredRule]) {
    for rule in rules { bits |= 1 << rule.key.signature }
  }

  /// Returns false if no rule of one is the same (`LoweredRule.isSame`) as a rule of the other.
  func mayShare(_ other: RuleSignatures) -> Bool { bits & other.bits != 0 }
}

/// The lowered rules of a chain, by entry.
struct LoweredChain {
  var rules: [LoweredRule] = []
  /// `never` where the rule does not cover.
  var coverKeys: [WatchedLiterals] = []
  /// `never` where the rule has no effect.
  var actingKeys: [WatchedLiterals] = []
}

/// At most two atoms: for the rule to hold, at least one must be true. They alone reject most rules.
struct WatchedLiterals: Equatable {
  /// -1 if the rule can hold without a true atom, or if it has too many of them; -2 if it need not be found.
  private let first: Int32
  private let second: Int32

  /// The key of rules that are not searched for, or that never hold.
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

  /// The only atom, which must be true; nil if there are two or none.
  var atom: Int? { first >= 0 && first == second ? Int(first) : nil }

  /// A number below 64. Rules with equal formulas have equal keys, and so equal signatures.
  fileprivate var signature: UInt64 {
    let both = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    return (both &* 0x9E37_79B9_7F4A_7C15) >> 58
  }

  /// Returns false if none of the atoms is true.
  func mayHold(_ assignment: Assignment) -> Bool {
    if first < 0 { return first == -1 }
    return assignment.holds(Int(first)) || assignment.holds(Int(second))
  }
}
