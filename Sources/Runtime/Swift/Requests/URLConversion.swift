//: output BasculeRequest
//: needs DefaultPort Digits RequestText StandardURL

public import Foundation

nonisolated extension RequestText {
  /// The text as a URL, as the URL standard reads it; nil if it does not convert.
  @_spi(Generated) public var url: URL? { TextURL.converted(self).flatMap { URL(string: $0) } }
}

/// Turns texts into URLs as the URL standard does.
///
/// It needs no tables of Unicode: a web host outside ASCII does not convert, nor does what is unusual and would be
/// rewritten: user info with other characters, `http://127.1`, a web URL without `//`, a `file` URL with a host or a
/// drive letter, a control character. What `URL` cannot hold is escaped.
nonisolated enum TextURL {
  /// The URL; nil if the text does not convert.
  static func converted(_ text: RequestText) -> String? {
    text.exists ? text.withBytes { converted(Array($0)) } : nil
  }

  private static func converted(_ bytes: [UInt8]) -> String? {
    guard bytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F }), bytes.last != UInt8(ascii: " "),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, isLetter(first),
      bytes[..<colon].allSatisfy({ isLetter($0) || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let isSpecial = scheme == "file" || DefaultPort.of(scheme.utf8) != nil
    let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
    guard colon < mark, let front = front(bytes[(colon + 1)..<mark], scheme, isSpecial) else {
      return nil
    }
    var url = scheme + ":" + front
    if mark < hash { url += escaped(bytes[mark..<hash], isSpecial ? ":@/?" : ":@/?'") }
    if hash < bytes.endIndex { url += "#" + escaped(bytes[(hash + 1)...], ":@/?'") }
    return url
  }

  /// The URL between the scheme and the query.
  private static func front(
    _ bytes: ArraySlice<UInt8>, _ scheme: String, _ isSpecial: Bool
  ) -> String? {
    func isSlash(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "/") || isSpecial && byte == UInt8(ascii: "\\")
    }
    guard bytes.starts(with: "//".utf8) else {
      if isSpecial { return nil }
      guard bytes.first == UInt8(ascii: "/") else { return escaped(bytes, ":@/'") }
      let path = path(bytes, isSlash)
      return path.hasPrefix("//") ? "/." + path : path
    }
    let rest = bytes.dropFirst(2)
    let end = rest.firstIndex(where: isSlash) ?? rest.endIndex
    guard let authority = authority(rest[..<end], scheme, isSpecial) else { return nil }
    let path = path(rest[end...], isSlash)
    let isDrive = { (byte: UInt8) in ":|".utf8.contains(byte) }
    if scheme == "file",
      rest[end...].split(whereSeparator: isSlash).contains(where: {
        $0.count == 2 && $0.first.map(isLetter) == true && $0.last.map(isDrive) == true
      })
    {
      return nil
    }
    return "//" + authority + (path.isEmpty && isSpecial ? "/" : path)
  }

  private static func path(_ bytes: ArraySlice<UInt8>, _ isSlash: (UInt8) -> Bool) -> String {
    let components = bytes.split(omittingEmptySubsequences: false, whereSeparator: isSlash)
    return StandardURL.withoutDots(Array(components.dropFirst()))
      .map { "/" + escaped($0, ":@'") }.joined()
  }

  private static func authority(
    _ bytes: ArraySlice<UInt8>, _ scheme: String, _ isSpecial: Bool
  ) -> String? {
    if scheme == "file" || bytes.isEmpty {
      return bytes.isEmpty && (scheme == "file" || !isSpecial) ? "" : nil
    }
    var user = ""
    var host = bytes
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      let parts = bytes[..<at].split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard
        parts.allSatisfy({ !$0.isEmpty && isPlain($0) && !$0.contains { ";=".utf8.contains($0) } })
      else { return nil }
      user = String(decoding: bytes[...at], as: UTF8.self)
      host = bytes[(at + 1)...]
    }
    let isAddress = host.first == UInt8(ascii: "[")
    let start = isAddress ? host.firstIndex(of: UInt8(ascii: "]")) : nil
    let end = host[(start ?? host.startIndex)...].firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
    guard let name = self.host(host[..<end], isSpecial) else { return nil }
    let digits = host[end...].dropFirst()
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard digits.allSatisfy(\.isDigit), significant.count < 6 else { return nil }
    let port = significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    if port > 65_535 { return nil }
    let hasPort = !digits.isEmpty && port != DefaultPort.of(scheme.utf8)
    return user + name + (hasPort ? ":\(port)" : "")
  }

  private static func host(_ bytes: ArraySlice<UInt8>, _ isSpecial: Bool) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("[") { return text.hasSuffix("]") ? address(text) : nil }
    if bytes.isEmpty || !isPlain(bytes) { return nil }
    return !isSpecial
      ? text : StandardURL.isPlainHost(text.lowercased().utf8) ? text.lowercased() : nil
  }

  /// An IPv6 address in brackets: the longest run of zeros is written as `::`.
  private static func address(_ text: String) -> String? {
    let halves = text.dropFirst().dropLast().description.components(separatedBy: "::").map {
      $0.isEmpty ? [] : $0.components(separatedBy: ":")
    }
    let digits = halves.joined()
    guard halves.count <= 2, halves.count == 2 ? digits.count < 8 : digits.count == 8,
      digits.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isHex) })
    else { return nil }
    let zeros = Array(repeating: "0", count: 8 - digits.count)
    let pieces = (halves[0] + zeros + halves.dropFirst().joined()).map {
      UInt16($0, radix: 16) ?? 0
    }
    var longest = 0..<0
    for start in pieces.indices {
      let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.endIndex
      if end - start > max(longest.count, 1) { longest = start..<end }
    }
    func written(_ pieces: ArraySlice<UInt16>) -> String {
      pieces.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if longest.isEmpty { return "[" + written(pieces[...]) + "]" }
    return "[" + written(pieces[..<longest.lowerBound]) + "::"
      + written(pieces[longest.upperBound...]) + "]"
  }

  private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    escaped(bytes, "'").utf8.elementsEqual(bytes)
  }

  /// The text with everything escaped but well-formed escapes, unreserved characters, delimiters and `others`.
  private static func escaped(_ bytes: ArraySlice<UInt8>, _ others: String) -> String {
    var result = ""
    for (index, byte) in zip(bytes.indices, bytes) {
      let isKept =
        byte == UInt8(ascii: "%")
        ? bytes[index...].dropFirst().prefix(2).filter(isHex).count == 2
        : isLetter(byte) || byte.isDigit || ("-._~!$&()*+,;=" + others).utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result +=
        isKept ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + digits
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
