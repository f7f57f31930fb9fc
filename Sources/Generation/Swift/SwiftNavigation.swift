import Semantics
import Text

/// Prints what the app supplies, the handlers and the chains.
struct SwiftNavigation {
  let context: SwiftContext
  private let asyncHandlers: [Bool]
  private let uses: StepUses

  init(_ context: SwiftContext) {
    self.context = context
    uses = StepUses(context.rules)
    var known: [Int: Bool] = [:]
    asyncHandlers = context.rules.handlers.indices.map {
      Self.isAsync(context.rules.handlers[$0].items, key: $0, context.rules, &known)
    }
  }

  func write(_ out: inout CodeWriter) {
    out.line("import Foundation")
    writeScreens(&out)
    writeEnvironment(&out)
    for (index, handler) in context.rules.handlers.enumerated() {
      write(handler, isAsync: asyncHandlers[index], &out)
    }
    for chain in context.rules.chains { write(chain, &out) }
  }

  // MARK: What the app supplies

  private func writeScreens(_ out: inout CodeWriter) {
    let screens = context.rules.screens
    out.blank()
    out.line("/// The native screens that rules open.")
    let conformances = screens.count > SwiftModels.largestSwitch ? "Sendable" : "Sendable, Hashable"
    out.block("\(context.access)enum Screen: \(conformances)") { out in
      for screen in screens {
        context.reference(screen.declared.location, &out)
        out.documentation(screen.declared)
        let head = "case " + SwiftNames.escapedMember(screen.name)
        if screen.parameters.isEmpty {
          out.line(head)
        } else {
          out.list(head + "(", parameters(screen.parameters), ")")
        }
      }
    }
  }

  private func parameters(_ fields: [Field]) -> [String] {
    fields.map { "\(SwiftNames.label($0.name)): \(context.type($0.type))" }
  }

  private func writeEnvironment(_ out: inout CodeWriter) {
    let access = context.access
    out.blank()
    out.line("/// Takes the steps of rules.")
    out.block("@MainActor \(access)protocol NavigationSteps: AnyObject") { out in
      if uses.present { out.line("func present(_ screen: Screen)") }
      if uses.push { out.line("func push(_ screen: Screen)") }
      if uses.open {
        out.line("/// Hands the URL to the system: another app, the telephone, the browser.")
        out.line("func open(_ url: URL)")
      }
      if uses.load {
        out.line("/// Loads the URL in the same web view.")
        out.line("func load(_ url: URL)")
      }
      if uses.dismiss { out.line("func dismiss()") }
    }
    out.blank()
    out.line("/// Does what rules ask for by name.")
    out.block("@MainActor \(access)protocol NavigationActions: AnyObject") { out in
      for action in context.rules.actions {
        context.reference(action.declared.location, &out)
        out.documentation(action.declared)
        let result =
          switch action.result {
          case .none: ")"
          case .bool: ") -> Bool"
          case .asyncBool: ") async -> Bool"
          }
        out.list(
          "func \(SwiftNames.escapedMember(action.name))(", parameters(action.parameters), result)
      }
    }
    out.blank()
    out.line("/// Knows what only the app knows; each is asked at most once per decision.")
    out.block("@MainActor \(access)protocol NavigationFlags: AnyObject") { out in
      for flag in context.rules.flags {
        context.reference(flag.declared.location, &out)
        out.documentation(flag.declared)
        out.line("var ", SwiftNames.escapedMember(flag.name), ": Bool { get }")
      }
    }
    out.blank()
    out.line("/// All that chains need of the app.")
    out.line("///")
    out.line(
      "/// Handlers do not keep it alive; once it is gone, requests that need it are cancelled.")
    out.line("@MainActor ", access, "protocol NavigationEnvironment:")
    out.line("  NavigationSteps, NavigationActions, NavigationFlags")
    out.line("{}")
  }

  // MARK: Handlers

  private func write(_ handler: Handler, isAsync: Bool, _ out: inout CodeWriter) {
    let name = SwiftNames.handler(handler.name)
    context.declaration(
      handler.declared, named: name, attributes: "@MainActor ",
      "final class \(name): NavigationActionHandler", &out
    ) { out in
      writeLink(handler.items, isAsync: isAsync, access: context.access, &out)
    }
  }

