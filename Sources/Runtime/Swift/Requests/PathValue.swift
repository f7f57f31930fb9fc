//: output BasculeRequest
//: needs PathComponents

nonisolated extension AddressParts {
  /// The path: `/` and the components joined by `/`.
  var path: RequestText {
    if layout.isOpaque { return .missing }
    if layout.isPlain {
      return RequestText(text, from: layout.pathStart, to: layout.pathEnd)
    }
    var path: [UInt8] = []
    text.withBytes { bytes in
      var components = AddressComponents(layout)
      while case let component = components.next(bytes), !component.isEmpty {
        path.append(UInt8(ascii: "/"))
        path += bytes[component]
      }
    }
    if path.isEmpty { return RequestText("/") }
    return RequestText(String(decoding: path, as: UTF8.self)).decoded(.path)
  }
}

extension NavigationRequest {
  @_spi(Generated) public var path: RequestText { parts.path }
}
