import Diagnostics
import Text
import Workspace

/// One run of `bascule check`, configured by its options.
struct CheckRun {
  private let arguments: Arguments

  var paths: [String] { arguments.operands }
  /// The `apple-app-site-association` files, which can have any name.
  var links: [String] { arguments.all("links") }
  /// The patterns of files and folders that the search skips.
  var excluded: [String] { arguments.all("exclude") }

  /// The levels on the command line, which override those of a `bascule.json`.
  private let severities: Severities

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    severities = try Severities(arguments.all("severity"), "check")
    func refuse(_ first: String, with second: String, _ help: String? = nil) throws(UsageError) {
      guard arguments.has(first) || arguments[first] != nil,
        arguments.has(second) || arguments[second] != nil
      else { return }
      throw UsageError("`--\(first)` and `--\(second)` exclude each other", "check", help: help)
    }
    try refuse("strict", with: "no-strict")
    try refuse("strict", with: "exit-zero")
    try refuse("statistics", with: "diff")
    try refuse("since", with: "fix")
    try refuse("since", with: "diff")
    try refuse("since", with: "write-baseline")
    try refuse("diff", with: "write-baseline")
    for name in ["fix", "diff", "write-baseline", "add-ignores"] {
      try refuse("watch", with: name)
    }
    for name in ["fix", "diff", "since", "write-baseline"] {
      try refuse("add-ignores", with: name)
    }
    for name in ["fix", "diff", "since", "write-baseline", "baseline", "add-ignores", "watch"] {
      try refuse("prove", with: name)
    }
    let hasInput = arguments.operands.contains("-")
    if arguments["stdin-path"] != nil, !hasInput {
      throw UsageError("`--stdin-path` needs `-`", "check")
    }
    if arguments.has("fix"), !arguments.has("diff"), hasInput {
      throw UsageError(
        "`--fix` cannot change standard input", "check", help: "`--diff` prints a patch")
    }
    if arguments.has("add-ignores"), hasInput {
      throw UsageError("`--add-ignores` cannot change standard input", "check")
    }
    if let reason = arguments["add-ignores"],
      reason.contains(where: \.isNewline) || reason.allSatisfy(\.isWhitespace)
    {
      throw UsageError("the reason of `--add-ignores` is one line of text", "check")
    }
    if arguments.has("diff"), !arguments.all("format").isEmpty {
      throw UsageError(
        "`--diff` prints a patch and no findings, so `--format` has no effect", "check")
    }
    if arguments.has("allow-weaker"), arguments["fix"] != "all" {
      throw UsageError("`--allow-weaker` needs `--fix=all`", "check")
    }
    if arguments.has("watch"), hasInput {
      throw UsageError("`--watch` cannot watch standard input", "check")
    }
    if arguments["since"] != nil, arguments.operands.count + links.count > 1 || hasInput {
      throw UsageError("`--since` takes one path of a git working tree", "check")
    }
  }

  /// The two ways to check a rule set: once, or repeatedly in a session.
  struct Checks {
    typealias Check = (RuleSetSource, Severities) -> [Finding]

    /// Returns the findings, and the session that computed them.
    var new: (RuleSetSource, Severities) -> (findings: [Finding], session: RuleSetSession)
    /// Checks the revision that `--since` names.
    var old: Check

    /// The checks of a run that checks each set once and then ends the process.
    static var once: Checks {
      let sessions = OneTimeSessions()
      return Checks(
        new: { source, severities in
          let session = sessions.next(tasks: source.tasks)
          return (session.check(source.input, severities), session)
        }, old: { Workspace.check($0.input, $1) })
    }
  }

  func run(_ console: inout Console) throws(UsageError) -> ExitCode {
    let (sources, errors) = RuleSetSource.read(
      arguments.operands, links: links, standardInputName: arguments["stdin-path"],
      excluding: excluded)
    return try run(sources, errors, .once, &console)
  }

  /// Checks the sources.
  ///
  /// - Parameter errors: the errors of files that could not be read.
  func run(
    _ sources: [RuleSetSource], _ errors: [FileError], _ checks: Checks, _ console: inout Console
  ) throws(UsageError) -> ExitCode {
    var sources = sources
    console.isQuiet = arguments.has("quiet")
    let outputs = try FindingOutputs(arguments.all("format"), sources, "check")
    if !errors.isEmpty {
      for error in errors { console.error(error.message) }
      var failed = Report().complete
      failed.failures = errors.map(\.message)
      do throws(FileError) { try outputs.write(failed: failed, &console) } catch {
        console.error(error.message)
      }
      return .files
    }
    if let question = arguments["prove"] {
      return try prove(question, sources, severities, outputs, arguments, &console)
    }
    var runs: [FixRun] = []
    if arguments.has("fix") || arguments.has("diff") {
      runs = sources.map {
        FixRun(
          $0, severities, all: arguments["fix"] == "all",
          allowsWeaker: arguments.has("allow-weaker"))
      }
      if arguments.has("diff") { return show(runs, &console) }
      sources = runs.map(\.source)
    }
    if arguments.has("write-baseline"), arguments["baseline"] == nil,
      sources.contains(where: { $0.baseline == nil })
    {
      throw UsageError(
        "`--write-baseline` needs a file", "check",
        help:
          "add `--baseline FILE`, or name it as `baseline` in `\(RuleSetInput.configurationName)`")
    }
    if arguments.has("add-ignores"), sources.contains(where: \.input.areLinks) {
      throw UsageError(
        "JSON has no comments, so `--add-ignores` cannot change an association file", "check",
        help: "`--write-baseline` records its findings")
    }
    if arguments.has("add-ignores") {
      let ignored = sources.map(ignored)
      sources = ignored.map(\.source)
      do throws(FileError) { try write(ignored, &console) } catch {
        console.error(error.message)
        return .files
      }
    }
    let report = try report(sources, known: runs.map(\.findings), checks)
    do throws(FileError) {
      try write(runs, &console)
      var complete = report.complete
      try applyBaselines(of: sources, to: &complete, &console)
      complete.summaryContent = arguments.has("quiet") ? .nothing : .countsAndFixes
      try outputs.write(complete, statistics: arguments.has("statistics"), &console)
      if arguments.has("exit-zero") { return .success }
      return complete.findings.contains(where: complete.fails) ? .findings : .success
    } catch {
      console.error(error.message)
      return .files
    }
  }

  /// Returns the report of all sources.
  ///
  /// - Parameter known: the findings of each source; nil or empty for sources that have to be checked.
  private func report(
    _ sources: [RuleSetSource], known: [[Finding]?], _ checks: Checks
  ) throws(UsageError) -> Report {
    var filter: ChangeFilter?
    if let revision = arguments["since"] {
      let path = (paths + links).first.map { Path($0).normalized } ?? .workingFolder
      do throws(GitRevision.Failure) {
        filter = try ChangeFilter(
          revision, path, areLinks: !links.isEmpty, sources, severities, check: checks.old)
      } catch {
        throw UsageError(error.message, pointsToUsage: false)
      }
    }
    var report = Report()
    var progress = ProgressLine(sources)
    defer { progress.clear() }
    for (number, source) in sources.enumerated() {
      progress.show(number)
      let isStrict =
        arguments.has("strict")
        || !arguments.has("no-strict") && source.configuration?.content.isStrict == true
      let levels = source.severities.overridden(by: severities)
      var set = Report()
      let findings = number < known.count ? known[number] : nil
      var linked: [Finding] = []
      set.add(findings ?? found(source, levels, checks, &linked), in: source.input.files)
      if let configuration = source.configuration {
        set.add(
          configuration.findings + fault(ofBaselineIn: source) + linked, in: configuration.files)
      }
      let shown =
        filter?.apply(to: set.findings, of: set.files, source, number: number) ?? set.findings
      report.add(
        shown, in: set.files, isStrict: isStrict, ruleFileCount: source.input.files.count)
    }
    return report
  }

  /// Returns the findings of a source.
  ///
  /// - Parameter linked: receives the findings about `links` of the `bascule.json`.
  private func found(
    _ source: RuleSetSource, _ severities: Severities, _ checks: Checks, _ linked: inout [Finding]
  ) -> [Finding] {
    let checked = checks.new(source, severities)
    if source.input.areLinks { return checked.findings }
    let links = LinkedFindings(
      source.configuration, in: source.found.folder, severities, checked.session.checkedRules)
    linked = links.ofConfiguration
    return Workspace.offering(
      checked.findings, of: source.input, severities, checkedBy: checked.session) + links.ofRules
  }

  /// Prints the patch of all fixes.
  private func show(_ runs: [FixRun], _ console: inout Console) -> ExitCode {
    let changes = runs.flatMap(\.changes).sorted { $0.path < $1.path }
    for change in changes {
      let name = change.path == Path("-") ? Path(arguments["stdin-path"] ?? "stdin") : change.path
      console.output.write(LineDiff(change.old, change.new).patch(of: Files.shortened(name).bytes))
    }
    return changes.isEmpty ? .success : .findings
  }

  private func ignored(_ source: RuleSetSource) -> IgnoreRun {
    let path = arguments["baseline"].map { Path($0).normalized } ?? source.baseline
    // If a baseline cannot be read, the later check reports it.
    let baseline = path.flatMap { path in try? Baseline(reading: path) }
    return IgnoreRun(
      source, severities, reason: arguments["add-ignores"] ?? IgnoreRun.reason, except: baseline)
  }

  private func write(_ runs: [IgnoreRun], _ console: inout Console) throws(FileError) {
    let changes = runs.flatMap(\.changes)
    try FixRun.write(changes)
    let count = runs.reduce(0) { $0 + $1.count }
    if count == 0 { return }
    console.note(
      "added comments that ignore \(count) \(count == 1 ? "finding" : "findings") in \(changes.count)"
        + " \(changes.count == 1 ? "file" : "files")")
  }

  private func write(_ runs: [FixRun], _ console: inout Console) throws(FileError) {
    let changes = runs.flatMap(\.changes)
    try FixRun.write(changes)
    let applied = runs.flatMap(\.applied)
    if runs.contains(where: \.isIncomplete) {
      console.note(
        "some fixes were not tried, since too many others were refuted; fix some findings by hand"
          + " and repeat the command")
    }
    if applied.isEmpty { return }
    console.note(
      "fixed \(applied.count) \(applied.count == 1 ? "finding" : "findings") in \(changes.count)"
        + " \(changes.count == 1 ? "file" : "files")")
    if console.isQuiet { return }
    for line in AppliedFix.lines(applied) {
      console.errors.line(Quoting.terminal("  " + line))
    }
    let differences = runs.compactMap(\.difference).filter { !$0.isEmpty }
    if differences.isEmpty { return }
    console.note("the fixes change what happens to these requests:")
    for difference in differences { console.errors.write(difference.human(console.errors.style)) }
  }

  /// Returns the finding that a baseline named by the `bascule.json` cannot be read.
  private func fault(ofBaselineIn source: RuleSetSource) -> [Finding] {
    if arguments["baseline"] != nil || arguments.has("write-baseline") { return [] }
    guard case .failure(let fault) = source.readBaseline() else { return [] }
    return [fault.finding]
  }

  /// Writes the baselines if requested, and removes the findings that they contain. A baseline of the command line
  /// applies to all sets. Otherwise each set has the baseline that its `bascule.json` names.
  private func applyBaselines(
    of sources: [RuleSetSource], to report: inout FindingReport, _ console: inout Console
  ) throws(FileError) {
    if let path = arguments["baseline"].map({ Path($0).normalized }) {
      try applyBaseline(path, to: &report, of: { _ in true }, &console)
      return
    }
    var files: [Path: Set<String>] = [:]
    for source in sources {
      guard let path = source.baseline else { continue }
      files[path, default: []].formUnion(
        (source.input.files + (source.configuration?.files ?? [])).map(\.name))
    }
    for (path, names) in files.sorted(by: { $0.key < $1.key }) {
      // If the file cannot be read, this has been reported already.
      if (try? Baseline(reading: path)) == nil, !arguments.has("write-baseline") { continue }
      try applyBaseline(path, to: &report, of: { names.contains($0.name) }, &console)
    }
  }

  private func applyBaseline(
    _ path: Path, to report: inout FindingReport, of isOwn: (SourceFile) -> Bool,
    _ console: inout Console
  ) throws(FileError) {
    if arguments.has("write-baseline") {
      if report.files.contains(where: { Files.resolved(path).display == $0.absoluteName }) {
        throw FileError(.write, path, "it is a rule file")
      }
      let baseline = Baseline(report, of: isOwn, replacing: path)
      let bytes = baseline.text
      if try StagedFile.compare(path, with: bytes) != .same {
        _ = try Files.makeFolder(path.folder)
        try StagedFile(bytes, for: path).commit()
      }
      console.note(
        "\(Quoting.terminal(path.display)) holds \(baseline.count) "
          + (baseline.count == 1 ? "finding" : "findings"))
    }
    let gone = try Baseline(reading: path).apply(to: &report, of: isOwn)
    if gone > 0 {
      console.note(
        "\(gone) \(gone == 1 ? "finding" : "findings") of \(Quoting.terminal(path.display)) "
          + (gone == 1 ? "is" : "are") + " no longer found; `--write-baseline` removes them")
    }
  }
}
