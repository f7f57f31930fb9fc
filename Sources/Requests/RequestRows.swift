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

/// The row of a request value.
package struct ValueRow: Sendable {
  /// The name in rules, without the root and the argument; nil if rules cannot name it.
  package var name: String?
  package var argument: ValueArgument
  /// The name in messages, without the argument.
  package var label: String
  package var type: RequestValueType
  package var domain: ValueDomain
  package var isAlwaysPresent: Bool
  /// Markdown.
  package var documentation: String

  init(
    _ name: String, argument: ValueArgument = .none, _ type: RequestValueType,
    domain: ValueDomain = .any, isAlwaysPresent: Bool = false, _ documentation: String
  ) {
    self.name = name
    self.argument = argument
    label = name
    self.type = type
    self.domain = domain
    self.isAlwaysPresent = isAlwaysPresent
    self.documentation = documentation
  }

  /// A value that no rule names, for patterns of other values.
  init(unnamed label: String, _ type: RequestValueType) {
    self.label = label
    argument = .none
    self.type = type
    domain = .any
    isAlwaysPresent = false
    documentation = ""
  }
}

/// The row of an input.
package struct InputRow: Sendable {
  /// The name in rules, tests and the options of `trace`.
  package var name: String
  package var argument: ValueArgument
  package var type: RequestValueType
  package var domain: ValueDomain
  /// nil: missing unless it is set.
  package var defaultValue: RequestConstant?
  /// Markdown.
  package var documentation: String
  /// The help of the option that sets it.
  package var option: String

  init(
    _ name: String, argument: ValueArgument = .none, _ type: RequestValueType,
    domain: ValueDomain = .any, default defaultValue: RequestConstant?, _ documentation: String,
    option: String
  ) {
    self.name = name
    self.argument = argument
    self.type = type
    self.domain = domain
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
  package var jsonKey: String { argument == .none ? name : name + "s" }
}
