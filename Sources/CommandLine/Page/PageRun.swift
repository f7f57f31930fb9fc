#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Diagnostics
import Text
import Workspace

/// One run of `bascule page`, configured by its options.
struct PageRun {
  /// The time between two polls, in microseconds.
  private static let interval: UInt32 = 200_000

  /// The loaded rule sets, without errors.
  private struct Rules {
    var sets: [PageModel.Named]
    /// True if one of them is an `apple-app-site-association` file.
    var areLinks: Bool
    /// The sets of the version to compare with.
    var formerSets: [PageModel.Named] = []
    var former: PageModel.Former?
  }

  private let arguments: Arguments
  private let output: Path?

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    output = arguments["output"].map { Path($0).normalized }
    if arguments["against"] != nil, arguments["against-tip"] != nil {
      throw UsageError("`--against` and `--against-tip` exclude each other", "page")
    }
    let paths = arguments.operands + arguments.all("links")
    if revision != nil, paths.count > 1 {
      throw UsageError("`--against` takes one path, not \(paths.count)", "page")
    }
    if arguments.operands.contains("-") {
      throw UsageError("`page` cannot read standard input", "page")
    }
    if arguments["playground"] != nil, !arguments.has("editable") {
      throw UsageError("`--playground` needs `--editable`", "page")
    }
    if arguments.has("editable"), arguments.has("watch") || arguments["format"] == "json" {
      let other = arguments.has("watch") ? "--watch" : "--format json"
      throw UsageError("`--editable` and `\(other)` exclude each other", "page")
    }
    if arguments.has("watch"), output == nil {
      throw UsageError("`--watch` needs `--output FILE`", "page")
    }
    if let output,
      output.hasSuffix(RuleSetFinder.suffix)
        || output.name.elementsEqual(RuleSetInput.configurationName.utf8)
    {
      throw UsageError(
        "`\(output.display)` would be read as part of a rule set", "page",
        help: "give the page another name, such as `rules.html`")
    }
  }

  private var revision: String? { arguments["against"] ?? arguments["against-tip"] }

  func run(_ console: inout Console) throws(UsageError) -> ExitCode {
    let (sources, errors) = RuleSetSource.read(
      arguments.operands, links: arguments.all("links"), standardInputName: nil)
    let (rules, exitCode) = try load(sources, errors, &console)
    guard let rules else { return exitCode }
    if arguments.has("editable") { return writeEditable(rules, &console) }
    return write(bytes(PageModel(rules.sets, comparedWith: rules.former), watches: false), &console)
  }

  /// Writes the page now and whenever a file has been changed, added or removed. Runs until it is stopped.
  func watch(_ console: inout Console) throws(UsageError) -> ExitCode {
    let files = WatchedFiles(arguments.operands, links: arguments.all("links"))
    var last: PageModel?
    while true {
      guard let (sources, errors) = files.next() else {
        usleep(Self.interval)
        continue
      }
      let (rules, _) = try load(sources, errors, &console)
      // Open pages then show that their rules are older than the errors.
      last?.isStale = true
      if let rules { last = PageModel(rules.sets, comparedWith: rules.former) }
      if let last { _ = write(bytes(last, watches: true), &console) }
      console.note("waiting for changes; press Ctrl-C to stop")
      console.output.flush()
      console.errors.flush()
      // The reader has closed the pipe.
      if console.output.isClosed { return .success }
    }
  }

  /// Loads the rule sets.
  ///
  /// - Returns: the rules of the page; nil with an exit code if a rule set has errors.
  private func load(
    _ sources: [RuleSetSource], _ errors: [FileError], _ console: inout Console
  ) throws(UsageError) -> (Rules?, ExitCode) {
    for error in errors { console.error(error.message) }
    if !errors.isEmpty { return (nil, .files) }
    guard let sets = LoadedSource.load(sources, &console) else { return (nil, .findings) }
    var rules = Rules(
      sets: LoadedSource.withPageNames(sets), areLinks: sets.contains { $0.source.found.areLinks })
    if let revision {
      let old = try Self.read(
        self.path, in: revision, at: point, areLinks: !arguments.all("links").isEmpty)
      guard let loaded = LoadedSource.load(old, &console) else { return (nil, .findings) }
      rules.formerSets = LoadedSource.withPageNames(loaded)
      rules.former = PageModel.Former(
        label: revision, sets: rules.formerSets,
        pairs: RuleSetSource.pairs(old, sources, nil, self.path))
    }
    return (rules, .success)
  }

  private func bytes(_ model: PageModel, watches: Bool) -> [UInt8] {
    arguments["format"] == "json" ? model.json + [0x0A] : model.html(watches: watches)
  }

  /// Writes the playground of the release with the rules.
  private func writeEditable(_ rules: Rules, _ console: inout Console) -> ExitCode {
    guard rules.sets.count == 1, let set = rules.sets.first, !rules.areLinks else {
      let what = rules.sets.count == 1 ? "rule files" : "one rule set, not \(rules.sets.count)"
      console.error("`--editable` takes \(what)")
      return .usage
    }
    do throws(FileError) {
      let playground = try PlaygroundFile(arguments["playground"].map { Path($0) })
      let former = rules.formerSets.first?.rules.texts
      return write(try playground.page(set.name, set.rules.texts, former: former), &console)
    } catch {
      console.error(error.message)
      return .files
    }
  }

  private func write(_ bytes: [UInt8], _ console: inout Console) -> ExitCode {
    guard let output else {
      console.output.write(bytes)
      return .success
    }
    do throws(FileError) {
      _ = try Files.makeFolder(output.folder)
      if try StagedFile.compare(output, with: bytes) != .same {
        try StagedFile(bytes, for: output).commit()
        console.output.line("wrote \(Quoting.terminal(output.display))")
      } else {
        console.output.line("\(Quoting.terminal(output.display)) is up to date")
      }
    } catch {
      console.error(error.message)
      return .files
    }
    return .success
  }

  private var path: Path {
    (arguments.operands + arguments.all("links")).first.map { Path($0).normalized }
      ?? .workingFolder
  }

  private var point: GitRevision.Point { arguments["against"] == nil ? .tip : .mergeBase }

  private static func read(
    _ path: Path, in revision: String, at point: GitRevision.Point, areLinks: Bool
  ) throws(UsageError) -> [RuleSetSource] {
    do throws(GitRevision.Failure) {
      return try RuleSetSource.read(path, in: revision, at: point, areLinks: areLinks)
    } catch {
      throw UsageError(error.message, pointsToUsage: false)
    }
  }
}

extension LoadedSource {
  /// Returns the sets, named by the paths of their folders. A page is read on other machines, so a path that shows the
  /// place of the folder on this machine is cut: it begins with the last folder that all sets share.
  fileprivate static func withPageNames(_ sets: [LoadedSource]) -> [PageModel.Named] {
    let given = sets.map(\.source.found.folder)
    let isTelling = given.allSatisfy {
      !$0.isAbsolute && $0 != .workingFolder && !$0.bytes.starts(with: Array("..".utf8))
    }
    if isTelling { return sets.map { ($0.source.found.folder.display, $0.rules) } }
    let folders = given.map { Files.resolved($0.normalized) }
    guard var shared = folders.first else { return [] }
    while !folders.allSatisfy({ $0.isWithin(shared) }) { shared = shared.folder }
    return zip(sets, folders).map { set, folder in
      let name = folder.relative(to: shared.folder).display
      return (name, set.rules.naming { "\(name)/\($0)" })
    }
  }
}
