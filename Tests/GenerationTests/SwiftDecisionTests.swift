import Foundation
import Semantics
import Testing
import WebURL

@testable import Generation

/// The generated chains run, and decide what the `test` blocks of the rule files say.
@Suite(.serialized) struct SwiftDecisionTests {
  @Test(arguments: SwiftTypeCheckTests.folders) func decidesAsTheRuleFilesSay(
    _ folder: String
  ) throws {
    let set = try SwiftRuleSet(folder: folder)
    let cases = set.rules.tests.reduce(0) { $0 + $1.cases.count }
    try #require(cases > 0)
    let result = try run(set, name: folder)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\(cases * 2) checks, 0 failures"), "\(result.output)")
  }

  /// The runner notices a decision and a step that are not as the test says.
  @Test func noticesWhatIsWrong() throws {
    var set = SwiftRuleSet(
      """
      screen S(id: String)
      chain Default { when path[1] == "s" present S(id: path[2]) cancel otherwise allow }
      test Default {
        "https://a.com/s/1" present S(id: "1") cancel
      }
      """)
    try #require(set.faults.isEmpty)
    set.rules.tests[0].cases[0].decision = .download
    set.rules.tests[0].cases[0].steps = []
    let result = try run(set, name: "wrong")
    #expect(result.status == 1)
    #expect(result.output.contains("2 checks, 2 failures"), "\(result.output)")
  }

  private func run(_ set: SwiftRuleSet, name: String) throws -> SwiftCompiler.Result {
    let folder = try SwiftCompiler.scratch("decisions-" + name)
    let program = DecisionProgram(set)
    let main = folder.appendingPathComponent("main.swift")
    try Data(program.text().utf8).write(to: main)
    return try SwiftCompiler.buildAndRun(set, in: folder, sources: [main.path])
  }
}

/// A program that asks generated chains what the `test` blocks ask.
private struct DecisionProgram {
  private let set: SwiftRuleSet
  private let context: SwiftContext

  init(_ set: SwiftRuleSet) {
    self.set = set
    context = SwiftContext(set.rules, set.sources, .internal)
  }

  func text() -> String {
    var lines = ["import Foundation", "", environment(), ""]
    for block in set.rules.tests {
      for testCase in block.cases { lines.append(text(testCase, set.rules[block.chain])) }
    }
    lines.append("Checks.end()")
    return lines.joined(separator: "\n")
  }

  /// An app that writes down what is asked of it.
  private func environment() -> String {
    let flags = set.rules.flags.map { "  var \(SwiftNames.escapedMember($0.name)) = false" }
    let actions = set.rules.actions.map { action in
      let parameters = action.parameters.map {
        "\(SwiftNames.escaped($0.name)): \(context.type($0.type))"
      }
      let shown = action.parameters.map { "\(SwiftNames.escaped($0.name)) as Any" }
      let name = SwiftNames.escapedMember(action.name)
      let head = "  func \(name)(\(parameters.joined(separator: ", ")))"
      let note = "log.append(text(\"\(action.name)\", [\(shown.joined(separator: ", "))]))"
      switch action.result {
      case .none: return head + " { \(note) }"
      case .bool:
        return head
          + " -> Bool { let taken = answers[\"\(action.name)\"] ?? true; if taken { \(note) }; "
          + "return taken }"
      case .asyncBool:
        return head
          + " async -> Bool { await Task.yield(); let taken = answers[\"\(action.name)\"] ?? true; "
          + "if taken { \(note) }; return taken }"
      }
    }
    return """
      func text(_ name: String, _ values: [Any]) -> String { "\\(name) \\(values)" }

      @MainActor final class App: NavigationEnvironment {
        var log: [String] = []
        var answers: [String: Bool] = [:]
      \(flags.joined(separator: "\n"))
        func present(_ screen: Screen) { log.append("present \\(screen)") }
        func push(_ screen: Screen) { log.append("push \\(screen)") }
        func open(_ url: URL) { log.append("open") }
        func load(_ url: URL) { log.append("load") }
        func dismiss() { log.append("dismiss") }
      \(actions.joined(separator: "\n"))
      }
      """
  }

  private func text(_ testCase: TestBlock.Case, _ chain: Chain) -> String {
    var setup: [String] = []
    // WebKit hands over what its own parser has made of the text.
    let normalized = WebURL.parse(testCase.url)?.normalized ?? testCase.url
    var arguments = ["url: url(\(SwiftText.literal(normalized)))"]
    var navigation = "other"
    var frame = "main"
    var method = "GET"
    var headers: [String] = []
    var isDownload = false
    var page: String?
    for item in testCase.setup {
      switch item {
      case .flag(let id, let value):
        setup.append("app.\(SwiftNames.escapedMember(set.rules[id].name)) = \(value)")
      case .attempt(let id, let value):
        setup.append("app.answers[\"\(set.rules[id].name)\"] = \(value)")
      case .frame(let kind): frame = kind.rawValue
      case .navigation(let kind): navigation = kind.rawValue
      case .method(let text): method = text
      case .header(let name, let value):
        headers.append("\(SwiftText.literal(name)): \(SwiftText.literal(value))")
      case .download(let value): isDownload = value
      case .page(let text): page = text
      }
    }
    arguments += ["navigation: .\(navigation)", "frame: .\(frame)"]
    arguments.append("method: \(SwiftText.literal(method))")
    if !headers.isEmpty { arguments.append("headers: [\(headers.joined(separator: ", "))]") }
    arguments.append("isDownload: \(isDownload)")
    if let page { arguments.append("page: url(\(SwiftText.literal(page)))") }
    let steps = testCase.steps.map(step).joined(separator: ", ")
    let name = SwiftText.literal(testCase.url)
    return """
      do {
        let app = App()
        \(setup.joined(separator: "\n  "))
        let chain = \(SwiftNames.chain(chain.name))(environment: app)
        let request = NavigationRequest(\(arguments.joined(separator: ", ")))
        Checks.equal(await chain.execute(request), .\(testCase.decision.rawValue), \(name))
        Checks.equal(app.log, [\(steps)], \(name))
      }
      """
  }

  private func step(_ step: TestBlock.TestStep) -> String {
    switch step.kind {
    case .present(let id, let values): "\"present \\(\(screen(id, values)))\""
    case .push(let id, let values): "\"push \\(\(screen(id, values)))\""
    case .perform(let id, let values), .attempt(let id, let values):
      "text(\"\(set.rules[id].name)\", ["
        + zip(set.rules[id].parameters, values).map { field, value in
          "\(context.literal(value, as: field.type)) as \(context.type(field.type)) as Any"
        }.joined(separator: ", ") + "])"
    case .openURL: "\"open\""
    case .loadURL: "\"load\""
    case .dismiss: "\"dismiss\""
    }
  }

  private func screen(_ id: ID<Screen>, _ values: [Literal]) -> String {
    let screen = set.rules[id]
    let arguments = zip(screen.parameters, values).map { field, value in
      "\(SwiftNames.escaped(field.name)): \(context.literal(value, as: field.type))"
    }
    return "Screen." + SwiftNames.afterDot(screen.name)
      + (arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")")
  }
}
