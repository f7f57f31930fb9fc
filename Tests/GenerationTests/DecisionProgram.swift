import Foundation
import GeneratedNames
import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import Text
import WebURL

@testable import Generation

/// A program that runs the generated chains of a rule set on a file of questions. It writes one answer per line, with
/// the rules that decided, continued or were declined.
///
/// It runs each chain in two or three ways: as compiled, without and with a trace, and, if the rules of the chain can
/// be called one by one, with its handlers linked by hand. If the answers differ, the line contains all of them.
struct DecisionProgram {
  /// The values that only responses have.
  struct Response: Encodable {
    var status: Int?
    var mime: String?
    var displayable: Bool
    var filename: String?
  }

  /// The input of the program, as JSON.
  struct Question: Encodable {
    var chain: String
    var url: String
    var navigation = "other"
    var frame = "main"
    var method = "GET"
    var headers: [String: String] = [:]
    var isDownload = false
    /// The values of the response; nil for a request.
    var response: Response?
    var page: String?
    var document: String?
    var source: String?
    var sourceOrigin: String?
    /// The names of the flags that are true.
    var flags: [String] = []
    /// The values of the app that are set, by name.
    var values: [String: [String]] = [:]
    /// The answer of each action, by the action's name.
    var answers: [String: Bool] = [:]
  }

  let rules: RuleSet
  private let context: SwiftContext
  private let plan: ChainPlan

  init(_ set: SwiftRuleSet) {
    rules = set.rules
    plan = ChainPlan(set.rules, longestInOrder: set.longestInOrder)
    context = SwiftContext(set.rules, set.sources, SwiftOptions())
  }

