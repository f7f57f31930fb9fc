/// The line ends of text that people and tools write: LF, CRLF or a lone CR.
package enum LineEnds {
  /// The content of a text file with LF at the end of each line and without a byte order mark. It does not depend on
  /// how an editor or a checkout of git has stored the file.
  package static func normalized(file bytes: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return normalized(bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes)
  }

  /// The bytes with LF at the end of each line.
  package static func normalized(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0D) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D {
        result.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        result.append(byte)
      }
      previous = byte
    }
    return result
  }

  /// The bytes with CRLF in place of each LF, as in a checkout of git with `core.autocrlf`.
  package static func withReturns(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
      if byte == 0x0A { result.append(0x0D) }
      result.append(byte)
    }
    return result
  }
}
