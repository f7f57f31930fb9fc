//: output BasculeRequest
//: needs RequestMemory

extension NavigationRequest {
  /// Reads a text of the app, at most once for each request.
  @_spi(Generated) public func value(
    _ number: Int, _ ask: @autoclosure () -> String?
  ) -> RequestText {
    if let known = memory.texts[number] { return known }
    let text = RequestText(ask())
    memory.texts[number] = text
    return text
  }
}
