//: output BasculeRequest
//: needs NavigationRequest HostValue PathComponents

import Foundation

extension NavigationRequest {
  /// Reads a flag of the app, at most once for each request.
  @_spi(Generated) public func flag(_ number: Int, _ ask: @autoclosure () -> Bool) -> Bool {
    if let known = memory.flags[number] { return known }
    let answer = ask()
    memory.flags[number] = answer
    return answer
  }

  @_spi(Generated) public var pageScheme: RequestText { pageParts?.scheme ?? .missing }
  @_spi(Generated) public var pageHost: RequestText { pageParts?.host ?? .missing }
  @_spi(Generated) public func pageComponent(_ index: Int) -> RequestText {
    pageParts?.component(index) ?? .missing
  }

  var pageParts: AddressParts? {
    guard let pageURL else { return nil }
    if let known = memory.page { return known }
    let page = AddressParts(pageURL.absoluteString)
    memory.page = page
    return page
  }
}

/// The results of earlier tests of a request.
@MainActor final class RequestMemory {
  /// The parts of the page's URL, after the first test of one.
  fileprivate var page: AddressParts?
  /// The app's answers about its flags, by their number.
  fileprivate var flags: [Int: Bool] = [:]

  /// The memory of the last request. The next request takes it over if the last one is gone.
  private static var last = RequestMemory()

  static func blank() -> RequestMemory {
    if isKnownUniquelyReferenced(&last) {
      last.page = nil
      last.flags.removeAll(keepingCapacity: true)
    } else {
      last = RequestMemory()
    }
    return last
  }
}
