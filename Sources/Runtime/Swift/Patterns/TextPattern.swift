//: output BasculePatterns
//: needs Captures

/// A `like` pattern for a text of components (separated by `/`) or labels (separated by `.`).
///
/// The elements before the first open wildcard are matched from the start of the text, and the elements after the last
/// one from its end. If there are several open wildcards, a `WildcardSearch` matches the elements between them.
@_spi(Generated) public nonisolated struct TextPattern: Sendable {
  /// The type that a capture must convert to.
  @_spi(Generated) public struct Kind: Sendable {
    /// Returns whether a text converts to the type; nil if every text does.
    let accepts: (@Sendable (RequestText) -> Bool)?

    @_spi(Generated) public static let string = Self(accepts: nil)
  }

  @_spi(Generated) public enum Element: Sendable {
    case literal(StaticString)
    /// `*`: any characters except the separator, or none.
    case run
    /// `**` inside a component: any characters, or none.
    case anything
    /// `/**`: the separator and any characters, or nothing.
    case components
    /// `{name}`: one whole component that is not empty.
    case capture(Int, Kind = .string)
    /// `{name}` beside other text: one or more characters except the separator.
    case part(Int)
    /// `/{name**}` at the end: the separator and a captured text, or nothing.
    case rest(Int)
  }

  let separator: UInt8
  let elements: [Element]

  @_spi(Generated) public static func path(_ elements: Element...) -> TextPattern {
    TextPattern(separator: UInt8(ascii: "/"), elements: elements)
  }

  @_spi(Generated) public static func host(_ elements: Element...) -> TextPattern {
    TextPattern(separator: UInt8(ascii: "."), elements: elements)
  }

  /// True if the pattern is the host of a URL without a host.
  var isEmpty: Bool { elements.isEmpty }

  /// Returns whether the whole text matches, and sets the captures if it does.
  func matches(_ text: RequestText, _ captures: inout Captures) -> Bool {
    text.exists && text.withBytes { !hasEmptyLabel($0) && matches($0, of: text, &captures) }
  }

  /// Returns whether the host has an empty label and the pattern is a host pattern with a wildcard.
  ///
  /// If the pattern ends in a literal, a dot at the end of the host does not begin an empty label.
  private func hasEmptyLabel(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard separator == UInt8(ascii: "."), let last = elements.last else { return false }
    var endsInLiteral = false
    if case .literal = last { endsInLiteral = true }
    if endsInLiteral, elements.count == 1 { return false }
    var isStart = true
    for byte in bytes {
      if isStart, byte == separator { return true }
      isStart = byte == separator
    }
    return isStart && !endsInLiteral
  }

  private func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, of text: RequestText, _ captures: inout Captures
  ) -> Bool {
    var rest = 0..<bytes.count
    var open = 0..<elements.count
    while let element = open.first, !isOpen(element, before: element + 1) {
      guard let end = end(of: element, in: rest, of: bytes, text, &captures) else { return false }
      rest = end..<rest.upperBound
      open = element + 1..<open.upperBound
    }
    while open.count > 1, let element = open.last, !isOpen(element, before: element - 1) {
      guard let start = start(of: element, in: rest, of: bytes, text, &captures) else {
        return false
      }
      rest = rest.lowerBound..<start
      open = open.lowerBound..<element
    }
    guard let wildcard = open.first else { return rest.isEmpty }
    //: if WildcardSearch
    if open.count > 1 {
      return WildcardSearch.matches(self, open, in: rest, of: bytes, text, &captures)
    }
    //: end
    switch elements[wildcard] {
    case .run: return bytes.firstIndex(of: separator, in: rest) == rest.upperBound
    case .components: return rest.isEmpty || bytes[rest.lowerBound] == separator
    case .part(let number):
      if rest.isEmpty || bytes.firstIndex(of: separator, in: rest) < rest.upperBound {
        return false
      }
      captures.set(number, text, rest)
      return true
    case .literal, .anything, .capture, .rest: return true
    }
  }

  /// Returns whether the end of the element depends on the elements after it.
  ///
  /// - Parameter next: the next element, read from the start or from the end.
  private func isOpen(_ element: Int, before next: Int) -> Bool {
    switch elements[element] {
    case .literal, .capture: return false
    case .rest: return next < element
    case .anything, .components, .part: return true
    case .run:
      // A run before a separator takes all characters up to the separator.
      guard elements.indices.contains(next) else { return false }
      switch elements[next] {
      case .literal(let literal):
        return literal.withUTF8Buffer { next > element ? $0.first : $0.last } != separator
      case .components, .rest: return false
      case .run, .anything, .capture, .part: return true
      }
    }
  }

  /// Returns the end of an element that begins at the start of the range; nil if the element does not match there.
  private func end(
    of element: Int, in range: Swift.Range<Int>, of bytes: UnsafeBufferPointer<UInt8>,
    _ text: RequestText, _ captures: inout Captures
  ) -> Int? {
    switch elements[element] {
    case .literal(let literal):
      let isThere = literal.withUTF8Buffer { bytes.begins(with: $0, at: range.lowerBound) }
      return isThere ? range.lowerBound + literal.utf8CodeUnitCount : nil
    case .capture(let number, let kind):
      let end = bytes.firstIndex(of: separator, in: range)
      return captures.set(number, kind, text, range.lowerBound..<end) ? end : nil
    case .rest(let number):
      guard range.isEmpty || bytes[range.lowerBound] == separator else { return nil }
      let start = min(range.lowerBound + 1, range.upperBound)
      captures.set(number, text, start..<range.upperBound)
      return range.upperBound
    case .run: return bytes.firstIndex(of: separator, in: range)
    case .anything, .components, .part: return nil
    }
  }

  /// Returns the start of an element that ends at the end of the range; nil if the element does not match there.
  private func start(
    of element: Int, in range: Swift.Range<Int>, of bytes: UnsafeBufferPointer<UInt8>,
    _ text: RequestText, _ captures: inout Captures
  ) -> Int? {
    var start = range.upperBound
    if case .literal(let literal) = elements[element] {
      start -= literal.utf8CodeUnitCount
      let isThere =
        start >= range.lowerBound
        && literal.withUTF8Buffer { bytes.begins(with: $0, at: start) }
      return isThere ? start : nil
    }
    while start > range.lowerBound, bytes[start - 1] != separator { start -= 1 }
    guard case .capture(let number, let kind) = elements[element] else { return start }
    return captures.set(number, kind, text, start..<range.upperBound) ? start : nil
  }
}

nonisolated extension Captures {
  /// Sets a capture of one component. Returns false if the component is empty or does not convert to the type.
  mutating func set(
    _ number: Int, _ kind: TextPattern.Kind, _ text: RequestText, _ component: Swift.Range<Int>
  ) -> Bool {
    if component.isEmpty || kind.accepts?(text.part(component)) == false { return false }
    set(number, text, component)
    return true
  }
}

nonisolated extension RequestText {
  @_spi(Generated) public func isLike(_ pattern: TextPattern) -> Bool {
    var captures = Captures(keepsTexts: false)
    return pattern.matches(self, &captures)
  }

  /// Returns the captures of the pattern; nil if the text does not match.
  @_spi(Generated) public func captures(_ pattern: TextPattern) -> Captures? {
    var captures = Captures()
    return pattern.matches(self, &captures) ? captures : nil
  }
}
