/// Text of `BasculePatterns.swift`: `like`, `matches` and origins. It is the same for every rule set.
let patternSupport = ##"""
  import Foundation

  /// What a pattern has captured, by number.
  struct Captures {
    private var texts: [(number: Int, text: RequestText)] = []
    /// False where nobody asks for them.
    let keepsTexts: Bool

    init(keepsTexts: Bool = true) { self.keepsTexts = keepsTexts }

    subscript(number: Int) -> RequestText {
      texts.first { $0.number == number }?.text ?? .missing
    }

    fileprivate mutating func add(_ number: Int, _ text: RequestText) {
      if keepsTexts { texts.append((number, text)) }
    }

    /// Adds the captures of another; where both have one, this one's stays.
    fileprivate mutating func add(_ other: Captures) {
      texts += other.texts
    }

    /// No captures where the condition holds, nil where it does not.
    static func when(_ condition: Bool) -> Captures? { condition ? Captures() : nil }
  }

  extension Optional where Wrapped == Captures {
    /// The captures of both; the second is asked only where the first matches.
    func and(_ other: @autoclosure () -> Captures?) -> Captures? {
      guard var captures = self, let more = other() else { return nil }
      captures.add(more)
      return captures
    }
  }

  /// A `like` pattern over text that a separator cuts into components (`/`) or labels (`.`).
  struct TextPattern: Sendable {
    /// What a capture must convert to.
    enum Kind: Sendable {
      case string, int, double, bool, url
      case oneOf([String])
    }

    enum Element: Sendable {
      case literal(StaticString)
      /// `*`: any characters but the separator, possibly none.
      case run
      /// `**` inside a component: any characters, possibly none.
      case anything
      /// `/**`: nothing, or the separator and anything.
      case components
      /// `{name}`: one whole component, one character or more.
      case capture(Int, Kind = .string)
      /// `/{name**}` at the end: nothing, or the separator and anything, which is captured.
      case rest(Int, Kind = .string)
    }

    private let separator: UInt8
    private let elements: [Element]

    static func path(_ elements: Element...) -> TextPattern {
      TextPattern(separator: UInt8(ascii: "/"), elements: elements)
    }

    static func host(_ elements: Element...) -> TextPattern {
      TextPattern(separator: UInt8(ascii: "."), elements: elements)
    }

    /// Of a URL without a host.
    var isEmpty: Bool { elements.isEmpty }

    /// Whether the whole text matches; adds to the captures if so.
    func matches(_ text: RequestText, _ captures: inout Captures) -> Bool {
      guard text.exists else { return false }
      var found = captures
      let isMatch = text.withBytes { bytes in
        var match = Match(pattern: self, text: text, bytes: bytes, captures: found)
        defer { found = match.captures }
        return match.succeeds(from: 0, at: 0)
      }
      if isMatch { captures = found }
      return isMatch
    }

    /// One attempt at a text. Remembers what failed once much has, so that the work is bounded by the
    /// number of elements times the square of the text's length.
    private struct Match {
      let pattern: TextPattern
      let text: RequestText
      let bytes: UnsafeBufferPointer<UInt8>
      var captures: Captures
      private var failures = 0
      private var failed: Set<Int> = []

      init(
        pattern: TextPattern, text: RequestText, bytes: UnsafeBufferPointer<UInt8>,
        captures: Captures
      ) {
        self.pattern = pattern
        self.text = text
        self.bytes = bytes
        self.captures = captures
      }

      mutating func succeeds(from element: Int, at position: Int) -> Bool {
        guard element < pattern.elements.count else { return position == bytes.count }
        let state = element * (bytes.count + 1) + position
        if failures > 64, failed.contains(state) { return false }
        if tries(element, at: position) { return true }
        failures += 1
        if failures > 64 { failed.insert(state) }
        return false
      }

      private mutating func tries(_ element: Int, at position: Int) -> Bool {
        switch pattern.elements[element] {
        case .literal(let literal):
          guard literal.withUTF8Buffer({ bytes.begins(with: $0, at: position) }) else { return false }
          return succeeds(from: element + 1, at: position + literal.utf8CodeUnitCount)
        case .run:
          return continues(from: element + 1, positions: position...componentEnd(position))
        case .anything:
          return continues(from: element + 1, positions: position...bytes.count)
        case .components:
          if succeeds(from: element + 1, at: position) { return true }
          guard position < bytes.count, bytes[position] == pattern.separator else { return false }
          return continues(from: element + 1, positions: (position + 1)...bytes.count)
        case .capture(let number, let kind):
          let end = componentEnd(position)
          let part = text.part(position..<end)
          guard end > position, kind.takes(part), succeeds(from: element + 1, at: end) else {
            return false
          }
          captures.add(number, part)
          return true
        case .rest(let number, let kind):
          if position < bytes.count, bytes[position] != pattern.separator { return false }
          let part = text.part(min(position + 1, bytes.count)..<bytes.count)
          guard kind.takes(part) else { return false }
          captures.add(number, part)
          return true
        }
      }

      private mutating func continues(from element: Int, positions: Swift.ClosedRange<Int>) -> Bool {
        for position in positions where succeeds(from: element, at: position) { return true }
        return false
      }

      private func componentEnd(_ position: Int) -> Int {
        var end = position
        while end < bytes.count, bytes[end] != pattern.separator { end += 1 }
        return end
      }
    }
  }

  extension TextPattern.Kind {
    fileprivate func takes(_ text: RequestText) -> Bool {
      switch self {
      case .string: true
      case .int: text.int != nil
      case .double: text.double != nil
      case .bool: text.bool != nil
      case .url: text.url != nil
      case .oneOf(let values): values.contains { text.isSame(as: $0) }
      }
    }
  }

  /// A `like` pattern over a whole URL.
  struct URLPattern: Sendable {
    enum Port: Sendable {
      /// The scheme's default port.
      case byScheme
      case number(Int)
      case any
    }

    private var scheme: StaticString?
    private var host: TextPattern?
    private var port = Port.any
    private var path: TextPattern?
    private var query: TextPattern?
    private var fragment: TextPattern?
    private var rest: TextPattern?

    /// - Parameter scheme: nil for any.
    init(
      scheme: StaticString?, host: TextPattern, port: Port, path: TextPattern,
      query: TextPattern? = nil, fragment: TextPattern? = nil
    ) {
      self.scheme = scheme
      self.host = host
      self.port = port
      self.path = path
      self.query = query
      self.fragment = fragment
    }

    /// A scheme, and a pattern over all that follows its colon.
    init(scheme: StaticString, rest: TextPattern) {
      self.scheme = scheme
      self.rest = rest
    }

    /// Whether the URL matches; adds to the captures if so.
    fileprivate func matches(_ address: AddressParts, _ captures: inout Captures) -> Bool {
      if let scheme, !address.scheme.equals(scheme) { return false }
      if let rest { return rest.matches(address.afterScheme, &captures) }
      switch port {
      case .any: break
      case .byScheme: if address.port.exists { return false }
      case .number(let number):
        let port = address.port.value ?? address.scheme.withBytes { WebAddress.defaultPort(of: $0) }
        if port != number { return false }
      }
      if let host, host.isEmpty ? address.host.exists : !host.matches(address.host, &captures) {
        return false
      }
      if let path, !path.matches(address.path, &captures) { return false }
      if let query, !query.matches(address.rawQuery, &captures) { return false }
      if let fragment, !fragment.matches(address.rawFragment, &captures) { return false }
      return true
    }
  }

  extension NavigationRequest {
    func isLike(_ pattern: URLPattern) -> Bool {
      var captures = Captures(keepsTexts: false)
      return pattern.matches(parts, &captures)
    }

    /// What the pattern captures; nil where the URL does not match.
    func captures(_ pattern: URLPattern) -> Captures? {
      var captures = Captures()
      return pattern.matches(parts, &captures) ? captures : nil
    }

    func isIn(_ origins: TrustedOrigin...) -> Bool {
      origins.contains { $0.contains(scheme, host, port.value) }
    }
  }

  /// A regular expression that the whole value must match.
  struct TextExpression {
    private let expression: NSRegularExpression?

    init(_ pattern: String) {
      expression = try? NSRegularExpression(pattern: pattern)
    }

    func matches(_ text: String) -> Bool {
      let whole = NSRange(location: 0, length: text.utf16.count)
      return expression?.firstMatch(in: text, range: whole)?.range == whole
    }
  }

  /// Where a page comes from.
  public struct WebOrigin: Sendable, Hashable {
    public let scheme: String
    /// An IPv6 address in brackets.
    public let host: String
    /// nil for the scheme's default.
    public let port: Int?

    /// - Parameter port: nil or 0 for the scheme's default.
    public init(scheme: String, host: String, port: Int? = nil) {
      self.scheme = Self.lowercased(scheme)
      let host = Self.lowercased(host)
      self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
      self.port = port == 0 || port == WebAddress.defaultPort(of: self.scheme) ? nil : port
    }

    /// In ASCII only: another letter may become one of a trusted name.
    private static func lowercased(_ text: String) -> String {
      let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The pages of one `origin` declaration.
  public struct TrustedOrigin: Sendable {
    private let patterns: [OriginPattern]

    init(_ patterns: OriginPattern...) { self.patterns = patterns }

    public func contains(_ origin: WebOrigin) -> Bool {
      contains(RequestText(origin.scheme), RequestText(origin.host), origin.port)
    }

    func contains(_ scheme: RequestText, _ host: RequestText, _ port: Int?) -> Bool {
      patterns.contains { $0.matches(scheme, host, port) }
    }
  }

  /// Scheme, host and port of trusted pages.
  struct OriginPattern: Sendable {
    private let scheme: String
    private let host: TextPattern
    private let port: Int?

    /// - Parameter port: nil for the scheme's default.
    init(_ scheme: String, _ host: TextPattern, port: Int? = nil) {
      self.scheme = scheme
      self.host = host
      self.port = port == WebAddress.defaultPort(of: scheme) ? nil : port
    }

    func matches(_ scheme: RequestText, _ host: RequestText, _ port: Int?) -> Bool {
      var captures = Captures(keepsTexts: false)
      return port == self.port && scheme.isSame(as: self.scheme) && !host.isEmpty
        && self.host.matches(host, &captures)
    }
  }

  """##
