/// The regular expressions that WebKit's compiler of content blocker rules accepts.
///
/// WebKit parses them with its JavaScript engine, without the Unicode mode, and then rejects what its automata lack.
/// So a character that is plain in JavaScript, such as `{` without a count, is plain here too.
struct URLFilter {
  private let characters: [Character]
  private var offset = 0
  private var depth = 0
  /// True if a term has begun. A term can be a group.
  private var hasBegun = false
  /// True after a term that a quantifier can repeat.
  private var hasTerm = false
  private var names: Set<String> = []
  private var hasNamedReference = false

  /// The reason why WebKit cannot compile the pattern; nil if it can.
  static func problem(_ pattern: String) -> String? {
    if pattern.isEmpty { return "the pattern is empty" }
    if !pattern.utf8.allSatisfy({ $0 < 0x80 }) { return nonASCII }
    var filter = URLFilter(characters: pattern.unicodeScalars.map { Character($0) })
    return filter.problem()
  }

  private static let nonASCII = "only ASCII characters are supported; a URL has no others"

  private init(characters: [Character]) { self.characters = characters }

  private var current: Character? { offset < characters.count ? characters[offset] : nil }
  private var isAtEnd: Bool { offset == characters.count }

  private mutating func problem() -> String? {
    while let character = current {
      offset += 1
      if let problem = problem(after: character) { return problem }
    }
    if depth > 0 { return "there is no `)` for a `(`" }
    return hasNamedReference && !names.isEmpty ? "back-references are not supported" : nil
  }

  private mutating func problem(after character: Character) -> String? {
    switch character {
    case "|": return "`|` is not supported; write a rule for each alternative"
    case "^":
      hasTerm = false
      return hasBegun || depth > 0 ? "`^` is supported at the start only" : nil
    case "$":
      hasTerm = false
      hasBegun = true
      return isAtEnd ? nil : "`$` is supported at the end only"
    case "*", "+", "?": return quantifierProblem(String(character))
    case "{":
      if let count = count() {
        let isSupported = ["{0,1}", "{0,}", "{1,}"].contains(count)
        return isSupported
          ? quantifierProblem(count) : "a count in `{}` is not supported; repeat the term"
      }
    case "(":
      depth += 1
      hasTerm = false
      return groupProblem()
    case ")":
      depth -= 1
      if depth < 0 { return "there is no `(` for a `)`" }
    case "[": if let problem = classProblem() { return problem }
    case "\\":
      let start = offset
      if let problem = escapeProblem() { return problem }
      offset = start
      let value = escapedValue(inClass: false)
      if value >= 0x80 { return Self.nonASCII }
      if value == 0, let problem = zeroProblem() { return problem }
    default: break
    }
    hasBegun = true
    hasTerm = true
    return nil
  }

  private mutating func quantifierProblem(_ quantifier: String) -> String? {
    if !hasTerm { return "there is nothing to repeat before `\(quantifier)`" }
    // A lazy quantifier matches the same texts.
    if current == "?" { offset += 1 }
    hasTerm = false
    return nil
  }

  /// Reads the count after its `{`; nil if the `{` is a plain character.
  private mutating func count() -> String? {
    let start = offset - 1
    var isCount = digits()
    if isCount, current == "," {
      offset += 1
      _ = digits()
    }
    isCount = isCount && current == "}"
    if !isCount {
      offset = start + 1
      return nil
    }
    offset += 1
    return String(characters[start..<offset])
  }

  private mutating func digits() -> Bool {
    let start = offset
    while let character = current, character.isNumber { offset += 1 }
    return offset > start
  }

  private mutating func groupProblem() -> String? {
    if current != "?" { return nil }
    offset += 1
    if current == ":" {
      offset += 1
      return nil
    }
    var name = ""
    if current == "<" {
      offset += 1
      while let character = current,
        character.isLetter || "_$".contains(character) || !name.isEmpty && character.isNumber
      {
        name.append(character)
        offset += 1
      }
    }
    if name.isEmpty || current != ">" { return "look-around is not supported" }
    offset += 1
    return names.insert(name).inserted ? nil : "two groups are called `\(name)`"
  }

  private mutating func classProblem() -> String? {
    if current == "^" { offset += 1 }
    // `last` is the value before a `-`; `isRange` is true after the `-`.
    var (last, isRange): (Int?, Bool) = (nil, false)
    var isOnlyZero = true
    var isEmpty = true
    while let character = current {
      offset += 1
      let value: Int
      switch character {
      case "]": return isOnlyZero && !isEmpty ? zeroProblem() : nil
      case "-" where last != nil && !isRange:
        isRange = true
        continue
      case "\\":
        let start = offset
        if let problem = classEscapeProblem() { return problem }
        offset = start
        value = escapedValue(inClass: true)
      default: value = Self.value(of: character)
      }
      isEmpty = false
      isOnlyZero = isOnlyZero && value == 0
      if isRange, let first = last {
        if value < first { return "a range such as `[z-a]` has its ends in the wrong order" }
        (last, isRange) = (nil, false)
      } else {
        last = value
      }
    }
    return "there is no `]` for a `[`"
  }

  /// The problem of a character zero, which WebKit takes for the end of the URL; nil at the end of the pattern.
  private func zeroProblem() -> String? {
    isAtEnd ? nil : "`\\0` is supported at the end only"
  }

  private mutating func escapeProblem() -> String? {
    guard let character = current else { return classEscapeProblem() }
    if "bB".contains(character) { return "`\\\(character)` is not supported" }
    if "123456789".contains(character) { return "back-references are not supported" }
    hasNamedReference = hasNamedReference || character == "k"
    return classEscapeProblem()
  }

  private func classEscapeProblem() -> String? {
    guard let character = current else { return "there is nothing after `\\`" }
    return "dDwWsS".contains(character)
      ? "`\\\(character)` is not supported; write a class such as `[0-9]`" : nil
  }

  /// Reads the rest of an escape, and returns its value.
  private mutating func escapedValue(inClass: Bool) -> Int {
    let character = characters[offset]
    offset += 1
    switch character {
    case "x": return hexadecimal(2) ?? Self.value(of: character)
    case "u": return hexadecimal(4) ?? Self.value(of: character)
    case "c":
      if let letter = current, letter.isLetter || inClass && (letter.isNumber || letter == "_") {
        offset += 1
        return Self.value(of: letter) & 0x1F
      }
      // In this case the backslash is a plain character.
      offset -= 1
      return Self.value(of: "\\")
    case "0"..."7":
      var value = Self.value(of: character) & 7
      while let digit = current, "01234567".contains(digit), value < 0o40 {
        offset += 1
        value = value * 8 + (Self.value(of: digit) & 7)
      }
      return value
    case "b": return 8
    case "t": return 9
    case "n": return 10
    case "v": return 11
    case "f": return 12
    case "r": return 13
    default: return Self.value(of: character)
    }
  }

  private mutating func hexadecimal(_ count: Int) -> Int? {
    let digits = characters[offset...].prefix(count)
    guard digits.count == count, let value = Int(String(digits), radix: 16),
      digits.first?.isHexDigit == true
    else { return nil }
    offset += count
    return value
  }

  private static func value(of character: Character) -> Int {
    Int(character.unicodeScalars.first!.value)
  }
}
