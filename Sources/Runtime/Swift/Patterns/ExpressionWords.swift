//: output BasculePatterns

/// Reads the numbers of an expression's automaton. Each number has 12 bits and is written as two characters of six
/// bits, lower bits first. The character `0` is 0.
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

  /// Reads the class of each byte. The text has runs of bytes of one class, each as a length and a class.
  mutating func classes() -> [UInt8] {
    var classes: [UInt8] = []
    while classes.count < 256 {
      let count = next()
      classes += repeatElement(UInt8(next()), count: count)
    }
    return classes
  }
}
