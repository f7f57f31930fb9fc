import DispatchTables
import Interpreter
import GeneratedNames
import Requests
import Semantics

/// The class of one handler or chain: the code of its own rules, and the calls of the owners that it uses.
struct SwiftOwner {
  private let owner: RuleOwner
  private let context: SwiftContext
  private let plan: ChainPlan
  private let part: ChainPlan.Part
  private let items: [ChainItem]
  private let patterns: SwiftPatterns
  /// The rules written in the owner itself.
  private let rules: [(rule: Rule, code: SwiftRule)]

  init(_ owner: RuleOwner, _ context: SwiftContext, _ plan: ChainPlan) {
    self.owner = owner
    self.context = context
    self.plan = plan
    part = plan[owner]
    items =
      switch owner {
      case .handler(let id): context.rules[id].items
      case .chain(let id): context.rules[id].items
      }
    var patterns = SwiftPatterns(context)
    var rules: [(rule: Rule, code: SwiftRule)] = []
    for case .rule(let rule) in items {
      rules.append((rule, SwiftRule(rule, context, &patterns)))
    }
    self.patterns = patterns
    self.rules = rules
  }

  /// The generated class of a handler or chain.
  static func type(_ owner: RuleOwner, _ context: SwiftContext) -> String {
    switch owner {
    case .handler(let id):
      context.name(context.rules[id].declared, SwiftNames.handler(context.rules[id].name))
    case .chain(let id):
      context.name(context.rules[id].declared, SwiftNames.type(of: context.rules[id]))
    }
  }

  // MARK: Class

  func write(_ out: inout CodeWriter) {
    let (declared, name): (Declared, String) =
      switch owner {
      case .handler(let id):
        (context.rules[id].declared, context.prefix + SwiftNames.handler(context.rules[id].name))
      case .chain(let id):
        (context.rules[id].declared, context.prefix + SwiftNames.type(of: context.rules[id]))
      }
    context.declaration(
      declared, named: name, attributes: "@MainActor ",
      "final class \(name): \(context.prefix)EnvironmentBoundHandler, NavigationActionHandler", &out
    ) { out in
      for (name, value) in patterns.declarations {
        out.write(value, after: "private static let \(name) = ")
      }
      for function in functions {
        out.blank()
        out.write(function)
      }
    }
  }

  private var functions: [SwiftFunction] {
    var functions = [handle]
    if part.isUsedInOrder { functions.append(decide) }
    if part.isCalledByNumber { functions.append(evaluate) }
    return functions
  }

  private var handle: SwiftFunction {
    SwiftFunction(
      documentation: documentation, modifiers: context.access, name: "handle",
      parameters: ["_ request: NavigationRequest"], isAsync: part.isAsync,
      result: "NavigationDecision?", body: handling)
  }

  private var documentation: String? {
    switch owner {
    case .handler: nil
    case .chain(let id) where context.rules[id].isResponses:
      "Returns the decision about a response; without `otherwise` it is allowed."
    case .chain where rules.last?.rule.isOtherwise == true: nil
    case .chain: "Returns the decision; without `otherwise` the request is allowed."
    }
  }

  private var parameters: [String] {
    [
      "_ request: NavigationRequest",
      "_ environment: any \(context.prefix)NavigationEnvironment",
    ]
  }

  /// The function that other owners call: all rules but the chain's `otherwise`.
  private var decide: SwiftFunction {
    SwiftFunction(
      documentation: "Evaluates the rules in order; nil if none decides.",
      modifiers: "static ", name: "decide", parameters: parameters, isAsync: part.isAsync,
      result: "NavigationDecision?",
      body: inOrder(withOtherwise: false, end: .name("nil")))
  }

  /// The function that evaluates one rule.
  private var evaluate: SwiftFunction {
    var body: [SwiftStatement] = []
    if !rules.isEmpty {
      let cases = rules.indices.map { number in
        written(number) + (rules[number].code.isNever ? [.breakOut] : [])
      }
      body.append(.switchNumber(.name("rule"), cases, otherwise: .breakOut))
    }
    return SwiftFunction(
      documentation: "Evaluates one rule, by its number.", modifiers: "static ", name: "evaluate",
      parameters: ["_ rule: Int"] + parameters, isAsync: part.hasAsyncRules,
      result: "NavigationDecision?", body: body + [.returned(.name("nil"))])
  }

  // MARK: Deciding

  private var handling: [SwiftStatement] {
    switch owner {
    case .handler:
      let body =
        part.isUsedInOrder
        ? [.returned(call("decide", of: owner, part.isAsync))]
        : inOrder(withOtherwise: true, end: .name("nil"))
      return [present(for: body)] + body
    case .chain(let id):
      let allow = SwiftExpression.implicit("allow")
      let frames = frameTest(context.rules[id]).map { test in
        SwiftStatement.guardAll([.test(test)], else: allow)
      }
      let body: [SwiftStatement]
      if let table = plan.table(of: id) {
        body = search(table) + [.returned(allow)]
      } else if part.isUsedInOrder {
        body = [deciding(owner)] + last(end: allow)
      } else {
        body = inOrder(withOtherwise: true, end: allow)
      }
      if body == [.returned(allow)] { return body }
      return [frames, present(for: body)].compactMap { $0 } + body
    }
  }

