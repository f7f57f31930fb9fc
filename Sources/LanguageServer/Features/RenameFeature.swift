import Diagnostics
import Syntax
import Text

extension Feature {
  static var renaming: [Feature] {
    [
      Feature(
        "textDocument/prepareRename", handle: ServerState.prepareRename),
      Feature(
        "textDocument/rename", "renameProvider", ["prepareProvider": true],
        handle: ServerState.rename),
    ]
  }
}

extension ServerState {
  func prepareRename(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let occurrence = place.occurrence else { return nil }
    _ = try renamed(occurrence, place)
    return [
      "range": place.map.range(occurrence.span).json, "placeholder": .string(occurrence.name),
    ]
  }

  func rename(_ params: Params) throws(ResponseError) -> JSON {
    let name = try params.string("newName")
    guard let place = try place(params), let occurrence = place.occurrence else { return nil }
    let places = try renamed(occurrence, place)
    guard Self.isName(name) else {
      throw ResponseError(
        .requestFailed, "`\(name)` is not a name: a letter or `_`, then letters, digits and `_`")
    }
    if name == occurrence.name { return workspaceEdit([], place.snapshot) }
    var edits: [(location: Location, text: String)] = []
    for found in places {
      let location = Location(FileID(found.file), found.occurrence.span)
      edits.append((location, name + suffix(found, place.snapshot)))
    }
    try refuseIfMeaningChanges(edits, occurrence, name, place)
    return workspaceEdit(edits, place.snapshot)
  }

  /// The occurrences of a name that can be renamed.
  private func renamed(
    _ occurrence: NameOccurrence, _ place: Place
  ) throws(ResponseError) -> [(file: Int, occurrence: NameOccurrence)] {
    if case .word(let word) = place.snapshot.names.canonical(occurrence.key) {
      throw ResponseError(.requestFailed, "`\(word)` is defined by the language")
    }
    let definitions = place.snapshot.definitions(of: occurrence, in: place.file)
    guard !definitions.isEmpty || occurrence.key.isDeclaredByUse else {
      throw ResponseError(.requestFailed, "`\(occurrence.name)` is not declared")
    }
    if definitions.count > 1, definitions[0].declaration.kind != .capture {
      throw ResponseError(.requestFailed, "`\(occurrence.name)` is declared more than once")
    }
    return place.snapshot.occurrences(of: occurrence, in: place.file)
  }

  /// The text that keeps the wire name if it was derived from the declared name.
  private func suffix(
    _ found: (file: Int, occurrence: NameOccurrence), _ snapshot: Snapshot
  ) -> String {
    guard found.occurrence.isDeclaration,
      let declaration = snapshot.index(found.file).declarations.first(where: {
        $0.nameSpan == found.occurrence.span
      })
    else { return "" }
    return switch declaration.wire {
    case .none: ""
    case .string(let name): " \"\(name)\""
    case .assignment(let name): " = \"\(name)\""
    }
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == 0x5F || (first | 0x20) &- 0x61 < 26 else {
      return false
    }
    return name.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
  }

  /// Applies the edits to a copy and throws if they cause errors or change the meaning of a name.
  private func refuseIfMeaningChanges(
    _ edits: [(location: Location, text: String)], _ occurrence: NameOccurrence, _ name: String,
    _ place: Place
  ) throws(ResponseError) {
    let snapshot = place.snapshot
    let changed = snapshot.edited(edits.map { Edit($0.location, $0.text) })
    var known: [String: Int] = [:]
    for finding in snapshot.errors { known[finding.code, default: 0] += 1 }
    for finding in changed.errors {
      known[finding.code, default: 0] -= 1
      if known[finding.code]! < 0 {
        throw ResponseError(
          .requestFailed, "`\(occurrence.name)` cannot become `\(name)`: \(finding.message)")
      }
    }
    // The first location, moved by the edits before it.
    let first = edits.map(\.location).min()!
    let renamed = changed.index(Int(first.file.index)).occurrence(at: Int(first.span.start))
    let count = renamed.map { changed.occurrences(of: $0, in: Int(first.file.index)).count }
    guard count == edits.count else {
      throw ResponseError(
        .requestFailed,
        "`\(occurrence.name)` cannot become `\(name)`: the name has another meaning there")
    }
  }
}

extension Snapshot {
  /// The rule set after the edits, which must not overlap.
  func edited(_ edits: [Edit]) -> Snapshot {
    var files = files
    var trees = trees
    for file in Set(edits.map { Int($0.location.file.index) }) {
      var bytes = files[file].bytes
      for edit in edits.filter({ Int($0.location.file.index) == file })
        .sorted(by: { $0.location > $1.location })
      {
        let span = edit.location.span
        bytes.replaceSubrange(Int(span.start)..<Int(span.end), with: Array(edit.replacement.utf8))
      }
      files[file] = SourceFile(name: files[file].name, bytes: bytes)
      trees[file] = SyntaxTree.parse(files[file])
    }
    return with(files, trees)
  }
}
