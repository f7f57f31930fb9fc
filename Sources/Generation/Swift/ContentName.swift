import GeneratedNames

/// Names of constants that depend only on their content, so that changes elsewhere in a rule set do not change them.
enum ContentName {
  /// Returns the letters and digits of a text as a name (`"https://shop.example/"` becomes `httpsShopExample`); nil for
  /// a text with less than three of them.
  static func words(_ text: some Sequence<UInt8>) -> String? {
    var name: [UInt8] = []
    var isStart = false
    for byte in text {
      let isCapital = (0x41...0x5A).contains(byte)
      let isLetter = isCapital || (0x61...0x7A).contains(byte)
      if isLetter || (0x30...0x39).contains(byte), name.count < longest {
        name.append(isLetter && isStart && !name.isEmpty ? byte & 0xDF : byte)
        isStart = false
      } else {
        isStart = true
      }
    }
    if name.count < 3 { return nil }
    let words = SwiftNames.member(String(decoding: name, as: UTF8.self))
    return (0x30...0x39).contains(name[0]) ? "text" + words : words
  }

  private static let longest = 24

  /// Returns the first digits of the hash of a content.
  static func hash(_ text: String) -> String { String(ContentHash.hexadecimal(text).prefix(6)) }
}
