//: output BasculeRequest
//: needs RequestAddress PortValue

nonisolated extension RequestAddress {
  //: if TrustedOrigin
  @_spi(Generated) public func isIn(_ origins: TrustedOrigin...) -> Bool {
    let (scheme, host) = (scheme.withBytes { Array($0) }, host.withBytes { Array($0) })
    return origins.contains { $0.contains(scheme, host, port.value) }
  }
  //: end
  //: if SameOrigin

  /// Returns whether the URL has a host, and the same scheme, host and port as the other URL.
  @_spi(Generated) public func hasSameOrigin(as other: RequestAddress) -> Bool {
    host.equals(other.host) && scheme.equals(other.scheme) && port.value == other.port.value
  }
  //: end
  //: if ListedURLs

  /// Returns whether the URL has a host, and the same scheme, host and port as a URL in the list.
  @_spi(Generated) public func hasOrigin(in list: AppURLs) -> Bool {
    list.all.contains {
      host.equals($0.host) && scheme.equals($0.scheme) && port.value == $0.port.value
    }
  }
  //: end
}
