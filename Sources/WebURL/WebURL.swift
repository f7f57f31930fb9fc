/// An absolute URL as the WHATWG URL standard parses and serializes it.
///
/// The properties are the fields of the standard's URL record: percent-encoded ASCII, with the scheme in lower
/// case and the host in its canonical form.
package struct WebURL: Hashable, Sendable {
  package enum Path: Hashable, Sendable {
    /// A path without components, such as `+1` of `tel:+1`.
    case opaque(String)
    /// A list of components: `["a", "b"]` for `/a/b`, `[""]` for `/`, empty for `myapp://host`.
    case list([String])
  }

  package internal(set) var scheme: String
  package internal(set) var username = ""
  package internal(set) var password = ""
  /// The host as the standard serializes it, with IPv6 in brackets; "" for `file:///x`, nil for `tel:` and
  /// `myapp:/x`.
  package internal(set) var hostname: String?
  /// The port; nil if the URL has none or the default port of the scheme.
  package internal(set) var port: Int?
  package internal(set) var rawPath: Path
  /// The encoded query without `?`; nil if the URL has none.
  package internal(set) var rawQuery: String?
  /// The encoded fragment without `#`; nil if the URL has none.
  package internal(set) var rawFragment: String?

  /// Returns true if the scheme is special in the standard. The scheme must be in lower case.
  package static func isSpecial(_ scheme: String) -> Bool {
    switch scheme {
    case "http", "https", "ws", "wss", "ftp", "file": true
    default: false
    }
  }

  /// The default port of the scheme; nil if it has none.
  package static func defaultPort(_ scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }

  /// The schemes that have a default port.
  package static let schemesWithDefaultPort = ["http", "https", "ws", "wss", "ftp"]

  package var isSpecial: Bool { Self.isSpecial(scheme) }

  package var hasOpaquePath: Bool { if case .opaque = rawPath { true } else { false } }

  /// The serialized URL.
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
