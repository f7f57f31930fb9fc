import Diagnostics

/// The capabilities that the client announces.
struct ClientCapabilities {
  var relatedInformation = false
  var diagnosticTags = false
  var codeDescription = false
  var refreshesCodeLenses = false
  var refreshesInlayHints = false
  var refreshesTokens = false
  var progress = false
  var watchesFiles = false
  var snippets = false
  var hoverFormat = DocumentationFormat.markdown
  var completionFormat = DocumentationFormat.string
  var signatureFormat = DocumentationFormat.string
  var literalCodeActions = false
  /// True if the client accepts snippets in edits of the workspace.
  var snippetEdits = false
  var documentChanges = false
  var hierarchicalSymbols = false
  var showsMessageRequests = true
  /// True if the client shows documents whose texts come from the server: `bascule://pages/CODE`,
  /// `bascule://pages/trace`.
  var showsTexts = false
  var lineFoldingOnly = false
  var showsDocuments = false
  var showsHints = false
  var answersConfiguration = false
  /// True if the client sends a request again if its text has changed before the answer.
  var retriesOutdatedRequests = false
  /// True if the client shows the notification `experimental/serverStatus`.
  var showsStatus = false
  /// True if the client resolves only the code lenses that it shows.
  var resolvesShownLenses = false
  /// True if the client requests the edit of an action when the user chooses the action.
  var resolvesActions = false
  /// True if the client shows the locations that `bascule.references` returns.
  var showsReferences = false
  /// True if the client lists the tests that `bascule/tests` contains.
  var showsTests = false

  init() {}

  init(_ params: Params) {
    let all = params["capabilities"]
    let text = all?["textDocument"]
    let workspace = all?["workspace"]
    let diagnostics = text?["publishDiagnostics"]
    relatedInformation = diagnostics?["relatedInformation"]?.bool ?? false
    diagnosticTags = !(diagnostics?["tagSupport"]?.isNull ?? true)
    codeDescription = diagnostics?["codeDescriptionSupport"]?.bool ?? false
    refreshesCodeLenses = workspace?["codeLens"]?["refreshSupport"]?.bool ?? false
    refreshesInlayHints = workspace?["inlayHint"]?["refreshSupport"]?.bool ?? false
    refreshesTokens = workspace?["semanticTokens"]?["refreshSupport"]?.bool ?? false
    progress = all?["window"]?["workDoneProgress"]?.bool ?? false
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    snippets = text?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    literalCodeActions = !(text?["codeAction"]?["codeActionLiteralSupport"]?.isNull ?? true)
    documentChanges = workspace?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    snippetEdits =
      documentChanges && workspace?["workspaceEdit"]?["snippetEditSupport"]?.bool ?? false
    hierarchicalSymbols =
      text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    lineFoldingOnly = text?["foldingRange"]?["lineFoldingOnly"]?.bool ?? false
    hoverFormat = DocumentationFormat(text?["hover"]?["contentFormat"]) ?? .markdown
    completionFormat =
      DocumentationFormat(text?["completion"]?["completionItem"]?["documentationFormat"]) ?? .string
    signatureFormat =
      DocumentationFormat(
        text?["signatureHelp"]?["signatureInformation"]?["documentationFormat"]) ?? .string
    showsDocuments = all?["window"]?["showDocument"]?["support"]?.bool ?? false
    showsTexts = showsDocuments && !(workspace?["textDocumentContent"]?.isNull ?? true)
    showsHints = !(text?["inlayHint"]?.isNull ?? true)
    answersConfiguration = workspace?["configuration"]?.bool ?? false
    resolvesActions =
      text?["codeAction"]?["resolveSupport"]?["properties"]?.array?.contains { $0.string == "edit" }
      ?? false
    retriesOutdatedRequests = !(all?["general"]?["staleRequestSupport"]?.isNull ?? true)
    showsStatus = all?["experimental"]?["serverStatusNotification"]?.bool ?? false
    resolvesShownLenses = !(text?["codeLens"]?["resolveSupport"]?.isNull ?? true)
    let options = params["initializationOptions"]
    showsReferences = options?["showsReferences"]?.bool ?? false
    showsTests = options?["showsTests"]?.bool ?? false
  }
}

/// The format of documentation texts.
enum DocumentationFormat {
  case markdown, plainText
  /// Plain text in a string, without a format beside it.
  case string

  /// Creates the preferred format; nil if the client announces none.
  init?(_ formats: JSONValue?) {
    guard let formats = formats?.array else { return nil }
    self = formats.contains { $0.string == "markdown" } ? .markdown : .plainText
  }

  /// Returns the text in the form that the client accepts.
  func json(_ markdown: String) -> JSON {
    if self == .markdown { return ["kind": "markdown", "value": .string(markdown)] }
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let plain = lines.filter { !$0.hasPrefix("```") && $0 != "---" }.joined(separator: "\n")
    return self == .string ? .string(plain) : ["kind": "plaintext", "value": .string(plain)]
  }
}
