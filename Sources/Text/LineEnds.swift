/// The line ends of text that people and tools write: LF, CRLF or a lone CR.
package enum LineEnds {
  /// The content of a text file with LF at the end of each line and without a byte order mark, so that nothing
  /// depends on how an editor or a checkout of git has stored it.
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

  /// The bytes with CRLF in place of each LF, as git checks text files out with `core.autocrlf`.
  package static func withReturns(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
      if byte == 0x0A { result.append(0x0D) }
      result.append(byte)
    }
    return result
  }

  /// The bytes with LF in place of each CRLF, the inverse of `withReturns` for a text that is read in pieces.
  ///
  /// - Parameter holdsReturn: whether the last piece ended with a CR that is not in its result; false for the
  ///   first piece. If it is true after the last one, that CR is the end of the text.
  package static func withoutReturns(_ piece: [UInt8], holdsReturn: inout Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(piece.count + 1)
    for byte in piece {
      if holdsReturn, byte != 0x0A { result.append(0x0D) }
      holdsReturn = byte == 0x0D
      if !holdsReturn { result.append(byte) }
    }
    return result
  }
}
