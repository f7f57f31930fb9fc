import Checks
import Diagnostics
import Semantics
import Syntax
import Text
import Workspace

extension Feature {
  /// The requests for findings. They are answered but not announced, so that clients wait for the findings that the
  /// server sends: a client that asks after each edit gets no answer while its user types faster than a large set is
  /// checked.
  static var diagnostics: [Feature] {
    [
      Feature(
        "textDocument/diagnostic", isAboutText: true, handle: ServerState.documentDiagnostics),
      Feature("workspace/diagnostic", handle: ServerState.workspaceDiagnostics),
    ]
  }
}

extension ServerState {
  /// The codes of findings about text without effect, which editors fade out.
  private static let unnecessary: Set<String> = [
    "unreachable-rule", "unreachable-handler", "redundant-rule", "redundant-condition",
    "dead-alternative", "unused-declaration", "unused-ignore",
  ]

  // MARK: - Push

  /// Sends the findings of a checked state of the rule set. The user may have typed since.
  func publish(_ state: RuleSetState, _ snapshot: Snapshot) {
    defer { updateTrace(snapshot) }
    findLate(state, snapshot)
    sendReports(state, snapshot)
  }

  /// Sends the diagnostics that have changed, and those of the open documents.
  func sendReports(_ state: RuleSetState, _ snapshot: Snapshot) {
    state.note(namedFilesOf: snapshot)
    watchNamedFiles()
    var hasChanged = false
    for (uri, diagnostics) in reports(state, snapshot) {
      let version =
        if let file = snapshot.number(ofFile: Self.key(uri)) {
          snapshot.versions[file]
        } else {
          document(path: Self.key(uri))?.version
        }
      let hash = Self.hash(diagnostics)
      let isNews = state.published[uri] != hash
      hasChanged = hasChanged || isNews && (state.published[uri] != nil || !diagnostics.isEmpty)
      guard isNews && (state.published[uri] != nil || !diagnostics.isEmpty) || version != nil
      else { continue }
      state.published[uri] = hash
      let json: JSON = ["uri": .string(uri)]
      notify(
        "textDocument/publishDiagnostics",
        json.with("version", version.map { .int($0) })
          .with("diagnostics", .array(diagnostics)))
    }
    let uris = Set(snapshot.uris)
    for uri in state.published.keys.sorted()
    where !uris.contains(uri) && Self.key(uri) != state.configuration
      && !state.settings.others.contains(Self.key(uri))
    {
      state.published[uri] = nil
      hasChanged = true
      notify("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
    guard hasChanged else { return }
    if client.refreshesCodeLenses { ask("workspace/codeLens/refresh", nil) }
    if client.refreshesInlayHints { ask("workspace/inlayHint/refresh", nil) }
  }

  private static func hash(_ diagnostics: [JSON]) -> Int {
    JSON.array(diagnostics).bytes.hashValue
  }

  /// Returns the diagnostics of every file of a set, including its `bascule.json`.
  private func reports(
    _ state: RuleSetState, _ snapshot: Snapshot
  ) -> [(uri: String, diagnostics: [JSON])] {
    var reports = snapshot.uris.map { (uri: $0, diagnostics: [JSON]()) }
    let findings = snapshot.findings + state.late.links(in: snapshot)
    for finding in state.settings.left(findings, snapshot.files) {
      reports[Int(finding.location.file.index)].diagnostics.append(json(finding, snapshot))
    }
    for (file, uri) in snapshot.uris.enumerated() {
      reports[file].diagnostics += deprecatedUses(snapshot, file, uri)
    }
    for finding in state.late.differences(in: snapshot) {
      reports[Int(finding.location.file.index)].diagnostics.append(json(finding, snapshot))
    }
    let own = texts(state.settings.files, of: state)
    for (number, uri) in own.uris.enumerated() {
      let findings = configurationFindings(state).filter {
        Int($0.location.file.index) == number
      }
      reports.append((uri, findings.map { json($0, own) }))
    }
    return reports
  }

  /// The findings of the `bascule.json` and the files that it extends.
  func configurationFindings(_ state: RuleSetState) -> [Finding] {
    state.settings.findings + state.late.ofConfiguration(state.settings.files)
  }

  /// Returns a snapshot of files that are not rule files, which converts places in them to positions.
  func texts(_ files: [SourceFile], of state: RuleSetState) -> Snapshot {
    Snapshot(
      files, uris: files.map { uri(ofFile: $0.name) }, trees: files.map { _ in SyntaxTree() },
      folder: state.folder, encoding: encoding, areLinks: true, resource: { _ in nil })
  }

  func uri(ofFile name: String) -> String {
    document(path: name)?.uri ?? FileURI.uri(name)
  }

  /// Returns hints for uses of deprecated names, which editors strike out. The command line does not report them.
  private func deprecatedUses(_ snapshot: Snapshot, _ file: Int, _ uri: String) -> [JSON] {
    guard client.diagnosticTags, snapshot.hasDeprecated else { return [] }
    return snapshot.references(file).list.compactMap { reference in
      guard !reference.isDeclaration, !reference.target.isLocal,
        let declaration = snapshot.definition(of: reference, in: file)?.declaration,
        let why = declaration.deprecated
      else { return nil }
      return [
        "range": snapshot.map(file).range(reference.span).json, "severity": 4,
        "code": "deprecated", "source": "bascule",
        "message": .string("`\(declaration.name)` is deprecated: \(why)"), "tags": [2],
      ]
    }
  }

  func json(_ finding: Finding, _ snapshot: Snapshot) -> JSON {
    var message = finding.message
    if let help = finding.help { message += "\nhelp: \(help)" }
    if let witness = finding.witness { message += "\nwitness: \(witness)" }
    let severity = finding.severity == .error ? 1 : finding.severity == .warning ? 2 : 3
    var json: JSON = [
      "range": snapshot.range(finding.location).json, "severity": .int(severity),
      "code": .string(finding.code), "source": "bascule", "message": .string(message),
    ]
    if client.codeDescription, Workspace.summary(ofCode: finding.code) != nil {
      // An editor that cannot show texts of the server opens the page in the browser.
      let page =
        client.showsTexts
        ? Self.uri(ofText: finding.code) : CodeSummary.address(ofCode: finding.code)
      json = json.with("codeDescription", ["href": .string(page)])
    }
    if client.diagnosticTags, Self.unnecessary.contains(finding.code) {
      json = json.with("tags", [1])
    }
    if client.relatedInformation, !finding.related.isEmpty {
      json = json.with(
        "relatedInformation",
        .array(
          finding.related.map {
            ["location": snapshot.json($0.location), "message": .string($0.message)]
          }))
    }
    return json.with(
      "data",
      [
        "message": .string(finding.message), "label": .string(finding.label),
        "help": JSON(finding.help), "witness": JSON(finding.witness),
      ])
  }

  // MARK: - Pull

  func documentDiagnostics(_ params: Params) throws(ResponseError) -> JSON {
    let key = Self.key(try params.uri())
    let state = sets.first { $0.contains(key) } ?? sets.first { $0.settings.others.contains(key) }
    guard let state else {
      return ["kind": "full", "items": []]
    }
    let snapshot = state.snapshot(self)
    try snapshot.requireCheck()
    let report = reports(state, snapshot).first { Self.key($0.uri) == key }
    return Self.report(report?.diagnostics ?? [], previous: params["previousResultId"]?.string)
  }

  func workspaceDiagnostics(_ params: Params) throws(ResponseError) -> JSON {
    var previous: [String: String] = [:]
    for item in params["previousResultIds"]?.array ?? [] {
      if let uri = item["uri"]?.string, let value = item["value"]?.string { previous[uri] = value }
    }
    var items: [JSON] = []
    for state in sets {
      let snapshot = state.snapshot(self)
      try snapshot.requireCheck()
      for (uri, diagnostics) in reports(state, snapshot) {
        let version = document(path: Self.key(uri)).map { JSON.int($0.version) } ?? .null
        items.append(
          Self.report(diagnostics, previous: previous[uri])
            .with("uri", .string(uri)).with("version", version))
      }
    }
    return ["items": .array(items)]
  }

  private static func report(_ diagnostics: [JSON], previous: String?) -> JSON {
    let id = String(UInt(bitPattern: hash(diagnostics)), radix: 16)
    if id == previous { return ["kind": "unchanged", "resultId": .string(id)] }
    return ["kind": "full", "resultId": .string(id), "items": .array(diagnostics)]
  }
}
