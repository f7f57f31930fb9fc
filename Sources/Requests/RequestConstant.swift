/// A value of a request, or a literal with which rules compare it.
package enum RequestConstant: Hashable, Sendable {
  case string(String)
  case int(Int64)
  case bool(Bool)
  /// A URL, normalized by `WebURL`, so without the default port.
  case url(String)
  case choice(Choice)
  /// A list of strings or of URLs.
  case list([RequestConstant])

  /// Returns whether the values are equal; strings are compared by their bytes.
  package static func == (a: RequestConstant, b: RequestConstant) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)), (.url(let a), .url(let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.choice(let a), .choice(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.string, _), (.int, _), (.bool, _), (.url, _), (.choice, _), (.list, _): false
    }
  }

  /// Returns true if the values are equal, or have the same name in two types, such as `main` of `source` and of
  /// `frame`.
  package func agrees(with other: RequestConstant) -> Bool {
    if case .choice(let one) = self, case .choice(let two) = other { return one.name == two.name }
    return self == other
  }

  /// The position among the values of a finite type, such as 0 for false and 1 for true; nil for other types.
  package var position: Int? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .choice(let choice): choice.position
    case .string, .int, .url, .list: nil
    }
  }

  /// The text of a string or URL; nil for other values.
  package var text: String? {
    switch self {
    case .string(let text), .url(let text): text
    case .int, .bool, .choice, .list: nil
    }
  }
}

/// The type of a request value, if the value is present.
package enum RequestValueType: Hashable, Sendable {
  case string, int, bool, url
  case choice(ChoiceType)
  /// The types of lists that the app gives.
  case strings, urls

  /// The type with its article, for messages.
  package var described: String {
    switch self {
    case .string: "a `String`"
    case .int: "an `Int`"
    case .bool: "a `Bool`"
    case .url: "a `URL`"
    case .choice(let type): type.described
    case .strings: "a `[String]`"
    case .urls: "a `[URL]`"
    }
  }

  /// The name of the type in editors.
  package var name: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .bool: "Bool"
    case .url: "URL"
    case .choice(.navigation): "navigation type"
    case .choice(.frame), .choice(.source): "frame"
    case .strings: "[String]"
    case .urls: "[URL]"
    }
  }

  /// The form of a literal of the type.
  package var literal: String {
    switch self {
    case .string: "a string"
    case .int: "an integer"
    case .bool: "`true` or `false`"
    case .url: "a URL as a string"
    case .choice(let type): type.example
    case .strings: "a list of strings"
    case .urls: "a list of URLs as strings"
    }
  }

  /// The value of a finite type at the position; nil for other types.
  package func constant(at position: Int) -> RequestConstant? {
    switch self {
    case .bool: .bool(position == 1)
    case .choice(let type): .choice(Choice(type, position))
    case .string, .int, .url, .strings, .urls: nil
    }
  }

  /// The number of values of a finite type; nil for other types.
  package var count: Int? {
    switch self {
    case .bool: 2
    case .choice(let type): type.names.count
    case .string, .int, .url, .strings, .urls: nil
    }
  }
}
