//: output BasculeRequest
//: needs NavigationRequest

nonisolated extension AddressParts {
  var scheme: RequestText { part(0..<layout.schemeEnd) }
  var host: RequestText {
    if layout.hostStart == layout.hostEnd { return .missing }
    return part(layout.hostStart..<layout.hostEnd)
  }
}

extension NavigationRequest {
  @_spi(Generated) public var scheme: RequestText { parts.scheme }
  @_spi(Generated) public var host: RequestText { parts.host }
}
