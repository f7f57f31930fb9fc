import Diagnostics
import Workspace

extension Verb {
  static let test = Verb(
    name: "test",
    summary: "Run the test blocks of rule files",
    description: [
      """
      Asks the chain of each `test` block about each of its URLs, and compares the steps, with \
      their arguments, and the decision with what is expected. Flags that `with` does not set are \
      false, the frame is main, the navigation other, the method GET, there is no page, and \
      attempts succeed unless `!action` says otherwise.
      """,
      """
      Steps are those of all rules that matched, in order, an attempt that succeeded among them. \
      The results go to standard output. Findings of rule sets with errors go to standard error; \
      then no test is run.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option(
        "format", .choice(["human", "json", "junit"]),
        "How results are printed: for people (default), as one JSON object, or as JUnit XML."),
      Option("uncovered", .none, "For people: list the rules that no test reaches."),
    ],
    examples: [
      Example("bascule test", "Test the rule set below the current folder."),
      Example("bascule test rules --uncovered", "Which rules does no test reach?"),
      Example("bascule test --format junit > tests.xml", "Results for a CI system."),
    ],
    exitCodes: [
      (.success, "Every test passes."),
      (.findings, "A test fails, or a rule set has errors."),
      (.usage, "Wrong usage."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let format = arguments["format"] ?? "human"
    if arguments.has("uncovered"), format != "human" {
      throw UsageError("`--uncovered` is of use with `--format human` only", "test")
    }
    let (sets, code) = LoadedSource.load(arguments.operands, &console)
    if let code { return code }
    let run = TestRun(sets.map(\.rules))
    switch format {
    case "json": console.output.write(run.json)
    case "junit": console.output.write(run.junit)
    default:
      let listsUncovered = arguments.has("uncovered")
      console.output.write(run.human(console.output.style, listsUncovered: listsUncovered))
    }
    return run.failed == 0 ? .success : .findings
  }
}
