import Diagnostics
import Syntax
import Text
import Workspace

/// A rule set of the server, with its files and their latest snapshot.
final class RuleSetState {
  let folder: String
  private(set) var paths: [String]
  private(set) var configuration: String?
  /// The content of the files that are not open in the client.
  private var disk: [String: [UInt8]] = [:]
  private var current: Snapshot?
  private let session = RuleSetSession(recordsReferences: true)
  /// True if the findings of the current state have not been published yet.
  private(set) var isDirty = true
  private(set) var hasBeenChecked = false
  /// The number of consecutive interrupted checks.
  private(set) var interruptions = 0
  /// True if the client has the results of the tests.
  var areTestsSent = false
  /// A hash of the test results that the client has.
  var sentTests: Int?
  /// The files that the rules of the last check name, by their paths inside the set's folder.
  private(set) var namedFiles: Set<String> = []
  /// The findings of another thread.
  var late = LateFindings()
  /// The URIs with published diagnostics, with a hash of these.
  var published: [String: Int] = [:]

  /// True if the only file is an `apple-app-site-association` file.
  let areLinks: Bool

  /// - Parameter path: the path of an `apple-app-site-association` file.
  init(links path: String) {
    folder = path
    paths = [path]
    areLinks = true
  }

  init(_ found: FoundRuleSet) {
    areLinks = false
    folder = found.folder
    paths = found.files
    configuration = found.configuration
  }

  /// True if the last check resolved all files again.
  var hasResolvedAll: Bool { session.hasResolvedAll }

  /// Notes the end of a check of the current text.
  func checkEnded(_ snapshot: Snapshot) {
    guard snapshot.isChecked else {
      interruptions += 1
      return
    }
    interruptions = 0
    hasBeenChecked = true
    isDirty = false
  }

  /// Notes the files that the checked rules name.
  func note(namedFilesOf snapshot: Snapshot) {
    namedFiles = []
    for path in snapshot.trees.lazy.flatMap({ $0.namedFiles }) {
      namedFiles.insert(String(path.value.withoutDots.dropFirst()))
    }
  }

  /// Returns whether a rule of the last check or the `bascule.json` names the file.
  func names(_ path: String) -> Bool {
    if settings.watched.contains(path) { return true }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(start) && namedFiles.contains(String(path.dropFirst(start.count)))
  }

  /// Updates the list of files.
  func update(_ found: FoundRuleSet) {
    if paths == found.files, configuration == found.configuration { return }
    paths = found.files
    configuration = found.configuration
    // A removed file may have another text when it is added again.
    disk = disk.filter { contains($0.key) }
    touch()
  }

  func contains(_ path: String) -> Bool { paths.contains(path) || path == configuration }

  /// The names of the files on which the findings of the set depend, beside its own files.
  var namesOfOthers: [String] { settings.watched.map { $0.lastOfPath } }

  func add(_ path: String) {
    guard !paths.contains(path) else { return }
    let place = paths.firstIndex { path.utf8.lexicographicallyPrecedes($0.utf8) } ?? paths.count
    paths.insert(path, at: place)
    touch()
  }

  /// Discards the cached content of a file.
  func reread(_ path: String) {
    disk[path] = nil
    touch()
  }

  /// Discards all cached content, including scripts.
  func rereadAll() {
    disk = [:]
    hasNewResources = true
    touch()
  }

  /// Marks the snapshot as outdated.
  func touch() {
    late.isOutdated = true
    textChanged()
  }

  /// Marks the snapshot as outdated after an edit of a file.
  func edited(_ path: String) {
    if path == configuration { touch() } else { textChanged() }
  }

  private func textChanged() {
    isDirty = true
    areTestsSent = false
    isStale = true
  }

  private var isStale = true
  private var hasNewResources = false
  private var severities = Severities()
  /// The settings in the set's `bascule.json`.
  private(set) var settings = ReadConfiguration()

  private func readConfiguration(_ server: ServerState) {
    settings = ReadConfiguration()
    guard let configuration, let bytes = bytes(configuration, server) else { return }
    settings = server.host.configuration(SourceFile(name: configuration, bytes: bytes))
  }

  func bytes(_ path: String, _ server: ServerState) -> [UInt8]? {
    if let document = server.document(path: path) { return document.bytes }
    if let bytes = disk[path] { return bytes }
    let bytes = server.host.read(path)
    disk[path] = bytes
    return bytes
  }

  func snapshot(_ server: ServerState) -> Snapshot {
    if let current, !isStale { return current }
    let earlier = current
    var files: [SourceFile] = []
    var uris: [String] = []
    var versions: [Int?] = []
    var trees: [SyntaxTree] = []
    var same: [Int?] = []
    for path in paths {
      guard let bytes = bytes(path, server) else { continue }
      let document = server.document(path: path)
      uris.append(document?.uri ?? FileURI.uri(path))
      versions.append(document?.version)
      if let earlier, let number = earlier.number(ofFile: path),
        earlier.files[number].bytes == bytes
      {
        files.append(earlier.files[number])
        trees.append(earlier.trees[number])
        same.append(number)
      } else {
        let file = SourceFile(name: path, bytes: bytes)
        files.append(file)
        trees.append(areLinks ? SyntaxTree() : session.tree(of: file))
        same.append(nil)
      }
    }
    isStale = false
    readConfiguration(server)
    let severities = settings.severities
    if let earlier, !hasNewResources, severities == self.severities,
      same.count == earlier.files.count, uris == earlier.uris,
      same.elementsEqual(earlier.files.indices.map { $0 })
    {
      earlier.versions = versions
      return earlier
    }
    hasNewResources = false
    self.severities = severities
    let host = server.host
    let folder = folder
    let read = ResourceReader(read: { host.resource($0, in: folder) })
    let snapshot = Snapshot(
      files, uris: uris, versions: versions, trees: trees, folder: folder,
      encoding: server.encoding,
      session: session, severities: severities, areLinks: areLinks, resource: { read.read($0) })
    if let earlier { snapshot.takeOver(from: earlier, same: same) }
    current = snapshot
    return snapshot
  }
}

/// Reads linked files. The conformance is unchecked, because the server runs on one thread and never sends the closure
/// to another.
private struct ResourceReader: @unchecked Sendable {
  let read: (String) -> [UInt8]?
}
