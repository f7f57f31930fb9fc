import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import WebURL

/// Writes requests, their values and steps as JSON.
struct RequestJSON {
  let rules: RuleSet

  /// Writes a step: `{"kind","name","arguments":{…}}`.
  ///
  /// `name` is null for `attempt open`, `open`, `load` and `dismiss`. A `load` that loses a part of the request also
  /// has `"lost":{"headers":[…],"body"}`.
  func write(_ step: PerformedStep, _ writer: inout JSONWriter) {
    write(RuleLanguagePrinter(rules).parts(step), &writer)
  }

  /// Writes a failed attempt: `{"kind","name","arguments":{…},"stepsBefore"}`.
  func write(_ attempt: Outcome.FailedAttempt, _ writer: inout JSONWriter) {
    writer.object { writer in
      writeMembers(RuleLanguagePrinter(rules).parts(attempt.step), &writer)
      writer.number("stepsBefore", attempt.stepsBefore)
    }
  }

  func write(_ step: TestBlock.TestStep, _ writer: inout JSONWriter) {
    write(RuleLanguagePrinter(rules).parts(step.kind), &writer)
  }

  private func write(_ step: StepParts, _ writer: inout JSONWriter) {
    writer.object { writer in writeMembers(step, &writer) }
  }

  private func writeMembers(_ step: StepParts, _ writer: inout JSONWriter) {
    writer.string("kind", step.kind)
    writer.string("name", step.name)
    writer.object("arguments") { writer in
      for argument in step.arguments {
        writer.key(argument.label)
        write(argument.value, &writer)
      }
    }
    if step.losses.isEmpty { return }
    writer.object("lost") { writer in
      writer.array("headers", step.losses.headers) { name, writer in writer.string(name) }
      writer.bool("body", step.losses.body)
    }
  }

  private func write(_ literal: Literal, _ writer: inout JSONWriter) {
    switch literal {
    case .string(let text), .url(let text): writer.string(text)
    case .int(let number): writer.number(number)
    case .double(let number): writer.number(number)
    case .bool(let truth): writer.bool(truth)
    case .enumerationCase(let id, let index): writer.string(rules[id].cases[index].rawValue)
    case .list(let items): writer.array { for item in items { write(item, &$0) } }
    case .request: writer.string(WholeRequest.word)
    case .emptyDictionary: writer.object { _ in }
    case .missing: writer.null()
    }
  }

  /// Writes a value that a rule has tested; null if it is missing.
  static func write(_ value: RequestConstant?, _ writer: inout JSONWriter) {
    switch value {
    case nil: writer.null()
    case .string(let text), .url(let text): writer.string(text)
    case .int(let number): writer.number(number)
    case .bool(let truth): writer.bool(truth)
    case .choice(let choice): writer.string(choice.name)
    case .list(let items): writer.array { for item in items { write(item, &$0) } }
    }
  }

  /// Writes a request or response.
  ///
  /// A request is
  /// `{"url","frame","navigation","method","headers":{…},"download","page","document","source","sourceOrigin",
  /// "flags":[…],"values":{…},"declined":[…]}`. A response has `status`, `mime`, `displayable` and `filename` instead
  /// of the members that only requests have.
  static func write(
    _ request: Witness, of kind: ChainKind, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.string("url", request.url.href)
      for input in kind.schema.inputs {
        let row = input.row
        writer.key(row.jsonKey)
        if row.argument == .none {
          write(request.settings[input], &writer)
        } else {
          writer.object { writer in
            for setting in request.settings.changed where setting.input.row.name == row.name {
              writer.key(setting.input.row.argument.key.string)
              write(setting.value, &writer)
            }
          }
        }
      }
      writer.array("flags", request.settings.flags) { name, writer in writer.string(name) }
      writer.object("values") { writer in
        for setting in request.settings.changed {
          guard case .value(let key) = setting.input else { continue }
          writer.key(key.name.string)
          write(setting.value, &writer)
        }
      }
      writer.array("declined", request.declined) { name, writer in writer.string(name) }
    }
  }
}
