//: output BasculePatterns

/// The numbers of an expression's automaton: of 12 bits, each as two characters of six bits, the lower
/// first; `0` is 0.
nonisolated struct ExpressionWords {
  private let characters: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ text: StaticString) {
    characters = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  var isAtEnd: Bool { index >= characters.count }

  mutating func next() -> Int {
    let word = (0..<2).map { Int(characters[index + $0] - UInt8(ascii: "0")) << (6 * $0) }
    index += 2
    return word[0] | word[1]
  }

  /// The class of each byte, written as runs: how many bytes, and their class.
  mutating func classes() -> [UInt8] {
    var classes: [UInt8] = []
    while classes.count < 256 {
      let count = next()
      classes += repeatElement(UInt8(next()), count: count)
    }
    return classes
  }
}
