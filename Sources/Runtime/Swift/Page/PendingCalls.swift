//: output BasculeEvents
//: needs JavaScriptRunner PageBridge WebCall

extension PageBridge: WebCaller {
  /// True if the page knows the call, which it need not implement yet; nil until the page sends its
  /// contract.
  //: if FunctionCalls
  ///
  /// nil also for a function that the page has without the generated module.
  //: end
  public func supports<Call: WebCall>(_ call: Call.Type) -> Bool? {
    //: if FunctionCalls
    if Call.parameters != nil { return nil }
    //: end
    return contract?.calls.contains(Call.name)
  }

  public func call<Call: WebCall>(
    _ call: Call, within seconds: Double?
  ) async throws -> Call.Reply {
    try await calls.call(call, within: seconds)
  }
}

/// The calls of one page that have no reply yet.
@MainActor final class PendingCalls {
  //: if OriginSource
  weak var originSource: (any OriginSource)?
  //: end
  private let runner: any JavaScriptRunner
  /// nil before the first page.
  private var page: ShownPage?
  private var calls: [Int: PendingCall] = [:]
  private var lastNumber = 0

  private nonisolated struct PendingCall {
    let name: String
    let caller: CheckedContinuation<JSON, any Error>
    var timer: Task<Void, Never>?
  }

  init(_ runner: any JavaScriptRunner) { self.runner = runner }

  func start(_ page: ShownPage) {
    self.page = page
    leave()
  }

  /// Ends all calls of the page.
  func leave() {
    let left = calls
    calls = [:]
    for call in left.values {
      call.timer?.cancel()
      call.caller.resume(throwing: WebCallError.pageLeft(call.name))
    }
  }

  private static let callScript = """
    "use strict";
    const bridge = globalThis.__bascule;
    if (page !== null && (!bridge || bridge.page !== page)) { return { isLeft: true }; }
    const calls = bridge && bridge.calls;
    const call = calls && calls[name];
    if (typeof call !== "function") { return {}; }
    try {
      const reply = await call(payload);
      return { reply: reply === undefined ? null : reply };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
    """

  private static func script<Call: WebCall>(of call: Call.Type) -> String {
    //: if FunctionCalls
    if Call.parameters != nil { return FunctionCalls.script }
    //: end
    return callScript
  }

  //: if TrustedOrigin
  /// Returns true if calls for these origins are made in the page.
  private func isMeant(_ origins: [TrustedOrigin]) -> Bool {
    guard let page, !origins.isEmpty else { return origins.isEmpty }
    //: if OriginSource
    if originSource?.gives(page.origin, as: origins) == true { return true }
    //: end
    return origins.contains { $0.contains(page.origin) }
  }

  //: end
  func call<Call: WebCall>(
    _ call: Call, within seconds: Double?
  ) async throws -> Call.Reply {
    //: if TrustedOrigin
    guard isMeant(Call.origins) else { throw WebCallError.otherOrigin(Call.name, page?.origin) }
    //: end
    let arguments: [String: JSON] = [
      "name": .string(Call.name), "payload": call.payload,
      "page": page.map { .string($0.id) } ?? .null,
      //: if FunctionCalls
      "parameters": .array((Call.parameters ?? []).map { .string($0) }),
      "replies": .bool(Call.Reply.self != Void.self),
      //: end
    ]
    let answer = try await answer(to: Call.self, arguments, within: seconds)
    guard case .object(let fields) = answer, let reply = fields["reply"] else {
      guard case .object(let fields) = answer else { throw WebCallError.notImplemented(Call.name) }
      if case .string(let reason)? = fields["failure"] {
        throw WebCallError.failed(Call.name, reason: reason)
      }
      throw fields["isLeft"] == nil
        ? WebCallError.notImplemented(Call.name) : WebCallError.pageLeft(Call.name)
    }
    do {
      return try call.reply(from: reply)
    } catch let error as WireError {
      throw WebCallError.undecodable(Call.name, error)
    }
  }

  /// The page's answer. Throws if the page fails, is left, or takes too long.
  private func answer<Call: WebCall>(
    to call: Call.Type, _ arguments: [String: JSON], within seconds: Double?
  ) async throws -> JSON {
    let name = Call.name
    let script = Self.script(of: Call.self)
    lastNumber += 1
    let number = lastNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        calls[number] = PendingCall(name: name, caller: caller)
        if Task.isCancelled { return finish(number, .failure(CancellationError())) }
        if let seconds {
          calls[number]?.timer = Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
            if !Task.isCancelled { self?.finish(number, .failure(WebCallError.timedOut(name))) }
          }
        }
        Task {
          do {
            finish(number, .success(try await runner.run(script, arguments: arguments)))
          } catch {
            finish(number, .failure(error))
          }
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.finish(number, .failure(CancellationError())) }
    }
  }

  private func finish(_ number: Int, _ result: Result<JSON, any Error>) {
    guard let call = calls.removeValue(forKey: number) else { return }
    call.timer?.cancel()
    call.caller.resume(with: result)
  }
}
