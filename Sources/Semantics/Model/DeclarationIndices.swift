/// A set of indices of declarations of one kind, as bits.
package struct DeclarationIndices: Sendable, Equatable {
  /// The last one is not zero.
  private var words: [UInt64] = []

  package init() {}

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package mutating func insert(_ index: Int32) {
    let word = Int(index >> 6)
    if word >= words.count {
      words += [UInt64](repeating: 0, count: word + 1 - words.count)
    }
    words[word] |= 1 << UInt64(index & 63)
  }

  package func contains(_ index: Int32) -> Bool {
    let word = Int(index >> 6)
    return word < words.count && words[word] >> UInt64(index & 63) & 1 == 1
  }

  package mutating func formUnion(_ other: DeclarationIndices) {
    if words.count < other.words.count {
      words += [UInt64](repeating: 0, count: other.words.count - words.count)
    }
    for word in other.words.indices { words[word] |= other.words[word] }
  }
}
