package import Diagnostics
package import Tasks
import Text
package import Workspace

/// One rule set, read.
package struct RuleSetSource: Sendable {
  package let found: RuleSetFinder.Found
  package let input: RuleSetInput
  /// The set's `bascule.json`.
  package let configuration: ConfigurationFile?

  package var severities: Severities { configuration?.content.severities ?? Severities() }

  /// The files that configure the set, and the file of known findings.
  var configurationPaths: [Path] {
    [found.configuration, baseline].compactMap(\.self)
      + (configuration?.bases ?? []).map { Files.shortened($0) }
  }

  /// The file of known findings that the `bascule.json` names.
  var baseline: Path? {
    configuration?.content.baseline.map {
      Files.shortened(Files.resolved($0.path(in: found.folder)))
    }
  }

  /// Runs tasks for the set: in threads if they make it faster.
  package var tasks: TaskRunner { Self.tasks(for: [self]) }

  /// Runs tasks for the sets: in threads if they make them faster.
  static func tasks(for sets: [RuleSetSource]) -> TaskRunner {
    var size = 0
    for set in sets { for file in set.input.files { size += file.bytes.count } }
    return size < 1 << 15 ? .inOrder : .threads
  }

  /// The path of a file relative to the set's folder; its name if it is outside.
  package func relativeName(ofFile number: Int) -> Path {
    let path = found.files[number]
    let folder = found.folder
    if folder == .workingFolder, !path.isAbsolute { return path }
    guard path.isWithin(folder) else { return Path(bytes: Array(path.name)) }
    return Path(bytes: Array(path.bytes.dropFirst(folder.bytes.count).drop { $0 == 0x2F }))
  }

  /// The input with the paths of the files in the set's folder, which generated code contains.
  package var namedInput: RuleSetInput {
    var named = input
    named.paths = found.files.indices.map { relativeName(ofFile: $0).display }
    return named
  }

  /// Pairs the versions of each set: sets with the same folder below the roots, or the only ones.
  ///
  /// - Parameter oldRoot: nil if the folders of the old sets are already relative to it.
  /// - Returns: indices, in the order of the new sets; removed sets are last.
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

  /// The rule sets of a path of the working tree in a revision.
  ///
  /// - Parameter areLinks: whether the path is an `apple-app-site-association` file.
  package static func read(
    _ path: Path, in revision: String, at point: GitRevision.Point, areLinks: Bool = false
  ) throws(GitRevision.Failure) -> [RuleSetSource] {
    let isFolder = ((try? Files.status(of: path)) ?? nil)?.kind == .folder
    let revision = try GitRevision(revision, of: isFolder ? path : path.folder, at: point)
    let sources = try read(
      revision, only: isFolder ? nil : Path(bytes: Array(path.name)), areLinks: areLinks)
    if sources.isEmpty, isFolder, let moved = try revision.beforeMove(ofFilesWith: ".bascule") {
      return try read(moved)
    }
    return sources
  }

  /// Reads the rule sets of the paths; reports every failure, not only the first.
  ///
  /// - Parameters:
  ///   - links: `apple-app-site-association` files with any name; nil to refuse such files.
  ///   - standardInputName: the name of the file `-` in findings.
  ///   - patterns: exclude files and folders from the search, relative to the working folder.
  ///   - read: returns the content of a file; nil to read it.
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

  /// The contents of many files; empty if there are few, which are read one after the other.
  private static func contents(of paths: [Path]) -> [Path: Result<[UInt8], FileError>] {
    if paths.count < 32 || paths.contains(Path("-")) { return [:] }
    let contents = TaskRunner.threads.map(paths) { path in
      Result { () throws(FileError) in try Files.read(path) }
    }
    return Dictionary(zip(paths, contents)) { first, _ in first }
  }

  /// The content of a file inside the folder; neither `..` nor a link may lead out of it.
  ///
  /// If the folder's `bascule.json` is a link, the folder of its destination also belongs to the set: build
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

  /// The path of the file relative to the folder's `bascule.json`, with links of both resolved.
  private static func realPath(_ path: Path, besideConfigurationOf folder: Path) -> Path? {
    guard let real = Files.realPath(folder.appending(RuleSetFinder.configurationName)),
      real.name.elementsEqual(RuleSetFinder.configurationName.utf8),
      let file = Files.realPath(real.folder.appending(path.bytes)), file.isWithin(real.folder)
    else { return nil }
    return file
  }
}
