import Diagnostics
import Requests
import Semantics
import Syntax
import Text
import WebURL

/// A reason why a literal matches other values than it seems to.
enum LiteralSlip {
  /// A path that contains `?` or `#`.
  case queryInPath
  /// An escape of a URL, which is decoded before the comparison. The text is the decoded one.
  case escape(String)
  /// A URL without its scheme, or with `//` after a scheme whose URLs have none. The text is the URL that is meant.
  case scheme(String, isMissing: Bool)
  /// A group with alternatives or a class, which only regular expressions have. The text is the expression that is
  /// meant, with slashes.
  case group(String)
  /// A fragment such as `#top`, or a query such as `?a=1`. The character is the sign before the value.
  case leadingSign(Character)
  /// A pattern after an operator that compares texts.
  case pattern
  /// A parameter in the syntax of another language's routes. The text has `{name}` instead.
  case parameter(String)
  /// A host that begins or ends with a point. The text is the host without it.
  case pointAtEnd(String, isFirst: Bool)
  /// A URL with user info. The text is the URL without it.
  case userInfo(String, host: String)

  /// Finds the slip by the text only; fails for most literals.
  init?(_ literal: ComparedLiteral) {
    let text = literal.string.value
    let comparison = literal.comparison.comparison
    guard literal.comparison.isMarked(literal.string) else { return nil }
    let kind = literal.kind
    let isPath = kind == "path" || kind == "path[]" || kind == "path.last"
    let isWholeText = [.equal, .notEqual, .isIn, .notIn].contains(comparison)
    if kind == "host", isWholeText || comparison == .like || comparison == .hasSuffix,
      let slip = Self.pointAtEnd(text, isWholeText || comparison == .like)
    {
      self = slip
      return
    }
    if isPath, isWholeText || comparison == .like, let meant = Self.expression(text) {
      self = .group(meant)
      return
    }
    if isPath || kind == "host", isWholeText {
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
    if comparison != .contains, comparison != .hasSuffix,
      let sign = ["fragment": "#", "query": "?"][kind], text.hasPrefix(sign)
    {
      self = .leadingSign(Character(sign))
      return
    }
    // The invalid pattern `{id?}` has an error already.
    if comparison == .like, text.contains("?}") { return nil }
    if isPath, comparison != .contains, text.contains("?") || text.contains("#") {
      self = .queryInPath
      return
    }
    if kind == "url", let slip = Self.scheme(text, isWhole: comparison != .hasPrefix) {
      self = slip
      return
    }
    if kind == "url", comparison != .like, let (without, host) = Self.withoutUserInfo(text) {
      self = .userInfo(without, host: host)
      return
    }
    // A `+` in a query parameter was not meant as a space.
    if isPath || kind == "query." || kind == "fragment",
      let decoded = Self.decoded(text, as: isPath ? .pathComponent : .fragment)
    {
      self = .escape(decoded)
      return
    }
    return nil
  }

  /// The slip of a URL such as `shop.example/a` or `mailto://*`; nil for other texts.
  private static func scheme(_ text: String, isWhole: Bool) -> LiteralSlip? {
    for name in ["mailto", "tel", "sms"] where text.hasPrefix(name + "://") {
      return .scheme(name + ":" + text.dropFirst(name.utf8.count + 3), isMissing: false)
    }
    let host = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." || $0 == "-" }
    let rest = text.dropFirst(host.count)
    // A whole URL without a scheme has an error already.
    guard !isWhole, RegistrableDomain.of(host) != nil,
      rest.isEmpty || "/?#:*".contains(rest.first ?? "/")
    else { return nil }
    return .scheme("https://" + text, isMissing: true)
  }

  /// The expression for a path with a group such as `(en|de)`, or a class such as `[0-9]`; nil for other texts.
  private static func expression(_ text: String) -> String? {
    guard !text.contains(where: { "{}\\?+".contains($0) }) else { return nil }
    let isGroup = hasPart("(", ")", text) { $0.contains("|") && !text.contains("[") }
    let isClass = hasPart("[", "]", text) { isClassOfRanges($0) && !text.contains("(") }
    guard isGroup || isClass else { return nil }
    let signs = ["/": "\\/", ".": "\\.", "*": "[^\\/]*", "$": "\\$", "^": "\\^"]
    var inClass = false
    let expression = text.replacing("**", with: "*").map { character in
      if isClass, "[]".contains(character) { inClass = character == "[" }
      return inClass ? String(character) : signs[String(character)] ?? String(character)
    }
    return "/\(expression.joined())/"
  }

  /// Returns whether the text between the first opening and the last closing sign passes the test.
  private static func hasPart(
    _ open: Character, _ close: Character, _ text: String, _ test: (Substring) -> Bool
  ) -> Bool {
    guard let start = text.firstIndex(of: open), let end = text.lastIndex(of: close), start < end
    else { return false }
    return test(text[text.index(after: start)..<end])
  }

  /// Returns whether the text is the inside of a class such as `0-9`, `a-zA-Z` or `^a-z`.
  private static func isClassOfRanges(_ text: Substring) -> Bool {
    let characters = Array(text.first == "^" ? text.dropFirst() : text)
    guard !characters.isEmpty, characters.count.isMultiple(of: 3) else { return false }
    return stride(from: 0, to: characters.count, by: 3).allSatisfy { start in
      let (low, high) = (characters[start], characters[start + 2])
      return characters[start + 1] == "-" && low < high
        && (low.isNumber && high.isNumber || low.isLetter && high.isLetter)
    }
  }

  /// The slip of a host such as `.bank.example` or `bank.example.`; nil for other texts.
  ///
  /// - Parameter isWhole: true if the text is also the beginning of the host.
  private static func pointAtEnd(_ text: String, _ isWhole: Bool) -> LiteralSlip? {
    let host = text.drop { $0 == "." }
    if isWhole, host.utf8.count + 1 == text.utf8.count, RegistrableDomain.of(host) != nil {
      return .pointAtEnd(String(host), isFirst: true)
    }
    guard text.hasSuffix("."), !text.hasSuffix(".."), text.utf8.count > 1 else { return nil }
    return .pointAtEnd(String(text.dropLast()), isFirst: false)
  }

  /// The URL without user info, and its host; nil if it has no user info.
  private static func withoutUserInfo(_ url: String) -> (String, host: String)? {
    let bytes = Array(url.utf8)
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let start = url.utf8.distance(from: url.startIndex, to: scheme.upperBound)
    let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
    guard let sign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
    return (
      String(decoding: bytes[..<start] + bytes[(sign + 1)...], as: UTF8.self),
      String(decoding: bytes[(sign + 1)..<end], as: UTF8.self)
    )
  }

  /// The text with its escapes decoded; nil if it has none.
  private static func decoded(_ text: String, as use: PercentEscapes.Use) -> String? {
    guard text.contains("%") else { return nil }
    let decoded = PercentEscapes.decode(text, as: use)
    return decoded == text ? nil : decoded
  }

  // MARK: - Texts

  var label: String {
    switch self {
    case .queryInPath: "the path ends before `?` and `#`"
    case .escape: "escapes are decoded before the comparison"
    case .group: "not an expression, but this text"
    case .scheme(_, let isMissing):
      isMissing ? "a URL begins with its scheme" : "URLs with this scheme have no `//`"
    case .leadingSign(let sign):
      sign == "#" ? "the fragment begins after `#`" : "the query begins after `?`"
    case .pattern: "compared as it is written, not as a pattern"
    case .parameter: "not a parameter, but this text"
    case .pointAtEnd(_, let isFirst):
      isFirst
        ? "an empty label before the `.`"
        : "only for a host that is written with this `.`"
    case .userInfo(_, let host): "user info before `@`; the host is `\(host)`"
    }
  }

  func message(_ literal: ComparedLiteral, _ request: String?) -> String {
    let shown = "`\(literal.subject)`"
    guard let request else {
      return "\(shown) is compared with a text that is probably not meant"
    }
    return "\(shown) is compared with a text that only URLs like \(request) contain"
  }

  func help(_ literal: ComparedLiteral) -> String? {
    if let replacement = replacement(literal) { return "write \(Prose.code(replacement.text))" }
    switch self {
    case .queryInPath: return "compare `query.name` and `fragment` separately"
    case .pattern: return "patterns are compared by `like`"
    case .parameter: return "parameters are written `{id}`, in `like`"
    case .escape(let decoded): return "write `\(Quoting.rule(decoded))`"
    case .group(let meant): return "groups and classes are written in `matches`, as in `\(meant)`"
    case .scheme, .leadingSign, .pointAtEnd, .userInfo: return nil
    }
  }

  func fix(_ literal: ComparedLiteral) -> Fix? {
    replacement(literal).map { replacement in
      Fix([Edit(Location(literal.file, replacement.span), replacement.text)], isSafe: false)
    }
  }

  /// The text that is meant, and the span that it replaces; nil if this is unclear.
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
    case .escape(let text), .userInfo(let text, _), .scheme(let text, _):
      return (literal.string.span, Quoting.rule(text))
    case .leadingSign: return (literal.string.span, Quoting.rule(String(text.dropFirst())))
    case .parameter(let meant):
      if comparison.comparison == .like { return (literal.string.span, Quoting.rule(meant)) }
      return isEqual ? whole(["\(subject) like \(Quoting.rule(meant))"]) : nil
    case .group(let meant):
      let isOne = literal.isWhole && [.equal, .like].contains(comparison.comparison)
      // The replacement would not express that `**` also matches several components.
      return isOne && !text.contains("**") ? whole(["\(subject) matches \(meant)"]) : nil
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
    case .pointAtEnd(let host, let isFirst):
      guard isFirst, comparison.comparison != .hasSuffix else {
        return (literal.string.span, Quoting.rule(host))
      }
      guard literal.isWhole, comparison.comparison != .notEqual else { return nil }
      let suffix = Quoting.rule("." + host)
      return (
        comparison.span, "(\(subject) == \(Quoting.rule(host)) || \(subject) hasSuffix \(suffix))"
      )
    }
  }

  /// The conditions that replace a path with a query or fragment; nil if the parts are not plain.
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
