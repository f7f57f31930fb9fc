/// The decoding of percent escapes for rules: once, as UTF-8, without loss.
package enum PercentEscapes {
  /// The part of a URL to decode, which determines the escapes that are kept.
  package enum Use: Hashable, Sendable {
    /// A component of a path. `%2F` and `%5C` are kept, so that `/` is always a separator.
    case pathComponent
    /// A key or a value in the query, in which `+` is a space.
    case queryValue
    case fragment
  }

  /// Decodes every escape that is part of a valid UTF-8 sequence of escapes. Other escapes are kept.
  package static func decode(_ text: String, as use: Use) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    guard source.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return text }
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == 0x25, let length = append(at: index, of: source, as: use, to: &bytes) {
        index += length
      } else {
        bytes.append(source[index] == 0x2B && use == .queryValue ? 0x20 : source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the scalar whose first escape is at `index`.
  ///
  /// - Returns: the number of consumed source bytes; nil if the escape is kept, so that nothing is appended.
  private static func append(
    at index: Int, of source: [UInt8], as use: Use, to bytes: inout [UInt8]
  ) -> Int? {
    guard let first = byte(at: index, of: source) else { return nil }
    if first < 0x80 {
      if use == .pathComponent, first == 0x2F || first == 0x5C { return nil }
      bytes.append(first)
      return 3
    }
    guard let (count, second) = following(first) else { return nil }
    var sequence = [first]
    for position in 1...count {
      guard let next = byte(at: index + 3 * position, of: source),
        (position == 1 ? second : 0x80...0xBF).contains(next)
      else { return nil }
      sequence.append(next)
    }
    bytes += sequence
    return 3 * sequence.count
  }

  /// The number of bytes after the first byte of a UTF-8 sequence, and the range of the second byte; nil if the
  /// byte starts no sequence of several bytes. All later bytes are from 80 to BF.
  package static func following(_ first: UInt8) -> (count: Int, second: ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (1, 0x80...0xBF)
    case 0xE0: (2, 0xA0...0xBF)
    case 0xED: (2, 0x80...0x9F)
    case 0xE1...0xEF: (2, 0x80...0xBF)
    case 0xF0: (3, 0x90...0xBF)
    case 0xF1...0xF3: (3, 0x80...0xBF)
    case 0xF4: (3, 0x80...0x8F)
    default: nil
    }
  }

  /// The byte that the escape at `index` encodes; nil if there is no escape.
  private static func byte(at index: Int, of source: [UInt8]) -> UInt8? {
    guard index + 2 < source.count, source[index] == 0x25,
      let high = hexadecimal(source[index + 1]), let low = hexadecimal(source[index + 2])
    else { return nil }
    return high << 4 | low
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
