import Interpreter
import Semantics

/// Prints a class for each handler.
struct SwiftHandlers {
  private let context: SwiftContext
  /// Whether a handler's rules, those that it uses included, wait for the app.
  private let isAsync: [Bool]
  /// Handlers that other handlers use.
  private let used: Set<Int>

  init(_ context: SwiftContext) {
    self.context = context
    var known: [Int: Bool] = [:]
    isAsync = context.rules.handlers.indices.map { Self.isAsync($0, context.rules, &known) }
    used = Set(context.rules.handlers.flatMap { Self.used($0.items) })
  }

  private static func used(_ items: [ChainItem]) -> [Int] {
    items.compactMap { if case .useHandler(let id, _) = $0 { Int(id.index) } else { nil } }
  }

  private static func isAsync(_ handler: Int, _ rules: RuleSet, _ known: inout [Int: Bool]) -> Bool
  {
    if let answer = known[handler] { return answer }
    var answer = SwiftRules.isAsync(.handler(ID(handler)), rules)
    for other in used(rules.handlers[handler].items) where !answer {
      answer = isAsync(other, rules, &known)
    }
    known[handler] = answer
    return answer
  }

  func write(_ out: inout CodeWriter) {
    for index in context.rules.handlers.indices { write(index, &out) }
  }

  private func write(_ index: Int, _ out: inout CodeWriter) {
    let handler = context.rules.handlers[index]
    let name = SwiftNames.handler(handler.name)
    let access = context.access
    let rules = SwiftRules(.handler(ID(index)), context)
    context.declaration(
      handler.declared, named: name, attributes: "@MainActor ",
      "final class \(name): NavigationActionHandler", &out
    ) { out in
      out.line(access, "var nextHandler: (any NavigationActionHandler)?")
      out.line("private weak var environment: (any NavigationEnvironment)?")
      rules.writePatterns(&out)
      out.blank()
      out.block("\(access)init(environment: any NavigationEnvironment)") {
        $0.line("self.environment = environment")
      }
      out.blank()
      let keyword = isAsync[index] ? "async " : ""
      let head =
        "\(access)func handle(_ request: NavigationRequest) \(keyword)-> NavigationDecision?"
      out.block(head) { out in
        out.line("guard let environment else { return .cancel }")
        if used.contains(index) {
          out.line("return \(awaiting(isAsync[index]))Self.askAll(request, environment)")
        } else {
          writeOrder(handler.items, isAsync: rules.isAsync, &out)
        }
      }
      if used.contains(index) {
        out.blank()
        out.line("/// Asks the rules in their order.")
        out.line("static func askAll(")
        out.line("  _ request: NavigationRequest, _ environment: any NavigationEnvironment")
        out.block(") \(keyword)-> NavigationDecision?") {
          writeOrder(handler.items, isAsync: rules.isAsync, &$0)
        }
      }
      if !rules.rules.isEmpty { rules.writeAsk(&out) }
    }
  }

  private func awaiting(_ isAsync: Bool) -> String { isAsync ? "await " : "" }

  /// Asks the handler's own rules and those of the handlers that it uses.
  private func writeOrder(
    _ items: [ChainItem], isAsync own: Bool, _ out: inout CodeWriter
  ) {
    var number = 0
    var index = 0
    while index < items.count {
      switch items[index] {
      case .rule:
        let first = number
        while index < items.count, case .rule = items[index] {
          number += 1
          index += 1
        }
        let ask = "\(awaiting(own))Self.ask("
        if first + 1 == number {
          write("\(ask)\(first), request, environment)", isLast: index == items.count, &out)
        } else {
          out.block("for rule in \(first)..<\(number)") { out in
            out.line("if let decision = \(ask)rule, request, environment) { return decision }")
          }
          if index == items.count { out.line("return nil") }
        }
      case .useHandler(let id, _):
        index += 1
        let call =
          "\(awaiting(isAsync[Int(id.index)]))\(SwiftRules.type(.handler(id), context)).askAll("
        write(call + "request, environment)", isLast: index == items.count, &out)
      case .useChain: index += 1
      }
    }
    if items.isEmpty { out.line("return nil") }
  }

  private func write(_ question: String, isLast: Bool, _ out: inout CodeWriter) {
    if isLast {
      out.line("return ", question)
    } else {
      out.line("if let decision = ", question, " { return decision }")
    }
  }
}
