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
