extension PageModel {
  /// The page: one HTML file without references to others.
  ///
  /// - Parameter watches: true for a page that reads its file again every second.
  package func html(watches: Bool = false) -> [UInt8] {
    var bytes = Array(PageAssets.start.utf8)
    bytes += (watches ? PageAssets.watchingPolicy : PageAssets.policy).utf8
    bytes += PageAssets.head.utf8
    bytes += Self.embedded(json)
    bytes += PageAssets.middle.utf8
    if watches { bytes += PageAssets.watch.utf8 }
    return bytes + PageAssets.tail.utf8 + [0x0A]
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
