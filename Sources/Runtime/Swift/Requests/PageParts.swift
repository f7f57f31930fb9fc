//: output BasculeRequest
//: needs RequestMemory RequestAddress

import Foundation

extension NavigationRequest {
  /// The URL of the page that is shown.
  @_spi(Generated) public var currentPage: RequestAddress { RequestAddress(pageParts) }

  var pageParts: AddressParts? {
    guard let pageURL else { return nil }
    if let known = memory.page { return known }
    let page = AddressParts(pageURL.absoluteString)
    memory.page = page
    return page
  }
}
