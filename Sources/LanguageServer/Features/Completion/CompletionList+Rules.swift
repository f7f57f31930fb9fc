import Requests
import Semantics
import Syntax
import Text

extension CompletionList {
  mutating func rules(isInBlock: Bool) {
    // A handler has no `otherwise`, since it leaves other requests to the rules after it.
    conditions(allowsOtherwise: isInBlock || cursor.chainKind != nil)
    if isInBlock { return }
    keyword(.use, snippet: "use ${1:NativeScreens}", rank: 3)
    ignore()
  }

  /// Adds the starts of rules and blocks.
  private mutating func conditions(allowsOtherwise: Bool) {
    keyword(.when, snippet: "when ${1:path[1] == \"product\"} ${2:cancel}", rank: 1)
    add(
      "when path like", .snippet, text: "when path like",
      documentation: "A rule for paths that match a pattern, with a capture.",
      snippet: "when path like \"/${1:product}/{${2:id}\\}\" ${3:cancel}", rank: 2)
    add(
      "when scheme in", .snippet, text: "when scheme in [\"tel\", \"mailto\"] open url cancel",
      documentation: "Opens such URLs with the system.", rank: 2)
    if kind == .requests {
      add(
        "when frame == new", .snippet, text: "when frame == new load url cancel",
        documentation: "Loads in place what would open a new window.", rank: 2)
    }
    add(
      "when { }", .snippet, text: "when",
      documentation: "Rules that share a condition.",
      snippet: "when ${1:scheme in [\"http\", \"https\"]} {\n  $0\n}", rank: 3)
    keyword(.always, snippet: "always ${1:dismiss} ${2:continue}", rank: 4)
    // `otherwise` must be the last item.
    if allowsOtherwise, cursor.isLastInBody {
      keyword(.otherwise, snippet: "otherwise ${1:allow}", rank: 4)
    }
  }

  mutating func condition() {
    requestValues(rank: 2)
    let isNamed = cursor.declaration?.keyword == .condition
    names(.flag, .value, .condition, except: isNamed ? [owner].compactMap { $0 } : [])
    for condition in RequestCondition.allCases where kind.map(condition.exists) ?? true {
      add(
        condition.rawValue, .variable, detail: "Bool", documentation: condition.documentation,
        rank: 2)
    }
    keyword(.exists, rank: 6)
    for word in [Keyword.true, .false] { keyword(word, rank: 8) }
  }

  /// Adds the values that can be missing.
  mutating func existing() {
    requestValues(rank: 2, isOptional: true) { _ in true }
    for place in candidates(.value) {
      guard let type = place.declaration.valueType else { continue }
      if case .optional? = place.declaration.type { add(place) } else if type == .url { add(place) }
    }
  }

  /// Adds the values of the request that rules can name, and the first words of longer ones.
  ///
  /// - Parameter isOptional: true to add only values that can be missing.
  mutating func requestValues(
    rank: Int, isOptional: Bool = false,
    where isSuitable: (RequestValueType) -> Bool = { _ in true }
  ) {
    func isOffered(_ value: OfferedWord.Value) -> Bool {
      isSuitable(value.type) && !(isOptional && value.isAlwaysPresent)
    }
    for offered in OfferedWord.all(in: kind) {
      let word = offered.word
      if let value = offered.own {
        if isOffered(value) {
          add(
            word, .variable, detail: offered.type, documentation: offered.documentation, rank: rank)
        }
      } else if let value = offered.values.first(where: isOffered) {
        // The word has no value of its own, so it is added with the text that must follow.
        add(
          word, .variable, detail: offered.type, text: value.takesKey ? "\(word)[" : "\(word).",
          documentation: offered.documentation, snippet: value.takesKey ? "\(word)[\"$1\"]" : nil,
          rank: rank + 1)
      }
      for value in offered.values where value.takesIndex && isOffered(value) {
        add(
          "\(word)[1]", .variable, detail: value.type.name,
          documentation: value.documentation, snippet: "\(word)[${1:1}]", rank: rank)
      }
    }
    if isSuitable(.string) {
      for key in snapshot.requestKeys(of: "query") {
        add("query.\(key)", .variable, detail: "String", rank: rank + 1)
      }
    }
  }

