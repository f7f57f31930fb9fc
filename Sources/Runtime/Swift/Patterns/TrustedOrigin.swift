//: output BasculePatterns
//: needs TextPattern DefaultPort TextComparisons

/// The pages of one `origin` declaration.
public struct TrustedOrigin: Sendable {
  private let patterns: [OriginPattern]
  //: if OriginSource
  /// The name of an origin that the app gives; nil for one with patterns.
  private(set) var givenName: String?

  /// - Parameter name: of the origin in the rule files.
  @_spi(Generated) public init(given name: String) {
    patterns = []
    givenName = name
  }
  //: end

  @_spi(Generated) public init(_ patterns: OriginPattern...) { self.patterns = patterns }

  //: if WebOrigin
  @inline(never) public func contains(_ origin: WebOrigin) -> Bool {
    contains(RequestText(origin.scheme), RequestText(origin.host), origin.port)
  }

  //: end
  fileprivate func contains(_ scheme: RequestText, _ host: RequestText, _ port: Int?) -> Bool {
    patterns.contains { $0.matches(scheme, host, port) }
  }
}

/// Scheme, host and port of trusted pages.
@_spi(Generated) public struct OriginPattern: Sendable {
  private let scheme: String
  private let host: TextPattern?
  private let port: Int?

  /// - Parameters:
  ///   - host: nil for pages without a host.
  ///   - port: nil for the default of the scheme.
  @_spi(Generated) public init(_ scheme: String, _ host: TextPattern?, port: Int? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port == DefaultPort.of(Array(scheme.utf8)) ? nil : port
  }

  fileprivate func matches(_ scheme: RequestText, _ host: RequestText, _ port: Int?) -> Bool {
    guard port == self.port, scheme.isSame(as: self.scheme) else { return false }
    guard let pattern = self.host else { return host.isEmpty }
    var captures = Captures(keepsTexts: false)
    return !host.isEmpty && pattern.matches(host, &captures)
  }
}
//: if NavigationRequest
//: if HostValue
//: if PortValue

extension NavigationRequest {
  @_spi(Generated) public func isIn(_ origins: TrustedOrigin...) -> Bool {
    origins.contains { $0.contains(scheme, host, port.value) }
  }
}
//: end
//: end
//: end
