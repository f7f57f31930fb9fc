import CWebKitGTK

/// Values of JavaScript as Foundation has them, in the way of Apple's WebKit.
@MainActor enum JavaScriptValue {
  /// nil for `undefined`.
  static func foundation(_ value: UnsafeMutablePointer<JSCValue>) -> Any? {
    if jsc_value_is_undefined(value) != 0 { return nil }
    if jsc_value_is_null(value) != 0 { return NSNull() }
    if jsc_value_is_boolean(value) != 0 { return NSNumber(value: jsc_value_to_boolean(value) != 0) }
    if jsc_value_is_number(value) != 0 { return NSNumber(value: jsc_value_to_double(value)) }
    if jsc_value_is_string(value) != 0 { return string(value) }
    if jsc_value_is_array(value) != 0 { return array(value) }
    if let date = date(value) { return date }
    return object(value)
  }

  /// By way of JSON, since WebKitGTK's own text ends at half a surrogate pair; Apple's strings keep
  /// it until Swift reads U+FFFD for it.
  private static func string(_ value: UnsafeMutablePointer<JSCValue>) -> String {
    guard let json = jsc_value_to_json(value, 0) else { return "" }
    defer { g_free(json) }
    let quoted = UnsafeRawBufferPointer(start: json, count: strlen(json))
    let bytes = quoted.dropFirst().dropLast()
    if !bytes.contains(UInt8(ascii: "\\")) { return String(decoding: bytes, as: UTF8.self) }
    return unescaped(bytes)
  }

  private static func unescaped(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    var units: [UInt16] = []
    var plain = bytes.startIndex
    var index = bytes.startIndex
    func copy(to end: Int) {
      units.append(contentsOf: String(decoding: bytes[plain..<end], as: UTF8.self).utf16)
    }
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      copy(to: index)
      let escape = bytes[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 4
      case UInt8(ascii: "b"): units.append(8)
      case UInt8(ascii: "f"): units.append(12)
      case UInt8(ascii: "n"): units.append(10)
      case UInt8(ascii: "r"): units.append(13)
      case UInt8(ascii: "t"): units.append(9)
      default: units.append(UInt16(escape))
      }
      plain = index
    }
    copy(to: bytes.endIndex)
    return String(decoding: units, as: UTF16.self)
  }

  private static func array(_ value: UnsafeMutablePointer<JSCValue>) -> [Any] {
    let length = Owned(jsc_value_object_get_property(value, "length"))
    let count = length.use { Int(jsc_value_to_int32($0)) }
    return (0..<count).map { index in
      let element = Owned(jsc_value_object_get_property_at_index(value, guint(index)))
      return element.use { foundation($0) } ?? NSNull()
    }
  }

  private static func object(_ value: UnsafeMutablePointer<JSCValue>) -> [String: Any] {
    guard let names = jsc_value_object_enumerate_properties(value) else { return [:] }
    defer { g_strfreev(names) }
    var result: [String: Any] = [:]
    var next = names
    while let name = next.pointee {
      // What is undefined is left out, as on Apple's systems.
      let element = Owned(jsc_value_object_get_property(value, name))
      if let part = element.use({ foundation($0) }) { result[String(cString: name)] = part }
      next += 1
    }
    return result
  }

  private static func date(_ value: UnsafeMutablePointer<JSCValue>) -> Date? {
    guard jsc_value_object_is_instance_of(value, "Date") != 0 else { return nil }
    guard let time = jsc_value_object_invoke_methodv(value, "getTime", 0, nil) else { return nil }
    return Date(timeIntervalSince1970: Owned(time).use { jsc_value_to_double($0) } / 1000)
  }

  /// - Parameter value: of property-list classes; nil for `undefined`.
  static func make(
    _ value: Any?, in context: UnsafeMutablePointer<JSCContext>
  ) throws -> Owned {
    guard let value else { return Owned(jsc_value_new_undefined(context)) }
    return Owned(jsc_value_new_from_json(context, try json(value)))
  }

  /// JSON text of property-list classes.
  static func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return String(decoding: data, as: UTF8.self)
  }

  /// A value that is let go with this object.
  final class Owned {
    private let pointer: UnsafeMutablePointer<JSCValue>
    init(_ pointer: UnsafeMutablePointer<JSCValue>) { self.pointer = pointer }
    deinit { g_object_unref(pointer) }

    func use<Result>(_ body: (UnsafeMutablePointer<JSCValue>) throws -> Result) rethrows -> Result {
      defer { withExtendedLifetime(self) {} }
      return try body(pointer)
    }
  }
}
