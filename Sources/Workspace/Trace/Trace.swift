import Interpreter
package import Reachability
import Semantics
import WebURL

/// A request as the command line and the editor ask about it.
package struct TraceQuestion: Sendable {
  /// Names of the frames.
  package static let frames = FrameKind.allCases.map(\.rawValue)
  /// Names of the navigation types.
  package static let navigations = NavigationKind.allCases.map(\.rawValue)

  package var url: String
  /// nil: the only chain.
  package var chain: String?
  /// One of `frames`.
  package var frame = FrameKind.main.rawValue
  /// One of `navigations`.
  package var navigation = NavigationKind.other.rawValue
  package var method = "GET"
  /// Each as `Name: value`.
  package var headers: [String] = []
  package var download = false
  package var page: String?
  /// `flag`, `flag=true` or `flag=false`; for an attempted action, what it answers.
  package var settings: [String] = []

  package init(url: String) { self.url = url }

  /// Asks about a request that the analysis found.
  package init(_ witness: Witness) {
    url = witness.urlText
    frame = witness.frame.rawValue
    navigation = witness.navigation.rawValue
    method = witness.method
    headers = witness.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    download = witness.download
    page = witness.pageText
    settings = witness.flags
  }
}

/// The evaluation of a request by a chain, rule by rule.
package struct Trace: Sendable {
  package let chain: String
  let request: Request
  /// The answers of attempted actions; true for those without an entry.
  let answers: [ID<Action>: Bool]
  let outcome: Outcome
  let interpreter: Interpreter
  let places: SourcePlaces
}

extension LoadedRuleSet {
  /// - Requires: `hasErrors` is false.
  package func trace(_ question: TraceQuestion) throws(QuestionError) -> Trace {
    let chain = try chain(question.chain)
    var request = Request(url: try Self.url(question.url))
    guard let frame = FrameKind(rawValue: question.frame) else {
      throw QuestionError(
        "there is no frame `\(question.frame)`", question.frame, among: TraceQuestion.frames)
    }
    guard let navigation = NavigationKind(rawValue: question.navigation) else {
      throw QuestionError(
        "there is no navigation type `\(question.navigation)`", question.navigation,
        among: TraceQuestion.navigations)
    }
    request.frame = frame
    request.navigation = navigation
    request.method = question.method
    request.download = question.download
    if let page = question.page { request.page = try Self.url(page) }
    for header in question.headers { try Self.set(header, &request) }
    var answers: [ID<Action>: Bool] = [:]
    for setting in question.settings { try set(setting, &request, &answers) }
    let interpreter = interpreter(chain)
    return Trace(
      chain: chain, request: request, answers: answers,
      outcome: interpreter.decide(request, answers: answers),
      interpreter: interpreter, places: places)
  }

  private func chain(_ name: String?) throws(QuestionError) -> String {
    let names = chainNames
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    guard let name else {
      if names.count == 1 { return names[0] }
      throw names.isEmpty
        ? QuestionError("the rule set has no chain")
        : QuestionError(
          "the rule set has \(names.count) chains: \(list)", help: "name one with `--chain`")
    }
    if names.contains(name) { return name }
    throw QuestionError(
      "there is no chain `\(name)`", name, among: names,
      help: names.isEmpty ? "the rule set has none" : "there is \(list)")
  }

  private static func url(_ text: String) throws(QuestionError) -> WebURL {
    if let url = WebURL.parse(text) { return url }
    throw QuestionError(
      "`\(text)` is no URL",
      help: text.contains(":")
        ? "the URL standard does not accept it"
        : "an absolute URL starts with a scheme: `https://\(text)`")
  }

  private static func set(_ header: String, _ request: inout Request) throws(QuestionError) {
    let parts = header.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: isBlank) else {
      throw QuestionError("`\(header)` is no header", help: "write it as `Name: value`")
    }
    let value = parts[1].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    request.setHeader(String(parts[0]), String(value))
  }

  private func set(
    _ setting: String, _ request: inout Request, _ answers: inout [ID<Action>: Bool]
  ) throws(QuestionError) {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : "true"
    guard value == "true" || value == "false" else {
      throw QuestionError(
        "`\(name)` cannot be `\(value)`", help: "write `\(name)=true` or `\(name)=false`")
    }
    let isTrue = value == "true"
    if let index = rules.flags.firstIndex(where: { $0.name == name }) {
      if isTrue { request.flags.insert(ID(index)) } else { request.flags.remove(ID(index)) }
      return
    }
    let actions = rules.actions.enumerated().filter { $0.element.result != .none }
    if let action = actions.first(where: { $0.element.name == name }) {
      answers[ID(action.offset)] = isTrue
      return
    }
    let flags = rules.flags.map(\.name)
    throw QuestionError(
      "there is no flag `\(name)`", name, among: flags + actions.map(\.element.name),
      help: flags.isEmpty
        ? "the rule set has no flags"
        : "there is \(flags.map { "`\($0)`" }.joined(separator: ", "))")
  }
}
