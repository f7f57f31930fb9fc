//: output BasculePatterns
//: needs DefaultPort

/// The origin of a page.
public nonisolated struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  public let scheme: String
  /// The host; an IPv6 address is in brackets.
  public let host: String
  /// The port; nil for the default port of the scheme.
  public let port: Int?

  /// - Parameter port: the port; nil or 0 for the default port of the scheme.
  public init(scheme: String, host: String, port: Int? = nil) {
    self.init(scheme: scheme, host: host, givenPort: port == 0 ? nil : port)
  }

  /// - Parameter port: the port; nil for the default port of the scheme. No page can have port 0.
  init(scheme: String, host: String, givenPort port: Int?) {
    self.scheme = Self.lowercased(scheme)
    let host = Self.lowercased(host)
    self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    self.port = port == DefaultPort.of(Array(self.scheme.utf8)) ? nil : port
  }

  /// The origin as text, for example `https://a.example:8443`.
  public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }

  /// Returns the text with ASCII letters in lower case. Other capital letters are kept, since their lower case could be
  /// an ASCII letter of a trusted name.
  private static func lowercased(_ text: String) -> String {
    let bytes = Array(text.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
