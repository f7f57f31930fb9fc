//: output BasculeRequest
//: needs NavigationRequest

import Foundation

extension NavigationRequest {
  @_spi(Generated) public var methodText: RequestText { RequestText(method) }

  /// Returns the value of a header.
  ///
  /// - Parameter name: the name in lower case.
  @_spi(Generated) public func header(_ name: StaticString) -> RequestText {
    RequestText(headers.first { RequestText($0.key.lowercased()).equals(name) }?.value)
  }
}
