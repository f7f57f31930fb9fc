import Diagnostics
import Text
import Workspace

/// Runs `bascule check --prove LINE`, which proves an invariant that is in no rule file.
extension CheckRun {
  /// Reports a request that breaks the line in any set, or that the line holds.
  func prove(
    _ question: String, _ sources: [RuleSetSource], _ severities: Severities,
    _ outputs: FindingOutputs, _ arguments: Arguments, _ console: inout Console
  ) throws(UsageError) -> ExitCode {
    var report = Report()
    var proved: [String] = []
    for source in sources {
      let isStrict =
        arguments.has("strict")
        || !arguments.has("no-strict") && source.configuration?.content.isStrict == true
      let answer = Workspace.answer(
        question, about: source.input, source.severities.overridden(by: severities))
      report.add(
        answer.findings, in: answer.files, isStrict: isStrict,
        ruleFileCount: source.input.files.count)
      proved += answer.proved
    }
    var complete = report.complete
    complete.summaryContent = arguments.has("quiet") ? .nothing : .counts
    for line in proved { console.note(Quoting.terminal(line)) }
    do throws(FileError) {
      try outputs.write(complete, statistics: arguments.has("statistics"), &console)
    } catch {
      console.error(error.message)
      return .files
    }
    if arguments.has("exit-zero") { return .success }
    return complete.findings.contains(where: complete.fails) ? .findings : .success
  }
}
