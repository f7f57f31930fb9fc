import Diagnostics
import Workspace

extension Verb {
  static let witness = Verb(
    name: "witness",
    summary: "List for each rule a request that reaches it",
    description: [
      """
      Lists the rules of every chain in the order they are asked, those of handlers in place of \
      their `use`, and for each a request that reaches it, as a test case writes it: the URL, and \
      behind `with` what is not as usual. Attempts fail where `!action` says so.
      """,
      """
      A rule that no request reaches is `unreachable`, with the earlier rules that take its place \
      and a request for each, or with the parts of its condition that exclude each other. A rule \
      is `undecided` if its answer takes more steps than it may.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option("chain", .text("NAME"), "The chain to list; without it, all."),
      Option(
        "format", .choice(["human", "json"]),
        "How the list is printed: for people (default), or as one JSON object."),
    ],
    examples: [
      Example("bascule witness", "The rule set below the current folder."),
      Example("bascule witness rules/shop --chain Payment", "One chain."),
      Example("bascule witness rules --format json", "For a script that asks the app."),
    ],
    exitCodes: [
      (.success, "The rules are listed, whether a request reaches them or not."),
      (.findings, "A rule set has errors."),
      (.usage, "Wrong usage, or an unknown chain."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let (sets, code) = LoadedSource.load(arguments.operands, &console)
    if let code { return code }
    do throws(QuestionError) {
      let list = try WitnessList(sets.map(\.rules), chain: arguments["chain"])
      console.output.write(
        arguments["format"] == "json" ? list.json : list.human(console.output.style))
    } catch {
      throw UsageError(error.message, help: error.help, pointsToUsage: false)
    }
    return .success
  }
}
