//: output BasculeRequest
//: needs RequestText

extension RequestText {
  @_spi(Generated) public func hasSuffix(_ suffix: StaticString) -> Bool {
    exists
      && withBytes { bytes in
        suffix.withUTF8Buffer { bytes.begins(with: $0, at: bytes.count - $0.count) }
      }
  }

  @_spi(Generated) public func contains(_ part: StaticString) -> Bool {
    exists
      && withBytes { bytes in
        part.withUTF8Buffer { part in
          var index = 0
          while index + part.count <= bytes.count {
            if bytes.begins(with: part, at: index) { return true }
            index += 1
          }
          return false
        }
      }
  }
}
