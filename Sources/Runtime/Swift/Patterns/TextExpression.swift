//: output BasculePatterns
//: needs RequestText

import Foundation

/// A regular expression that the whole value must match.
@_spi(Generated) public struct TextExpression {
  private let expression: NSRegularExpression?

  @_spi(Generated) public init(_ pattern: String) {
    expression = try? NSRegularExpression(pattern: pattern)
  }

  fileprivate func matches(_ text: String) -> Bool {
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression?.firstMatch(in: text, range: whole)?.range == whole
  }
}

extension RequestText {
  @_spi(Generated) public func matches(_ expression: TextExpression) -> Bool {
    guard let value else { return false }
    return expression.matches(value)
  }
}
