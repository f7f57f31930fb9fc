//: output BasculeWire

public import Foundation

/// A URL that is written in a rule file.
@_spi(Generated) public func constantURL(_ text: StaticString) -> URL {
  URL(string: text.description) ?? URL(fileURLWithPath: "/")
}
