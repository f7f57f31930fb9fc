extension Call {
  /// The noun for the part of the page that the call uses: `function`, `value` or `call`.
  package var identifierNoun: String { isFunction ? "function" : isValue ? "value" : "call" }
}

extension RuleSet {
  /// The parameters of a function of the page, in their order.
  package func parameters(of call: Call) -> [Field] {
    guard call.isFunction, case .model(let id) = call.sends else { return [] }
    return self[id].fields
  }

  /// The dispatches that deliver events.
  package var eventDispatches: [Dispatch] { dispatches.filter { $0.carriesEvents } }

  /// True if pages receive events with the generated module, and not with functions of their own.
  package var hasListeners: Bool {
    let ways = eventDispatches
    return !events.isEmpty && (ways.isEmpty || ways.contains { $0.sends == nil })
  }

  /// The dispatch that delivers the reply of a strategy; nil if the reply resolves the page's promise, or there is
  /// none.
  package func way(of strategy: Strategy) -> ID<Dispatch>? {
    strategy.replies == nil ? nil : strategy.channel.flatMap { self[$0].via } ?? strategy.via
  }

  /// Returns whether only scripts in the app's world can send the message.
  package func isIsolated(_ strategy: Strategy) -> Bool {
    strategy.channel.map { self[$0].isIsolated } ?? strategy.isIsolated
  }
}
