import WebURL

/// The values that a string or number of a request can have.
package enum ValueDomain: Hashable, Sendable {
  case any
  case scheme, host, port, path, pathComponent, pathCount, method, status, mime
  /// All integers of 64 bits.
  case integer

  /// Typical texts of the domain; empty if there are too many.
  package var examples: [String] {
    switch self {
    case .scheme: ["https", "http", "tel", "mailto", "sms", "about", "blob", "data"]
    case .method: ["GET", "POST", "PUT", "DELETE"]
    case .mime: ["text/html", "application/pdf", "application/json", "application/octet-stream"]
    case .any, .host, .port, .path, .pathComponent, .pathCount, .status, .integer: []
    }
  }

  /// The character that separates components in patterns of `like`.
  package var separator: Character {
    switch self {
    case .host: "."
    case .any, .scheme, .port, .path, .pathComponent, .pathCount, .method, .status, .mime, .integer:
      "/"
    }
  }
}

extension ValueDomain {
  /// The reason why no value of the domain equals the text, and a suggestion; nil if a value can equal it.
  ///
  /// - Parameters:
  ///   - label: the name of the value in messages.
  ///   - isRoot: whether the value is `path[0]`, which is always `/`.
  func refusal(
    of text: String, label: @autoclosure () -> String, isRoot: Bool
  ) -> (why: String, suggestion: String?)? {
    switch self {
    case .any, .port, .pathCount, .status, .integer: nil
    case .mime: Refusal.mime(text)
    case .scheme: Refusal.scheme(text)
    case .host: Refusal.host(text)
    case .path: Refusal.path(text)
    case .pathComponent: isRoot ? Refusal.root(text, label()) : Refusal.component(text)
    case .method: Refusal.method(text)
    }
  }

  /// The reason why no value of the domain equals the number; nil if a value can equal it.
  func refusal(of number: Int64) -> String? {
    switch self {
    case .port: (0...65535).contains(number) ? nil : "a port is a number from 0 to 65535"
    case .pathCount: number >= 0 ? nil : "a count is never negative"
    case .status:
      Self.statuses.contains(number)
        ? nil
        : "an HTTP status is a number from \(Self.statuses.lowerBound) to \(Self.statuses.upperBound)"
    case .any, .scheme, .host, .path, .pathComponent, .method, .mime, .integer: nil
    }
  }
}

extension ValueDomain {
  /// The HTTP statuses. HTTP defines a status as a number of three digits, and the app gets no others.
  package static let statuses: ClosedRange<Int64> = 100...999

  /// The greatest number with which rules can compare a count. The analysis of longer paths would take too long.
  package static let greatestCount: Int64 = 4096
}

/// The reasons why a text is no value of a domain.
private enum Refusal {
  static func scheme(_ text: String) -> (String, String?)? {
    let lower = text.lowercased()
    let isScheme =
      text.utf8.first.map { isLetter($0 | 0x20) } == true
      && text.utf8.allSatisfy {
        isLetter($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      }
    if isScheme { return lower == text ? nil : ("`scheme` is in lower case", lower) }
    if text.hasSuffix(":") || text.hasSuffix("://") {
      let bare = String(lower.prefix { $0 != ":" })
      return ("`scheme` does not include the colon", bare.isEmpty ? nil : bare)
    }
    return ("no URL has such a scheme", nil)
  }

  static func host(_ text: String) -> (String, String?)? {
    if isPlainDomain(text) { return nil }
    let lower = text.lowercased()
    if canBeHost(lower) {
      return lower == text ? nil : ("`host` is in lower case", lower)
    }
    if let url = WebURL.parse(text), let host = url.host, canBeHost(host), !host.isEmpty {
      return ("`host` contains only the host", host)
    }
    if let url = WebURL.parse("https://\(text)/"), let host = url.host, host != text {
      return ("`host` is normalized by the URL standard", host)
    }
    return ("no URL has such a host", nil)
  }

  /// Returns true if a URL can have this host, with a special scheme or another one.
  private static func canBeHost(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    if isPlainDomain(text) { return true }
    return WebURL.parse("https://\(text)/")?.host == text
      || WebURL.parse("x://\(text)/")?.host == text
  }

  /// Returns true for letters, digits and single dots, if the last label has only letters. No URL parser changes
  /// such a domain.
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

  static func path(_ text: String) -> (String, String?)? {
    guard text.hasPrefix("/") else { return ("`path` starts with `/`", "/" + text) }
    if text == "/" || hasPlainComponents(text) { return nil }
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

  /// Returns true if no component is empty or begins with a dot.
  private static func hasPlainComponents(_ path: String) -> Bool {
    var isStart = false
    for byte in path.utf8 {
      if isStart, byte == 0x2F || byte == 0x2E { return false }
      isStart = byte == 0x2F
    }
    return !isStart
  }

  static func root(_ text: String, _ label: String) -> (String, String?)? {
    text == "/"
      ? nil : ("`\(label)[0]` is always `\"/\"`; the first component is `\(label)[1]`", nil)
  }

  static func component(_ text: String) -> (String, String?)? {
    if text.isEmpty {
      return ("empty components are dropped; use `!exists` for a missing one", nil)
    }
    if text.contains("/") {
      let bare = text.filter { $0 != "/" }
      return (
        "`/` separates components, so no component contains it",
        text.split(separator: "/").count == 1 ? bare : nil
      )
    }
    if text == "." || text == ".." {
      return ("`.` and `..` are resolved before the app sees the URL", nil)
    }
    return nil
  }

  static func mime(_ text: String) -> (String, String?)? {
    if let parameters = text.firstIndex(of: ";") {
      let type = text[..<parameters].filter { $0 != " " && $0 != "\t" }.lowercased()
      return ("`mime` does not include parameters", type.isEmpty ? nil : type)
    }
    let lower = text.lowercased()
    if lower != text { return ("`mime` is in lower case", lower) }
    return !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      ? nil : ("no MIME type is written like this", nil)
  }

  static func method(_ text: String) -> (String, String?)? {
    let upper = text.uppercased()
    return upper == text && !text.isEmpty
      ? nil : ("`method` is in upper case", text.isEmpty ? nil : upper)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
