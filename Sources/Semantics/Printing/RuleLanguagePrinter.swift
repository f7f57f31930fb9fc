package import Requests
package import Syntax
import Text

/// Prints types, values, requests and steps in the syntax of the rule language.
///
/// All output for people uses this printer, so that requests and steps in any output can be pasted into a
/// `test` block.
package struct RuleLanguagePrinter: Sendable {
  private let rules: RuleSet

  package init(_ rules: RuleSet) { self.rules = rules }

  // MARK: - Types

  /// The type in the syntax of rules. An inline model is `{ … }`.
  package func text(_ type: ValueType) -> String {
    switch type {
    case .string: "String"
    case .int: "Int"
    case .double: "Double"
    case .bool: "Bool"
    case .url: "URL"
    case .date: "Date"
    case .data: "Data"
    case .json: "JSON"
    case .array(let element): "[\(text(element))]"
    case .dictionary(let value): "[String: \(text(value))]"
    case .optional(let wrapped): text(wrapped) + "?"
    case .model(let id): rules[id].isInline ? "{ … }" : rules[id].name
    case .enumeration(let id): rules[id].name
    case .union(let id): rules[id].name
    case .request: WholeRequest.type
    case .invalid: "?"
    }
  }

  /// The type in the syntax of rules, for a type that is not resolved.
  package static func text(_ type: TypeSyntax) -> String {
    switch type {
    case .named(let name): name.text
    case .array(let element, _): "[\(text(element))]"
    case .dictionary(let key, let value, _): "[\(text(key)): \(text(value))]"
    case .optional(let wrapped, _): text(wrapped) + "?"
    case .record(let fields, _):
      "{ \(fields.map { "\($0.header.name.text): \(text($0.type))" }.joined(separator: ", ")) }"
    }
  }

  // MARK: - Values

  package func text(_ literal: Literal) -> String {
    switch literal {
    case .string(let text), .url(let text): Quoting.rule(text)
    case .int(let number): String(number)
    case .double(let number): number.description
    case .bool(let truth): String(truth)
    case .enumerationCase(let id, let index): rules[id].cases[index].name
    case .list(let items): "[\(items.map { text($0) }.joined(separator: ", "))]"
    case .request: WholeRequest.word
    case .emptyDictionary: "[:]"
    case .missing: "nil"
    }
  }

  package static func text(_ value: RequestConstant) -> String {
    switch value {
    case .string(let text), .url(let text): Quoting.rule(text)
    case .int(let number): String(number)
    case .bool(let truth): String(truth)
    case .choice(let choice): choice.name
    case .list(let items): "[\(items.map { text($0) }.joined(separator: ", "))]"
    }
  }

  /// The text of a value without quotes.
  package static func plainText(_ value: RequestConstant) -> String {
    value.text ?? text(value)
  }

  // MARK: - Requests

  /// The request of a test case: its URL and, after `with`, the settings that differ from the default.
  ///
  /// - Parameter declined: the names of the attempts that fail.
  package static func request(
    _ url: String, with settings: RequestSettings, declined: [String] = []
  ) -> String {
    let changed = settings.changed.map { $0.text { Quoting.rule($0) } }
    let flags = settings.flags.count
    return request(url, changed[..<flags] + declined.map { "!" + $0 } + changed[flags...])
  }

  private static func request(_ url: String, _ settings: some Collection<String>) -> String {
    let url = Quoting.rule(url)
    return settings.isEmpty ? url : "\(url) with \(settings.joined(separator: ", "))"
  }

  /// The request of a test case, including settings that repeat a default.
  package func request(_ test: TestBlock.Case) -> String {
    Self.request(
      test.url,
      test.setup.map { setup in
        switch setup {
        case .input(let input, let value):
          RequestSettings.Setting(input: input, value: value).text { Quoting.rule($0) }
        case .attempt(let action, let answer): (answer ? "" : "!") + rules.name(of: action)
        }
      })
  }

  // MARK: - Steps

  /// The step, such as `present Product(id: "7")`, without missing arguments.
  package func text(_ step: StepParts) -> String {
    guard let name = step.name else {
      return step.arguments.isEmpty ? step.kind : step.kind + " url" + Self.text(step.changes)
    }
    let arguments = step.arguments.filter { $0.value != .missing }
      .map { "\($0.label): \(text($0.value))" }
    if arguments.isEmpty { return "\(step.kind) \(name)" }
    return "\(step.kind) \(name)(\(arguments.joined(separator: ", ")))"
  }

  /// The changes, such as ` setting query.device = "ios" removing fragment`; empty if there are none.
  private static func text(_ changes: [RequestChange<String>]) -> String {
    let set = changes.compactMap { change in
      change.value.map { value in
        change.part.text + " = " + (change.part == .port ? value : Quoting.rule(value))
      }
    }
    let removed = changes.filter { $0.value == nil }.map { $0.part.text }
    return (set.isEmpty ? "" : " setting " + set.joined(separator: ", "))
      + (removed.isEmpty ? "" : " removing " + removed.joined(separator: ", "))
  }

  package func text(_ decision: Decision) -> String {
    switch decision {
    case .allow: "allow"
    case .allowWith(let preferences):
      "allow with " + preferences.words.joined(separator: ", ")
    case .cancel: "cancel"
    case .download: "download"
    case .popup(let id): "popup " + rules[id].name
    case .continue: "continue"
    case .leave: "leave"
    }
  }

  /// The act, such as `present Product`, `open url` or `cancel`.
  package func text(_ act: Act) -> String {
    func named(_ word: String, _ name: String?) -> String { name.map { "\(word) \($0)" } ?? word }
    return switch act {
    case .present(let id): named("present", id.map { rules[$0].name })
    case .push(let id): named("push", id.map { rules[$0].name })
    case .perform(let id): named("perform", id.map { rules[$0].name })
    case .attempt(let attempted): named("attempt", attempted.map { rules.name(of: $0) })
    case .openURL: "open url"
    case .loadURL: "load url"
    case .dismiss: "dismiss"
    case .allow: "allow"
    case .cancel: "cancel"
    case .download: "download"
    case .popup(let id): named("popup", id.map { rules[$0].name })
    }
  }

  package func text(_ step: TestBlock.TestStep) -> String { text(parts(step.kind)) }

  package func parts(_ kind: StepKind<[Literal], HandedRequest>) -> StepParts {
    switch kind {
    case .present, .push, .perform, .attempt, .dismiss:
      guard let target = kind.target, let values = kind.arguments else {
        return StepParts(kind: kind.verb)
      }
      return StepParts(
        kind: kind.verb, name: rules.name(of: target), rules.parameters(of: target), values)
    case .attemptOpenURL(let handed), .openURL(let handed), .loadURL(let handed):
      return StepParts(kind: kind.verb, handed)
    }
  }
}

/// The parts of a step, for text and JSON.
package struct StepParts: Sendable {
  /// The verb of the step.
  package var kind: String
  /// The screen or action; nil for `attempt open`, `open`, `load` and `dismiss`.
  package var name: String?
  package var arguments: [(label: String, value: Literal)] = []
  /// The changes of the request that the step opens or loads.
  package var changes: [RequestChange<String>] = []
  /// The parts of the request that are lost when the step loads it.
  package var losses = LoadLosses()

  package init(kind: String) { self.kind = kind }

  package init(kind: String, _ handed: HandedRequest) {
    self.kind = kind
    changes = handed.changes
    losses = handed.losses
    arguments = [("url", .url(handed.url))]
    arguments += handed.headers.map { ($0.part.text, $0.value.map { .string($0) } ?? .missing) }
  }

  package init(kind: String, name: String, _ parameters: [Field], _ values: [Literal]) {
    self.kind = kind
    self.name = name
    arguments = zip(parameters, values).map { ($0.name, $1) }
  }
}
