//: output BasculeRequest
//: needs NavigationRequest

nonisolated extension AddressParts {
  /// The text between the scheme's colon and the query or fragment, as written.
  var afterScheme: RequestText {
    part(min(layout.schemeEnd + 1, layout.end)..<layout.pathEnd)
  }

  /// The text after the scheme of a URL without components, such as `tel:+1`; missing for other URLs.
  var opaque: RequestText { layout.isOpaque ? afterScheme : .missing }
}

extension NavigationRequest {
  @_spi(Generated) public var afterScheme: RequestText { parts.afterScheme }
  @_spi(Generated) public var opaque: RequestText { parts.opaque }
}