  mutating func operators(_ subject: String) {
    let equality = ["==", "!="]
    let lists = ["in", "!in"]
    let type = type(of: subject)
    let operators: [String]
    switch type {
    case nil: operators = []
    case .string, .url:
      operators = equality + lists + ["hasPrefix", "hasSuffix", "contains", "like", "matches"]
    case .int: operators = equality + ["<", "<=", ">", ">="] + lists
    case .bool: operators = equality
    case .choice: operators = equality + lists
    case .strings, .urls: operators = []
    }
    for name in operators {
      let documentation =
        LanguageDocs.operators[name]
        ?? Keyword(rawValue: name).flatMap { LanguageDocs.keywords[$0] }
      let snippet: String? =
        switch name {
        case "hasPrefix", "hasSuffix", "contains", "like": "\(name) \"$1\""
        case "matches": "matches /$1/"
        case "in", "!in": type == .url ? nil : "\(name) [$1]"
        default: nil
        }
      add(
        name, .operator, detail: type?.name, documentation: documentation, snippet: snippet, rank: 1
      )
    }
  }

  /// Returns the type of a value, given its text; nil for other names.
  func type(of subject: String) -> RequestValueType? {
    if let value = schema.value(written: subject) { return value.type }
    if let value = snapshot.appValue(subject) { return value.type }
    return snapshot.names.declaration(.declaration(.flag, subject))?.kind == .flag ? .bool : nil
  }

  /// Returns true for a flag, another value that is true or false, a named condition, and an unknown name.
  func isCondition(_ subject: String) -> Bool {
    if let type = type(of: subject) { return type == .bool }
    return schema.values(of: subject).isEmpty
  }

  /// Adds the parts of the request that `setting` and `removing` change.
  mutating func changedParts(isSet: Bool, except given: [String]) {
    let words =
      isSet
      ? [ChangedPart.originWord, "scheme", "host", "port", "path", "query", "fragment", "header"]
      : ["port", "query", "fragment", "header"]
    for word in words where !given.contains(word) {
      if word == ChangedPart.originWord {
        add(
          word, .variable, detail: "URL",
          documentation: "The scheme, the host and the port, those of a URL of the app.", rank: 1)
        continue
      }
      let documentation = schema.documentation(of: word)
      // Keys of the query and of headers are changed one at a time.
      let text = word == "query" ? "query." : word == "header" ? "header[" : word
      add(
        word, .variable, detail: documentation?.type, text: text,
        documentation: documentation?.text, rank: 1)
    }
    if !isSet, !given.contains(ChangedPart.userWord) {
      add(
        ChangedPart.userWord, .variable,
        documentation: "The user name and the password in the URL.", rank: 1)
    }
  }

  /// Adds the values that `setting` can give to a part of the request.
  mutating func changedValues(_ part: String) {
    if part != "port" { stringValueItem(rank: 1) }
    switch part {
    case ChangedPart.originWord: appValues(.url)
    case "scheme", "host", "port":
      for place in candidates(.value) where place.declaration.valueType == .url {
        add("\(place.declaration.name).\(part)", .property, rank: 1)
      }
    case "path", "header": break
    default:
      appValues(.string)
      captures()
      requestValues(rank: 4, where: Self.convertsToText)
    }
  }

  /// Adds the values of the app that have one of the types.
  mutating func appValues(_ types: AppValueType...) {
    for place in candidates(.value) {
      if let type = place.declaration.valueType, types.contains(type) { add(place) }
    }
  }

