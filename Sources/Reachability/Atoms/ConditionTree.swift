import Semantics
import Text

/// A part of a condition that contains `||`, as formulas with their places. It serves the search for alternatives
/// that can be left out.
struct ConditionTree: Sendable {
  indirect enum Kind: Sendable {
    case leaf(Formula)
    case not(ConditionTree)
    case all([ConditionTree])
    case any([ConditionTree])
  }

  var kind: Kind
  var place: LoweredRule.Place
  /// True if the part is the literal `true` or `false`.
  var isConstant: Bool
  /// True if the part binds captures. The first alternative that holds determines them.
  var binds: Bool
  /// The place of the part in a declared condition; nil for a part of the rule's own condition. If it is not nil,
  /// `place` tells where the rule names the condition.
  var named: NamedPlace?

  var hasParts: Bool { if case .leaf = kind { false } else { true } }

  var formula: Formula {
    switch kind {
    case .leaf(let formula): formula
    case .not(let inner): inner.formula.negated
    case .all(let parts): .conjunction(parts.map { $0.formula })
    case .any(let parts): .disjunction(parts.map { $0.formula })
    }
  }

  /// Returns whether both trees have the same alternatives; their places may differ.
  func isSame(as other: ConditionTree) -> Bool {
    guard isConstant == other.isConstant, binds == other.binds, named == other.named
    else { return false }
    switch (kind, other.kind) {
    case (.leaf(let one), .leaf(let two)): return one == two
    case (.not(let one), .not(let two)): return one.isSame(as: two)
    case (.all(let ones), .all(let twos)), (.any(let ones), .any(let twos)):
      return ones.count == twos.count && zip(ones, twos).allSatisfy { $0.isSame(as: $1) }
    case (.leaf, _), (.not, _), (.all, _), (.any, _): return false
    }
  }
}
