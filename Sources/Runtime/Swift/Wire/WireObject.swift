//: output BasculeWire
//: needs WireValue JSONText WireErrorPath

// Neither this protocol nor `WireValue` inherits from a protocol of the standard library. Otherwise the compiler would
// generate seven more functions for each model, which look the conformances up.

/// An object whose fields are read and written one by one.
public nonisolated protocol WireObject: WireValue {
  init(from object: inout WireReader) throws
  func write(to object: inout WireWriter)
}

// `dynamic` keeps the functions from being compiled again for each model, which would take most of the build time.

nonisolated extension WireObject {
  public dynamic init(json: JSON) throws {
    guard case .object(let fields) = json else {
      throw WireError(expected: "an object", found: json.kind)
    }
    var object = WireReader(fields)
    try self.init(from: &object)
  }

  public dynamic var encodedJSON: JSON {
    var object = WireWriter()
    write(to: &object)
    return .object(object.fields)
  }

  // `Codable` needs this initializer in an app that declares the conformance.

  public dynamic init(from decoder: any Decoder) throws {
    try self.init(json: JSON(from: decoder))
  }

  public dynamic func encode(to encoder: any Encoder) throws {
    try encodedJSON.encode(to: encoder)
  }

  public dynamic static func == (left: Self, right: Self) -> Bool {
    left.fieldValues == right.fieldValues
  }

  public dynamic func hash(into hasher: inout Hasher) { hasher.combine(fieldValues) }

  public dynamic var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  private var fieldValues: [AnyHashable] {
    var object = WireWriter(values: [])
    write(to: &object)
    return object.values ?? []
  }
}

/// Reads the fields of an object.
public nonisolated struct WireReader {
  private let fields: [String: JSON]

  init(_ fields: [String: JSON]) { self.fields = fields }

  public dynamic func read<Value: WireValue>(_ name: StaticString) throws -> Value {
    if let field = fields[name.description] { return try decoded(field, name) }
    throw Self.missing(Value.self).below(field: name.description)
  }

  /// Returns the error for null, which names the expected type. Only `JSON` accepts null.
  private dynamic static func missing<Value: WireValue>(_ type: Value.Type) -> WireError {
    do {
      _ = try Value(json: .null)
    } catch let error as WireError {
      return WireError(expected: error.expected, found: "nothing")
    } catch {}
    return WireError(expected: "JSON", found: "nothing")
  }

  /// Reads a field that can be absent or null.
  public dynamic func readIfPresent<Value: WireValue>(_ name: StaticString) throws -> Value? {
    switch fields[name.description] {
    case nil, .null?: nil
    case let field?: try decoded(field, name)
    }
  }

  public dynamic func read<Value: WireValue>(
    _ name: StaticString, default value: Value
  ) throws -> Value {
    guard let field = fields[name.description] else { return value }
    return try decoded(field, name)
  }

  /// Returns the field that names the case of a union; nil if it is not a string.
  public func discriminator(_ name: StaticString) -> String? {
    if case .string(let value) = fields[name.description] { value } else { nil }
  }

  /// Returns the error for a case that is not declared.
  ///
  /// - Parameter cases: the declared cases, for the error message.
  public func unknownCase(_ name: StaticString, among cases: StaticString) -> WireError {
    let found: String
    switch fields[name.description] {
    case nil: found = "nothing"
    case .string: found = "another string"
    case let value?: found = value.kind
    }
    return WireError(expected: cases.description, found: found).below(field: name.description)
  }

  private dynamic func decoded<Value: WireValue>(
    _ field: JSON, _ name: StaticString
  ) throws -> Value {
    do {
      return try Value(json: field)
    } catch let error as WireError {
      throw error.below(field: name.description)
    }
  }
}

/// Writes the fields of an object.
public nonisolated struct WireWriter {
  fileprivate(set) var fields: [String: JSON] = [:]
  /// The values of the fields, collected to compare models; nil while JSON is written.
  fileprivate var values: [AnyHashable]?

  public dynamic mutating func write<Value: WireValue>(
    _ name: StaticString, _ value: Value
  ) {
    if values == nil {
      fields[name.description] = value.encodedJSON
    } else {
      values?.append(value as? AnyHashable ?? AnyHashable(value.encodedJSON))
    }
  }

  /// Writes a field, or omits it if there is no value.
  public dynamic mutating func writeIfPresent<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) {
    if let value { write(name, value) } else { values?.append(AnyHashable(Never?.none)) }
  }
}
