import Diagnostics
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// A reason why a regular expression matches other texts than it seems to.
enum ExpressionSlip {
  /// A point in a host that is not escaped, with the escaped pattern.
  case point(Meant)
  /// An expression with only one anchor, which is meant as a search, with the pattern for a search.
  case search(Meant, atStart: Bool)
  /// A sign that the value can contain only as an escape, such as `?` in a path.
  case sign(Character)
  /// An escape of a URL in a value that is decoded, with the decoded pattern.
  case escape(Meant)

  /// A pattern that is probably meant.
  struct Meant {
    var expression: RegularExpression
    /// The expression with slashes and flags.
    var text: String

    /// Fails if the pattern is not valid.
    fileprivate init?(_ pattern: String, _ regex: RegexSyntax) {
      text = "/\(pattern)/\(regex.flags)"
      guard
        case .success(let expression) = RegularExpression.parse(
          pattern, ignoreCase: regex.flags == "i")
      else { return nil }
      self.expression = expression
    }
  }

  /// The possible slips of a comparison, judging by its text only.
  static func all(_ comparison: ComparisonSyntax) -> [ExpressionSlip] {
    guard case .regex(let regex) = comparison.operand else { return [] }
    let isHost = comparison.subject.isHost
    if let search = search(regex) { return [search] }
    if isHost, let pattern = escapingPoints(regex.pattern), let meant = Meant(pattern, regex) {
      return [.point(meant)]
    }
    guard comparison.subject.isDecodedPath else { return [] }
    let signs: [(Character, String)] = [("?", "\\?"), ("?", "[?]"), ("#", "#")]
    if let sign = signs.first(where: { regex.pattern.contains($0.1) }) { return [.sign(sign.0)] }
    let decoded = PercentEscapedPattern.decoded(regex.pattern)
    if decoded != regex.pattern, let meant = Meant(decoded, regex) { return [.escape(meant)] }
    return []
  }

  /// The slip of an expression with only one of `^` and `$`; nil for other expressions.
  private static func search(_ regex: RegexSyntax) -> ExpressionSlip? {
    let pattern = regex.pattern
    let (isStart, isEnd) = (pattern.hasPrefix("^"), pattern.endsWithAnchor)
    guard isStart != isEnd, !pattern.hasAlternatives else { return nil }
    if isStart {
      if pattern.hasSuffix(".*") { return nil }
      return Meant(pattern + ".*", regex).map { .search($0, atStart: true) }
    }
    if pattern.hasPrefix(".*") { return nil }
    return Meant(".*" + pattern, regex).map { .search($0, atStart: false) }
  }

