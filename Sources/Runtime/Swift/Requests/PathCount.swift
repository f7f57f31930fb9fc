//: output BasculeRequest
//: needs PathComponents RequestNumber

nonisolated extension AddressParts {
  /// The number of path components, including the root.
  var pathCount: Int {
    if layout.isOpaque { return 0 }
    return text.withBytes { bytes in
      var components = AddressComponents(layout)
      var count = 1
      while !components.next(bytes).isEmpty { count += 1 }
      return count
    }
  }
}

extension NavigationRequest {
  @_spi(Generated) public var pathCount: RequestNumber { RequestNumber(parts.pathCount) }
}
