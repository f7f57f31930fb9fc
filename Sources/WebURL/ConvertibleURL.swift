/// The URLs to which texts of a request convert.
///
/// A text that the URL standard accepts as an absolute URL converts to its serialization, but an app reads texts
/// without the tables of Unicode, so some texts that the standard accepts do not convert: with control characters or
/// a space at the end; web URLs without `//` after the scheme; user info that the standard would escape; hosts of the
/// web with letters outside ASCII, with escapes, or with numbers in an unusual form (`127.1`); other hosts that would
/// be escaped; IPv6 addresses that end in an IPv4 address; `file` URLs with a host or a drive letter. A label that
/// begins with `xn--` is not decoded. `Foundation.URL` holds only characters of RFC 3986, so all others are escaped.
package enum ConvertibleURL {
  /// The serialized URL; nil if the text does not convert.
  package static func converted(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F }), bytes.last != 0x20,
      let colon = bytes.firstIndex(of: 0x3A), let first = bytes.first, isLetter(first),
      bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    let scheme = WebURL.asciiLowercased(String(decoding: bytes[..<colon], as: UTF8.self))
    let isSpecial = WebURL.isSpecial(scheme)
    let hash = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
    let mark = bytes[..<hash].firstIndex(of: 0x3F) ?? hash
    guard colon < mark,
      let front = front(bytes[(colon + 1)..<mark], scheme, isSpecial: isSpecial)
    else { return nil }
    var url = scheme + ":" + front
    if mark < hash { url += escaped(bytes[mark..<hash], ":@/?", escapesQuote: isSpecial) }
    if hash < bytes.endIndex { url += "#" + escaped(bytes[(hash + 1)...], ":@/?") }
    return url
  }

  /// The URL between the scheme and the query.
  private static func front(
    _ bytes: ArraySlice<UInt8>, _ scheme: String, isSpecial: Bool
  ) -> String? {
    func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || isSpecial && byte == 0x5C }
    guard bytes.starts(with: "//".utf8) else {
      if isSpecial { return nil }
      guard bytes.first == 0x2F else { return escaped(bytes, ":@/") }
      let path = path(bytes.dropFirst(), isSlash)
      return path.hasPrefix("//") ? "/." + path : path
    }
    let rest = bytes.dropFirst(2)
    let end = rest.firstIndex(where: isSlash) ?? rest.endIndex
    guard let authority = authority(rest[..<end], scheme, isSpecial: isSpecial) else { return nil }
    let components = rest[end...].split(omittingEmptySubsequences: false, whereSeparator: isSlash)
    if scheme == "file", components.contains(where: { URLParser.isDriveLetter($0) }) { return nil }
    if end == rest.endIndex { return "//" + authority + (isSpecial ? "/" : "") }
    return "//" + authority + path(rest[(end + 1)...], isSlash)
  }

  /// - Parameter bytes: without the slash at the start.
  private static func path(_ bytes: ArraySlice<UInt8>, _ isSlash: (UInt8) -> Bool) -> String {
    let components = bytes.split(omittingEmptySubsequences: false, whereSeparator: isSlash)
    var kept: [String] = []
    for (place, component) in components.enumerated() {
      let dots = URLParser.dots(component)
      if dots == 2, !kept.isEmpty { kept.removeLast() }
      if dots == 0 {
        kept.append(escaped(component, ":@"))
      } else if place == components.count - 1 {
        kept.append("")
      }
    }
    return kept.map { "/" + $0 }.joined()
  }

  private static func authority(
    _ bytes: ArraySlice<UInt8>, _ scheme: String, isSpecial: Bool
  ) -> String? {
    if bytes.isEmpty { return isSpecial && scheme != "file" ? nil : "" }
    if scheme == "file" { return nil }
    var user = ""
    var host = bytes
    if let at = bytes.lastIndex(of: 0x40) {
      let parts = bytes[..<at].split(
        separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
      guard
        parts.allSatisfy({
          !$0.isEmpty && !$0.contains(0x3B) && !$0.contains(0x3D) && isPlain($0, "")
        })
      else { return nil }
      user = String(decoding: bytes[...at], as: UTF8.self)
      host = bytes[(at + 1)...]
    }
    let start =
      host.first == 0x5B ? host.firstIndex(of: 0x5D) ?? host.startIndex : host.startIndex
    let end = host[start...].firstIndex(of: 0x3A) ?? host.endIndex
    guard let name = self.host(host[..<end], isSpecial: isSpecial) else { return nil }
    var port = 0
    for digit in host[end...].dropFirst() {
      guard isDigit(digit) else { return nil }
      port = port * 10 + Int(digit - 0x30)
      if port > 65_535 { return nil }
    }
    let hasPort = end + 1 < host.endIndex && port != WebURL.defaultPort(scheme)
    return user + name + (hasPort ? ":\(port)" : "")
  }

  private static func host(_ bytes: ArraySlice<UInt8>, isSpecial: Bool) -> String? {
    if bytes.first == 0x5B {
      guard bytes.last == 0x5D, !bytes.contains(0x2E),
        let address = IPv6.parse(bytes.dropFirst().dropLast())
      else { return nil }
      return "[" + IPv6.write(address) + "]"
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.isEmpty || !isPlain(bytes, "") { return nil }
    if !isSpecial { return text }
    let host = WebURL.asciiLowercased(text)
    if bytes.contains(0x25) { return nil }
    if !IPv4.endsInNumber(Array(host.utf8)) { return host }
    return IPv4.parse(Array(host.utf8)).map(IPv4.write) == host ? host : nil
  }

  /// Returns whether nothing has to be escaped.
  private static func isPlain(_ bytes: ArraySlice<UInt8>, _ others: String) -> Bool {
    escaped(bytes, others).utf8.elementsEqual(bytes)
  }

  /// The text with all characters escaped that a URL cannot hold.
  ///
  /// - Parameter others: the characters that are kept beside the unreserved ones, the delimiters and escapes.
  private static func escaped(
    _ bytes: ArraySlice<UInt8>, _ others: String, escapesQuote: Bool = false
  ) -> String {
    var result: [UInt8] = []
    for (index, byte) in zip(bytes.indices, bytes) {
      let isKept =
        byte == 0x25
        ? bytes[index...].dropFirst().prefix(2).filter(isHex).count == 2
        : isLetter(byte) || isDigit(byte) || others.utf8.contains(byte)
          || "-._~!$&()*+,;=".utf8.contains(byte) || byte == 0x27 && !escapesQuote
      if isKept {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
