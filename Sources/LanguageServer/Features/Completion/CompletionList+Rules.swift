import Requests
import Semantics
import Syntax
import Text

extension CompletionList {
  mutating func rules(isChain: Bool, opens: Bool) {
    conditions()
    keyword(.use, snippet: "use ${1:NativeScreens}", rank: 3)
    if isChain, opens { keyword(.frames, snippet: "frames ${1:all}") }
  }

  /// The starts of rules and blocks.
  mutating func conditions() {
    keyword(.when, snippet: "when ${1:path[1] == \"product\"} ${2:cancel}", rank: 1)
    add(
      "when path like", .snippet, text: "when path like \"/\"",
      documentation: "A rule for paths that match a pattern, with a capture.",
      snippet: "when path like \"/${1:product}/{${2:id}\\}\" ${3:cancel}", rank: 2)
    add(
      "when scheme in", .snippet, text: "when scheme in [\"tel\", \"mailto\"] open url cancel",
      documentation: "Opens such URLs with the system.", rank: 2)
    add(
      "when { }", .snippet, text: "when  { }",
      documentation: "Rules that share a condition.",
      snippet: "when ${1:scheme in [\"http\", \"https\"]} {\n  $0\n}", rank: 3)
    keyword(.otherwise, snippet: "otherwise ${1:allow}", rank: 4)
  }

  mutating func condition() {
    for word in schema.words { add(requestWord: word, rank: 2) }
    names(.flag, .value, .condition)
    keyword(.exists, rank: 6)
    for word in [Keyword.true, .false] { keyword(word, rank: 8) }
  }

  mutating func connectives() {
    add("&&", .operator, documentation: "True if both are true.", rank: 2)
    add("||", .operator, documentation: "True if at least one is true.", rank: 2)
  }

  mutating func operators(_ subject: String) {
    let equality = ["==", "!="]
    let lists = ["in", "!in"]
    let type = type(of: subject)
    let operators: [String]
    switch type {
    case .string, .url:
      operators = equality + lists + ["hasPrefix", "hasSuffix", "contains", "like", "matches"]
    case .int: operators = equality + ["<", "<=", ">", ">="] + lists
    case .bool: operators = equality
    case .choice: operators = equality + lists
    case .strings, .urls: operators = []
    }
    for name in operators {
      let documentation = Keyword(rawValue: name).flatMap { LanguageDocs.keywords[$0] }
      let snippet: String? =
        switch name {
        case "hasPrefix", "hasSuffix", "contains", "like": "\(name) \"$1\""
        case "matches": "matches /$1/"
        case "in", "!in": type == .url ? nil : "\(name) [$1]"
        default: nil
        }
      add(
        name, .operator, detail: type.name, documentation: documentation, snippet: snippet, rank: 1)
    }
  }

  /// The type of a value, given its text.
  func type(of subject: String) -> RequestValueType {
    if let value = schema.value(written: subject) { return value.type }
    if let value = snapshot.appValue(subject) { return value.type }
    return snapshot.names.declaration(.declaration(.flag, subject))?.kind == .flag ? .bool : .string
  }

  /// The values that `setting` can give the part of the request.
  mutating func changedValues(_ part: String) {
    if part != "port" {
      add("\"…\"", .value, text: "\"\"", documentation: "A string.", snippet: "\"$1\"", rank: 1)
    }
    switch part {
    case "scheme", "host", "port":
      for place in candidates(.value) where place.declaration.valueType == .url {
        add("\(place.declaration.name).\(part)", .property, rank: 1)
      }
    case "path", "header": break
    default:
      names(.value)
      if let rule = snapshot.index(file).rule(at: offset) {
        captures(rule.syntax)
      } else {
        capturesBefore()
      }
      for word in schema.words { add(requestWord: word, rank: 4) }
    }
  }

  /// The values of the app with one of the types.
  mutating func appValues(_ types: AppValueType...) {
    for place in candidates(.value) {
      if let type = place.declaration.valueType, types.contains(type) { add(place) }
    }
  }

