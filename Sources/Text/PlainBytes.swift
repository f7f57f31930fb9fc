/// Tests of many bytes, which read eight bytes at a time.
package enum PlainBytes {
  /// Returns true if all bytes are printable ASCII, tabs or line ends.
  package static func arePrintable(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // ASCII bytes cause no carry into the next byte. The high bit is set in `printable` for bytes from 0x20 on
        // and line ends, in `other` for U+007F and bytes that are not ASCII.
        let ascii = word & 0x7F7F_7F7F_7F7F_7F7F
        let printable =
          (ascii &+ 0x6060_6060_6060_6060)
          | ~((ascii ^ 0x0A0A_0A0A_0A0A_0A0A) &+ 0x7F7F_7F7F_7F7F_7F7F)
        let other = word | (ascii &+ 0x0101_0101_0101_0101)
        if ~printable & 0x8080_8080_8080_8080 == 0, other & 0x8080_8080_8080_8080 == 0 {
          index += 8
          continue
        }
      }
      for byte in bytes[index..<min(index + 8, bytes.count)] where !isPrintable(byte) {
        return false
      }
      index += 8
    }
    return true
  }

  /// The index after the ASCII bytes that begin at an index.
  package static func asciiCount(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
