/// An absolute URL as the WHATWG URL standard parses and writes it.
///
/// Fields hold what the standard calls a URL record: percent-encoded ASCII, the scheme in lower case,
/// the host in its canonical form.
package struct WebURL: Hashable, Sendable {
  package enum Path: Hashable, Sendable {
    /// `tel:+1`: no components.
    case opaque(String)
    /// `/a/b` is `["a", "b"]`, `/` is `[""]`; empty for `myapp://host`.
    case list([String])
  }

  package internal(set) var scheme: String
  package internal(set) var username = ""
  package internal(set) var password = ""
  /// As the standard writes it, IPv6 in brackets; "" for `file:///x`, nil for `tel:` and `myapp:/x`.
  package internal(set) var hostname: String?
  /// nil for none and for the scheme's default.
  package internal(set) var port: Int?
  package internal(set) var rawPath: Path
  /// Without `?`, still encoded; nil where the URL has none.
  package internal(set) var rawQuery: String?
  /// Without `#`, still encoded; nil where the URL has none.
  package internal(set) var rawFragment: String?

  /// Reads a URL; nil where the standard fails.
  ///
  /// Takes any text in linear time. Without a base, relative references fail.
  package static func parse(_ text: String, base: WebURL? = nil) -> WebURL? {
    var parser = URLParser(text, base: base)
    return parser.parse()
  }

  /// Whether the standard gives the scheme rules of its own; the scheme in lower case.
  package static func isSpecial(_ scheme: String) -> Bool {
    switch scheme {
    case "http", "https", "ws", "wss", "ftp", "file": true
    default: false
    }
  }

  /// The port that the scheme stands for; nil where it has none.
  package static func defaultPort(_ scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }

  package var isSpecial: Bool { Self.isSpecial(scheme) }

  package var hasOpaquePath: Bool { if case .opaque = rawPath { true } else { false } }

  /// The URL as the standard writes it.
  package var href: String { write(host: hostname) }

  func write(host: String?) -> String {
    var text = scheme + ":"
    if let host {
      text += "//"
      if !username.isEmpty || !password.isEmpty {
        text += username
        if !password.isEmpty { text += ":" + password }
        text += "@"
      }
      text += host
      if let port { text += ":\(port)" }
    }
    switch rawPath {
    case .opaque(let path): text += path
    case .list(let segments):
      if host == nil, segments.count > 1, segments[0].isEmpty { text += "/." }
      for segment in segments {
        text += "/"
        text += segment
      }
    }
    if let rawQuery { text += "?" + rawQuery }
    if let rawFragment { text += "#" + rawFragment }
    return text
  }
}
