import Interpreter
import Requests
import Semantics

/// The observable effects of a chain on one request, in names and values that two rule sets share.
struct ObservedTrace: Equatable {
  private enum Event: Equatable {
    case step(Step)
    case failed(Step)
    case decision(SharedDecision)
  }

  fileprivate enum Step: Equatable {
    case call(Verb, ExactText, [Argument])
    case handed(Verb, ExactText, headers: [Argument])
    case dismiss

    enum Verb: Equatable { case present, push, perform, attempt, attemptOpen, open, load }
  }

  fileprivate struct Argument: Equatable {
    var label: ExactText
    var value: Value
  }

  fileprivate enum Value: Equatable {
    /// The raw value of an enum case, since the types of two rule sets differ.
    case enumerationCase(ExactText)
    case list([Value])
    case string(ExactText)
    case url(ExactText)
    case other(Literal)
  }

  /// A text that is compared byte by byte, unlike Swift's strings.
  fileprivate struct ExactText: Equatable {
    var text: String

    static func == (one: ExactText, other: ExactText) -> Bool {
      one.text.utf8.elementsEqual(other.text.utf8)
    }
  }

  private var events: [Event]

  /// Creates the trace of the effects of some entries; nil if one of the entries does not match.
  ///
  /// - Parameters:
  ///   - passing: the entries that act before the decider, with failing attempts.
  ///   - decider: the entry that decides; nil for the end of the chain and for a frame that it ignores.
  init?(_ request: Request, _ interpreter: Interpreter, passing: [Int], decider: Int?) {
    events = []
    for entry in passing {
      guard let performed = interpreter.performed(entry, request) else { return nil }
      let steps = performed.map { Step($0, interpreter.rules) }
      events +=
        interpreter.chain.rules[entry].isAttempt
        ? steps.prefix(1).map(Event.failed) : steps.map(Event.step)
    }
    guard let decider else {
      events.append(.decision(.allow))
      return
    }
    guard let performed = interpreter.performed(decider, request) else { return nil }
    events += performed.map { .step(Step($0, interpreter.rules)) }
    let decision = interpreter.chain.rules[decider].decision
    events.append(.decision(SharedDecision(decision, in: interpreter.rules)))
  }
}

extension ObservedTrace.Step {
  fileprivate init(_ step: PerformedStep, _ rules: RuleSet) {
    func call(
      _ verb: Verb, _ name: String, _ parameters: [Field], _ values: [Literal]
    ) -> ObservedTrace.Step {
      .call(
        verb, ObservedTrace.ExactText(text: name),
        zip(parameters, values).map { parameter, value in
          ObservedTrace.Argument(
            label: ObservedTrace.ExactText(text: parameter.name),
            value: ObservedTrace.Value(value, rules))
        })
    }
    func handed(_ verb: Verb, _ request: HandedRequest) -> ObservedTrace.Step {
      .handed(
        verb, ObservedTrace.ExactText(text: request.url),
        headers: request.headers.map { change in
          ObservedTrace.Argument(
            label: ObservedTrace.ExactText(text: change.part.text),
            value: change.value.map { .string(ObservedTrace.ExactText(text: $0)) }
              ?? .other(.missing))
        })
    }
    self =
      switch step.kind {
      case .present(let id, let values):
        call(.present, rules[id].name, rules[id].parameters, values)
      case .push(let id, let values): call(.push, rules[id].name, rules[id].parameters, values)
      case .perform(let id, let values):
        call(.perform, rules[id].name, rules[id].parameters, values)
      case .attempt(let id, let values):
        call(.attempt, rules[id].name, rules[id].parameters, values)
      case .attemptOpenURL(let request): handed(.attemptOpen, request)
      case .openURL(let request): handed(.open, request)
      case .loadURL(let request): handed(.load, request)
      case .dismiss: .dismiss
      }
  }
}

extension ObservedTrace.Value {
  fileprivate init(_ literal: Literal, _ rules: RuleSet) {
    switch literal {
    case .enumerationCase(let id, let index):
      self = .enumerationCase(ObservedTrace.ExactText(text: rules[id].cases[index].rawValue))
    case .list(let items): self = .list(items.map { ObservedTrace.Value($0, rules) })
    case .string(let text): self = .string(ObservedTrace.ExactText(text: text))
    case .url(let text): self = .url(ObservedTrace.ExactText(text: text))
    case .missing, .bool, .int, .double, .request, .emptyDictionary: self = .other(literal)
    }
  }
}
