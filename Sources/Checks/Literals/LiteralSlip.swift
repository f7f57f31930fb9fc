import Diagnostics
import Requests
import Semantics
import Syntax
import Text
import WebURL

/// The ways in which a literal matches other values than it seems to.
enum LiteralSlip {
  /// A path with `?` or `#`.
  case queryInPath
  /// An escape of a URL, which is decoded before the comparison: the decoded text.
  case escape(String)
  /// `#top` as a fragment.
  case numberSign
  /// A pattern after an operator that compares texts.
  case pattern
  /// A parameter of another language's routes: the text with `{name}`.
  case parameter(String)
  /// The end of a host that may be in the middle of a label.
  case openSuffix
  /// A URL with user info: the URL without it, and its host.
  case userInfo(String, host: String)

  /// Tests only the text; nil for most literals.
  init?(_ literal: ComparedLiteral) {
    let text = literal.string.value
    let comparison = literal.comparison.comparison
    guard literal.comparison.isMarked(literal.string) else { return nil }
    let kind = literal.kind
    if comparison == .hasSuffix {
      guard literal.comparison.subject.isHost, Self.isDomain(text) else { return nil }
      self = .openSuffix
      return
    }
    let isPath = kind == "path" || kind == "path[]" || kind == "path.last"
    if isPath || kind == "host",
      comparison == .equal || comparison == .notEqual
        || comparison == .isIn || comparison == .notIn
    {
      if let meant = ForeignNames.parameters(text), kind == "path" {
        self = .parameter(meant)
        return
      }
      if text.contains("*") || isPath && ForeignNames.hasParameters(text) {
        self = .pattern
        return
      }
    }
    if isPath, comparison == .hasPrefix, text.hasSuffix("*") {
      self = .pattern
      return
    }
    if comparison == .like, kind == "path", let meant = ForeignNames.parameters(text) {
      self = .parameter(meant)
      return
    }
    if kind == "fragment", comparison == .equal || comparison == .hasPrefix, text.hasPrefix("#") {
      self = .numberSign
      return
    }
    if isPath, comparison != .contains, text.contains("?") || text.contains("#") {
      self = .queryInPath
      return
    }
    if kind == "url", comparison != .like, let (without, host) = Self.withoutUserInfo(text) {
      self = .userInfo(without, host: host)
      return
    }
    // A `+` in a parameter of the query is not taken for a space that was meant.
    if isPath || kind == "query." || kind == "fragment",
      let decoded = Self.decoded(text, as: isPath ? .pathComponent : .fragment)
    {
      self = .escape(decoded)
      return
    }
    return nil
  }

  /// True for `bank.example`: labels of letters with a point between them and none before the first.
  private static func isDomain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != 0x2E, first != 0x2D, text.contains(".") else {
      return false
    }
    return text.utf8.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// The URL without user info, and its host; nil if it has none.
  private static func withoutUserInfo(_ url: String) -> (String, host: String)? {
    let bytes = Array(url.utf8)
    guard let start = bytes.firstRange(of: Array("://".utf8))?.upperBound else { return nil }
    let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
    guard let sign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
    return (
      String(decoding: bytes[..<start] + bytes[(sign + 1)...], as: UTF8.self),
      String(decoding: bytes[(sign + 1)..<end], as: UTF8.self)
    )
  }

  /// The text with its escapes decoded; nil without any.
  private static func decoded(_ text: String, as use: PercentEscapes.Use) -> String? {
    guard text.contains("%") else { return nil }
    let decoded = PercentEscapes.decode(text, as: use)
    return decoded == text ? nil : decoded
  }

  // MARK: - Witnesses

  /// True if the finding is only right with a witness.
  var needsWitness: Bool {
    if case .openSuffix = self { true } else { false }
  }

  /// Further tests of the value, the best first, that a witness of the slip satisfies.
  func otherTests(_ subject: RequestValue?) -> [[CoreCondition]] {
    guard case .openSuffix = self, let subject else { return [[]] }
    // A host of a stranger: one label before the suffix, without a point between them.
    func prefix(_ text: String) -> CoreCondition {
      .test(subject, .member(of: .prefix(ExactString(text))))
    }
    let points = CoreCondition.test(subject, .member(of: .prefix("evil")))
    return [[points, .not(prefix("evil."))]]
  }

  // MARK: - Texts

