import Requests
import Semantics

/// The patterns of one class, each kept once as a static constant.
struct SwiftPatterns {
  private struct Key: Hashable {
    let glob: Glob
    let types: [ValueType]
  }

  private let context: SwiftContext
  private var names: [Key: SwiftExpression] = [:]
  /// The constants in the order of their use.
  private(set) var declarations: [(name: String, value: SwiftExpression)] = []

  init(_ context: SwiftContext) {
    self.context = context
  }

  mutating func name(_ glob: Glob, _ captures: [Capture]) -> SwiftExpression {
    let key = Key(glob: glob, types: captures.map(\.type))
    if let name = names[key] { return name }
    let kind = SwiftExpression.member(.name("TextPattern"), maker(glob))
    return declare(key, .call(kind, elements(glob, captures)))
  }

  private mutating func declare(_ key: Key, _ value: SwiftExpression) -> SwiftExpression {
    let name = "pattern\(declarations.count + 1)"
    declarations.append((name, value))
    let reference = SwiftExpression.member(.name("Self"), name)
    names[key] = reference
    return reference
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

  /// The conversion that a captured text has to pass; nil if it stays text.
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
    case .string, .date, .data, .json, .array, .dictionary, .model, .union, .invalid: nil
    }
  }
}
