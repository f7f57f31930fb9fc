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
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files to check; without one, the current folder."),
    options: [
      Option(
        "format", .choice(["human", "json"]),
        "How findings are printed: for people (default), or as one JSON object."),
      Option("strict", .none, "Exit with 1 on warnings and notes too."),
      Option(
        "also", .choice(Workspace.optionalCodes),
        "Report findings of this code too, which nobody gets who does not ask."),
      Option("stdin-path", .file("NAME"), "What findings call standard input."),
    ],
    examples: [
      Example("bascule check", "Check the rule set below the current folder."),
      Example("bascule check rules --strict", "Let warnings fail a CI job."),
      Example("bascule check --format json rules", "Findings for another program."),
      Example("bascule check - --stdin-path rules/a.bascule", "Check what an editor holds."),
    ],
    exitCodes: [
      (.success, "No finding of severity error (with --strict: no finding)."),
      (.findings, "Findings of severity error (with --strict: any)."),
      (.usage, "Wrong usage."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let name = arguments["stdin-path"]
    if name != nil, !arguments.operands.contains("-") {
      throw UsageError("`--stdin-path` is of use with `-` only", "check")
    }
    let (sources, errors) = RuleSetSource.read(arguments.operands, standardInputName: name)
    if !errors.isEmpty {
      for error in errors { console.error(error.message) }
      return .files
    }
    let also = Set([arguments["also"]].compactMap(\.self))
    var report = Report()
    for source in sources {
      report.add(Workspace.check(source.input, also: also), of: source)
      if let file = source.configuration {
        report.add(Configuration.read(file).findings, in: [file])
      }
    }
    report.sort()
    if arguments["format"] == "json" {
      console.output.write(JSONRenderer.render(report.findings, files: report.files))
    } else {
      var renderer = HumanRenderer(files: report.files, style: console.output.style)
      console.output.write(renderer.render(report.findings))
      console.output.line(
        HumanRenderer.summary(report.findings, fileCount: report.ruleFileCount))
    }
    let fails = report.hasErrors || arguments.has("strict") && !report.findings.isEmpty
    return fails ? .findings : .success
  }
}
