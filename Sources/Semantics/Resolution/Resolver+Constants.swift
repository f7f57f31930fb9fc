import Syntax
import Text
import WebURL

extension Resolver {
  /// A literal that a request value is compared with; a fault and nil where it does not fit.
  ///
  /// - Parameter isNegated: whether the operator is `!=` or `!in`.
  mutating func constant(
    _ literal: LiteralSyntax, for subject: RequestValue, isNegated: Bool
  ) -> RequestConstant? {
    switch (subject.kind, literal) {
    case (.string, .string(let string)):
      checkCanOccur(string, subject)
      return .string(string.value)
    case (.int, .integer(let value, let span)):
      guard let value else { return nil }
      checkCanOccur(value, subject, span)
      return .int(value)
    case (.bool, .bool(let value, _)):
      return .bool(value)
    case (.url, .string(let string)):
      return url(string).map { .url($0) }
    case (.navigation, .name(let name)):
      if let kind = NavigationKind(rawValue: name.text) { return .navigation(kind) }
      unknownCase(name, "a navigation type", NavigationKind.allCases.map(\.rawValue))
      return nil
    case (.frame, .name(let name)):
      if let kind = FrameKind(rawValue: name.text) { return .frame(kind) }
      unknownCase(name, "a frame", FrameKind.allCases.map(\.rawValue))
      return nil
    case (_, .integer(nil, _)), (_, .number(nil, _)):
      return nil
    default:
      fault(
        .typeMismatch(
          expected: expectation(subject.kind), found: describe(literal), why: nil), literal.span)
      return nil
    }
  }

  private mutating func unknownCase(_ name: NameSyntax, _ expected: String, _ cases: [String]) {
    let near = Nearest.names(to: name.text, among: cases)
    fault(
      .unknownName(
        expected: expected, name: name.text, candidates: near.isEmpty ? cases : near), name.span)
  }

  private func expectation(_ kind: RequestValueKind) -> String {
    switch kind {
    case .string: "a string"
    case .int: "an integer"
    case .bool: "`true` or `false`"
    case .url: "a URL as a string"
    case .navigation: "a navigation type such as `linkActivated`"
    case .frame: "`main`, `sub` or `new`"
    }
  }

  /// The normalized text of an absolute URL; a fault and nil for any other string.
  mutating func url(_ string: StringSyntax) -> String? {
    if let url = WebURL.parse(string.value) { return url.normalized }
    fault(
      .invalidURL(
        string.value.contains(":")
          ? "the URL standard does not accept it"
          : "an absolute URL starts with a scheme, as in `https:`"),
      string.span)
    return nil
  }

  // MARK: - What can occur

  /// Reports a literal that the component can never equal, with what was probably meant.
  private mutating func checkCanOccur(_ string: StringSyntax, _ subject: RequestValue) {
    guard let (why, suggestion) = Domain.refusal(of: string.value, for: subject) else { return }
    neverEqual(subject, string.value, why, suggestion, string.span)
  }

  private mutating func checkCanOccur(_ value: Int, _ subject: RequestValue, _ span: Span) {
    switch subject {
    case .port where !(0...65535).contains(value):
      neverEqual(subject, String(value), "a port is a number from 0 to 65535", nil, span)
    case .pathCount where value < 0:
      neverEqual(subject, String(value), "a count is never negative", nil, span)
    default: break
    }
  }

  /// A pattern without wildcards is an equality.
  mutating func checkCanOccur(_ glob: Glob, _ pattern: StringSyntax, _ subject: RequestValue) {
    guard glob.elements.count == 1, case .literal(let text) = glob.elements[0] else {
      if subject == .path, case .literal(let text) = glob.elements.first, !text.hasPrefix("/") {
        neverEqual(
          subject, pattern.value, "`path` starts with `/`", "/" + pattern.value, pattern.span)
      }
      return
    }
    guard let (why, suggestion) = Domain.refusal(of: text, for: subject) else { return }
    neverEqual(subject, text, why, suggestion, pattern.span)
  }

