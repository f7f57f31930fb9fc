package import Requests
package import Semantics
import WebURL

/// The result of one case of a `test` block.
package struct TestVerdict: Sendable {
  package var outcome: Outcome
  /// True if the decision and all steps with their arguments are the expected ones.
  package var holds: Bool

  /// Runs a test case.
  ///
  /// - Parameter candidates: returns the entries that may match a request, in ascending order; nil to evaluate
  ///   all. The outcome lists only candidates as tried rules.
  /// - Returns: nil if the URL or the page of the case is no valid URL, which is reported as a fault of the rule
  ///   set.
  package init?(
    _ test: TestBlock.Case, _ interpreter: Interpreter, candidates: ((Request) -> [Int])? = nil
  ) {
    guard let (request, answers) = test.request() else { return nil }
    if let candidates {
      outcome = interpreter.decide(request, answers: answers, evaluating: candidates(request))
    } else {
      outcome = interpreter.decide(request, answers: answers)
    }
    holds =
      outcome.decision == test.decision && outcome.steps.count == test.steps.count
      && zip(outcome.steps, test.steps).allSatisfy { $0.isSame(as: $1) }
  }
}

extension TestBlock.Case {
  /// The request of the test case and the answers of its attempts. Values that `with` does not set have their
  /// defaults.
  package func request() -> (Request, answers: [Attempted: Bool])? {
    guard let address = WebURL.parse(url) else { return nil }
    var request = Request(url: address)
    var answers: [Attempted: Bool] = [:]
    for item in setup {
      switch item {
      case .input(let input, let value):
        guard request.settings.set(input, value) else { return nil }
      case .attempt(let action, let answer): answers[action] = answer
      }
    }
    return (request, answers)
  }
}

extension PerformedStep {
  /// Returns true if the test expects this step, with the same verb, name and arguments.
  package func isSame(as step: TestBlock.TestStep) -> Bool {
    let values = kind.arguments ?? []
    let expected = step.kind.arguments ?? []
    return kind.hasName(of: step.kind) && values.count == expected.count
      && kind.handed?.url == step.kind.handed?.url
      && kind.handed?.headerTexts == step.kind.handed?.headerTexts
      && zip(values, expected).allSatisfy { $0.isSame(as: $1) }
  }
}

extension HandedRequest {
  /// The changed headers with their values, nil for removed headers. Their order has no meaning.
  fileprivate var headerTexts: [ChangedPart: ExactString?] {
    var texts: [ChangedPart: ExactString?] = [:]
    for header in headers {
      texts.updateValue(header.value.map { ExactString($0) }, forKey: header.part)
    }
    return texts
  }
}

extension Literal {
  /// Compares strings by their bytes, and URLs in the form in which they are handed on.
  package func isSame(as other: Literal) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.url(let a), .url(let b)):
      (WebURL.parse(a)?.handedOn ?? a).utf8.elementsEqual((WebURL.parse(b)?.handedOn ?? b).utf8)
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    default: self == other
    }
  }
}
