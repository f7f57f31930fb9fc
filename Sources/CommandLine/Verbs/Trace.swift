import Diagnostics
import Requests
import Text
import Workspace

extension Verb {
  static let trace = Verb(
    name: "trace",
    summary: "Show what a chain does with a URL, rule by rule",
    description: [
      """
      Evaluates the rules of a chain for one request, in order. Prints for each whether it matches, \
      or the part of its condition that fails and the value tested; then the decision and \
      the steps with their arguments. Without options the request is a GET in the main frame, \
      before any page has loaded, with all flags false and all attempts successful.
      """,
      """
      With `--responses`, or with a value that only responses have, such as `--status`, evaluates the \
      rules of `responses` for one response.
      """,
      "If a rule set has errors, its findings go to standard error and it is not traced.",
    ],
    operand: Operand(
      name: "URL", kind: .url, isRepeated: true, isRequired: true,
      help: "The absolute URL that the page wants to open, then files and folders as for `check`."),
    options: [
      Option("chain", .text("NAME"), "The chain to trace; required if there are several."),
      Option(
        "responses", .text("NAME"),
        "The responses to trace; required if there are several. The URL is that of a response."),
      Option(
        "set", .text("NAME=VALUE"),
        "The value of a flag or of a value of the app, or the result of an attempt: its action, or `open url`.",
        isRepeated: true),
    ] + TraceQuery.options.map { Option($0) } + [
      Option(
        "rules", .file("PATH"),
        "Folder or file of the rule set, as for `check`; the current folder by default.",
        isRepeated: true),
      linksOption,
      Option(
        "format", .choice(["human", "json"]),
        "The output format: human (default), or one JSON object."),
    ],
    examples: [
      Example(
        "bascule trace https://store.example/product/7",
        "Find the rule that decides about this URL."),
      Example(
        "bascule trace tel:+1 rules/shop --chain Payment --set isHomePage",
        "Trace one of several chains, with a flag set."),
      Example(
        "bascule trace https://a.example/ --frame new --header \"X-Campaign: spring\"",
        "Trace a link with target=_blank."),
      Example(
        "bascule trace https://a.example/report --status 200 --mime application/pdf",
        "Trace a response."),
    ],
    exitCodes: [
      (.success, "The trace is printed, for any decision."),
      (.findings, "A rule set has errors."),
      (.usage, "Invalid usage, no URL, or an unknown chain, flag or value."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    guard let url = arguments.operands.first else {
      throw UsageError("`trace` needs a URL", "trace")
    }
    let paths = arguments.operands.dropFirst()
    if let other = paths.first(where: { $0.dropFirst(2).contains(":") }) {
      throw UsageError("`trace` takes one URL, but also got `\(other)`", "trace")
    }
    var query = TraceQuery(url: url)
    query.chain = try ChainName(arguments, "trace")
    query.settings = arguments.all("set")
    for option in TraceQuery.options {
      switch option.value {
      case .none: query.inputs[option.name] = arguments.has(option.name) ? [""] : nil
      case .text, .choice: query.inputs[option.name] = arguments.all(option.name)
      }
    }

    let (sets, code) = LoadedSource.load(
      arguments.all("rules") + paths, links: arguments.all("links"), &console)
    if let code { return code }
    let set = try chosen(sets, chain: query.chain)
    do throws(QueryError) {
      let trace = try set.trace(query)
      console.output.write(
        arguments["format"] == "json" ? trace.json : trace.human(console.output.style))
    } catch {
      throw UsageError(error.message, help: error.help, pointsToUsage: false)
    }
    return .success
  }

  /// Returns the set that has the chain, or the only set that has chains.
  private static func chosen(
    _ sets: [LoadedSource], chain: ChainName?
  ) throws(UsageError) -> LoadedRuleSet {
    if sets.count == 1 { return sets[0].rules }
    let candidates = sets.filter { set in
      chain.map { set.rules.chainNames.contains($0) } ?? !set.rules.chainNames.isEmpty
    }
    if candidates.count == 1 { return candidates[0].rules }
    let list = { (sets: [LoadedSource]) in
      sets.map { "`\($0.source.found.folder.display)`" }.joined(separator: ", ")
    }
    guard let chain else {
      throw UsageError(
        candidates.isEmpty
          ? "none of the \(sets.count) rule sets has a chain"
          : "\(candidates.count) rule sets have chains: \(list(candidates))",
        help: "name one rule set with `--rules`", pointsToUsage: false)
    }
    if candidates.isEmpty {
      var names: [String] = []
      for other in sets.flatMap(\.rules.chainNames)
      where other.kind == chain.kind && !names.contains(other.name) {
        names.append(other.name)
      }
      let near = Nearest.names(to: chain.name, among: names).map { "`\($0)`" }
      throw UsageError(
        "none of the \(sets.count) rule sets has \(chain.nameWithArticle)",
        help: near.isEmpty
          ? "there is \(names.map { "`\($0)`" }.joined(separator: ", "))"
          : "did you mean \(near.joined(separator: " or "))?",
        pointsToUsage: false)
    }
    throw UsageError(
      "\(candidates.count) rule sets have \(chain.nameWithArticle): \(list(candidates))",
      help: "name one rule set with `--rules`", pointsToUsage: false)
  }
}

extension ChainName {
  /// Creates the name of the chain or the responses that the options name; nil if they name none.
  init?(_ arguments: Arguments, _ verb: String) throws(UsageError) {
    switch (arguments["chain"], arguments["responses"]) {
    case (let name?, nil): self.init(.requests, name)
    case (nil, let name?): self.init(.responses, name)
    case (nil, nil): return nil
    case (_?, _?): throw UsageError("`--chain` and `--responses` exclude each other", verb)
    }
  }

  /// The name with its article.
  fileprivate var nameWithArticle: String {
    switch kind {
    case .requests: "a chain `\(name)`"
    case .responses: "responses `\(name)`"
    }
  }
}

extension Verb.Option {
  fileprivate init(_ option: TraceQuery.Option) {
    switch option.value {
    case .none: self.init(option.name, .none, option.help)
    case .text(let placeholder):
      self.init(option.name, .text(placeholder), option.help, isRepeated: option.isRepeated)
    case .choice(let names): self.init(option.name, .choice(names), option.help)
    }
  }
}
