import Diagnostics
import Text
import Workspace

/// The state shared by all features: the client's capabilities, open documents, rule sets, and outgoing messages.
final class ServerState {
  let host: any ServerHost
  var client = ClientCapabilities()
  var settings = Settings()
  /// The trace whose results are shown beside the rules.
  var shownTrace: ShownTrace?
  var encoding = PositionEncoding.utf16
  var folders: [String] = []
  var sets: [RuleSetState] = []
  private(set) var documents: [String: Document] = [:]
  /// The tokens that were sent last for each document, by the document's key.
  var sentTokens: [String: (id: Int, data: [Int])] = [:]
  /// The patterns of the watched files that rules name.
  var watchedNames: [String] = []
  /// The number of tasks that run in other threads.
  var runningTasks = 0
  /// The reported reasons why no differences are shown. Each is reported once.
  var toldReasons: Set<String> = []
  /// The next identifier of a result or progress report.
  var nextResult = 1

  private var outbox: [[UInt8]] = []
  private var nextRequest = 1
  private var pending: [Int: (ServerState, JSONValue?) -> Void] = [:]

  init(host: any ServerHost) {
    self.host = host
  }

  // MARK: - Messages

  /// Returns the messages to send, without headers, and empties the outbox.
  func takeOutput() -> [[UInt8]] {
    defer { outbox.removeAll(keepingCapacity: true) }
    return outbox
  }

  func respond(to id: JSON, _ result: JSON) {
    outbox.append((["jsonrpc": "2.0", "id": id, "result": result] as JSON).bytes)
  }

  func respond(to id: JSON, _ error: ResponseError) {
    let json: JSON = ["code": .int(error.code.rawValue), "message": .string(error.message)]
    let answer: JSON = ["jsonrpc": "2.0", "id": id, "error": json.with("data", error.data)]
    outbox.append(answer.bytes)
  }

  /// Passes the client's response to the closure that `ask` was given.
  func receiveResponse(_ id: Int, _ result: JSONValue?) {
    pending.removeValue(forKey: id)?(self, result)
  }

  func notify(_ method: String, _ params: JSON) {
    outbox.append((["jsonrpc": "2.0", "method": .string(method), "params": params] as JSON).bytes)
  }

  /// Sends a request to the client.
  ///
  /// - Parameter then: receives this state, and the result or nil if the client reports an error.
  func ask(
    _ method: String, _ params: JSON?,
    then: @escaping (ServerState, JSONValue?) -> Void = { _, _ in }
  ) {
    let id = nextRequest
    nextRequest += 1
    pending[id] = then
    let json: JSON = ["jsonrpc": "2.0", "id": .int(id), "method": .string(method)]
    outbox.append(json.with("params", params).bytes)
  }

  enum MessageType: Int { case error = 1, warning, info, log }

  func log(_ message: String, _ type: MessageType = .log) {
    notify("window/logMessage", ["type": .int(type.rawValue), "message": .string(message)])
  }

  func show(_ message: String, _ type: MessageType = .info) {
    notify("window/showMessage", ["type": .int(type.rawValue), "message": .string(message)])
  }

  // MARK: - Documents

  /// Returns the key of a document: its path, or its URI if it is not a file.
  static func key(_ uri: String) -> String { FileURI.path(uri) ?? uri }

  func document(path: String) -> Document? { documents[path] }

  func open(_ document: Document, _ key: String) {
    documents[key] = document
    stateForDocument(key)?.touch()
    touchSets(withLinks: key)
  }

  func change(
    _ key: String, _ changes: [JSONValue], version: Int?
  ) throws(ResponseError) {
    guard var document = documents[key] else {
      throw ResponseError(.invalidParams, "`\(key)` is not open")
    }
    documents[key] = nil
    defer {
      documents[key] = document
      stateForDocument(key)?.edited(key)
      touchSets(withLinks: key)
    }
    try document.apply(changes, version: version)
  }

