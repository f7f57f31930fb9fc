//: output BasculeWire

nonisolated extension Int {
  /// The range of integers that JavaScript represents exactly: ±(2^53−1).
  static let rangeOnWire = -9_007_199_254_740_991...9_007_199_254_740_991
}
