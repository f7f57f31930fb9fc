//: output BasculeWire
//: needs JSON

import Foundation

nonisolated extension JSON {
  /// The maximum depth of nested arrays and objects.
  public static let maximalDepth = 512
  /// The maximum number of values in an object or list, which is read on the main thread. A page can send a small
  /// object that contains the same list many times.
  public static let maximalObjectCount = 100_000

  /// Creates the value of a message body or of a function's result, in the form in which WebKit passes it.
  public init(foundation value: Any?) throws {
    var count = 0
    self = try JSON(foundation: value, depth: 0, &count)
  }

  private init(foundation value: Any?, depth: Int, _ count: inout Int) throws {
    count += 1
    if count > Self.maximalObjectCount { throw WireError.tooGreatObject }
    // Lists and objects are tested first, since on other systems than Apple's the other casts would copy them.
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
    //: if DateText
    case let date as Date: self = DateText.text(of: date).map { .string($0) } ?? .null
    //: end
    //: if ScriptMessageChannel
    // A channel has decoded this value from a text.
    case let value as JSON: self = value
    //: end
    default:
      // On some systems, Swift bridges a nil value as an optional inside of `Any`.
      let optional = value.map { Mirror(reflecting: $0) }
      guard optional?.displayStyle == .optional, optional?.children.isEmpty == true else {
        throw WireError(expected: "JSON", found: "another kind of value")
      }
      self = .null
    }
  }

  private static func checkDepth(_ depth: Int) throws {
    if depth == maximalDepth { throw WireError.tooDeep }
  }

  /// The value as Foundation objects, for WebKit.
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
}

nonisolated extension WireError {
  static let tooGreatObject = WireError(
    expected: "at most \(JSON.maximalObjectCount) values, or JSON text", found: "a greater value")
  static let tooDeep = WireError(
    expected: "JSON of at most \(JSON.maximalDepth) levels", found: "a deeper value")
}

nonisolated extension NSNumber {
  /// True if the number is a Boolean. This is tested by the Objective-C type, since a cast would convert 1 to true.
  fileprivate var isBool: Bool {
    ["c", "B"].contains(String(cString: objCType))
  }
}
