import Diagnostics
import Workspace

extension Verb {
  static let check = Verb(
    name: "check",
    summary: "Report what is wrong with rule files",
    description: [
      """
      A folder stands for the rule set of all .bascule files below it; a folder below it that holds \
      a bascule.json is a rule set of its own. Files named one by one are one rule set together. \
      `-` is standard input. Hidden folders and node_modules are left out.
      """,
      """
      Findings and the summary go to standard output, sorted by file and place. What the program \
      itself cannot do, such as read a file, goes to standard error. Colour is used on a terminal \
      only, and not if NO_COLOR is set.
      """,
      """
      The bascule.json of a rule set may say `format`, `strict` and `severities` too; options win \
      over it.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files to check; without one, the current folder."),
    options: [
      FindingOutputs.option,
      Option(
        "severity", .text("CODE=LEVEL"),
        "Report findings of that code as error, warning or info, or not at all (off).",
        isRepeated: true),
      Option("strict", .none, "Exit with 1 on warnings and notes too."),
      Option("no-strict", .none, "Do not, whatever bascule.json says."),
      Option("stdin-path", .file("NAME"), "What findings call standard input."),
    ],
    examples: [
      Example("bascule check", "Check the rule set below the current folder."),
      Example("bascule check rules --strict", "Let warnings fail a CI job."),
      Example(
        "bascule check --format human --format sarif=bascule.sarif",
        "For the log, and for code scanning."),
      Example(
        "bascule check --severity order-dependent=info", "Ask for what is off without asking."),
      Example("bascule check - --stdin-path rules/a.bascule", "Check what an editor holds."),
    ],
    exitCodes: [
      (.success, "No finding of severity error (with --strict: no finding)."),
      (.findings, "Findings of severity error (with --strict: any)."),
      (.usage, "Wrong usage."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let name = arguments["stdin-path"]
    if name != nil, !arguments.operands.contains("-") {
      throw UsageError("`--stdin-path` is of use with `-` only", "check")
    }
    if arguments.has("strict"), arguments.has("no-strict") {
      throw UsageError("`--strict` and `--no-strict` exclude each other", "check")
    }
    let severities = try Severities(arguments.all("severity"), "check")
    let (sources, errors) = RuleSetSource.read(arguments.operands, standardInputName: name)
    if !errors.isEmpty {
      for error in errors { console.error(error.message) }
      return .files
    }
    let outputs = try FindingOutputs(arguments.all("format"), sources, "check")
    var report = Report()
    for source in sources {
      let isStrict =
        arguments.has("strict")
        || !arguments.has("no-strict") && source.configuration?.content.isStrict == true
      let levels = source.severities.overridden(by: severities)
      report.add(Workspace.check(source.input, levels), of: source, isStrict: isStrict)
      if let configuration = source.configuration {
        report.add(configuration.findings, in: [configuration.file], isStrict: isStrict)
      }
    }
    let complete = report.complete
    do throws(FileError) {
      try outputs.write(complete, &console)
    } catch {
      console.error(error.message)
      return .files
    }
    return complete.findings.contains(where: complete.fails) ? .findings : .success
  }
}
