//: output BasculeRequest
//: needs PathComponents

nonisolated extension AddressParts {
  /// The last component of the path; missing for `/`.
  var lastComponent: RequestText {
    var components = AddressComponents(layout)
    let last = text.withBytes { bytes in
      var last = 0..<0
      while case let range = components.next(bytes), !range.isEmpty { last = range }
      return last
    }
    return component(last)
  }
}

extension NavigationRequest {
  @_spi(Generated) public var lastComponent: RequestText { parts.lastComponent }
}
