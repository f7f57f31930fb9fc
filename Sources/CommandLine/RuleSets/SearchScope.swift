import Diagnostics
import Text
import Workspace

/// The patterns that apply in a folder of a search: those of the caller, of each `bascule.json`, and of each
/// `.gitignore` of the git working tree that contains the folder.
struct SearchScope {
  /// The components of the folder's real path. Links below the root of the search are not resolved in it.
  private var folder: [[UInt8]]
  private var excluded: [PlacedPatterns]
  /// The patterns of `.gitignore` files, from the outermost folder to the innermost; nil outside of a working tree.
  private var ignored: [PathPatterns]?
  /// The components of the top folder of the working tree.
  private var top: [[UInt8]] = []

  /// - Parameter root: the folder that is searched.
  init(_ root: Path, excluding patterns: [PlacedPatterns]) {
    let real = Files.resolved(root)
    folder = real.components
    excluded = patterns
    guard let top = Files.repository(of: real) else { return }
    let own = Path(bytes: top.bytes + "/.git/info/exclude".utf8)
    ignored = []
    self.top = top.components
    addIgnored(own, in: top.components)
    // The patterns of the root itself are read when the search enters it.
    var outer = top.components
    for component in folder.dropFirst(outer.count) {
      addIgnored(Path(outer).appending(".gitignore"), in: outer)
      outer.append(component)
      // The caller has named an ignored folder, or a folder inside of one.
      if isIgnored(outer, isFolder: true) { ignored = [] }
    }
  }

  /// Adds the patterns of the folder's own files.
  mutating func enter(_ path: Path, _ entries: [Files.Entry]) {
    func has(_ name: String) -> Bool { entries.contains { $0.name.elementsEqual(name.utf8) } }
    // The folder is another working tree, such as a submodule.
    if has(".git"), folder != top {
      ignored = []
      top = folder
    }
    if has(".gitignore") { addIgnored(path.appending(".gitignore"), in: folder) }
    if has(RuleSetInput.configurationName) {
      let file = path.appending(RuleSetInput.configurationName)
      guard let bytes = try? Files.read(file) else { return }
      let name = Path(folder).appending(RuleSetInput.configurationName).display
      excluded += ConfigurationFile(SourceFile(name: name, bytes: bytes)).content.excluded
    }
  }

  private mutating func addIgnored(_ file: Path, in folder: [[UInt8]]) {
    guard ignored != nil, let bytes = try? Files.read(file) else { return }
    let patterns = PathPatterns(file: bytes, in: folder)
    if !patterns.isEmpty { ignored?.append(patterns) }
  }

  /// Returns the scope of a folder in this folder.
  func below(_ name: some Collection<UInt8>) -> SearchScope {
    var scope = self
    scope.folder.append(Array(name))
    return scope
  }

  /// Returns whether the search skips the entry.
  func excludes(_ name: some Collection<UInt8>, isFolder: Bool) -> Bool {
    if excluded.isEmpty, ignored?.isEmpty ?? true { return false }
    let path = folder + [Array(name)]
    if excluded.contains(where: { $0.selects(path, isFolder: isFolder) }) { return true }
    return isIgnored(path, isFolder: isFolder)
  }

  private func isIgnored(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    ignored?.reversed().lazy.compactMap { $0.selects(path, isFolder: isFolder) }.first ?? false
  }
}

extension Path {
  /// The names between the slashes of the path.
  var components: [[UInt8]] { bytes.split(separator: 0x2F).map(Array.init) }

  /// Creates the absolute path of the components.
  fileprivate init(_ components: [[UInt8]]) {
    self.init(bytes: [0x2F] + components.joined(separator: [0x2F]))
  }
}