  mutating func operand(_ subject: String, _ operation: String) {
    let type = type(of: subject)
    if operation == "in" {
      if type == .string { appValues(.strings) }
      if type == .url {
        names(.origin)
        appValues(.urls)
        for place in candidates(.value) {
          guard let type = place.declaration.valueType, type == .url || type == .urls else {
            continue
          }
          let name = place.declaration.name
          add(
            "\(name).origin", .constant, detail: "origin",
            documentation: type == .urls
              ? "Scheme, host and port of the URLs in `\(name)`."
              : "The scheme, host and port of `\(name)`.")
        }
        for word in schema.roots.compactMap(\.word) {
          add(
            "\(word).origin", .constant, detail: "origin",
            documentation: "The scheme, host and port of `\(word)`.")
        }
      }
      add("[…]", .value, text: "[]", documentation: "A list of values.", snippet: "[$1]")
      if type != .url { return }
    }
    switch type {
    case .choice(let type):
      for position in type.positions(in: kind ?? .requests) {
        add(type.names[position], .enumMember, documentation: type.documentation[position])
      }
    case .bool: for word in [Keyword.true, .false] { keyword(word) }
    case .string:
      let examples = schema.value(written: subject)?.kind.domain.examples ?? []
      for example in examples { add("\"\(example)\"", .value) }
      if examples.isEmpty, operation != "in", operation != "matches" {
        add("\"…\"", .value, text: "\"\"", documentation: "A string.", snippet: "\"$1\"")
      }
    case .int, .url, .strings, .urls: break
    }
    if ["hasPrefix", "hasSuffix", "contains"].contains(operation) {
      if type == .string || type == .url { appValues(.string) }
      if type == .url { appValues(.url) }
    }
    if operation == "like", isHost(subject) { appValues(.string, .strings) }
    if operation == "==" || operation == "!=" {
      switch type {
      case .string: appValues(.string)
      case .int: appValues(.int)
      case .url: appValues(.url)
      case .bool, .choice, .strings, .urls: break
      }
      comparands(of: subject)
    }
  }

  /// Returns whether the subject is the host of a URL.
  func isHost(_ subject: String) -> Bool {
    (schema.value(written: subject) ?? snapshot.appValue(subject))?.kind.domain == .host
  }

  /// The same value of another URL.
  mutating func comparands(of subject: String) {
    let schema = self.schema
    guard
      case .part(let part, let root)? = schema.value(written: subject) ?? snapshot.appValue(subject)
    else { return }
    for place in candidates(.value) where place.declaration.valueType == .url {
      let value = RequestValue.part(
        part, of: .value(AppValueKey(ExactString(place.declaration.name), .url)))
      if value.isComparable, part != .whole, value.root?.word != root.word {
        add(value.text, .property, detail: value.type.name, rank: 2)
      }
    }
    for other in schema.roots where other != root {
      let value = RequestValue.part(part, of: other)
      if value.isComparable { add(value.text, .property, detail: value.type.name, rank: 2) }
    }
  }

  mutating func member(_ base: String) {
    if let value = snapshot.appValue(base) {
      if value.type == .url { member("page") }
      return
    }
    if schema.takesKeys(base) {
      for key in snapshot.requestKeys(of: base) { add(key, .property, detail: "String") }
    }
    var seen: Set<String> = []
    for value in schema.values(of: base) {
      guard let rest = value.row.name?.dropFirst(base.count + 1), !rest.isEmpty else { continue }
      let member = String(rest.prefix { $0 != "." })
      guard seen.insert(member).inserted else { continue }
      let documentation = schema.documentation(of: base + "." + member)
      add(member, .property, detail: documentation?.type, documentation: documentation?.text)
    }
  }

  mutating func add(requestWord word: String, rank: Int) {
    let documentation = schema.documentation(of: word)
    add(
      word, .variable, detail: documentation?.type, documentation: documentation?.text, rank: rank)
  }

  mutating func steps(isFirst: Bool) {
    for (word, snippet) in LanguageDocs.steps(first: isFirst) {
      keyword(word, snippet: snippet, rank: 3)
    }
    for (word, snippet) in LanguageDocs.decisions { keyword(word, snippet: snippet, rank: 4) }
  }

  mutating func setup() {
    names(.flag, .value)
    for place in snapshot.names.all(.action) where answers(place) { add(place) }
    openURL("Whether the system opens the URL.")
    for input in schema.inputs {
      let row = input.row
      let snippet =
        switch (input.kind.type, row.argument) {
        case (.bool, _): String?.none
        case (_, .none): "\(row.name) == $1"
        case (_, .index), (_, .key): "\(row.name)[\"$1\"] == \"$2\""
        }
      add(row.name, .variable, snippet: snippet)
    }
  }

  mutating func openURL(_ documentation: String) {
    add(Attempted.openURLName, .function, documentation: documentation, rank: 2)
  }
}
