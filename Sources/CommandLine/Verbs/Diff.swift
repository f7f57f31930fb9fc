import Diagnostics
import Workspace

extension Verb {
  static let diff = Verb(
    name: "diff",
    summary: "Show which requests two versions of the rules treat differently",
    description: [
      """
      Compares chains of the same name, and prints for each pair of rules that take the same \
      requests and treat some of them differently one such request, with the steps and the \
      decision before and after. It prints nothing where both versions mean the same, however \
      differently they are written.
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
    ],
    examples: [
      Example("bascule diff old/rules rules", "Two folders."),
      Example("bascule diff --against main", "What this branch changes."),
      Example(
        "bascule diff rules --against HEAD~1 --format markdown", "For a pull request's comment."),
    ],
    exitCodes: [
      (.success, "Every request is treated the same."),
      (.findings, "Some are not, or not surely; or a rule set has errors."),
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
      let isFolder = ((try? Files.status(of: path)) ?? nil)?.kind == .folder
      let folder = isFolder ? path : path.folder
      do throws(GitRevision.Failure) {
        old = try RuleSetSource.read(
          GitRevision(revision, of: folder), only: isFolder ? nil : Path(bytes: Array(path.name)))
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
      pairs(
        Array(loaded.prefix(old.count)), Array(loaded.dropFirst(old.count)), roots.old, roots.new))
    switch arguments["format"] {
    case "json": console.output.write(diff.json)
    case "markdown": console.output.write(diff.markdown)
    default: console.output.write(diff.human(console.output.style))
    }
    return diff.isEmpty ? .success : .findings
  }

  private static func read(_ path: Path, _ console: inout Console) -> [RuleSetSource]? {
    let (sources, errors) = RuleSetSource.read([path.display], standardInputName: nil)
    for error in errors { console.error(error.message) }
    return errors.isEmpty ? sources : nil
  }

  /// Versions of the same set: that of the same folder below the roots, or the only one.
  ///
  /// - Parameter oldRoot: nil where the folders of the old sets are relative to it already.
  private static func pairs(
    _ old: [LoadedSource], _ new: [LoadedSource], _ oldRoot: Path?, _ newRoot: Path
  ) -> [(old: LoadedRuleSet?, new: LoadedRuleSet?)] {
    if old.count == 1, new.count == 1 { return [(old[0].rules, new[0].rules)] }
    func key(_ set: LoadedSource, _ root: Path?) -> Path {
      guard let root else { return set.source.found.folder.normalized }
      let folder = Files.resolved(set.source.found.folder.normalized)
      let outer = Files.resolved(root.normalized)
      guard folder.isWithin(outer) else { return .workingFolder }
      let rest = folder.bytes.dropFirst(outer.bytes.count).drop { $0 == 0x2F }
      return rest.isEmpty ? .workingFolder : Path(bytes: Array(rest))
    }
    var rest = old.map { (key: key($0, oldRoot), set: $0.rules) }
    var pairs: [(old: LoadedRuleSet?, new: LoadedRuleSet?)] = []
    for set in new {
      let key = key(set, newRoot)
      let index = rest.firstIndex { $0.key == key }
      pairs.append((index.map { rest.remove(at: $0).set }, set.rules))
    }
    return pairs + rest.map { ($0.set, nil) }
  }
}
