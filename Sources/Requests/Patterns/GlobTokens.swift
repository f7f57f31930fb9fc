/// A token of a glob. Tokens are the same for all kinds of text.
struct GlobToken {
  enum Kind {
    /// A literal text, with escapes replaced.
    case literal(String)
    case separator
    /// `*`
    case run
    /// `**`
    case anything
    case capture(PatternCapture)
  }

  var kind: Kind
  /// The range of the token, in indices of the reader's scalars.
  var range: Range<Int>

  var isSeparator: Bool { if case .separator = kind { true } else { false } }
  var isWildcard: Bool {
    switch kind {
    case .run, .anything, .capture: true
    case .literal, .separator: false
    }
  }
}

extension PatternReader {
  /// Splits the scalars up to `end` into tokens.
  ///
  /// - Parameter separator: the character between components; nil if the text has none.
  mutating func globTokens(
    upTo end: Int, separator: Unicode.Scalar?
  ) throws(PatternFault) -> [GlobToken] {
    var tokens: [GlobToken] = []
    var literal: [UInt8] = []
    var literalStart = index
    func flush(_ end: Int) {
      if !literal.isEmpty {
        let text = String(decoding: literal, as: UTF8.self)
        tokens.append(GlobToken(kind: .literal(text), range: literalStart..<end))
        literal.removeAll(keepingCapacity: true)
      }
    }
    while index < end {
      let start = index
      let scalar = scalars[index]
      index += 1
      var kind: GlobToken.Kind?
      if scalar == separator {
        kind = .separator
      } else if scalar == "*" {
        while index < end, scalars[index] == "*" { index += 1 }
        if index - start > 2 {
          throw fault(.invalid, "`***` has no meaning; write `*` or `**`", start..<index)
        }
        kind = index - start == 2 ? .anything : .run
      } else if scalar == "{" {
        kind = .capture(try capture(start, end))
      } else if scalar == "}" {
        throw fault(
          .invalid, "this `}` has no `{`; a literal one is written `\\}`", start..<index)
      } else {
        if literal.isEmpty { literalStart = start }
        literal += UTF8.encode(scalar == "\\" ? try escapedScalar(start, end) : scalar)!
      }
      if let kind {
        flush(start)
        tokens.append(GlobToken(kind: kind, range: start..<index))
      }
    }
    flush(end)
    return tokens
  }

  private mutating func escapedScalar(
    _ start: Int, _ end: Int
  ) throws(PatternFault) -> Unicode.Scalar {
    if index < end, ["*", "{", "}", "\\"].contains(scalars[index]) {
      index += 1
      return scalars[index - 1]
    }
    throw fault(
      .invalid,
      "a backslash can only escape `*`, `{`, `}` or `\\`; a literal one is written `\\\\`",
      start..<min(index + 1, end))
  }

  /// Reads a capture from the text after `{` up to and including `}`.
  private mutating func capture(_ start: Int, _ end: Int) throws(PatternFault) -> PatternCapture {
    skipSpaces(end)
    let nameRange = identifier(end)
    if nameRange.isEmpty {
      guard scalars[index..<end].contains("}") else { throw unclosed(start) }
      throw fault(
        .invalid, "a capture needs a name, such as `{id}`; a literal brace is written `\\{`",
        start..<index + 1)
    }
    var isRest = false
    if index + 1 < end, scalars[index] == "*", scalars[index + 1] == "*" {
      isRest = true
      index += 2
    }
    skipSpaces(end)
    var typeRange: Range<Int>?
    if index < end, scalars[index] == ":" {
      index += 1
      skipSpaces(end)
      let range = identifier(end)
      if range.isEmpty {
        guard scalars[index..<end].contains("}") else { throw unclosed(start) }
        throw fault(
          .invalid, "the name of a type must follow the colon, as in `{id: Int}`",
          start..<index + 1)
      }
      typeRange = range
      skipSpaces(end)
    }
    if isRest, typeRange != nil || (index < end && scalars[index] != "}") {
      throw fault(
        .invalid, "the rest is always a `String`; write `{name**}`", start..<min(index + 1, end))
    }
    guard index < end, scalars[index] == "}" else {
      guard scalars[index..<end].contains("}") else { throw unclosed(start) }
      throw fault(
        .invalid, "a capture is written `{name}`, `{name: Type}` or `{name**}`", start..<index + 1)
    }
    index += 1
    return PatternCapture(
      name: text(nameRange), typeName: typeRange.map(text), isRest: isRest,
      range: bytes(start..<index), nameRange: bytes(nameRange), typeRange: typeRange.map(bytes))
  }

  private func unclosed(_ start: Int) -> PatternFault {
    fault(.invalid, "this `{` is not closed; a literal one is written `\\{`", start..<start + 1)
  }

  private mutating func skipSpaces(_ end: Int) {
    while index < end, scalars[index] == " " || scalars[index] == "\t" { index += 1 }
  }

  /// Consumes an ASCII identifier. Returns an empty range if there is none.
  private mutating func identifier(_ end: Int) -> Range<Int> {
    let start = index
    while index < end {
      switch scalars[index] {
      case "a"..."z", "A"..."Z", "_": index += 1
      case "0"..."9" where index > start: index += 1
      default: return start..<index
      }
    }
    return start..<index
  }
}
