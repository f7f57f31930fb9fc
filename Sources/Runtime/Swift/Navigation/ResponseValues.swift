//: output BasculeRequest
//: needs NavigationRequest NavigationResponse RequestNumber

extension NavigationRequest {
  @_spi(Generated) public var status: RequestNumber { RequestNumber(response?.status) }
  @_spi(Generated) public var mime: RequestText { RequestText(response?.mimeType) }
  @_spi(Generated) public var filename: RequestText { RequestText(response?.filename) }
  @_spi(Generated) public var isDisplayable: Bool { response?.isDisplayable ?? true }
}
