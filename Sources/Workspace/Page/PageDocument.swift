extension PageModel {
  /// The page: one HTML file without references to others.
  package var html: [UInt8] {
    Array(PageAssets.head.utf8) + Self.embedded(json) + Array((PageAssets.tail + "\n").utf8)
  }

  /// The JSON for an element `script`: no text in it ends the element.
  ///
  /// `<` and the separators U+2028 and U+2029 are only in strings of JSON, which escape them.
  static func embedded(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var index = 0
    while index < json.count {
      let byte = json[index]
      if byte == UInt8(ascii: "<") {
        result += Array(#"\u003C"#.utf8)
      } else if byte == 0xE2, index + 2 < json.count, json[index + 1] == 0x80,
        json[index + 2] & 0xFE == 0xA8
      {
        result += Array((json[index + 2] == 0xA8 ? #"\u2028"# : #"\u2029"#).utf8)
        index += 2
      } else {
        result.append(byte)
      }
      index += 1
    }
    return result
  }
}
