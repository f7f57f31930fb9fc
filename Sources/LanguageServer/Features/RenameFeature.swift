import Diagnostics
import Semantics
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
    guard let place = try place(params), let reference = place.reference else { return nil }
    _ = try renamed(reference, place)
    return [
      "range": place.map.range(reference.span).json,
      "placeholder": .string(place.snapshot.name(reference, in: place.file)),
    ]
  }

  func rename(_ params: Params) throws(ResponseError) -> JSON {
    let name = try params.string("newName")
    guard let place = try place(params), let reference = place.reference else { return nil }
    try place.snapshot.requireCheck()
    let places = try renamed(reference, place)
    guard Self.isName(name) else {
      throw ResponseError(
        .requestFailed, "`\(name)` is not a name: a letter or `_`, then letters, digits and `_`")
    }
    let earlier = place.snapshot.name(reference, in: place.file)
    if name == earlier { return workspaceEdit([], place.snapshot) }
    var edits: [(location: Location, text: String)] = []
    for found in places {
      let location = Location(FileID(found.file), found.reference.span)
      edits.append((location, newText(found, reference.target, name, earlier, place.snapshot)))
    }
    try refuseIfMeaningChanges(edits, (earlier, name), place.snapshot)
    return workspaceEdit(edits, place.snapshot)
  }

  /// Returns the occurrences of a name that can be renamed.
  private func renamed(
    _ reference: NameReference, _ place: Place
  ) throws(ResponseError) -> [(file: Int, reference: NameReference)] {
    let definitions = place.snapshot.definitions(of: reference, in: place.file)
    let name = place.snapshot.name(reference, in: place.file)
    switch reference.target {
    case .word(let word):
      throw ResponseError(.requestFailed, "`\(word)` is defined by the language")
    case .declaration where definitions.count > 1, .member where definitions.count > 1,
      .field where definitions.count > 1:
      throw ResponseError(.requestFailed, "`\(name)` is declared more than once")
    case .capture where definitions.isEmpty, .unknown, .unknownMember, .unknownValue:
      throw ResponseError(.requestFailed, "`\(name)` is not declared")
    case .declaration, .member, .field, .capture, .schemeHandler: break
    }
    return place.snapshot.occurrences(of: reference, in: place.file)
  }

  /// Returns the text for one occurrence. A name that is also a label is written twice, as in `open(url: address)`.
  private func newText(
    _ found: (file: Int, reference: NameReference), _ renamed: NameTarget, _ name: String,
    _ earlier: String, _ snapshot: Snapshot
  ) -> String {
    guard let label = found.reference.label else { return name + suffix(found, snapshot) }
    return label == renamed ? "\(name): \(earlier)" : "\(earlier): \(name)"
  }

  /// Returns the text after a declared name that keeps the identifier in JSON, if that was derived from the name.
  private func suffix(
    _ found: (file: Int, reference: NameReference), _ snapshot: Snapshot
  ) -> String {
    guard found.reference.isDeclaration,
      let declaration = snapshot.outline(found.file).declaration(at: found.reference.span.start)
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

  /// Applies the edits to a copy of the rule set. Throws if they cause errors or change the meaning of a name.
  private func refuseIfMeaningChanges(
    _ edits: [(location: Location, text: String)], _ names: (from: String, to: String),
    _ snapshot: Snapshot
  ) throws(ResponseError) {
    let changed = snapshot.edited(edits.map { Edit($0.location, $0.text) })
    var known: [String: Int] = [:]
    for finding in snapshot.errors { known[finding.code, default: 0] += 1 }
    for finding in changed.errors {
      known[finding.code, default: 0] -= 1
      if known[finding.code]! < 0 {
        throw ResponseError(
          .requestFailed, "`\(names.from)` cannot become `\(names.to)`: \(finding.message)")
      }
    }
    let isSame = snapshot.files.indices.allSatisfy { file in
      snapshot.meanings(in: file, renaming: names) == changed.meanings(in: file)
    }
    let isTaken = snapshot.files.indices.contains { file in
      snapshot.references(file).list.contains { $0.target == .schemeHandler(names.to) }
    }
    guard isSame, !isTaken else {
      throw ResponseError(
        .requestFailed,
        "`\(names.from)` cannot become `\(names.to)`: the name has another meaning there")
    }
  }
}

extension Snapshot {
  /// Returns the targets of a file's names in source order, without the places of captures and fields.
  ///
  /// - Parameter names: the names of the app's functions before and after they are renamed.
  fileprivate func meanings(
    in file: Int, renaming names: (from: String, to: String) = ("", "")
  ) -> [NameTarget] {
    references(file).list.flatMap { reference in
      [reference.label, reference.target].compactMap { $0 }
    }.map { target in
      switch target {
      case .capture(_, let number): .capture(0, number)
      case .field: .field(0)
      case .schemeHandler(names.from): .schemeHandler(names.to)
      case .declaration, .member, .word, .schemeHandler, .unknown, .unknownMember, .unknownValue:
        target
      }
    }
  }

  /// Returns the rule set after the edits, which must not overlap.
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