  /// The members of a link: what it holds, its patterns, and `handle`.
  private func writeLink(
    _ items: [ChainItem], isAsync: Bool, access: String, _ out: inout CodeWriter
  ) {
    var patterns = SwiftPatterns(context)
    var parts: [Part] = []
    var isDecided = false
    for item in items {
      switch item {
      case .rule(let rule) where isDecided: parts.append(.unasked(rule))
      case .rule(let rule):
        let code = SwiftRule(rule, context, &patterns)
        parts.append(.rule(rule, code))
        isDecided = code.isFinal
      case .useHandler, .useChain: if !isDecided { parts.append(.links(links(item))) }
      }
    }
    writeLink(parts, patterns, isAsync: isAsync, access: access, &out)
  }

  private func writeLink(
    _ parts: [Part], _ patterns: SwiftPatterns, isAsync: Bool, access: String,
    _ out: inout CodeWriter
  ) {
    let helpers = parts.flatMap(\.links)
    let usesEnvironment = parts.contains(where: \.usesEnvironment)
    out.line(access, "var nextHandler: (any NavigationActionHandler)?")
    if usesEnvironment {
      out.line("private weak var environment: (any NavigationEnvironment)?")
    }
    for (index, helper) in helpers.enumerated() {
      out.line("private let link\(index + 1): ", helper.type)
    }
    for declaration in patterns.declarations {
      out.list(declaration.head, declaration.arguments, ")")
    }
    out.blank()
    out.block("\(access)init(environment: any NavigationEnvironment)") { out in
      if usesEnvironment { out.line("self.environment = environment") }
      for (index, helper) in helpers.enumerated() {
        out.line("link\(index + 1) = ", helper.type, "(environment: environment)")
      }
    }
    out.blank()
    let keyword = isAsync ? "async " : ""
    out.block("\(access)func handle(_ request: NavigationRequest) \(keyword)-> NavigationDecision?")
    {
      out in
      if usesEnvironment { out.line("guard let environment else { return .cancel }") }
      writeParts(parts, &out)
    }
  }

  private enum Part {
    case rule(Rule, SwiftRule)
    /// Behind a rule that always decides.
    case unasked(Rule)
    case links([Link])

    var links: [Link] { if case .links(let links) = self { links } else { [] } }
    var usesEnvironment: Bool {
      if case .rule(_, let code) = self { code.usesEnvironment && !code.isNever } else { false }
    }
  }

  private func writeParts(_ parts: [Part], _ out: inout CodeWriter) {
    var link = 0
    var isDecided = false
    for part in parts {
      switch part {
      case .links(let links):
        for helper in links {
          link += 1
          let call = "\(helper.isAsync ? "await " : "")link\(link).handle(request)"
          out.line("if let decision = ", call, " { return decision }")
        }
      case .rule(let rule, let code):
        write(rule, code, &out)
        isDecided = code.isFinal
      case .unasked(let rule):
        // Quoted only, since code there would not compile cleanly.
        context.quotation(rule.location, &out)
        out.line("// Never asked: the rule above always decides.")
      }
    }
    if !isDecided { out.line("return nil") }
  }

