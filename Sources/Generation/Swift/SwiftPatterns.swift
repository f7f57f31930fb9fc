import Requests
import Semantics

/// The patterns of one rule, as constants of a type that only the rule uses.
struct SwiftPatterns {
  private let context: SwiftContext
  private let type: String
  private var names: [Glob: SwiftExpression] = [:]
  private var taken: Set<String> = []
  /// The constants in the order of their use.
  private var declarations: [(name: String, value: SwiftExpression)] = []

  init(_ context: SwiftContext) {
    self.context = context
    var taken: Set<String> = []
    type = context.variable("Pattern", &taken)
  }

  /// Returns the constant of a pattern, which is named after the first value that it tests.
  ///
  /// - Parameter captures: the captures of the rule.
  mutating func name(
    _ glob: Glob, _ captures: [Capture], of value: SwiftExpression
  ) -> SwiftExpression {
    if let name = names[glob] { return name }
    let name = context.variable(value.lastName ?? "text", &taken)
    let kind = SwiftExpression.member(.name("TextPattern"), maker(glob))
    declarations.append((name, .call(kind, elements(glob, captures))))
    let reference = SwiftExpression.member(.name(type), name)
    names[glob] = reference
    return reference
  }

  func write(_ out: inout CodeWriter) {
    if declarations.isEmpty { return }
    if declarations.count == 1 {
      let (name, value) = declarations[0]
      let line = "enum \(type) { static let \(name) = \(value.text) }"
      if out.fits(line.utf8.count) { return out.line(line) }
    }
    out.block("enum " + type) { out in
      for (name, value) in declarations { out.write(value, after: "static let \(name) = ") }
    }
  }

  private func maker(_ glob: Glob) -> String { glob.separator == "." ? "host" : "path" }

  private func elements(
    _ glob: Glob, _ captures: [Capture]
  ) -> [SwiftArgument] {
    glob.elements.map { element in
      let value: SwiftExpression =
        switch element {
        case .literal(let text): .call(.implicit("literal"), [SwiftArgument(nil, .string(text))])
        case .run: .implicit("run")
        case .anything: .implicit("anything")
        case .components: .implicit("components")
        case .capture(let number): capture(number, captures)
        case .captureText(let number):
          .call(.implicit("part"), [SwiftArgument(nil, .number(number))])
        case .captureRest(let number):
          .call(.implicit("rest"), [SwiftArgument(nil, .number(number))])
        }
      return SwiftArgument(nil, value)
    }
  }

  private func capture(_ number: Int, _ captures: [Capture]) -> SwiftExpression {
    let values = [.number(number)] + [kind(captures[number].type)].compactMap { $0 }
    return .call(.implicit("capture"), values.map { SwiftArgument(nil, $0) })
  }

  /// Returns the conversion that a captured text has to pass; nil if it stays text.
  private func kind(_ type: ValueType) -> SwiftExpression? {
    switch type {
    case .int: .implicit("int")
    case .double: .implicit("double")
    case .bool: .implicit("bool")
    case .url: .implicit("url")
    case .optional(let wrapped): kind(wrapped)
    case .enumeration(let id):
      .call(
        .implicit("oneOf"),
        context.rules[id].cases.map { SwiftArgument(nil, .string($0.rawValue)) })
    case .string, .date, .data, .json, .array, .dictionary, .model, .union, .request, .invalid: nil
    }
  }
}
