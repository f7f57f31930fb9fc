//: output BasculeRequest
//: needs AddressLayout RequestText

/// A URL and the layout of its parts; a part is read only when a rule tests it.
@_spi(Generated) public nonisolated struct AddressParts: Sendable {
  /// The whole URL, normalized.
  @_spi(Generated) public let text: String
  let layout: AddressLayout

  /// - Parameter text: an absolute URL.
  init(_ text: consuming String) {
    var layout = text.withUTF8 { AddressLayout($0) }
    if !layout.isNormal {
      text = layout.normalized(text)
      layout = text.withUTF8 { AddressLayout($0) }
    }
    self.text = text
    self.layout = layout
  }

  var whole: RequestText { RequestText(text) }
}
