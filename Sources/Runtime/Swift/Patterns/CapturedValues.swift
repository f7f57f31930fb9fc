//: output BasculePatterns
//: needs TextPattern TextConversions

nonisolated extension TextPattern.Kind {
  @_spi(Generated) public static let int = Self { $0.int != nil }
  @_spi(Generated) public static let double = Self { $0.isDouble }
  @_spi(Generated) public static let bool = Self { $0.bool != nil }
  //: if URLConversion
  @_spi(Generated) public static let url = Self { $0.url != nil }
  //: end
  @_spi(Generated) public static func oneOf(_ texts: StaticString...) -> Self {
    Self { text in texts.contains { text.equals($0) } }
  }
}
