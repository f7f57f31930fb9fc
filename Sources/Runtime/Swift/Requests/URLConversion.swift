//: output BasculeRequest
//: needs FoundationURL RequestText

public import Foundation

nonisolated extension RequestText {
  /// The text as a URL; nil if it is no absolute URL.
  @_spi(Generated) public var url: URL? { value.flatMap { URL(standard: $0) } }
}
