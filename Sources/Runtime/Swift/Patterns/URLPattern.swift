//: output BasculePatterns
//: needs TextPattern HostValue PortValue PathValue FragmentValue Query

/// A `like` pattern for a whole URL.
@_spi(Generated) public struct URLPattern: Sendable {
  @_spi(Generated) public enum Port: Sendable {
    /// The default port of the scheme.
    case byScheme
    case number(Int)
    case any
  }

  private var scheme: StaticString?
  private var host: TextPattern?
  private var port = Port.any
  private var path: TextPattern?
  private var query: TextPattern?
  private var fragment: TextPattern?
  private var rest: TextPattern?

  /// - Parameter scheme: nil for any.
  @_spi(Generated) public init(
    scheme: StaticString?, host: TextPattern, port: Port, path: TextPattern,
    query: TextPattern? = nil, fragment: TextPattern? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  /// - Parameter rest: matches everything after the colon of the scheme.
  @_spi(Generated) public init(scheme: StaticString, rest: TextPattern) {
    self.scheme = scheme
    self.rest = rest
  }

  /// Returns true and adds to the captures if the URL matches.
  fileprivate func matches(_ address: AddressParts, _ captures: inout Captures) -> Bool {
    if let scheme, !address.scheme.equals(scheme) { return false }
    if let rest { return rest.matches(address.afterScheme, &captures) }
    switch port {
    case .any: break
    case .byScheme: if address.port.exists { return false }
    case .number(let number):
      let port = address.port.value ?? address.scheme.withBytes { DefaultPort.of($0) }
      if port != number { return false }
    }
    if let host, host.isEmpty ? address.host.exists : !host.matches(address.host, &captures) {
      return false
    }
    if let path, !path.matches(address.path, &captures) { return false }
    if let query, !query.matches(address.rawQuery, &captures) { return false }
    if let fragment, !fragment.matches(address.rawFragment, &captures) { return false }
    return true
  }
}

extension AddressParts {
  /// Everything after the colon of the scheme.
  fileprivate var afterScheme: RequestText {
    RequestText(text, from: min(layout.schemeEnd + 1, layout.end), to: layout.end)
  }
}

extension NavigationRequest {
  @_spi(Generated) public func isLike(_ pattern: URLPattern) -> Bool {
    var captures = Captures(keepsTexts: false)
    return pattern.matches(parts, &captures)
  }

  /// The captures of the pattern; nil if the URL does not match.
  @_spi(Generated) public func captures(_ pattern: URLPattern) -> Captures? {
    var captures = Captures()
    return pattern.matches(parts, &captures) ? captures : nil
  }
}
