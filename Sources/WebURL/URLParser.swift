extension WebURL {
  /// Parses a URL in time linear in its length. Returns nil if the standard reports failure.
  ///
  /// - Parameter base: the base URL of relative references; without a base they fail.
  package static func parse(_ text: String, base: WebURL? = nil) -> WebURL? {
    var parser = URLParser(text, base: base)
    return parser.parse()
  }
}

/// The parser of the URL standard, written as a sequence of parts instead of a state machine.
///
/// It reads UTF-8 bytes. That is possible because all separators are ASCII, and everything else is escaped byte
/// by byte.
struct URLParser {
  private let bytes: [UInt8]
  private let base: WebURL?
  private let hosts: HostParser.Hosts
  private var index = 0

  init(_ text: String, base: WebURL?, hosts: HostParser.Hosts = .all) {
    self.hosts = hosts
    let all = Array(text.utf8)
    var start = 0
    var end = all.count
    while start < end, all[start] <= 0x20 { start += 1 }
    while end > start, all[end - 1] <= 0x20 { end -= 1 }
    bytes = all[start..<end].filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    self.base = base
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isNext(_ byte: UInt8, after distance: Int = 0) -> Bool {
    index + distance < bytes.count && bytes[index + distance] == byte
  }

  /// Returns true if the next byte is `/`, or is `\` and the scheme is special.
  private func isSlash(_ isSpecial: Bool, after distance: Int = 0) -> Bool {
    isNext(0x2F, after: distance) || (isSpecial && isNext(0x5C, after: distance))
  }

  mutating func parse() -> WebURL? {
    guard let scheme = takeScheme() else { return relativeWithoutScheme() }
    var url = WebURL(scheme: scheme, rawPath: .list([]))
    if scheme == "file" { return file(url, base: base?.scheme == "file" ? base : nil) }
    if url.isSpecial {
      if let base, base.scheme == scheme, !(isNext(0x2F) && isNext(0x2F, after: 1)) {
        return relative(url, to: base)
      }
      return specialAuthority(url)
    }
    if isNext(0x2F) {
      index += 1
      if isNext(0x2F) {
        index += 1
        return authority(url)
      }
      path(&url)
      return finish(url)
    }
    url.rawPath = .opaque(opaquePath())
    return finish(url)
  }

  /// Consumes the scheme and its colon. If there is none, returns nil and consumes nothing.
  private mutating func takeScheme() -> String? {
    guard let first = next, (0x41...0x5A).contains(first & 0xDF) else { return nil }
    var end = 1
    while end < bytes.count {
      switch bytes[end] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: end += 1
      case 0x3A:
        index = end + 1
        return WebURL.asciiLowercased(String(decoding: bytes[..<end], as: UTF8.self))
      default: return nil
      }
    }
    return nil
  }

  // MARK: Relative references

  private mutating func relativeWithoutScheme() -> WebURL? {
    guard let base else { return nil }
    if base.hasOpaquePath {
      guard isNext(0x23) else { return nil }
      var url = base
      url.rawFragment = nil
      return finish(url)
    }
    let url = WebURL(scheme: base.scheme, rawPath: .list([]))
    return base.scheme == "file" ? file(url, base: base) : relative(url, to: base)
  }

  private mutating func relative(_ start: WebURL, to base: WebURL) -> WebURL? {
    var url = start
    let isSpecial = url.isSpecial
    if isSlash(isSpecial) {
      if isSlash(isSpecial, after: 1), isSpecial { return specialAuthority(url) }
      if isNext(0x2F, after: 1) {
        index += 2
        return authority(url)
      }
      index += 1
      url.takeAuthority(of: base)
      path(&url)
      return finish(url)
    }
    url.takeAuthority(of: base)
    url.rawPath = base.rawPath
    url.rawQuery = base.rawQuery
    if let next, next != 0x3F, next != 0x23 {
      url.rawQuery = nil
      url.shortenPath()
      path(&url)
    } else if next == 0x3F {
      url.rawQuery = nil
    }
    return finish(url)
  }

