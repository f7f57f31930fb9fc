/// The type of a value that the app gives.
package enum AppValueType: Hashable, Sendable, CaseIterable {
  case string, int, url
  /// The types of lists, which are never missing.
  case strings, urls

  /// The name of the type in rules, without `?`.
  package var name: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .url: "URL"
    case .strings: "[String]"
    case .urls: "[URL]"
    }
  }

  package var isList: Bool {
    switch self {
    case .strings, .urls: true
    case .string, .int, .url: false
    }
  }
}

/// The name and the type of a value that the app gives.
package struct AppValueKey: Hashable, Sendable {
  package var name: ExactString
  package var type: AppValueType
  /// True if the app may give no value.
  package var isOptional: Bool

  package init(_ name: ExactString, _ type: AppValueType, isOptional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }

  /// The type as rules write it, such as `String?`.
  package var typeText: String { type.name + (isOptional ? "?" : "") }

  /// The type and the domain of the value.
  ///
  /// A URL can be missing even if the app always gives one, since the URL standard rejects some, such as `/cart`.
  var kind: ValueKind {
    switch type {
    case .string: ValueKind(.string, isAlwaysPresent: !isOptional)
    case .int: ValueKind(.int, .integer, isAlwaysPresent: !isOptional)
    case .url: ValueKind(.url)
    case .strings: ValueKind(.strings, isAlwaysPresent: true)
    case .urls: ValueKind(.urls, isAlwaysPresent: true)
    }
  }

  /// The value in tests and traces that do not set another one; nil if the value is missing by default.
  var defaultValue: RequestConstant? {
    switch type {
    case .string: isOptional ? nil : .string("")
    case .int: isOptional ? nil : .int(0)
    case .url: nil
    case .strings, .urls: .list([])
    }
  }
}
