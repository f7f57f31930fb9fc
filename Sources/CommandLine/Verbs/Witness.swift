import Diagnostics
import Requests
import Workspace

extension Verb {
  static let witness = Verb(
    name: "witness",
    summary: "List, for each rule, a request that reaches it",
    description: [
      """
      Lists the rules of all chains and responses in evaluation order, with the rules of handlers in place of \
      their `use`, and for each a request that reaches it, in the syntax of a test case: the URL, \
      and `with` the values that differ from the defaults. `!action` and `!open url` are failing attempts.
      """,
      """
      A rule that no request reaches is `unreachable`, with the earlier rules that cover it and a \
      request for each, or with the parts of its condition that contradict each other. A rule \
      is `undecided` if its analysis exceeds the step limit.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option("chain", .text("NAME"), "The chain to list; all chains and responses by default."),
      Option("responses", .text("NAME"), "The responses to list."),
      linksOption,
      Option(
        "format", .choice(["human", "json"]),
        "The output format: human (default), or one JSON object."),
    ],
    examples: [
      Example("bascule witness", "List the rule set below the current folder."),
      Example("bascule witness rules/shop --chain Payment", "List one chain."),
      Example(
        "bascule witness rules --format json", "Get requests for a script that tests the app."),
    ],
    exitCodes: [
      (.success, "The rules are listed, reachable or not."),
      (.findings, "A rule set has errors."),
      (.usage, "Invalid usage, or an unknown chain."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let (sets, code) = LoadedSource.load(
      arguments.operands, links: arguments.all("links"), &console)
    if let code { return code }
    let chain = try ChainName(arguments, "witness")
    do throws(QueryError) {
      let list = try WitnessList(sets.map(\.rules), chain: chain)
      console.output.write(
        arguments["format"] == "json" ? list.json : list.human(console.output.style))
    } catch {
      throw UsageError(error.message, help: error.help, pointsToUsage: false)
    }
    return .success
  }
}
