import Diagnostics
import Text
import Workspace

extension ServerState {
  /// Handles a notification. Unknown notifications are ignored.
  func take(_ method: String, _ params: Params) throws(ResponseError) {
    switch method {
    case "initialized":
      register()
      configurationChanged(nil)
    case "workspace/didChangeConfiguration": configurationChanged(params["settings"])
    case "textDocument/didOpen":
      let uri = try params.uri()
      let text = try params.string("textDocument", "text")
      let version = params["textDocument"]?["version"]?.int ?? 0
      let key = Self.key(uri)
      open(
        Document(uri: uri, name: key, version: version, text: text, encoding: encoding), key)
    case "textDocument/didChange":
      let key = Self.key(try params.uri())
      guard let changes = params["contentChanges"]?.array else {
        throw ResponseError(.invalidParams, "`contentChanges` must be an array")
      }
      try change(key, changes, version: params["textDocument"]?["version"]?.int)
    case "textDocument/didClose": close(Self.key(try params.uri()))
    case "textDocument/didSave":
      // If the client does not watch files, other programs may also have written to the folder.
      let key = Self.key(try params.uri())
      if !client.watchesFiles, document(path: key) != nil {
        discover()
        stateForDocument(key)?.rereadAll()
        for state in sets where state.names(key) { state.rereadAll() }
      }
      lookAtFilesAgain()
    case "workspace/didChangeWatchedFiles": filesChanged(params["changes"]?.array ?? [])
    case "workspace/didChangeWorkspaceFolders":
      let removed = params["event"]?["removed"]?.array ?? []
      let added = params["event"]?["added"]?.array ?? []
      let gone = removed.compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
      folders.removeAll { gone.contains($0) }
      for folder in added.compactMap({ $0["uri"]?.string.flatMap(FileURI.path) })
      where !folders.contains(folder) {
        folders.append(folder)
      }
      discover()
    default: break
    }
  }

  private func register() {
    watch("files", ["**/*.bascule", "**/" + RuleSetInput.configurationName])
  }

  private func filesChanged(_ changes: [JSONValue]) {
    var needsDiscovery = false
    for change in changes {
      guard let path = change["uri"]?.string.flatMap(FileURI.path) else { continue }
      for state in sets where state.names(path) { state.rereadAll() }
      guard path.hasSuffix(".bascule") || path.hasSuffix("/bascule.json") else { continue }
      let isChange = change["type"]?.int == 2
      if isChange, let state = sets.first(where: { $0.contains(path) }) {
        state.reread(path)
      } else {
        needsDiscovery = true
        for state in sets where state.contains(path) { state.reread(path) }
      }
    }
    if needsDiscovery { discover() }
    lookAtFilesAgain()
  }
}
