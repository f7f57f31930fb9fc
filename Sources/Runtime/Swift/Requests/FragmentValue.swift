//: output BasculeRequest
//: needs NavigationRequest PercentDecoding WrittenParts

nonisolated extension AddressLayout {
  /// Returns the range after the `#`; nil if there is none.
  func fragment(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
    let mark = numberSign(bytes)
    return mark < end ? (mark + 1)..<end : nil
  }
}

nonisolated extension AddressParts {
  var rawFragment: RequestText { part(text.withBytes { layout.fragment($0) }) }
  var fragment: RequestText { rawFragment.decoded(.plain) }
}

extension NavigationRequest {
  @_spi(Generated) public var rawFragment: RequestText { parts.rawFragment }
  @_spi(Generated) public var fragment: RequestText { parts.fragment }
}
