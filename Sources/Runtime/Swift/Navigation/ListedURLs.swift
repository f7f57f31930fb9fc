//: output BasculeRequest
//: needs RequestMemory AppURLs HostValue PortValue TextComparisons ValueComparisons

public import Foundation

extension NavigationRequest {
  /// Reads a list of the app, at most once for each request.
  @_spi(Generated) public func urls(_ number: Int, _ ask: @autoclosure () -> [URL]) -> AppURLs {
    if let known = memory.urls[number] { return known }
    let answer = AppURLs(ask())
    memory.urls[number] = answer
    return answer
  }

  /// Returns whether the URL has a host, and the scheme, host and port of a URL in the list.
  @_spi(Generated) public func hasOrigin(in list: AppURLs) -> Bool {
    list.all.contains {
      host.equals($0.host) && scheme.equals($0.scheme) && port.value == $0.port.value
    }
  }
}

nonisolated extension RequestText {
  /// Returns whether the text is the text of a URL in the list.
  @_spi(Generated) public func isListed(in list: AppURLs) -> Bool {
    list.all.contains { isSame(as: $0.text) }
  }
}
