//: output BasculePatterns
//: needs RequestText

/// The captures of a pattern, by number.
@_spi(Generated) public nonisolated struct Captures {
  private struct Capture {
    let number: Int
    let text: RequestText
  }

  /// The captures. The first two need no array, and few patterns capture more.
  private var first: Capture?
  private var second: Capture?
  private var others: [Capture] = []
  /// False if only the match is needed, and not the captured texts.
  let keepsTexts: Bool

  init(keepsTexts: Bool = true) { self.keepsTexts = keepsTexts }

  @_spi(Generated) public subscript(number: Int) -> RequestText {
    capture(number)?.text ?? .missing
  }

  private func capture(_ number: Int) -> Capture? {
    if let first, first.number == number { return first }
    if let second, second.number == number { return second }
    return others.first { $0.number == number }
  }

  /// Replaces an earlier capture of the same number.
  mutating func set(_ number: Int, _ text: RequestText, _ part: Swift.Range<Int>) {
    if keepsTexts { set(Capture(number: number, text: text.part(part))) }
  }

  private mutating func set(_ capture: Capture) {
    if first == nil || first?.number == capture.number {
      first = capture
    } else if second == nil || second?.number == capture.number {
      second = capture
    } else {
      others.removeAll { $0.number == capture.number }
      others.append(capture)
    }
  }

  /// Adds the captures of another value whose numbers are not captured yet.
  fileprivate mutating func add(_ other: Captures) {
    if let capture = other.first { add(capture) }
    if let capture = other.second { add(capture) }
    for capture in other.others { add(capture) }
  }

  private mutating func add(_ capture: Capture) {
    if self.capture(capture.number) == nil { set(capture) }
  }

  /// Returns no captures if the condition is true, and nil otherwise.
  @_spi(Generated) public static func when(_ condition: Bool) -> Captures? {
    condition ? Captures() : nil
  }
}

@_spi(Generated) nonisolated extension Optional where Wrapped == Captures {
  /// Returns the captures of both conditions; nil if one does not match. The second is evaluated only if the first
  /// matches.
  @_spi(Generated) public func and(_ other: @autoclosure () -> Captures?) -> Captures? {
    guard var captures = self, let more = other() else { return nil }
    captures.add(more)
    return captures
  }
}
