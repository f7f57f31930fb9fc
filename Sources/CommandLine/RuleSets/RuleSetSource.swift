package import Diagnostics
package import Tasks
import Text
package import Workspace

/// One rule set as it was read.
package struct RuleSetSource: Sendable {
  package let found: RuleSetFinder.Found
  package let input: RuleSetInput
  /// The set's `bascule.json`.
  package let configuration: ConfigurationFile?

  package var severities: Severities { configuration?.content.severities ?? Severities() }

  /// The paths of the files that configure the set, and of the baseline.
  var configurationPaths: [Path] {
    [found.configuration, baseline].compactMap(\.self)
      + (configuration?.bases ?? []).map { Files.shortened($0) }
  }

  /// The path of the baseline that the `bascule.json` names.
  var baseline: Path? {
    configuration?.content.baseline.map {
      Files.shortened(Files.resolved($0.path(in: found.folder)))
    }
  }

  /// The runner of tasks for the set. It uses threads if they make the tasks faster.
  package var tasks: TaskRunner { Self.tasks(for: [self]) }

  /// Returns a runner of tasks for the sets. It uses threads if they make the tasks faster.
  static func tasks(for sets: [RuleSetSource]) -> TaskRunner {
    var size = 0
    for set in sets { for file in set.input.files { size += file.bytes.count } }
    return size < 1 << 15 ? .inOrder : .threads
  }

  /// Returns the path of a file relative to the set's folder; its name if it is outside of the folder.
  package func relativeName(ofFile number: Int) -> Path {
    let path = found.files[number]
    let folder = found.folder
    if folder == .workingFolder, !path.isAbsolute { return path }
    guard path.isWithin(folder) else { return Path(bytes: Array(path.name)) }
    return Path(bytes: Array(path.bytes.dropFirst(folder.bytes.count).drop { $0 == 0x2F }))
  }

  /// The input, in which files are named by their paths in the set's folder, as generated code names them.
  package var namedInput: RuleSetInput {
    var named = input
    named.paths = found.files.indices.map { relativeName(ofFile: $0).display }
    return named
  }

  /// Pairs the two versions of each set. Sets form a pair if they have the same folder below the roots, or if each
  /// version has only one set.
  ///
  /// - Parameter oldRoot: the root of the old sets; nil if their folders are already relative to it.
  /// - Returns: pairs of indices, in the order of the new sets; removed sets are last.
  package static func pairs(
    _ old: [RuleSetSource], _ new: [RuleSetSource], _ oldRoot: Path?, _ newRoot: Path
  ) -> [(old: Int?, new: Int?)] {
    if old.count == 1, new.count == 1 { return [(0, 0)] }
    func key(_ set: RuleSetSource, _ root: Path?) -> Path {
      guard let root else { return set.found.folder.normalized }
      let folder = Files.resolved(set.found.folder.normalized)
      let outer = Files.resolved(root.normalized)
      guard folder.isWithin(outer) else { return .workingFolder }
      let rest = folder.bytes.dropFirst(outer.bytes.count).drop { $0 == 0x2F }
      return rest.isEmpty ? .workingFolder : Path(bytes: Array(rest))
    }
    var rest = old.indices.map { (key: key(old[$0], oldRoot), index: $0) }
    var pairs: [(old: Int?, new: Int?)] = []
    for (number, set) in new.enumerated() {
      let key = key(set, newRoot)
      let index = rest.firstIndex { $0.key == key }
      pairs.append((index.map { rest.remove(at: $0).index }, number))
    }
    return pairs + rest.map { ($0.index, nil) }
  }

  /// Returns the rule sets of a path of the working tree in a revision.
  ///
  /// - Parameter areLinks: true if the path is an `apple-app-site-association` file.
  package static func read(
    _ path: Path, in revision: String, at point: GitRevision.Point, areLinks: Bool = false
  ) throws(GitRevision.Failure) -> [RuleSetSource] {
    let isFolder = ((try? Files.status(of: path)) ?? nil)?.kind == .folder
    let revision = try GitRevision(revision, of: isFolder ? path : path.folder, at: point)
    if isFolder { return try readFolder(revision, areLinks: areLinks) }
    return try read(revision, only: Path(bytes: Array(path.name)), areLinks: areLinks)
  }

  /// Returns the rule sets of a folder in a revision, at its earlier place if it was moved.
  static func readFolder(
    _ revision: GitRevision, areLinks: Bool = false
  ) throws(GitRevision.Failure) -> [RuleSetSource] {
    let sources = try read(revision, areLinks: areLinks)
    if sources.isEmpty, let moved = try revision.beforeMove(ofFilesWith: ".bascule") {
      return try read(moved)
    }
    return sources
  }

  /// Reads the rule sets of the paths. Reports every failure, and not only the first one.
  ///
  /// - Parameters:
  ///   - links: `apple-app-site-association` files with any name; nil to refuse such files.
  ///   - standardInputName: the name of the file `-` in findings.
  ///   - patterns: patterns of excluded files and folders, relative to the working folder.
  ///   - read: returns the content of a file; nil to read it from the disk.
  package static func read(
    _ paths: [String], links: [String]? = [], standardInputName: String?,
    excluding patterns: [String] = [],
    reading read: ((Path) throws(FileError) -> [UInt8])? = nil
  ) -> (sources: [RuleSetSource], errors: [FileError]) {
    let files = (links ?? []).map { Files.shortened(Path($0)) }
    let paths =
      paths.isEmpty && files.isEmpty
      ? [Path.workingFolder] : paths.map { Files.shortened(Path($0)) }
    var (sets, errors) = RuleSetFinder.find(paths, links: files, excluding: patterns)
    if links == nil {
      errors += sets.filter(\.areLinks).map {
        FileError(
          .read, $0.files[0],
          "only `check`, `trace`, `witness`, `diff` and `page` take `\(RuleSetInput.linksName)` files"
        )
      }
    }
    var sources: [RuleSetSource] = []
    for index in sets.indices {
      if let standardInputName, sets[index].files == [Path("-")] {
        sets[index].folder = Path(standardInputName).normalized.folder
        sets[index].areLinks = Path(standardInputName).isNamedAsLinks
      }
      let set = sets[index]
      var files: [SourceFile] = []
      var contents = read == nil ? contents(of: set.files) : [:]
      func content(_ path: Path) throws(FileError) -> [UInt8] {
        if let read { return try read(path) }
        if let known = contents.removeValue(forKey: path) { return try known.get() }
        return try Files.read(path)
      }
      for path in set.files {
        do throws(FileError) {
          if path == Path("-") {
            let name = standardInputName ?? "<stdin>"
            files.append(
              SourceFile(name: name, bytes: try Files.readStandardInput(named: Path(name))))
          } else {
            files.append(SourceFile(name: path.display, bytes: try content(path)))
          }
        } catch {
          errors.append(error)
        }
      }
      var configuration: ConfigurationFile?
      if let path = set.configuration {
        do throws(FileError) {
          configuration = ConfigurationFile(
            SourceFile(name: path.display, bytes: try content(path)),
            from: read.map { ConfigurationSource.disk(reading: $0) } ?? .disk)
        } catch {
          errors.append(error)
        }
      }
      let folder = set.folder
      let input = RuleSetInput(files: files, areLinks: set.areLinks) {
        resource(Path($0), in: folder)
      }
      sources.append(RuleSetSource(found: set, input: input, configuration: configuration))
    }
    return (sources, errors)
  }

  /// Reads the contents of many files in threads. Returns nothing for few files, which are then read one after the
  /// other.
  private static func contents(of paths: [Path]) -> [Path: Result<[UInt8], FileError>] {
    if paths.count < 32 || paths.contains(Path("-")) { return [:] }
    let contents = TaskRunner.threads.map(paths) { path in
      Result { () throws(FileError) in try Files.read(path) }
    }
    return Dictionary(zip(paths, contents)) { first, _ in first }
  }

  /// Returns the content of a file inside the folder. Neither `..` nor a link may lead out of the folder.
  ///
  /// If the folder's `bascule.json` is a link, the folder of its destination also belongs to the set, since build
  /// systems pass files to an action as links to their real locations.
  ///
  /// - Parameter read: returns the content of a file.
  static func resource(
    _ path: Path, in folder: Path,
    reading read: (Path) throws(FileError) -> [UInt8] = { path throws(FileError) in
      try Files.read(path)
    }
  ) -> [UInt8]? {
    let parts = path.bytes.split(separator: 0x2F)
    if path.isAbsolute || path.bytes.contains(0) || parts.contains([0x2E, 0x2E]) { return nil }
    guard let root = Files.realPath(folder), let real = Files.realPath(root.appending(path.bytes)),
      real.isWithin(root) || real == realPath(path, besideConfigurationOf: root),
      let status = (try? Files.status(of: real)) ?? nil, status.kind == .file
    else { return nil }
    return try? read(real)
  }

  /// Returns the path of the file relative to the folder's `bascule.json`, with the links of both resolved.
  private static func realPath(_ path: Path, besideConfigurationOf folder: Path) -> Path? {
    guard let real = Files.realPath(folder.appending(RuleSetInput.configurationName)),
      real.name.elementsEqual(RuleSetInput.configurationName.utf8),
      let file = Files.realPath(real.folder.appending(path.bytes)), file.isWithin(real.folder)
    else { return nil }
    return file
  }
}