  private func write(_ rule: Rule, _ code: SwiftRule, _ out: inout CodeWriter) {
    context.quotation(rule.location, &out)
    if code.isNever {
      out.line("// Does nothing, whatever the request.")
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

  // MARK: Chains

  /// A class that decides, and whether it has to wait to do so.
  private struct Link {
    var type: String
    var isAsync: Bool
  }

  /// Rules of a chain that stand together, as one link.
  private struct Run {
    var name: String
    var items: [ChainItem]
  }

  /// The items of a chain with its own rules gathered into runs; `otherwise` is a run by itself.
  private func runs(_ chain: Chain) -> (runs: [Run], order: [Either]) {
    var runs: [Run] = []
    var order: [Either] = []
    var open: [ChainItem] = []
    func close() {
      if open.isEmpty { return }
      runs.append(Run(name: "Rules\(runs.count + 1)", items: open))
      order.append(.run(runs.count - 1))
      open = []
    }
    for item in chain.items {
      if case .rule(let rule) = item {
        if rule.isOtherwise {
          close()
          runs.append(Run(name: "Otherwise", items: [item]))
          order.append(.otherwise(runs.count - 1))
        } else {
          open.append(item)
        }
      } else {
        close()
        order.append(.use(item))
      }
    }
    close()
    return (runs, order)
  }

  private enum Either {
    case run(Int), otherwise(Int), use(ChainItem)
  }

  /// The links that a `use` stands for.
  private func links(_ item: ChainItem) -> [Link] {
    switch item {
    case .rule: return []
    case .useHandler(let id, _):
      let handler = context.rules[id]
      let type = context.name(handler.declared, SwiftNames.handler(handler.name))
      return [Link(type: type, isAsync: asyncHandlers[Int(id.index)])]
    case .useChain(let id, _):
      return links(of: context.rules[id], withOtherwise: false)
    }
  }

  private func links(of chain: Chain, withOtherwise: Bool) -> [Link] {
    let (runs, order) = runs(chain)
    let type = context.name(chain.declared, SwiftNames.chain(chain.name))
    return order.flatMap { part -> [Link] in
      switch part {
      case .run(let index):
        [
          Link(
            type: type + "." + runs[index].name,
            isAsync: Self.hasAsync(runs[index].items, context.rules))
        ]
      case .otherwise(let index):
        withOtherwise ? [Link(type: type + "." + runs[index].name, isAsync: false)] : []
      case .use(let item): links(item)
      }
    }
  }

  private func write(_ chain: Chain, _ out: inout CodeWriter) {
    let name = SwiftNames.chain(chain.name)
    let access = context.access
    context.declaration(
      chain.declared, named: name, attributes: "@MainActor ",
      "final class \(name): NavigationActionHandler", &out
    ) { out in
      out.line(access, "var nextHandler: (any NavigationActionHandler)?")
      out.line("private let links: NavigationLinks")
      out.blank()
      out.block("\(access)init(environment: any NavigationEnvironment)") { out in
        let links = links(of: chain, withOtherwise: true)
        out.line(links.isEmpty ? "let" : "var", " links = NavigationLinks()")
        for link in links { out.line("links.add(", link.type, "(environment: environment))") }
        out.line("self.links = links")
      }
      out.blank()
      out.line("/// Decides; a chain that has no `otherwise` allows.")
      out.block("\(access)func handle(_ request: NavigationRequest) async -> NavigationDecision?") {
        out in
        let frames = frameList(chain.frames)
        if frames.count < 3 {
          let list = frames.joined(separator: ", ")
          out.line("guard request.isFrame(", list, ") else { return .allow }")
        }
        out.line("return await links.first?.execute(request) ?? .allow")
      }
      for run in runs(chain).runs {
        out.blank()
        let isAsync = Self.hasAsync(run.items, context.rules)
        out.block("@MainActor final class \(run.name): NavigationActionHandler") { out in
          writeLink(run.items, isAsync: isAsync, access: "", &out)
        }
      }
    }
  }

  private func frameList(_ frames: FrameSet) -> [String] {
    [frames.main ? ".main" : nil, frames.new ? ".new" : nil, frames.sub ? ".sub" : nil]
      .compactMap { $0 }
  }

  // MARK: Waiting

  /// Whether a rule of the items itself waits for the app.
  private static func hasAsync(_ items: [ChainItem], _ rules: RuleSet) -> Bool {
    items.contains { item in
      guard case .rule(let rule) = item else { return false }
      return rule.steps.contains { step in
        switch step.kind {
        case .attempt(let id, _), .perform(let id, _): rules[id].result == .asyncBool
        default: false
        }
      }
    }
  }

  /// Whether the items or what they use wait for the app.
  private static func isAsync(
    _ items: [ChainItem], key: Int?, _ rules: RuleSet, _ known: inout [Int: Bool]
  ) -> Bool {
    if let key, let answer = known[key] { return answer }
    var answer = hasAsync(items, rules)
    for item in items where !answer {
      switch item {
      case .rule: break
      case .useHandler(let id, _):
        answer = isAsync(rules[id].items, key: Int(id.index), rules, &known)
      case .useChain(let id, _): answer = isAsync(rules[id].items, key: nil, rules, &known)
      }
    }
    if let key { known[key] = answer }
    return answer
  }
}

/// Which kinds of step the rules take: the app supplies no others.
private struct StepUses {
  var present = false
  var push = false
  var open = false
  var load = false
  var dismiss = false

  init(_ rules: RuleSet) {
    for handler in rules.handlers { add(handler.items) }
    for chain in rules.chains { add(chain.items) }
  }

  private mutating func add(_ items: [ChainItem]) {
    for case .rule(let rule) in items {
      for step in rule.steps {
        switch step.kind {
        case .present: present = true
        case .push: push = true
        case .openURL: open = true
        case .loadURL: load = true
        case .dismiss: dismiss = true
        case .perform, .attempt: break
        }
      }
    }
  }
}
