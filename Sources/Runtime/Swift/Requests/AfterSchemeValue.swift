//: output BasculeRequest
//: needs NavigationRequest

extension NavigationRequest {
  /// The text after the colon of the scheme, as written.
  @_spi(Generated) public var afterScheme: RequestText {
    let layout = parts.layout
    return RequestText(parts.text, from: min(layout.schemeEnd + 1, layout.end), to: layout.end)
  }
}
