//: output BasculeNavigation
//: needs NavigationRequest

/// A link of a chain of responsibility.
@MainActor public protocol NavigationActionHandler: AnyObject {
  /// The handler that decides about the requests that this handler does not decide.
  var nextHandler: (any NavigationActionHandler)? { get set }
  /// Returns the decision, or nil to leave it to the next handler.
  func handle(_ request: NavigationRequest) async -> NavigationDecision?
}

extension NavigationActionHandler {
  /// Evaluates this handler and its successors; if none decides, the request is allowed. If the task is cancelled while
  /// a rule waits for the app, the decision is `cancel`.
  public func execute(_ request: NavigationRequest) async -> NavigationDecision {
    if let decision = await handle(request) { return decision }
    var link = nextHandler
    while let handler = link {
      if Task.isCancelled { return .cancel }
      if let decision = await handler.handle(request) { return decision }
      link = handler.nextHandler
    }
    return Task.isCancelled ? .cancel : .allow
  }

  /// Evaluates the handlers as `execute` does, and returns the decision with the rules that took part in it.
  public func trace(_ request: NavigationRequest) async -> DecisionTrace {
    await request.traced { await execute($0) }
  }
}
