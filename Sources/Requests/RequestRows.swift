/// The argument that follows the name of a value.
package enum ValueArgument: Hashable, Sendable {
  case none
  /// A number, as in `path[1]`.
  case index(Int)
  /// A key, as in `header["Name"]`; also as in `query.name` if `isMember` is true.
  case key(ExactString, isMember: Bool)

  package var index: Int { if case .index(let index) = self { index } else { 0 } }
  package var key: ExactString { if case .key(let key, _) = self { key } else { "" } }
}

/// The type of a value, and the values that it can have.
package struct ValueKind: Hashable, Sendable {
  package var type: RequestValueType
  package var domain: ValueDomain
  /// True if every request has the value.
  package var isAlwaysPresent: Bool

  init(_ type: RequestValueType, _ domain: ValueDomain = .any, isAlwaysPresent: Bool = false) {
    self.type = type
    self.domain = domain
    self.isAlwaysPresent = isAlwaysPresent
  }
}

/// The name and the documentation of a request value.
package struct ValueRow: Sendable {
  /// The name in rules, without the root and the argument; nil if rules cannot name the value.
  package var name: String?
  package var argument: ValueArgument
  /// The name in messages, without the argument.
  package var label: String
  /// The documentation in Markdown.
  package var documentation: String

  init(_ name: String, argument: ValueArgument = .none, _ documentation: String) {
    self.name = name
    self.argument = argument
    label = name
    self.documentation = documentation
  }

  /// Creates the row of a value that rules cannot name. Patterns of other values test it.
  init(unnamed label: String) {
    self.label = label
    argument = .none
    documentation = ""
  }
}

/// The name, the default and the documentation of an input.
package struct InputRow: Sendable {
  /// The name in rules, tests and the options of `trace`.
  package var name: String
  package var argument: ValueArgument
  /// The value if none is set; nil if it is missing then.
  package var defaultValue: RequestConstant?
  /// The documentation in Markdown.
  package var documentation: String
  /// The help text of the option that sets the input.
  package var option: String

  init(
    _ name: String, argument: ValueArgument = .none, default defaultValue: RequestConstant?,
    _ documentation: String, option: String
  ) {
    self.name = name
    self.argument = argument
    self.defaultValue = defaultValue
    self.documentation = documentation
    self.option = option
  }

  /// The form of the input in rules and tests, such as `header["Name"]`.
  package var form: String {
    switch argument {
    case .none: name
    case .index: "\(name)[1]"
    case .key: "\(name)[\"Name\"]"
    }
  }

  /// The key of the input in JSON. Inputs with an argument have an object of their own.
  package var jsonKey: String {
    if argument != .none { return name + "s" }
    let words = name.split(separator: ".")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name of the option that sets the input, such as `source-origin`.
  package var optionName: String { String(name.map { $0 == "." ? "-" : $0 }) }
}
