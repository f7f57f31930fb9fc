import Semantics
import Text

/// The position of a request in a snapshot.
struct Place {
  let snapshot: Snapshot
  let file: Int
  let offset: Int

  var map: TextMap { snapshot.map(file) }
  var index: DocumentIndex { snapshot.index(file) }
  /// The name at the position.
  var reference: NameReference? { snapshot.references(file).reference(at: offset) }

  func location(_ span: Span) -> Location { Location(FileID(file), span) }
}

extension ServerState {
  /// Returns the document's snapshot and its index in the snapshot; nil for a file of no rule set.
  ///
  /// - Parameter takesLinks: true to accept an `apple-app-site-association` file, too.
  func document(
    _ params: Params, takesLinks: Bool = false
  ) throws(ResponseError) -> (snapshot: Snapshot, file: Int)? {
    let key = Self.key(try params.uri())
    guard let state = sets.first(where: { $0.paths.contains(key) }),
      takesLinks || !state.areLinks
    else { return nil }
    let snapshot = state.snapshot(self)
    return snapshot.number(ofFile: key).map { (snapshot, $0) }
  }

  func place(_ params: Params) throws(ResponseError) -> Place? {
    let position = try params.position()
    guard let (snapshot, file) = try document(params) else { return nil }
    return Place(snapshot: snapshot, file: file, offset: snapshot.map(file).offset(position))
  }

  /// Returns the insertion of a snippet.
  ///
  /// - Requires: the client accepts snippets in edits.
  func workspaceEdit(
    snippet: (location: Location, text: String), _ snapshot: Snapshot
  ) -> JSON {
    let file = Int(snippet.location.file.index)
    let version = document(path: snapshot.files[file].name).map { JSON.int($0.version) }
    return [
      "documentChanges": [
        [
          "textDocument": ["uri": .string(snapshot.uris[file]), "version": version ?? .null],
          "edits": [
            [
              "range": snapshot.range(snippet.location).json,
              "snippet": ["kind": "snippet", "value": .string(snippet.text)],
            ]
          ],
        ]
      ]
    ]
  }

  /// Returns edits of several files in the form that the client supports.
  func workspaceEdit(_ edits: [(location: Location, text: String)], _ snapshot: Snapshot) -> JSON {
    var files: [Int] = []
    var byFile: [Int: [JSON]] = [:]
    for edit in edits.sorted(by: { $0.location < $1.location }) {
      let file = Int(edit.location.file.index)
      if byFile[file] == nil { files.append(file) }
      byFile[file, default: []].append(
        ["range": snapshot.range(edit.location).json, "newText": .string(edit.text)])
    }
    if client.documentChanges {
      return [
        "documentChanges": .array(
          files.map { file in
            let version = document(path: snapshot.files[file].name).map { JSON.int($0.version) }
            return [
              "textDocument": ["uri": .string(snapshot.uris[file]), "version": version ?? .null],
              "edits": .array(byFile[file] ?? []),
            ]
          })
      ]
    }
    return [
      "changes": .object(files.map { (snapshot.uris[$0], .array(byFile[$0] ?? [])) })
    ]
  }
}
