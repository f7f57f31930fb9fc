import Semantics
import Text

/// Decides whether a version of a type reads everything that another version writes.
///
/// Values are encoded as JSON. A writer of `T?` may omit a field and writes null in a list; a field with a default is
/// always written. A reader ignores unknown fields; an enum is open, a union is closed.
///
/// The answer is yes only if it is right for every value, so all parts of both types are compared. A pair of types
/// that is already being compared counts as compatible, which is correct for recursive types, since values are
/// finite.
struct WireCompatibility {
  let writer: RuleSet
  let reader: RuleSet
  private var assumed: Set<[ValueType]> = []

  init(writer: RuleSet, reader: RuleSet) {
    self.writer = writer
    self.reader = reader
  }

  /// Returns whether one version reads every value that the other writes.
  ///
  /// - Parameter written: the type in the writer's rule set.
  static func reads(
    _ read: ValueType, of reader: RuleSet, all written: ValueType, of writer: RuleSet
  )
    -> Bool
  {
    var compatibility = WireCompatibility(writer: writer, reader: reader)
    return compatibility.fits(written, read)
  }

  /// Returns whether a reader of the type accepts null.
  static func takesNull(_ type: ValueType) -> Bool {
    switch type {
    case .optional, .json, .request, .invalid: true
    default: false
    }
  }

  /// Returns whether a reader requires the field.
  static func isRequired(_ field: Field) -> Bool {
    if case .optional = field.type { return false }
    return field.defaultValue == nil
  }

  /// The type of the value in a field that is present.
  static func present(_ type: ValueType) -> ValueType {
    if case .optional(let inner) = type { return present(inner) }
    return type
  }

  private mutating func fits(_ written: ValueType, _ read: ValueType) -> Bool {
    if case .optional = written {
      return Self.takesNull(read) && fits(Self.present(written), Self.present(read))
    }
    guard assumed.insert([written, read]).inserted else { return true }
    switch (written, Self.present(read)) {
    case (.invalid, _), (_, .invalid), (_, .json): return true
    case (.string, .string), (.enumeration, .string), (.url, .string), (.date, .string),
      (.data, .string), (.string, .enumeration), (.enumeration, .enumeration), (.url, .enumeration),
      (.date, .enumeration), (.data, .enumeration), (.url, .url), (.date, .date), (.data, .data),
      (.int, .int), (.int, .double), (.double, .double), (.bool, .bool):
      return true
    case (.array(let a), .array(let b)), (.dictionary(let a), .dictionary(let b)):
      return fits(a, b)
    // A union without a discriminator writes a value of one of its cases. A reader needs a case of the same kind of
    // JSON.
    case (.union(let a), let read) where writer[a].discriminator == nil:
      for field in writer[a].cases.flatMap({ $0.fields }) where !fits(field.type, read) {
        return false
      }
      return true
    case (let written, .union(let b)) where reader[b].discriminator == nil:
      let kind = writer.jsonKind(of: written)?.rawValue
      guard let read = reader[b].cases.first(where: { $0.wireName == kind })?.fields.first else {
        return false
      }
      return fits(written, read.type)
    case (.union(let a), .union(let b)):
      let (from, to) = (writer[a], reader[b])
      guard from.discriminator == to.discriminator else { return false }
      for written in from.cases {
        guard let read = to.cases.first(where: { $0.wireName == written.wireName }),
          fieldsFit(types(written.fields), read.fields)
        else { return false }
      }
      return true
    case (.model, .model(let b)), (.union, .model(let b)):
      for shape in shapes(written) where !fieldsFit(shape, reader[b].fields) { return false }
      return true
    case (.dictionary(let element), .model(let b)):
      for field in reader[b].fields {
        if Self.isRequired(field) || field.defaultValue != nil && Self.takesNull(element) {
          return false
        }
        if !fits(Self.present(element), Self.present(field.type)) { return false }
      }
      return true
    case (.model, .dictionary(let element)), (.union, .dictionary(let element)):
      for shape in shapes(written) {
        for type in shape.values where !fits(Self.present(type), element) { return false }
      }
      return true
    default: return false
    }
  }

  /// The fields by wire name of each object that can encode a model or union.
  private func shapes(_ type: ValueType) -> [[String: ValueType]] {
    switch type {
    case .model(let id): return [types(writer[id].fields)]
    case .union(let id):
      let union = writer[id]
      return union.cases.map { choice in
        var types = types(choice.fields)
        if let discriminator = union.discriminator { types[discriminator] = .string }
        return types
      }
    default: return []
    }
  }

  private func types(_ fields: [Field]) -> [String: ValueType] {
    Dictionary(firstOf: fields.map { ($0.wireName, $0.type) })
  }

  private mutating func fieldsFit(_ written: [String: ValueType], _ read: [Field]) -> Bool {
    for field in read {
      guard let type = written[field.wireName] else {
        if Self.isRequired(field) { return false }
        continue
      }
      if case .optional = type, Self.isRequired(field) { return false }
      if !fits(Self.present(type), Self.present(field.type)) { return false }
    }
    return true
  }
}
