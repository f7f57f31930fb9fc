import Diagnostics
import Text
import Workspace

extension Verb {
  static let diff = Verb(
    name: "diff",
    summary: "Compare two versions of the rules, and report breaking changes",
    description: [
      """
      Compares chains, and responses, of the same name. For each pair of rules that match the same requests and \
      treat some of them differently, it prints one such request, with the steps and the decision \
      before and after. Changes that do not affect any request are not printed. The requests of one \
      changed rule are together, a plain link first.
      """,
      """
      For each changed rule it searches for ten such pairs, for fewer if many rules have changed, and \
      names the rules for which there may be more; `--all` searches for all of them. It says that \
      there are no differences only if that is proved.
      """,
      """
      It also compares the contract between pages and app: messages, replies, events and calls, \
      with their identifiers, types, origins and frames. Pages and apps are not released together, \
      so each change is checked in both directions: released pages with the new app, and released \
      apps with new pages. Incompatible changes are printed with the reason.
      """,
      """
      OLD and NEW are folders or files. With `--against` there is one PATH, in the working tree of \
      a git repository (the current folder by default). OLD is the last commit that the revision and \
      the current commit share, so that only changes of this branch are listed; with `--against-tip` \
      it is the revision itself. \
      If there are several rule sets, those of the same folder are compared.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "OLD and NEW; or, with `--against`, the new version only."),
    options: [
      Option(
        "against", .text("REVISION"),
        "Compare with the last commit that this git revision and the current commit share."),
      Option("against-tip", .text("REVISION"), "Compare with this git revision itself."),
      Option(
        "format", .choice(["human", "json", "markdown"]),
        """
        The output format: human (default), one JSON object, or Markdown for a comment on a pull \
        request.
        """),
      Option(
        "fail-on", .choice(DiffGate.allCases.map(\.rawValue)),
        """
        The differences that make the exit code 1: any (default); those that break released pages \
        or apps (breaking), released pages, or released apps; or none. Changes that `accepted` in the \
        bascule.json of the new version names do not count as breaking.
        """),
      linksOption,
      Option(
        "all", .none,
        "Search for all requests that differ, not only for examples of each changed rule."),
    ],
    examples: [
      Example("bascule diff old/rules rules", "Compare two folders."),
      Example("bascule diff --against main", "List the changes of this branch."),
      Example(
        "bascule diff rules --against HEAD~1 --format markdown",
        "Write a comment for a pull request."),
      Example(
        "bascule diff rules --against origin/main --fail-on breaking",
        "Fail a CI job on breaking changes."),
    ],
    exitCodes: [
      (.success, "No differences (with --fail-on: none of that kind)."),
      (.findings, "Differences, undecided rules, or a rule set with errors."),
      (.usage, "Invalid usage, or an unknown git revision."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let operands = arguments.operands + arguments.all("links")
    let areLinks = !arguments.all("links").isEmpty
    if areLinks, !arguments.operands.isEmpty {
      throw UsageError("`--links` takes the place of PATH", "diff")
    }
    if operands.contains("-") { throw UsageError("`diff` cannot read standard input", "diff") }
    let old: [RuleSetSource]
    let new: [RuleSetSource]
    let roots: (old: Path?, new: Path)
    if arguments["against"] != nil, arguments["against-tip"] != nil {
      throw UsageError("`--against` and `--against-tip` exclude each other", "diff")
    }
    if let revision = arguments["against"] ?? arguments["against-tip"] {
      let point: GitRevision.Point = arguments["against"] == nil ? .tip : .mergeBase
      if operands.count > 1 {
        throw UsageError("`--against` takes one path, not \(operands.count)", "diff")
      }
      let path = operands.first.map { Path($0).normalized } ?? .workingFolder
      guard let sources = read(path, areLinks: areLinks, &console) else { return .files }
      new = sources
      do throws(GitRevision.Failure) {
        old = try RuleSetSource.read(path, in: revision, at: point, areLinks: areLinks)
      } catch {
        throw UsageError(error.message, pointsToUsage: false)
      }
      if old.isEmpty, !new.isEmpty {
        console.warn(
          "`\(path.display)` has no rule files in `\(revision)`: all of it is new",
          help: "if it was elsewhere, give `diff` the old and the new folder")
      }
      roots = (nil, path)
    } else {
      guard operands.count == 2 else {
        throw UsageError(
          "`diff` needs OLD and NEW, found \(operands.count)", "diff",
          help: "for what has changed since a git revision, write `bascule diff --against REVISION`"
        )
      }
      guard let first = read(Path(operands[0]), areLinks: areLinks, &console),
        let second = read(Path(operands[1]), areLinks: areLinks, &console)
      else { return .files }
      (old, new) = (first, second)
      roots = (Path(operands[0]), Path(operands[1]))
    }
    guard let loaded = LoadedSource.load(old + new, &console) else { return .findings }
    let pairs = RuleSetSource.pairs(old, new, roots.old, roots.new)
    var diff = RuleSetDiff(
      pairs.map { pair in
        (pair.old.map { loaded[$0].rules }, pair.new.map { loaded[old.count + $0].rules })
      }, all: arguments.has("all"))
    let configurations = pairs.map { pair in pair.new.flatMap { new[$0].configuration } }
    accept(configurations, in: &diff, &console)
    switch arguments["format"] {
    case "json": console.output.write(diff.json)
    case "markdown": console.output.write(diff.markdown)
    default: console.output.write(diff.human(console.output.style))
    }
    let gate = arguments["fail-on"].flatMap(DiffGate.init) ?? .any
    if gate.passes(diff) { return .success }
    if gate.isAboutContract { showHowToAccept(diff, configurations, &console) }
    return .findings
  }

  /// Accepts the changes that the `bascule.json` files of the new sets list, and warns of entries without such a
  /// change.
  private static func accept(
    _ configurations: [ConfigurationFile?], in diff: inout RuleSetDiff, _ console: inout Console
  ) {
    /// For each message, whether the entry is unused. If several sets extend the file with the entry, it is used if one
    /// of them uses it.
    var unused: [String: Bool] = [:]
    for (pair, configuration) in configurations.enumerated() {
      guard let configuration else { continue }
      for entry in configuration.content.accepted {
        let file = configuration.files[Int(entry.location.file.index)]
        let line = LineIndex(file).line(at: entry.location.span.start) + 1
        let message =
          "\(file.name):\(line): `accepted` has an entry for no breaking change: "
          + "`\(entry.declaration)`, `\(entry.change)`"
        let isUsed = diff.accept(entry.declaration, entry.change, inPair: pair)
        unused[message] = (unused[message] ?? true) && !isUsed
      }
    }
    for (message, isUnused) in unused.sorted(by: { $0.key < $1.key }) where isUnused {
      console.warn(message, help: "delete the entry: the change is released, or was taken back")
    }
  }

  /// Prints the entries that would accept the breaking changes.
  private static func showHowToAccept(
    _ diff: RuleSetDiff, _ configurations: [ConfigurationFile?], _ console: inout Console
  ) {
    for (pair, change) in diff.breakingChanges {
      var writer = JSONWriter()
      writer.object { writer in
        writer.string("declaration", change.declaration)
        writer.string("change", change.line)
        writer.string("reason", "…")
      }
      let name = configurations[pair]?.file.name ?? RuleSetInput.configurationName
      console.note(
        "if this change is meant, add it to `accepted` in \(Quoting.terminal(name)): "
          + Quoting.terminal(String(decoding: writer.bytes, as: UTF8.self)))
    }
  }

  private static func read(
    _ path: Path, areLinks: Bool, _ console: inout Console
  ) -> [RuleSetSource]? {
    let (sources, errors) = RuleSetSource.read(
      areLinks ? [] : [path.display], links: areLinks ? [path.display] : [],
      standardInputName: nil)
    for error in errors { console.error(error.message) }
    return errors.isEmpty ? sources : nil
  }
}

/// The differences that make `bascule diff` fail; raw values are the words of `--fail-on`.
private enum DiffGate: String, CaseIterable {
  case any, breaking, pages, apps, nothing

  /// True if only changes of the contract make `diff` fail.
  var isAboutContract: Bool { self != .any }

  func passes(_ diff: RuleSetDiff) -> Bool {
    switch self {
    case .any: diff.isEmpty
    case .breaking: diff.breakingPages == 0 && diff.breakingApps == 0
    case .pages: diff.breakingPages == 0
    case .apps: diff.breakingApps == 0
    case .nothing: true
    }
  }
}
