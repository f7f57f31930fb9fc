//: output BasculeRequest
//: needs NavigationRequest

nonisolated extension AddressParts {
  var scheme: RequestText { RequestText(text, from: 0, to: layout.schemeEnd) }
  var host: RequestText {
    if layout.hostStart == layout.hostEnd { return .missing }
    return RequestText(text, from: layout.hostStart, to: layout.hostEnd)
  }
}

extension NavigationRequest {
  @_spi(Generated) public var scheme: RequestText { parts.scheme }
  @_spi(Generated) public var host: RequestText { parts.host }
}
