extension Call {
  /// The noun for the identifier in the page: `function`, `value` or `call`.
  package var identifierNoun: String { isFunction ? "function" : isValue ? "value" : "call" }
}

extension RuleSet {
  /// The parameters of a function of the page, in their order.
  package func parameters(of call: Call) -> [Field] {
    guard call.isFunction, case .model(let id) = call.sends else { return [] }
    return self[id].fields
  }

  /// The ways of events; at least one.
  package var eventDispatches: [Dispatch] { dispatches.filter(\.carriesEvents) }

  /// True if pages listen to events with the generated module, unlike those with functions of their own.
  package var hasListeners: Bool {
    let ways = eventDispatches
    return !events.isEmpty && (ways.isEmpty || ways.contains { $0.sends == nil })
  }

  /// The way of a strategy's reply; nil for the promise of the page, and without a reply.
  package func way(of strategy: Strategy) -> ID<Dispatch>? {
    strategy.replies == nil ? nil : strategy.channel.flatMap { self[$0].via } ?? strategy.via
  }

  /// True if only scripts in the app's world can send the message.
  package func isIsolated(_ strategy: Strategy) -> Bool {
    strategy.channel.map { self[$0].isIsolated } ?? strategy.isIsolated
  }
}
