extension RegularExpression {
  /// The maximum nesting depth of groups.
  package static let maximumDepth = 200
  /// The greatest number in `{m,n}`.
  package static let maximumCount = 1000
  /// The maximum number of sets and anchors in an expression after every `{m,n}` is expanded.
  package static let maximumSize = 10_000

  /// Parses the text between the slashes of `/…/`.
  ///
  /// - Parameter ignoreCase: the flag `i`; letters then match all of their case variants, while
  ///   `\d \w \s` are not affected.
  package static func parse(
    _ pattern: String, ignoreCase: Bool
  ) -> Result<RegularExpression, PatternFault> {
    var parser = RegularExpressionParser(pattern, ignoreCase: ignoreCase)
    do {
      return .success(try parser.parse())
    } catch {
      return .failure(error)
    }
  }
}

/// A recursive-descent parser over Unicode scalars: alternatives, sequences, repetitions, atoms.
///
/// It is strict where engines differ: literal brackets and braces must be escaped, and a backslash before a
/// letter must have a meaning. So an accepted expression has the same meaning in JavaScript, in ICU and in Swift.
private struct RegularExpressionParser {
  /// A part of the expression and its size after expanding every repetition.
  struct Part {
    var expression: RegularExpression
    var size: Int
  }

  var reader: PatternReader
  let ignoreCase: Bool
  var depth = 0

  init(_ pattern: String, ignoreCase: Bool) {
    reader = PatternReader(pattern)
    self.ignoreCase = ignoreCase
  }

  mutating func parse() throws(PatternFault) -> RegularExpression {
    let part = try alternatives()
    if !reader.isAtEnd {
      throw reader.fault(
        .invalid, "this `)` closes no group; a literal one is written `\\)`",
        reader.index..<reader.index + 1)
    }
    return part.expression
  }

  // MARK: Structure

  mutating func alternatives() throws(PatternFault) -> Part {
    let start = reader.index
    var parts = [try sequence()]
    while reader.take("|") { parts.append(try sequence()) }
    if parts.count == 1 { return parts[0] }
    return try checked(
      Part(
        expression: .alternatives(parts.map { $0.expression }),
        size: parts.reduce(0) { $0 + $1.size }), start)
  }

  mutating func sequence() throws(PatternFault) -> Part {
    let start = reader.index
    var parts: [RegularExpression] = []
    var size = 0
    while let scalar = reader.peek, scalar != "|", scalar != ")" {
      let part = try repetition()
      size += part.size
      if size > RegularExpression.maximumSize { throw tooLarge(start) }
      if part.expression != .empty { parts.append(part.expression) }
    }
    switch parts.count {
    case 0: return Part(expression: .empty, size: 0)
    case 1: return Part(expression: parts[0], size: size)
    default: return Part(expression: .sequence(parts), size: size)
    }
  }

  mutating func repetition() throws(PatternFault) -> Part {
    let start = reader.index
    var part = try atom()
    let quantifier = reader.index
    guard let (lower, upper) = try bounds() else { return part }
    if part.expression == .start || part.expression == .end {
      throw reader.fault(
        .invalid, "an anchor cannot be repeated", start..<reader.index)
    }
    switch reader.peek {
    case "?":
      throw reader.fault(
        .unsupported,
        "lazy repetition is not supported; the whole value must match, so it has no effect: delete the `?`",
        quantifier..<reader.index + 1)
    case "+":
      throw reader.fault(
        .unsupported,
        "possessive repetition is not supported; delete the second `+`",
        quantifier..<reader.index + 1)
    case "*", "{":
      throw reader.fault(
        .invalid,
        "there is nothing to repeat before this; a repetition of a repetition needs a group",
        reader.index..<reader.index + 1)
    default: break
    }
    part.size = max(part.size, 1) * max(upper ?? lower + 1, 1)
    part.expression = .repetition(part.expression, lower: lower, upper: upper)
    return try checked(part, start)
  }