  mutating func operand(_ subject: String, _ place: ExpectedSyntax.Operand) {
    guard let type = type(of: subject) else { return }
    if place.isMembership {
      // A list of the app can only be the single operand.
      let isAlone = place != .nextOrigin && cursor.next != .comma
      if type == .string, isAlone { appValues(.strings) }
      if type == .url || schema.value(written: subject) == .input(.source) {
        names(.origin)
        if isAlone { appValues(.urls) }
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
        for word in schema.roots.compactMap({ $0.word }) where !subject.hasPrefix(word) {
          add(
            "\(word).origin", .constant, detail: "origin",
            documentation: "The scheme, host and port of `\(word)`.")
        }
      }
      if isAlone {
        add("[…]", .value, text: "[]", documentation: "A list of values.", snippet: "[$1]")
      }
      return
    }
    switch type {
    case .choice(let type):
      for position in type.positions(in: kind ?? .requests) {
        add(type.names[position], .enumMember, documentation: type.documentation[position])
      }
      if case .after = place, let other = ["source": "frame", "frame": "source"][subject],
        let documentation = schema.documentation(of: other)
      {
        add(other, .variable, documentation: documentation.text, rank: 2)
      }
    case .bool: for word in [Keyword.true, .false] { keyword(word) }
    case .string:
      let examples = schema.value(written: subject)?.kind.domain.examples ?? []
      for example in examples { add("\"\(example)\"", .value) }
      if examples.isEmpty, place != .after(.matches) { stringValueItem(rank: 5) }
    case .int, .url, .strings, .urls: break
    }
    guard case .after(let comparison) = place else { return }
    switch comparison {
    case .hasPrefix, .hasSuffix, .contains:
      if type == .string || type == .url { appValues(.string) }
      if type == .url { appValues(.url) }
      comparands(of: subject)
    case .like: if isHost(subject) { appValues(.string, .strings) }
    case .equal, .notEqual:
      switch type {
      case .string: appValues(.string)
      case .int: appValues(.int)
      case .url: appValues(.url)
      case .bool, .choice, .strings, .urls: break
      }
      comparands(of: subject)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .notIn, .matches: break
    }
  }

  /// Returns whether the subject is the host of a URL.
  func isHost(_ subject: String) -> Bool {
    (schema.value(written: subject) ?? snapshot.appValue(subject))?.kind.domain == .host
  }

  /// Adds the values of the same kind of other URLs.
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

  /// Adds the names after a dot that complete the expected construct.
  mutating func member(_ base: String, instead whole: ExpectedSyntax) {
    switch whole {
    case .existing: member(base, mustBeOptional: true)
    case .operand(_, let place) where place.isMembership: originMember(of: base)
    case .operand(let subject, .after(let comparison)):
      comparedMembers(base, subject, comparison)
    case .argument(let callee, let label): if !isInTest { argumentMembers(base, callee, label) }
    case .changedValue(let part): changedMembers(base, part)
    case .condition, .url, .changedPart: member(base)
    case .setup: if base == "source" { originMember(of: base) }
    case .pageValue(.fails):
      if base == "error" {
        for word in ["code", "message"] {
          add(word, .variable, documentation: LanguageDocs.pageValues[word])
        }
      }
    default: break
    }
  }

  private mutating func originMember(of base: String) {
    add(
      "origin", .property, detail: "origin",
      documentation: "The scheme, host and port of `\(base)`.")
  }

  /// Adds the parts of a value. Parts that are no values by themselves are added with the text that must follow.
  private mutating func member(
    _ base: String, mustBeOptional: Bool = false,
    where isSuitable: (RequestValue) -> Bool = { _ in true }
  ) {
    let appValue = snapshot.appValue(base)
    if let appValue, appValue.type != .url { return }
    // URLs of the app have the same parts as the URL of the page.
    let word = appValue == nil ? base : "page"
    if let value = schema.value(base, .key("", isMember: true)), isSuitable(value) {
      for key in snapshot.requestKeys(of: base) { add(key, .property, detail: "String") }
    }
    var texts: [(member: String, text: String)] = []
    for value in schema.values(of: word) {
      let row = value.row
      guard let rest = row.name?.dropFirst(word.count + 1), !rest.isEmpty else { continue }
      var meant = value
      if let root = appValue?.root, case .part(let part, _) = value {
        if part == .whole { continue }
        meant = .part(part, of: root)
      }
      if mustBeOptional && value.isAlwaysPresent || !isSuitable(meant) { continue }
      let member = String(rest.prefix { $0 != "." })
      let text =
        switch row.argument {
        case _ where member.count < rest.count: member + "."
        case .none: member
        case .key(_, isMember: true): member + "."
        case .key(_, isMember: false), .index: member + "["
        }
      if let known = texts.firstIndex(where: { $0.member == member }) {
        if text == member { texts[known].text = text }
      } else {
        texts.append((member, text))
      }
    }
    for (member, text) in texts {
      let documentation = schema.documentation(of: word + "." + member)
      add(
        member, .property, detail: documentation?.type, text: text,
        documentation: documentation?.text)
    }
  }

