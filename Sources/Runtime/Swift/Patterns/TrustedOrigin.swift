//: output BasculePatterns
//: needs DefaultPort

/// The pages of one `origin` declaration.
public nonisolated struct TrustedOrigin: Sendable {
  private let patterns: [OriginPattern]
  //: if OriginSource
  /// The name of an origin that the app gives; nil for one with patterns.
  private(set) var givenName: String?

  /// - Parameter name: the name of the origin in the rule files.
  @_spi(Generated) public init(given name: String) {
    patterns = []
    givenName = name
  }
  //: end

  @_spi(Generated) public init(_ patterns: OriginPattern...) { self.patterns = patterns }

  //: if WebOrigin
  public func contains(_ origin: WebOrigin) -> Bool {
    contains(Array(origin.scheme.utf8), Array(origin.host.utf8), origin.port)
  }

  //: end
  func contains(_ scheme: [UInt8], _ host: [UInt8], _ port: Int?) -> Bool {
    patterns.contains { $0.matches(scheme, host, port) }
  }
}

/// Scheme, host and port of trusted pages.
@_spi(Generated) public nonisolated struct OriginPattern: Sendable {
  private static let dot = UInt8(ascii: ".")
  private static let star = UInt8(ascii: "*")

  private let scheme: [UInt8]
  private let host: [UInt8]
  private let hasStar: Bool
  private let port: Int?

  /// - Parameters:
  ///   - host: the host, in which `*` is any characters but dots and `**` any characters; nil for pages without a host.
  ///   - port: the port; nil for the default port of the scheme.
  @_spi(Generated) public init(_ scheme: String, _ host: String?, port: Int? = nil) {
    self.scheme = Array(scheme.utf8)
    self.host = Array((host ?? "").utf8)
    hasStar = self.host.contains(Self.star)
    self.port = port == DefaultPort.of(self.scheme) ? nil : port
  }

  fileprivate func matches(_ scheme: [UInt8], _ host: [UInt8], _ port: Int?) -> Bool {
    port == self.port && scheme == self.scheme && (hasStar ? isLike(host) : host == self.host)
  }

  /// Returns whether the host pattern matches. The time is proportional to the length of the host times the length of
  /// the pattern.
  private func isLike(_ text: [UInt8]) -> Bool {
    // For each offset, whether the part of the pattern that was read matches the text before the offset.
    var reached = [true] + text.map { _ in false }
    var (isOpen, endsOpen) = (false, false)
    var index = 0
    while index < host.count {
      endsOpen = host[index] == Self.star
      if endsOpen {
        isOpen = true
        let isAny = index + 1 < host.count && host[index + 1] == Self.star
        for end in text.indices where reached[end] && (isAny || text[end] != Self.dot) {
          reached[end + 1] = true
        }
      } else {
        // An escaped star is a literal.
        if host[index] == UInt8(ascii: "\\") { index += 1 }
        var last = false
        for end in reached.indices {
          (last, reached[end]) = (reached[end], last && text[end - 1] == host[index])
        }
      }
      index += 1
    }
    return reached[text.count] && !(isOpen && Self.hasEmptyLabel(text, endsOpen))
  }

  /// Returns whether the host has an empty label. If the pattern does not end in a wildcard, a dot at the end of the
  /// host does not begin one.
  private static func hasEmptyLabel(_ host: [UInt8], _ endsOpen: Bool) -> Bool {
    var isStart = true
    for byte in host {
      if isStart, byte == dot { return true }
      isStart = byte == dot
    }
    return isStart && endsOpen
  }
}
//: if NavigationRequest
//: if HostValue
//: if PortValue

extension NavigationRequest {
  @_spi(Generated) public func isIn(_ origins: TrustedOrigin...) -> Bool {
    let (scheme, host) = (scheme.withBytes { Array($0) }, host.withBytes { Array($0) })
    return origins.contains { $0.contains(scheme, host, port.value) }
  }
}
//: end
//: end
//: end