  private mutating func file(_ start: WebURL, base: WebURL?) -> WebURL? {
    var url = start
    url.hostname = ""
    if isSlash(true) {
      index += 1
      if isSlash(true) {
        index += 1
        return fileHost(url)
      }
      if let base {
        url.hostname = base.hostname
        if !startsWithDriveLetter(), case .list(let segments) = base.rawPath,
          let first = segments.first, Self.isDriveLetter(first.utf8, colonOnly: true)
        {
          url.rawPath = .list([first])
        }
      }
      path(&url)
      return finish(url)
    }
    guard let base else {
      path(&url)
      return finish(url)
    }
    url.hostname = base.hostname
    url.rawPath = base.rawPath
    url.rawQuery = base.rawQuery
    if let next, next != 0x3F, next != 0x23 {
      url.rawQuery = nil
      if startsWithDriveLetter() { url.rawPath = .list([]) } else { url.shortenPath() }
      path(&url)
    } else if next == 0x3F {
      url.rawQuery = nil
    }
    return finish(url)
  }

  private mutating func fileHost(_ start: WebURL) -> WebURL? {
    var url = start
    var end = index
    while end < bytes.count, ![0x2F, 0x5C, 0x3F, 0x23].contains(bytes[end]) { end += 1 }
    let text = bytes[index..<end]
    if Self.isDriveLetter(text) {
      path(&url)
      return finish(url)
    }
    if !text.isEmpty {
      guard let host = HostParser.parse(text, hosts, isOpaque: false) else { return nil }
      url.hostname = host == "localhost" ? "" : host
      index = end
    }
    pathStart(&url)
    return finish(url)
  }

  // MARK: Authority

  private mutating func specialAuthority(_ url: WebURL) -> WebURL? {
    while isSlash(true) { index += 1 }
    return authority(url)
  }

  private mutating func authority(_ start: WebURL) -> WebURL? {
    var url = start
    let isSpecial = url.isSpecial
    var end = index
    while end < bytes.count {
      let byte = bytes[end]
      if byte == 0x2F || byte == 0x3F || byte == 0x23 || (isSpecial && byte == 0x5C) { break }
      end += 1
    }
    if let at = bytes[index..<end].lastIndex(of: 0x40) {
      let userInfo = bytes[index..<at]
      let nameEnd = userInfo.firstIndex(of: 0x3A) ?? at
      url.username = WebURL.percentEncoded(userInfo[..<nameEnd], .userinfo)
      url.password = WebURL.percentEncoded(userInfo[nameEnd...].dropFirst(), .userinfo)
      index = at + 1
      if index == end { return nil }
    }
    var hostEnd = index
    var isInBrackets = false
    while hostEnd < end, isInBrackets || bytes[hostEnd] != 0x3A {
      if bytes[hostEnd] == 0x5B { isInBrackets = true }
      if bytes[hostEnd] == 0x5D { isInBrackets = false }
      hostEnd += 1
    }
    let hasPort = hostEnd < end
    if hostEnd == index, hasPort || isSpecial { return nil }
    if hostEnd == index {
      url.hostname = ""
    } else {
      guard let host = HostParser.parse(bytes[index..<hostEnd], hosts, isOpaque: !isSpecial) else {
        return nil
      }
      url.hostname = host
    }
    if hasPort {
      var port = 0
      for byte in bytes[(hostEnd + 1)..<end] {
        guard (0x30...0x39).contains(byte) else { return nil }
        port = port * 10 + Int(byte - 0x30)
        if port > 65535 { return nil }
      }
      if hostEnd + 1 < end, port != WebURL.defaultPort(url.scheme) { url.port = port }
    }
    index = end
    pathStart(&url)
    return finish(url)
  }

  // MARK: Path, query, fragment

  private mutating func pathStart(_ url: inout WebURL) {
    if url.isSpecial {
      if isSlash(true) { index += 1 }
      path(&url)
    } else if let next, next != 0x3F, next != 0x23 {
      if next == 0x2F { index += 1 }
      path(&url)
    }
  }

