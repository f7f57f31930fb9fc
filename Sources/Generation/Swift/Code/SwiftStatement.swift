/// A Swift statement, of the kinds that generated code needs.
enum SwiftStatement: Hashable {
  /// The lines of a comment, without `//`.
  case comment([String])
  case expression(SwiftExpression)
  /// An expression whose value is not used: `_ = expression`.
  case discarded(SwiftExpression)
  case variable(String, SwiftExpression)
  /// A constant that is assigned later: `let name: type`.
  case constant(String, type: String)
  case assignment(String, SwiftExpression)
  case returned(SwiftExpression)
  /// A statement `if let name = expression { return name }`. Without an expression, it unwraps an optional variable of
  /// that name.
  case returnUnlessNil(String, SwiftExpression?)
  case ifAll([SwiftClause], [SwiftStatement])
  case guardAll([SwiftClause], else: SwiftExpression)
  case forEach(String, in: Range<Int>, [SwiftStatement])
  case whileLet(String, SwiftExpression, [SwiftStatement])
  /// A `switch` over consecutive numbers from 0.
  indirect case switchNumber(SwiftExpression, [[SwiftStatement]], otherwise: SwiftStatement)
  case breakOut

  /// Returns whether the statement, or one nested in it, refers to the name.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .comment, .constant, .breakOut: false
    case .expression(let value), .discarded(let value), .variable(_, let value),
      .assignment(_, let value), .returned(let value):
      value.mentions(name)
    case .returnUnlessNil(let own, let value): value?.mentions(name) ?? (own == name)
    case .ifAll(let clauses, let body):
      clauses.contains { $0.mentions(name) } || body.contains { $0.mentions(name) }
    case .guardAll(let clauses, let value):
      clauses.contains { $0.mentions(name) } || value.mentions(name)
    case .forEach(_, _, let body): body.contains { $0.mentions(name) }
    case .whileLet(_, let value, let body):
      value.mentions(name) || body.contains { $0.mentions(name) }
    case .switchNumber(let value, let cases, let otherwise):
      value.mentions(name) || cases.contains { $0.contains { $0.mentions(name) } }
        || otherwise.mentions(name)
    }
  }
}

/// A clause of an `if` or a `guard`.
enum SwiftClause: Hashable {
  case test(SwiftExpression)
  /// A binding `let name = expression`.
  case binding(String, SwiftExpression)
  /// A binding `let name`, which unwraps an optional variable of that name.
  case unwrapping(String)

  func mentions(_ name: String) -> Bool {
    switch self {
    case .test(let value), .binding(_, let value): value.mentions(name)
    case .unwrapping(let other): other == name
    }
  }

  func write(to buffer: inout TextBuffer) {
    switch self {
    case .test(let value): value.write(to: &buffer)
    case .binding(let name, let value):
      buffer.append(text: "let \(name) = ")
      value.write(to: &buffer)
    case .unwrapping(let name): buffer.append(text: "let \(name)")
    }
  }
}

/// A function and its body.
struct SwiftFunction {
  var documentation: String?
  /// The access level and `static`, with a space at the end.
  var modifiers = ""
  var name: String
  /// The label, name and type of each parameter, as in the code.
  var parameters: [String]
  var isAsync = false
  var result: String
  var body: [SwiftStatement]
}

// MARK: - Printing

extension CodeWriter {
  mutating func write(_ function: SwiftFunction) {
    documentation(function.documentation)
    let head = function.modifiers + "func " + function.name + "("
    let tail = ")" + (function.isAsync ? " async" : "") + " -> " + function.result + " {"
    let parameters = function.parameters.joined(separator: ", ")
    if fits(head.utf8.count + parameters.utf8.count + tail.utf8.count) {
      line(head, parameters, tail)
    } else {
      line(head)
      if fits(2 + parameters.utf8.count) {
        line("  ", parameters)
      } else {
        for (index, parameter) in function.parameters.enumerated() {
          line("  ", parameter, index + 1 < function.parameters.count ? "," : "")
        }
      }
      line(tail)
    }
    indented { $0.write(function.body) }
    line("}")
  }

  mutating func write(_ statements: [SwiftStatement]) {
    for statement in statements { write(statement) }
  }

  mutating func write(_ statement: SwiftStatement) {
    switch statement {
    case .comment(let lines):
      for text in lines { line("// ", text) }
    case .expression(let value): write(value)
    case .discarded(let value): write(value, after: "_ = ")
    case .variable(let name, let value): write(value, after: "var \(name) = ")
    case .constant(let name, let type): line("let \(name): \(type)")
    case .assignment(let name, let value): write(value, after: "\(name) = ")
    case .returned(let value): write(value, after: "return ")
    case .returnUnlessNil(let name, let value):
      writeReturn(of: name, if: value.map { .binding(name, $0) } ?? .unwrapping(name))
    case .ifAll(let clauses, let body): writeIf(clauses, body)
    case .guardAll(let clauses, let value): writeGuard(clauses, value)
    case .forEach(let name, let range, let body):
      block("for \(name) in \(range.lowerBound)..<\(range.upperBound)") { $0.write(body) }
    case .whileLet(let pattern, let value, let body):
      block("while let \(pattern) = \(value.text)") { $0.write(body) }
    case .switchNumber(let value, let cases, let otherwise):
      line("switch ", value.text, " {")
      for (number, body) in cases.enumerated() { writeCase("case \(number):", body) }
      writeCase("default:", [otherwise])
      line("}")
    case .breakOut: line("break")
    }
  }

