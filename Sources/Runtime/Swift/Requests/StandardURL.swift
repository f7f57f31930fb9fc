//: output BasculeRequest
//: needs ByteSet DefaultPort StandardHost

/// The parser of the URL standard for absolute URLs. Its time is linear in the length of the text.
///
/// The parser has no Unicode tables, so it rejects a web host that is not ASCII. Serialized URLs have no such host.
nonisolated struct StandardURL {
  /// The set of characters that are not escaped in each part of a URL.
  enum Spelling {
    /// The characters that the URL standard does not escape.
    case standard
    /// The characters that RFC 3986 also allows, which every version of Foundation's `URL` accepts.
    case foundation
  }

  private typealias Bytes = Swift.Slice<UnsafeBufferPointer<UInt8>>

  /// The text without surrounding spaces and without line breaks; valid only while it is parsed.
  private let bytes: UnsafeBufferPointer<UInt8>
  private let spelling: Spelling
  private var index = 0
  /// The index of the first `?` or `#`.
  private var frontEnd = 0
  private var isSpecial = false
  private var isFile = false
  private var output: [UInt8] = []

  /// Returns the serialized URL; nil if the text is no absolute URL.
  static func serialized(
    _ text: UnsafeBufferPointer<UInt8>, _ spelling: Spelling = .standard
  ) -> String? {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return nil }
    let isBreak = { (byte: UInt8) in byte == 0x09 || byte == 0x0A || byte == 0x0D }
    let inner = text[first...last]
    if inner.contains(where: isBreak) {
      return inner.filter { !isBreak($0) }.withUnsafeBufferPointer { parsed($0, spelling) }
    }
    return parsed(UnsafeBufferPointer(rebasing: inner), spelling)
  }

  private static func parsed(
    _ bytes: UnsafeBufferPointer<UInt8>, _ spelling: Spelling
  ) -> String? {
    var url = StandardURL(bytes, spelling)
    return url.parse() ? String(decoding: url.output, as: UTF8.self) : nil
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ spelling: Spelling) {
    self.bytes = bytes
    self.spelling = spelling
    output.reserveCapacity(bytes.count + 8)
  }

  /// Writes the URL. Returns false if the text is no URL.
  private mutating func parse() -> Bool {
    guard readScheme() else { return false }
    frontEnd = bytes[index...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count
    if isFile {
      guard readFile() else { return false }
    } else if isSpecial {
      while isSlash(at: index) { index += 1 }
      guard readAuthority() else { return false }
      if isSlash(at: index) { index += 1 }
      readPath()
    } else if isSlash(at: index), isSlash(at: index + 1) {
      index += 2
      guard readAuthority() else { return false }
      if index < frontEnd {
        index += 1
        readPath()
      }
    } else if isSlash(at: index) {
      index += 1
      readPath()
    } else {
      readOpaquePath()
    }
    readQueryAndFragment()
    return true
  }

  /// Returns whether the byte before query and fragment is `/`, or `\` if the scheme is special.
  private func isSlash(at place: Int) -> Bool {
    place < frontEnd && (bytes[place] == 0x2F || isSpecial && bytes[place] == 0x5C)
  }

  /// Returns the index of the next slash; the end of the path if there is none.
  private func nextSlash(from place: Int) -> Int {
    var place = place
    while place < frontEnd, !isSlash(at: place) { place += 1 }
    return place
  }

  private mutating func readScheme() -> Bool {
    guard let colon = bytes.firstIndex(of: 0x3A), let first = bytes.first, Self.isLetter(first),
      bytes[..<colon].allSatisfy({ Self.isLetter($0) || ByteSet.inScheme.contains($0) })
    else { return false }
    output += bytes[..<colon].lazy.map { Self.isLetter($0) ? $0 | 0x20 : $0 }
    isFile = output.elementsEqual("file".utf8)
    isSpecial = isFile || DefaultPort.of(output) != nil
    output.append(0x3A)
    index = colon + 1
    return true
  }

  // MARK: Authority

  private mutating func readAuthority() -> Bool {
    let port = DefaultPort.of(output.dropLast())
    output += [0x2F, 0x2F]
    let end = nextSlash(from: index)
    if let at = bytes[index..<end].lastIndex(of: 0x40) {
      if at + 1 == end { return false }
      readUser(upTo: at)
      index = at + 1
    }
    var hostEnd = index
    var isInBrackets = false
    while hostEnd < end, isInBrackets || bytes[hostEnd] != 0x3A {
      if bytes[hostEnd] == 0x5B { isInBrackets = true }
      if bytes[hostEnd] == 0x5D { isInBrackets = false }
      hostEnd += 1
    }
    if hostEnd == index {
      if hostEnd < end || isSpecial { return false }
    } else {
      guard readHost(upTo: hostEnd) else { return false }
    }
    if hostEnd < end { guard readPort(hostEnd + 1..<end, port) else { return false } }
    index = end
    return true
  }

  private mutating func readUser(upTo at: Int) {
    let colon = bytes[index..<at].firstIndex(of: 0x3A) ?? at
    let hasPassword = colon + 1 < at
    append(index..<colon, keeping: .inUser)
    if hasPassword {
      output.append(0x3A)
      append(colon + 1..<at, keeping: .inUser)
    }
    if hasPassword || index < colon { output.append(0x40) }
  }

  /// - Requires: the host is not empty.
  private mutating func readHost(upTo end: Int) -> Bool {
    let host = bytes[index..<end]
    if host.first == 0x5B {
      guard host.last == 0x5D, let address = StandardHost.address(host.dropFirst().dropLast())
      else { return false }
      output += address
    } else if isSpecial {
      guard let domain = StandardHost.domain(host) else { return false }
      let characters = kept(standard: .inOpaqueHost, foundation: .inPlainHost)
      domain.withUnsafeBufferPointer { append($0[...], keeping: characters) }
    } else {
      if !host.allSatisfy(StandardHost.isAllowed) { return false }
      append(host, keeping: kept(standard: .inOpaqueHost, foundation: .inPlainHost))
    }
    return true
  }

  private mutating func readPort(_ digits: Swift.Range<Int>, _ defaultPort: Int?) -> Bool {
    var port = 0
    for digit in bytes[digits] {
      guard (0x30...0x39).contains(digit) else { return false }
      port = port * 10 + Int(digit - 0x30)
      if port > 65_535 { return false }
    }
    if !digits.isEmpty, port != defaultPort { output += Array(":\(port)".utf8) }
    return true
  }

  // MARK: Path, query, fragment

  private mutating func readFile() -> Bool {
    output += [0x2F, 0x2F]
    if isSlash(at: index), isSlash(at: index + 1) {
      index += 2
      let end = nextSlash(from: index)
      if index < end, !isDriveLetter(bytes[index..<end]) {
        let start = output.count
        guard readHost(upTo: end) else { return false }
        if output[start...].elementsEqual("localhost".utf8) { output.removeSubrange(start...) }
        index = end
        if isSlash(at: index) { index += 1 }
      } else if index == end, isSlash(at: index) {
        index += 1
      }
    } else if isSlash(at: index) {
      index += 1
    }
    readPath()
    return true
  }

  /// Reads the components after a slash, and resolves `.` and `..`.
  private mutating func readPath() {
    let path = output.count
    let characters = kept(standard: .inPath, foundation: .inPlainPath)
    // Each component is written with the slash before it.
    var count = 0
    while true {
      let end = nextSlash(from: index)
      let component = bytes[index..<end]
      let dots = Self.dots(component)
      if dots == 2, count > 0, !isFile || count > 1 || !isDrive(at: path),
        let last = output.lastIndex(of: 0x2F)
      {
        output.removeLast(output.count - last)
        count -= 1
      }
      if dots == 0 || end == frontEnd {
        count += 1
        output.append(0x2F)
      }
      if isFile, count == 1, isDriveLetter(component) {
        output += [component[index], 0x3A]
      } else if dots == 0 {
        append(component, keeping: characters)
      }
      index = end
      if end == frontEnd { break }
      index += 1
    }
    // Without this prefix, the path would be read as an authority.
    if output[path - 1] == 0x3A, output[path...].starts(with: "//".utf8) {
      output.insert(contentsOf: [0x2F, 0x2E], at: path)
    }
  }

  /// Returns whether the written path is a drive letter, which `..` does not remove.
  private func isDrive(at path: Int) -> Bool {
    output.count == path + 3 && output[path + 2] == 0x3A && Self.isLetter(output[path + 1])
  }

  private mutating func readOpaquePath() {
    append(index..<frontEnd, keeping: kept(standard: .inOpaquePath, foundation: .inPlainPath))
    if frontEnd < bytes.count, output.last == 0x20 {
      output.removeLast()
      output += Array("%20".utf8)
    }
  }

  private mutating func readQueryAndFragment() {
    let hash = bytes[frontEnd...].firstIndex(of: 0x23) ?? bytes.count
    if frontEnd < hash {
      output.append(0x3F)
      append(
        frontEnd + 1..<hash,
        keeping: isSpecial
          ? kept(standard: .inWebQuery, foundation: .inPlainWebQuery)
          : kept(standard: .inQuery, foundation: .inPlainQuery))
    }
    if hash < bytes.count {
      output.append(0x23)
      append(
        hash + 1..<bytes.count, keeping: kept(standard: .inFragment, foundation: .inPlainQuery))
    }
  }

  // MARK: Characters

  private func kept(standard: ByteSet, foundation: ByteSet) -> ByteSet {
    switch spelling {
    case .standard: standard
    case .foundation: foundation
    }
  }

  private mutating func append(_ range: Swift.Range<Int>, keeping kept: ByteSet) {
    append(bytes[range], keeping: kept)
  }

  /// Writes the bytes, with escapes for those that are not in the set. Existing escapes are kept.
  private mutating func append(_ bytes: Bytes, keeping kept: ByteSet) {
    let keepsAllPercent = spelling == .standard
    output.append(bytes, keeping: kept) { place in
      // The standard keeps a `%` that does not begin an escape.
      keepsAllPercent
        || place + 2 < bytes.endIndex && StandardHost.isHexadecimal(bytes[place + 1])
          && StandardHost.isHexadecimal(bytes[place + 2])
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Returns 1 for `.`, 2 for `..`, also if they are escaped, and 0 for any other component.
  private static func dots(_ component: Bytes) -> Int {
    var rest = component
    var count = 0
    while count < 3, let first = rest.popFirst() {
      if first == 0x25, rest.count > 1, rest[rest.startIndex] == 0x32,
        rest[rest.startIndex + 1] | 0x20 == 0x65
      {
        rest = rest.dropFirst(2)
      } else if first != 0x2E {
        return 0
      }
      count += 1
    }
    return count < 3 ? count : 0
  }

  /// Returns whether the component is a drive letter, such as `C:` or `C|`.
  private func isDriveLetter(_ component: Bytes) -> Bool {
    component.count == 2 && Self.isLetter(component[component.startIndex])
      && (component.last == 0x3A || component.last == 0x7C)
  }
}
