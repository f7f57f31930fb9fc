package import Interpreter
package import Requests
package import Semantics
import Syntax
package import Testing
package import Text
import WebURL

/// A rule set given as text, with queries.
package struct RuleText {
  package let rules: RuleSet
  package let file: SourceFile
  /// True to describe cases of enums by their raw values, which several rule sets share.
  package var usesRawValues = false

  package static let declarations = """
    origin Store = "https://zhgchg.li", "https://*.zhgchg.li", "https://pay.example:8443"
    flag isHome
    flag isDark
    enum Order { relevance, price = "price_asc" }
    screen Home
    screen Text(value: String)
    screen Number(value: Int)
    screen Ratio(value: Double)
    screen Truth(value: Bool)
    screen Link(value: URL)
    screen Sorted(value: Order)
    screen Maybe(text: String?, number: Int?, order: Order?)
    screen Defaults(text: String = "none", flag: Bool = true)
    action note(text: String)
    action take(url: URL) -> Bool
    action confirm(host: String?) async -> Bool

    """

  package init(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    file = SourceFile(name: "rules.bascule", text: text)
    let tree = SyntaxTree.parse(file)
    try #require(tree.faults.isEmpty, "\(tree.faults)", sourceLocation: sourceLocation)
    let resolution = Resolution([tree]) { _ in nil }
    try #require(
      resolution.faults.isEmpty, "\(resolution.faults)", sourceLocation: sourceLocation)
    rules = resolution.rules
  }

  /// Creates a chain `C` with the items, after the declarations.
  package init(items: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try self.init(
      Self.declarations + "chain C {\n\(items)\n}\n", sourceLocation: sourceLocation)
  }

  package func chain(_ name: String = "C") throws -> Interpreter {
    let index = try #require(rules.chains.firstIndex { $0.name == name })
    return Interpreter(ID(index), in: rules)
  }

  package func flag(_ name: String) throws -> String {
    try #require(rules.flags.first { $0.name == name }).name
  }

  package func action(_ name: String) throws -> ID<Action> {
    ID(try #require(rules.actions.firstIndex { $0.name == name }))
  }

  package func decide(
    _ url: String, in chain: String = "C", _ change: (inout Request) throws -> Void = { _ in },
    answers: [String: Bool] = [:]
  ) throws -> Outcome {
    var request = Request(url: try #require(WebURL.parse(url)))
    try change(&request)
    var byID: [Attempted: Bool] = [:]
    for (name, answer) in answers {
      byID[name == Attempted.openURLName ? .openURL : .action(try action(name))] = answer
    }
    return try self.chain(chain).decide(request, answers: byID)
  }

  /// Returns the outcome on one line, such as `present Text(value: "a") cancel`.
  package func describe(_ outcome: Outcome) -> String {
    (outcome.steps.map { describe($0) } + [RuleLanguagePrinter(rules).text(outcome.decision)])
      .joined(separator: " ")
  }

  package func describe(_ step: PerformedStep) -> String {
    switch step.kind {
    case .attemptOpenURL(let handed), .openURL(let handed), .loadURL(let handed):
      let headers = handed.headers.map { " \($0.part.text)=\($0.value ?? "-")" }
      return "\(step.kind.verb) \(handed.url)" + headers.joined()
    case .present, .push, .perform, .attempt, .dismiss:
      guard let target = step.kind.target, let values = step.kind.arguments else {
        return step.kind.verb
      }
      return step.kind.verb + " "
        + call(rules.name(of: target), rules.parameters(of: target), values)
    }
  }

  private func call(_ name: String, _ parameters: [Field], _ values: [Literal]) -> String {
    if parameters.isEmpty { return name }
    let arguments = zip(parameters, values).map { "\($0.name): \(describe($1))" }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private func describe(_ value: Literal) -> String {
    switch value {
    case .string(let text): "\"\(text)\""
    case .int(let number): String(number)
    case .double(let number): String(number)
    case .bool(let truth): String(truth)
    case .enumerationCase(let id, let index):
      usesRawValues
        ? "raw \(rules[id].cases[index].rawValue)" : ".\(rules[id].cases[index].name)"
    case .url(let url): "<\(url)>"
    case .list(let items): "[\(items.map { describe($0) }.joined(separator: ", "))]"
    case .request: "request"
    case .emptyDictionary: "[:]"
    case .missing: "nil"
    }
  }
}
