import Diagnostics
import Text
import Workspace

/// Finds the rule sets of paths on the command line.
///
/// A folder is the set of the `.bascule` files below it. A folder below it with a `bascule.json` is a separate set.
/// Files given one by one form one set. Links are followed last, so that a file is found by its own name if possible.
/// No folder is entered twice for one set, so that a loop of links terminates.
///
/// Files and folders are skipped if a `.gitignore` of their git working tree, an `exclude` of a `bascule.json` above
/// them, or the caller excludes them, unless they are among the paths.
package struct RuleSetFinder {
  package static let suffix = ".bascule"
  private static let skippedFolders = ["node_modules"]

  /// Returns whether every search skips the folder.
  static func skips(_ name: [UInt8]) -> Bool {
    skippedFolders.contains { name.elementsEqual($0.utf8) }
  }

  /// The files of one rule set, by their names.
  package struct Found: Sendable {
    /// The folder of the set's resources.
    package var folder: Path
    /// The files, sorted. The name `-` is standard input.
    package var files: [Path]
    /// The set's `bascule.json`.
    package var configuration: Path?
    /// True if the only file is an `apple-app-site-association` file.
    package var areLinks = false
  }

  private var sets: [Found] = []
  /// The indices of sets with other sets below them. These sets may have no files of their own.
  private var parents: Set<Int> = []
  /// The files of each set.
  private var members: [Set<Files.Identity>] = []
  /// The folders that were entered for any set, and the folders that were entered for each set.
  private var walked: Set<Files.Identity> = []
  private var walkedOfSet: [Set<Files.Identity>] = []
  private var symbolicLinks: [(path: Path, set: Int, scope: SearchScope)] = []
  private let excluded: [PlacedPatterns]
  /// The paths that are `apple-app-site-association` files, which can have any name.
  private var links: Set<Path> = []
  private var errors: [FileError] = []

  /// Finds the rule sets of the paths.
  ///
  /// - Parameters:
  ///   - links: `apple-app-site-association` files with other names.
  ///   - patterns: patterns of excluded files and folders, relative to the working folder.
  /// - Returns: the sets in the order of their folders, each with at least one file, and all read errors.
  package static func find(
    _ paths: [Path], links: [Path] = [], excluding patterns: [String] = []
  ) -> (sets: [Found], errors: [FileError]) {
    var finder = RuleSetFinder(excluding: patterns)
    finder.links = Set(links.map(\.normalized))
    finder.find(paths + links)
    return (finder.sets.filter { !$0.files.isEmpty }, finder.errors)
  }

  private init(excluding patterns: [String]) {
    excluded =
      patterns.isEmpty
      ? []
      : [
        PlacedPatterns(patterns, in: Files.resolved(.workingFolder).components)
      ]
  }

  private mutating func find(_ paths: [Path]) {
    var named: [Path] = []
    var folders: [(path: Path, real: Path)] = []
    for path in paths.map(\.normalized) {
      if path == Path("-") {
        named.append(path)
        continue
      }
      do throws(FileError) {
        guard let status = try Files.status(of: path) else {
          throw FileError(.read, path, "no such file or folder")
        }
        if status.kind == .folder, links.contains(path) {
          throw FileError(.read, path, "it is a folder")
        }
        if status.kind == .folder {
          folders.append((path, Files.realPath(path) ?? path))
        } else {
          named.append(path)
        }
      } catch {
        errors.append(error)
      }
    }
    // Outer folders come first, since a folder below one of them belongs to its set.
    folders.sort { ($0.real.bytes.count, $0.path) < ($1.real.bytes.count, $1.path) }
    for folder in folders { walkRoot(folder.path) }
    var next = 0
    while next < symbolicLinks.count {
      let link = symbolicLinks[next]
      follow(link.path, for: link.set, link.scope)
      next += 1
    }
    for (index, set) in sets.enumerated() where set.files.isEmpty {
      if set.configuration == nil, parents.contains(index) { continue }
      errors.append(FileError(.read, set.folder, "no rule files (`*\(Self.suffix)`) below it"))
    }
    sets.sort { $0.folder < $1.folder }
    addNamed(named)
    for set in sets.indices { sets[set].files.sort() }
  }

  private mutating func walkRoot(_ folder: Path) {
    guard let status = try? Files.status(of: folder), !walked.contains(status.identity) else {
      return
    }
    let configuration = folder.appending(RuleSetInput.configurationName)
    let hasConfiguration = ((try? Files.status(of: configuration)) ?? nil) != nil
    let set = addSet(folder, hasConfiguration ? configuration : nil)
    walk(folder, status.identity, set: set, SearchScope(folder, excluding: excluded))
  }

  private mutating func addSet(_ folder: Path, _ configuration: Path?) -> Int {
    sets.append(Found(folder: folder, files: [], configuration: configuration))
    members.append([])
    walkedOfSet.append([])
    return sets.count - 1
  }

  private mutating func walk(
    _ folder: Path, _ identity: Files.Identity, set: Int, _ scope: SearchScope
  ) {
    var set = set
    if folder != sets[set].folder {
      let configuration = folder.appending(RuleSetInput.configurationName)
      if ((try? Files.status(of: configuration)) ?? nil) != nil {
        parents.insert(set)
        if walked.contains(identity) { return }
        set = addSet(folder, configuration)
      }
    }
    walked.insert(identity)
    guard walkedOfSet[set].insert(identity).inserted else { return }
    let entries: [Files.Entry]
    do throws(FileError) {
      entries = try Files.entries(of: folder)
    } catch {
      errors.append(error)
      return
    }
    var scope = scope
    scope.enter(folder, entries)
    for entry in entries where entry.name.first != 0x2E {
      let path = folder.appending(entry.name)
      switch entry.kind {
      case .folder:
        if Self.skips(entry.name) { continue }
        if scope.excludes(entry.name, isFolder: true) { continue }
        if let status = try? Files.status(of: path) {
          walk(path, status.identity, set: set, scope.below(entry.name))
        }
      case .link: symbolicLinks.append((path, set, scope))
      case .file, .other:
        if path.hasSuffix(Self.suffix), !scope.excludes(entry.name, isFolder: false) {
          add(path, to: set)
        }
      }
    }
  }

  private mutating func follow(_ link: Path, for set: Int, _ scope: SearchScope) {
    let isFolder = ((try? Files.status(of: link)) ?? nil)?.kind == .folder
    if scope.excludes(link.name, isFolder: isFolder) { return }
    do throws(FileError) {
      guard let status = try Files.status(of: link) else {
        if link.hasSuffix(Self.suffix) {
          throw FileError(.read, link, "the link is broken")
        }
        return
      }
      if status.kind == .folder {
        walk(link, status.identity, set: set, scope.below(link.name))
      } else if link.hasSuffix(Self.suffix) {
        add(link, to: set)
      }
    } catch {
      if link.hasSuffix(Self.suffix) { errors.append(error) }
    }
  }

  private mutating func add(_ path: Path, to set: Int) {
    guard let status = (try? Files.status(of: path)) ?? nil else {
      errors.append(FileError(.read, path, "no such file or folder"))
      return
    }
    if status.kind != .file {
      errors.append(FileError(.read, path, "it is not a file"))
    } else if members[set].insert(status.identity).inserted {
      sets[set].files.append(path)
    }
  }

  /// Adds files given one by one, except those that are in the given folders.
  private mutating func addNamed(_ paths: [Path]) {
    var taken = members.reduce(into: Set()) { $0.formUnion($1) }
    var files: [Path] = []
    var hasInput = false
    for path in paths {
      if path == Path("-") {
        if !hasInput { files.append(path) }
        hasInput = true
      } else if let status = (try? Files.status(of: path)) ?? nil,
        taken.insert(status.identity).inserted
      {
        if links.contains(path) || path.isNamedAsLinks {
          sets.append(
            Found(folder: path.folder, files: [path], configuration: nil, areLinks: true))
        } else {
          files.append(path)
        }
      }
    }
    if files.isEmpty { return }
    let folders = files.filter { $0 != Path("-") }.compactMap { Files.realPath($0.folder) }
    sets.append(
      Found(folder: Self.common(folders) ?? .workingFolder, files: files, configuration: nil))
  }

  /// Returns the innermost folder that contains all of the folders; nil if there are none.
  private static func common(_ folders: [Path]) -> Path? {
    guard var common = folders.first else { return nil }
    for folder in folders {
      while !folder.isWithin(common), common != common.folder { common = common.folder }
      if !folder.isWithin(common) { return .workingFolder }
    }
    return common
  }
}

extension Path {
  /// True if the file is named `apple-app-site-association`.
  var isNamedAsLinks: Bool { name.elementsEqual(RuleSetInput.linksName.utf8) }
}
