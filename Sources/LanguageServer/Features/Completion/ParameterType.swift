import Requests
import Syntax

/// The type of a parameter, as far as it determines which values of requests can be given to the parameter.
enum ParameterType {
  case named(String)
  case list(of: String)
  case other

  init(_ type: TypeSyntax) {
    switch type {
    case .named(let name): self = .named(name.text)
    case .optional(let inner, _): self.init(inner)
    case .array(.named(let name), _): self = .list(of: name.text)
    case .array, .dictionary, .record: self = .other
    }
  }

  /// Returns whether at least some values of the type convert to this type.
  func takes(_ type: RequestValueType, in snapshot: Snapshot) -> Bool {
    switch (self, type) {
    case (.named(let name), .string):
      ["String", "Int", "Double", "Bool", "URL"].contains(name)
        || snapshot.names.declaration(.declaration(.type, name))?.kind == .enumeration
    case (.named(let name), .int): name == "Int" || name == "Double"
    case (.named(let name), .bool): name == "Bool"
    case (.named(let name), .url): name == "URL" || name == "String"
    case (.named(let name), .choice): name == "String"
    case (.list(let element), .strings): element == "String"
    case (.list(let element), .urls): element == "URL"
    case (.named, .strings), (.named, .urls), (.list, _), (.other, _): false
    }
  }
}
