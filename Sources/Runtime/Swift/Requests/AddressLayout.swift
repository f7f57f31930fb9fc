//: output BasculeRequest
//: needs Bytes DefaultPort

/// The byte offsets of a URL's parts in its text. Query and fragment are found only on demand.
nonisolated struct AddressLayout: Sendable {
  /// The offset of the colon after the scheme.
  private(set) var schemeEnd = 0
  private(set) var hasAuthority = false
  /// The offset of the host, after the user info.
  private(set) var hostStart = 0
  private(set) var hostEnd = 0
  /// The port; -1 if there is none.
  private(set) var port = -1
  private(set) var writtenPathStart = 0
  /// The offset of the path, after the `/.` that keeps an empty first component from being read as an authority.
  private(set) var pathStart = 0
  private(set) var pathEnd = 0
  private(set) var end = 0
  private(set) var isOpaque = false
  /// True if the path is written as `/` and its components joined by `/`, without escapes or empty components.
  private(set) var isPlain = false
  /// True if the URL needs no normalization: the scheme and the host of a web URL are in lower case, the port is not
  /// the default, and a web URL has a path.
  private(set) var isNormal = true
  /// True if the host has capital letters and keeps them, because the scheme is not special.
  private(set) var keepsCapitals = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    end = bytes.count
    var defaultPort: Int? = 443
    if end > 8, bytes.word(at: 0, to: end) == Self.secureStart {
      schemeEnd = 5
      hasAuthority = true
      readAuthority(bytes, from: 8, defaultPort, isSpecial: true)
    } else {
      let afterScheme = readScheme(bytes)
      let scheme = bytes[..<schemeEnd].lazy.map(Self.lowercased)
      defaultPort = DefaultPort.of(scheme)
      let isSpecial = defaultPort != nil || scheme.elementsEqual("file".utf8)
      writtenPathStart = afterScheme
      hasAuthority = bytes[afterScheme...].starts(with: "//".utf8)
      if hasAuthority {
        readAuthority(bytes, from: afterScheme + 2, defaultPort, isSpecial: isSpecial)
      }
    }
    pathStart = writtenPathStart
    readPath(bytes)
    if defaultPort != nil {
      if pathStart == pathEnd { isNormal = false }
    } else if !hasAuthority {
      isOpaque = pathStart == pathEnd || bytes[pathStart] != UInt8(ascii: "/")
      if bytes[pathStart..<pathEnd].starts(with: "/.//".utf8) { pathStart += 2 }
    }
  }

  /// Reads the scheme, and returns the offset after its colon.
  private mutating func readScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let stop = bytes.firstIndex { byte in ":?#".utf8.contains(byte) }
    guard let stop, bytes[stop] == UInt8(ascii: ":") else { return 0 }
    schemeEnd = stop
    if bytes[..<stop].contains(where: Self.isUpper) { isNormal = false }
    return stop + 1
  }

  /// Reads everything before the path.
  private mutating func readAuthority(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ defaultPort: Int?, isSpecial: Bool
  ) {
    var first = start
    var colon = -1
    var hasUpper = false
    // Marks capital letters and the ASCII punctuation before `^`, except `-` and `.`.
    let index = bytes.firstPlace(in: start..<end) { word in
      word.marks(0x21...0x2C) | word.marks(0x2F...0x2F) | word.marks(0x3A...0x5D)
    } isEnd: { place in
      switch bytes[place] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      case UInt8(ascii: "@"): (first, colon, hasUpper) = (place + 1, -1, false)
      case UInt8(ascii: ":"): colon = place
      case UInt8(ascii: "]"): colon = -1
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpper = true
      default: break
      }
      return false
    }
    hostStart = first
    hostEnd = colon < 0 ? index : colon
    if hasUpper { (isNormal, keepsCapitals) = (isNormal && !isSpecial, !isSpecial) }
    writtenPathStart = index
    if colon >= 0 { readPort(bytes[(colon + 1)..<index], defaultPort) }
  }

  private mutating func readPort(
    _ digits: Swift.Slice<UnsafeBufferPointer<UInt8>>, _ defaultPort: Int?
  ) {
    let text = String(decoding: digits, as: UTF8.self)
    let isSigned = digits.first.map { $0 < UInt8(ascii: "0") } == true
    let value = isSigned ? nil : UInt16(text).map(Int.init)
    if value == defaultPort || value?.description != text { isNormal = false }
    // Only a test of an app passes a URL with a larger port. No page can have such a port.
    if value != defaultPort { port = value ?? (digits.isEmpty ? -1 : 65_536) }
  }

  private mutating func readPath(_ bytes: UnsafeBufferPointer<UInt8>) {
    var slash = -1
    isPlain = true
    // Marks `#`, `%`, `/` and `?`; also `$`, which is ignored.
    pathEnd = bytes.firstPlace(in: pathStart..<end) { word in
      word.marks(0x23...0x25) | word.marks(0x2F...0x2F) | word.marks(0x3F...0x3F)
    } isEnd: { place in
      switch bytes[place] {
      case UInt8(ascii: "/"):
        if slash >= 0, place == slash + 1 { isPlain = false }
        slash = place
      case UInt8(ascii: "%"): isPlain = false
      case UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      default: break
      }
      return false
    }
    if pathStart == pathEnd || bytes[pathStart] != UInt8(ascii: "/") { isPlain = false }
    if slash == pathEnd - 1, slash != pathStart { isPlain = false }
  }

  /// The text `https://`, with the first byte lowest.
  private static let secureStart: UInt64 = 0x2F2F_3A73_7074_7468

  private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  /// Returns the URL with the host in lower case.
  func lowercased(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for place in hostStart..<hostEnd { bytes[place] = Self.lowercased(bytes[place]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the URL in normal form: scheme and host of a web URL in lower case, no default port, and `/` for the empty
  /// path of a web URL.
  func normalized(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output = bytes[..<schemeEnd].map(Self.lowercased)
    let defaultPort = DefaultPort.of(output)
    if schemeEnd > 0 { output.append(UInt8(ascii: ":")) }
    if hasAuthority {
      output += bytes[output.count..<hostStart]
      let host = bytes[hostStart..<hostEnd]
      output += keepsCapitals ? Array(host) : host.map(Self.lowercased)
      if port >= 0, port != defaultPort { output += Array(":\(port)".utf8) }
    }
    if defaultPort != nil, pathStart == pathEnd { output.append(UInt8(ascii: "/")) }
    output += bytes[writtenPathStart...]
    return String(decoding: output, as: UTF8.self)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
}
