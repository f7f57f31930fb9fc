import GeneratedNames
import Requests
import Semantics

/// Prints the protocols and the screens that the app supplies.
struct SwiftNavigation {
  private let context: SwiftContext
  private let uses: RuleUses

  init(_ context: SwiftContext) {
    self.context = context
    uses = RuleUses(context.rules)
  }

  /// Returns whether the protocols and the screens of rules about requests use URLs or dates.
  static func namesURLs(_ rules: RuleSet) -> Bool {
    let uses = RuleUses(rules)
    let fields = rules.screens.flatMap { $0.parameters } + rules.actions.flatMap { $0.parameters }
    return uses.open || uses.attemptOpen || uses.load || uses.loadHeaders
      || !rules.givenOrigins.isEmpty || fields.contains { $0.type.namesTypeOfFoundation }
      || rules.values.contains { $0.key.type == .url || $0.key.type == .urls }
  }

  /// - Parameter hasRules: true for `async` if some rules can suspend, and for `plain` if some cannot.
  func write(hasRules: (async: Bool, plain: Bool), _ out: inout CodeWriter) {
    writeScreens(&out)
    writeEnvironment(&out)
    writeHandlerBase(&out)
    if hasRules.plain { writeRuleList(isAsync: false, &out) }
    if hasRules.async { writeRuleList(isAsync: true, &out) }
  }

  // MARK: Protocols of the app

