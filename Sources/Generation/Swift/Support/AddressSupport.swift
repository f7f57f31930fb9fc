/// Second part of `BasculeRequest.swift`: a URL and its parts. It is the same for every rule set.
let addressSupport = ##"""
  /// Where the parts of a URL stand in its text, as offsets of bytes. What follows the path is looked
  /// at only when a rule asks for it.
  struct AddressLayout: Sendable {
    /// Where the scheme ends; its colon follows.
    private(set) var schemeEnd = 0
    private(set) var hasAuthority = false
    /// Where the host begins: behind user info.
    private(set) var hostStart = 0
    private(set) var hostEnd = 0
    /// -1 where there is none.
    private(set) var port = -1
    private(set) var writtenPathStart = 0
    /// Behind the `/.` that keeps an empty first component from reading as an authority.
    private(set) var pathStart = 0
    private(set) var pathEnd = 0
    private(set) var end = 0
    private(set) var isOpaque = false
    /// The path is `/` and its components joined by `/`, as it is written.
    private(set) var isPlain = false
    /// Scheme and host are in lower case, the port is not the default, a web URL has a path.
    private(set) var isNormal = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      end = bytes.count
      var defaultPort: Int? = 443
      if end > 8, bytes.word(at: 0, to: end) == Self.secureStart {
        schemeEnd = 5
        hasAuthority = true
        readAuthority(bytes, from: 8, defaultPort)
      } else {
        let afterScheme = readScheme(bytes)
        defaultPort = WebAddress.defaultPort(of: bytes[..<schemeEnd])
        writtenPathStart = afterScheme
        hasAuthority =
          afterScheme + 1 < end && bytes[afterScheme] == UInt8(ascii: "/")
          && bytes[afterScheme + 1] == UInt8(ascii: "/")
        if hasAuthority { readAuthority(bytes, from: afterScheme + 2, defaultPort) }
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

    /// Gives where the scheme's colon is behind.
    private mutating func readScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
      var index = 0
      while index < end {
        let byte = bytes[index]
        if byte == UInt8(ascii: ":") {
          schemeEnd = index
          return index + 1
        }
        if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return 0 }
        if Self.isUpper(byte) { isNormal = false }
        index += 1
      }
      return 0
    }

    /// Reads up to the path.
    private mutating func readAuthority(
      _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ defaultPort: Int?
    ) {
      var index = start
      var first = start
      var colon = -1
      var hasUpper = false
      scan: while index < end {
        let word = bytes.word(at: index, to: end)
        // All but letters in lower case, digits, `-` and `.`.
        var marks = word.marks(0x21...0x2C) | word.marks(0x2F...0x2F) | word.marks(0x3A...0x5D)
        while marks != 0 {
          let place = index &+ marks.firstMarkedByte
          switch bytes[place] {
          case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
            index = place
            break scan
          case UInt8(ascii: "@"):
            first = place + 1
            colon = -1
            hasUpper = false
          case UInt8(ascii: ":"): colon = place
          case UInt8(ascii: "]"): colon = -1
          case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpper = true
          default: break
          }
          marks &= marks &- 1
        }
        index &+= 8
      }
      index = min(index, end)
      if hasUpper { isNormal = false }
      hostStart = first
      hostEnd = colon < 0 ? index : colon
      writtenPathStart = index
      if colon >= 0 { readPort(bytes[(colon + 1)..<index], defaultPort) }
    }

    private mutating func readPort(
      _ digits: Swift.Slice<UnsafeBufferPointer<UInt8>>, _ defaultPort: Int?
    ) {
      var value = 0
      for byte in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), value <= 65_535 else {
          isNormal = false
          return
        }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      let isLong = digits.count > 1 && digits.first == UInt8(ascii: "0")
      if digits.isEmpty || value == defaultPort || value > 65_535 || isLong { isNormal = false }
      if !digits.isEmpty, value <= 65_535, value != defaultPort { port = value }
    }

    private mutating func readPath(_ bytes: UnsafeBufferPointer<UInt8>) {
      var index = pathStart
      var slash = -1
      isPlain = true
      scan: while index < end {
        let word = bytes.word(at: index, to: end)
        // `#`, `%`, `/` and `?`, and `$`, which means nothing here.
        var marks = word.marks(0x23...0x25) | word.marks(0x2F...0x2F) | word.marks(0x3F...0x3F)
        while marks != 0 {
          let place = index &+ marks.firstMarkedByte
          switch bytes[place] {
          case UInt8(ascii: "/"):
            if slash >= 0, place == slash + 1 { isPlain = false }
            slash = place
          case UInt8(ascii: "%"): isPlain = false
          case UInt8(ascii: "?"), UInt8(ascii: "#"):
            index = place
            break scan
          default: break
          }
          marks &= marks &- 1
        }
        index &+= 8
      }
      pathEnd = min(index, end)
      if pathStart == pathEnd || bytes[pathStart] != UInt8(ascii: "/") { isPlain = false }
      if slash == pathEnd - 1, slash != pathStart { isPlain = false }
    }

    /// What stands behind the `?`; nil where there is none.
    func query(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
      guard pathEnd < end, bytes[pathEnd] == UInt8(ascii: "?") else { return nil }
      return (pathEnd + 1)..<mark(bytes)
    }

    /// What stands behind the `#`; nil where there is none.
    func fragment(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
      let mark = mark(bytes)
      return mark < end ? (mark + 1)..<end : nil
    }

    private func mark(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
      bytes.firstIndex(of: UInt8(ascii: "#"), in: pathEnd..<end)
    }

    /// `https://`, the first byte the lowest.
    private static let secureStart: UInt64 = 0x2F2F_3A73_7074_7468

    private static func isUpper(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// Scheme and host in lower case, no default port, `/` for an empty path of a web URL.
    func normalized(_ text: String) -> String {
      let bytes = Array(text.utf8)
      var output = bytes[..<schemeEnd].map(Self.lowercased)
      let defaultPort = WebAddress.defaultPort(of: output)
      if schemeEnd > 0 { output.append(UInt8(ascii: ":")) }
      if hasAuthority {
        output += bytes[output.count..<hostStart]
        output += bytes[hostStart..<hostEnd].map(Self.lowercased)
        if port >= 0, port != defaultPort { output += Array(":\(port)".utf8) }
      }
      if defaultPort != nil, pathStart == pathEnd { output.append(UInt8(ascii: "/")) }
      output += bytes[writtenPathStart...]
      return String(decoding: output, as: UTF8.self)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
  }

  /// A URL and where its parts stand; parts are cut out only when a rule asks for them.
  struct AddressParts: Sendable {
    /// The whole URL, normalized.
    let text: String
    let layout: AddressLayout

    /// - Parameter text: an absolute URL.
    init(_ text: consuming String) {
      var layout = text.withUTF8 { AddressLayout($0) }
      if !layout.isNormal {
        text = layout.normalized(text)
        layout = text.withUTF8 { AddressLayout($0) }
      }
      self.text = text
      self.layout = layout
    }

    var whole: RequestText { RequestText(text) }
    var scheme: RequestText { RequestText(text, from: 0, to: layout.schemeEnd) }
    /// All that follows the scheme and its colon.
    var afterScheme: RequestText {
      RequestText(text, from: min(layout.schemeEnd + 1, layout.end), to: layout.end)
    }
    var host: RequestText {
      if layout.hostStart == layout.hostEnd { return .missing }
      return RequestText(text, from: layout.hostStart, to: layout.hostEnd)
    }
    var port: RequestNumber { RequestNumber(layout.port < 0 ? nil : layout.port) }
    var rawQuery: RequestText { part(text.withBytes { layout.query($0) }) }
    var rawFragment: RequestText { part(text.withBytes { layout.fragment($0) }) }
    var fragment: RequestText { rawFragment.decoded(keepsSlashes: false) }

    private func part(_ range: Swift.Range<Int>?) -> RequestText {
      guard let range else { return .missing }
      return RequestText(text, from: range.lowerBound, to: range.upperBound)
    }

    /// `/` and the components joined by `/`.
    var path: RequestText {
      if layout.isOpaque { return .missing }
      if layout.isPlain {
        return RequestText(text, from: layout.pathStart, to: layout.pathEnd)
      }
      var path = ""
      var components = AddressComponents(layout)
      while let component = components.next(in: self) {
        path += "/"
        path += component.value ?? ""
      }
      return RequestText(path.isEmpty ? "/" : path)
    }

    /// The component at that place; 0 is always `/`.
    func component(_ index: Int) -> RequestText {
      if layout.isOpaque { return .missing }
      if index == 0 { return RequestText("/") }
      var components = AddressComponents(layout)
      let range = text.withBytes { bytes in
        for _ in 1..<index where components.next(bytes).isEmpty { break }
        return components.next(bytes)
      }
      return component(range)
    }

    /// - Parameter range: where it stands; empty for none.
    fileprivate func component(_ range: Swift.Range<Int>) -> RequestText {
      if range.isEmpty { return .missing }
      let component = RequestText(text, from: range.lowerBound, to: range.upperBound)
      return layout.isPlain ? component : component.decoded(keepsSlashes: true)
    }

    /// The root included.
    var pathCount: Int {
      if layout.isOpaque { return 0 }
      return text.withBytes { bytes in
        var components = AddressComponents(layout)
        var count = 1
        while !components.next(bytes).isEmpty { count += 1 }
        return count
      }
    }

    /// The first value of that key; empty for `?key` and `?key=`.
    func query(_ key: StaticString) -> RequestText { query { $0.equals(key) } }

    fileprivate func query(_ isKey: (RequestText) -> Bool) -> RequestText {
      var items = text.withBytes { QueryItems(layout, $0) }
      while let item = text.withBytes({ items.next($0) }) {
        if isKey(part(item.name).decodedQuery) { return part(item.value).decodedQuery }
      }
      return .missing
    }
  }

  /// The components of a path that are not empty, one after the other.
  struct AddressComponents {
    private var index: Int
    private let end: Int

    init(_ layout: AddressLayout) {
      index = layout.pathStart
      end = layout.isOpaque ? layout.pathStart : layout.pathEnd
    }

    /// Where the next one stands; empty at the end.
    ///
    /// - Parameter bytes: of the whole address.
    mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int> {
      while index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
      let start = index
      index = bytes.firstIndex(of: UInt8(ascii: "/"), in: index..<end)
      return start..<index
    }

    mutating func next(in address: AddressParts) -> RequestText? {
      let range = address.text.withBytes { next($0) }
      return range.isEmpty ? nil : address.component(range)
    }
  }

  /// The items of a query that are not empty, as they are written.
  struct QueryItems {
    private var index: Int
    private let end: Int

    /// - Parameter bytes: of the whole address.
    init(_ layout: AddressLayout, _ bytes: UnsafeBufferPointer<UInt8>) {
      let query = layout.query(bytes) ?? 0..<0
      index = query.lowerBound
      end = query.upperBound
    }

    /// - Parameter bytes: of the whole address.
    mutating func next(
      _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (name: Swift.Range<Int>, value: Swift.Range<Int>)? {
      while index < end, bytes[index] == UInt8(ascii: "&") { index += 1 }
      if index >= end { return nil }
      let item = index..<bytes.firstIndex(of: UInt8(ascii: "&"), in: index..<end)
      let nameEnd = bytes.firstIndex(of: UInt8(ascii: "="), in: item)
      index = item.upperBound
      return (item.lowerBound..<nameEnd, min(nameEnd + 1, item.upperBound)..<item.upperBound)
    }
  }

  /// A URL cut into the parts that rules speak of.
  ///
  /// Scheme and host are in lower case; components, query values and the fragment are
  /// percent-decoded once, `%2F` and `%5C` in a component stay as they are.
  public struct WebAddress: Sendable, Hashable {
    /// The whole URL, normalized: scheme and host in lower case, no default port, `/` for an empty
    /// path of a web URL.
    public let text: String
    public let scheme: String
    /// nil where the URL has none (`tel:`) or an empty one.
    public let host: String?
    /// nil where the URL names none or the scheme's default.
    public let port: Int?
    /// `/` first, then the components that are not empty. Empty for an opaque path (`mailto:a@b`).
    public let components: [String]
    /// As it is written, without `?`.
    public let rawQuery: String?
    /// As it is written, without `#`.
    public let rawFragment: String?

    public init(_ url: URL) {
      self.init(text: url.absoluteString)
    }

    /// - Parameter text: an absolute URL.
    public init(text: String) {
      self.init(AddressParts(text))
    }

    init(_ parts: AddressParts) {
      text = parts.text
      scheme = parts.scheme.value ?? ""
      host = parts.host.value
      port = parts.port.value
      var components: [String] = parts.layout.isOpaque ? [] : ["/"]
      var rest = AddressComponents(parts.layout)
      while let component = rest.next(in: parts)?.value { components.append(component) }
      self.components = components
      rawQuery = parts.rawQuery.value
      rawFragment = parts.rawFragment.value
    }

    /// `/` and the components joined by `/`; nil for an opaque path.
    public var path: String? {
      components.isEmpty ? nil : "/" + components.dropFirst().joined(separator: "/")
    }

    public var fragment: String? {
      RequestText(rawFragment).decoded(keepsSlashes: false).value
    }

    /// The component at that place; 0 is always `/`.
    public func component(_ index: Int) -> String? {
      components.indices.contains(index) ? components[index] : nil
    }

    /// The first value of that key; empty for `?key` and `?key=`.
    public func query(_ key: String) -> String? {
      AddressParts(text).query { $0.isSame(as: key) }.value
    }

    static func defaultPort(of scheme: String) -> Int? { defaultPort(of: scheme.utf8) }

    /// - Parameter scheme: in lower case.
    static func defaultPort(of scheme: some Swift.Sequence<UInt8>) -> Int? {
      var number: UInt64 = 0
      for byte in scheme {
        guard number < 1 << 56 else { return nil }
        number = number << 8 | UInt64(byte)
      }
      switch number {
      case 0x68_7474_7073, 0x77_7373: return 443  // https, wss
      case 0x6874_7470, 0x7773: return 80  // http, ws
      case 0x66_7470: return 21  // ftp
      default: return nil
      }
    }
  }

  """##