  func close(_ key: String) {
    guard let document = documents.removeValue(forKey: key) else { return }
    sentTokens[key] = nil
    touchSets(withLinks: key)
    guard let number = sets.firstIndex(where: { $0.contains(key) }) else { return }
    let state = sets[number]
    state.reread(key)
    state.published[document.uri] = nil
    notify("textDocument/publishDiagnostics", ["uri": .string(document.uri), "diagnostics": []])
    let isLone = state.areLinks || !folders.contains { state.folder.isPath(within: $0) }
    if isLone, !hasOpenFile(state) { remove(state) }
  }

  /// Marks the sets whose `bascule.json` names the `apple-app-site-association` file as outdated.
  private func touchSets(withLinks key: String) {
    for set in sets where set.settings.linksFile == key { set.touch() }
  }

  // MARK: - Rule sets

  /// The rule set that is checked next; nil if the findings of all sets are known. Sets with open files come first, so
  /// that their findings do not wait for the check of the rest of a large folder.
  var nextSetToCheck: RuleSetState? {
    sets.first { $0.isDirty && hasOpenFile($0) } ?? sets.first { $0.isDirty }
  }

  private func hasOpenFile(_ set: RuleSetState) -> Bool {
    set.paths.contains { documents[$0] != nil }
      || set.configuration.map { documents[$0] != nil } ?? false
  }

  /// Returns the rule set of the document, and creates it if necessary; nil if the document is neither a rule file nor
  /// the `bascule.json` of a set nor an `apple-app-site-association` file.
  @discardableResult
  func stateForDocument(_ key: String) -> RuleSetState? {
    if let state = sets.first(where: { $0.contains(key) }) { return state }
    if key.hasSuffix("/" + RuleSetInput.linksName) {
      let state = RuleSetState(links: key)
      sets.append(state)
      return state
    }
    if key.hasSuffix("/" + RuleSetInput.configurationName) {
      // The set of the `bascule.json` has no rule files yet.
      let folder = key.folderOfPath
      let state = RuleSetState(FoundRuleSet(folder: folder, files: [], configuration: key))
      sets.append(state)
      return state
    }
    if key.hasPrefix("/"), !key.hasSuffix(".bascule") { return nil }
    guard key.hasPrefix("/") else {
      let state = RuleSetState(FoundRuleSet(folder: key, files: [key], configuration: nil))
      sets.append(state)
      return state
    }
    if let folder = folders.filter({ key.isPath(within: $0) }).max(by: { $0.count < $1.count }) {
      // The file is new, or not saved yet.
      let inner = sets.filter { key.isPath(within: $0.folder) && !key.isSkipped(below: $0.folder) }
        .max { $0.folder.utf8.count < $1.folder.utf8.count }
      let around = host.ruleSet(around: key)
      // The set belongs to a `bascule.json` that has no saved rule files yet.
      let isFirst =
        around.configuration != nil && around.folder.isPath(within: inner?.folder ?? folder)
        && around.folder != inner?.folder && !around.folder.isSkipped(below: folder)
      if isFirst {
        let state = RuleSetState(around)
        state.add(key)
        sets.append(state)
        return state
      }
      if let inner {
        inner.add(key)
        return inner
      }
      if !key.isSkipped(below: folder) {
        let state = RuleSetState(FoundRuleSet(folder: folder, files: [key], configuration: nil))
        sets.append(state)
        return state
      }
    }
    let found = host.ruleSet(around: key)
    if let state = sets.first(where: { $0.folder == found.folder }) {
      state.add(key)
      return state
    }
    let state = RuleSetState(found)
    state.add(key)
    sets.append(state)
    return state
  }

  /// Finds the rule sets of all folders. Unchanged rule sets keep their state.
  func discover() {
    let found = host.ruleSets(below: folders)
    let old = sets
    sets = found.map { set in
      guard let state = old.first(where: { $0.folder == set.folder }) else {
        return RuleSetState(set)
      }
      state.update(set)
      return state
    }
    let kept = sets
    let gone = old.filter { state in !kept.contains { $0 === state } }
    for key in documents.keys.sorted() { stateForDocument(key) }
    let stays = Set(sets.flatMap { $0.paths })
    for state in gone {
      for uri in state.published.keys.sorted() where !stays.contains(Self.key(uri)) {
        notify("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
      }
    }
  }

  private func remove(_ state: RuleSetState) {
    sets.removeAll { $0 === state }
    for uri in state.published.keys.sorted() {
      notify("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
  }
}
