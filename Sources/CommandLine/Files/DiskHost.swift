package import Diagnostics
package import LanguageServer
package import Text

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The disk, for the language server.
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

  package func configuration(
    _ file: SourceFile
  ) -> (severities: Severities, findings: [Finding]) {
    let (configuration, findings) = Configuration.read(file)
    return (configuration.severities, findings)
  }

  package func temporaryFile(_ name: String, _ text: String) -> String? {
    texts.write(name, text)
  }

  /// Deletes the texts that were written for the editor.
  package func removeTemporaryFiles() { texts.remove() }

  private static func found(_ set: RuleSetFinder.Found) -> FoundRuleSet {
    FoundRuleSet(
      folder: set.folder.display, files: set.files.map(\.display),
      configuration: set.configuration?.display)
  }
}

/// Texts that the editor shows, in a folder that only the user can read.
///
/// Unchecked, because the server runs on one thread.
private final class TemporaryTexts: @unchecked Sendable {
  private var folder: Path?
  private var files: [Path] = []

  func write(_ name: String, _ text: String) -> String? {
    guard let folder = folder ?? Self.makeFolder() else { return nil }
    self.folder = folder
    // An editor keeps an open file as it is, so each text has a file of its own.
    let file = folder.appending("\(name)-\(files.count + 1).txt")
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    files.append(file)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress!, $0.count) }
      if count <= 0 { return nil }
      rest = rest.dropFirst(count)
    }
    return file.display
  }

  func remove() {
    for file in files { Files.remove(file) }
    if let folder { Files.removeEmptyFolders([folder]) }
    files = []
    folder = nil
  }

  private static func makeFolder() -> Path? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/bascule-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return Path(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
