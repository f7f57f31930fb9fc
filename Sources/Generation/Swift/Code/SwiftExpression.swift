import Text

/// A Swift expression, of the kinds that generated code needs.
///
/// Names are spelled as in the code, with back-quotes if Swift requires them (`SwiftNames`). The text of string
/// literals is raw; printing escapes it.
enum SwiftExpression: Hashable, Sendable {
  /// A name or a number, which is text without operators.
  case name(String)
  case string(String)
  case bool(Bool)
  /// A member of the type that the context determines: `.name`.
  case implicit(String)
  indirect case member(SwiftExpression, String)
  indirect case call(SwiftExpression, [SwiftArgument])
  indirect case element(SwiftExpression, SwiftExpression)
  case array([SwiftExpression])
  indirect case not(SwiftExpression)
  /// An operator between two or more operands.
  case infix(SwiftOperator, [SwiftExpression])
  indirect case await(SwiftExpression)
}

struct SwiftArgument: Hashable, Sendable {
  var label: String?
  var value: SwiftExpression

  init(_ label: String? = nil, _ value: SwiftExpression) {
    self.label = label
    self.value = value
  }
}

enum SwiftOperator: String, Hashable, Sendable {
  case and = "&&"
  case or = "||"
  case equal = "=="
  case notEqual = "!="
  case coalescing = "??"

  /// The precedence of the operator. Operators with a higher precedence bind tighter.
  fileprivate var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual: 3
    case .coalescing: 4
    }
  }

  /// Returns whether an operand with the given operator needs no parentheses.
  ///
  /// Mixed `&&` and `
  ///
  /// ` get parentheses for the reader.
  fileprivate func binds(looserThan operand: SwiftOperator) -> Bool {
    precedence < operand.precedence && operand.precedence == Self.equal.precedence
  }
}

// MARK: - Making expressions

extension SwiftExpression {
  static func number(_ value: some BinaryInteger) -> SwiftExpression { .name(String(value)) }

  /// Returns the call `self.method(arguments)`.
  func calling(_ method: String, _ arguments: [SwiftArgument] = []) -> SwiftExpression {
    .call(.member(self, method), arguments)
  }

  func calling(_ method: String, _ argument: SwiftExpression) -> SwiftExpression {
    calling(method, [SwiftArgument(nil, argument)])
  }

  /// The negation of the expression. Negations of constants and of negations are simplified.
  var negated: SwiftExpression {
    switch self {
    case .bool(let value): .bool(!value)
    case .not(let inner): inner
    default: .not(self)
    }
  }

  /// Returns the conjunction of the parts, with constants folded.
  static func all(_ parts: [SwiftExpression]) -> SwiftExpression {
    folded(parts, .and, absorbing: false)
  }

  /// Returns the disjunction of the parts, with constants folded.
  static func any(_ parts: [SwiftExpression]) -> SwiftExpression {
    folded(parts, .or, absorbing: true)
  }

  private static func folded(
    _ parts: [SwiftExpression], _ sign: SwiftOperator, absorbing: Bool
  ) -> SwiftExpression {
    if parts.contains(.bool(absorbing)) { return .bool(absorbing) }
    let open = parts.filter { $0 != .bool(!absorbing) }
    switch open.count {
    case 0: return .bool(!absorbing)
    case 1: return open[0]
    default: return .infix(sign, open)
    }
  }

  /// The name of the last member or method: `host` of `request.host`, `query` of `request.query("a")`.
  var lastName: String? {
    switch self {
    case .name(let name), .implicit(let name), .member(_, let name): name
    case .call(let function, _): function.lastName
    case .string, .bool, .element, .array, .not, .infix, .await: nil
    }
  }

  /// Returns whether the expression refers to the name.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .name(let other): other == name
    case .string, .bool, .implicit: false
    case .member(let base, _), .not(let base), .await(let base): base.mentions(name)
    case .call(let function, let arguments):
      function.mentions(name) || arguments.contains { $0.value.mentions(name) }
    case .element(let base, let index): base.mentions(name) || index.mentions(name)
    case .array(let elements), .infix(_, let elements): elements.contains { $0.mentions(name) }
    }
  }
}

// MARK: - Printing

extension SwiftExpression {
  /// The expression on one line.
  var text: String {
    var text = TextBuffer()
    write(to: &text)
    return text.string
  }

  func write(to buffer: inout TextBuffer) {
    switch self {
    case .name(let name): buffer.append(text: name)
    case .string(let text): buffer.append(text: Quoting.swift(text))
    case .bool(let value): buffer.append(text: (value ? "true" : "false"))
    case .implicit(let name):
      buffer.append(UInt8(ascii: "."))
      buffer.append(text: name)
    case .member(let base, let name):
      base.writePostfixBase(to: &buffer)
      buffer.append(UInt8(ascii: "."))
      buffer.append(text: name)
    case .call(let function, let arguments):
      function.writePostfixBase(to: &buffer)
      buffer.append(UInt8(ascii: "("))
      for (index, argument) in arguments.enumerated() {
        if index > 0 { buffer.append(text: ", ") }
        argument.write(to: &buffer)
      }
      buffer.append(UInt8(ascii: ")"))
    case .element(let base, let index):
      base.writePostfixBase(to: &buffer)
      buffer.append(UInt8(ascii: "["))
      index.write(to: &buffer)
      buffer.append(UInt8(ascii: "]"))
    case .array(let elements):
      buffer.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { buffer.append(text: ", ") }
        element.write(to: &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .not(let inner):
      buffer.append(UInt8(ascii: "!"))
      inner.writePostfixBase(to: &buffer)
    case .infix(let sign, let operands):
      for (index, operand) in operands.enumerated() {
        if index > 0 { buffer.append(text: " \(sign.rawValue) ") }
        operand.write(asOperandOf: sign, to: &buffer)
      }
    case .await(let inner):
      buffer.append(text: "await ")
      inner.write(to: &buffer)
    }
  }

  private func write(asOperandOf sign: SwiftOperator, to buffer: inout TextBuffer) {
    switch self {
    case .infix(let own, _) where !sign.binds(looserThan: own): writeInParentheses(to: &buffer)
    case .await: writeInParentheses(to: &buffer)
    default: write(to: &buffer)
    }
  }

  /// Writes the operand of a prefix operator or a postfix (`.member`, a call, a subscript).
  private func writePostfixBase(to buffer: inout TextBuffer) {
    switch self {
    case .infix, .await, .not: writeInParentheses(to: &buffer)
    case .name, .string, .bool, .implicit, .member, .call, .element, .array: write(to: &buffer)
    }
  }

  private func writeInParentheses(to buffer: inout TextBuffer) {
    buffer.append(UInt8(ascii: "("))
    write(to: &buffer)
    buffer.append(UInt8(ascii: ")"))
  }
}

extension SwiftArgument {
  func write(to buffer: inout TextBuffer) {
    if let label {
      buffer.append(text: label)
      buffer.append(text: ": ")
    }
    value.write(to: &buffer)
  }
}
