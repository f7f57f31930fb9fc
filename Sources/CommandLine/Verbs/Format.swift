import Diagnostics
import Text
import Workspace

extension Verb {
  static let format = Verb(
    name: "format",
    summary: "Write rule files in the one style",
    description: [
      """
      Formats each file in place: indentation, line ends, blanks and commas; comments and single \
      blank lines stay, and what the file says stays the same. There are no options of style. A \
      file that would not change keeps its modification time; each file is replaced in one step.
      """,
      """
      A file with syntax errors is left alone; what is wrong with it goes to standard error, as \
      `check` shows it. `-` is standard input, and the result goes to standard output.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option("check", .none, "Write nothing; exit with 1 and name each file that would change."),
      Option("diff", .none, "Write nothing; show what would change, and exit with 1 if anything."),
      Option("stdin-path", .file("NAME"), "What findings and differences call standard input."),
    ],
    examples: [
      Example("bascule format", "Format the rule files below the current folder."),
      Example("bascule format --check rules", "In CI: is everything formatted?"),
      Example("bascule format --diff rules/shop.bascule", "Look before it is written."),
      Example("bascule format - <a.bascule", "For an editor: the text on standard output."),
    ],
    exitCodes: [
      (.success, "Everything is formatted now (with --check or --diff: was)."),
      (.findings, "A file has syntax errors; with --check or --diff: or would change."),
      (.usage, "Wrong usage."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let name = arguments["stdin-path"]
    let readsInput = arguments.operands.contains("-")
    if name != nil, !readsInput {
      throw UsageError("`--stdin-path` is of use with `-` only", "format")
    }
    if readsInput, arguments.operands.count > 1 {
      throw UsageError("`-` stands alone", "format")
    }
    let (sources, errors) = RuleSetSource.read(arguments.operands, standardInputName: name)
    if !errors.isEmpty {
      for error in errors { console.error(error.message) }
      return .files
    }
    var report = Report()
    var code = ExitCode.success
    var unchanged = 0
    for source in sources {
      for (path, input) in zip(source.found.files, source.input.files) {
        let file = FormattedFile(input)
        report.add(file.findings, in: [input])
        guard let output = file.output else {
          code = max(code, .findings)
          continue
        }
        if arguments.has("diff") {
          console.output.write(file.changes?.patch(of: Array(input.name.utf8)) ?? [])
        } else if arguments.has("check") {
          if file.isChanged {
            console.output.line("not formatted: \(Quoting.terminal(input.name))")
          }
        } else if readsInput {
          console.output.write(output)
          continue
        } else if file.isChanged {
          do throws(FileError) {
            try StagedFile(output, for: path).commit()
            console.output.line("formatted \(Quoting.terminal(input.name))")
          } catch {
            console.error(error.message)
            code = .files
          }
          continue
        }
        if file.isChanged { code = max(code, .findings) } else { unchanged += 1 }
      }
    }
    if !report.findings.isEmpty {
      report.sort()
      var renderer = HumanRenderer(files: report.files, style: console.errors.style)
      console.errors.write(renderer.render(report.findings))
      console.errors.line(
        HumanRenderer.summary(report.findings, fileCount: report.files.count))
    }
    let isQuiet = readsInput || arguments.has("check") || arguments.has("diff")
    if unchanged > 0, !isQuiet {
      console.output.line("\(unchanged) of \(report.files.count) files unchanged")
    }
    return code
  }

  private static func max(_ a: ExitCode, _ b: ExitCode) -> ExitCode {
    a.rawValue < b.rawValue ? b : a
  }
}
