//: output BasculePatterns
//: needs Captures

/// A `like` pattern for a text of components (separated by `/`) or labels (separated by `.`).
@_spi(Generated) public struct TextPattern: Sendable {
  /// The type that a capture must convert to.
  @_spi(Generated) public struct Kind: Sendable {
    let accepts: @Sendable (RequestText) -> Bool

    @_spi(Generated) public static let string = Self { _ in true }
  }

  @_spi(Generated) public enum Element: Sendable {
    case literal(StaticString)
    /// `*`: any characters except the separator, possibly none.
    case run
    /// `**` inside a component: any characters, possibly none.
    case anything
    /// `/**`: nothing, or the separator and anything.
    case components
    /// `{name}`: one whole component, one character or more.
    case capture(Int, Kind = .string)
    /// `/{name**}` at the end: nothing, or the separator and a captured text.
    case rest(Int, Kind = .string)
  }

  private let separator: UInt8
  private let elements: [Element]

  @_spi(Generated) public static func path(_ elements: Element...) -> TextPattern {
    TextPattern(separator: UInt8(ascii: "/"), elements: elements)
  }

  @_spi(Generated) public static func host(_ elements: Element...) -> TextPattern {
    TextPattern(separator: UInt8(ascii: "."), elements: elements)
  }

  /// True for the host of a URL that has none.
  var isEmpty: Bool { elements.isEmpty }

  /// Returns true and sets the captures if the whole text matches.
  func matches(_ text: RequestText, _ captures: inout Captures) -> Bool {
    text.exists && text.withBytes { matches($0, of: text, &captures) }
  }

  /// The current end of a wildcard, and the element after it.
  private struct Wildcard {
    let nextElement: Int
    var end: Int
  }

  /// Compares elements and bytes from left to right. A wildcard first matches as little as possible.
  /// After a mismatch the last `*` matches one byte more, or, at the end of its component, the last
  /// `**`. Earlier wildcards need no second try, since the last `**` has tried all that they could
  /// leave to it. So the time is at most the number of elements times the square of the text's length.
  private func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, of text: RequestText, _ captures: inout Captures
  ) -> Bool {
    var element = 0
    var position = 0
    var run: Wildcard?
    var anything: Wildcard?
    while true {
      // The end of the element; nil if it does not match.
      var end: Int?
      if element == elements.count {
        if position == bytes.count || anything?.nextElement == element { return true }
      } else {
        switch elements[element] {
        case .literal(let literal):
          let isThere = literal.withUTF8Buffer { bytes.begins(with: $0, at: position) }
          if isThere { end = position + literal.utf8CodeUnitCount }
        case .run:
          run = Wildcard(nextElement: element + 1, end: position)
          end = position
        case .anything:
          run = nil
          anything = Wildcard(nextElement: element + 1, end: position)
          end = position
        case .components:
          if position < bytes.count, bytes[position] == separator {
            run = nil
            anything = Wildcard(nextElement: element + 1, end: position)
          }
          end = position
        case .capture(let number, let kind):
          let component = position..<bytes.firstIndex(of: separator, in: position..<bytes.count)
          if !component.isEmpty, kind.accepts(text.part(component)) {
            captures.set(number, text, component)
            end = component.upperBound
          }
        case .rest(let number, let kind):
          if position == bytes.count || bytes[position] == separator {
            let rest = min(position + 1, bytes.count)..<bytes.count
            if kind.accepts(text.part(rest)) {
              captures.set(number, text, rest)
              end = bytes.count
            }
          }
        }
      }
      if let end {
        element += 1
        position = end
      } else if let last = run, last.end < bytes.count, bytes[last.end] != separator {
        element = last.nextElement
        position = last.end + 1
        run?.end = position
      } else if let last = anything, last.end < bytes.count {
        element = last.nextElement
        position = last.end + 1
        anything?.end = position
        run = nil
      } else {
        return false
      }
    }
  }
}

extension RequestText {
  @_spi(Generated) public func isLike(_ pattern: TextPattern) -> Bool {
    var captures = Captures(keepsTexts: false)
    return pattern.matches(self, &captures)
  }

  /// The captures of the pattern; nil if the text does not match.
  @_spi(Generated) public func captures(_ pattern: TextPattern) -> Captures? {
    var captures = Captures()
    return pattern.matches(self, &captures) ? captures : nil
  }
}
