//: output BasculeNavigation
//: needs NavigationRequest

/// A link of a chain of responsibility.
@MainActor public protocol NavigationActionHandler: AnyObject {
  /// Decides if this one does not.
  var nextHandler: (any NavigationActionHandler)? { get set }
  /// Returns the decision, or nil to leave it to the next handler.
  func handle(_ request: NavigationRequest) async -> NavigationDecision?
}

extension NavigationActionHandler {
  /// Evaluates this handler and those after it; if none decides, the request is allowed. When the task is
  /// cancelled while a rule waits for the app, the answer is `cancel`.
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

  /// Evaluates the handlers as `execute` does, and tells which rules did what.
  public func trace(_ request: NavigationRequest) async -> DecisionTrace {
    await request.traced { await execute($0) }
  }
}
