package import Syntax
import Text

/// Prints types, values, requests and steps as the rule language writes them.
///
/// Everything that shows one of these to people goes through this printer, so what any output shows
/// of a request or its steps can be pasted into a `test` block.
package struct RuleLanguagePrinter: Sendable {
  private let rules: RuleSet

  package init(_ rules: RuleSet) { self.rules = rules }

  // MARK: - Types

  /// An inline model is `{ … }`.
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
    case .invalid: "?"
    }
  }

  /// A type that is not resolved.
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
    case .missing: "nil"
    }
  }

  package static func text(_ value: RequestConstant) -> String {
    switch value {
    case .string(let text), .url(let text): Quoting.rule(text)
    case .int(let number): String(number)
    case .bool(let truth): String(truth)
    case .navigation(let kind): kind.rawValue
    case .frame(let frame): frame.rawValue
    }
  }

  // MARK: - Requests

  /// The request of a test case: its URL and, after `with`, the settings that differ from the default.
  package static func request(_ url: String, with settings: [RequestSetting]) -> String {
    let url = Quoting.rule(url)
    if settings.isEmpty { return url }
    return "\(url) with \(settings.map { text($0) }.joined(separator: ", "))"
  }

  private static func text(_ setting: RequestSetting) -> String {
    switch setting {
    case .truth(let name, let isTrue): isTrue ? name : "!" + name
    case .value(let name, let value): "\(name) == \(text(value))"
    }
  }

  /// The request of a test case as written, with the settings that repeat a default.
  package func request(_ test: TestBlock.Case) -> String {
    Self.request(
      test.url,
      with: test.setup.map { setup in
        switch setup {
        case .flag(let flag, let isTrue): .truth(rules[flag].name, isTrue)
        case .attempt(let action, let answer): .truth(rules[action].name, answer)
        case .frame(let frame): .frame(frame)
        case .navigation(let kind): .navigation(kind)
        case .method(let method): .method(method)
        case .header(let name, let value): .header(name, value)
        case .download(let isDownload): .download(isDownload)
        case .page(let page): .page(page)
        }
      })
  }

  // MARK: - Steps

  /// `present Product(id: "7")`; arguments that are missing are left out.
  package func text(_ step: StepParts) -> String {
    guard let name = step.name else {
      return step.arguments.isEmpty ? step.kind : step.kind + " url"
    }
    let arguments = step.arguments.filter { $0.value != .missing }
      .map { "\($0.label): \(text($0.value))" }
    if arguments.isEmpty { return "\(step.kind) \(name)" }
    return "\(step.kind) \(name)(\(arguments.joined(separator: ", ")))"
  }

  package func text(_ step: TestBlock.TestStep) -> String { text(parts(step, url: "")) }

  /// - Parameter url: the URL that `open url` and `load url` refer to.
  package func parts(_ step: TestBlock.TestStep, url: String) -> StepParts {
    switch step.kind {
    case .present(let id, let values): parts("present", id, values)
    case .push(let id, let values): parts("push", id, values)
    case .perform(let id, let values): parts("perform", id, values)
    case .attempt(let id, let values): parts("attempt", id, values)
    case .openURL: StepParts(kind: "open", url: url)
    case .loadURL: StepParts(kind: "load", url: url)
    case .dismiss: StepParts(kind: "dismiss")
    }
  }

  package func parts(_ kind: String, _ id: ID<Screen>, _ values: [Literal]) -> StepParts {
    StepParts(kind: kind, name: rules[id].name, rules[id].parameters, values)
  }

  package func parts(_ kind: String, _ id: ID<Action>, _ values: [Literal]) -> StepParts {
    StepParts(kind: kind, name: rules[id].name, rules[id].parameters, values)
  }
}

/// One item after `with` of a test case.
package enum RequestSetting: Sendable {
  /// `name` or `!name`: a flag, the answer of an attempted action, or `download`.
  case truth(String, Bool)
  /// `name == value`.
  case value(String, RequestConstant)

  package static func frame(_ frame: FrameKind) -> Self { .value("frame", .frame(frame)) }

  package static func navigation(_ kind: NavigationKind) -> Self {
    .value("navigation", .navigation(kind))
  }

  package static func method(_ method: String) -> Self { .value("method", .string(method)) }

  package static func header(_ name: String, _ value: String) -> Self {
    .value("header[\(Quoting.rule(name))]", .string(value))
  }

  package static func download(_ isDownload: Bool) -> Self { .truth("download", isDownload) }

  package static func page(_ url: String) -> Self { .value("page", .url(url)) }

  /// The settings of a request that differ from the default.
  ///
  /// - Parameters:
  ///   - flags: names of those that are true.
  ///   - declined: names of the attempted actions that fail.
  package static func changed(
    flags: [String], declined: [String], frame: FrameKind, navigation: NavigationKind,
    method: String, headers: [String: String], download: Bool, page: String?
  ) -> [RequestSetting] {
    var settings: [RequestSetting] = flags.map { .truth($0, true) }
    settings += declined.map { .truth($0, false) }
    if frame != .main { settings.append(.frame(frame)) }
    if navigation != .other { settings.append(.navigation(navigation)) }
    if method != "GET" { settings.append(.method(method)) }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      settings.append(.header(name, value))
    }
    if download { settings.append(.download(true)) }
    if let page { settings.append(.page(page)) }
    return settings
  }
}

/// A step in parts, from which text and JSON are made.
package struct StepParts: Sendable {
  /// Its first word.
  package var kind: String
  /// The screen or action; nil for `open`, `load` and `dismiss`.
  package var name: String?
  package var arguments: [(label: String, value: Literal)] = []

  package init(kind: String) { self.kind = kind }

  package init(kind: String, url: String) {
    self.kind = kind
    arguments = [("url", .url(url))]
  }

  package init(kind: String, name: String, _ parameters: [Field], _ values: [Literal]) {
    self.kind = kind
    self.name = name
    arguments = zip(parameters, values).map { ($0.name, $1) }
  }
}