  /// The pattern with a backslash before each point between letters or digits; nil if there is no such point.
  private static func escapingPoints(_ pattern: String) -> String? {
    let bytes = Array(pattern.utf8)
    var result: [UInt8] = []
    var isInClass = false
    var isEscaped = false
    var changes = false
    func isLetter(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      return (bytes[index] | 0x20) &- 0x61 < 26 || bytes[index] &- 0x30 < 10
    }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "."), !isInClass, !isEscaped, isLetter(index + 1),
        index > 0,
        isLetter(index - 1) || [UInt8(ascii: ")"), UInt8(ascii: "]")].contains(bytes[index - 1])
      {
        result.append(UInt8(ascii: "\\"))
        changes = true
      }
      if !isEscaped, byte == UInt8(ascii: "[") { isInClass = true }
      if !isEscaped, byte == UInt8(ascii: "]") { isInClass = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      result.append(byte)
    }
    return changes ? String(decoding: result, as: UTF8.self) : nil
  }

  // MARK: - Finding

  /// The finding about the slip; nil if no request shows it.
  func finding(
    _ comparison: ComparisonSyntax, in file: FileID, _ witnesses: inout LiteralWitness
  ) -> Finding? {
    let place = Location(file, comparison.span)
    guard let test = witnesses.test(at: place) else { return nil }
    func isMember(_ pattern: TextPattern) -> CoreCondition {
      .test(test.subject.asText, .member(of: pattern))
    }
    let location = Location(file, comparison.operandSpan)
    func mending(_ meant: Meant) -> Fix { Fix([Edit(location, meant.text)], isSafe: false) }
    let subject = Prose.code(comparison.subject.text)
    var finding: Finding
    let witness: Witness?
    switch self {
    case .point(let meant):
      witness = witnesses.request(place, [.not(isMember(.expression(meant.expression)))])
      guard let witness else { return nil }
      finding = Page.suspiciousLiteral.finding(
        "the `.` matches any character: \(Prose.request(witness)) satisfies this too",
        at: location, label: "`.` is not escaped", help: "write `\\.` for a point",
        fix: mending(meant))
    case .search(let meant, let atStart):
      witness = witnesses.request(
        test.subject, [isMember(.expression(meant.expression)), .not(test.core)], place)
      // If the condition is never true, it has another finding.
      guard let witness, witnesses.request(place) != nil else { return nil }
      finding = Page.suspiciousLiteral.finding(
        "`matches` compares the whole text of \(subject): \(Prose.request(witness)) does not match",
        at: location, label: atStart ? "`^` without `$`" : "`$` without `^`",
        help: "write \(Prose.code(meant.text)) to search, or both `^` and `$` for the whole text")
    case .sign(let sign):
      let hasSign = isMember(.infix(ExactString(String(sign))))
      witness = witnesses.request(place)
      guard let witness, witnesses.request(place, [.not(hasSign)]) == nil else { return nil }
      finding = Page.suspiciousLiteral.finding(
        "\(subject) is compared with a text that only URLs like \(Prose.request(witness)) contain",
        at: location, label: "the path ends before `?` and `#`",
        help: "compare `query.name` and `fragment` separately")
    case .escape(let meant):
      witness = witnesses.request(place)
      guard let witness, witnesses.request(place, [.not(isMember(.infix("%")))]) == nil else {
        return nil
      }
      finding = Page.suspiciousLiteral.finding(
        "\(subject) is compared with a text that only URLs like \(Prose.request(witness)) contain",
        at: location, label: "escapes are decoded before the comparison",
        help: "write \(Prose.code(meant.text))", fix: mending(meant))
    }
    finding.witness = witness.map { RuleLanguagePrinter.requestText($0) }
    return finding
  }
}

/// Escapes of URLs in regular expressions.
private enum PercentEscapedPattern {
  /// The pattern with escapes replaced by their characters: letters, digits, blanks and signs without a meaning in
  /// patterns.
  static func decoded(_ pattern: String) -> String {
    var result = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "%", let value = UInt8(rest.prefix(2), radix: 16), value < 0x7F,
        value >= 0x20
      else {
        result.append(character)
        continue
      }
      rest = rest.dropFirst(2)
      let decoded = Character(Unicode.Scalar(value))
      let isPlain = decoded.isLetter || decoded.isNumber || " -_:;,@&=~!'\"<>".contains(decoded)
      result += isPlain ? String(decoded) : "\\" + String(decoded)
    }
    return result
  }
}

extension ReferenceSyntax {
  /// True for the path and its components, whose escapes are decoded.
  fileprivate var isDecodedPath: Bool {
    part == "path" || part == "path.last" || part.hasPrefix("path[")
  }
}

extension String {
  /// True if the last character is a `$` that is not escaped.
  fileprivate var endsWithAnchor: Bool {
    guard hasSuffix("$") else { return false }
    let backslashes = dropLast().reversed().prefix { $0 == "\\" }.count
    return backslashes % 2 == 0
  }

  /// True for a pattern with `|` outside of brackets. Each `^` or `$` in it belongs to one alternative only.
  var hasAlternatives: Bool {
    var (depth, isInClass) = (0, false)
    var rest = self[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\": _ = rest.popFirst()
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass: depth += 1
      case ")" where !isInClass: depth -= 1
      case "|" where !isInClass && depth == 0: return true
      default: break
      }
    }
    return false
  }
}
