import Diagnostics
import Text
import Workspace

extension Verb {
  static let trace = Verb(
    name: "trace",
    summary: "Show what a chain does with a URL, rule by rule",
    description: [
      """
      Asks the rules of a chain about one request, in order, and prints for each whether it \
      matches, or else the part of it that fails and the value that it saw; then the decision and \
      the steps with their arguments. Without options the request is a GET in the main frame, \
      before any page has loaded, with all flags false and all attempts successful.
      """,
      "Findings of rule sets with errors go to standard error; such a set is not traced.",
    ],
    operand: Operand(
      name: "URL", kind: .url, isRepeated: false, isRequired: true,
      help: "The absolute URL that the page wants to open."),
    options: [
      Option("chain", .text("NAME"), "The chain to ask; needed if there are several."),
      Option(
        "set", .text("FLAG=true|false"),
        "What the app says of a flag, or what an attempted action answers.", isRepeated: true),
      Option("frame", .choice(TraceQuestion.frames), "Where the URL would open; main without it."),
      Option(
        "navigation", .choice(TraceQuestion.navigations),
        "Why the page wants to open it; other without it."),
      Option("method", .text("METHOD"), "The HTTP method; GET without it."),
      Option("header", .text("\"NAME: VALUE\""), "A header of the request.", isRepeated: true),
      Option("page", .text("URL"), "The page now shown."),
      Option("download", .none, "The page asks for a download."),
      Option(
        "rules", .file("PATH"),
        "Folder or file of the rule set, as for `check`; without it, the current folder.",
        isRepeated: true),
      Option(
        "format", .choice(["human", "json"]),
        "How the answer is printed: for people (default), or as one JSON object."),
    ],
    examples: [
      Example("bascule trace https://store.example/product/7", "Which rule takes this URL?"),
      Example(
        "bascule trace tel:+1 --rules rules/shop --chain Payment --set isHomePage",
        "One chain of several, with a flag set."),
      Example(
        "bascule trace https://a.example/ --frame new --header \"X-Campaign: spring\"",
        "A link with target=_blank."),
    ],
    exitCodes: [
      (.success, "The question is answered, whatever the decision."),
      (.findings, "A rule set has errors."),
      (.usage, "Wrong usage, no URL, or an unknown chain or flag."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    guard let url = arguments.operands.first else {
      throw UsageError("`trace` needs a URL", "trace")
    }
    var question = TraceQuestion(url: url)
    question.chain = arguments["chain"]
    question.settings = arguments.all("set")
    question.frame = arguments["frame"] ?? question.frame
    question.navigation = arguments["navigation"] ?? question.navigation
    question.method = arguments["method"] ?? question.method
    question.headers = arguments.all("header")
    question.page = arguments["page"]
    question.download = arguments.has("download")

    let (sets, code) = LoadedSource.load(arguments.all("rules"), &console)
    if let code { return code }
    let set = try chosen(sets, chain: question.chain)
    do throws(QuestionError) {
      let trace = try set.trace(question)
      console.output.write(
        arguments["format"] == "json" ? trace.json : trace.human(console.output.style))
    } catch {
      throw UsageError(error.message, help: error.help, pointsToUsage: false)
    }
    return .success
  }

  /// The set that has the chain, or the only one that has chains.
  private static func chosen(
    _ sets: [LoadedSource], chain: String?
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
      for name in sets.flatMap(\.rules.chainNames) where !names.contains(name) {
        names.append(name)
      }
      let near = Nearest.names(to: chain, among: names).map { "`\($0)`" }
      throw UsageError(
        "none of the \(sets.count) rule sets has a chain `\(chain)`",
        help: near.isEmpty
          ? "there is \(names.map { "`\($0)`" }.joined(separator: ", "))"
          : "did you mean \(near.joined(separator: " or "))?",
        pointsToUsage: false)
    }
    throw UsageError(
      "\(candidates.count) rule sets have a chain `\(chain)`: \(list(candidates))",
      help: "name one rule set with `--rules`", pointsToUsage: false)
  }
}
