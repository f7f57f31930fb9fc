import Diagnostics
import Text

extension LanguageServer {
  func initialize(_ params: Params) -> JSON {
    client = ClientCapabilities(params)
    let offered = params["capabilities"]?["general"]?["positionEncodings"]?.array ?? []
    encoding =
      offered.lazy.compactMap { $0.string.flatMap(PositionEncoding.init(rawValue:)) }.first
      ?? .utf16
    if let list = params["workspaceFolders"]?.array {
      folders = list.compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
    } else if let root = params["rootUri"]?.string.flatMap(FileURI.path) {
      folders = [root]
    } else if let root = params["rootPath"]?.string {
      folders = [root]
    } else if let root = host.defaultFolder {
      folders = [root]
    }
    discover()
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "bascule", "version": .string(version)],
    ]
  }

  private var capabilities: JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": false],
      ],
      "diagnosticProvider": [
        "identifier": "bascule", "interFileDependencies": true, "workspaceDiagnostics": true,
      ],
      "definitionProvider": true,
      "typeDefinitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "callHierarchyProvider": true,
      "hoverProvider": true,
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentOnTypeFormattingProvider": [
        "firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"],
      ],
      "codeActionProvider": [
        "codeActionKinds": [
          "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite", "source.fixAll",
        ],
        "resolveProvider": true,
      ],
      "codeLensProvider": ["resolveProvider": true],
      "inlayHintProvider": true,
      "executeCommandProvider": ["commands": .array(Self.commands.map { .string($0) })],
      "semanticTokensProvider": [
        "legend": TokenClass.legend, "range": true, "full": ["delta": true],
      ],
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "completionProvider": ["triggerCharacters": [".", "(", ":", "@"]],
      "signatureHelpProvider": ["triggerCharacters": ["(", ","], "retriggerCharacters": [":"]],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }

  /// The result of a request.
  func result(of method: String, _ params: Params) throws(ResponseError) -> JSON {
    switch method {
    case "textDocument/diagnostic": return try documentDiagnostics(params)
    case "workspace/diagnostic": return workspaceDiagnostics(params)
    case "textDocument/definition": return try definition(params)
    case "textDocument/typeDefinition": return try typeDefinition(params)
    case "textDocument/references": return try references(params)
    case "textDocument/documentHighlight": return try highlight(params)
    case "textDocument/prepareRename": return try prepareRename(params)
    case "textDocument/rename": return try rename(params)
    case "textDocument/documentSymbol": return try documentSymbols(params)
    case "workspace/symbol": return workspaceSymbols(params)
    case "textDocument/prepareCallHierarchy": return try prepareCallHierarchy(params)
    case "callHierarchy/incomingCalls": return try incomingCalls(params)
    case "callHierarchy/outgoingCalls": return try outgoingCalls(params)
    case "textDocument/hover": return try hover(params)
    case "textDocument/completion": return try completion(params)
    case "textDocument/signatureHelp": return try signatureHelp(params)
    case "textDocument/semanticTokens/full": return try semanticTokens(params)
    case "textDocument/semanticTokens/range": return try semanticTokensRange(params)
    case "textDocument/semanticTokens/full/delta": return try semanticTokensDelta(params)
    case "textDocument/foldingRange": return try foldingRanges(params)
    case "textDocument/selectionRange": return try selectionRanges(params)
    case "textDocument/documentLink": return try documentLinks(params)
    case "textDocument/codeAction": return try codeActions(params)
    case "codeAction/resolve": return try resolveCodeAction(params)
    case "textDocument/codeLens": return try codeLenses(params)
    case "codeLens/resolve": return try resolveCodeLens(params)
    case "textDocument/inlayHint": return try inlayHints(params)
    case "workspace/executeCommand": return try executeCommand(params)
    case "textDocument/formatting": return try formatting(params)
    case "textDocument/rangeFormatting": return try rangeFormatting(params)
    case "textDocument/onTypeFormatting": return try typeFormatting(params)
    default: throw ResponseError(.methodNotFound, "there is no method `\(method)`")
    }
  }

  /// Takes a notification; one that is not known is passed over.
  func take(_ method: String, _ params: Params) throws(ResponseError) {
    switch method {
    case "initialized": register()
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
      // Without watched files, saving is when others may have written too.
      let key = Self.key(try params.uri())
      if !client.watchesFiles, document(path: key) != nil {
        discover()
        stateForDocument(key)?.rereadAll()
      }
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
    guard client.watchesFiles else { return }
    let globs = ["**/*.bascule", "**/bascule.json", "**/*.js"]
    ask(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(globs.map { ["globPattern": .string($0)] })],
          ]
        ]
      ])
  }

  private func filesChanged(_ changes: [JSONValue]) {
    var needsDiscovery = false
    for change in changes {
      guard let path = change["uri"]?.string.flatMap(FileURI.path) else { continue }
      if path.hasSuffix(".js") {
        for state in sets where path.isPath(within: state.folder) { state.rereadAll() }
        continue
      }
      let isChange = change["type"]?.int == 2
      if isChange, let state = sets.first(where: { $0.contains(path) }) {
        state.reread(path)
      } else {
        needsDiscovery = true
        for state in sets where state.contains(path) { state.reread(path) }
      }
    }
    if needsDiscovery { discover() }
  }

  // MARK: - Work in between

  /// Whether something is left to be done when no message waits.
  package var hasWork: Bool { phase == .running && isReady && sets.contains(where: \.isDirty) }

  /// How often the check of a set is broken off before one is done to its end, so that findings come
  /// while somebody types on and on.
  private static let patience = 3

  /// Does one piece of that work.
  ///
  /// - Parameter isInterrupted: whether messages have come, which are to be handled first: the work is
  ///   broken off then and is still there to be done. Asked again and again.
  package func work(unless isInterrupted: @escaping () -> Bool = { false }) {
    guard hasWork, let state = sets.first(where: \.isDirty) else { return }
    let showsProgress = !state.hasBeenChecked && client.progress
    let token = JSON.string("bascule-\(nextResult)")
    nextResult += 1
    if showsProgress { beginProgress(state, token) }
    let isUrgent = state.interruptions >= Self.patience
    if state.snapshot(self).check(unless: { !isUrgent && isInterrupted() }) {
      state.interruptions = 0
      state.hasBeenChecked = true
      publish(state)
    } else {
      state.interruptions += 1
    }
    if showsProgress { notify("$/progress", ["token": token, "value": ["kind": "end"]]) }
  }

  private func beginProgress(_ state: RuleSetState, _ token: JSON) {
    ask("window/workDoneProgress/create", ["token": token])
    let name = state.folder.split(separator: "/").last.map(String.init) ?? state.folder
    notify(
      "$/progress",
      [
        "token": token,
        "value": [
          "kind": "begin", "title": "Checking rules", "message": .string(name),
          "cancellable": false,
        ],
      ])
  }
}
