import Text

/// The language server, which turns messages into messages. It runs on one thread and does no input or output.
package final class LanguageServer {
  enum Phase { case created, running, shutDown }

  private let state: ServerState
  private let version: String
  private let features: [String: Feature]
  private var phase = Phase.created
  private var inbox = Inbox()
  /// The requests that wait for the end of a check, in their order.
  private var parked: [Request] = []
  /// The time since which a rule set has unpublished findings; nil if no rule set has.
  private var findingsAreLateSince: Int?
  /// True if the last status sent to the client was idle.
  private var saysIdle = false
  /// True once the client has answered `initialize`.
  private var isReady = false
  /// The exit code of the process; nil while the server runs.
  package private(set) var exitCode: Int32?
  /// The identifier of the client's process; nil if the client does not name it.
  package private(set) var clientProcess: Int32?

  /// - Parameter against: the git revision to whose rules the differences are shown, unless the client has the setting.
  package init(host: any ServerHost, version: String, against: String? = nil) {
    state = ServerState(host: host)
    state.settings.against = against
    self.version = version
    features = Dictionary(uniqueKeysWithValues: Feature.all.map { ($0.method, $0) })
  }

  // MARK: - Messages

  /// Adds messages to the inbox. If one of them cancels a waiting request, the request is answered at once.
  package func add(_ batch: [[UInt8]]) {
    for bytes in batch {
      let item: Inbox.Item
      do throws(ResponseError) {
        item = .success(try Message(bytes))
      } catch {
        item = .failure(error)
      }
      if case .success(.notification("$/cancelRequest", let params)) = item {
        if let id = params?["id"] { cancel(JSON(id)) }
      } else {
        inbox.add(item)
      }
    }
  }

  /// Adds messages, and handles all that wait.
  package func receive(_ batch: [[UInt8]]) {
    add(batch)
    while exitCode == nil, handleNext() {}
  }

  /// Performs the next task: handles a message, or checks a rule set if no message waits. Findings that are late are
  /// searched for first.
  ///
  /// - Parameter isInterrupted: returns true once another message has arrived.
  package func proceed(unless isInterrupted: @escaping () -> Bool) {
    // Also after a task of another thread.
    defer { noteWork() }
    let host = state.host
    let (start, own) = (host.milliseconds, timeOfCheck)
    let waits = !inbox.isEmpty
    if waits, own == 0 {
      handleNext()
      return
    }
    work(unless: { host.milliseconds - start >= own && (waits || isInterrupted()) })
    if waits { handleNext() }
  }

  /// The milliseconds that the next check gets although messages wait. It gets none while findings are not late. Later
  /// each interrupted check doubles the time of the next one, since an edit takes from a check what it has found:
  /// findings of a set of any size appear, and requests about a small set do not wait for them.
  private var timeOfCheck: Int {
    guard let since = findingsAreLateSince, state.host.milliseconds - since >= Self.patience
    else { return 0 }
    return Self.shortest << min(state.nextSetToCheck?.interruptions ?? 0, Self.mostDoublings)
  }

  /// True if nothing is left to do until another message arrives.
  package var isIdle: Bool { inbox.isEmpty && !hasWork }

  /// The milliseconds after which late findings no longer have to wait for messages.
  private static let patience = 100
  /// The milliseconds that the first check gets once findings are late.
  private static let shortest = 25
  private static let mostDoublings = 6

  /// Handles the next message.
  ///
  /// - Returns: false if no message waits.
  @discardableResult
  private func handleNext() -> Bool {
    guard let item = inbox.next() else { return false }
    switch item {
    case .failure(let error): state.respond(to: .null, error)
    case .success(.request(let id, let method, let params)):
      answer(Request(id: id, method: method, params: Params(params)))
    case .success(.notification(let method, let params)): notice(method, Params(params))
    case .success(.response(let id, let result, let failed)):
      if case .number(let text) = id, let number = Int(text) {
        state.receiveResponse(number, failed ? nil : result)
      }
    }
    noteWork()
    return true
  }

  private func cancel(_ id: JSON) {
    let place = parked.firstIndex { $0.id.bytes == id.bytes }
    if let place { parked.remove(at: place) }
    guard place != nil || inbox.removeRequest(id) else { return }
    state.respond(to: id, ResponseError(.requestCancelled, "cancelled"))
  }

  /// Reports input that is not a message.
  package func receiveFault(_ message: String) {
    state.respond(to: .null, ResponseError(.parseError, message))
  }

  /// Ends the server after the client has closed the connection.
  package func inputEnded() {
    while exitCode == nil, handleNext() {}
    if exitCode == nil { exitCode = phase == .shutDown ? 0 : 1 }
  }

  /// Returns the messages to send, without headers. Each message is returned once.
  package func takeOutput() -> [[UInt8]] { state.takeOutput() }

  private func answer(_ request: Request) {
    let id = request.id
    do throws(ResponseError) {
      switch (phase, request.method) {
      case (.created, "initialize"):
        let result = initialize(request.params)
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
        for request in parked { state.respond(to: request.id, Self.endedError) }
        parked = []
        state.respond(to: id, .null)
      case (.running, _):
        isReady = true
        state.respond(to: id, try result(of: request))
      }
    } catch  where error.code == .needsCheck {
      parked.append(request)
    } catch {
      state.respond(to: id, error)
    }
  }

  private static let endedError = ResponseError(.requestCancelled, "the server is shut down")

  /// Answers the requests that waited for a check, unless they need another one.
  private func answerParked() {
    let requests = parked
    parked = []
    for request in requests { answer(request) }
  }

  /// Answers the requests about a text that has changed since. The client sends them again or no longer needs them.
  private func dropParked(aboutDocument uri: String) {
    for request in parked where request.document == uri { state.respondOutdated(request) }
    parked.removeAll { $0.document == uri }
  }

  private func notice(_ method: String, _ params: Params) {
    if method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    isReady = true
    if method == "textDocument/didChange", let uri = params["textDocument"]?["uri"]?.string {
      dropParked(aboutDocument: uri)
    }
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
        "fileOperations": Feature.fileOperations,
      ],
    ]
    return Feature.all.compactMap { $0.capability }.reduce(json) { $0.with($1.name, $1.value) }
  }

  private func result(of request: Request) throws(ResponseError) -> JSON {
    guard let feature = features[request.method] else {
      throw ResponseError(.methodNotFound, "there is no method `\(request.method)`")
    }
    if feature.isAboutText, let uri = request.document, inbox.hasChange(ofDocument: uri) {
      return try state.outdatedResult(of: request)
    }
    return try feature.handle(state)(request.params)
  }

  // MARK: - Background work

  /// True if a rule set has to be checked, or its tests have to be sent, once no message waits.
  package var hasWork: Bool {
    phase == .running && isReady
      && state.sets.contains { $0.isDirty || state.mustSendTests(of: $0) }
  }

  /// Checks one rule set and publishes its findings. If all sets are checked, sends the results of tests.
  ///
  /// - Parameter isInterrupted: returns true once messages wait; called many times. The check then stops. It is
  ///   repeated later with the newest text.
  package func work(unless isInterrupted: @escaping () -> Bool = { false }) {
    guard hasWork else { return }
    defer { noteWork() }
    guard let set = state.nextSetToCheck else { return state.sendTests() }
    let showsProgress = !set.hasBeenChecked && state.client.progress
    let token = JSON.string("bascule-\(state.nextResult)")
    state.nextResult += 1
    if showsProgress { beginProgress(set, token) }
    let snapshot = set.snapshot(state)
    let isComplete = snapshot.check(unless: isInterrupted)
    set.checkEnded(snapshot)
    if isComplete {
      state.publish(set, snapshot)
      // If all rules were resolved again, all earlier analyses are released, which takes time.
      if let old = snapshot.takeEarlierAnalyses(), set.hasResolvedAll {
        state.host.discard { _ = old }
      }
    }
    if showsProgress { state.notify("$/progress", ["token": token, "value": ["kind": "end"]]) }
    if isComplete {
      findingsAreLateSince = nil
      answerParked()
    }
  }

  /// Notes the time since which findings are late, and reports to the client whether the server is idle.
  private func noteWork() {
    if !hasWork {
      findingsAreLateSince = nil
    } else if findingsAreLateSince == nil {
      findingsAreLateSince = state.host.milliseconds
    }
    let isDone = isIdle && state.runningTasks == 0
    if isReady, state.client.showsStatus, isDone != saysIdle {
      saysIdle = isDone
      state.notify(
        "experimental/serverStatus", ["health": "ok", "quiescent": .bool(isDone)])
    }
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
