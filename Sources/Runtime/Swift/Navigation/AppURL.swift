//: output BasculeRequest
//: needs RequestMemory AppAddress RequestAddress

public import Foundation

extension NavigationRequest {
  /// Reads a URL of the app, at most once for each request.
  @_spi(Generated) public func value(
    _ number: Int, _ ask: @autoclosure () -> URL?
  ) -> RequestAddress {
    if let known = memory.addresses[number] { return known }
    let answer = RequestAddress(ask().flatMap { AddressParts(app: $0) })
    memory.addresses[number] = answer
    return answer
  }
}
