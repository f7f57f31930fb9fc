import Text

/// Reads characters and comments of other languages as the similar ones of this language, and records a fault for
/// each.
extension Lexer {
  // MARK: - White space and comments

  /// Skips a character or line that is meant as white space or a comment. Returns false at any other text.
  mutating func skipForeignTrivia() -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "#") where peek(1) == UInt8(ascii: "\"") && rawStringEnd(offset) != nil:
      return false
    case UInt8(ascii: "#") where startsLine || !Self.isIdentifierPart(peek(1)):
      let start = offset
      foreign(Span(start, start + 1), "#", "//", "comments start with `//`")
      skipLine()
      return true
    case UInt8(ascii: "-") where startsLine && peek(1) == UInt8(ascii: "-"):
      let start = offset
      foreign(Span(start, start + 2), "--", "//", "comments start with `//`")
      skipLine()
      return true
    case UInt8(ascii: "<") where isMarker(at: offset):
      return skipConflict()
    case 0x80...0xFF:
      guard let (scalar, length) = scalar(at: offset), Self.isSpace(scalar) else { return false }
      faults.append(SyntaxFault(kind: .invalidCharacter, span: Span(offset, offset + length)))
      offset += length
      if scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0x85 {
        startsLine = true
      }
      return true
    default:
      return false
    }
  }

  private mutating func skipLine() {
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
  }

  /// True if the character is white space or invisible.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
  }

  // MARK: - Conflicts

  /// True at a marker of a merge conflict: seven times the same character at the start of a line, then a blank or the
  /// line's end.
  private func isMarker(at start: Int) -> Bool {
    guard start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D,
      start + 7 <= bytes.count
    else { return false }
    for k in 1..<7 where bytes[start + k] != bytes[start] { return false }
    return start + 7 == bytes.count || bytes[start + 7] <= 0x20
  }

  /// Skips the first marker of a merge conflict. The second version is skipped when its own marker is reached.
  private mutating func skipConflict() -> Bool {
    let start = offset
    var lines: [Int] = []
    var next = start
    var end: Int?
    while next < bytes.count {
      while next < bytes.count, bytes[next] != 0x0A { next += 1 }
      next += 1
      guard next < bytes.count, isMarker(at: next) else { continue }
      if bytes[next] == UInt8(ascii: ">") {
        end = next
        break
      }
      if bytes[next] == UInt8(ascii: "=") || bytes[next] == UInt8(ascii: "|") { lines.append(next) }
    }
    guard let end, let middle = lines.first else { return false }
    let last = lines[lines.count - 1]
    faults.append(
      SyntaxFault(
        kind: .conflict(middle: Span(last, last + 7), end: Span(end, end + 7)),
        span: Span(start, start + 7)))
    conflict = (middle, end)
    skipLine()
    return true
  }

  /// Skips the second version of the current conflict, if it starts here.
  mutating func skipSecondVersion() -> Bool {
    guard let (middle, end) = conflict, offset == middle else { return false }
    conflict = nil
    offset = end
    skipLine()
    return true
  }

  // MARK: - Tokens

  /// A token for a character that is similar to one of the language; nil for other characters.
  mutating func similarToken(_ start: Int) -> Token? {
    let byte = bytes[start]
    if byte == UInt8(ascii: "#"), let end = rawStringEnd(start) {
      let content = text(start + 2, end - 2)
      let meant = content.split(separator: "\\", omittingEmptySubsequences: false)
        .joined(separator: "\\\\")
      foreign(Span(start, end), text(start, end), "\"\(meant)\"", "strings have no `#`")
      // The token begins and ends with the quotation marks.
      offset = end - 1
      defer { offset = end }
      return token(.string, start + 1, escapes: meant != content)
    }
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") { return foreignString(start) }
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") {
      guard peek(1) != byte else { return nil }
      let kind: TokenKind = byte == UInt8(ascii: "&") ? .and : .or
      if let end = secondSign(byte, after: start) {
        offset = end
        faults.append(SyntaxFault(kind: .split(kind.spelling ?? ""), span: Span(start, end)))
        return token(kind, start)
      }
      offset += 1
      faults.append(SyntaxFault(kind: .invalidCharacter, span: Span(start, offset)))
      return token(kind, start)
    }
    guard byte >= 0x80, let (scalar, length) = scalar(at: start) else { return nil }
    if Self.quotes.contains(scalar) { return foreignString(start) }
    guard let kind = Self.wide[scalar], let spelling = kind.spelling else { return nil }
    offset += length
    foreign(Span(start, offset), String(scalar), spelling, nil)
    return token(kind, start)
  }

  /// The end of the second sign of an operator that blanks split, such as `& &`; nil if the sign does not follow.
  private func secondSign(_ sign: UInt8, after start: Int) -> Int? {
    var next = start + 1
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    guard next > start + 1, next < bytes.count, bytes[next] == sign,
      next + 1 == bytes.count || bytes[next + 1] != sign
    else { return nil }
    return next + 1
  }

  /// The end of a raw string of Swift, `#"…"#`; nil if the string does not end on its line.
  private func rawStringEnd(_ start: Int) -> Int? {
    var next = start + 2
    while next + 1 < bytes.count, bytes[next] != 0x0A, bytes[next] != 0x0D {
      if bytes[next] == UInt8(ascii: "\""), bytes[next + 1] == UInt8(ascii: "#") { return next + 2 }
      next += 1
    }
    return nil
  }

  private static let quotes: Set<Unicode.Scalar> = [
    "‘", "’", "‚", "‛", "“", "”", "„", "‟", "«", "»", "＂", "＇",
  ]

  /// The wide forms of signs that East Asian input methods produce.
  private static let wide: [Unicode.Scalar: TokenKind] = [
    "（": .leftParenthesis, "）": .rightParenthesis, "｛": .leftBrace, "｝": .rightBrace,
    "［": .leftBracket, "］": .rightBracket, "，": .comma, "、": .comma, "：": .colon,
    "．": .dot, "？": .question, "＝": .assign, "！": .not, "＞": .greater, "＜": .less,
    "≠": .notEqual, "≤": .lessOrEqual, "≥": .greaterOrEqual, "→": .arrow,
  ]

  /// A string in quotation marks of another language; nil unless the closing mark is on the same line.
  private mutating func foreignString(_ start: Int) -> Token? {
    guard let (open, length) = scalar(at: start) else { return nil }
    var next = start + length
    while next < bytes.count, bytes[next] != 0x0A, bytes[next] != 0x0D {
      guard let (scalar, count) = scalar(at: next) else {
        next += 1
        continue
      }
      let closes =
        open == "'" || open == "`" ? scalar == open : scalar == "\"" || Self.quotes.contains(scalar)
      if closes {
        let content = text(start + length, next)
        offset = next + count
        let inner = content.split(separator: "\"", omittingEmptySubsequences: false)
        foreign(
          Span(start, offset), text(start, offset),
          "\"" + inner.joined(separator: "\\\"") + "\"",
          "strings are written in straight quotes, `\"…\"`")
        return token(.string, start, escapes: content.utf8.contains(UInt8(ascii: "\\")))
      }
      next += count
    }
    return nil
  }

  // MARK: - Regular expressions

  /// A regular expression without `matches` before it; nil if it has no end.
  mutating func strayRegex(_ start: Int) -> Token? {
    let before = faults.count
    let token = regex(start)
    if token.kind == .regex { return token }
    faults.removeSubrange(before...)
    startsLine = token.startsLine
    offset = start
    return nil
  }

  /// Extends a regular expression that contains slashes without a backslash up to the slash that is meant as its end.
  mutating func extendRegex(_ start: Int) {
    guard !endsToken(offset) else { return }
    var next = offset
    while next < bytes.count, bytes[next] != 0x0A, bytes[next] != 0x0D {
      if bytes[next] == UInt8(ascii: "/") {
        let end = next + (next + 1 < bytes.count && bytes[next + 1] == UInt8(ascii: "i") ? 2 : 1)
        if endsToken(end) {
          offset = end
          let pattern = text(start + 1, next)
          foreign(
            Span(start, offset), text(start, offset),
            "/" + Self.escapingSlashes(pattern) + "/" + text(next + 1, end),
            "a slash inside a regular expression is written `\\/`")
          return
        }
      }
      next += 1
    }
  }

  /// True if a regular expression can end before the offset.
  private func endsToken(_ offset: Int) -> Bool {
    guard offset < bytes.count else { return true }
    switch bytes[offset] {
    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ")"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      return true
    case UInt8(ascii: "/"):
      // A comment begins here.
      guard offset + 1 < bytes.count else { return false }
      return bytes[offset + 1] == UInt8(ascii: "/") || bytes[offset + 1] == UInt8(ascii: "*")
    default: return false
    }
  }

  /// The pattern with a backslash added before each slash that needs one: outside of classes and not yet escaped.
  static func escapingSlashes(_ pattern: String) -> String {
    var result = ""
    var isEscaped = false
    var isInClass = false
    for character in pattern.unicodeScalars {
      if character == "/", !isEscaped, !isInClass { result += "\\" }
      if !isEscaped, character == "[" { isInClass = true }
      if !isEscaped, character == "]" { isInClass = false }
      isEscaped = character == "\\" && !isEscaped
      result.unicodeScalars.append(character)
    }
    return result
  }

  // MARK: - Bytes

  private mutating func foreign(_ span: Span, _ found: String, _ meant: String, _ why: String?) {
    faults.append(
      SyntaxFault(
        kind: .foreign(ForeignSpelling(found, meant, [(span, meant)], why: why)), span: span))
  }

  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  /// The scalar at the offset and its length; nil for malformed UTF-8.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let length: Int
    switch bytes[offset] {
    case 0..<0x80: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard offset + length <= bytes.count,
      let text = String(
        validating: UnsafeBufferPointer(rebasing: bytes[offset..<(offset + length)]),
        as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return nil }
    return (scalar, length)
  }
}
