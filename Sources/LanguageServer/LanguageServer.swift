import Diagnostics
import Text

/// The language server: messages in, messages out. Runs on one thread and does no input or output.
package final class LanguageServer {
  enum Phase { case created, running, shutDown }

  let host: any ServerHost
  let version: String
  private(set) var phase = Phase.created
  /// Whether the client has taken note of the server's capabilities.
  private(set) var isReady = false
  /// What the process is to end with; nil while it goes on.
  package private(set) var exitCode: Int32?

  var client = ClientCapabilities()
  var encoding = PositionEncoding.utf16
  var folders: [String] = []
  var sets: [RuleSetState] = []
  private(set) var documents: [String: Document] = [:]
  /// Tokens that were sent last, by the document's key.
  var sentTokens: [String: (id: Int, data: [Int])] = [:]
  var nextResult = 1

  private var outbox: [[UInt8]] = []
  private var nextRequest = 1
  private var pending: [Int: (JSONValue?) -> Void] = [:]

  package init(host: any ServerHost, version: String) {
    self.host = host
    self.version = version
  }

  // MARK: - Messages

  /// Handles messages in their order; a request that one behind it cancels is not begun.
  package func receive(_ batch: [[UInt8]]) {
    let messages = batch.map { bytes -> Result<Message, ResponseError> in
      do throws(ResponseError) {
        return .success(try Message(bytes))
      } catch {
        return .failure(error)
      }
    }
    var cancelled: [String: Int] = [:]
    for (number, message) in messages.enumerated() {
      guard case .success(.notification("$/cancelRequest", let params)) = message,
        let id = params?["id"]
      else { continue }
      cancelled[Self.key(JSON(id))] = number
    }
    for (number, message) in messages.enumerated() {
      if exitCode != nil { return }
      switch message {
      case .failure(let error): respond(to: .null, error)
      case .success(.request(let id, let method, let params)):
        if let later = cancelled[Self.key(id)], later > number {
          respond(to: id, ResponseError(.requestCancelled, "cancelled"))
        } else {
          answer(id, method, Params(params))
        }
      case .success(.notification(let method, let params)): notice(method, Params(params))
      case .success(.response(let id, let result, let failed)):
        if case .number(let text) = id, let number = Int(text),
          let then = pending.removeValue(forKey: number)
        {
          then(failed ? nil : result)
        }
      }
    }
  }

  /// The stream broke in a place where no message can be read.
  package func receiveFault(_ message: String) {
    respond(to: .null, ResponseError(.parseError, message))
  }

  /// The client is gone.
  package func inputEnded() {
    if exitCode == nil { exitCode = phase == .shutDown ? 0 : 1 }
  }

  /// The messages to be sent, without headers; each is given once.
  package func takeOutput() -> [[UInt8]] {
    defer { outbox.removeAll(keepingCapacity: true) }
    return outbox
  }

  private static func key(_ id: JSON) -> String { String(decoding: id.bytes, as: UTF8.self) }

  private func answer(_ id: JSON, _ method: String, _ params: Params) {
    do throws(ResponseError) {
      switch (phase, method) {
      case (.created, "initialize"):
        let result = initialize(params)
        phase = .running
        respond(to: id, result)
      case (.created, _):
        throw ResponseError(.serverNotInitialized, "`initialize` has to come first")
      case (.shutDown, _):
        throw ResponseError(.invalidRequest, "the server has been shut down")
      case (.running, "initialize"):
        throw ResponseError(.invalidRequest, "the server is initialized already")
      case (.running, "shutdown"):
        phase = .shutDown
        respond(to: id, .null)
      case (.running, _):
        isReady = true
        respond(to: id, try result(of: method, params))
      }
    } catch {
      respond(to: id, error)
    }
  }

  private func notice(_ method: String, _ params: Params) {
    if method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    isReady = true
    do throws(ResponseError) {
      try take(method, params)
    } catch {
      log("\(method): \(error.message)", .warning)
    }
  }

  private func respond(to id: JSON, _ result: JSON) {
    outbox.append((["jsonrpc": "2.0", "id": id, "result": result] as JSON).bytes)
  }

  private func respond(to id: JSON, _ error: ResponseError) {
    let json: JSON = [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .int(error.code.rawValue), "message": .string(error.message)],
    ]
    outbox.append(json.bytes)
  }

  func notify(_ method: String, _ params: JSON) {
    outbox.append((["jsonrpc": "2.0", "method": .string(method), "params": params] as JSON).bytes)
  }

  /// - Parameter then: gets the result, nil where the client has failed.
  func ask(_ method: String, _ params: JSON?, then: @escaping (JSONValue?) -> Void = { _ in }) {
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

  /// What a document is known by: its path, or its URI where it is no file.
  static func key(_ uri: String) -> String { FileURI.path(uri) ?? uri }

  func document(path: String) -> Document? { documents[path] }

  func open(_ document: Document, _ key: String) {
    documents[key] = document
    stateForDocument(key)?.touch()
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
      stateForDocument(key)?.touch()
    }
    try document.apply(changes, version: version)
  }

  func close(_ key: String) {
    guard let document = documents.removeValue(forKey: key) else { return }
    sentTokens[key] = nil
    guard let number = sets.firstIndex(where: { $0.contains(key) }) else { return }
    let state = sets[number]
    state.reread(key)
    state.published[document.uri] = nil
    notify("textDocument/publishDiagnostics", ["uri": .string(document.uri), "diagnostics": []])
    let isLone = !folders.contains { state.folder.isPath(within: $0) }
    if isLone, !state.paths.contains(where: { documents[$0] != nil }) { remove(state) }
  }

  // MARK: - Rule sets

  /// The set that the document belongs to, made where there is none yet; nil for what is neither a
  /// rule file nor the `bascule.json` of a set.
  @discardableResult
  func stateForDocument(_ key: String) -> RuleSetState? {
    if let state = sets.first(where: { $0.contains(key) }) { return state }
    if key.hasPrefix("/"), !key.hasSuffix(".bascule") { return nil }
    guard key.hasPrefix("/") else {
      let state = RuleSetState(FoundRuleSet(folder: key, files: [key], configuration: nil))
      sets.append(state)
      return state
    }
    if let folder = folders.filter({ key.isPath(within: $0) }).max(by: { $0.count < $1.count }) {
      // Saved since, or not at all.
      let inner = sets.filter { key.isPath(within: $0.folder) && !key.isSkipped(below: $0.folder) }
        .max { $0.folder.utf8.count < $1.folder.utf8.count }
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

  /// Looks for the rule sets of all folders; those that are still the same keep what is known.
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
    let stays = Set(sets.flatMap(\.paths))
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
