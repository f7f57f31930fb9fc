import Diagnostics
import Syntax
import Text

extension Feature {
  static var fileRenaming: [Feature] {
    [Feature("workspace/willRenameFiles", handle: ServerState.willRenameFiles)]
  }

  /// The files whose renaming the client announces: all files, since rules or a `bascule.json` may name any of them.
  static let fileOperations: JSON = [
    "willRename": ["filters": [["scheme": "file", "pattern": ["glob": "**/*"]]]]
  ]
}

extension ServerState {
  /// Returns the edits that write the new names of files and folders in rule files, in `bascule.json` files, and in the
  /// files that these extend.
  func willRenameFiles(_ params: Params) throws(ResponseError) -> JSON {
    let moves = FileMoves(params["files"]?.array ?? [])
    var files: [SourceFile] = []
    var edits: [(location: Location, text: String)] = []
    var seen: Set<Location> = []
    func add(_ file: SourceFile, _ span: Span, _ text: String) {
      let number = files.firstIndex { $0.name == file.name } ?? files.count
      if number == files.count { files.append(file) }
      let location = Location(FileID(number), span)
      if seen.insert(location).inserted { edits.append((location, text)) }
    }
    for state in sets where !state.areLinks {
      let snapshot = state.snapshot(self)
      for (file, tree) in zip(snapshot.files, snapshot.trees) {
        for path in tree.namedFiles {
          let name = moves.name(
            ofFile: state.folder + "/" + path.value, in: state.folder, namedIn: state.folder)
          // Rules name files of their folder only.
          guard let name, !name.hasPrefix("../") else { continue }
          add(file, path.span, Quoting.rule(name))
        }
      }
      for named in state.settings.named {
        let file = state.settings.files[Int(named.location.file.index)]
        let written = file.text(named.location.span)
        if !named.isPattern, written.hasPrefix("\"/") { continue }
        let name = moves.name(
          ofFile: named.path, in: file.name.folderOfPath, namedIn: file.name)
        guard let name, !named.isPattern || !name.hasPrefix("../") else { continue }
        let (start, end) = (
          named.isPattern && written.hasPrefix("\"/") ? "/" : "",
          written.hasSuffix("/\"") ? "/" : ""
        )
        add(file, named.location.span, Quoting.json(start + name + end))
      }
    }
    guard let first = sets.first, !edits.isEmpty else { return nil }
    return workspaceEdit(edits, texts(files, of: first))
  }
}

/// The files and folders that get other paths.
private struct FileMoves {
  private let moves: [(old: String, new: String)]

  init(_ files: [JSONValue]) {
    moves = files.compactMap { file in
      guard let old = file["oldUri"]?.string.flatMap(FileURI.path),
        let new = file["newUri"]?.string.flatMap(FileURI.path)
      else { return nil }
      return (old, new)
    }
  }

  /// Returns the path after the moves.
  private func path(_ path: String) -> String {
    let move = moves.filter { path.isPath(within: $0.old) }.max { $0.old.count < $1.old.count }
    return move.map { $0.new + path.dropFirst($0.old.count) } ?? path
  }

  /// Returns the new relative path of a file; nil if the relative path stays the same.
  ///
  /// - Parameters:
  ///   - folder: the start of the relative path.
  ///   - owner: the file that contains the relative path, or `folder`. If the owner moves, the start moves with it.
  func name(ofFile file: String, in folder: String, namedIn owner: String) -> String? {
    let before = file.withoutDots.path(from: folder)
    let newFolder = owner == folder ? path(folder) : path(owner).folderOfPath
    let after = path(file.withoutDots).path(from: newFolder)
    return before == after ? nil : after
  }
}

extension String {
  /// Returns the path relative to a folder. Both are absolute.
  fileprivate func path(from folder: String) -> String {
    let (parts, base) = (split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(parts, base).prefix { $0 == $1 }.count
    let ups = Array(repeating: Substring(".."), count: base.count - shared)
    return (ups + parts[shared...]).joined(separator: "/")
  }
}
