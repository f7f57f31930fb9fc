import Diagnostics
import Reachability
import Requests
import Semantics
import Text
import Workspace

extension ServerState {
  /// Shows a trace beside the rules and as a document, where the client can; otherwise in a message of one line.
  func show(trace query: TraceQuery, _ snapshot: Snapshot) throws(ResponseError) -> JSON {
    let trace: Trace
    do throws(QueryError) {
      trace = try snapshot.loaded.trace(query)
    } catch {
      throw ResponseError(.requestFailed, error.message + (error.help.map { "; \($0)" } ?? ""))
    }
    let text = String(decoding: trace.human(Style(isColoured: false)), as: UTF8.self)
    log(text, .info)
    var exact = query
    exact.chain = trace.chain
    shownTrace = ShownTrace(trace, exact, snapshot, text: text)
    refreshHints()
    if !show(document: "trace", text) { show("\(trace.tracedRequest): \(trace.summary)") }
    return .string(text)
  }

  func clearTrace() {
    shownTrace = nil
    refreshHints()
  }

  /// Shows a text as a document.
  ///
  /// - Parameter name: the path of its URI, for clients that show documents of the server.
  /// - Returns: false if the client cannot show documents.
  func show(document name: String, _ text: String) -> Bool {
    var uri: String?
    if client.showsPages {
      uri = "bascule:\(name)"
    } else if client.showsDocuments {
      uri = host.temporaryFile(name, text).map { FileURI.uri($0) }
    }
    guard let uri else { return false }
    ask("window/showDocument", ["uri": .string(uri), "takeFocus": false])
    return true
  }

  /// The results of the shown trace in a file: an offset, a short text and its explanation.
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
  func chooseTrace(_ snapshot: Snapshot, _ chain: ChainName?) {
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
    ) { [weak self] result in
      guard let self, let title = result?["title"]?.string,
        let witness = witnesses.first(where: { $0.title == title })?.witness
      else { return }
      do throws(ResponseError) {
        var query = TraceQuery(witness)
        query.chain = chain
        _ = try self.show(trace: query, snapshot)
      } catch {
        self.show(error.message, .error)
      }
    }
  }
}

extension TraceQuery {
  /// Reads the argument of `bascule.trace`: a URL, or an object as `json` returns it.
  init?(_ argument: JSONValue, chain: ChainName?) {
    guard let url = argument.string ?? argument["url"]?.string else { return nil }
    self.init(url: url)
    self.chain = chain
    for row in RequestSchema.all.inputs.map(\.row) {
      let value = argument[row.jsonKey]
      inputs[row.optionName] =
        value?.array?.compactMap(\.string) ?? value?.string.map { [$0] }
        ?? (value?.bool.flatMap { Self.option($0, of: row) }).map { [$0] }
        ?? (value?.int.map { [String($0)] })
    }
    for key in ["flags", "values"] { settings += argument[key]?.array?.compactMap(\.string) ?? [] }
  }

  /// The value of an option; nil to leave it out.
  private static func option(_ value: Bool, of row: InputRow) -> String? {
    if row.defaultValue == .bool(value) { return nil }
    return value ? "" : "false"
  }

  /// `{url, frame, navigation, method, headers, download, page, …, flags}`; the values of inputs as lists of texts.
  var json: JSON {
    var json: JSON = ["url": .string(url)]
    for row in RequestSchema.all.inputs.map(\.row) {
      guard let values = inputs[row.optionName] else { continue }
      json = json.with(row.jsonKey, .array(values.map { .string($0) }))
    }
    return json.with("flags", .array(settings.map { .string($0) }))
  }
}
