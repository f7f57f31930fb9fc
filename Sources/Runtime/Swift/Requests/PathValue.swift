//: output BasculeRequest
//: needs PathComponents

extension AddressParts {
  /// `/` and the components, joined by `/`.
  var path: RequestText {
    if layout.isOpaque { return .missing }
    if layout.isPlain {
      return RequestText(text, from: layout.pathStart, to: layout.pathEnd)
    }
    var path = ""
    var components = AddressComponents(layout)
    while let component = components.next(in: self) {
      path += "/"
      path += component.value ?? ""
    }
    return RequestText(path.isEmpty ? "/" : path)
  }
}

extension NavigationRequest {
  @_spi(Generated) public var path: RequestText { parts.path }
}
