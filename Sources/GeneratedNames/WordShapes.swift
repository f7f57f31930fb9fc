/// The pairs of first byte and length that the words of a set have, for a quick test that most other texts fail.
struct WordShapes: Sendable {
  /// The lengths by first byte, with a bit for each length.
  private var lengths = [UInt64](repeating: 0, count: 256)

  /// - Requires: each word has 1 to 63 bytes.
  init(_ words: Set<String>) {
    for word in words {
      guard let first = word.utf8.first else { continue }
      lengths[Int(first)] |= 1 << UInt64(word.utf8.count)
    }
  }

  /// Returns false only for a text that is not in the set.
  func contains(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return lengths[Int(first)] >> UInt64(text.utf8.count) & 1 != 0
  }
}
