//: output BasculeRequest
//: needs NavigationRequest PercentDecoding

/// Iterates over the components of a path that are not empty.
nonisolated struct AddressComponents {
  private var index: Int
  private let end: Int

  init(_ layout: AddressLayout) {
    index = layout.pathStart
    end = layout.isOpaque ? layout.pathStart : layout.pathEnd
  }

  /// Returns the range of the next component; empty at the end.
  ///
  /// - Parameter bytes: the bytes of the whole address.
  mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int> {
    while index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
    let start = index
    index = bytes.firstIndex(of: UInt8(ascii: "/"), in: index..<end)
    return start..<index
  }
}

nonisolated extension AddressParts {
  /// Returns the component at an index. The component at index 0 is always `/`.
  func component(_ index: Int) -> RequestText {
    if layout.isOpaque { return .missing }
    if index == 0 { return RequestText("/") }
    var components = AddressComponents(layout)
    let range = text.withBytes { bytes in
      for _ in 1..<index where components.next(bytes).isEmpty { break }
      return components.next(bytes)
    }
    return component(range)
  }

  /// Returns a component as text.
  ///
  /// - Parameter range: the offsets of the component; empty for none.
  func component(_ range: Swift.Range<Int>) -> RequestText {
    if range.isEmpty { return .missing }
    let component = RequestText(text, from: range.lowerBound, to: range.upperBound)
    return layout.isPlain ? component : component.decoded(.path)
  }
}

extension NavigationRequest {
  @_spi(Generated) public func component(_ index: Int) -> RequestText { parts.component(index) }
}
