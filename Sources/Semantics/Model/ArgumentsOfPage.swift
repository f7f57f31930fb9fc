package import Requests

extension RequestValue {
  /// True for a value that depends on the page or the request; false for a value of the app, which no page can omit.
  package var isChosenByPage: Bool {
    switch self {
    case .part(_, of: .value), .input(.value), .input(.flag): false
    case .part, .input: true
    }
  }
}

extension Rule {
  /// True if the rule cancels the request and shows nothing in its place, so that a reader takes it for a block.
  ///
  /// A rule with `present` or `push` shows a screen in place of a page. If the values of the screen are missing, the
  /// rule does not apply and the page itself is shown.
  package var readsAsBlock: Bool {
    decision == .cancel && !isAttempt
      && !steps.contains { step in
        switch step.kind {
        case .present, .push: true
        case .perform, .attempt, .attemptOpenURL, .openURL, .loadURL, .dismiss: false
        }
      }
  }

  /// Returns whether the condition tests the value.
  package func tests(_ value: RequestValue) -> Bool {
    var found = false
    condition?.core.eachTest { tested, _ in if tested == value { found = true } }
    return found
  }
}
