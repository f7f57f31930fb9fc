//: output BasculeRequest
//: needs RequestMemory RequestText

extension NavigationRequest {
  /// Reads a list of the app, at most once for each request.
  @_spi(Generated) public func texts(_ number: Int, _ ask: @autoclosure () -> [String]) -> [String]
  {
    if let known = memory.lists[number] { return known }
    let answer = ask()
    memory.lists[number] = answer
    return answer
  }
}

nonisolated extension RequestText {
  /// Returns whether the text is present and has the same bytes as a text in the list.
  @_spi(Generated) public func isListed(in texts: [String]) -> Bool {
    exists && withBytes { bytes in texts.contains { bytes.elementsEqual($0.utf8) } }
  }
}
