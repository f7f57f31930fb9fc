/// The argument that follows the name of a value.
package enum ValueArgument: Hashable, Sendable {
  case none
  /// `path[1]`.
  case index(Int)
  /// `header["Name"]`, and `query.name` if a key may be a member too.
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
  /// As rules write it, without the root and the argument; nil if they cannot.
  package var name: String?
  package var argument: ValueArgument
  /// The name in messages, without the argument.
  package var label: String
  /// Markdown.
  package var documentation: String

  init(_ name: String, argument: ValueArgument = .none, _ documentation: String) {
    self.name = name
    self.argument = argument
    label = name
    self.documentation = documentation
  }

  /// A value that no rule names, and that patterns of other values test.
  init(unnamed label: String) {
    self.label = label
    argument = .none
    documentation = ""
  }
}

/// The name, the default and the documentation of an input.
package struct InputRow: Sendable {
  /// As rules, tests and the options of `trace` write it.
  package var name: String
  package var argument: ValueArgument
  /// nil: missing unless it is set.
  package var defaultValue: RequestConstant?
  /// Markdown.
  package var documentation: String
  /// The help of the option that sets it.
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

  /// The form in rules and tests: `header["Name"]`.
  package var form: String {
    switch argument {
    case .none: name
    case .index: "\(name)[1]"
    case .key: "\(name)[\"Name\"]"
    }
  }

  /// The key of the input in JSON: inputs with an argument are in a separate object.
  package var jsonKey: String {
    if argument != .none { return name + "s" }
    let words = name.split(separator: ".")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name of the option that sets the input: `source-origin`.
  package var optionName: String { String(name.map { $0 == "." ? "-" : $0 }) }
}