  /// Parses `*`, `+`, `?` or `{m,n}`; returns nil if there is none.
  mutating func bounds() throws(PatternFault) -> (lower: Int, upper: Int?)? {
    if reader.take("*") { return (0, nil) }
    if reader.take("+") { return (1, nil) }
    if reader.take("?") { return (0, 1) }
    let start = reader.index
    guard reader.take("{") else { return nil }
    guard let lower = try count(from: start) else {
      throw reader.fault(
        .invalid, "a repetition is written `{m}`, `{m,}` or `{m,n}`; a literal brace `\\{`",
        start..<reader.index)
    }
    var upper: Int? = lower
    if reader.take(",") { upper = try count(from: start) }
    guard reader.take("}") else {
      throw reader.fault(
        .invalid, "a repetition is written `{m}`, `{m,}` or `{m,n}`; a literal brace `\\{`",
        start..<reader.index)
    }
    if let upper, upper < lower {
      throw reader.fault(
        .invalid, "the bounds are reversed: \(lower) is more than \(upper)", start..<reader.index)
    }
    return (lower, upper)
  }

  mutating func count(from start: Int) throws(PatternFault) -> Int? {
    var value: Int?
    while let digit = reader.peek, ("0"..."9").contains(digit) {
      value = min((value ?? 0) * 10 + Int(digit.value - 0x30), RegularExpression.maximumCount + 1)
      reader.index += 1
    }
    if let value, value > RegularExpression.maximumCount {
      throw reader.fault(
        .invalid, "the bounds of a repetition are at most \(RegularExpression.maximumCount)",
        start..<reader.index)
    }
    return value
  }

  mutating func atom() throws(PatternFault) -> Part {
    let start = reader.index
    guard let scalar = reader.next() else { return Part(expression: .empty, size: 0) }
    switch scalar {
    case "(": return try group(start)
    case "[": return Part(expression: .set(try characterClass(start)), size: 1)
    case ".": return Part(expression: .set(.anyButLineEnds), size: 1)
    case "^": return Part(expression: .start, size: 1)
    case "$": return Part(expression: .end, size: 1)
    case "\\":
      let escape = try self.escape(start)
      switch escape {
      case .scalar(let scalar): return literal(scalar)
      case .set(let set): return Part(expression: .set(set), size: 1)
      }
    case "*", "+", "?":
      throw reader.fault(
        .invalid,
        "there is nothing to repeat before `\(scalar)`; a literal one is written `\\\(scalar)`",
        start..<reader.index)
    case "{":
      throw reader.fault(
        .invalid, "there is nothing to repeat before `{`; a literal one is written `\\{`",
        start..<reader.index)
    case "]", "}":
      throw reader.fault(
        .invalid, "this `\(scalar)` closes nothing; a literal one is written `\\\(scalar)`",
        start..<reader.index)
    default: return literal(scalar)
    }
  }

  func literal(_ scalar: Unicode.Scalar) -> Part {
    let set = ScalarSet(scalar)
    return Part(expression: .set(ignoreCase ? CaseVariants.closure(of: set) : set), size: 1)
  }

  mutating func group(_ start: Int) throws(PatternFault) -> Part {
    if reader.peek == "?" { try groupKind(start) }
    depth += 1
    if depth > RegularExpression.maximumDepth {
      throw reader.fault(
        .invalid, "groups are nested more than \(RegularExpression.maximumDepth) deep",
        start..<start + 1)
    }
    let part = try alternatives()
    depth -= 1
    guard reader.take(")") else {
      throw reader.fault(
        .invalid, "this group is not closed; a literal parenthesis is written `\\(`",
        start..<start + 1)
    }
    return part
  }

  /// Consumes the `?:` of a group, or throws an error for any other `(?` construct.
  mutating func groupKind(_ start: Int) throws(PatternFault) {
    reader.index += 1
    if reader.take(":") { return }
    let named =
      "named groups are not supported, since `matches` captures nothing; write `( )`, or capture with `like` and `{name}`"
    let message: String
    switch (reader.peek, reader.peek(1)) {
    case ("=", _), ("!", _):
      message =
        "look-ahead is not supported; write a second condition with `&&` and `!`"
    case ("<", "="), ("<", "!"):
      message =
        "look-behind is not supported; write a second condition with `&&` and `!`"
    case ("<", _), ("P", "<"), ("'", _): message = named
    case ("P", "="):
      message = "back-references are not supported; write the alternatives out"
    case (">", _): message = "atomic groups are not supported; write `(?: )`"
    case ("#", _):
      message = "comments are not supported inside a regular expression; write `//` above the rule"
    case ("(", _), ("|", _), ("R", _), ("0", _), ("&", _):
      message = "this kind of group is not supported; write `( )` or `(?: )`"
    default:
      message = "inline flags are not supported; write `/i` after the closing slash to ignore case"
    }
    throw reader.fault(
      .unsupported, message, start..<min(reader.index + 1, reader.scalars.count))
  }

