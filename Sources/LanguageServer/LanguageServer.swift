import Text

/// The language server: messages in, messages out. Runs on one thread and does no input or output.
package final class LanguageServer {
  enum Phase { case created, running, shutDown }

  private let state: ServerState
  private let version: String
  private let features: [String: Feature]
  private var phase = Phase.created
  /// True once the client has answered `initialize`.
  private var isReady = false
  /// The exit code of the process; nil while the server runs.
  package private(set) var exitCode: Int32?
  /// The process of the client, if it names one.
  package private(set) var clientProcess: Int32?

  package init(host: any ServerHost, version: String) {
    state = ServerState(host: host)
    self.version = version
    features = Dictionary(uniqueKeysWithValues: Feature.all.map { ($0.method, $0) })
  }

  // MARK: - Messages

  /// Handles messages in their order; a request that a later message cancels is not started.
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
      case .failure(let error): state.respond(to: .null, error)
      case .success(.request(let id, let method, let params)):
        if let later = cancelled[Self.key(id)], later > number {
          state.respond(to: id, ResponseError(.requestCancelled, "cancelled"))
        } else {
          answer(id, method, Params(params))
        }
      case .success(.notification(let method, let params)): notice(method, Params(params))
      case .success(.response(let id, let result, let failed)):
        if case .number(let text) = id, let number = Int(text) {
          state.receiveResponse(number, failed ? nil : result)
        }
      }
    }
  }

  /// Reports input that is not a message.
  package func receiveFault(_ message: String) {
    state.respond(to: .null, ResponseError(.parseError, message))
  }

  /// Ends the server after the client has closed the connection.
  package func inputEnded() {
    if exitCode == nil { exitCode = phase == .shutDown ? 0 : 1 }
  }

  /// Returns the messages to be sent, without headers; each is returned once.
  package func takeOutput() -> [[UInt8]] { state.takeOutput() }

  private static func key(_ id: JSON) -> String { String(decoding: id.bytes, as: UTF8.self) }

  private func answer(_ id: JSON, _ method: String, _ params: Params) {
    do throws(ResponseError) {
      switch (phase, method) {
      case (.created, "initialize"):
        let result = initialize(params)
        phase = .running
        state.respond(to: id, result)
      case (.created, _):
        throw ResponseError(.serverNotInitialized, "`initialize` must be the first request")
      case (.shutDown, _):
        throw ResponseError(.invalidRequest, "the server has been shut down")
      case (.running, "initialize"):
        throw ResponseError(.invalidRequest, "the server is already initialized")
      case (.running, "shutdown"):
        phase = .shutDown
        state.respond(to: id, .null)
      case (.running, _):
        isReady = true
        state.respond(to: id, try result(of: method, params))
      }
    } catch {
      state.respond(to: id, error)
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
      try state.take(method, params)
    } catch {
      state.log("\(method): \(error.message)", .warning)
    }
  }

  private func initialize(_ params: Params) -> JSON {
    state.client = ClientCapabilities(params)
    state.settings.update(params["initializationOptions"])
    clientProcess = params["processId"]?.int.flatMap { Int32(exactly: $0) }
    let offered = params["capabilities"]?["general"]?["positionEncodings"]?.array ?? []
    state.encoding =
      offered.lazy.compactMap { $0.string.flatMap(PositionEncoding.init(rawValue:)) }.first
      ?? .utf16
    if let list = params["workspaceFolders"]?.array {
      state.folders = list.compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
    } else if let root = params["rootUri"]?.string.flatMap(FileURI.path) {
      state.folders = [root]
    } else if let root = params["rootPath"]?.string {
      state.folders = [root]
    } else if let root = state.host.defaultFolder {
      state.folders = [root]
    }
    state.discover()
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "bascule", "version": .string(version)],
    ]
  }

  private var capabilities: JSON {
    let json: JSON = [
      "positionEncoding": .string(state.encoding.rawValue),
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": false],
      ],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true],
        "textDocumentContent": ["schemes": ["bascule"]],
      ],
    ]
    return Feature.all.compactMap(\.capability).reduce(json) { $0.with($1.name, $1.value) }
  }

  private func result(of method: String, _ params: Params) throws(ResponseError) -> JSON {
    guard let feature = features[method] else {
      throw ResponseError(.methodNotFound, "there is no method `\(method)`")
    }
    return try feature.handle(state)(params)
  }

  // MARK: - Background work

  /// True if a rule set must be checked, or its tests be sent, once no message waits.
  package var hasWork: Bool {
    phase == .running && isReady
      && state.sets.contains { $0.isDirty || state.mustSendTests(of: $0) }
  }

  /// Checks one rule set and publishes its findings; sends the results of tests if all sets are checked.
  ///
  /// - Parameter isInterrupted: returns true once messages wait. The check then stops and is continued later: of the
  ///   newest text or, after several interruptions, of the same text. Called many times.
  package func work(unless isInterrupted: @escaping () -> Bool = { false }) {
    guard hasWork else { return }
    guard let set = state.sets.first(where: \.isDirty) else { return state.sendTests() }
    let showsProgress = !set.hasBeenChecked && state.client.progress
    let token = JSON.string("bascule-\(state.nextResult)")
    state.nextResult += 1
    if showsProgress { beginProgress(set, token) }
    let snapshot = set.snapshotToCheck(state)
    let isComplete = snapshot.check(unless: isInterrupted)
    set.checkEnded(snapshot)
    if isComplete {
      state.publish(set, snapshot)
      // Those of all rules, if all were resolved again.
      if let old = snapshot.takeEarlierAnalyses(), set.hasResolvedAll { state.host.discard(old) }
    }
    if showsProgress { state.notify("$/progress", ["token": token, "value": ["kind": "end"]]) }
  }

  private func beginProgress(_ set: RuleSetState, _ token: JSON) {
    state.ask("window/workDoneProgress/create", ["token": token])
    let name = set.folder.split(separator: "/").last.map(String.init) ?? set.folder
    state.notify(
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
