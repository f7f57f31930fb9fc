/// Text of `BasculePatterns.swift`: `like`, `matches` and origins. It is the same for every rule set.
let patternSupport = ##"""
  import Foundation

  /// What a pattern has captured, by number.
  struct Captures {
    fileprivate var texts: [Int: String] = [:]

    subscript(number: Int) -> RequestText { RequestText(texts[number]) }

    /// No captures where the condition holds, nil where it does not.
    static func when(_ condition: Bool) -> Captures? { condition ? Captures() : nil }
  }

  extension Optional where Wrapped == Captures {
    /// The captures of both; the second is asked only where the first matches.
    func and(_ other: @autoclosure () -> Captures?) -> Captures? {
      guard var captures = self, let more = other() else { return nil }
      captures.texts.merge(more.texts) { first, _ in first }
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
    func matches(_ text: String, _ captures: inout Captures) -> Bool {
      var match = Match(pattern: self, text: Array(text.utf8), captures: captures)
      guard match.succeeds(from: 0, at: 0) else { return false }
      captures = match.captures
      return true
    }

    /// One attempt at a text. Remembers what failed, so that the work is bounded by the number of
    /// elements times the square of the text's length.
    private struct Match {
      let pattern: TextPattern
      let text: [UInt8]
      var captures: Captures
      var failed: Set<Int> = []

      init(pattern: TextPattern, text: [UInt8], captures: Captures) {
        self.pattern = pattern
        self.text = text
        self.captures = captures
      }

      mutating func succeeds(from element: Int, at position: Int) -> Bool {
        guard element < pattern.elements.count else { return position == text.count }
        let state = element * (text.count + 1) + position
        if failed.contains(state) { return false }
        if tries(element, at: position) { return true }
        failed.insert(state)
        return false
      }

      private mutating func tries(_ element: Int, at position: Int) -> Bool {
        switch pattern.elements[element] {
        case .literal(let literal):
          let bytes = literal.bytes
          guard text[position...].starts(with: bytes) else { return false }
          return succeeds(from: element + 1, at: position + bytes.count)
        case .run:
          return continues(from: element + 1, positions: position...componentEnd(position))
        case .anything:
          return continues(from: element + 1, positions: position...text.count)
        case .components:
          if succeeds(from: element + 1, at: position) { return true }
          guard position < text.count, text[position] == pattern.separator else { return false }
          return continues(from: element + 1, positions: (position + 1)...text.count)
        case .capture(let number, let kind):
          let end = componentEnd(position)
          guard end > position, captures(position..<end, as: kind, number) else { return false }
          return succeeds(from: element + 1, at: end)
        case .rest(let number, let kind):
          if position == text.count { return captures(position..<position, as: kind, number) }
          guard text[position] == pattern.separator else { return false }
          return captures((position + 1)..<text.count, as: kind, number)
        }
      }

      private mutating func continues(from element: Int, positions: ClosedRange<Int>) -> Bool {
        for position in positions where succeeds(from: element, at: position) { return true }
        return false
      }

      private func componentEnd(_ position: Int) -> Int {
        text[position...].firstIndex(of: pattern.separator) ?? text.count
      }

      private mutating func captures(_ range: Range<Int>, as kind: Kind, _ number: Int) -> Bool {
        let value = String(decoding: text[range], as: UTF8.self)
        guard kind.takes(RequestText(value)) else { return false }
        captures.texts[number] = value
        return true
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

    func captures(_ address: WebAddress) -> Captures? {
      var captures = Captures()
      if let scheme, !RequestText(address.scheme).equals(scheme) { return nil }
      if let host, host.isEmpty != (address.host == nil) { return nil }
      switch port {
      case .any: break
      case .byScheme: if address.port != nil { return nil }
      case .number(let number):
        let port = address.port ?? WebAddress.defaultPort(of: address.scheme)
        if port != number { return nil }
      }
      for (pattern, text) in [
        (host, address.host ?? ""), (path, address.path), (query, address.rawQuery),
        (fragment, address.rawFragment), (rest, address.afterScheme),
      ] {
        guard let pattern else { continue }
        guard let text, pattern.matches(text, &captures) else { return nil }
      }
      return captures
    }
  }

  extension NavigationRequest {
    func isLike(_ pattern: URLPattern) -> Bool { captures(pattern) != nil }

    /// What the pattern captures; nil where the URL does not match.
    func captures(_ pattern: URLPattern) -> Captures? { pattern.captures(address) }

    func isIn(_ origins: TrustedOrigin...) -> Bool {
      let origin = WebOrigin(address)
      return origins.contains { $0.contains(origin) }
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
      self.scheme = scheme.lowercased()
      let host = host.lowercased()
      self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
      self.port = port == 0 || port == WebAddress.defaultPort(of: self.scheme) ? nil : port
    }

    init(_ address: WebAddress) {
      self.init(scheme: address.scheme, host: address.host ?? "", port: address.port)
    }
  }

  /// The pages of one `origin` declaration.
  public struct TrustedOrigin: Sendable {
    private let patterns: [OriginPattern]

    init(_ patterns: OriginPattern...) { self.patterns = patterns }

    public func contains(_ origin: WebOrigin) -> Bool { patterns.contains { $0.matches(origin) } }
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

    func matches(_ origin: WebOrigin) -> Bool {
      var captures = Captures()
      return origin.scheme == scheme && origin.port == port && !origin.host.isEmpty
        && host.matches(origin.host, &captures)
    }
  }

  """##
