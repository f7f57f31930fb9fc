import Diagnostics
import Workspace

extension Verb {
  static let diff = Verb(
    name: "diff",
    summary: "Show what changes between two versions of the rules, and what that breaks",
    description: [
      """
      Compares chains of the same name, and prints for each pair of rules that take the same \
      requests and treat some of them differently one such request, with the steps and the \
      decision before and after. It prints nothing where both versions mean the same, however \
      differently they are written.
      """,
      """
      It also compares what web and app say to each other: messages, replies, events and calls, \
      with their identifiers, types, origins and frames. Pages and apps are not released together, \
      so each change is judged twice: whether pages that are released already get on with the new \
      app, and whether apps that are released already get on with new pages. Where not, it says \
      why.
      """,
      """
      OLD and NEW are folders or files. With `--against` there is one PATH, in the working tree of \
      a git repository (without it, the current folder), and the revision takes the place of OLD. \
      Where there are several rule sets, those of the same folder are compared.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "OLD and NEW; or, with `--against`, the new version only."),
    options: [
      Option("against", .text("REVISION"), "A git revision that holds the old version."),
      Option(
        "format", .choice(["human", "json", "markdown"]),
        """
        How the differences are printed: for people (default), as one JSON object, or as Markdown \
        for a comment on a pull request.
        """),
      Option(
        "fail-on", .choice(DiffGate.allCases.map(\.rawValue)),
        """
        What makes the exit code 1: any difference (default); a change that breaks pages or apps \
        that are released already (breaking), or only such pages, or only such apps; or nothing.
        """),
    ],
    examples: [
      Example("bascule diff old/rules rules", "Two folders."),
      Example("bascule diff --against main", "What this branch changes."),
      Example(
        "bascule diff rules --against HEAD~1 --format markdown", "For a pull request's comment."),
      Example(
        "bascule diff rules --against origin/main --fail-on breaking", "As a gate in CI."),
    ],
    exitCodes: [
      (.success, "Nothing differs (with --fail-on: nothing of that kind)."),
      (.findings, "Something does, or it is not sure; or a rule set has errors."),
      (.usage, "Wrong usage, or a revision that git does not know."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let operands = arguments.operands
    if operands.contains("-") { throw UsageError("`diff` reads no standard input", "diff") }
    let old: [RuleSetSource]
    let new: [RuleSetSource]
    let roots: (old: Path?, new: Path)
    if let revision = arguments["against"] {
      if operands.count > 1 {
        throw UsageError("`--against` takes one path, not \(operands.count)", "diff")
      }
      let path = operands.first.map { Path($0).normalized } ?? .workingFolder
      guard let sources = read(path, &console) else { return .files }
      new = sources
      do throws(GitRevision.Failure) {
        old = try RuleSetSource.read(path, in: revision)
      } catch {
        throw UsageError(error.message, pointsToUsage: false)
      }
      roots = (nil, path)
    } else {
      guard operands.count == 2 else {
        throw UsageError(
          "`diff` needs OLD and NEW, found \(operands.count)", "diff",
          help: "for what has changed since a git revision, write `bascule diff --against REVISION`"
        )
      }
      guard let first = read(Path(operands[0]), &console),
        let second = read(Path(operands[1]), &console)
      else { return .files }
      (old, new) = (first, second)
      roots = (Path(operands[0]), Path(operands[1]))
    }
    guard let loaded = LoadedSource.load(old + new, &console) else { return .findings }
    let diff = RuleSetDiff(
      RuleSetSource.pairs(old, new, roots.old, roots.new).map { pair in
        (pair.old.map { loaded[$0].rules }, pair.new.map { loaded[old.count + $0].rules })
      })
    switch arguments["format"] {
    case "json": console.output.write(diff.json)
    case "markdown": console.output.write(diff.markdown)
    default: console.output.write(diff.human(console.output.style))
    }
    let gate = arguments["fail-on"].flatMap(DiffGate.init) ?? .any
    return gate.passes(diff) ? .success : .findings
  }

  private static func read(_ path: Path, _ console: inout Console) -> [RuleSetSource]? {
    let (sources, errors) = RuleSetSource.read([path.display], standardInputName: nil)
    for error in errors { console.error(error.message) }
    return errors.isEmpty ? sources : nil
  }
}

/// What makes `bascule diff` fail; the raw value is the word for `--fail-on`.
private enum DiffGate: String, CaseIterable {
  case any, breaking, pages, apps, nothing

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
