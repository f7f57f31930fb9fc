//: output BasculeEvents
//: needs PageDelivery WebCall

extension PageBridge: WebCaller {
  /// Returns whether the page knows the call, even if it does not implement it yet; nil until the page sends its
  /// contract.
  //: if FunctionCalls
  ///
  /// Returns nil also for a function that the page has without the generated module.
  //: end
  public func supports<Call: WebCall>(_ call: Call.Type) -> Bool? {
    //: if FunctionCalls
    if Call.parameters != nil { return nil }
    //: end
    //: if ValueCalls
    if Call.isValue { return nil }
    //: end
    return contract?.calls.contains(Call.name)
  }

  private static let callScript = """
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
    //: if ValueCalls
    if Call.isValue { return ValueCalls.script }
    //: end
    return callScript
  }

  public func call<Call: WebCall>(
    _ call: Call, within seconds: Double?
  ) async throws -> Call.WebCallReply {
    guard let recipient = delivery.recipient(of: Call.self) else {
      throw WebCallError.otherOrigin(Call.name, delivery.shown?.origin)
    }
    let arguments: [String: JSON] = [
      "name": .string(Call.name), "payload": call.payload,
      //: if FunctionCalls
      "parameters": .array((Call.parameters ?? []).map { .string($0) }),
      "replies": .bool(Call.WebCallReply.self != Void.self),
      //: end
    ]
    let outcome = try await delivery.run(
      Self.script(of: Call.self), arguments, in: recipient, within: seconds)
    let answer: JSON
    switch outcome {
    case .result(let value): answer = value
    case .pageLeft: throw WebCallError.pageLeft(Call.name)
    case .timedOut: throw WebCallError.timedOut(Call.name)
    }
    guard case .object(let fields) = answer, let reply = fields["reply"] else {
      if case .object(let fields) = answer, case .string(let reason)? = fields["failure"] {
        throw WebCallError.failed(
          Call.name, reason: PageText.quoted(reason, limit: WebCallError.maximalReason))
      }
      throw WebCallError.notImplemented(Call.name)
    }
    do {
      return try call.reply(from: reply)
    } catch let error as WireError {
      throw WebCallError.undecodable(Call.name, error)
    }
  }
}