  /// Adds the parts with which a value can be compared.
  private mutating func comparedMembers(
    _ base: String, _ subject: String, _ comparison: ComparisonSyntax.Operator
  ) {
    guard let subject = schema.value(written: subject) ?? snapshot.appValue(subject) else {
      return
    }
    switch comparison {
    case .equal, .notEqual: member(base) { $0 != subject && subject.isComparable(with: $0) }
    case .hasPrefix, .hasSuffix, .contains:
      member(base) { $0 != subject && subject.isRelatable(to: $0) }
    // Numbers are compared with literals, and hosts with whole values.
    default: break
    }
  }

  /// Adds the parts that can be given to a parameter.
  private mutating func argumentMembers(
    _ base: String, _ callee: ExpectedSyntax.Callee, _ label: String?
  ) {
    guard let type = label.flatMap({ parameterType(callee, $0) }).map(ParameterType.init) else {
      return
    }
    let snapshot = snapshot
    member(base) { type.takes($0.type, in: snapshot) }
  }

  /// Adds the parts to which a part of the request can be set.
  private mutating func changedMembers(_ base: String, _ word: String) {
    let isOfApp = snapshot.appValue(base) != nil
    let part = schema.value(word).flatMap { ChangedPart($0) }
    member(base) { value in
      guard let part, part.isOfWebPage else { return Self.convertsToText(value.type) }
      guard isOfApp, part.isSettableFromApp, case .part(let same, _) = value else { return false }
      return part.value == .part(same, of: .request)
    }
  }

  /// Returns whether a value of the type can be set as a text.
  static func convertsToText(_ type: RequestValueType) -> Bool {
    switch type {
    case .string, .url, .choice: true
    case .int, .bool, .strings, .urls: false
    }
  }

  mutating func steps(isFirst: Bool) {
    // In a test the steps of several rules follow each other.
    for (word, snippet) in LanguageDocs.steps(first: isFirst || isInTest) {
      keyword(word, snippet: snippet, rank: 3)
    }
    for (word, snippet) in LanguageDocs.decisions {
      switch word {
      case .popup where kind == .responses || !(isInTest || cursor.rule.namesNewFrame): continue
      case .continue where isInTest || cursor.rule.attempts: continue
      case .leave where isInTest || cursor.rule.attempts: continue
      case .leave where cursor.chainKind != nil && !cursor.rule.isInBlock: continue
      default: keyword(word, snippet: snippet, rank: 4)
      }
    }
  }

  mutating func openURL(_ documentation: String) {
    add(Attempted.openURLName, .function, documentation: documentation, rank: 2)
  }

  /// Adds the keys in `header["…"]` and `query["…"]`, with quotes if the position is outside of a string.
  mutating func accessKeys(_ base: String) {
    let quote = cursor.isInString ? "" : "\""
    var keys = snapshot.requestKeys(of: base)
    if base == "header" {
      let usual = kind == .responses ? Self.responseHeaders : Self.requestHeaders
      keys += usual.filter { !keys.contains($0) }
    } else if schema.takesKeys(base) == false, snapshot.appValue(base) == nil {
      return
    }
    for key in keys { add("\(quote)\(key)\(quote)", .property, detail: "String") }
  }

  private static let requestHeaders = [
    "Accept", "Accept-Language", "Authorization", "Cookie", "Content-Type", "Referer", "User-Agent",
  ]
  private static let responseHeaders = [
    "Content-Disposition", "Content-Length", "Content-Type", "Location", "Retry-After",
  ]
}

extension ExpectedSyntax.Operand {
  /// True after `in`, where origins and lists of the app can be operands.
  fileprivate var isMembership: Bool {
    switch self {
    case .after(.isIn), .after(.notIn), .nextOrigin: true
    case .after, .inList: false
    }
  }
}
