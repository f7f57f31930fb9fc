//: output BasculeRequest
//: needs NavigationRequest RequestNumber

nonisolated extension AddressParts {
  var port: RequestNumber { RequestNumber(layout.port < 0 ? nil : layout.port) }
}

extension NavigationRequest {
  @_spi(Generated) public var port: RequestNumber { parts.port }
}