  /// Cancels requests once the app's environment is gone.
  private func present(for body: [SwiftStatement]) -> SwiftStatement {
    let isNeeded = body.contains { $0.mentions("environment") }
    let isThere = SwiftExpression.infix(.notEqual, [.name("environment"), .name("nil")])
    return .guardAll(
      [isNeeded ? .unwrapping("environment") : .test(isThere)], else: .implicit("cancel"))
  }

  /// A test of the frame; nil if the chain decides for all frames that its kind has.
  private func frameTest(_ chain: Chain) -> SwiftExpression? {
    let tests = FrameKind.allCases.filter { $0.exists(in: chain.kind) }
    let included = tests.filter { chain.frames.contains($0) }.map { frame in
      SwiftExpression.infix(
        .equal, [.member(SwiftRequestValue.request, "frame"), .implicit(frame.rawValue)])
    }
    return included.count == tests.count ? nil : .any(included)
  }

  /// A call of an owner's static function; the request and the environment follow the arguments.
  private func call(
    _ function: String, _ arguments: [SwiftExpression] = [], of other: RuleOwner, _ isAsync: Bool
  ) -> SwiftExpression {
    let type = other == owner ? "Self" : Self.type(other, context)
    let all = arguments + [SwiftRequestValue.request, SwiftRequestValue.environment]
    let call = SwiftExpression.name(type)
      .calling(function, all.map { SwiftArgument(nil, $0) })
    return isAsync ? .await(call) : call
  }

  /// Evaluates the rules that the table selects, each in its own class, until one decides.
  private func search(_ table: DispatchTable) -> [SwiftStatement] {
    let candidates = SwiftExpression.member(.name("Self"), "table")
      .calling("candidates", [SwiftArgument("for", SwiftRequestValue.request)])
    let next = SwiftExpression.name("candidates").calling("next")
    func answer(of owner: RuleOwner) -> SwiftExpression {
      call("evaluate", [.name("rule")], of: owner, plan[owner].hasAsyncRules)
    }
    let start = SwiftStatement.variable("candidates", candidates)
    if table.owners.count == 1 {
      let body = SwiftStatement.returnUnlessNil("decision", answer(of: table.owners[0]))
      return [start, .whileLet("(_, rule)", next, [body])]
    }
    let cases = table.owners.map { [SwiftStatement.assignment("decision", answer(of: $0))] }
    return [
      start,
      .whileLet(
        "(owner, rule)", next,
        [
          .constant("decision", type: "NavigationDecision?"),
          .switchNumber(
            .name("owner"), cases, otherwise: .assignment("decision", .name("nil"))),
          .returnUnlessNil("decision", nil),
        ]),
    ]
  }

  // MARK: In order

  /// Evaluates rules and uses one after the other.
  ///
  /// - Parameters:
  ///   - withOtherwise: true to include the chain's `otherwise`.
  ///   - end: the result if none decides.
  private func inOrder(withOtherwise: Bool, end: SwiftExpression) -> [SwiftStatement] {
    var statements: [SwiftStatement] = []
    var number = 0
    /// Consecutive rules to be called by number, not printed so far.
    var run = 0..<0
    func finishRun() {
      statements += deciding(run)
      run = number..<number
    }
    for (place, item) in items.enumerated() {
      switch item {
      case .rule(let rule):
        defer { number += 1 }
        if rule.isOtherwise && !withOtherwise { continue }
        if part.isCalledByNumber {
          run = run.lowerBound..<number + 1
          continue
        }
        statements += written(number)
        if rules[number].code.alwaysDecides {
          if place + 1 < items.count {
            statements.append(.comment(["Rules after this one are never reached."]))
          }
          return statements
        }
      case .useHandler(let id, _):
        finishRun()
        statements.append(deciding(.handler(id)))
      case .useChain(let id, _):
        finishRun()
        statements.append(deciding(.chain(id)))
      }
    }
    finishRun()
    if end == .name("nil"), case .returnUnlessNil(_, let last?)? = statements.last {
      statements[statements.count - 1] = .returned(last)
    } else {
      statements.append(.returned(end))
    }
    return statements
  }

  /// The code of an own rule, below its text.
  private func written(_ number: Int) -> [SwiftStatement] {
    let (rule, code) = rules[number]
    return [.comment(context.quotation(rule.location))] + code.statements
  }

  private func deciding(_ used: RuleOwner) -> SwiftStatement {
    .returnUnlessNil("decision", call("decide", of: used, plan[used].isAsync))
  }

  /// Evaluates own rules by number.
  private func deciding(_ numbers: Range<Int>) -> [SwiftStatement] {
    func deciding(_ number: SwiftExpression) -> SwiftStatement {
      .returnUnlessNil("decision", call("evaluate", [number], of: owner, part.hasAsyncRules))
    }
    switch numbers.count {
    case 0: return []
    case 1: return [deciding(.number(numbers.lowerBound))]
    default: return [.forEach("rule", in: numbers, [deciding(.name("rule"))])]
    }
  }

  /// The chain's `otherwise`, or the end of the chain.
  private func last(end: SwiftExpression) -> [SwiftStatement] {
    guard let (rule, code) = rules.last, rule.isOtherwise else { return [.returned(end)] }
    if part.isCalledByNumber {
      return deciding(rules.count - 1..<rules.count) + [.returned(end)]
    }
    return written(rules.count - 1) + (code.alwaysDecides ? [] : [.returned(end)])
  }
}
