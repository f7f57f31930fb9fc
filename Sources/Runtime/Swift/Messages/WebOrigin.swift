//: output BasculePatterns
//: needs DefaultPort

/// The origin of a page.
public nonisolated struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  public let scheme: String
  /// An IPv6 address is in brackets.
  public let host: String
  /// nil for the default of the scheme.
  public let port: Int?

  /// - Parameter port: nil or 0 for the default of the scheme.
  public init(scheme: String, host: String, port: Int? = nil) {
    self.init(scheme: scheme, host: host, givenPort: port == 0 ? nil : port)
  }

  /// - Parameter port: nil for the default of the scheme; 0 is a port, which no page can have.
  init(scheme: String, host: String, givenPort port: Int?) {
    self.scheme = Self.lowercased(scheme)
    let host = Self.lowercased(host)
    self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    self.port = port == DefaultPort.of(Array(self.scheme.utf8)) ? nil : port
  }

  /// `https://a.example:8443`
  public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }

  /// Only ASCII: another letter could become one of a trusted name.
  private static func lowercased(_ text: String) -> String {
    let bytes = Array(text.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