  /// Returns the answers of the program to the questions.
  static func answers(
    of set: SwiftRuleSet, to questions: [Question], in folder: URL
  ) throws -> [String] {
    let main = folder.appendingPathComponent("main.swift")
    try Data(DecisionProgram(set).text.utf8).write(to: main)
    for (index, source) in set.sources.enumerated() {
      // The files help to debug a difference.
      try Data(source.bytes).write(to: folder.appendingPathComponent("\(index).bascule"))
    }
    let input = folder.appendingPathComponent("questions.json")
    try JSONEncoder().encode(questions).write(to: input)
    // Without screens, code that shows a screen is never executed, and the compiler warns about it.
    let mode =
      set.rules.screens.isEmpty ? ["-swift-version", "6"] : SwiftCompiler.strict(mode: "6")
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], options: mode, arguments: [input.path])
    guard result.status == 0 else { throw SwiftCompiler.Failure(output: result.output) }
    return result.output.split(separator: "\n").map(String.init)
  }

  // MARK: Questions

  /// Returns the name of the chain in questions. A chain and responses can have the same name.
  private static func key(_ chain: Chain) -> String {
    chain.isResponses ? "responses " + chain.name : chain.name
  }

  func question(_ request: Request, _ answers: [Attempted: Bool], chain: ID<Chain>) -> Question {
    var question = Question(chain: Self.key(rules[chain]), url: request.url.href)
    question.navigation = request.navigation.rawValue
    question.frame = request.frame.rawValue
    question.method = request.method
    question.headers = request.headers
    question.isDownload = request.download
    if rules[chain].isResponses {
      var status: Int?
      if case .int(let number) = request.settings[.status] { status = Int(number) }
      question.response = Response(
        status: status, mime: request.settings[.mime]?.text,
        displayable: request.settings[.displayable] == .bool(true),
        filename: request.settings[.filename]?.text)
    }
    question.page = request.page?.href
    question.document = request.document?.href
    question.source = request.source?.rawValue
    question.sourceOrigin = request.sourceOrigin?.href
    question.flags = request.flags.sorted()
    question.values = request.values
    for (attempted, answer) in answers { question.answers[rules.name(of: attempted)] = answer }
    return question
  }

  // MARK: Expected answers

  /// Returns the line for the outcome of the chain. An action that answers false is printed as `no` and its name.
  func answer(
    _ outcome: Outcome, of chain: FlatChain, to request: Request, _ answers: [Attempted: Bool]
  ) -> String {
    var line = [Self.text(outcome.decision)]
    var steps = outcome.steps[...]
    func rule(_ entry: Int) -> Rule { chain.rules[entry] }
    for tried in outcome.tried {
      switch tried.result {
      case .failed, .unusable: break
      case .refused:
        // For an unsafe URL, the app is not called.
        if rule(tried.entry).steps.prefix(1).contains(where: {
          isPerformed($0.kind, of: request, by: rule(tried.entry))
        }) {
          line.append("refused a safe URL")
        }
      case .declined(let attempted): line.append("no " + rules.name(of: attempted))
      case .matched:
        let rule = rule(tried.entry)
        let count = rule.steps.count { isPerformed($0.kind, of: request, by: rule) }
        line += steps.prefix(count).map { text($0, of: request, answers) }
        steps = steps.dropFirst(count)
      }
    }
    return line.joined(separator: " | ")
  }

  /// Returns false for a URL that the app does not load or open, although the chain contains the step.
  private func isPerformed(
    _ step: Step.Kind, of request: Request, by rule: Rule
  ) -> Bool {
    let scheme = request.url.scheme
    switch step {
    case .loadURL:
      return rule.namedSchemes.areAll
        || rule.namedSchemes.names.union(["about", "http", "https"]).contains(scheme)
    case .attemptOpenURL, .openURL:
      return rule.namedSchemes.areAll || rule.namedSchemes.names.contains(scheme)
        || !["blob", "data", "file", "javascript"].contains(scheme)
    case .present, .push, .perform, .attempt, .dismiss: return true
    }
  }

  /// Returns the end of the line for the outcome, which contains the rules of its trace.
  func trace(_ outcome: Outcome, of chain: FlatChain) -> String {
    var (deciding, continued, declined) = ("none", [String](), [String]())
    for tried in outcome.tried {
      let rule = chain.rules[tried.entry]
      let place = "\(context.file(rule.location)):\(context.line(rule.location))"
      switch tried.result {
      case .failed, .unusable: break
      case .declined, .refused: declined.append(place)
      case .matched:
        if rule.decision.isFinal { deciding = place } else { continued.append(place) }
      }
    }
    return " # \(deciding), continued \(continued), declined \(declined)"
  }

  private func text(
    _ step: PerformedStep, of request: Request, _ answers: [Attempted: Bool]
  ) -> String {
    switch step.kind {
    case .present(let id, let values): text("present", rules[id].name, values)
    case .push(let id, let values): text("push", rules[id].name, values)
    case .perform(let id, let values), .attempt(let id, let values):
      rules[id].result != .none && answers[.action(id)] == false
        ? "no " + rules[id].name : text("do", rules[id].name, values)
    case .attemptOpenURL(let handed): "attempt open " + Self.shown(handed.url)
    case .openURL(let handed): "open " + Self.shown(handed.url)
    case .loadURL(let handed): Self.load(handed, request)
    case .dismiss: "dismiss"
    }
  }

  /// Returns the line for a load. If it changes headers, the line contains all headers.
  private static func load(_ handed: HandedRequest, _ request: Request) -> String {
    var line = "load " + shown(handed.url)
    if handed.headers.isEmpty { return line }
    var headers: [String: String] = [:]
    for (name, value) in request.headers { headers[name.lowercased()] = value }
    // The step of a test case does not contain the headers of the request.
    let losses =
      handed.losses.isEmpty ? LoadLosses(of: request, .requests, loading: handed) : handed.losses
    for name in losses.headers { headers[name] = nil }
    for change in handed.headers {
      if case .header(let name) = change.part { headers[name.string] = change.value }
    }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      line += " " + shown(name) + shown(value)
    }
    return line
  }

  /// Returns the line for the outcome that a test expects for a request, without attempts that fail.
  func answer(_ test: TestBlock.Case, to request: Request) -> String {
    let steps = test.steps.map { step in
      switch step.kind {
      case .present(let id, let values): text("present", rules[id].name, values)
      case .push(let id, let values): text("push", rules[id].name, values)
      case .perform(let id, let values), .attempt(let id, let values):
        text("do", rules[id].name, values)
      case .attemptOpenURL(let handed): "attempt open " + Self.shown(handed.url)
      case .openURL(let handed): "open " + Self.shown(handed.url)
      case .loadURL(let handed): Self.load(handed, request)
      case .dismiss: "dismiss"
      }
    }
    return ([Self.text(test.decision)] + steps).joined(separator: " | ")
  }

  /// Returns the decision as the generated type prints it.
  private static func text(_ decision: Decision) -> String {
    switch decision {
    case .allow: "allow"
    case .allowWith(let preferences): "allow with " + preferences.words.joined(separator: ", ")
    case .cancel: "cancel"
    case .download: "download"
    case .popup: "popup"
    case .continue: "continue"
    case .leave: "leave"
    }
  }

  private func text(_ verb: String, _ name: String, _ values: [Literal]) -> String {
    ([verb, name] + values.map(text)).joined(separator: " ")
  }

  private func text(_ value: Literal) -> String {
    switch value {
    case .string(let text), .url(let text): Self.shown(text)
    case .int(let number): String(number)
    case .double(let number): number.description
    case .bool(let value): String(value)
    case .enumerationCase(let id, let index): Self.shown(rules[id].cases[index].rawValue)
    case .list(let items): items.map(text).joined(separator: ",")
    case .request: "request"
    case .emptyDictionary: "[:]"
    case .missing: "nil"
    }
  }

  /// Returns the text in quotes, with numbers in place of characters other than printable ASCII.
  private static func shown(_ text: String) -> String {
    var shown = "'"
    for scalar in text.unicodeScalars {
      if scalar.value > 0x20, scalar.value < 0x7F {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "<\(scalar.value)>"
      }
    }
    return shown + "'"
  }

  // MARK: The program

  var text: String {
    let chains = rules.chains.indices.map { index in
      let chain = rules.chains[index]
      let links = links(ID(index), withOtherwise: true)
      let list = [chain.frames.main ? ".main" : "", chain.frames.new ? ".new" : ""]
      let frames = (list + [chain.frames.sub ? ".sub" : ""]).filter { !$0.isEmpty }
      return """
        chains[\(SwiftText.literal(Self.key(chain)))] = AskedChain(
          frames: [\(frames.joined(separator: ", "))],
          compiled: { \(SwiftOwner.type(.chain(ID(index)), context))(environment: $0) },
          links: \(closure(links)))
        """
    }
    let enumerations = rules.enumerations.map { enumeration in
      "extension \(SwiftNames.escaped(enumeration.name)): Shown { var shown: String { rawValue.shown } }"
    }
    return """
      import Foundation

      struct Response: Decodable {
        var status: Int?
        var mime: String?
        var displayable: Bool
        var filename: String?
      }

      struct Question: Decodable {
        var chain: String
        var url: String
        var navigation: String
        var frame: String
        var method: String
        var headers: [String: String]
        var isDownload: Bool
        var response: Response?
        var page: String?
        var document: String?
        var source: String?
        var sourceOrigin: String?
        var flags: [String]
        var values: [String: [String]]
        var answers: [String: Bool]
      }

      protocol Shown { var shown: String { get } }
      extension String: Shown {
        var shown: String {
          var shown = "'"
          for scalar in unicodeScalars {
            if scalar.value > 0x20, scalar.value < 0x7F {
              shown.unicodeScalars.append(scalar)
            } else {
              shown += "<\\(scalar.value)>"
            }
          }
          return shown + "'"
        }
      }
      extension Int: Shown { var shown: String { description } }
      extension Double: Shown { var shown: String { description } }
      extension Bool: Shown { var shown: String { description } }
      extension NavigationRequest: Shown { nonisolated var shown: String { "request" } }
      extension URL: Shown { var shown: String { absoluteString.shown } }
      extension Optional: Shown where Wrapped: Shown { var shown: String { map(\\.shown) ?? "nil" } }
      \(enumerations.joined(separator: "\n"))

      func text(_ verb: String, _ name: String, _ values: [any Shown]) -> String {
        ([verb, name] + values.map(\\.shown)).joined(separator: " ")
      }

      \(screens)

      /// An app that writes down what is asked of it.
      @MainActor final class App: NavigationEnvironment {
        var log: [String] = []
        var flags: Set<String> = []
        var values: [String: [String]] = [:]
        var answers: [String: Bool] = [:]
        var asked: Set<String> = []

        func flag(_ name: String) -> Bool {
          if !asked.insert(name).inserted { log.append("asked for \\(name) again") }
          return flags.contains(name)
        }
        func value(_ name: String) -> [String]? {
          if !asked.insert(name).inserted { log.append("asked for \\(name) again") }
          return values[name]
        }
        func present(_ screen: Screen) { log.append(shown("present", screen)) }
        func push(_ screen: Screen) { log.append(shown("push", screen)) }
        func open(_ url: URL) { log.append("open " + url.shown) }
        func openIfPossible(_ url: URL) async -> Bool {
          await Task.yield()
          let opens = answers["open url"] != false
          log.append(opens ? "attempt open " + url.shown : "no open url")
          return opens
        }
        func load(_ url: URL) { log.append("load " + url.shown) }
        func load(_ url: URL, headers: [String: String]) {
          let pairs = headers.map { ($0.key.lowercased(), $0.value) }.sorted { $0.0 < $1.0 }
          log.append(
            "load " + url.shown + pairs.map { " " + $0.0.shown + $0.1.shown }.joined())
        }
        func dismiss() { log.append("dismiss") }
      \(members)
      }

      func exactURL(_ text: String) -> URL { URL(string: text, encodingInvalidCharacters: false)! }

      /// A chain to ask: compiled, and as links.
      struct AskedChain {
        var frames: [NavigationFrame]
        var compiled: @MainActor (App) -> any NavigationActionHandler
        var links: @MainActor (App) -> [any NavigationActionHandler]
      }

      /// A rule that stands in a chain itself.
      @MainActor final class OwnRule: NavigationActionHandler {
        var nextHandler: (any NavigationActionHandler)?
        private let ask: @MainActor (NavigationRequest) async -> NavigationDecision?

        init(_ ask: @escaping @MainActor (NavigationRequest) async -> NavigationDecision?) {
          self.ask = ask
        }

        func handle(_ request: NavigationRequest) async -> NavigationDecision? {
          await ask(request)
        }
      }

      @MainActor func decision(
        _ request: NavigationRequest, _ links: [any NavigationActionHandler]
      ) async -> NavigationDecision {
        for (link, next) in zip(links, links.dropFirst()) { link.nextHandler = next }
        return await links.first?.execute(request) ?? .allow
      }

      \(ofPreferences)

      var chains: [String: AskedChain] = [:]
      \(chains.joined(separator: "\n"))

      let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
      for question in try JSONDecoder().decode([Question].self, from: data) {
        let name = question.chain
        func app() -> App {
          let app = App()
          app.flags = Set(question.flags)
          app.values = question.values
          app.answers = question.answers
          return app
        }
        func request() -> NavigationRequest {
          \(ofResponse)
          \(ofSource.isEmpty ? "return" : "var request =") NavigationRequest(
            url: exactURL(question.url), navigation: NavigationKind(rawValue: question.navigation)!,
            frame: NavigationFrame(rawValue: question.frame)!, method: question.method,
            headers: question.headers, isDownload: question.isDownload,
            page: question.page.map { exactURL($0) },
            document: question.document.map { exactURL($0) })
          \(ofSource)
        }
        let chain = chains[name]!
        let user = app()
        let compiledRequest = request()
        let compiled = text(
          await chain.compiled(user).execute(compiledRequest), about: compiledRequest)
        let answer = (["\\(compiled)"] + user.log).joined(separator: " | ")
        let tracer = app()
        let trace = await chain.compiled(tracer).trace(request())
        let rules =
          " # \\(trace.rule ?? "none"), continued \\(trace.continued), declined \\(trace.declined)"
        let traced = text(trace.decision, about: trace.request)
        let tracedAnswer = ([traced] + tracer.log).joined(separator: " | ")
        if answer != tracedAnswer || user.asked != tracer.asked {
          print("compiled: \\(answer), traced: \\(tracedAnswer)")
          continue
        }
        let other = app()
        let linkedRequest = request()
        let linked =
          chain.frames.contains(linkedRequest.frame)
          ? await decision(linkedRequest, chain.links(other)) : NavigationDecision.allow
        let linkedAnswer = ([text(linked, about: linkedRequest)] + other.log).joined(separator: " | ")
        if answer != linkedAnswer {
          print("compiled: \\(answer), linked: \\(linkedAnswer)")
        } else if !user.asked.isSubset(of: other.asked) {
          print("compiled asks for \\(user.asked), linked for \\(other.asked)")
        } else {
          print(answer + rules)
        }
      }
      """
  }

  /// The function that writes a decision with the preferences of the page.
  private var ofPreferences: String {
    let added =
      """
      let preferences = request.preferences
        let words = [
          preferences.contentMode.map { "contentMode \\($0)" },
          preferences.allowsJavaScript.map { "javaScript \\($0 ? "enabled" : "disabled")" },
        ].compactMap(\\.self)
        if !words.isEmpty { return "\\(decision) with \\(words.joined(separator: ", "))" }
      """
    return """
      @MainActor func text(
        _ decision: NavigationDecision, about request: NavigationRequest
      ) -> String {
        \(rules.hasPagePreferences ? added : "")
        return "\\(decision)"
      }
      """
  }

  /// A statement that returns a request with a response, if the question has one.
  private var ofResponse: String {
    if !rules.hasResponses { return "" }
    return """
      if let response = question.response {
        return NavigationRequest(
          url: exactURL(question.url),
          response: NavigationResponse(
            status: response.status, mimeType: response.mime, headers: question.headers,
            isDisplayable: response.displayable, filename: response.filename),
          frame: NavigationFrame(rawValue: question.frame)!,
          page: question.page.map { exactURL($0) })
      }
      """
  }

  /// The statements that set the frame of the page that makes the request; empty if no rule tests it.
  private var ofSource: String {
    guard SwiftRuntimeUse(context, hasTables: false).parts.contains(.sourceParts) else { return "" }
    return """
      request.source = question.source.flatMap { NavigationFrame(rawValue: $0) }
        .map { NavigationSource(frame: $0, origin: question.sourceOrigin.map { exactURL($0) }) }
      return request
      """
  }

  private func closure(_ links: [String]) -> String {
    """
    { app in
      \(links.isEmpty ? "let" : "var") links: [any NavigationActionHandler] = []
      \(links.map { "links.append(\($0))" }.joined(separator: "; "))
      return links
    }
    """
  }

  /// Returns the links of a chain, in their order, as expressions.
  private func links(_ chain: ID<Chain>, withOtherwise: Bool) -> [String] {
    let part = plan[.chain(chain)]
    let wait = part.hasAsyncRules ? "await " : ""
    var number = 0
    var links: [String] = []
    /// The block whose rules form the last link.
    var block: Location?
    for item in rules[chain].items {
      switch item {
      case .rule(let rule):
        defer { number += 1 }
        if rule.isOtherwise && !withOtherwise { continue }
        let type = SwiftOwner.type(.chain(chain), context)
        guard let own = rule.blocks.first?.location else {
          let call = "\(type).rules.evaluate(\(number), request, app)"
          links.append("OwnRule { request in \(wait)\(call) }")
          continue
        }
        if own == block { continue }
        block = own
        // A rule can leave the other rules of its block.
        let count = rules[chain].items.count { $0.rule?.blocks.first?.location == own }
        let call = "\(type).rules.decide(\(number)..<\(number + count), request, app)"
        links.append("OwnRule { request in \(wait)\(call) }")
      case .useHandler(let id, _):
        links.append(SwiftOwner.type(.handler(id), context) + "(environment: app)")
      case .useChain(let id, _):
        links += self.links(id, withOtherwise: false)
      }
    }
    return links
  }

  /// A function that prints a screen.
  private var screens: String {
    let cases = rules.screens.map { screen in
      let values = screen.parameters.indices.map { "value\($0)" }
      let pattern =
        values.isEmpty
        ? "" : "(" + values.map { "let " + $0 }.joined(separator: ", ") + ")"
      return """
            case .\(SwiftNames.afterDot(screen.name))\(pattern):
              return text(verb, \(SwiftText.literal(screen.name)), [\(values.joined(separator: ", "))])
        """
    }
    return """
      func shown(_ verb: String, _ screen: Screen) -> String {
        switch screen {
      \(cases.joined(separator: "\n"))
        }
      }
      """
  }

  /// The flags, values, actions and functions for schemes that the app supplies, as code.
  private var members: String {
    let flags = rules.flags.map {
      "  var \(SwiftNames.escapedMember($0.name)): Bool { flag(\(SwiftText.literal($0.name))) }"
    }
    let values = rules.values.map { value in
      let texts = "value(\(SwiftText.literal(value.name)))"
      // If a URL always has a value, a URL without a scheme means that it counts as missing.
      let (read, otherwise) =
        switch value.type {
        case .string: ("\(texts)?.first", "\"\"")
        case .int: ("\(texts)?.first.flatMap { Int($0) }", "0")
        case .url: ("\(texts)?.first.map(exactURL)", "exactURL(\"/none\")")
        case .strings: ("(\(texts) ?? [])", "")
        case .urls: ("(\(texts) ?? []).map(exactURL)", "")
        }
      let body = read + (value.isOptional || value.type.isList ? "" : " ?? " + otherwise)
      return
        "  var \(SwiftNames.escapedMember(value.name)): \(value.key.typeText) { \(body) }"
    }
    let actions = rules.actions.map { action in
      let parameters = action.parameters.enumerated().map { index, parameter in
        "\(SwiftNames.label(parameter.name)) value\(index): \(context.type(parameter.type))"
      }
      let values = action.parameters.indices.map { "value\($0)" }
      let name = SwiftText.literal(action.name)
      let note = "log.append(text(\"do\", \(name), [\(values.joined(separator: ", "))]))"
      let head =
        "  func \(SwiftNames.escapedMember(action.name))(\(parameters.joined(separator: ", ")))"
      let answer =
        "if answers[\(name)] == false { log.append(\"no \" + \(name)); return false }; \(note); return true"
      return switch action.result {
      case .none: head + " { \(note) }"
      case .bool: head + " -> Bool { \(answer) }"
      case .asyncBool: head + " async -> Bool { await Task.yield(); \(answer) }"
      }
    }
    let schemes = rules.schemeHandlers.map { handler in
      "  func \(SwiftNames.escapedMember(handler.name))(_ request: SchemeRequest) async throws"
        + " -> SchemeResponse { throw CancellationError() }"
    }
    return (flags + values + actions + schemes).joined(separator: "\n")
  }
}
