import Diagnostics
import Text
import Workspace

extension Verb {
  static let format = Verb(
    name: "format",
    summary: "Format rule files in the one style",
    description: [
      """
      Formats each file in place: indentation, line ends, spaces and commas. Comments, single blank \
      lines and the meaning of the file are kept. There are no style options. Unchanged files keep \
      their modification time; changed files are replaced atomically.
      """,
      """
      Files with syntax errors are not changed; the errors go to standard error, as printed by \
      `check`. `-` formats standard input to standard output.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option(
        "check", .none,
        "Write nothing; list the files that would change, and exit with 1 if there are any."),
      Option(
        "diff", .none,
        "Write nothing; print the changes as a patch, and exit with 1 if there are any."),
      excludeOption,
      Option("stdin-path", .file("NAME"), "The file name to report for standard input."),
    ],
    examples: [
      Example("bascule format", "Format the rule files below the current folder."),
      Example("bascule format --check rules", "Check in CI that everything is formatted."),
      Example("bascule format --diff rules/shop.bascule", "Preview the changes."),
      Example("bascule format - <a.bascule", "Format text for an editor."),
    ],
    exitCodes: [
      (.success, "All files are formatted (with --check or --diff: were already)."),
      (.findings, "A file has syntax errors or, with --check or --diff, would change."),
      (.usage, "Invalid usage."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let name = arguments["stdin-path"]
    let readsInput = arguments.operands.contains("-")
    if name != nil, !readsInput {
      throw UsageError("`--stdin-path` needs `-`", "format")
    }
    if readsInput, arguments.operands.count > 1 {
      throw UsageError("`-` cannot be combined with other paths", "format")
    }
    let (sources, errors) = RuleSetSource.read(
      arguments.operands, links: nil, standardInputName: name,
      excluding: arguments.all("exclude"))
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
