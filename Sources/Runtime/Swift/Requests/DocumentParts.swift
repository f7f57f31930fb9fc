//: output BasculeRequest
//: needs RequestMemory RequestAddress

import Foundation

extension NavigationRequest {
  /// The URL of the main document of the frames in which the request is made.
  @_spi(Generated) public var mainDocument: RequestAddress { RequestAddress(documentParts) }

  private var documentParts: AddressParts? {
    guard let documentURL else { return nil }
    if let known = memory.document { return known }
    let document = AddressParts(documentURL.absoluteString)
    memory.document = document
    return document
  }
}
