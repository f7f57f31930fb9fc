//: output BasculeRequest
//: needs RequestText

nonisolated extension RequestText {
  /// The text after Unicode's simple case folding, which gives the same text for letters that differ in case only.
  @_spi(Generated) public var ignoringCase: RequestText {
    if !exists { return self }
    var folded = String.UnicodeScalarView()
    withBytes { bytes in
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        folded.append(scalar.ignoringCase)
      }
    }
    return RequestText(String(folded))
  }
}

nonisolated extension Unicode.Scalar {
  fileprivate var ignoringCase: Unicode.Scalar {
    if isASCII { return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    // The Turkish dotless i is no variant of `I`.
    if value == 0x131 { return self }
    let upper = Self.single(properties.uppercaseMapping) ?? self
    return Self.single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