  private mutating func neverEqual(
    _ subject: RequestValue, _ literal: String, _ why: String, _ suggestion: String?, _ span: Span
  ) {
    fault(
      .neverEqual(
        subject: subject.text(in: rules), literal: literal, why: why, suggestion: suggestion), span)
  }
}

/// The values that components of a URL can have.
enum Domain {
  /// Why a component never equals the text, and what was probably meant; nil where it can.
  static func refusal(
    of text: String, for subject: RequestValue
  ) -> (why: String, suggestion: String?)? {
    switch subject {
    case .scheme, .pageScheme: scheme(text)
    case .host, .pageHost: host(text)
    case .path: path(text)
    case .pathComponent(0), .pagePathComponent(0):
      text == "/"
        ? nil
        : (
          "`\(subject == .pathComponent(0) ? "path" : "page.path")[0]` is always `\"/\"`; the first component is `path[1]`",
          nil
        )
    case .pathComponent, .pagePathComponent: component(text)
    case .method: method(text)
    default: nil
    }
  }

  private static func scheme(_ text: String) -> (String, String?)? {
    let lower = text.lowercased()
    let isScheme =
      text.utf8.first.map { isLetter($0 | 0x20) } == true
      && text.utf8.allSatisfy {
        isLetter($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      }
    if isScheme { return lower == text ? nil : ("`scheme` is in lower case", lower) }
    if text.hasSuffix(":") || text.hasSuffix("://") {
      let bare = String(lower.prefix { $0 != ":" })
      return ("`scheme` does not hold the colon", bare.isEmpty ? nil : bare)
    }
    return ("no scheme is written like that", nil)
  }

  private static func host(_ text: String) -> (String, String?)? {
    let lower = text.lowercased()
    if canBeHost(lower) {
      return lower == text ? nil : ("`host` is in lower case", lower)
    }
    if let url = WebURL.parse(text), let host = url.host, canBeHost(host), !host.isEmpty {
      return ("`host` holds the host alone", host)
    }
    if let url = WebURL.parse("https://\(text)/"), let host = url.host, host != text {
      return ("`host` is in the form that the URL standard gives it", host)
    }
    return ("no valid host is written like that", nil)
  }

  /// Returns true if some URL has the host, with a special scheme or another one.
  private static func canBeHost(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    if isPlainDomain(text) { return true }
    return WebURL.parse("https://\(text)/")?.host == text
      || WebURL.parse("x://\(text)/")?.host == text
  }

  /// Letters, digits and single dots, with a last label of letters only: no URL parser changes it.
  private static func isPlainDomain(_ text: String) -> Bool {
    var labelLength = 0
    var isAlphabetic = true
    for byte in text.utf8 {
      switch byte {
      case 0x2E:
        if labelLength == 0 { return false }
        labelLength = 0
        isAlphabetic = true
      case 0x30...0x39:
        labelLength += 1
        isAlphabetic = false
      default:
        if !isLetter(byte) { return false }
        labelLength += 1
      }
    }
    return labelLength > 0 && isAlphabetic
  }

  private static func path(_ text: String) -> (String, String?)? {
    guard text.hasPrefix("/") else { return ("`path` starts with `/`", "/" + text) }
    if text == "/" { return nil }
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let kept = parts.filter { !$0.isEmpty }
    if kept.count < parts.count {
      return ("empty components are dropped from `path`", "/" + kept.joined(separator: "/"))
    }
    if parts.contains(where: { $0 == "." || $0 == ".." }) {
      return ("`.` and `..` are resolved before the app sees the URL", nil)
    }
    return nil
  }

  private static func component(_ text: String) -> (String, String?)? {
    if text.isEmpty {
      return ("empty components are dropped; a missing one is asked with `!exists`", nil)
    }
    if text.contains("/") {
      let bare = text.filter { $0 != "/" }
      return (
        "`/` separates components and is in none",
        text.split(separator: "/").count == 1 ? bare : nil
      )
    }
    if text == "." || text == ".." {
      return ("`.` and `..` are resolved before the app sees the URL", nil)
    }
    return nil
  }

  private static func method(_ text: String) -> (String, String?)? {
    let upper = text.uppercased()
    return upper == text && !text.isEmpty
      ? nil : ("`method` is in upper case", text.isEmpty ? nil : upper)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
