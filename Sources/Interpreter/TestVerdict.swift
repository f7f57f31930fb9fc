package import Semantics
import WebURL

/// The result of one case of a `test` block.
package struct TestVerdict: Sendable {
  package var outcome: Outcome
  /// The decision and all steps with their arguments are the expected ones.
  package var holds: Bool

  /// - Returns: nil where the case's URL or page is no URL, which is a fault of the rule set.
  package init?(_ test: TestBlock.Case, _ interpreter: Interpreter) {
    guard let (request, answers) = test.request() else { return nil }
    outcome = interpreter.decide(request, answers: answers)
    holds =
      outcome.decision == test.decision && outcome.steps.count == test.steps.count
      && zip(outcome.steps, test.steps).allSatisfy { $0.isSame(as: $1) }
  }
}

extension TestBlock.Case {
  /// The request and what attempted actions answer; what `with` does not set has its default.
  package func request() -> (Request, answers: [ID<Action>: Bool])? {
    guard let address = WebURL.parse(url) else { return nil }
    var request = Request(url: address)
    var answers: [ID<Action>: Bool] = [:]
    for item in setup {
      switch item {
      case .flag(let flag, let isTrue):
        if isTrue { request.flags.insert(flag) } else { request.flags.remove(flag) }
      case .attempt(let action, let answer): answers[action] = answer
      case .frame(let frame): request.frame = frame
      case .navigation(let kind): request.navigation = kind
      case .method(let method): request.method = method
      case .header(let name, let value): request.setHeader(name, value)
      case .download(let isDownload): request.download = isDownload
      case .page(let text):
        guard let page = WebURL.parse(text) else { return nil }
        request.page = page
      }
    }
    return (request, answers)
  }
}

extension PerformedStep {
  /// Returns true if the test expects this step, with the same kind, name and arguments.
  package func isSame(as step: TestBlock.TestStep) -> Bool {
    switch (kind, step.kind) {
    case (.present(let id, let values), .present(let other, let expected)),
      (.push(let id, let values), .push(let other, let expected)):
      id == other && Self.areSame(values, expected)
    case (.perform(let id, let values), .perform(let other, let expected)),
      (.attempt(let id, let values), .attempt(let other, let expected)):
      id == other && Self.areSame(values, expected)
    case (.openURL, .openURL), (.loadURL, .loadURL), (.dismiss, .dismiss): true
    default: false
    }
  }

  /// Returns true for the same kind and name, ignoring arguments.
  package func hasName(of step: TestBlock.TestStep) -> Bool {
    switch (kind, step.kind) {
    case (.present(let id, _), .present(let other, _)), (.push(let id, _), .push(let other, _)):
      id == other
    case (.perform(let id, _), .perform(let other, _)),
      (.attempt(let id, _), .attempt(let other, _)):
      id == other
    default: isSame(as: step)
    }
  }

  private static func areSame(_ a: [Literal], _ b: [Literal]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
  }
}

extension Literal {
  /// Strings by their bytes, URLs after normalization.
  package func isSame(as other: Literal) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.url(let a), .url(let b)):
      (WebURL.parse(a)?.normalized ?? a).utf8.elementsEqual((WebURL.parse(b)?.normalized ?? b).utf8)
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    default: self == other
    }
  }
}
