//: output BasculeRequest
//: needs RequestMemory RequestNumber

extension NavigationRequest {
  /// Reads a number of the app, at most once for each request.
  @_spi(Generated) public func value(
    _ number: Int, _ ask: @autoclosure () -> Int?
  ) -> RequestNumber {
    if let known = memory.numbers[number] { return known }
    let answer = RequestNumber(ask())
    memory.numbers[number] = answer
    return answer
  }
}
