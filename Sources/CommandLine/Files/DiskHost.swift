import Diagnostics
package import LanguageServer
package import Text
import Workspace

/// Access to the disk, for the language server.
package struct DiskHost: ServerHost {
  package let defaultFolder: String?
  private let texts = TemporaryTexts()

  /// - Parameter folder: the folder to serve if the editor names none.
  package init(folder: String? = nil) {
    defaultFolder = folder.map { Files.resolved(Path($0)).display }
  }

  package func ruleSets(below folders: [String]) -> [FoundRuleSet] {
    RuleSetFinder.find(folders.map { Path($0) }).sets.map { Self.found($0) }
  }

  package func ruleSet(around file: String) -> FoundRuleSet {
    let path = Path(file)
    var folder = path.folder
    while true {
      let configuration = folder.appending(RuleSetFinder.configurationName)
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

  package var milliseconds: Int { MonotonicClock.milliseconds }

  package func discard(_ value: any Sendable) { SystemThread.run { _ = value } }

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
