//: output BasculeRequest
//: needs RequestMemory HostValue PathComponents

import Foundation

extension NavigationRequest {
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
