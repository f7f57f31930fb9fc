import Diagnostics
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// A test of the host that its literal names, in a form that hosts of other owners may satisfy too.
///
/// The text shows only that this is possible. The analysis decides whether there is such a host.
struct OpenHost {
  private let comparison: ComparisonSyntax
  /// The hosts in the literal. An expression can have several.
  private let hosts: [String]
  /// The pattern or text, without the delimiters.
  private let text: String

  init?(_ comparison: ComparisonSyntax) {
    guard comparison.mayLeaveHostOpen else { return nil }
    let isURL = !comparison.subject.isHost
    var isExpression = false
    switch comparison.operand {
    case .literal(.string(let string)): text = string.value
    case .regex(let regex):
      isExpression = true
      text = regex.pattern
    case .literal, .value, .names: return nil
    }
    let plain = isExpression ? Self.withoutEscapes(text) : text
    hosts = Self.hosts(in: plain, isURL: isURL, isExpression)
    if hosts.isEmpty { return nil }
    self.comparison = comparison
  }

  // MARK: - The host in the text

  /// The hosts in the text: all of them in an expression, otherwise the first.
  private static func hosts(in text: String, isURL: Bool, _ isExpression: Bool) -> [String] {
    var hosts: [String] = []
    var rest = text[...]
    var isAfterScheme = false
    if isURL, !isExpression, let range = text.firstRange(of: "://") {
      rest = text[range.upperBound...]
      rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      isAfterScheme = true
    }
    for run in rest.split(whereSeparator: { !isHostCharacter($0) }) {
      let host = run.drop { $0 == "." || $0 == "-" }
      let end = host.lastIndex { $0 != "." && $0 != "-" }
      guard let end, RegistrableDomain.of(host[...end]) != nil else { continue }
      let found = host[...end]
      // In the middle of a URL, a name with a point can also be the name of a file.
      let isAtStart =
        isExpression || found.startIndex == text.startIndex
        || text[..<found.startIndex].hasSuffix("//")
      guard !isURL || isAfterScheme || isAtStart && !isFileName(found) else { continue }
      hosts.append(found.lowercased())
      if !isExpression { break }
    }
    return hosts
  }

  private static func isHostCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
      || character == "." || character == "-"
  }

  private static func isFileName(_ name: Substring) -> Bool {
    fileExtensions.contains(String(name.split(separator: ".").last ?? ""))
  }

  private static let fileExtensions: Set<String> = [
    "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "do", "cgi", "js", "mjs", "css", "json",
    "xml", "rss", "pdf", "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "txt", "csv", "doc",
    "docx", "xls", "xlsx", "ppt", "pptx", "zip", "gz", "apk", "ipa", "plist", "wasm", "epub",
  ]

  /// The pattern of an expression with `.` for `\.` and `/` for `\/`. Parts that match other texts become blanks.
  private static func withoutEscapes(_ pattern: String) -> String {
    var result = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        result.append(next.isLetter || next.isNumber ? " " : next)
      } else if character == ".", let next = rest.first, "*+?{".contains(next) {
        result.append(" ")
      } else {
        result.append(character)
      }
    }
    return result
  }

  // MARK: - The question

  /// Alternatives of tests that hold for the host of another owner, the best ones first.
  func strangers(_ subject: RequestValue) -> [[CoreCondition]] {
    guard let root = subject.root else { return [] }
    let host = RequestValue.part(.host, of: root)
    func test(_ pattern: TextPattern) -> CoreCondition { .test(host, .member(of: pattern)) }
    let owned = hosts.compactMap { RegistrableDomain.of($0) }.flatMap { domain in
      [test(.oneOf([ExactString(domain)])), test(.suffix(ExactString("." + domain)))]
    }
    let isStranger = [.test(host, .present)] + owned.map { CoreCondition.not($0) }
    let before = isStranger + [test(.prefix("evil")), .not(test(.prefix("evil.")))]
    let after = isStranger + [test(.suffix(".evil.example"))]
    let isOpenAtEnd = comparison.comparison == .hasPrefix || comparison.comparison == .matches
    return (isOpenAtEnd ? [after, before] : [before, after]) + [isStranger]
  }

  // MARK: - The finding

  func finding(_ witness: Witness, in file: FileID) -> Finding {
    let meant = meant
    var finding = Page.suspiciousLiteral.finding(
      "hosts of strangers satisfy this, too: \(Prose.request(witness))",
      at: Location(file, comparison.operandSpan), label: label,
      help: meant.map { "write \(Prose.code($0.text))" }
        ?? "compare the host: \(Prose.code(closed))",
      fix: meant.map { Fix([Edit(Location(file, $0.span), $0.text)], isSafe: false) })
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  private var label: String {
    switch comparison.comparison {
    case .hasSuffix: "no `.` before the first label"
    case .hasPrefix: "the host can be longer"
    case .contains:
      comparison.subject.isHost ? "anywhere in the host" : "anywhere in the URL"
    case .like: "the wildcard can be a part of a label"
    default: "other text can be around the host"
    }
  }

  private var hostSubject: String { (comparison.subject.urlRoot.map { $0 + "." } ?? "") + "host" }

  /// The condition that holds exactly for the hosts and those below them.
  private var closed: String {
    let parts = hosts.flatMap { host in
      [
        "\(hostSubject) == \(Quoting.rule(host))",
        "\(hostSubject) hasSuffix \(Quoting.rule("." + host))",
      ]
    }
    return "(\(parts.joined(separator: " || ")))"
  }

  /// The condition or literal that is meant, with the span that it replaces; nil if the literal contains more than
  /// the host.
  private var meant: (span: Span, text: String)? {
    let whole = comparison.span
    guard case .literal = comparison.operand, let host = hosts.first else { return nil }
    if comparison.subject.isHost {
      switch comparison.comparison {
      case .hasPrefix where text == host, .like where text.hasPrefix(host):
        guard text.dropFirst(host.count).allSatisfy({ $0 == "*" }) else { return nil }
        return (whole, "\(hostSubject) == \(Quoting.rule(host))")
      case .like:
        guard text.filter({ $0 != "*" }) == host, !text.hasSuffix("*") else { return nil }
        return (comparison.operandSpan, Quoting.rule("**." + host))
      default:
        return text == host ? (whole, closed) : nil
      }
    }
    guard let scheme = text.firstRange(of: "://").map({ String(text[..<$0.lowerBound]) }) else {
      return text == host ? (whole, closed) : nil
    }
    let start = scheme + "://" + host
    if comparison.comparison == .hasPrefix {
      return text == start ? (comparison.operandSpan, Quoting.rule(start + "/")) : nil
    }
    let stars = text.dropFirst(scheme.count + 3).prefix { $0 == "*" }
    let rest = text.dropFirst(scheme.count + 3 + stars.count)
    guard rest.hasPrefix(host) else { return nil }
    let end = rest.dropFirst(host.count).drop { $0 == "*" }
    guard comparison.comparison == .like, end.isEmpty || end == "/**" else { return nil }
    let open = scheme + "://" + (stars.isEmpty ? "" : "**.")
    return (comparison.operandSpan, Quoting.rule(open + host + "/**"))
  }
}
