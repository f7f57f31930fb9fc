/// A regular expression in the strict sense: no back-references, no look-around.
///
/// The expression matches Unicode scalars. For the flag `i` the sets already contain all case variants.
package indirect enum RegularExpression: Hashable, Sendable {
  case empty
  case set(ScalarSet)
  case sequence([RegularExpression])
  case alternatives([RegularExpression])
  /// A repetition; `upper` is nil if there is no upper bound.
  case repetition(RegularExpression, lower: Int, upper: Int?)
  /// `^`: matches only at the start of the value.
  case start
  /// `$`: matches only at the end of the value.
  case end
}

/// A set of Unicode scalars as sorted, disjoint and non-adjacent ranges.
package struct ScalarSet: Hashable, Sendable {
  package var ranges: [ClosedRange<UInt32>]
}
