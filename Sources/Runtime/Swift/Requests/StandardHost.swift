//: output BasculeRequest
//: needs ByteSet

/// Parses hosts as the URL standard does.
nonisolated enum StandardHost {
  typealias Bytes = Swift.Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the host of a web URL: a name in lower case, or an IPv4 address in its usual form; nil if it is not valid
  /// or not ASCII.
  static func domain(_ written: Bytes) -> [UInt8]? {
    var host: [UInt8] = []
    host.reserveCapacity(written.count)
    let (forbidden, end) = (ByteSet.notInHost, written.endIndex)
    var place = written.startIndex
    while place < end {
      var byte = written.base[place]
      if byte == 0x25, place + 2 < end, let high = digit(written.base[place + 1]),
        let low = digit(written.base[place + 2])
      {
        byte = high << 4 | low
        place += 2
      }
      guard byte > 0x20, byte < 0x7F, byte != 0x25, !forbidden.contains(byte) else { return nil }
      host.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      place += 1
    }
    if host.isEmpty { return nil }
    return endsInNumber(host) ? ipv4(host) : host
  }

  /// Returns whether the host of a URL whose scheme is not special can contain the byte.
  static func isAllowed(_ byte: UInt8) -> Bool { !ByteSet.notInHost.contains(byte) }

  static func isHexadecimal(_ byte: UInt8) -> Bool { digit(byte) != nil }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }

  // MARK: IPv4

  /// Returns the host without one dot at its end.
  private static func withoutLastDot(_ host: [UInt8]) -> ArraySlice<UInt8> {
    host.count > 1 && host.last == 0x2E ? host.dropLast() : host[...]
  }

  private static func endsInNumber(_ host: [UInt8]) -> Bool {
    let host = withoutLastDot(host)
    let last = host[(host.lastIndex(of: 0x2E).map { $0 + 1 } ?? host.startIndex)...]
    if last.isEmpty { return false }
    return last.allSatisfy { (0x30...0x39).contains($0) } || number(last) != nil
  }

  /// Parses one to four numbers; the last number fills the remaining bytes. Returns nil if the host is not an IPv4
  /// address.
  private static func ipv4(_ host: [UInt8]) -> [UInt8]? {
    let labels = withoutLastDot(host).split(
      separator: 0x2E, maxSplits: 4, omittingEmptySubsequences: false)
    if labels.count > 4 { return nil }
    var address: UInt64 = 0
    for (place, label) in labels.enumerated() {
      let bits: UInt64 = place == labels.count - 1 ? UInt64(8 * (4 - place)) : 8
      guard let number = number(label), number < 1 << bits else { return nil }
      address = address << bits | number
    }
    let bytes = [24, 16, 8, 0].map { String(address >> UInt64($0) & 255) }
    return Array(bytes.joined(separator: ".").utf8)
  }

  /// Parses a decimal, octal (`0…`) or hexadecimal (`0x…`) number. Returns 2^40 for a number that is too large for an
  /// address.
  private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
    if label.isEmpty { return nil }
    var digits = label
    var radix: UInt64 = 10
    if label.count > 1, label.first == 0x30 {
      radix = label[label.startIndex + 1] | 0x20 == 0x78 ? 16 : 8
      digits = label.dropFirst(radix == 16 ? 2 : 1)
    }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = digit(byte), digit < radix else { return nil }
      value = min(value * radix + UInt64(digit), 1 << 40)
    }
    return value
  }

  // MARK: IPv6

  /// Returns an IPv6 address with its brackets, in its shortest form; nil if the text is none.
  static func address(_ text: Bytes) -> [UInt8]? {
    guard let pieces = pieces(text) else { return nil }
    var longest = 0..<0
    for start in pieces.indices {
      let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.endIndex
      if end - start > max(longest.count, 1) { longest = start..<end }
    }
    func written(_ pieces: ArraySlice<UInt16>) -> String {
      pieces.map { String($0, radix: 16) }.joined(separator: ":")
    }
    let address =
      longest.isEmpty
      ? written(pieces[...])
      : written(pieces[..<longest.lowerBound]) + "::" + written(pieces[longest.upperBound...])
    return Array("[\(address)]".utf8)
  }

  /// Parses the eight pieces of 16 bits of an IPv6 address.
  private static func pieces(_ text: Bytes) -> [UInt16]? {
    var rest = text
    var pieces: [UInt16] = []
    var gap: Int?
    if rest.first == 0x3A {
      guard rest.starts(with: "::".utf8) else { return nil }
      rest = rest.dropFirst(2)
      gap = 0
    }
    while !rest.isEmpty {
      if pieces.count == 8 { return nil }
      if rest.first == 0x3A {
        if gap != nil { return nil }
        rest = rest.dropFirst()
        gap = pieces.count
        continue
      }
      let digits = rest.prefix(4).prefix(while: isHexadecimal)
      let after = rest[digits.endIndex...]
      if after.first == 0x2E {
        guard !digits.isEmpty, pieces.count <= 6, let (high, low) = trailingIPv4(rest) else {
          return nil
        }
        pieces += [high, low]
        break
      }
      if let next = after.first, next != 0x3A || after.count == 1 { return nil }
      pieces.append(digits.reduce(0) { $0 << 4 | UInt16(digit($1) ?? 0) })
      rest = after.dropFirst()
    }
    if let gap {
      if pieces.count == 8 { return nil }
      pieces.insert(contentsOf: repeatElement(0, count: 8 - pieces.count), at: gap)
    }
    return pieces.count == 8 ? pieces : nil
  }

  /// Parses four decimal numbers without leading zeros, and returns them as two pieces.
  private static func trailingIPv4(_ text: Bytes) -> (UInt16, UInt16)? {
    let labels = text.split(separator: 0x2E, maxSplits: 4, omittingEmptySubsequences: false)
    let numbers = labels.compactMap { label -> UInt16? in
      let text = String(decoding: label, as: UTF8.self)
      return UInt8(text).flatMap { String($0) == text ? UInt16($0) : nil }
    }
    guard labels.count == 4, numbers.count == 4 else { return nil }
    return (numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3])
  }
}
