//: output BasculeRequest
//: needs RequestAddress PortValue ValueComparisons

extension NavigationRequest {
  /// Returns whether the URL has a host, and the same scheme, host and port as the other URL.
  @_spi(Generated) public func hasSameOrigin(as other: RequestAddress) -> Bool {
    host.equals(other.host) && scheme.equals(other.scheme) && port.value == other.port.value
  }
}
