import Diagnostics
import Text

/// Reads a list of content blocker rules as WebKit does.
struct RuleListReader {
  private let lines: LineIndex
  private(set) var problems: [String] = []
  /// The first condition on a domain or on the page's URL.
  private var firstCondition: JSONValue.Member?
  private var isMixed = false

  /// The problems of the file as lines such as `line 3, column 8: …`.
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

  private static let domainKeys = ["if-domain", "unless-domain"]
  private static let pageKeys = ["if-top-url", "unless-top-url"]
  private static let frameKeys = ["if-frame-url", "unless-frame-url", "if-ancestor-frame-url"]

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
      case let key where (Self.domainKeys + Self.pageKeys + Self.frameKeys).contains(key):
        if let condition {
          add("a trigger has either `\(condition)` or `\(key)`", member.keySpan)
        } else {
          readMixture(member)
        }
        condition = key
        readCondition(key, value)
      case "request-method": readMethod(value)
      default:
        if let words = Self.words[member.key] { read(member.key, value, words) }
      }
    }
  }

  /// Reads a list of words, which must be among those that the key can have.
  private mutating func read(_ key: String, _ value: JSONValue, _ words: [String]) {
    for (text, value) in texts(key, value) where !words.contains(text) {
      let near = Nearest.names(to: text, among: words, limit: 1)
      let meant = Prose.list(near.isEmpty ? words : near)
      add("\(Quoting.rule(text)) is no `\(key)`; write \(meant)", value)
    }
  }

  private mutating func readCondition(_ key: String, _ value: JSONValue) {
    let texts = texts(key, value)
    if case .array(let elements) = value.kind, elements.isEmpty {
      add("`\(key)` must not be empty", value)
    }
    let isDomain = Self.domainKeys.contains(key)
    for (text, value) in texts {
      if text.isEmpty || !text.utf8.allSatisfy({ $0 < 0x80 }) {
        add("`\(key)` takes ASCII texts that are not empty", value)
      } else if isDomain, text.utf8.contains(where: { (0x41...0x5A).contains($0) }) {
        add("\(Quoting.rule(text)) must be written in lower case", value)
      } else if let problem = URLFilter.problem(isDomain ? Self.pattern(ofDomain: text) : text) {
        add("`\(key)`: \(problem)", value)
      }
    }
  }

  /// The regular expression that WebKit derives from a domain. Some characters in it are not escaped.
  private static func pattern(ofDomain domain: String) -> String {
    let escaped = domain.drop { $0 == "*" }.map { #"\{}[.?*$"#.contains($0) ? "\\\($0)" : "\($0)" }
    return "//" + escaped.joined() + "[:/]"
  }

  /// Reports a list with conditions on both domains and URLs of pages. Older versions of WebKit do not compile it.
  private mutating func readMixture(_ member: JSONValue.Member) {
    if Self.frameKeys.contains(member.key) { return }
    guard let first = firstCondition else {
      firstCondition = member
      return
    }
    func isOfDomain(_ member: JSONValue.Member) -> Bool { Self.domainKeys.contains(member.key) }
    if isMixed || isOfDomain(first) == isOfDomain(member) { return }
    isMixed = true
    let line = lines.position(at: first.keySpan.start).line
    add(
      "older versions of WebKit refuse a list with `\(member.key)` and, in line \(line), `\(first.key)`; write two lists",
      member.keySpan)
  }

  private static let methods = [
    "get", "head", "options", "trace", "put", "delete", "post", "patch", "connect",
  ]

  private mutating func readMethod(_ value: JSONValue) {
    guard case .string(let text) = value.kind else {
      return add("`request-method` must be a string, found \(value.described)", value)
    }
    if Self.methods.contains(text.lowercased()) { return }
    add("\(Quoting.rule(text)) is no `request-method`; write \(Prose.list(Self.methods))", value)
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
  /// The further actions that WebKit accepts only in rule lists of web extensions.
  private static let actionsOfExtensions = ["modify-headers", "notify", "redirect"]

  private mutating func read(action: [JSONValue.Member], _ rule: JSONValue) {
    guard let value = action.first(where: { $0.key == "type" })?.value else {
      return add("the action has no `type`", rule)
    }
    guard case .string(let type) = value.kind else {
      return add("`type` must be a string, found \(value.described)", value)
    }
    guard (Self.actions + Self.actionsOfExtensions).contains(type) else {
      return add(
        "\(Quoting.rule(type)) is no type of an action; there are \(Prose.list(Self.actions))",
        value)
    }
    switch type {
    case "css-display-none": _ = text("selector", of: action, "`css-display-none`", value)
    case "notify": _ = text("notification", of: action, "`notify`", value)
    case "redirect": readRedirect(action, value)
    case "modify-headers": readHeaders(action, value)
    default: break
    }
  }

  /// The text of a required key; nil if it is missing or has another type, which is reported.
  private mutating func text(
    _ key: String, of members: [JSONValue.Member], _ owner: String, _ place: JSONValue
  ) -> String? {
    guard let value = members.first(where: { $0.key == key })?.value else {
      add("\(owner) needs a `\(key)`", place)
      return nil
    }
    guard case .string(let text) = value.kind else {
      add("`\(key)` must be a string, found \(value.described)", value)
      return nil
    }
    return text
  }

  private static let targets = ["extension-path", "regex-substitution", "transform", "url"]

  private mutating func readRedirect(_ action: [JSONValue.Member], _ place: JSONValue) {
    guard let target = action.first(where: { $0.key == "redirect" })?.value else {
      return add("`redirect` needs an object `redirect`", place)
    }
    guard case .object(let members) = target.kind else {
      return add("`redirect` must be an object, found \(target.described)", target)
    }
    let found = members.first { member in
      switch (member.key, member.value.kind) {
      case ("transform", .object), ("extension-path", .string), ("regex-substitution", .string),
        ("url", .string):
        true
      default: false
      }
    }
    guard let found else {
      return add("`redirect` needs \(Prose.list(Self.targets))", target)
    }
    guard case .string(let text) = found.value.kind else { return }
    if found.key == "extension-path", !text.hasPrefix("/") {
      add("`extension-path` begins with `/`", found.value)
    }
    if found.key == "url", text.lowercased().hasPrefix("javascript:") {
      add("a `url` with the scheme `javascript` is refused", found.value)
    }
  }

  private mutating func readHeaders(_ action: [JSONValue.Member], _ place: JSONValue) {
    if let priority = action.first(where: { $0.key == "priority" })?.value {
      if case .number(let text) = priority.kind, Double(text).map({ $0 >= 0 }) == true {
      } else {
        add("`priority` must be a number that is not negative", priority)
      }
    } else {
      add("`modify-headers` needs a `priority`", place)
    }
    for key in ["request-headers", "response-headers"] {
      guard let value = action.first(where: { $0.key == key })?.value else { continue }
      guard case .array(let headers) = value.kind else {
        add("`\(key)` must be an array, found \(value.described)", value)
        continue
      }
      for header in headers { readHeader(header, key) }
    }
  }

  private static let operations = ["append", "remove", "set"]

  private mutating func readHeader(_ header: JSONValue, _ key: String) {
    guard case .object(let members) = header.kind else {
      return add("`\(key)` takes objects, found \(header.described)", header)
    }
    guard let operation = text("operation", of: members, "the header", header) else { return }
    if !Self.operations.contains(operation) {
      add(
        "\(Quoting.rule(operation)) is no `operation`; write \(Prose.list(Self.operations))", header
      )
    }
    _ = text("header", of: members, "the header", header)
    if operation != "remove" { _ = text("value", of: members, "the header", header) }
  }
}
