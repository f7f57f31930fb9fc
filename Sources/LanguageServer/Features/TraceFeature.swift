import Diagnostics
import Reachability
import Requests
import Semantics
import Text
import Workspace

extension ServerState {
  /// Shows a trace beside the rules and as a document, if the client can show these, and otherwise in a message of one
  /// line.
  func show(trace query: TraceQuery, _ snapshot: Snapshot) throws(ResponseError) -> JSON {
    let chain = query.chain ?? (try? snapshot.loaded.chain(of: query))
    if let chain, let error = snapshot.obstacle(chain) { throw snapshot.refusal(chain, error) }
    if snapshot.loaded.chainNames.isEmpty, let error = snapshot.errors.first {
      throw ResponseError(
        .requestFailed, "no chain can be read because of an error: \(snapshot.text(of: error))")
    }
    let trace: Trace
    do throws(QueryError) {
      trace = try snapshot.loaded.trace(query)
    } catch {
      throw ResponseError(.requestFailed, error.message + (error.help.map { "; \($0)" } ?? ""))
    }
    forgetTrace("another request is traced")
    let shown = ShownTrace(trace, query, snapshot)
    shownTrace = shown
    log(shown.shownText, .info)
    refreshHints()
    if client.showsTexts {
      show(uri: Self.uri(ofText: Self.traceName))
    } else if client.showsDocuments,
      let file = host.temporaryFile(Self.traceName, shown.shownText + Self.noteInFiles)
    {
      shown.file = file
      show(uri: FileURI.uri(file))
    } else {
      show("\(trace.tracedRequest): \(trace.summary)")
    }
    return .string(shown.shownText)
  }

  func clearTrace() {
    forgetTrace("it has been cleared")
    refreshHints()
    refreshTraceText()
  }

  /// Updates the hints and the document of the shown trace after a check of its rule set.
  func updateTrace(_ snapshot: Snapshot) {
    guard let shownTrace, shownTrace.folder == snapshot.folder else { return }
    let text = shownTrace.text(snapshot)
    if text == shownTrace.shownText { return }
    shownTrace.shownText = text
    refreshHints()
    refreshTraceText()
    if let file = shownTrace.file { host.replaceTemporaryFile(file, text + Self.noteInFiles) }
  }

  /// Ends the display of the trace. A client that shows the trace in a file keeps the file, which now contains the
  /// reason.
  private func forgetTrace(_ reason: String) {
    if let file = shownTrace?.file, let text = shownTrace?.older(reason) {
      host.replaceTemporaryFile(file, text)
    }
    shownTrace = nil
  }

  private func refreshTraceText() {
    guard client.showsTexts else { return }
    let uri = Self.uri(ofText: Self.traceName)
    ask("workspace/textDocumentContent/refresh", ["uri": .string(uri)])
  }

  // MARK: - Documents of the server

  /// The name of the document with the trace. Other documents are named after codes of findings.
  private static let traceName = "trace"

  /// A note for files: an editor may not read a file again when it changes.
  private static let noteInFiles = """

    This file follows the rules; reload it if the editor does not.

    """

  static func uri(ofText name: String) -> String { "bascule://pages/\(name)" }

  private func show(uri: String) {
    ask("window/showDocument", ["uri": .string(uri), "takeFocus": false])
  }

  /// Shows the page of a code as a document.
  ///
  /// - Returns: false if the client cannot show documents.
  func show(page: String, ofCode code: String) -> Bool {
    if client.showsTexts {
      show(uri: Self.uri(ofText: code))
    } else if client.showsDocuments, let file = host.temporaryFile(code, page) {
      show(uri: FileURI.uri(file))
    } else {
      return false
    }
    return true
  }

  /// Returns the text of a document of the server.
  func textDocumentContent(_ params: Params) throws(ResponseError) -> JSON {
    let uri = try params.string("uri")
    let name = uri.split(separator: "/").last.map(String.init) ?? ""
    if uri == Self.uri(ofText: name) {
      if name == Self.traceName {
        return ["text": .string(shownTrace?.shownText ?? "No trace is shown.\n")]
      }
      if let page = Workspace.summary(ofCode: name)?.page { return ["text": .string(page)] }
    }
    throw ResponseError(.invalidParams, "there is no document `\(uri)`")
  }

