import Semantics

extension RuleSet {
  /// True if there are rules about requests.
  var hasNavigation: Bool { !handlers.isEmpty || !chains.isEmpty }

  /// True if there are rules about responses.
  var hasResponses: Bool { chains.contains(where: \.isResponses) }

  /// True if app and page exchange anything.
  var hasBridge: Bool { !strategies.isEmpty || !events.isEmpty || !calls.isEmpty }

  /// True if a declaration that becomes a type is deprecated.
  var hasDeprecatedTypes: Bool {
    let types: [[any Entity]] = [
      handlers, chains, models, enumerations, unions, strategies, channels, events, calls, renders,
    ]
    return types.contains { $0.contains { $0.declared.deprecated != nil } }
  }
}
