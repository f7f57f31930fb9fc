import Diagnostics
import Text

/// Reads a list of content blocker rules as WebKit does.
struct RuleListReader {
  private let lines: LineIndex
  private(set) var problems: [String] = []

  /// The problems of the file: `line 3, column 8: …`.
  static func problems(in file: SourceFile) -> [String] {
    var reader = RuleListReader(lines: LineIndex(file))
    do throws(JSONReader.Fault) {
      let value = try JSONReader.read(file.bytes)
      guard case .array(let rules) = value.kind else {
        reader.add("expected an array of rules, found \(value.described)", value)
        return reader.problems
      }
      if rules.isEmpty { reader.add("WebKit refuses a list without rules", value) }
      if rules.count > 150_000 { reader.add("WebKit takes at most 150,000 rules", value) }
      for rule in rules { reader.read(rule) }
    } catch {
      reader.add(error.message, error.span)
    }
    return reader.problems
  }

  private init(lines: LineIndex) { self.lines = lines }

  private mutating func add(_ problem: String, _ value: JSONValue) { add(problem, value.span) }

  private mutating func add(_ problem: String, _ span: Span) {
    let place = lines.position(at: span.start)
    problems.append("line \(place.line), column \(place.column): \(problem)")
  }

  private mutating func read(_ rule: JSONValue) {
    guard case .object(let members) = rule.kind else {
      return add("expected a rule as an object, found \(rule.described)", rule)
    }
    if let trigger = object("trigger", of: members, rule) { read(trigger: trigger, rule) }
    if let action = object("action", of: members, rule) { read(action: action, rule) }
  }

  private mutating func object(
    _ key: String, of members: [JSONValue.Member], _ owner: JSONValue
  ) -> [JSONValue.Member]? {
    guard let value = members.first(where: { $0.key == key })?.value else {
      add("the rule has no `\(key)`", owner)
      return nil
    }
    guard case .object(let members) = value.kind else {
      add("`\(key)` must be an object, found \(value.described)", value)
      return nil
    }
    return members
  }

  // MARK: Triggers

  private static let domainKeys = ["if-domain", "unless-domain", "if-top-url", "unless-top-url"]

  private static let words: [String: [String]] = [
    "resource-type": [
      "document", "image", "style-sheet", "script", "font", "raw", "svg-document", "media",
      "popup", "ping", "fetch", "websocket", "other", "csp-report",
    ],
    "load-type": ["first-party", "third-party"],
    "load-context": ["top-frame", "child-frame"],
  ]

  private mutating func read(trigger: [JSONValue.Member], _ rule: JSONValue) {
    if !trigger.contains(where: { $0.key == "url-filter" }) {
      add("the trigger has no `url-filter`; `\".*\"` matches every URL", rule)
    }
    var condition: String?
    for member in trigger {
      let value = member.value
      switch member.key {
      case "url-filter":
        guard case .string(let pattern) = value.kind else {
          add("`url-filter` must be a string, found \(value.described)", value)
          continue
        }
        if let problem = URLFilter.problem(pattern) { add("`url-filter`: \(problem)", value) }
      case "url-filter-is-case-sensitive":
        guard case .bool = value.kind else {
          add("`\(member.key)` must be `true` or `false`, found \(value.described)", value)
          continue
        }
      case let key where Self.domainKeys.contains(key):
        if let condition {
          add("a trigger has either `\(condition)` or `\(key)`", member.keySpan)
        }
        condition = key
        readDomains(key, value)
      default:
        if let words = Self.words[member.key] { read(member.key, value, words) }
      }
    }
  }

  /// A list of words that the key can have.
  private mutating func read(_ key: String, _ value: JSONValue, _ words: [String]) {
    for (text, value) in texts(key, value) where !words.contains(text) {
      let near = Nearest.names(to: text, among: words, limit: 1)
      let meant = Prose.list(near.isEmpty ? words : near)
      add("\(Quoting.rule(text)) is no `\(key)`; write \(meant)", value)
    }
  }

  private mutating func readDomains(_ key: String, _ value: JSONValue) {
    let texts = texts(key, value)
    if case .array(let elements) = value.kind, elements.isEmpty {
      add("`\(key)` must not be empty", value)
    }
    for (text, value) in texts {
      if text.isEmpty || !text.utf8.allSatisfy({ $0 < 0x80 }) {
        add("`\(key)` takes ASCII texts that are not empty", value)
      } else if key.hasSuffix("domain"), text.utf8.contains(where: { (0x41...0x5A).contains($0) }) {
        add("\(Quoting.rule(text)) must be written in lower case", value)
      }
    }
  }

  private mutating func texts(_ key: String, _ value: JSONValue) -> [(String, JSONValue)] {
    guard case .array(let elements) = value.kind else {
      add("`\(key)` must be an array, found \(value.described)", value)
      return []
    }
    var texts: [(String, JSONValue)] = []
    for element in elements {
      if case .string(let text) = element.kind {
        texts.append((text, element))
      } else {
        add("`\(key)` takes strings, found \(element.described)", element)
      }
    }
    return texts
  }

  // MARK: Actions

  private static let actions = [
    "block", "block-cookies", "css-display-none", "ignore-previous-rules", "make-https",
  ]
  /// Those of web extensions, whose other keys are not checked.
  private static let actionsOfExtensions = ["modify-headers", "notify", "redirect"]

  private mutating func read(action: [JSONValue.Member], _ rule: JSONValue) {
    guard let value = action.first(where: { $0.key == "type" })?.value else {
      return add("the action has no `type`", rule)
    }
    guard case .string(let type) = value.kind else {
      return add("`type` must be a string, found \(value.described)", value)
    }
    if Self.actionsOfExtensions.contains(type) { return }
    guard Self.actions.contains(type) else {
      return add(
        "\(Quoting.rule(type)) is no type of an action; there are \(Prose.list(Self.actions))",
        value)
    }
    let selector = action.first { $0.key == "selector" }?.value
    if type != "css-display-none" { return }
    guard let selector else { return add("`css-display-none` needs a `selector`", value) }
    if case .string = selector.kind { return }
    add("`selector` must be a string, found \(selector.described)", selector)
  }
}
