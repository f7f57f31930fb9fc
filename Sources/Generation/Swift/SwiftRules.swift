import Interpreter
import Semantics
import Text

/// Prints the rules that one handler or chain holds, so that each can be asked by its number.
///
/// The handler asks them in their order, a chain those that may match; both ask the same code.
struct SwiftRules {
  let context: SwiftContext
  private let owner: RuleOwner
  /// Those written in the owner itself, in their order.
  let rules: [Rule]
  /// Whether a rule waits for the app.
  let isAsync: Bool
  private let patterns: SwiftPatterns
  private let code: [SwiftRule]

  init(_ owner: RuleOwner, _ context: SwiftContext) {
    self.context = context
    self.owner = owner
    rules = Self.rules(of: owner, context.rules)
    isAsync = Self.isAsync(owner, context.rules)
    var patterns = SwiftPatterns(context)
    code = rules.map { SwiftRule($0, context, &patterns) }
    self.patterns = patterns
  }

  private static func rules(of owner: RuleOwner, _ rules: RuleSet) -> [Rule] {
    items(of: owner, rules).compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
  }

  static func items(of owner: RuleOwner, _ rules: RuleSet) -> [ChainItem] {
    switch owner {
    case .handler(let id): rules[id].items
    case .chain(let id): rules[id].items
    }
  }

  /// Whether a rule written in the owner itself waits for the app.
  static func isAsync(_ owner: RuleOwner, _ rules: RuleSet) -> Bool {
    items(of: owner, rules).contains { item in
      guard case .rule(let rule) = item else { return false }
      return rule.steps.contains { step in
        switch step.kind {
        case .attempt(let id, _), .perform(let id, _): rules[id].result == .asyncBool
        default: false
        }
      }
    }
  }

  /// What generated code calls the class of a handler or chain.
  static func type(_ owner: RuleOwner, _ context: SwiftContext) -> String {
    switch owner {
    case .handler(let id):
      context.name(context.rules[id].declared, SwiftNames.handler(context.rules[id].name))
    case .chain(let id):
      context.name(context.rules[id].declared, SwiftNames.chain(context.rules[id].name))
    }
  }

  func writePatterns(_ out: inout CodeWriter) {
    for declaration in patterns.declarations {
      out.list(declaration.head, declaration.arguments, ")")
    }
  }

  /// The function that asks one rule.
  func writeAsk(_ out: inout CodeWriter) {
    out.blank()
    out.line("/// Asks the rule of that number.")
    out.line("static func ask(")
    out.line(
      "  _ rule: Int, _ request: NavigationRequest, _ environment: any NavigationEnvironment")
    out.block(")\(isAsync ? " async" : "") -> NavigationDecision?") { out in
      out.line("switch rule {")
      for (number, rule) in rules.enumerated() {
        out.line("case \(number):")
        out.indented { write(rule, code[number], &$0) }
      }
      out.line("default: break")
      out.line("}")
      out.line("return nil")
    }
  }

  private func write(_ rule: Rule, _ code: SwiftRule, _ out: inout CodeWriter) {
    context.quotation(rule.location, &out)
    if code.isNever {
      out.line("// Does nothing, whatever the request.")
      out.line("break")
    } else if code.clauses.isEmpty {
      write(code.body, &out)
    } else {
      let length = code.clauses.reduce(12) { $0 + $1.utf8.count + 2 }
      if length <= CodeWriter.width {
        out.block("if " + code.clauses.joined(separator: ", ")) { write(code.body, &$0) }
      } else {
        for (index, clause) in code.clauses.enumerated() {
          let comma = index + 1 < code.clauses.count ? "," : ""
          out.line(index == 0 ? "if " : "  ", clause, comma)
        }
        out.enclosed("{", "}") { write(code.body, &$0) }
      }
    }
  }

  private func write(_ statements: [Statement], _ out: inout CodeWriter) {
    for statement in statements {
      if statement.arguments.isEmpty {
        out.line(statement.head, statement.tail)
      } else {
        out.list(statement.head, statement.arguments, statement.tail)
      }
    }
  }
}
