/// Text of `BasculePatterns.swift`: `like`, `matches` and origins. It is the same for every rule set.
let patternSupport = ##"""
  import Foundation

  /// What a pattern has captured, by number.
  struct Captures {
    private struct Capture {
      let number: Int
      let text: RequestText
    }

    /// The first two stand apart, since few patterns capture more, and these need no array.
    private var first: Capture?
    private var second: Capture?
    private var others: [Capture] = []
    /// False where nobody asks for them.
    let keepsTexts: Bool

    init(keepsTexts: Bool = true) { self.keepsTexts = keepsTexts }

    subscript(number: Int) -> RequestText { capture(number)?.text ?? .missing }

    private func capture(_ number: Int) -> Capture? {
      if let first, first.number == number { return first }
      if let second, second.number == number { return second }
      return others.first { $0.number == number }
    }

    /// Takes the place of what has been captured under that number before.
    fileprivate mutating func set(_ number: Int, _ text: RequestText, _ part: Swift.Range<Int>) {
      if keepsTexts { set(Capture(number: number, text: text.part(part))) }
    }

    private mutating func set(_ capture: Capture) {
      if first == nil || first?.number == capture.number {
        first = capture
      } else if second == nil || second?.number == capture.number {
        second = capture
      } else {
        others.removeAll { $0.number == capture.number }
        others.append(capture)
      }
    }

    /// Adds the captures of another; where both have one, this one's stays.
    fileprivate mutating func add(_ other: Captures) {
      if let capture = other.first { add(capture) }
      if let capture = other.second { add(capture) }
      for capture in other.others { add(capture) }
    }

    private mutating func add(_ capture: Capture) {
      if self.capture(capture.number) == nil { set(capture) }
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
      case oneOf(any WireEnumeration.Type)
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

    /// Whether the whole text matches; if so, the captures are set.
    func matches(_ text: RequestText, _ captures: inout Captures) -> Bool {
      text.exists && text.withBytes { matches($0, of: text, &captures) }
    }

    /// Where a wildcard ends for now, and the element behind it.
    private struct Wildcard {
      let nextElement: Int
      var end: Int
    }

    /// Goes through elements and bytes side by side. A wildcard takes as little as it can at first;
    /// where text and pattern part, the last `*` takes a byte more, and where its component has no
    /// more, the last `**`. No wildcard before that one is tried again: what it could leave to the
    /// last `**`, that has tried. So the work is bounded by the number of elements times the square
    /// of the text's length.
    private func matches(
      _ bytes: UnsafeBufferPointer<UInt8>, of text: RequestText, _ captures: inout Captures
    ) -> Bool {
      var element = 0
      var position = 0
      var run: Wildcard?
      var anything: Wildcard?
      while true {
        // Where the element ends; nil where it does not match.
        var end: Int?
        if element == elements.count {
          if position == bytes.count || anything?.nextElement == element { return true }
        } else {
          switch elements[element] {
          case .literal(let literal):
            let isThere = literal.withUTF8Buffer { bytes.begins(with: $0, at: position) }
            if isThere { end = position + literal.utf8CodeUnitCount }
          case .run:
            run = Wildcard(nextElement: element + 1, end: position)
            end = position
          case .anything:
            run = nil
            anything = Wildcard(nextElement: element + 1, end: position)
            end = position
          case .components:
            if position < bytes.count, bytes[position] == separator {
              run = nil
              anything = Wildcard(nextElement: element + 1, end: position)
            }
            end = position
          case .capture(let number, let kind):
            let component = position..<bytes.firstIndex(of: separator, in: position..<bytes.count)
            if !component.isEmpty, kind.takes(text, component) {
              captures.set(number, text, component)
              end = component.upperBound
            }
          case .rest(let number, let kind):
            if position == bytes.count || bytes[position] == separator {
              let rest = min(position + 1, bytes.count)..<bytes.count
              if kind.takes(text, rest) {
                captures.set(number, text, rest)
                end = bytes.count
              }
            }
          }
        }
        if let end {
          element += 1
          position = end
        } else if let last = run, last.end < bytes.count, bytes[last.end] != separator {
          element = last.nextElement
          position = last.end + 1
          run?.end = position
        } else if let last = anything, last.end < bytes.count {
          element = last.nextElement
          position = last.end + 1
          anything?.end = position
          run = nil
        } else {
          return false
        }
      }
    }
  }

  extension TextPattern.Kind {
    fileprivate func takes(_ text: RequestText, _ part: Swift.Range<Int>) -> Bool {
      if case .string = self { return true }
      return takes(text.part(part))
    }

    private func takes(_ text: RequestText) -> Bool {
      switch self {
      case .string: true
      case .int: text.int != nil
      case .double: text.double != nil
      case .bool: text.bool != nil
      case .url: text.url != nil
      case .oneOf(let type): type.init(declared: text) != nil
      }
    }
  }

  extension NavigationRequest {
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
