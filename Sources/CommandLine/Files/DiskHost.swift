import Diagnostics
package import LanguageServer
package import Text
package import Workspace

/// Access to the disk, for the language server.
package final class DiskHost: ServerHost {
  package let defaultFolder: String?
  private let texts = TemporaryTexts()
  /// Runs a closure in the thread of the server; nil if there is no other thread.
  private let inServer: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

  /// - Parameters:
  ///   - folder: the folder to serve if the editor names none.
  ///   - inServer: runs a closure in the thread of the server; nil to use no other thread.
  package init(
    folder: String? = nil,
    inServer: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    self.inServer = inServer
    defaultFolder = folder.map { Files.resolved(Path($0)).display }
  }

  package func ruleSets(below folders: [String]) -> [FoundRuleSet] {
    RuleSetFinder.find(folders.map { Path($0) }).sets.map { Self.found($0) }
  }

  package func ruleSet(around file: String) -> FoundRuleSet {
    let path = Path(file)
    var folder = path.folder
    while true {
      let configuration = folder.appending(RuleSetInput.configurationName)
      if ((try? Files.status(of: configuration)) ?? nil) != nil {
        let sets = RuleSetFinder.find([folder]).sets
        if let set = sets.first(where: { $0.folder == folder }) { return Self.found(set) }
        return FoundRuleSet(
          folder: folder.display, files: [], configuration: configuration.display)
      }
      if folder == folder.folder { break }
      folder = folder.folder
    }
    // Without a `bascule.json`, the set consists of the files in the same folder.
    let entries = (try? Files.entries(of: path.folder)) ?? []
    let files = entries.filter { $0.kind == .file && $0.name.first != 0x2E }
      .map { path.folder.appending($0.name) }.filter { $0.hasSuffix(RuleSetFinder.suffix) }
    return FoundRuleSet(
      folder: path.folder.display, files: files.map(\.display), configuration: nil)
  }

  package func read(_ path: String) -> [UInt8]? { try? Files.read(Path(path)) }

  package func resource(_ path: String, in folder: String) -> [UInt8]? {
    RuleSetSource.resource(Path(path), in: Path(folder))
  }

  package func configuration(_ file: SourceFile) -> ReadConfiguration {
    let read = ConfigurationFile(
      file,
      from: .disk(isShort: false, reading: { path throws(FileError) in try Files.read(path) }))
    let source = RuleSetSource(
      found: RuleSetFinder.Found(
        folder: Path(file.name).folder, files: [], configuration: Path(file.name)),
      input: RuleSetInput(files: []), configuration: read)
    var result = ReadConfiguration(
      severities: read.content.severities, files: read.files, findings: read.findings)
    result.others = Set(
      (read.bases + [source.baseline].compactMap(\.self)).map {
        Files.resolved($0).display
      })
    let folder = source.found.folder
    result.linksFile = read.content.links.map { Files.resolved($0.file.path(in: folder)).display }
    result.linked = { checked, content in
      let found = LinkedFindings(
        read, in: folder, read.content.severities, checked, content: content)
      return FindingsOfLinks(ofRules: found.ofRules, ofConfiguration: found.ofConfiguration)
    }
    result.named = read.content.namedPaths.map { named in
      NamedFile(
        path: Files.resolved(named.path(in: folder)).display, location: named.location,
        isPattern: named.isPattern)
    }
    switch source.readBaseline() {
    case .success(let baseline): result.left = { baseline.left(of: $0, in: $1) }
    case .failure(let fault): result.findings.append(fault.finding)
    case nil: break
    }
    return result
  }

  package func temporaryFile(_ name: String, _ text: String) -> String? {
    texts.write(name, text)
  }

  package func replaceTemporaryFile(_ path: String, _ text: String) {
    texts.replace(path, by: text)
  }

  package func earlierRules(
    of folder: String, in revision: String
  ) -> @Sendable (_ known: EarlierRules?) -> Result<EarlierRules, QueryError> {
    { known in
      do throws(GitRevision.Failure) {
        let commit = try GitRevision(revision, of: Path(folder), at: .mergeBase)
        if let known, known.commit == commit.commitName { return .success(known) }
        let source = try RuleSetSource.readFolder(commit).first {
          $0.found.folder == .workingFolder
        }
        let rules = source.map { Workspace.load($0.namedInput, $0.severities) }
        if let error = rules?.findings.first(where: { $0.severity == .error }) {
          let reason = "the rules of `\(revision)` have errors, such as: \(error.message)"
          return .failure(QueryError(reason))
        }
        return .success(EarlierRules(commit: commit.commitName, rules: rules))
      } catch {
        return .failure(QueryError(error.message))
      }
    }
  }

  package func run(
    _ work: @escaping @Sendable () -> LateFindings.Result,
    then: @escaping (LateFindings.Result) -> Void
  ) {
    guard let inServer else { return then(work()) }
    let last = ServerClosure(run: then)
    SystemThread.run {
      let value = work()
      inServer { last.run(value) }
    }
  }

  package var milliseconds: Int { MonotonicClock.milliseconds }

  package func discard(_ work: @escaping @Sendable () -> Void) { SystemThread.run(work) }

  /// Deletes the texts for editors that killed servers have left.
  package static func removeLeftovers() { TemporaryTexts.removeLeftovers() }

  /// Deletes the texts that this server has written for the editor.
  package func removeTemporaryFiles() { texts.remove() }

  private static func found(_ set: RuleSetFinder.Found) -> FoundRuleSet {
    FoundRuleSet(
      folder: set.folder.display, files: set.files.map(\.display),
      configuration: set.configuration?.display)
  }
}

/// A closure of the server's thread. The conformance is unchecked, because other threads pass it on without a call.
private struct ServerClosure<Value>: @unchecked Sendable {
  let run: (Value) -> Void
}
