import Interpreter
package import Reachability
package import Requests
import Semantics
import WebURL

/// A query about a request, from the command line or the editor.
package struct TraceQuery: Sendable {
  /// An input of the request in the form of an option.
  package struct Option: Sendable {
    package enum Value: Sendable {
      /// No value: the option alone sets the input.
      case none
      case text(placeholder: String)
      case choice([String])
    }

    package var name: String
    package var value: Value
    package var isRepeated: Bool
    package var help: String
  }

  /// The options for the inputs of a request, in the order of the table.
  package static let options = RequestSchema.all.inputs.map { input in
    let row = input.row
    return Option(
      name: row.optionName, value: input.optionValue, isRepeated: row.argument != .none,
      help: row.option)
  }

  package var url: String
  /// The chain. If it is nil, the only chain of requests; or the only chain of responses, if there is none of
  /// requests or the query has an input of a response.
  package var chain: ChainName?
  /// The values of each given option. An option without a value has one that is ignored. A repeated option has a
  /// `Name: value` for each time.
  package var inputs: [String: [String]] = [:]
  /// The settings of flags, actions and values of the app.
  ///
  /// A flag is `flag`, `flag=true` or `flag=false`. For an attempted action, the value is its answer. A value of the
  /// app is `value=TEXT`; a list has one setting for each element.
  package var settings: [String] = []

  package init(url: String) { self.url = url }

  /// Creates a query about a request that the analysis found.
  package init(_ witness: Witness) {
    self.init(witness.urlText, witness.settings)
    settings += witness.declined.map { "\($0)=false" }
  }

  /// Creates a query about the request of a test case; fails if the case's URL is invalid.
  init?(_ test: TestBlock.Case, of rules: RuleSet) {
    guard let (request, answers) = test.request() else { return nil }
    self.init(test.url, request.settings)
    settings += answers.filter { !$0.value }.map { "\(rules.name(of: $0.key))=false" }.sorted()
  }

  private init(_ url: String, _ values: RequestSettings) {
    self.url = url
    settings = values.flags
    for setting in values.changed {
      let row = setting.input.row
      if case .flag = setting.input { continue }
      if case .value(let key) = setting.input {
        var items = [setting.value]
        if case .list(let list) = setting.value { items = list }
        settings += items.map { "\(key.name.string)=\(RuleLanguagePrinter.plainText($0))" }
        continue
      }
      let value = RuleLanguagePrinter.plainText(setting.value)
      inputs[row.optionName, default: []].append(
        row.argument == .none ? value : "\(row.argument.key.string): \(value)")
    }
  }

  /// True if the query has a value that only responses have.
  var isAboutResponse: Bool {
    RequestSchema.all.inputs.contains {
      !$0.exists(in: .requests) && inputs[$0.row.optionName]?.isEmpty == false
    }
  }

  /// The request or response with the inputs of the query.
  ///
  /// - Requires: `url` is the URL of the request.
  func request(_ url: WebURL, _ kind: ChainKind) throws(QueryError) -> Request {
    var request = Request(url: url)
    let schema = RequestSchema.all
    for input in schema.inputs {
      let row = input.row
      if !input.exists(in: kind), inputs[row.optionName]?.isEmpty == false {
        throw QueryError(
          "`--\(row.optionName)` is a value of a \(kind.other.subject)",
          help:
            "name \(kind.other == .requests ? "a chain" : "responses") with `--\(kind.other.rawValue)`"
        )
      }
      for text in inputs[row.optionName] ?? [] {
        let (argument, value) = row.argument == .none ? (.none, text) : try Self.header(text)
        guard let input = schema.input(row.name, argument) else { continue }
        request.settings.set(input, try Self.constant(value, input))
      }
    }
    if let (input, required) = request.settings.lacking {
      throw QueryError(
        "`--\(input.row.optionName)` needs `--\(required.row.optionName)`",
        help: "no request has `\(input.row.name)` without `\(required.row.name)`: add "
          + required.choices.map { "`--\(required.row.optionName) \($0)`" }
          .joined(separator: " or "))
    }
    return request
  }

  private static func constant(
    _ text: String, _ input: RequestInput
  ) throws(QueryError) -> RequestConstant? {
    let type = input.kind.type
    switch type {
    case .string: return .string(text)
    case .int:
      guard let number = Int64(text) else {
        throw QueryError("`\(text)` is no number", help: "write it as in `--\(input.row.name) 404`")
      }
      if let why = RequestValue.input(input).refusal(of: number) {
        throw QueryError("`\(input.row.name)` cannot be \(number)", help: why)
      }
      return .int(number)
    case .bool: return .bool(text != "false")
    case .url: return .url(try url(text).href)
    case .strings, .urls: return nil
    case .choice(let choices):
      if let choice = Choice(choices, named: text) { return .choice(choice) }
      throw QueryError("there is no \(type.name) `\(text)`", text, among: choices.names)
    }
  }

  package static func isURL(_ text: String) -> Bool { WebURL.parse(text) != nil }

  static func url(_ text: String) throws(QueryError) -> WebURL {
    if let url = WebURL.parse(text) { return url }
    throw QueryError(
      "`\(text)` is no URL",
      help: text.contains(":")
        ? "the URL standard does not accept it"
        : "an absolute URL starts with a scheme: `https://\(text)`")
  }

  /// The name and the value of a header in the form `Name: value`.
  private static func header(
    _ header: String
  ) throws(QueryError) -> (ValueArgument, String) {
    let parts = header.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: isBlank) else {
      throw QueryError("`\(header)` is no header", help: "write it as `Name: value`")
    }
    let value = parts[1].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return (.key(ExactString(String(parts[0])), isMember: false), String(value))
  }
}

extension RequestInput {
  fileprivate var optionValue: TraceQuery.Option.Value {
    if row.argument != .none { return .text(placeholder: "\"NAME: VALUE\"") }
    return switch kind.type {
    case .bool: row.defaultValue == .bool(true) ? .choice(["true", "false"]) : .none
    case .url: .text(placeholder: "URL")
    case .string, .int, .strings, .urls: .text(placeholder: row.name.uppercased())
    case .choice(let type): .choice(type.names)
    }
  }
}
