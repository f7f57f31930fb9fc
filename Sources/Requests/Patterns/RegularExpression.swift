/// A regular expression in the true sense: no back-references, no look-around.
///
/// Works on Unicode scalars. `i` is already worked into the sets, so no reader needs a flag.
package indirect enum RegularExpression: Hashable, Sendable {
  case empty
  case set(ScalarSet)
  case sequence([RegularExpression])
  case alternatives([RegularExpression])
  /// `upper` nil: without bound.
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
