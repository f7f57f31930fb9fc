/// Text of `BasculeWire.swift`: JSON values and how Swift values become them. It is the same for
/// every rule set.
let wireSupport = ##"""
  import Foundation

  /// Any JSON value.
  public indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Arrays and objects nested deeper than this are refused.
    public static let maximalDepth = 512
    /// Greater values are refused: a page can send a small one that holds one list in many places.
    public static let maximalCount = 1_000_000

    /// The value of a message body or of a function's result, as WebKit hands it over.
    public init(foundation value: Any?) throws {
      var count = 0
      self = try JSON(foundation: value, depth: 0, &count)
    }

    /// The value of a JSON text.
    public init(text: String) throws {
      // JSONSerialization would not read every number exactly.
      guard let value = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)) else {
        throw WireError(expected: "JSON text", found: "another string")
      }
      self = value
    }

    private init(foundation value: Any?, depth: Int, _ count: inout Int) throws {
      count += 1
      if count > Self.maximalCount {
        throw WireError(
          expected: "JSON of at most \(Self.maximalCount) values", found: "a greater value")
      }
      // Lists and objects first: away from Apple's systems other casts would copy all of them.
      switch value {
      case nil: self = .null
      case let list as [Any]:
        try Self.checkDepth(depth)
        self = .array(try list.map { try JSON(foundation: $0, depth: depth + 1, &count) })
      case let object as [String: Any]:
        try Self.checkDepth(depth)
        self = .object(try object.mapValues { try JSON(foundation: $0, depth: depth + 1, &count) })
      case let text as String: self = .string(text)
      case is NSNull: self = .null
      case let number as NSNumber:
        self = number.isBool ? .bool(number.boolValue) : .number(number.doubleValue)
      case let date as Date: self = ISO8601.isWritable(date) ? date.encodedJSON : .null
      default:
        throw WireError(expected: "JSON", found: "another kind of value")
      }
    }

    private static func checkDepth(_ depth: Int) throws {
      if depth < maximalDepth { return }
      throw WireError(expected: "JSON of at most \(maximalDepth) levels", found: "a deeper value")
    }

    /// The value as Foundation's property list classes, for WebKit.
    public var foundation: Any {
      switch self {
      case .null: NSNull()
      case .bool(let value): NSNumber(value: value)
      case .number(let value): value.isFinite ? NSNumber(value: value) : NSNull()
      case .string(let value): value
      case .array(let values): values.map(\.foundation)
      case .object(let values): values.mapValues(\.foundation)
      }
    }

    /// JSON text of the value, the same on every run.
    public var text: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(self) else { return "null" }
      return String(decoding: data, as: UTF8.self)
    }

    /// What it is, for error messages.
    var kind: String {
      switch self {
      case .null: "null"
      case .bool: "a Boolean"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }

  extension NSNumber {
    /// By the type of the JSON value: a cast would take 1 for true.
    fileprivate var isBool: Bool {
      let type = objCType.pointee
      return type == CChar(UInt8(ascii: "c")) || type == CChar(UInt8(ascii: "B"))
    }
  }

  extension JSON: Codable {
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let values = try? container.decode([JSON].self) {
        self = .array(values)
      } else {
        self = .object(try container.decode([String: JSON].self))
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let value):
        if let whole = Int64(exactly: value) {
          try container.encode(whole)
        } else {
          try container.encode(value)
        }
      case .string(let value): try container.encode(value)
      case .array(let values): try container.encode(values)
      case .object(let values): try container.encode(values)
      }
    }
  }

  /// Where a JSON value is not what was agreed on: `items[3].sku: expected a string, found a number`.
  public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Such as `items[3].sku`; empty for the value itself.
    public private(set) var path = ""
    public let expected: String
    public let found: String

    public init(expected: String, found: String) {
      self.expected = expected
      self.found = found
    }

    public var description: String {
      (path.isEmpty ? "" : path + ": ") + "expected \(expected), found \(found)"
    }

    /// The same error, seen from the object that has it in this field.
    func below(field name: String) -> WireError {
      let isIdentifier = name.utf8.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "_"), UInt8(ascii: "$"):
          true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
        default: false
        }
      }
      return isIdentifier && !name.isEmpty ? below(step: name) : below(key: name)
    }

    /// The same error, seen from the dictionary that has it at this key.
    func below(key: String) -> WireError { below(step: "[\(Self.quoted(key))]") }

    /// The same error, seen from the array that has it at this index.
    func below(index: Int) -> WireError { below(step: "[\(index)]") }

    private func below(step: String) -> WireError {
      var error = self
      let isJoined = path.isEmpty || path.hasPrefix("[")
      error.path = step + (isJoined ? "" : ".") + path
      return error
    }

    /// As JavaScript's `JSON.stringify` writes it.
    private static func quoted(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\u{8}": result += "\\b"
        case "\u{C}": result += "\\f"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\0"..<" ":
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }

  /// A value that crosses between app and page as JSON.
  public protocol WireValue: Sendable, Hashable {
    init(json: JSON) throws
    /// What crosses. Not named as a model may name a field.
    var encodedJSON: JSON { get }
    /// What an absent field reads as; nil where it must be there.
    static var whenAbsent: Self? { get }
    /// Whether a field of that value is left out.
    var isLeftOut: Bool { get }
    /// Whether a message body may be JSON text of the value.
    static var isReadFromText: Bool { get }
  }

  extension WireValue {
    public static var whenAbsent: Self? { nil }
    public var isLeftOut: Bool { false }
    public static var isReadFromText: Bool { false }

    /// The value of a message body: the value itself or JSON text of it.
    init(body: JSON) throws {
      if case .string(let text) = body, Self.isReadFromText {
        try self.init(json: JSON(text: text))
      } else {
        try self.init(json: body)
      }
    }
  }

  /// An object whose fields are read and written one by one.
  public protocol WireObject: WireValue, Codable {
    init(from object: WireReader) throws
    func write(to object: inout WireWriter)
  }

  extension WireObject {
    public static var isReadFromText: Bool { true }

    public init(json: JSON) throws {
      guard case .object(let fields) = json else {
        throw WireError(expected: "an object", found: json.kind)
      }
      try self.init(from: WireReader(fields))
    }

    public var encodedJSON: JSON {
      var object = WireWriter()
      write(to: &object)
      return .object(object.fields)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(json: JSON(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
      try encodedJSON.encode(to: encoder)
    }
  }

  /// The fields of an object that is read.
  public struct WireReader {
    private let fields: [String: JSON]

    init(_ fields: [String: JSON]) { self.fields = fields }

    @inline(never) public func read<Value: WireValue>(_ name: StaticString) throws -> Value {
      if let field = fields[name.description] { return try decoded(field, name) }
      if let value = Value.whenAbsent { return value }
      throw Self.missing(Value.self).below(field: name.description)
    }

    /// What a type expects, it says of null; only `JSON` takes that too.
    private static func missing<Value: WireValue>(_ type: Value.Type) -> WireError {
      do {
        _ = try Value(json: .null)
      } catch let error as WireError {
        return WireError(expected: error.expected, found: "nothing")
      } catch {}
      return WireError(expected: "JSON", found: "nothing")
    }

    @inline(never) public func read<Value: WireValue>(
      _ name: StaticString, default value: @autoclosure () -> Value
    ) throws -> Value {
      guard let field = fields[name.description] else { return value() }
      return try decoded(field, name)
    }

    /// The field that tells the cases of a union apart; nil where it holds no string.
    public func discriminator(_ name: StaticString) -> String? {
      if case .string(let value) = fields[name.description] { value } else { nil }
    }

    /// The error for a case that the union does not have.
    ///
    /// - Parameter cases: those that it has, as an error message names them.
    public func unknownCase(_ name: StaticString, among cases: StaticString) -> WireError {
      let found: String
      switch fields[name.description] {
      case nil: found = "nothing"
      case .string: found = "another string"
      case let value?: found = value.kind
      }
      return WireError(expected: cases.description, found: found).below(field: name.description)
    }

    private func decoded<Value: WireValue>(
      _ field: JSON, _ name: StaticString
    ) throws -> Value {
      do {
        return try Value(json: field)
      } catch let error as WireError {
        throw error.below(field: name.description)
      }
    }
  }

  /// The fields of an object that is written.
  public struct WireWriter {
    fileprivate(set) var fields: [String: JSON] = [:]

    @inline(never) public mutating func write<Value: WireValue>(
      _ name: StaticString, _ value: Value
    ) {
      if !value.isLeftOut { fields[name.description] = value.encodedJSON }
    }
  }

  /// An open set of strings: what it does not know is kept as it came.
  public protocol WireEnumeration: WireValue, Codable, RawRepresentable, CustomStringConvertible
  where RawValue == String {
    init(wire text: String)
    var wireText: String { get }
    var isUnknown: Bool { get }
  }

  extension WireEnumeration {
    public init(rawValue: String) { self.init(wire: rawValue) }
    public var rawValue: String { wireText }
    public var description: String { wireText }

    /// nil unless the text is one of the declared ones.
    init?(declared text: RequestText) {
      guard let text = text.value else { return nil }
      self.init(wire: text)
      if isUnknown { return nil }
    }

    public init(json: JSON) throws { self.init(wire: try String(json: json)) }
    public var encodedJSON: JSON { .string(wireText) }

    public static func == (left: Self, right: Self) -> Bool { left.wireText == right.wireText }
    public func hash(into hasher: inout Hasher) { hasher.combine(wireText) }

    public init(from decoder: any Decoder) throws {
      self.init(wire: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wireText)
    }
  }

  extension JSON: WireValue {
    public init(json: JSON) throws {
      guard json.isFinite else {
        throw WireError(expected: "JSON", found: "a number that is not finite")
      }
      self = json
    }
    public var encodedJSON: JSON { self }

    /// Whether it has no number but those that JSON can write.
    private var isFinite: Bool {
      switch self {
      case .number(let value): value.isFinite
      case .array(let values): values.allSatisfy(\.isFinite)
      case .object(let values): values.values.allSatisfy(\.isFinite)
      case .null, .bool, .string: true
      }
    }
  }

  extension String: WireValue {
    public init(json: JSON) throws {
      guard case .string(let text) = json else {
        throw WireError(expected: "a string", found: json.kind)
      }
      self = text
    }

    public var encodedJSON: JSON { .string(self) }
  }

  extension Bool: WireValue {
    public init(json: JSON) throws {
      guard case .bool(let value) = json else {
        throw WireError(expected: "a Boolean", found: json.kind)
      }
      self = value
    }

    public var encodedJSON: JSON { .bool(self) }
  }

  extension Double: WireValue {
    public init(json: JSON) throws {
      guard case .number(let number) = json else {
        throw WireError(expected: "a number", found: json.kind)
      }
      guard number.isFinite else {
        throw WireError(expected: "a number", found: "a number that is not finite")
      }
      self = number
    }

    /// JSON has no infinity and no NaN: they become null, as in JavaScript.
    public var encodedJSON: JSON { isFinite ? .number(self) : .null }
  }

  extension Int: WireValue {
    /// The integers that JavaScript tells apart: ±(2^53−1).
    static let rangeOnWire = -9_007_199_254_740_991...9_007_199_254_740_991

    public init(json: JSON) throws {
      guard case .number(let number) = json else {
        throw WireError(expected: "an integer", found: json.kind)
      }
      guard let value = Int(exactly: number), Self.rangeOnWire.contains(value) else {
        let isFraction = number.isFinite && number != number.rounded()
        let found = isFraction ? "with a fraction" : "beyond ±\(Self.rangeOnWire.upperBound)"
        throw WireError(expected: "an integer", found: "a number \(found)")
      }
      self = value
    }

    /// Beyond ±(2^53−1) the nearest number that JavaScript has.
    public var encodedJSON: JSON { .number(Double(self)) }
  }

  extension Data: WireValue {
    public init(json: JSON) throws {
      guard case .string(let text) = json else {
        throw WireError(expected: "base64 data", found: json.kind)
      }
      // Foundation alone would take surplus padding.
      let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }.count
      let isPadded = text.utf8.dropFirst(digits).allSatisfy { $0 == UInt8(ascii: "=") }
      guard isPadded, text.utf8.count == (digits + 3) / 4 * 4,
        let data = Data(base64Encoded: text)
      else {
        throw WireError(expected: "base64 data", found: "another string")
      }
      self = data
    }

    public var encodedJSON: JSON { .string(base64EncodedString()) }
  }

  extension URL: WireValue {
    public init(json: JSON) throws {
      guard case .string(let text) = json else {
        throw WireError(expected: "a URL", found: json.kind)
      }
      guard !text.isEmpty, let url = URL(string: text) else {
        throw WireError(expected: "a URL", found: "another string")
      }
      self = url
    }

    public var encodedJSON: JSON { .string(absoluteString) }
  }

  extension Array: WireValue where Element: WireValue {
    public init(json: JSON) throws {
      guard case .array(let values) = json else {
        throw WireError(expected: "an array", found: json.kind)
      }
      self = []
      reserveCapacity(values.count)
      for (index, value) in values.enumerated() {
        do {
          append(try Element(json: value))
        } catch let error as WireError {
          throw error.below(index: index)
        }
      }
    }

    public var encodedJSON: JSON { .array(map(\.encodedJSON)) }
    public static var isReadFromText: Bool { true }
  }

  extension Dictionary: WireValue where Key == String, Value: WireValue {
    public init(json: JSON) throws {
      guard case .object(let values) = json else {
        throw WireError(expected: "an object", found: json.kind)
      }
      self = [:]
      for (key, value) in values {
        do {
          self[key] = .some(try Value(json: value))
        } catch let error as WireError {
          throw error.below(key: key)
        }
      }
    }

    public var encodedJSON: JSON { .object(mapValues(\.encodedJSON)) }
    public static var isReadFromText: Bool { true }
  }

  extension Optional: WireValue where Wrapped: WireValue {
    public init(json: JSON) throws {
      self = json == .null ? .none : .some(try Wrapped(json: json))
    }

    public var encodedJSON: JSON { self?.encodedJSON ?? .null }
    public static var whenAbsent: Self? { .some(nil) }
    public static var isReadFromText: Bool { Wrapped.isReadFromText }
    public var isLeftOut: Bool { self == nil }
  }

  /// Keeps a field that holds its own type.
  @propertyWrapper public indirect enum Indirect<Value: Sendable & Hashable>: Sendable, Hashable {
    case value(Value)

    public init(wrappedValue: Value) { self = .value(wrappedValue) }

    public var wrappedValue: Value {
      get {
        switch self {
        case .value(let value): value
        }
      }
      set { self = .value(newValue) }
    }
  }

  /// Holds the types that the rule files call deprecated; each has a deprecated alias outside.
  public enum DeprecatedTypes {}

  /// A URL that a rule file gives as a constant.
  func constantURL(_ text: StaticString) -> URL {
    URL(string: text.description) ?? URL(fileURLWithPath: "/")
  }

  """##
