//: output BasculeRequest
//: needs RequestMemory RequestAddress

import Foundation

extension NavigationRequest {
  /// The origin of the page that makes the request.
  @_spi(Generated) public var sourceAddress: RequestAddress { RequestAddress(sourceParts) }

  /// The frame of the page that makes the request: `main` or `sub`.
  @_spi(Generated) public var sourceName: String? { source?.frame.rawValue }

  @_spi(Generated) public func isFromSource(_ frames: NavigationFrame...) -> Bool {
    source.map { frames.contains($0.frame) } ?? false
  }

  private var sourceParts: AddressParts? {
    guard let origin = source?.origin else { return nil }
    if let known = memory.source { return known }
    let parts = AddressParts(origin.absoluteString)
    memory.source = parts
    return parts
  }
}
