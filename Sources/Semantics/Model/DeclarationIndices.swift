/// A set of indices of declarations of one kind, as bits.
package struct DeclarationIndices: Sendable, Equatable {
  /// The bits of the indices from the smallest to the largest. The first and the last word are not zero.
  private var words: [UInt64] = []
  /// The number of omitted zero words before the first word.
  private var start = 0

  package init() {}

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package mutating func insert(_ index: Int32) {
    let word = Int(index >> 6)
    extend(from: word, to: word + 1)
    words[word - start] |= 1 << UInt64(index & 63)
  }

  package func contains(_ index: Int32) -> Bool {
    let word = Int(index >> 6) - start
    return words.indices.contains(word) && words[word] >> UInt64(index & 63) & 1 == 1
  }

  package mutating func formUnion(_ other: DeclarationIndices) {
    if other.words.isEmpty { return }
    extend(from: other.start, to: other.start + other.words.count)
    for (place, word) in other.words.enumerated() { words[other.start - start + place] |= word }
  }

  private mutating func extend(from first: Int, to end: Int) {
    if words.isEmpty { start = first }
    if first < start {
      words.insert(contentsOf: repeatElement(0, count: start - first), at: 0)
      start = first
    }
    let missing = end - start - words.count
    if missing > 0 { words += repeatElement(0, count: missing) }
  }
}
