import Diagnostics
import Interpreter
import Semantics
import Text

/// Steps and values as the language writes them, and as JSON.
struct Wording {
  let rules: RuleSet

  // MARK: - For people

  func text(_ step: PerformedStep) -> String { text(parts(step)) }

  func text(_ step: TestBlock.TestStep) -> String { text(parts(step, url: "")) }

  func text(_ value: RequestConstant?) -> String {
    switch value {
    case nil: "missing"
    case .string(let text), .url(let text): Quoting.rule(text)
    case .int(let number): String(number)
    case .bool(let truth): String(truth)
    case .navigation(let kind): kind.rawValue
    case .frame(let frame): frame.rawValue
    }
  }

  func text(_ type: ValueType) -> String {
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
    case .dictionary(let element): "[String: \(text(element))]"
    case .optional(let wrapped): text(wrapped) + "?"
    case .model(let id): rules[id].name
    case .enumeration(let id): rules[id].name
    case .union(let id): rules[id].name
    case .invalid: "?"
    }
  }

  func text(_ literal: Literal) -> String {
    switch literal {
    case .string(let text), .url(let text): Quoting.rule(text)
    case .int(let number): String(number)
    case .double(let number): number.description
    case .bool(let truth): String(truth)
    case .enumerationCase(let id, let index): rules[id].cases[index].name
    case .list(let items): "[\(items.map { text($0) }.joined(separator: ", "))]"
    case .missing: "nil"
    }
  }

  private func text(_ parts: Parts) -> String {
    guard let name = parts.name else {
      return parts.arguments.isEmpty ? parts.kind : parts.kind + " url"
    }
    // What a rule or a test may leave out is left out here too.
    let arguments = parts.arguments.filter { $0.value != .missing }
      .map { "\($0.label): \(text($0.value))" }
    if arguments.isEmpty { return "\(parts.kind) \(name)" }
    return "\(parts.kind) \(name)(\(arguments.joined(separator: ", ")))"
  }

  // MARK: - JSON

  /// `{"kind","name","arguments":{…}}`; `name` is null for `open`, `load` and `dismiss`.
  func write(_ step: PerformedStep, _ writer: inout JSONWriter) { write(parts(step), &writer) }

  /// - Parameter url: what `open url` and `load url` stand for.
  func write(_ step: TestBlock.TestStep, url: String, _ writer: inout JSONWriter) {
    write(parts(step, url: url), &writer)
  }

  func write(_ value: RequestConstant?, _ writer: inout JSONWriter) {
    switch value {
    case nil: writer.null()
    case .string(let text), .url(let text): writer.string(text)
    case .int(let number): writer.number(number)
    case .bool(let truth): writer.bool(truth)
    case .navigation(let kind): writer.string(kind.rawValue)
    case .frame(let frame): writer.string(frame.rawValue)
    }
  }

  private func write(_ parts: Parts, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind")
      writer.string(parts.kind)
      writer.key("name")
      writer.string(parts.name)
      writer.key("arguments")
      writer.object { writer in
        for argument in parts.arguments {
          writer.key(argument.label)
          write(argument.value, &writer)
        }
      }
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
    case .missing: writer.null()
    }
  }

  // MARK: - Parts

  private struct Parts {
    var kind: String
    var name: String?
    var arguments: [(label: String, value: Literal)] = []

    init(
      _ kind: String, _ name: String? = nil, _ parameters: [Field] = [], _ values: [Literal] = []
    ) {
      self.kind = kind
      self.name = name
      arguments = zip(parameters, values).map { ($0.name, $1) }
    }

    init(_ kind: String, url: String) {
      self.kind = kind
      arguments = [("url", .url(url))]
    }
  }

  private func parts(_ step: PerformedStep) -> Parts {
    switch step.kind {
    case .present(let id, let values):
      Parts("present", rules[id].name, rules[id].parameters, values)
    case .push(let id, let values): Parts("push", rules[id].name, rules[id].parameters, values)
    case .perform(let id, let values):
      Parts("perform", rules[id].name, rules[id].parameters, values)
    case .attempt(let id, let values):
      Parts("attempt", rules[id].name, rules[id].parameters, values)
    case .openURL(let url): Parts("open", url: url)
    case .loadURL(let url): Parts("load", url: url)
    case .dismiss: Parts("dismiss")
    }
  }

  private func parts(_ step: TestBlock.TestStep, url: String) -> Parts {
    switch step.kind {
    case .present(let id, let values):
      Parts("present", rules[id].name, rules[id].parameters, values)
    case .push(let id, let values): Parts("push", rules[id].name, rules[id].parameters, values)
    case .perform(let id, let values):
      Parts("perform", rules[id].name, rules[id].parameters, values)
    case .attempt(let id, let values):
      Parts("attempt", rules[id].name, rules[id].parameters, values)
    case .openURL: Parts("open", url: url)
    case .loadURL: Parts("load", url: url)
    case .dismiss: Parts("dismiss")
    }
  }
}
