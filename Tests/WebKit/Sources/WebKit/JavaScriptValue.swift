import CWebKitGTK

/// Converts JavaScript values to Foundation's classes, as Apple's WebKit does.
@MainActor enum JavaScriptValue {
  /// Returns the value; nil for `undefined`.
  static func foundation(_ value: UnsafeMutablePointer<JSCValue>) -> Any? {
    var reader = ContainerReader()
    return reader.read(value)
  }

  /// Returns a value that is neither a list nor an object; nil for lists and objects.
  fileprivate static func scalar(_ value: UnsafeMutablePointer<JSCValue>) -> Any?? {
    if jsc_value_is_undefined(value) != 0 { return .some(nil) }
    if jsc_value_is_null(value) != 0 { return NSNull() }
    if jsc_value_is_boolean(value) != 0 { return NSNumber(value: jsc_value_to_boolean(value) != 0) }
    if jsc_value_is_number(value) != 0 { return NSNumber(value: jsc_value_to_double(value)) }
    if jsc_value_is_string(value) != 0 { return string(value) }
    return date(value)
  }

  /// Returns a string. It is read from JSON, since WebKitGTK's text ends at a lone surrogate. Apple's strings keep the
  /// surrogate, and Swift reads it as U+FFFD.
  private static func string(_ value: UnsafeMutablePointer<JSCValue>) -> String {
    guard let json = jsc_value_to_json(value, 0) else { return "" }
    defer { g_free(json) }
    let quoted = UnsafeRawBufferPointer(start: json, count: strlen(json))
    let bytes = UnsafeRawBufferPointer(rebasing: quoted.dropFirst().dropLast())
    if memchr(bytes.baseAddress!, Int32(UInt8(ascii: "\\")), bytes.count) == nil {
      return String(decoding: bytes, as: UTF8.self)
    }
    return unescaped(bytes)
  }

  private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
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

  private static func date(_ value: UnsafeMutablePointer<JSCValue>) -> Any?? {
    guard jsc_value_is_array(value) == 0, jsc_value_object_is_instance_of(value, "Date") != 0
    else { return nil }
    guard let time = jsc_value_object_invoke_methodv(value, "getTime", 0, nil) else { return nil }
    return Date(timeIntervalSince1970: Owned(time).use { jsc_value_to_double($0) } / 1000)
  }

  /// Creates a JavaScript value.
  ///
  /// - Parameter value: a value of property-list classes; nil for `undefined`.
  static func make(
    _ value: Any?, in context: UnsafeMutablePointer<JSCContext>
  ) throws -> Owned {
    guard let value else { return Owned(jsc_value_new_undefined(context)) }
    return Owned(jsc_value_new_from_json(context, try json(value)))
  }

  /// Returns the JSON text of a value of property-list classes.
  static func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return String(decoding: data, as: UTF8.self)
  }

  /// A value that is released with this object.
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

/// Reads nested lists and objects without recursion, and shared values once.
@MainActor private struct ContainerReader {
  private final class Part {
    let value: JavaScriptValue.Owned
    let address: UnsafeMutableRawPointer
    /// The names of the members; nil for a list.
    var names: [String]?
    var count = 0
    var index = 0
    var list: [Any] = []
    var object: [String: Any] = [:]

    init(_ value: JavaScriptValue.Owned) {
      self.value = value
      address = value.use { UnsafeMutableRawPointer($0) }
    }

    var result: Any { names == nil ? list : object }

    func add(_ element: Any?) {
      if let names {
        // Undefined values are omitted, as on Apple's systems.
        if let element { object[names[index]] = element }
      } else {
        list.append(element ?? NSNull())
      }
      index += 1
    }
  }

  /// The known results by the address of the engine's value, which is unique while the value is retained.
  private var known: [UnsafeMutableRawPointer: (value: JavaScriptValue.Owned, result: Any)] = [:]
  private var open: [Part] = []
  private var openAddresses: Set<UnsafeMutableRawPointer> = []

  mutating func read(_ value: UnsafeMutablePointer<JSCValue>) -> Any? {
    if let scalar = JavaScriptValue.scalar(value) { return scalar }
    g_object_ref(value)
    enter(JavaScriptValue.Owned(value))
    while let part = open.last {
      if part.index == part.count {
        open.removeLast()
        openAddresses.remove(part.address)
        known[part.address] = (part.value, part.result)
        guard let parent = open.last else { return part.result }
        parent.add(part.result)
        continue
      }
      let element = part.value.use { value in
        if let names = part.names {
          return JavaScriptValue.Owned(jsc_value_object_get_property(value, names[part.index]))
        }
        return JavaScriptValue.Owned(
          jsc_value_object_get_property_at_index(value, guint(part.index)))
      }
      let address = element.use { UnsafeMutableRawPointer($0) }
      if let scalar = element.use({ JavaScriptValue.scalar($0) }) {
        part.add(scalar)
      } else if let result = known[address]?.result {
        part.add(result)
      } else if openAddresses.contains(address) {
        // A value that contains itself cannot be represented by Swift's lists.
        part.add(NSNull())
      } else {
        enter(element)
      }
    }
    return nil
  }

  private mutating func enter(_ value: JavaScriptValue.Owned) {
    let part = Part(value)
    value.use { value in
      if jsc_value_is_array(value) != 0 {
        let length = JavaScriptValue.Owned(jsc_value_object_get_property(value, "length"))
        part.count = length.use { Int(jsc_value_to_int32($0)) }
        return
      }
      var names: [String] = []
      if let found = jsc_value_object_enumerate_properties(value) {
        var next = found
        while let name = next.pointee {
          names.append(String(cString: name))
          next += 1
        }
        g_strfreev(found)
      }
      part.names = names
      part.count = names.count
    }
    open.append(part)
    openAddresses.insert(part.address)
  }
}