  /// Appends the segments up to the query, the fragment or the end, and resolves `.` and `..` segments.
  private mutating func path(_ url: inout WebURL) {
    guard case .list(var segments) = url.rawPath else { return }
    url.rawPath = .list([])
    let isSpecial = url.isSpecial
    let isFile = url.scheme == "file"
    while true {
      let start = index
      while let next, next != 0x2F, next != 0x3F, next != 0x23, !(isSpecial && next == 0x5C) {
        index += 1
      }
      let segment = bytes[start..<index]
      let isFollowed = isSlash(isSpecial)
      switch Self.dots(segment) {
      case 2:
        WebURL.shorten(&segments, isFile: isFile)
        if !isFollowed { segments.append("") }
      case 1:
        if !isFollowed { segments.append("") }
      default:
        if isFile, segments.isEmpty, Self.isDriveLetter(segment) {
          segments.append(String(decoding: [segment[segment.startIndex], 0x3A], as: UTF8.self))
        } else {
          segments.append(WebURL.percentEncoded(segment, .path))
        }
      }
      guard isFollowed else { break }
      index += 1
    }
    url.rawPath = .list(segments)
  }

  private mutating func opaquePath() -> String {
    let start = index
    while let next, next != 0x3F, next != 0x23 { index += 1 }
    var path = WebURL.percentEncoded(bytes[start..<index], .control)
    if index < bytes.count, path.utf8.last == 0x20 { path = path.dropLast() + "%20" }
    return path
  }

  /// Parses the query and the fragment, if present.
  private mutating func finish(_ start: WebURL) -> WebURL? {
    var url = start
    if isNext(0x3F) {
      let end = bytes[index...].firstIndex(of: 0x23) ?? bytes.count
      url.rawQuery = WebURL.percentEncoded(
        bytes[(index + 1)..<end], url.isSpecial ? .specialQuery : .query)
      index = end
    }
    if isNext(0x23) { url.rawFragment = WebURL.percentEncoded(bytes[(index + 1)...], .fragment) }
    return url
  }

  /// Returns 1 for `.` and 2 for `..`, including their escaped forms; 0 for any other segment.
  static func dots(_ segment: ArraySlice<UInt8>) -> Int {
    guard segment.count <= 6 else { return 0 }
    var rest = segment
    var count = 0
    while let first = rest.first {
      if first == 0x2E {
        rest = rest.dropFirst()
      } else if first == 0x25, rest.count >= 3, rest[rest.startIndex + 1] == 0x32,
        rest[rest.startIndex + 2] | 0x20 == 0x65
      {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  // MARK: Windows drive letters

  static func isDriveLetter(_ text: some Collection<UInt8>, colonOnly: Bool = false) -> Bool {
    guard text.count == 2, let letter = text.first, (0x41...0x5A).contains(letter & 0xDF) else {
      return false
    }
    let second = text[text.index(after: text.startIndex)]
    return second == 0x3A || (!colonOnly && second == 0x7C)
  }

  private func startsWithDriveLetter() -> Bool {
    guard bytes.count >= index + 2, Self.isDriveLetter(bytes[index..<index + 2]) else {
      return false
    }
    return bytes.count == index + 2 || [0x2F, 0x5C, 0x3F, 0x23].contains(bytes[index + 2])
  }
}

extension WebURL {
  init(scheme: String, rawPath: Path) {
    self.scheme = scheme
    self.rawPath = rawPath
  }

  fileprivate mutating func takeAuthority(of base: WebURL) {
    username = base.username
    password = base.password
    hostname = base.hostname
    port = base.port
  }

  fileprivate mutating func shortenPath() {
    guard case .list(var segments) = rawPath else { return }
    Self.shorten(&segments, isFile: scheme == "file")
    rawPath = .list(segments)
  }

  static func shorten(_ segments: inout [String], isFile: Bool) {
    if isFile, segments.count == 1, URLParser.isDriveLetter(segments[0].utf8, colonOnly: true) {
      return
    }
    segments.removeLast(segments.isEmpty ? 0 : 1)
  }
}