  func checked(_ part: Part, _ start: Int) throws(PatternFault) -> Part {
    if part.size > RegularExpression.maximumSize { throw tooLarge(start) }
    return part
  }

  func tooLarge(_ start: Int) -> PatternFault {
    reader.fault(
      .invalid,
      "the expression is too large: after expanding its repetitions it has more than \(RegularExpression.maximumSize) parts",
      start..<reader.index)
  }

  // MARK: Escapes

  enum Escape {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
  }

  /// Parses the escape after a backslash at `start`.
  mutating func escape(_ start: Int) throws(PatternFault) -> Escape {
    guard let scalar = reader.next() else {
      throw reader.fault(
        .invalid, "nothing follows the backslash; a literal one is written `\\\\`",
        start..<reader.index)
    }
    switch scalar {
    case "d": return .set(.digits)
    case "D": return .set(ScalarSet.digits.complement)
    case "w": return .set(.wordCharacters)
    case "W": return .set(ScalarSet.wordCharacters.complement)
    case "s": return .set(.whitespace)
    case "S": return .set(ScalarSet.whitespace.complement)
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "t": return .scalar("\t")
    case "f": return .scalar("\u{0C}")
    case "v": return .scalar("\u{0B}")
    case "0":
      if let digit = reader.peek, ("0"..."9").contains(digit) {
        throw reader.fault(
          .unsupported, "octal escapes are not supported; write `\\xHH`", start..<reader.index + 1)
      }
      return .scalar("\0")
    case "x": return .scalar(try hexadecimal(digits: 2, start))
    case "u": return .scalar(try unicodeEscape(start))
    default:
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar),
        scalar.value >= 0x20, scalar.value != 0x7F
      {
        return .scalar(scalar)
      }
      throw reader.fault(
        Self.unsupportedEscapes[scalar] == nil ? .invalid : .unsupported,
        Self.unsupportedEscapes[scalar]
          ?? "`\\` before this character has no meaning; write the character alone, or `\\\\` for a backslash",
        start..<reader.index)
    }
  }

  static let unsupportedEscapes: [Unicode.Scalar: String] = {
    var messages: [Unicode.Scalar: String] = [:]
    for digit in "123456789k".unicodeScalars {
      messages[digit] =
        "back-references are not supported; write the alternatives out"
    }
    for letter in "pP".unicodeScalars {
      messages[letter] =
        "Unicode property classes are not supported; write the ranges, such as `[a-z\\u{E0}-\\u{FF}]`"
    }
    for letter in "bB".unicodeScalars {
      messages[letter] =
        "word boundaries are not supported; the whole value must match, so write the text around the word, such as `(.*\\W)?`"
    }
    for letter in "AZzG".unicodeScalars {
      messages[letter] = "this anchor is not supported, and not needed: the whole value must match"
    }
    for letter in "QE".unicodeScalars {
      messages[letter] = "quoting is not supported; write a `\\` before each special character"
    }
    for letter in "RXNhHVKcCe".unicodeScalars {
      messages[letter] =
        "this escape is not supported; write a class such as `[\\r\\n]`, or `\\xHH`"
    }
    return messages
  }()

  mutating func hexadecimal(digits: Int, _ start: Int) throws(PatternFault) -> Unicode.Scalar {
    guard let value = hexadecimalValue(digits: digits), let scalar = Unicode.Scalar(value) else {
      throw reader.fault(
        .invalid,
        "`\\\(digits == 2 ? "x" : "u")` needs \(digits) hexadecimal digits of a Unicode scalar",
        start..<reader.index)
    }
    return scalar
  }

  mutating func hexadecimalValue(digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = reader.peek, let number = digit.hexadecimalValue else { return nil }
      value = value * 16 + number
      reader.index += 1
    }
    return value
  }

  /// Parses the rest of `\u{…}`, of `\uHHHH`, or of a surrogate pair of two `\uHHHH`.
  mutating func unicodeEscape(_ start: Int) throws(PatternFault) -> Unicode.Scalar {
    if reader.take("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = reader.peek, let number = digit.hexadecimalValue {
        value = min(value * 16 + number, 0x110000)
        count += 1
        reader.index += 1
      }
      if reader.take("}"), count > 0, let scalar = Unicode.Scalar(value) { return scalar }
      throw reader.fault(
        .invalid, "`\\u{…}` needs the hexadecimal number of a Unicode scalar", start..<reader.index)
    }
    let beforeDigits = reader.index
    if let high = hexadecimalValue(digits: 4), (0xD800...0xDBFF).contains(high),
      reader.take("\\"), reader.take("u"),
      let low = hexadecimalValue(digits: 4), (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    {
      return scalar
    }
    reader.index = beforeDigits
    return try hexadecimal(digits: 4, start)
  }

  // MARK: Classes

  /// Parses the text after `[` up to and including `]`.
  mutating func characterClass(_ start: Int) throws(PatternFault) -> ScalarSet {
    let isNegated = reader.take("^")
    var letters: [ClosedRange<UInt32>] = []
    var classes: [ClosedRange<UInt32>] = []
    var isEmpty = true
    while true {
      guard let scalar = reader.peek else {
        throw reader.fault(
          .invalid, "this class is not closed; a literal bracket is written `\\[`",
          start..<start + 1)
      }
      if scalar == "]" { break }
      isEmpty = false
      let memberStart = reader.index
      switch try member() {
      case .set(let set):
        classes += set.ranges
        if reader.peek == "-", reader.peek(1) != "]" {
          throw reader.fault(
            .invalid, "a class escape cannot start a range; a literal hyphen is written `\\-`",
            memberStart..<reader.index + 1)
        }
      case .scalar(let low):
        guard reader.peek == "-", let after = reader.peek(1), after != "]" else {
          letters.append(low.value...low.value)
          continue
        }
        reader.index += 1
        guard case .scalar(let high) = try member() else {
          throw reader.fault(
            .invalid, "a class escape cannot end a range; a literal hyphen is written `\\-`",
            memberStart..<reader.index)
        }
        if high.value < low.value {
          throw reader.fault(.invalid, "the range is reversed", memberStart..<reader.index)
        }
        letters.append(low.value...high.value)
      }
    }
    reader.index += 1
    if isEmpty {
      throw reader.fault(
        .invalid, "an empty class matches nothing; a literal `]` is written `\\]`",
        start..<reader.index)
    }
    var set = ScalarSet(canonical: letters)
    if ignoreCase { set = CaseVariants.closure(of: set) }
    set = set.union(ScalarSet(canonical: classes))
    return isNegated ? set.complement : set
  }

  /// Parses one member of a class, or one end of a range.
  mutating func member() throws(PatternFault) -> Escape {
    let start = reader.index
    guard let scalar = reader.next() else {
      throw reader.fault(.invalid, "this class is not closed", start..<start)
    }
    switch (scalar, reader.peek) {
    case ("\\", _): return try escape(start)
    case ("[", ":"), ("[", "="), ("[", "."):
      throw reader.fault(
        .unsupported, "named classes are not supported; write the ranges, such as `[A-Za-z]`",
        start..<reader.index + 1)
    case ("[", _):
      throw reader.fault(
        .invalid, "a class inside a class is not supported; a literal bracket is written `\\[`",
        start..<reader.index)
    case ("&", "&"), ("~", "~"), ("-", "-"):
      throw reader.fault(
        .unsupported,
        "set operators in a class are not supported; write the ranges, or `\\\(scalar)` for the character",
        start..<reader.index + 1)
    default: return .scalar(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// The value of the scalar as a hexadecimal ASCII digit; nil for other scalars.
  var hexadecimalValue: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }
}
