/// A hash that names a content in generated code: FNV-1a with 64 bits over lines.
struct ContentHash {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(line: some Sequence<UInt8>) {
    for byte in line { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0x0A) &* 0x100_0000_01B3
  }

  /// The hash in hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func hexadecimal(_ line: String) -> String {
    var hash = ContentHash()
    hash.add(line: line.utf8)
    return hash.hexadecimal
  }
}
