//: output BasculeRequest
//: needs NavigationRequest

nonisolated extension AddressParts {
  /// The text after the colon of the scheme, up to query and fragment, as written.
  var afterScheme: RequestText {
    part(min(layout.schemeEnd + 1, layout.end)..<layout.pathEnd)
  }

  /// The same of a URL without components, such as `tel:+1`.
  var opaque: RequestText { layout.isOpaque ? afterScheme : .missing }
}

extension NavigationRequest {
  @_spi(Generated) public var afterScheme: RequestText { parts.afterScheme }
  @_spi(Generated) public var opaque: RequestText { parts.opaque }
}
