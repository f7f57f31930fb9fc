//: output BasculePatterns
//: needs RequestText ExpressionWords

/// A regular expression that the whole value must match.
///
/// A table contains the next state of the match for each state and byte, so that each byte is read once.
@_spi(Generated) public nonisolated struct TextExpression: Sendable {
  /// The class of each byte. The automaton does not distinguish bytes of one class.
  private let classes: [UInt8]
  /// The row of the next state, for each state and class. No text matches from row 0.
  private let next: [UInt16]
  private let start: Int
  /// The first row of an accepting state. All accepting states come last.
  private let end: Int

  /// - Parameter text: words in this order:
  ///   - the number of classes
  ///   - the start state
  ///   - the first accepting state
  ///   - the classes of the bytes
  ///   - for each state but 0: the next state after most classes, the number of the other classes, and each of these
  ///     with its next state
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
