import DispatchTables
import GeneratedNames
import Interpreter
import Requests
import Semantics

/// Prints the class of one handler or chain, with its own rules and the code that selects rules.
///
/// The class contains no number or line of a rule, so that an additional rule or comment does not change it: the rules
/// are a list, and an extension in another file contains their places and evaluates them.
struct SwiftOwner {
  private let owner: RuleOwner
  private let context: SwiftContext
  private let plan: ChainPlan
  private let part: ChainPlan.Part
  private let items: [ChainItem]
  /// The rules written in the owner itself.
  private let rules: [Rule]

  init(_ owner: RuleOwner, _ context: SwiftContext, _ plan: ChainPlan) {
    self.owner = owner
    self.context = context
    self.plan = plan
    part = plan[owner]
    items = context.rules.items(of: owner)
    rules = items.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
  }

  /// Returns the name of the generated class of a handler or chain.
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
      if !rules.isEmpty {
        let list = context.ruleList(isAsync: part.hasAsyncRules)
        out.enclosed("static let rules = \(list)(places, [", "])") { out in
          for item in items {
            switch item {
            case .rule(let rule): write(rule, &out)
            case .useHandler(_, let location), .useChain(_, let location):
              out.write(.comment(["use " + context.text(location)]))
            }
          }
        }
        out.blank()
      }
      out.write(handle)
    }
  }

  /// Writes the element of the list for a rule, below the text of the rule.
  private func write(_ rule: Rule, _ out: inout CodeWriter) {
    let code = SwiftRule(rule, context)
    out.write(.comment(context.quotation(rule.location)))
    let names = ["request", "environment"].map { code.mentions($0) ? $0 : "_" }
    out.enclosed("{ \(names.joined(separator: ", ")) in", "},") { out in
      code.patterns.write(&out)
      out.write(code.statements)
    }
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
    case .chain where hasOtherwise: nil
    case .chain: "Returns the decision; without `otherwise` the request is allowed."
    }
  }

  private var hasOtherwise: Bool { rules.last?.isOtherwise == true }

  private var handling: [SwiftStatement] {
    let isThere = SwiftStatement.guardAll([.unwrapping("environment")], else: .implicit("cancel"))
    let decision = SwiftExpression.name("Self")
      .calling("decide", Self.arguments.map { SwiftArgument(nil, $0) })
    func returned(_ value: SwiftExpression) -> SwiftStatement {
      .returned(part.isAsync ? .await(value) : value)
    }
    switch owner {
    case .handler: return [isThere, returned(decision)]
    case .chain(let id):
      let allow = SwiftExpression.implicit("allow")
      if hasNoRules { return [.returned(allow)] }
      let frames = frameTest(context.rules[id]).map { test in
        SwiftStatement.guardAll([.test(test)], else: allow)
      }
      return [frames, isThere, returned(.infix(.coalescing, [decision, allow]))].compactMap { $0 }
    }
  }

  /// True if the owner is a chain without rules.
  private var hasNoRules: Bool {
    if case .chain(let id) = owner { FlatChain(id, in: context.rules).rules.isEmpty } else { false }
  }

  /// Returns a test of the frame; nil if the chain decides for all frames of its kind.
  private func frameTest(_ chain: Chain) -> SwiftExpression? {
    let tests = FrameKind.allCases.filter { $0.exists(in: chain.kind) }
    let included = tests.filter { chain.frames.contains($0) }.map { frame in
      SwiftExpression.infix(
        .equal, [.member(SwiftRequestValue.request, "frame"), .implicit(frame.rawValue)])
    }
    return included.count == tests.count ? nil : .any(included)
  }

  /// True if the owner has rules of its own and none of them can suspend.
  var hasPlainRules: Bool { !rules.isEmpty && !part.hasAsyncRules }

  // MARK: Dispatch

  private static let arguments = [SwiftRequestValue.request, SwiftRequestValue.environment]

  /// Writes the extension with all code that depends on the numbers and lines of rules.
  func writeDispatch(_ out: inout CodeWriter) {
    if hasNoRules, !part.isUsedInOrder { return }
    out.blank()
    out.block("extension " + Self.type(owner, context)) { out in
      if let place = rules.first?.location {
        let lines = rules.map { String(context.line($0.location)) }
        out.filled(
          "static let places = RulePlaces(\(SwiftText.literal(context.file(place))), lines: ",
          lines, leaves.isEmpty ? ")" : ").leaving(at: [\(leaves.joined(separator: ", "))])")
        out.blank()
      }
      if let table { Self.write(table.words, &out) }
      out.write(function("decide", table.map(search) ?? inOrder(withOtherwise: true)))
      if part.isUsedInOrder, let function = inUse {
        out.blank()
        out.write(self.function(function, inOrder(withOtherwise: false)))
      }
    }
  }

  /// The entries for rules with `leave`: the number of the rule, and the number after its block or handler.
  private var leaves: [String] {
    rules.indices.filter { rules[$0].decision == .leave }.map { number in
      let block = rules[number].blocks.last?.location
      let end = block.map { block in
        rules[number...].prefix { $0.blocks.contains { $0.location == block } }.endIndex
      }
      return "\(number): \(end ?? rules.count)"
    }
  }

  private var table: DispatchTable? {
    if case .chain(let id) = owner { plan.table(of: id) } else { nil }
  }

  private func function(_ name: String, _ body: [SwiftStatement]) -> SwiftFunction {
    SwiftFunction(
      modifiers: "static ", name: name,
      parameters: [
        "_ request: NavigationRequest",
        "_ environment: any \(context.prefix)NavigationEnvironment",
      ], isAsync: part.isAsync, result: "NavigationDecision?", body: body)
  }

  /// The name of the function that other owners call, if it is not `decide`. It evaluates all rules but the chain's
  /// `otherwise`.
  private var inUse: String? {
    if case .chain = owner, hasOtherwise || table != nil { "decideBeforeOtherwise" } else { nil }
  }

  /// Returns statements that evaluate the rules selected by the table until one decides.
  private func search(_ table: DispatchTable) -> [SwiftStatement] {
    let candidates = SwiftExpression.name("table")
      .calling("candidates", [SwiftArgument("for", SwiftRequestValue.request)])
    let next = SwiftExpression.name("candidates").calling("next")
    func answer(of owner: RuleOwner) -> SwiftExpression {
      evaluation("evaluate", .name("rule"), of: owner)
    }
    let leave = SwiftStatement.expression(
      SwiftExpression.name("candidates")
        .calling("leave", [SwiftArgument("with", SwiftRequestValue.request)]))
    let leaves = table.hasLeaves ? [leave] : []
    let start = SwiftStatement.variable("candidates", candidates)
    let end = SwiftStatement.returned(.name("nil"))
    if table.owners.count == 1 {
      let body = SwiftStatement.returnUnlessNil("decision", answer(of: table.owners[0]))
      return [start, .whileLet("(_, rule)", next, [body] + leaves), end]
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
        ] + leaves), end,
    ]
  }

  /// Returns a call of a method of an owner's rules.
  private func evaluation(
    _ method: String, _ argument: SwiftExpression, of other: RuleOwner
  ) -> SwiftExpression {
    let list =
      other == owner
      ? SwiftExpression.name("rules") : .member(.name(Self.type(other, context)), "rules")
    let call = list.calling(method, ([argument] + Self.arguments).map { SwiftArgument(nil, $0) })
    return plan[other].hasAsyncRules ? .await(call) : call
  }

  /// Returns statements that evaluate rules and uses one after the other.
  ///
  /// - Parameter withOtherwise: true to include the chain's `otherwise`.
  private func inOrder(withOtherwise: Bool) -> [SwiftStatement] {
    var decisions: [SwiftExpression] = []
    /// The indices of the decisions after which a rule may have left the handler.
    var leaving: Set<Int> = []
    var number = 0
    /// The range of consecutive rules that the next call evaluates.
    var run = 0..<0
    func finishRun() {
      if !run.isEmpty {
        if rules[run].contains(where: { $0.decision == .leave && $0.blocks.isEmpty }) {
          leaving.insert(decisions.count)
        }
        decisions.append(
          evaluation("decide", .name("\(run.lowerBound)..<\(run.upperBound)"), of: owner))
      }
      run = number..<number
    }
    func use(_ used: RuleOwner) {
      finishRun()
      let type = SwiftExpression.name(Self.type(used, context))
      let function = SwiftOwner(used, context, plan).inUse ?? "decide"
      let call = type.calling(function, Self.arguments.map { SwiftArgument(nil, $0) })
      decisions.append(plan[used].isAsync ? .await(call) : call)
    }
    for item in items {
      switch item {
      case .rule(let rule):
        number += 1
        if withOtherwise || !rule.isOtherwise { run = run.lowerBound..<number }
      case .useHandler(let id, _): use(.handler(id))
      case .useChain(let id, _): use(.chain(id))
      }
    }
    finishRun()
    guard let last = decisions.popLast() else { return [.returned(.name("nil"))] }
    let hasLeft = SwiftClause.test(.member(SwiftRequestValue.request, "hasLeftHandler"))
    let earlier = decisions.enumerated().flatMap { place, decision in
      [SwiftStatement.returnUnlessNil("decision", decision)]
        + (leaving.contains(place) ? [.ifAll([hasLeft], [.returned(.name("nil"))])] : [])
    }
    return earlier + [.returned(last)]
  }

  // MARK: Table

  private static func write(_ words: [UInt32], _ out: inout CodeWriter) {
    out.line("/// Selects the rules that can match a request.")
    out.line("static let table = RuleTable(")
    out.indented { out in
      out.line("#\"\"\"")
      let rows = rows(words)
      for row in rows.dropLast() { out.line(row, "\\#") }
      out.line(rows.last ?? "")
      out.line("\"\"\"#)")
    }
    out.blank()
  }

  /// Returns words as rows of text. Each word has four characters of six bits, lowest bits first. The character `0` is
  /// 0.
  private static func rows(_ words: [UInt32]) -> [String] {
    stride(from: 0, to: words.count, by: wordsPerRow).map { start in
      var row: [UInt8] = []
      for word in words[start..<min(start + wordsPerRow, words.count)] {
        for shift: UInt32 in [0, 6, 12, 18] {
          row.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: (word >> shift) & 0x3F))
        }
      }
      return String(decoding: row, as: UTF8.self)
    }
  }

  private static let wordsPerRow = 22
}

extension RuleSet {
  fileprivate func items(of owner: RuleOwner) -> [ChainItem] {
    switch owner {
    case .handler(let id): self[id].items
    case .chain(let id): self[id].items
    }
  }
}
