/// Text of `BasculeRequest.swift`: the request that a chain decides on. It is the same for every
/// rule set.
let requestSupport = ##"""
  import Foundation

  /// What becomes of a request.
  public enum NavigationDecision: String, Sendable {
    case allow, cancel, download
  }

  /// Why a page wants to open a URL.
  public enum NavigationKind: String, Sendable {
    case linkActivated, formSubmitted, formResubmitted, backForward, reload, other
  }

  /// Where a URL would open; `new` has no target frame (`target=_blank`, `window.open`).
  public enum NavigationFrame: String, Sendable {
    case main, sub, new
  }

  /// One request of a page, parsed once for all handlers.
  ///
  /// Make a new one for each decision: it remembers what the app has said of its flags.
  @MainActor public final class NavigationRequest {
    public let url: URL
    public let address: WebAddress
    /// The page now shown; nil before the first load.
    public let page: WebAddress?
    public let navigation: NavigationKind
    public let frame: NavigationFrame
    /// Upper case.
    public let method: String
    public let isDownload: Bool
    /// By name in lower case.
    private var headers: [String: String] = [:]
    private var flags: [Int: Bool] = [:]

    public init(
      url: URL, navigation: NavigationKind = .other, frame: NavigationFrame = .main,
      method: String = "GET", headers: [String: String] = [:], isDownload: Bool = false,
      page: URL? = nil
    ) {
      self.url = url
      self.address = WebAddress(url)
      self.page = page.map { WebAddress($0) }
      self.navigation = navigation
      self.frame = frame
      self.method = method.uppercased()
      self.isDownload = isDownload
      for (name, value) in headers { self.headers[name.lowercased()] = value }
    }

    var scheme: RequestText { RequestText(address.scheme) }
    var host: RequestText { RequestText(address.host) }
    var path: RequestText { RequestText(address.path) }
    var fragment: RequestText { RequestText(address.fragment) }
    var text: RequestText { RequestText(address.text) }
    var port: RequestNumber { RequestNumber(address.port) }
    var pathCount: RequestNumber { RequestNumber(address.components.count) }
    var methodText: RequestText { RequestText(method) }
    var pageScheme: RequestText { RequestText(page?.scheme) }
    var pageHost: RequestText { RequestText(page?.host) }

    func component(_ index: Int) -> RequestText { RequestText(address.component(index)) }
    func pageComponent(_ index: Int) -> RequestText { RequestText(page?.component(index)) }
    func query(_ key: StaticString) -> RequestText { RequestText(address.query(key.description)) }
    /// The name in lower case.
    func header(_ name: StaticString) -> RequestText { RequestText(headers[name.description]) }

    func isNavigation(_ kinds: NavigationKind...) -> Bool { kinds.contains(navigation) }
    func isFrame(_ frames: NavigationFrame...) -> Bool { frames.contains(frame) }

    /// Asks the app for a flag, at most once for this request.
    func flag(_ number: Int, _ ask: @autoclosure () -> Bool) -> Bool {
      if let known = flags[number] { return known }
      let answer = ask()
      flags[number] = answer
      return answer
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
      var rest = Array(text.utf8)[...]
      var fragment: ArraySlice<UInt8>?
      var query: ArraySlice<UInt8>?
      if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
        fragment = rest[(mark + 1)...]
        rest = rest[..<mark]
      }
      if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
        query = rest[(mark + 1)...]
        rest = rest[..<mark]
      }
      var scheme = ""
      if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        scheme = Self.lowercased(rest[..<colon])
        rest = rest[(colon + 1)...]
      }
      let isWeb = Self.defaultPort(of: scheme) != nil
      var normalized = Array(scheme.utf8) + [UInt8(ascii: ":")]
      var host = ""
      var port: Int?
      let hasAuthority = rest.starts(with: "//".utf8)
      if hasAuthority {
        let start = rest.startIndex + 2
        let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        var authority = rest[start..<end]
        rest = rest[end...]
        normalized += [UInt8(ascii: "/"), UInt8(ascii: "/")]
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
          normalized += authority[...at]
          authority = authority[(at + 1)...]
        }
        if let colon = authority.lastIndex(of: UInt8(ascii: ":")),
          authority[colon...].firstIndex(of: UInt8(ascii: "]")) == nil
        {
          port = Int(String(decoding: authority[(colon + 1)...], as: UTF8.self))
          authority = authority[..<colon]
        }
        if port == Self.defaultPort(of: scheme) { port = nil }
        host = Self.lowercased(authority)
        normalized += Array(host.utf8)
        if let port { normalized += Array(":\(port)".utf8) }
      }
      if rest.isEmpty, isWeb { rest = [UInt8(ascii: "/")] }
      let isOpaque = !isWeb && !hasAuthority && !rest.starts(with: "/".utf8)
      normalized += rest
      if let query { normalized += [UInt8(ascii: "?")] + query }
      if let fragment { normalized += [UInt8(ascii: "#")] + fragment }
      self.text = String(decoding: normalized, as: UTF8.self)
      self.scheme = scheme
      self.host = host.isEmpty ? nil : host
      self.port = port
      if isOpaque {
        components = []
      } else {
        // `/.` in front keeps an empty first component from reading as an authority.
        let path = !hasAuthority && rest.starts(with: "/.//".utf8) ? rest.dropFirst(2) : rest
        let parts = path.split(separator: UInt8(ascii: "/"))
        components = ["/"] + parts.map { Self.decoded($0, keepsSlashes: true) }
      }
      rawQuery = query.map { String(decoding: $0, as: UTF8.self) }
      rawFragment = fragment.map { String(decoding: $0, as: UTF8.self) }
    }

    /// `/` and the components joined by `/`; nil for an opaque path.
    public var path: String? {
      components.isEmpty ? nil : "/" + components.dropFirst().joined(separator: "/")
    }

    public var fragment: String? {
      rawFragment.map { Self.decoded(Array($0.utf8)[...], keepsSlashes: false) }
    }

    /// The component at that place; 0 is always `/`.
    public func component(_ index: Int) -> String? {
      components.indices.contains(index) ? components[index] : nil
    }

    /// The first value of that key; empty for `?key` and `?key=`.
    public func query(_ key: String) -> String? {
      guard let rawQuery else { return nil }
      let bytes = rawQuery.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      for pair in bytes.split(separator: UInt8(ascii: "&")) {
        let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        let name = Self.decoded(pair[..<end], keepsSlashes: false)
        guard name.utf8.elementsEqual(key.utf8) else { continue }
        return Self.decoded(pair[end...].dropFirst(), keepsSlashes: false)
      }
      return nil
    }

    /// All that follows the scheme and its colon.
    var afterScheme: String { String(text.dropFirst(scheme.count + 1)) }

    static func defaultPort(of scheme: String) -> Int? {
      switch scheme {
      case "http", "ws": 80
      case "https", "wss": 443
      case "ftp": 21
      default: nil
      }
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
      let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
      return String(decoding: bytes.map { letters.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Percent-decoded once; an escape that is malformed or not UTF-8 stays as it is written.
    private static func decoded(_ bytes: ArraySlice<UInt8>, keepsSlashes: Bool) -> String {
      guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
      var output: [UInt8] = []
      var index = bytes.startIndex
      while index < bytes.endIndex {
        let scalar = escapedScalar(in: bytes, at: index)
        let isKept = keepsSlashes && (scalar == [UInt8(ascii: "/")] || scalar == [UInt8(ascii: "\\")])
        if scalar.isEmpty || isKept {
          output.append(bytes[index])
          index += 1
        } else {
          output += scalar
          index += 3 * scalar.count
        }
      }
      return String(decoding: output, as: UTF8.self)
    }

    /// The UTF-8 bytes of one scalar whose bytes are all escaped; empty where there is none.
    private static func escapedScalar(in bytes: ArraySlice<UInt8>, at start: Int) -> [UInt8] {
      var scalar: [UInt8] = []
      var index = start
      while scalar.count < 4, index + 2 < bytes.endIndex, bytes[index] == UInt8(ascii: "%"),
        let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
      {
        scalar.append(high << 4 | low)
        index += 3
        if String(validatingUTF8Bytes: scalar) != nil { return scalar }
      }
      return []
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
  }

  extension String {
    /// nil unless the bytes are UTF-8.
    fileprivate init?(validatingUTF8Bytes bytes: [UInt8]) {
      var decoder = UTF8()
      var iterator = bytes.makeIterator()
      var text = ""
      while true {
        switch decoder.decode(&iterator) {
        case .scalarValue(let scalar): text.unicodeScalars.append(scalar)
        case .emptyInput:
          self = text
          return
        case .error: return nil
        }
      }
    }
  }

  /// A text of the request, or none. Every question about a missing text is answered with false.
  struct RequestText {
    let value: String?

    init(_ value: String?) { self.value = value }

    var exists: Bool { value != nil }

    func equals(_ other: StaticString) -> Bool {
      guard let value else { return false }
      return value.utf8.elementsEqual(other.bytes)
    }

    /// Byte for byte.
    func isSame(as other: String) -> Bool { value?.utf8.elementsEqual(other.utf8) ?? false }

    func differs(from other: StaticString) -> Bool { exists && !equals(other) }

    func isOne(of others: StaticString...) -> Bool { others.contains { equals($0) } }

    func isNone(of others: StaticString...) -> Bool {
      exists && !others.contains { equals($0) }
    }

    func hasPrefix(_ prefix: StaticString) -> Bool {
      guard let value else { return false }
      return value.utf8.starts(with: prefix.bytes)
    }

    func hasSuffix(_ suffix: StaticString) -> Bool {
      guard let value else { return false }
      return value.utf8.reversed().starts(with: suffix.bytes.reversed())
    }

    func contains(_ part: StaticString) -> Bool {
      guard let value else { return false }
      let text = Array(value.utf8)
      let part = part.bytes
      guard part.count <= text.count else { return false }
      return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    func isLike(_ pattern: TextPattern) -> Bool { captures(pattern) != nil }

    /// What the pattern captures; nil where the text does not match.
    func captures(_ pattern: TextPattern) -> Captures? {
      guard let value else { return nil }
      var captures = Captures()
      return pattern.matches(value, &captures) ? captures : nil
    }

    func matches(_ expression: TextExpression) -> Bool {
      guard let value else { return false }
      return expression.matches(value)
    }

    /// An optional sign and digits, within ±(2^53−1).
    var int: Int? {
      guard let value, let number = Int(value), Int.rangeOnWire.contains(number) else { return nil }
      return number
    }

    /// An optional sign, up to 308 digits, and possibly a point and further digits.
    var double: Double? {
      guard let value else { return nil }
      var digits = Array(value.utf8)[...]
      if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") {
        digits = digits.dropFirst()
      }
      let parts = digits.split(
        separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      let areDigits = parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
      return areDigits && parts[0].count <= 308 ? Double(value) : nil
    }

    var bool: Bool? { equals("true") ? true : equals("false") ? false : nil }

    /// An absolute URI as RFC 3986 writes it, without a bracketed host.
    var url: URL? {
      guard let value, AbsoluteURI.holds(value) else { return nil }
      return URL(string: value)
    }
  }

  /// A number of the request, or none. Every question about a missing number is answered with false.
  struct RequestNumber {
    let value: Int?

    init(_ value: Int?) { self.value = value }

    var exists: Bool { value != nil }
    var double: Double? { value.map(Double.init) }

    func equals(_ other: Int) -> Bool { value == other }
    func differs(from other: Int) -> Bool { exists && value != other }
    func isOne(of others: Int...) -> Bool { others.contains { equals($0) } }
    func isNone(of others: Int...) -> Bool { exists && !others.contains { equals($0) } }
    func isLess(than other: Int) -> Bool { value.map { $0 < other } ?? false }
    func isAtMost(_ other: Int) -> Bool { value.map { $0 <= other } ?? false }
    func isGreater(than other: Int) -> Bool { value.map { $0 > other } ?? false }
    func isAtLeast(_ other: Int) -> Bool { value.map { $0 >= other } ?? false }
  }

  /// The grammar of RFC 3986 as far as a conversion to `URL` asks for it.
  enum AbsoluteURI {
    static func holds(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, isLetter(bytes[0])
      else { return false }
      let scheme = bytes[..<colon].dropFirst()
      guard scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }) else {
        return false
      }
      var rest = bytes[(colon + 1)...]
      if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
        guard areAllowed(rest[(mark + 1)...], and: ":@/?") else { return false }
        rest = rest[..<mark]
      }
      if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
        guard areAllowed(rest[(mark + 1)...], and: ":@/?") else { return false }
        rest = rest[..<mark]
      }
      if rest.starts(with: "//".utf8) {
        let start = rest.startIndex + 2
        let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        var authority = rest[start..<end]
        rest = rest[end...]
        if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
          guard areAllowed(authority[..<at], and: ":") else { return false }
          authority = authority[(at + 1)...]
        }
        if let colon = authority.firstIndex(of: UInt8(ascii: ":")) {
          guard authority[(colon + 1)...].allSatisfy(isDigit) else { return false }
          authority = authority[..<colon]
        }
        guard areAllowed(authority, and: "") else { return false }
      }
      return areAllowed(rest, and: ":@/")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Unreserved characters, sub-delimiters, well-formed escapes and those of `others`.
    private static func areAllowed(_ bytes: ArraySlice<UInt8>, and others: StaticString) -> Bool {
      var index = bytes.startIndex
      while index < bytes.endIndex {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%") {
          guard index + 2 < bytes.endIndex, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
            return false
          }
        } else if !isLetter(byte) && !isDigit(byte) && !"-._~!$&'()*+,;=".utf8.contains(byte)
          && !others.bytes.contains(byte)
        {
          return false
        }
        index += 1
      }
      return true
    }

    private static func isHex(_ byte: UInt8) -> Bool {
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
  }

  extension StaticString {
    var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
  }

  /// Links asked one after the other.
  @MainActor public protocol NavigationActionHandler: AnyObject {
    /// Asked when this one does not decide.
    var nextHandler: (any NavigationActionHandler)? { get set }
    /// The decision, or nil where the request is not this handler's business.
    func handle(_ request: NavigationRequest) async -> NavigationDecision?
  }

  extension NavigationActionHandler {
    /// Asks this handler and then those behind it; the end of the chain allows.
    public func execute(_ request: NavigationRequest) async -> NavigationDecision {
      var link: (any NavigationActionHandler)? = self
      while let handler = link {
        if let decision = await handler.handle(request) { return decision }
        link = handler.nextHandler
      }
      return .allow
    }
  }

  /// Joins links in the order they are added.
  @MainActor struct NavigationLinks {
    private(set) var first: (any NavigationActionHandler)?
    private var last: (any NavigationActionHandler)?

    mutating func add(_ handler: any NavigationActionHandler) {
      if let last { last.nextHandler = handler } else { first = handler }
      last = handler
    }
  }

  """##
