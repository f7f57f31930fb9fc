/// A regular expression in the strict sense: no back-references, no look-around.
///
/// Matches Unicode scalars. The sets already contain the case variants of the flag `i`.
package indirect enum RegularExpression: Hashable, Sendable {
  case empty
  case set(ScalarSet)
  case sequence([RegularExpression])
  case alternatives([RegularExpression])
  /// `upper` nil: unbounded.
  case repetition(RegularExpression, lower: Int, upper: Int?)
  /// `^`: true at the start of the value only.
  case start
  /// `$`: true at the end of the value only.
  case end
}

/// A set of Unicode scalars: sorted, disjoint, non-adjacent closed ranges.
package struct ScalarSet: Hashable, Sendable {
  package var ranges: [ClosedRange<UInt32>]
}
