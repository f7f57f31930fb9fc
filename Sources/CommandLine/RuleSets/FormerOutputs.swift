import Generation
import Text

/// Finds files that Bascule wrote for a rule set and that are no longer among its outputs, because the output in
/// `bascule.json` or the prefix has changed.
///
/// The first line of a generated file contains the place of its rules (`GeneratedHeading`).
struct FormerOutputs {
  private static let suffixes = [".swift", ".ts", ".mts", ".cts"]

  /// The real paths of the outputs.
  private let outputs: Set<Path>
  /// The real paths of the folders of the rule sets.
  private let folders: Set<Path>
  private var found: Set<Path> = []
  private var walked: Set<Path> = []

  /// - Parameters:
  ///   - outputs: the outputs that the rule sets have now.
  ///   - folders: the folders of the rule sets whose `bascule.json` names their outputs.
  init(outputs: [Path], of folders: [Path]) {
    self.outputs = Set(outputs.map { Files.resolved($0) })
    self.folders = Set(folders.map { Files.resolved($0) })
  }

  /// Returns the former outputs in the folders of the outputs, sorted.
  func besideOutputs() -> [Path] {
    var search = self
    search.addThoseBesideOutputs()
    return search.sorted
  }

  /// Returns the former outputs beside the outputs and anywhere in the git working trees of the rule sets, sorted.
  func everywhere() -> [Path] {
    var search = self
    search.addThoseBesideOutputs()
    for top in Set(folders.compactMap { Files.repository(of: $0) }).sorted() {
      search.walk(top, SearchScope(top, excluding: []))
    }
    return search.sorted
  }

  private var sorted: [Path] { found.sorted().map { Files.shortened($0) } }

  private mutating func addThoseBesideOutputs() {
    for folder in Set(outputs.map(\.folder)) {
      for entry in (try? Files.entries(of: folder)) ?? [] where entry.kind == .file {
        add(folder.appending(entry.name))
      }
    }
  }

  private mutating func walk(_ folder: Path, _ scope: SearchScope) {
    guard walked.insert(folder).inserted, let entries = try? Files.entries(of: folder) else {
      return
    }
    var scope = scope
    scope.enter(folder, entries)
    for entry in entries where entry.name.first != 0x2E {
      switch entry.kind {
      case .folder:
        if RuleSetFinder.skips(entry.name) || scope.excludes(entry.name, isFolder: true) {
          continue
        }
        walk(folder.appending(entry.name), scope.below(entry.name))
      case .file:
        if scope.excludes(entry.name, isFolder: false) { continue }
        add(folder.appending(entry.name))
      case .link, .other: continue
      }
    }
  }

  private mutating func add(_ file: Path) {
    guard Self.suffixes.contains(where: file.hasSuffix), !outputs.contains(file),
      let start = try? Files.start(of: file, count: 1_000),
      let rules = GeneratedHeading.rules(in: start)
    else { return }
    if folders.contains(Files.resolved(file.folder.appending(rules))) { found.insert(file) }
  }
}
