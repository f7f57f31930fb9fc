//: output BasculeRequest
//: needs RequestAddress PortValue ValueComparisons

extension NavigationRequest {
  /// The URL has a host, and the scheme, host and port of the other one.
  @_spi(Generated) public func hasSameOrigin(as other: RequestAddress) -> Bool {
    host.equals(other.host) && scheme.equals(other.scheme) && port.value == other.port.value
  }
}
