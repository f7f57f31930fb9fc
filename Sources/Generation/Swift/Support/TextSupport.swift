/// Third part of `BasculeRequest.swift`: texts and numbers of a request, and the questions that rules
/// ask of them. It is the same for every rule set.
let textSupport = ##"""
  /// A text of the request, or none. Every question about a missing text is answered with false.
  ///
  /// It is a view of the text it stands in; only what is percent-encoded has a text of its own.
  struct RequestText: Sendable {
    private let text: String
    private let start: Int
    private let end: Int

    static let missing = RequestText("", from: -1, to: -1)

    init(_ text: String, from start: Int, to end: Int) {
      self.text = text
      self.start = start
      self.end = end
    }

    init(_ value: String?) {
      if let value { self.init(value, from: 0, to: value.utf8.count) } else { self = .missing }
    }

    var exists: Bool { start >= 0 }
    /// Whether it is missing or has no bytes.
    var isEmpty: Bool { start == end }

    var value: String? {
      if !exists { return nil }
      if start == 0, end == text.utf8.count { return text }
      return withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// - Parameter body: gets no bytes for a missing text.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      text.withBytes { bytes in
        body(UnsafeBufferPointer(rebasing: bytes[max(start, 0)..<max(end, 0)]))
      }
    }

    /// The part between two offsets.
    func part(_ range: Swift.Range<Int>) -> RequestText {
      RequestText(text, from: start + range.lowerBound, to: start + range.upperBound)
    }

    func equals(_ other: StaticString) -> Bool {
      exists && end - start == other.utf8CodeUnitCount && hasPrefix(other)
    }

    /// Byte for byte.
    func isSame(as other: String) -> Bool {
      exists && withBytes { $0.elementsEqual(other.utf8) }
    }

    func differs(from other: StaticString) -> Bool { exists && !equals(other) }

    func isOne(of others: StaticString...) -> Bool { others.contains { equals($0) } }

    func isNone(of others: StaticString...) -> Bool { exists && !others.contains { equals($0) } }

    func hasPrefix(_ prefix: StaticString) -> Bool {
      exists && withBytes { bytes in prefix.withUTF8Buffer { bytes.begins(with: $0, at: 0) } }
    }

    func hasSuffix(_ suffix: StaticString) -> Bool {
      exists
        && withBytes { bytes in
          suffix.withUTF8Buffer { bytes.begins(with: $0, at: bytes.count - $0.count) }
        }
    }

    func contains(_ part: StaticString) -> Bool {
      exists
        && withBytes { bytes in
          part.withUTF8Buffer { part in
            var index = 0
            while index + part.count <= bytes.count {
              if bytes.begins(with: part, at: index) { return true }
              index += 1
            }
            return false
          }
        }
    }

    func isLike(_ pattern: TextPattern) -> Bool {
      var captures = Captures(keepsTexts: false)
      return pattern.matches(self, &captures)
    }

    /// What the pattern captures; nil where the text does not match.
    func captures(_ pattern: TextPattern) -> Captures? {
      var captures = Captures()
      return pattern.matches(self, &captures) ? captures : nil
    }

    func matches(_ expression: TextExpression) -> Bool {
      guard let value else { return false }
      return expression.matches(value)
    }

    /// An optional sign and digits, within ±(2^53−1).
    var int: Int? {
      guard exists else { return nil }
      let number = withBytes { bytes -> Int? in
        let isNegative = bytes.first == UInt8(ascii: "-")
        let hasSign = isNegative || bytes.first == UInt8(ascii: "+")
        let digits = bytes.dropFirst(hasSign ? 1 : 0)
        if digits.isEmpty { return nil }
        var number = 0
        for byte in digits {
          guard byte.isDigit, number <= Int.rangeOnWire.upperBound else { return nil }
          number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return isNegative ? -number : number
      }
      guard let number, Int.rangeOnWire.contains(number) else { return nil }
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
      let areDigits = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
      return areDigits && parts[0].count <= 308 ? Double(value) : nil
    }

    var bool: Bool? { equals("true") ? true : equals("false") ? false : nil }

    /// An absolute URI as RFC 3986 writes it, without a bracketed host.
    var url: URL? {
      guard let value, AbsoluteURI.holds(value) else { return nil }
      return URL(string: value)
    }

    // MARK: Escapes

    /// Percent-decoded once; an escape that is malformed or not UTF-8 stays as it is written.
    func decoded(keepsSlashes: Bool) -> RequestText {
      let hasNone = withBytes { $0.firstIndex(of: UInt8(ascii: "%"), in: 0..<$0.count) == $0.count }
      if hasNone { return self }
      return RequestText(withBytes { Self.decoded(Array($0), keepsSlashes: keepsSlashes) })
    }

    /// A key or value of a query, where `+` is a space.
    var decodedQuery: RequestText {
      let hasNone = withBytes {
        $0.firstIndex(of: UInt8(ascii: "%"), or: UInt8(ascii: "+"), in: 0..<$0.count) == $0.count
      }
      if hasNone { return self }
      return RequestText(
        withBytes { bytes in
          let bytes = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
          return Self.decoded(bytes, keepsSlashes: false)
        })
    }

    private static func decoded(_ bytes: [UInt8], keepsSlashes: Bool) -> String {
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
    private static func escapedScalar(in bytes: [UInt8], at start: Int) -> [UInt8] {
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

    /// Its UTF-8, in place where it is stored in one piece.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
      return Array(utf8).withUnsafeBufferPointer(body)
    }
  }

  extension UnsafeBufferPointer<UInt8> {
    /// The bytes from an offset on, at most eight, the first the lowest; zeros behind the end.
    ///
    /// - Requires: the offset lies before the end.
    @inline(__always) func word(at offset: Int, to end: Int) -> UInt64 {
      let bytes = UnsafeRawBufferPointer(self)
      let missing = offset &+ 8 &- end
      if missing <= 0 {
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      if end >= 8 {
        // The last eight, without those before the offset.
        let last = bytes.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
        return UInt64(littleEndian: last) &>> UInt64(truncatingIfNeeded: 8 &* missing)
      }
      var word: UInt64 = 0
      var index = end
      while index > offset {
        index -= 1
        word = word << 8 | UInt64(self[index])
      }
      return word
    }

    /// The first place in the range of one byte or the other; the end of the range if there is none.
    ///
    /// - Requires: both are ASCII, and not 0.
    @inline(__always) func firstIndex(
      of byte: UInt8, or other: UInt8, in range: Swift.Range<Int>
    ) -> Int {
      var index = range.lowerBound
      while index < range.upperBound {
        let word = word(at: index, to: range.upperBound)
        let marks = word.marks(byte...byte) | word.marks(other...other)
        if marks != 0 { return index &+ marks.firstMarkedByte }
        index &+= 8
      }
      return range.upperBound
    }

    @inline(__always) func firstIndex(of byte: UInt8, in range: Swift.Range<Int>) -> Int {
      firstIndex(of: byte, or: byte, in: range)
    }

    /// Whether the other bytes stand at that offset; false for an offset outside.
    @inline(__always) func begins(with other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
      guard offset >= 0, other.count <= count - offset else { return false }
      var index = 0
      while index < other.count {
        let word = word(at: offset &+ index, to: offset &+ other.count)
        if word != other.word(at: index, to: other.count) { return false }
        index &+= 8
      }
      return true
    }
  }

  extension UInt64 {
    /// Of the word's eight bytes: the highest bit of each byte that lies in the range, and no other.
    ///
    /// - Parameter range: of ASCII.
    @inline(__always) func marks(_ range: Swift.ClosedRange<UInt8>) -> UInt64 {
      let each: UInt64 = 0x0101_0101_0101_0101
      let ascii = self & 0x7F7F_7F7F_7F7F_7F7F
      // The highest bit of a sum tells that the byte reaches the first bound, exceeds the second.
      let reaches = ascii &+ UInt64(0x80 - range.lowerBound) &* each
      let exceeds = ascii &+ UInt64(0x7F - range.upperBound) &* each
      return reaches & ~exceeds & ~self & 0x8080_8080_8080_8080
    }

    /// The place of the lowest marked byte; 8 where none is.
    @inline(__always) var firstMarkedByte: Int { trailingZeroBitCount / 8 }
  }

  extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
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
    func isAtMost(_ other: Int) -> Bool { value.map { $0 <= other } ?? false }
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

    private static func isDigit(_ byte: UInt8) -> Bool { byte.isDigit }

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
          && !others.withUTF8Buffer({ $0.contains(byte) })
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

  """##
