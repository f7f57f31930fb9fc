import Diagnostics
import Text
import Workspace

extension RuleSetSource {
  /// Reads the rule sets of a folder, or of one of its files, in a revision. They are found as in the working tree, but
  /// links are not followed.
  ///
  /// - Parameters:
  ///   - revision: the revision of the folder.
  ///   - only: the name of a single file to read.
  ///   - areLinks: true if that file is an `apple-app-site-association` file, which can have any name.
  package static func read(
    _ revision: GitRevision, only: Path? = nil, areLinks: Bool = false
  ) throws(GitRevision.Failure) -> [RuleSetSource] {
    let all = try revision.files()
    let resources = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }
    let visible = all.filter { file in
      if let only { return file.path == only }
      return file.path.bytes.split(separator: 0x2F)
        .allSatisfy { $0.first != 0x2E && !$0.elementsEqual("node_modules".utf8) }
    }
    var folders = Set(
      visible.filter { $0.path.name.elementsEqual(RuleSetInput.configurationName.utf8) }
        .map(\.path.folder))
    folders.insert(.workingFolder)
    let excluded = try Self.exclusion(visible, all, revision, isSingle: only != nil)
    var members: [Path: [GitRevision.File]] = [:]
    let areLinks = areLinks || only?.isNamedAsLinks == true
    for file in visible
    where (areLinks || file.path.hasSuffix(RuleSetFinder.suffix))
      && !excluded(file.path.components)
    {
      var folder = file.path.folder
      while !folders.contains(folder) { folder = folder.folder }
      members[folder, default: []].append(file)
    }
    var sources: [RuleSetSource] = []
    for folder in members.keys.sorted() {
      var files: [SourceFile] = []
      for file in members[folder] ?? [] {
        files.append(
          SourceFile(
            name: revision.display(file.path), bytes: try revision.read(file)))
      }
      let input = RuleSetInput(files: files, areLinks: areLinks) { name in
        if name.hasPrefix("/") || name.split(separator: "/").contains("..") { return nil }
        return resources[folder.appending(name).normalized].flatMap { try? revision.read($0) }
      }
      let path = folder.appending(RuleSetInput.configurationName)
      var configuration: ConfigurationFile?
      if only == nil, let file = resources[path] {
        configuration = ConfigurationFile(
          SourceFile(name: revision.display(path), bytes: try revision.read(file)),
          at: path, from: .revision(revision))
      }
      let found = RuleSetFinder.Found(
        folder: folder, files: (members[folder] ?? []).map(\.path),
        configuration: configuration == nil ? nil : path, areLinks: areLinks)
      sources.append(RuleSetSource(found: found, input: input, configuration: configuration))
    }
    return sources
  }

  /// Returns a test for paths that the revision's `bascule.json` and `.gitignore` files exclude.
  ///
  /// - Parameter isSingle: true if a single file is read, which is never excluded.
  private static func exclusion(
    _ visible: [GitRevision.File], _ all: [GitRevision.File], _ revision: GitRevision,
    isSingle: Bool
  ) throws(GitRevision.Failure) -> ([[UInt8]]) -> Bool {
    if isSingle { return { _ in false } }
    var excluded: [PlacedPatterns] = []
    var ignored: [PathPatterns] = []
    for file in visible
    where file.path.name.elementsEqual(RuleSetInput.configurationName.utf8) {
      let source = SourceFile(name: file.path.display, bytes: try revision.read(file))
      excluded +=
        ConfigurationFile(source, at: file.path, from: .revision(revision)).content.excluded
    }
    for file in all where file.path.name.elementsEqual(".gitignore".utf8) {
      ignored.append(
        PathPatterns(file: try revision.read(file), in: Array(file.path.components.dropLast())))
    }
    return { [excluded, ignored] path in
      excluded.contains { $0.selectFile(path) } || ignored.contains { $0.selectFile(path) }
    }
  }
}

extension ConfigurationSource {
  /// Returns the files of a revision as a source. Paths are those below the folder of the working tree.
  fileprivate static func revision(_ revision: GitRevision) -> ConfigurationSource {
    let folder = Files.resolved(revision.folder)
    return ConfigurationSource(
      resolve: { folder.appending($0.bytes).withoutParents },
      name: { revision.display($0.relative(to: folder)) },
      read: { path throws(FileError) in
        do throws(GitRevision.Failure) {
          return try revision.read(path.relative(to: folder))
        } catch {
          throw FileError(.read, path, error.message)
        }
      })
  }
}

extension GitRevision {
  /// Returns the name of a file in findings, given its path relative to the folder.
  fileprivate func display(_ path: Path) -> String {
    "\(name):\(place.appending(path.bytes).withoutParents.display)"
  }
}
