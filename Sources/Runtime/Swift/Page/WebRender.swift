//: output BasculeEvents
//: needs WebCall

/// A list of calls that are run together.
public nonisolated protocol WebRender: Sendable {
  var calls: [any WebCall] { get }
}

/// The result of one call of a render.
public nonisolated struct WebRenderResult: Sendable {
  /// The name of the call.
  public let name: String
  public let reply: Result<any Sendable, any Error>
}

extension WebCaller {
  /// Starts all calls in their order, and returns when each has a reply or has failed.
  ///
  /// - Parameter seconds: the time limit of each call; nil to wait as long as the page is shown.
  /// - Returns: the results in the order of the calls.
  public func render(
    _ render: some WebRender, within seconds: Double? = nil
  ) async -> [WebRenderResult] {
    let tasks = render.calls.map { call in Task { await self.result(of: call, within: seconds) } }
    var results: [WebRenderResult] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  private func result<Call: WebCall>(
    of call: Call, within seconds: Double?
  ) async -> WebRenderResult {
    do {
      return WebRenderResult(
        name: Call.name, reply: .success(try await self.call(call, within: seconds)))
    } catch {
      return WebRenderResult(name: Call.name, reply: .failure(error))
    }
  }
}
