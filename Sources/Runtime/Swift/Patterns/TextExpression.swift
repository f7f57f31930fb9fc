//: output BasculePatterns
//: needs RequestText ExpressionWords

/// A regular expression that the whole value must match.
///
/// A table has the next state of the match for each state and byte, so that each byte is read once.
@_spi(Generated) public nonisolated struct TextExpression: Sendable {
  /// Bytes of one class are the same to the expression.
  private let classes: [UInt8]
  /// The row of the next state, for each state and class. From row 0 nothing matches.
  private let next: [UInt16]
  private let start: Int
  /// The first row of the states in which a value may end.
  private let end: Int

  /// - Parameter text: words: the number of classes; the start; the first of the states in which a value
  ///   may end; the classes of the bytes; for each state but 0 the next state after most classes, the number
  ///   of other classes, and each of them with its next state.
  @_spi(Generated) public init(_ text: StaticString) {
    var words = ExpressionWords(text)
    let count = words.next()
    start = words.next() * count
    end = words.next() * count
    classes = words.classes()
    var next = [UInt16](repeating: 0, count: count)
    while !words.isAtEnd {
      let row = next.count
      next += repeatElement(UInt16(words.next() * count), count: count)
      for _ in 0..<words.next() { next[row + words.next()] = UInt16(words.next() * count) }
    }
    self.next = next
  }

  fileprivate func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    classes.withUnsafeBufferPointer { classes in
      next.withUnsafeBufferPointer { next in
        var row = start
        for byte in bytes {
          row = Int(next[row + Int(classes[Int(byte)])])
          if row == 0 { return false }
        }
        return row >= end
      }
    }
  }
}

nonisolated extension RequestText {
  @_spi(Generated) public func matches(_ expression: TextExpression) -> Bool {
    exists && withBytes(expression.matches)
  }
}