  var label: String {
    switch self {
    case .queryInPath: "the path ends before `?` and `#`"
    case .escape: "escapes are decoded before the comparison"
    case .numberSign: "the fragment begins after `#`"
    case .pattern: "compared as it is written, not as a pattern"
    case .parameter: "not a parameter, but this text"
    case .openSuffix: "no `.` before the first label"
    case .userInfo(_, let host): "user info before `@`; the host is `\(host)`"
    }
  }

  func message(_ literal: ComparedLiteral, _ request: String?) -> String {
    let shown = "`\(literal.subject)`"
    switch self {
    case .openSuffix:
      return "hosts of strangers end in this text: \(request ?? "")"
    default:
      guard let request else {
        return "\(shown) is compared with a text that is probably not meant"
      }
      return "\(shown) is compared with a text that only URLs like \(request) contain"
    }
  }

  func help(_ literal: ComparedLiteral) -> String? {
    if let replacement = replacement(literal) { return "write \(Prose.code(replacement.text))" }
    switch self {
    case .queryInPath: return "compare `query.name` and `fragment` separately"
    case .pattern: return "patterns are compared by `like`"
    case .parameter: return "parameters are written `{id}`, in `like`"
    case .escape(let decoded): return "write `\(Quoting.rule(decoded))`"
    case .numberSign, .openSuffix, .userInfo: return nil
    }
  }

  func fix(_ literal: ComparedLiteral) -> Fix? {
    replacement(literal).map { replacement in
      Fix([Edit(Location(literal.file, replacement.span), replacement.text)], isSafe: false)
    }
  }

  /// The text that is meant, and the span that it replaces.
  private func replacement(_ literal: ComparedLiteral) -> (span: Span, text: String)? {
    let text = literal.string.value
    let comparison = literal.comparison
    let isEqual = literal.isWhole && comparison.comparison == .equal
    let subject = literal.subject
    func whole(_ parts: [String]) -> (Span, String) {
      let joined = parts.joined(separator: " && ")
      return (comparison.span, literal.isNegated && parts.count > 1 ? "(\(joined))" : joined)
    }
    switch self {
    case .escape(let text), .userInfo(let text, _):
      return (literal.string.span, Quoting.rule(text))
    case .numberSign: return (literal.string.span, Quoting.rule(String(text.dropFirst())))
    case .parameter(let meant):
      if comparison.comparison == .like { return (literal.string.span, Quoting.rule(meant)) }
      return isEqual ? whole(["\(subject) like \(Quoting.rule(meant))"]) : nil
    case .pattern:
      if comparison.comparison == .hasPrefix {
        let stem = text.prefix { $0 != "*" }
        guard text.dropFirst(stem.count).allSatisfy({ $0 == "*" }) else { return nil }
        return (literal.string.span, Quoting.rule(String(stem)))
      }
      return isEqual ? whole(["\(subject) like \(Quoting.rule(text))"]) : nil
    case .queryInPath:
      guard isEqual || comparison.comparison == .like, subject == "path" else { return nil }
      return parts(of: text).map { whole($0) }
    case .openSuffix:
      guard literal.isWhole else { return nil }
      let suffix = Quoting.rule("." + text)
      return (
        comparison.span, "(\(subject) == \(Quoting.rule(text)) || \(subject) hasSuffix \(suffix))"
      )
    }
  }

  /// The conditions for a path with a query or fragment; nil if they are not plain.
  private func parts(of text: String) -> [String]? {
    let hash = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let question = hash[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = PercentEscapes.decode(String(question[0]), as: .pathComponent)
    guard path.hasPrefix("/") else { return nil }
    func compared(_ subject: String, _ value: String) -> String {
      if value == "*" || value == "**" { return "exists \(subject)" }
      let isPattern = value.contains("*") || value.contains("{")
      return "\(subject) \(isPattern ? "like" : "==") \(Quoting.rule(value))"
    }
    var parts = [compared("path", path)]
    if question.count == 2 {
      for pair in question[1].split(separator: "&") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let key = PercentEscapes.decode(String(sides[0]), as: .queryValue)
        guard !key.isEmpty, !key.contains("*") else { return nil }
        let subject = ForeignNames.isName(key) ? "query.\(key)" : "query[\(Quoting.rule(key))]"
        parts.append(
          sides.count == 2
            ? compared(subject, PercentEscapes.decode(String(sides[1]), as: .queryValue))
            : "exists \(subject)")
      }
    }
    if hash.count == 2, !hash[1].isEmpty {
      parts.append(compared("fragment", PercentEscapes.decode(String(hash[1]), as: .fragment)))
    }
    return parts
  }
}