  /// Returns the results of the shown trace in a file: an offset, a short text and its explanation.
  func traceHints(
    _ snapshot: Snapshot, _ file: Int
  ) -> [(offset: UInt32, label: String, tooltip: String)] {
    guard let shownTrace, shownTrace.folder == snapshot.folder,
      let trace = shownTrace.trace(snapshot)
    else { return [] }
    var hints: [(offset: UInt32, label: String, tooltip: String)] = []
    let key = NameKey.chain(trace.chain.name, isResponses: trace.chain.kind == .responses)
    if let chain = snapshot.names.places(key).first, chain.file == file {
      hints.append(
        (
          chain.declaration.nameSpan.end, "\(trace.tracedRequest): \(trace.summary)".shortened,
          "The traced request. Run `bascule.clearTrace`, or the code action, to hide the results."
        ))
    }
    for mark in trace.marks where mark.rule.file == FileID(file) {
      let reasons = mark.reasons.joined(separator: "; ")
      hints.append(
        (
          mark.rule.span.end, mark.isMatch ? "✓" : "✗ \(reasons)".shortened,
          mark.isMatch ? "The rule matches \(trace.tracedRequest)." : reasons
        ))
    }
    return hints
  }

  /// Lets the user choose among requests that reach the chain's rules.
  func chooseTrace(_ snapshot: Snapshot, _ chain: ChainName?) throws(ResponseError) {
    if let chain, let error = snapshot.obstacle(chain) { throw snapshot.refusal(chain, error) }
    let number = snapshot.rules.chains.firstIndex { $0.chainName == chain } ?? 0
    guard snapshot.analyses.indices.contains(number) else { return }
    var witnesses: [(title: String, witness: Witness)] = []
    for entry in snapshot.analyses[number].entries {
      guard case .reachable(let witness) = entry, witnesses.count < 6 else { continue }
      let title = RuleLanguagePrinter.requestText(witness)
      if !witnesses.contains(where: { $0.title == title }) { witnesses.append((title, witness)) }
    }
    ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": "Which request should be traced?",
        "actions": .array(witnesses.map { ["title": .string($0.title)] }),
      ]
    ) { state, result in
      guard let title = result?["title"]?.string,
        let witness = witnesses.first(where: { $0.title == title })?.witness
      else { return }
      do throws(ResponseError) {
        var query = TraceQuery(witness)
        query.chain = chain
        _ = try state.show(trace: query, snapshot)
      } catch {
        state.show(error.message, .error)
      }
    }
  }
}

extension TraceQuery {
  /// Reads the argument of `bascule.trace`: a URL, or an object that `json` returns.
  init?(_ argument: JSONValue, chain: ChainName?) {
    guard let url = argument.string ?? argument["url"]?.string else { return nil }
    self.init(url: url)
    self.chain = chain
    for row in RequestSchema.all.inputs.map({ $0.row }) {
      let value = argument[row.jsonKey]
      inputs[row.optionName] =
        value?.array?.compactMap { $0.string } ?? value?.string.map { [$0] }
        ?? (value?.bool.flatMap { Self.option($0, of: row) }).map { [$0] }
        ?? (value?.int.map { [String($0)] })
    }
    for key in ["flags", "values"] {
      settings += argument[key]?.array?.compactMap { $0.string } ?? []
    }
  }

  /// Returns the value of an option; nil to leave it out.
  private static func option(_ value: Bool, of row: InputRow) -> String? {
    if row.defaultValue == .bool(value) { return nil }
    return value ? "" : "false"
  }

  /// The query as `{url, frame, navigation, method, headers, download, page, …, flags}`. The values of inputs are lists
  /// of texts.
  var json: JSON {
    var json: JSON = ["url": .string(url)]
    for row in RequestSchema.all.inputs.map({ $0.row }) {
      guard let values = inputs[row.optionName] else { continue }
      json = json.with(row.jsonKey, .array(values.map { .string($0) }))
    }
    return json.with("flags", .array(settings.map { .string($0) }))
  }
}
