import Text

/// A Swift expression, of the kinds that generated code needs.
///
/// Names are spelled as in the code, with back-quotes if Swift requires them (`SwiftNames`). The text of string
/// literals is raw; printing escapes it.
enum SwiftExpression: Hashable, Sendable {
  /// A name or a number: text without operators.
  case name(String)
  case string(String)
  case bool(Bool)
  /// `.name`, a member of the type that the context determines.
  case implicit(String)
  indirect case member(SwiftExpression, String)
  indirect case call(SwiftExpression, [SwiftArgument])
  indirect case element(SwiftExpression, SwiftExpression)
  case array([SwiftExpression])
  indirect case not(SwiftExpression)
  /// Two or more operands.
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

  /// Operators with a higher precedence bind tighter.
  fileprivate var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual: 3
    case .coalescing: 4
    }
  }

  /// True if an operand with the given operator needs no parentheses.
  ///
  /// Mixed `&&` and `||` get parentheses for the reader.
  fileprivate func binds(looserThan operand: SwiftOperator) -> Bool {
    precedence < operand.precedence && operand.precedence == Self.equal.precedence
  }
}

// MARK: - Making expressions

extension SwiftExpression {
  static func number(_ value: Int) -> SwiftExpression { .name(String(value)) }

  /// `self.method(arguments)`.
  func calling(_ method: String, _ arguments: [SwiftArgument] = []) -> SwiftExpression {
    .call(.member(self, method), arguments)
  }

  func calling(_ method: String, _ argument: SwiftExpression) -> SwiftExpression {
    calling(method, [SwiftArgument(nil, argument)])
  }

  /// The negation; a constant or a negation is simplified.
  var negated: SwiftExpression {
    switch self {
    case .bool(let value): .bool(!value)
    case .not(let inner): inner
    default: .not(self)
    }
  }

  /// The conjunction; constants are folded.
  static func all(_ parts: [SwiftExpression]) -> SwiftExpression {
    folded(parts, .and, absorbing: false)
  }

  /// The disjunction; constants are folded.
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

  /// True if the expression refers to the name.
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

  func write(to bytes: inout TextBuffer) {
    switch self {
    case .name(let name): bytes.append(text: name)
    case .string(let text): bytes.append(text: Quoting.swift(text))
    case .bool(let value): bytes.append(text: (value ? "true" : "false"))
    case .implicit(let name):
      bytes.append(UInt8(ascii: "."))
      bytes.append(text: name)
    case .member(let base, let name):
      base.writePostfixBase(to: &bytes)
      bytes.append(UInt8(ascii: "."))
      bytes.append(text: name)
    case .call(let function, let arguments):
      function.writePostfixBase(to: &bytes)
      bytes.append(UInt8(ascii: "("))
      for (index, argument) in arguments.enumerated() {
        if index > 0 { bytes.append(text: ", ") }
        argument.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: ")"))
    case .element(let base, let index):
      base.writePostfixBase(to: &bytes)
      bytes.append(UInt8(ascii: "["))
      index.write(to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(text: ", ") }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .not(let inner):
      bytes.append(UInt8(ascii: "!"))
      inner.writePostfixBase(to: &bytes)
    case .infix(let sign, let operands):
      for (index, operand) in operands.enumerated() {
        if index > 0 { bytes.append(text: " \(sign.rawValue) ") }
        operand.write(asOperandOf: sign, to: &bytes)
      }
    case .await(let inner):
      bytes.append(text: "await ")
      inner.write(to: &bytes)
    }
  }

  private func write(asOperandOf sign: SwiftOperator, to bytes: inout TextBuffer) {
    switch self {
    case .infix(let own, _) where !sign.binds(looserThan: own): writeInParentheses(to: &bytes)
    case .await: writeInParentheses(to: &bytes)
    default: write(to: &bytes)
    }
  }

  /// Writes the operand of a prefix operator or a postfix (`.member`, a call, a subscript).
  private func writePostfixBase(to bytes: inout TextBuffer) {
    switch self {
    case .infix, .await, .not: writeInParentheses(to: &bytes)
    case .name, .string, .bool, .implicit, .member, .call, .element, .array: write(to: &bytes)
    }
  }

  private func writeInParentheses(to bytes: inout TextBuffer) {
    bytes.append(UInt8(ascii: "("))
    write(to: &bytes)
    bytes.append(UInt8(ascii: ")"))
  }
}

extension SwiftArgument {
  func write(to bytes: inout TextBuffer) {
    if let label {
      bytes.append(text: label)
      bytes.append(text: ": ")
    }
    value.write(to: &bytes)
  }
}
