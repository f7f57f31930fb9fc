/// The host parser of the URL standard: domains, IPv4, IPv6 and opaque hosts.
enum HostParser {
  /// The hosts that are accepted for URLs of the web.
  enum Hosts {
    case all
    /// The hosts that can be parsed without Unicode tables.
    case ascii
  }

  /// Returns the canonical form of a host; nil if it is not valid.
  ///
  /// - Parameter isOpaque: whether the scheme is not special.
  /// - Requires: `text` is not empty.
  static func parse(
    _ text: ArraySlice<UInt8>, _ hosts: Hosts, isOpaque: Bool
  ) -> String? {
    if text.first == 0x5B {
      guard text.last == 0x5D, text.count > 1, let address = IPv6.parse(text.dropFirst().dropLast())
      else { return nil }
      return "[" + IPv6.write(address) + "]"
    }
    if isOpaque {
      if text.contains(where: isForbidden) { return nil }
      return WebURL.percentEncoded(text, .control)
    }
    if isFinal(text) { return String(decoding: text, as: UTF8.self) }
    let written = percentDecoded(text)
    if hosts == .ascii, written.contains(where: { $0 >= 0x80 }) { return nil }
    guard let decoded = String(validating: written, as: UTF8.self),
      let domain = DomainToASCII.map(decoded)
    else { return nil }
    let bytes = Array(domain.utf8)
    if bytes.isEmpty || bytes.contains(where: isForbiddenInDomain) { return nil }
    if IPv4.endsInNumber(bytes) { return IPv4.parse(bytes).map(IPv4.write) }
    return domain
  }

  /// Returns true for a domain of lower-case letters, digits, hyphens and dots that is its own canonical form.
  /// The last label must start with a letter, since otherwise the domain could be an IPv4 address.
  private static func isFinal(_ text: ArraySlice<UInt8>) -> Bool {
    var label = text.startIndex
    for index in text.indices {
      switch text[index] {
      case 0x61...0x7A, 0x30...0x39, 0x2D: break
      case 0x2E: label = index + 1
      default: return false
      }
    }
    return label < text.endIndex && (0x61...0x7A).contains(text[label])
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == 0x25, index + 2 < text.endIndex,
        let high = PercentEscapes.hexadecimal(text[index + 1]),
        let low = PercentEscapes.hexadecimal(text[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20, 0x23, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B, 0x5C, 0x5D,
      0x5E, 0x7C:
      true
    default: false
    }
  }

  private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
    byte <= 0x1F || byte == 0x25 || byte == 0x7F || isForbidden(byte)
  }
}

enum IPv4 {
  /// Returns true if the last label is a number, so that the host must be an IPv4 address, valid or not.
  static func endsInNumber(_ host: [UInt8]) -> Bool {
    var parts = host.split(separator: 0x2E, omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true {
      if parts.count == 1 { return false }
      parts.removeLast()
    }
    guard let last = parts.last, !last.isEmpty else { return false }
    return last.allSatisfy { (0x30...0x39).contains($0) } || number(last) != nil
  }

  static func parse(_ host: [UInt8]) -> UInt32? {
    var parts = host.split(separator: 0x2E, omittingEmptySubsequences: false)
    if parts.count > 1, parts[parts.count - 1].isEmpty { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = number(part) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    guard numbers.allSatisfy({ $0 <= 255 }), last < 1 << UInt64(8 * (4 - numbers.count)) else {
      return nil
    }
    var address = last
    for (position, number) in numbers.enumerated() {
      address += number << UInt64(8 * (3 - position))
    }
    return UInt32(address)
  }

  /// Parses a decimal, octal (`0…`) or hexadecimal (`0x…`) number. Values above 2^40 are reduced to 2^40.
  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    if text.isEmpty { return nil }
    var digits = text
    var radix: UInt64 = 10
    if text.count >= 2, text.first == 0x30 {
      let isHexadecimal = text[text.startIndex + 1] | 0x20 == 0x78
      radix = isHexadecimal ? 16 : 8
      digits = text.dropFirst(isHexadecimal ? 2 : 1)
    }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = PercentEscapes.hexadecimal(byte), digit < radix else { return nil }
      value = min(value * radix + UInt64(digit), 1 << 40)
    }
    return value
  }

  static func write(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
  }
}

enum IPv6 {
  /// Returns eight pieces of 16 bits; nil if the text is not an address.
  static func parse(_ slice: ArraySlice<UInt8>) -> [UInt16]? {
    let text = Array(slice)
    var pieces: [UInt16] = []
    var compression: Int?
    var index = 0
    if text.first == 0x3A {
      guard text.count > 1, text[1] == 0x3A else { return nil }
      index = 2
      compression = 0
    }
    while index < text.count {
      if pieces.count == 8 { return nil }
      if text[index] == 0x3A {
        if compression != nil { return nil }
        index += 1
        compression = pieces.count
        continue
      }
      var value: UInt16 = 0
      var length = 0
      while length < 4, index < text.count, let digit = PercentEscapes.hexadecimal(text[index]) {
        value = value << 4 | UInt16(digit)
        index += 1
        length += 1
      }
      if index < text.count, text[index] == 0x2E {
        guard length > 0, pieces.count <= 6, let address = trailingIPv4(text[(index - length)...])
        else { return nil }
        pieces.append(UInt16(address >> 16))
        pieces.append(UInt16(address & 0xFFFF))
        break
      }
      if index < text.count {
        guard text[index] == 0x3A, index + 1 < text.count else { return nil }
        index += 1
      }
      pieces.append(value)
    }
    if let compression {
      guard pieces.count < 8 else { return nil }
      pieces.insert(
        contentsOf: repeatElement(0, count: 8 - pieces.count), at: compression)
    }
    return pieces.count == 8 ? pieces : nil
  }

  /// Parses four decimal numbers up to 255 without leading zeros.
  private static func trailingIPv4(_ text: ArraySlice<UInt8>) -> UInt32? {
    let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
        part.count == 1 || part.first != 0x30
      else { return nil }
      let value = part.reduce(0 as UInt32) { $0 * 10 + UInt32($1 - 0x30) }
      if value > 255 { return nil }
      address = address << 8 | value
    }
    return address
  }

  /// Writes lower-case hexadecimal pieces, with `::` for the first longest run of two or more zeros.
  static func write(_ pieces: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, pieces[end] == 0 { end += 1 }
      if end - start > max(best.count, 1) { best = start..<end }
      start = max(end, start + 1)
    }
    var text = ""
    var index = 0
    while index < 8 {
      if !best.isEmpty, index == best.lowerBound {
        text += index == 0 ? "::" : ":"
        index = best.upperBound
        continue
      }
      text += String(pieces[index], radix: 16)
      if index < 7 { text += ":" }
      index += 1
    }
    return text
  }
}