  private func writeScreens(_ out: inout CodeWriter) {
    let screens = context.rules.screens
    out.blank()
    out.line("/// The native screens that rules open.")
    let conformances = screens.count > SwiftModels.largestSwitch ? "Sendable" : "Sendable, Hashable"
    out.block("\(context.access)nonisolated enum \(context.prefix)Screen: \(conformances)") { out in
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
    out.line("/// Performs the steps of rules.")
    let presenters =
      (context.rules.hasPopups ? ["PopupPresenter"] : [])
      + (context.rules.hasPanelsOfApp ? ["PanelPresenter"] : [])
    let parents = presenters.isEmpty ? "AnyObject" : presenters.joined(separator: ", ")
    out.block("@MainActor \(access)protocol \(context.prefix)NavigationSteps: \(parents)") { out in
      if uses.present { out.line("func present(_ screen: \(context.prefix)Screen)") }
      if uses.push { out.line("func push(_ screen: \(context.prefix)Screen)") }
      if uses.open {
        out.line("/// Opens the URL with the system: another app, the telephone, the browser.")
        out.line("func open(_ url: URL)")
      }
      if uses.attemptOpen {
        out.line("/// Opens the URL with the system if an app takes it; returns whether one does.")
        out.line("func openIfPossible(_ url: URL) async -> Bool")
      }
      if uses.load {
        out.line("/// Loads the URL in the same web view.")
        out.line("func load(_ url: URL)")
      }
      if uses.loadHeaders {
        out.line("/// Loads the URL in the same web view, with these headers.")
        out.line("func load(_ url: URL, headers: [String: String])")
      }
      if uses.dismiss { out.line("func dismiss()") }
    }
    out.blank()
    out.line("/// Performs the named actions of rules.")
    out.block("@MainActor \(access)protocol \(context.prefix)NavigationActions: AnyObject") { out in
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
    out.line("/// Values that only the app knows; each is read at most once per decision.")
    out.block("@MainActor \(access)protocol \(context.prefix)NavigationFlags: AnyObject") { out in
      for flag in context.rules.flags {
        context.reference(flag.declared.location, &out)
        out.documentation(flag.declared)
        out.line("var ", SwiftNames.escapedMember(flag.name), ": Bool { get }")
      }
      for value in context.rules.values {
        context.reference(value.declared.location, &out)
        out.documentation(value.declared)
        out.line("var ", SwiftNames.escapedMember(value.name), ": \(value.key.typeText) { get }")
      }
    }
    writeSchemes(&out)
    out.blank()
    out.line("/// Everything that chains need from the app.")
    out.line("///")
    out.line(
      "/// Handlers and chains do not keep it alive; after it is released, their requests are cancelled."
    )
    out.line("@MainActor ", access, "protocol \(context.prefix)NavigationEnvironment:")
    var parts = ["Steps", "Actions", "Flags"].map { "\(context.prefix)Navigation\($0)" }
    if !context.rules.schemeHandlers.isEmpty { parts.append("\(context.prefix)NavigationSchemes") }
    if !context.rules.givenOrigins.isEmpty { parts.append("OriginSource") }
    out.line("  ", parts.joined(separator: ", "))
    out.line("{}")
    writeOrigins(&out)
  }

  /// Writes the functions that answer requests for URLs of the app's schemes.
  private func writeSchemes(_ out: inout CodeWriter) {
    if context.rules.schemeHandlers.isEmpty { return }
    out.blank()
    out.line("/// Answers the requests for URLs whose scheme is the app's own.")
    out.block(
      "@MainActor \(context.access)protocol \(context.prefix)NavigationSchemes: AnyObject"
    ) { out in
      for handler in context.rules.schemeHandlers {
        context.reference(handler.location, &out)
        out.line(
          "func ", SwiftNames.escapedMember(handler.name),
          "(_ request: SchemeRequest) async throws -> SchemeResponse")
      }
    }
  }

  /// Writes the function with the URLs of origins that the app gives.
  private func writeOrigins(_ out: inout CodeWriter) {
    let origins = context.rules.givenOrigins.map { context.rules[$0] }
    if origins.isEmpty { return }
    out.blank()
    out.block("extension \(context.prefix)NavigationEnvironment") { out in
      out.line("/// The URLs whose scheme, host and port an origin of the rule files has.")
      out.block("\(context.access)func urls(ofOrigin name: String) -> [URL]") { out in
        out.line("switch name {")
        for origin in origins {
          guard let value = origin.value.map({ context.rules[$0] }) else { continue }
          let name = SwiftNames.escapedMember(value.name)
          let urls =
            value.type.isList ? name : value.isOptional ? "\(name).map { [$0] } ?? []" : "[\(name)]"
          out.line("case ", SwiftText.literal(origin.name), ": return ", urls)
        }
        out.line("default: return []")
        out.line("}")
      }
    }
  }

  private func writeHandlerBase(_ out: inout CodeWriter) {
    let access = context.access
    out.blank()
    out.line("/// A handler with the app's environment. It does not keep the environment alive.")
    out.block("@MainActor \(access)class \(context.prefix)EnvironmentBoundHandler") { out in
      out.line(access, "var nextHandler: (any NavigationActionHandler)?")
      out.line(
        "fileprivate weak var environment: (any \(context.prefix)NavigationEnvironment)?")
      out.blank()
      out.block("\(access)init(environment: any \(context.prefix)NavigationEnvironment)") {
        $0.line("self.environment = environment")
      }
    }
  }

  private func writeRuleList(isAsync: Bool, _ out: inout CodeWriter) {
    let (async, wait) = isAsync ? (" async", "await ") : ("", "")
    let request = "_ request: NavigationRequest"
    let environment = "_ environment: any \(context.prefix)NavigationEnvironment"
    func function(_ name: String, _ parameter: String, _ body: (inout CodeWriter) -> Void) {
      out.line("func ", name, "(")
      out.line("  ", [parameter, request, environment].joined(separator: ", "))
      out.enclosed(")\(async) -> NavigationDecision? {", "}", body)
    }
    out.blank()
    out.line("/// Rules in their order", isAsync ? ", some of which wait for the app." : ".")
    out.beginBlock("@MainActor struct \(context.ruleList(isAsync: isAsync))")
    out.line(
      "/// Returns the decision about a request; nil if the rule does not match, or continues.")
    out.line("typealias Rule = @MainActor (")
    out.line("  NavigationRequest, any \(context.prefix)NavigationEnvironment")
    out.line(")\(async) -> NavigationDecision?")
    out.blank()
    out.line("private let places: RulePlaces")
    out.line("private let rules: [Rule]")
    out.blank()
    out.block("init(_ places: RulePlaces, _ rules: [Rule])") { out in
      out.line("self.places = places")
      out.line("self.rules = rules")
    }
    out.blank()
    out.line("/// Evaluates rules in order until one decides.")
    function("decide", "_ numbers: Swift.Range<Int>") { out in
      let hasLeaves = context.rules.hasRule { $0.decision == .leave }
      if hasLeaves { out.line("var number = numbers.lowerBound") }
      let loop = hasLeaves ? "while number < numbers.upperBound" : "for number in numbers"
      out.block(loop) { out in
        out.line(
          "if let decision = ", wait,
          "evaluate(number, request, environment) { return decision }")
        if hasLeaves { out.line("number = places.next(after: number, for: request)") }
      }
      out.line("return nil")
    }
    out.blank()
    out.line("/// Evaluates one rule, by its number.")
    function("evaluate", "_ number: Int") { out in
      out.line("request.begins(number, of: places)")
      out.line("return request.decided(\(wait)rules[number](request, environment))")
    }
    out.endBlock()
  }
}

/// The kinds of step that the rules use. The app needs to implement only these.
private struct RuleUses {
  var present = false
  var push = false
  var open = false
  var attemptOpen = false
  var load = false
  var loadHeaders = false
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
        case .attemptOpenURL: attemptOpen = true
        case .loadURL(let changes):
          if changes.contains(where: { $0.part.isHeader }) {
            loadHeaders = true
          } else {
            load = true
          }
        case .dismiss: dismiss = true
        case .perform, .attempt: break
        }
      }
    }
  }
}