  /// Writes an expression after a head. If a call is too long for a line, each of its arguments gets its own line.
  mutating func write(_ value: SwiftExpression, after head: String = "") {
    let isWhole = lineIfFits { buffer in
      buffer.append(text: head)
      value.write(to: &buffer)
      return true
    }
    if isWhole { return }
    guard let (function, arguments, tail) = value.brokenCall else {
      line(head, value.text)
      return
    }
    line(head, function)
    for (index, argument) in arguments.enumerated() {
      line { buffer in
        buffer.append(text: "  ")
        argument.write(to: &buffer)
        if index + 1 < arguments.count { buffer.append(UInt8(ascii: ",")) }
      }
    }
    line(tail)
  }

  private mutating func writeIf(_ clauses: [SwiftClause], _ body: [SwiftStatement]) {
    let isWhole = lineIfFits { buffer in
      buffer.append(text: "if ")
      clauses.write(to: &buffer)
      buffer.append(text: " {")
      return true
    }
    if !isWhole {
      for (index, clause) in clauses.enumerated() {
        line { buffer in
          buffer.append(text: (index == 0 ? "if " : "  "))
          clause.write(to: &buffer)
          if index + 1 < clauses.count { buffer.append(UInt8(ascii: ",")) }
        }
      }
      line("{")
    }
    indented { $0.write(body) }
    line("}")
  }

  private mutating func writeGuard(_ clauses: [SwiftClause], _ value: SwiftExpression) {
    let tail = "else { return " + value.text + " }"
    let isWhole = lineIfFits { buffer in
      buffer.append(text: "guard ")
      clauses.write(to: &buffer)
      buffer.append(text: " " + tail)
      return true
    }
    if isWhole { return }
    for (index, clause) in clauses.enumerated() {
      line { buffer in
        buffer.append(text: index == 0 ? "guard " : "  ")
        clause.write(to: &buffer)
        if index + 1 < clauses.count { buffer.append(UInt8(ascii: ",")) }
      }
    }
    line(tail)
  }

  private mutating func writeReturn(of name: String, if clause: SwiftClause) {
    let isWhole = lineIfFits { buffer in
      buffer.append(text: "if ")
      clause.write(to: &buffer)
      buffer.append(text: " { return \(name) }")
      return true
    }
    if !isWhole { writeIf([clause], [.returned(.name(name))]) }
  }

  /// Writes a case. A case with one short statement is one line.
  private mutating func writeCase(_ head: String, _ body: [SwiftStatement]) {
    let isWhole =
      body.count == 1
      && lineIfFits { buffer in
        buffer.append(text: head)
        buffer.append(UInt8(ascii: " "))
        return body[0].writeSimple(to: &buffer)
      }
    if isWhole { return }
    line(head)
    indented { $0.write(body) }
  }
}

extension SwiftStatement {
  /// Appends the statement if it is a single line.
  ///
  /// - Returns: false, with nothing written, for a statement of several lines.
  fileprivate func writeSimple(to buffer: inout TextBuffer) -> Bool {
    switch self {
    case .expression(let value): value.write(to: &buffer)
    case .assignment(let name, let value):
      buffer.append(text: "\(name) = ")
      value.write(to: &buffer)
    case .returned(let value):
      buffer.append(text: "return ")
      value.write(to: &buffer)
    case .breakOut: buffer.append(text: "break")
    case .comment, .discarded, .variable, .constant, .returnUnlessNil, .ifAll, .guardAll, .forEach,
      .whileLet, .switchNumber:
      return false
    }
    return true
  }
}

extension [SwiftClause] {
  func write(to buffer: inout TextBuffer) {
    for (index, clause) in enumerated() {
      if index > 0 { buffer.append(text: ", ") }
      clause.write(to: &buffer)
    }
  }
}

extension SwiftExpression {
  /// The call to break if the expression is too long for a line: its arguments, and the text before and after them. If
  /// the only argument is a call with labels, that call is broken: `present(.product(`.
  fileprivate var brokenCall: (head: String, arguments: [SwiftArgument], tail: String)? {
    switch self {
    case .await(let inner): return inner.brokenCall.map { ("await " + $0, $1, $2) }
    case .call(let function, let arguments) where !arguments.isEmpty:
      if arguments.count == 1, arguments[0].label == nil,
        case .call(_, let inner) = arguments[0].value, inner.contains(where: { $0.label != nil }),
        let call = arguments[0].value.brokenCall
      {
        return (function.text + "(" + call.head, call.arguments, call.tail + ")")
      }
      return (function.text + "(", arguments, ")")
    default: return nil
    }
  }
}
