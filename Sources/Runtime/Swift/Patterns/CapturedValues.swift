//: output BasculePatterns
//: needs TextPattern TextConversions

extension TextPattern.Kind {
  @_spi(Generated) public static let int = Self { $0.int != nil }
  @_spi(Generated) public static let double = Self { $0.double != nil }
  @_spi(Generated) public static let bool = Self { $0.bool != nil }
  //: if URLConversion
  @_spi(Generated) public static let url = Self { $0.url != nil }
  //: end
  //: if DeclaredCases
  @_spi(Generated) public static func oneOf(_ type: any WireEnumeration.Type) -> Self {
    Self { type.init(declared: $0) != nil }
  }
  //: end
}
