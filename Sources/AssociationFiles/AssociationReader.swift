import Diagnostics
import Requests
import Semantics
import Text

/// Reads the JSON of an association file.
struct AssociationReader {
  let id: FileID
  var faults: [AssociationFault] = []
  /// The rules of each entry of `details`.
  var entries: [[LinkRule]] = []
  /// The apps, each with an index into `entries`. An app can have several entries.
  var apps: [(name: String, location: Location, entry: Int)] = []
  /// The values of the variables that the file declares.
  private var variables: [String: [String]] = [:]

  init(id: FileID) { self.id = id }

  mutating func read(_ file: SourceFile) {
    if file.bytes.count > AssociationFile.largestSize {
      add(.tooLarge(file.bytes.count), Span(0, min(1, file.bytes.count)))
    }
    do throws(JSONReader.Fault) {
      let root = try JSONReader.read(file.bytes)
      guard let members = object(root, "the file") else { return }
      check(
        members, ["applinks", "webcredentials", "appclips", "activitycontinuation", "$schema"])
      guard let links = members["applinks"] else {
        let end = Span(Int(root.span.end) - 1, Int(root.span.end))
        add(.invalid("the file has no `applinks`", help: "without it no link opens an app"), end)
        return
      }
      read(links: links.value)
    } catch {
      let isFront = error.message.hasPrefix("expected `,`")
      add(
        .invalid(
          "the file is no JSON, so the system ignores all of it: \(error.message)",
          help: isFront
            ? "a comma separates the members of an object and the elements of a list"
            : "correct it here; JSON has no comments and no trailing commas"),
        error.span)
    }
  }

  // MARK: - Links

  private mutating func read(links: JSONValue) {
    guard let members = object(links, "`applinks`") else { return }
    check(members, ["apps", "details", "defaults", "substitutionVariables"])
    if let apps = members["apps"], let list = array(apps.value, "`apps`"), let first = list.first {
      add(.invalid("`apps` must be empty", help: "the apps are named in `details`"), first.span)
    }
    if let declared = members["substitutionVariables"] { readVariables(declared.value) }
    let defaults = members["defaults"].map { inherited(from: $0.value) } ?? [:]
    guard let details = members["details"] else {
      add(
        .invalid("`applinks` has no `details`", help: "without it no link opens an app"),
        links.span.firstByte)
      return
    }
    switch details.value.kind {
    case .array(let list): for entry in list { read(entry: entry, defaults) }
    case .object(let entries):
      add(
        .olderForm(
          "`details` is an object, in which the order of the apps is not defined",
          help: "write a list of objects with `appIDs` and `components`"), details.keySpan)
      for entry in entries {
        addApp(entry.key, entry.keySpan)
        read(rules: entry.value, defaults)
      }
    default: wrong(details.value, "`details`", "a list")
    }
  }

  private mutating func read(entry: JSONValue, _ defaults: [String: JSONValue.Member]) {
    guard let members = object(entry, "an element of `details`") else { return }
    let before = apps.count
    if let app = members["appID"], let name = string(app.value, "`appID`") {
      addApp(name, app.value.span)
    }
    if let list = members["appIDs"] {
      for app in array(list.value, "`appIDs`") ?? [] {
        guard let name = string(app, "an element of `appIDs`") else { continue }
        addApp(name, app.span)
      }
    }
    // A misspelled key such as `appIds`, or a value of the wrong type, already has a fault of its own.
    let isReported = members.contains {
      $0.key.lowercased().hasPrefix("appid") && !$0.value.isEmptyList
    }
    if apps.count == before, !isReported {
      add(
        .invalid(
          "the entry names no app", help: "write `\"appIDs\": [\"ABCDE12345.com.example.app\"]`"),
        entry.span.firstByte)
    }
    read(rules: entry, defaults)
  }

  /// Reads the patterns of an entry of `details`; its apps have been read before.
  private mutating func read(rules entry: JSONValue, _ defaults: [String: JSONValue.Member]) {
    entries.append([])
    guard let members = object(entry, "an entry of `details`") else { return }
    check(members, ["appID", "appIDs", "components", "paths", "defaults"])
    var defaults = defaults
    if let own = members["defaults"] {
      defaults.update(from: inherited(from: own.value))
    }
    let paths = members["paths"]
    if let components = members["components"] {
      guard let list = array(components.value, "`components`") else { return }
      let rules = list.compactMap { read(component: $0, defaults) }
      entries[entries.count - 1] = rules
      if let paths, !isSame(paths.value, as: list) {
        add(
          .olderForm(
            "`paths` differs from `components`, which iOS 13 and later read instead",
            help: "write the same patterns in both, or delete `paths`"), paths.keySpan)
      }
    } else if let paths {
      let list = array(paths.value, "`paths`") ?? []
      entries[entries.count - 1] = list.compactMap { read(path: $0, defaults) }
    } else {
      add(
        .invalid(
          "the entry has no `components`",
          help: "add `\"components\": [{ \"/\": \"*\" }]` for all links"),
        entry.span.firstByte)
    }
  }

  private mutating func addApp(_ name: String, _ span: Span) {
    if let why = AppIdentifier.fault(of: name) { add(.invalidApp(why), span) }
    apps.append((name, Location(id, span), entries.count))
  }

  private mutating func readVariables(_ value: JSONValue) {
    for variable in object(value, "`substitutionVariables`") ?? [] {
      if variable.key.contains(where: { "$()".contains($0) }) {
        add(
          .invalid(
            "the name of a variable cannot contain `$`, `(` or `)`", help: "write another name"),
          variable.keySpan)
      }
      let values = array(variable.value, "a variable") ?? []
      variables[variable.key] = values.compactMap { value in
        guard let text = string(value, "a value of a variable") else { return nil }
        if text.contains("$(") {
          add(
            .invalid(
              "a value of a variable cannot contain another variable",
              help: "write the values of that variable here"), value.span)
        }
        return text
      }
    }
  }

  /// Reads `defaults`: the members of every component that does not have its own.
  private mutating func inherited(from value: JSONValue) -> [String: JSONValue.Member] {
    let members = object(value, "`defaults`") ?? []
    check(members, Self.componentKeys)
    return Dictionary(firstOf: members.map { ($0.key, $0) })
  }

  // MARK: - Patterns

  private static let componentKeys = [
    "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
  ]

  private mutating func read(
    component value: JSONValue, _ defaults: [String: JSONValue.Member]
  ) -> LinkRule? {
    guard let members = object(value, "an element of `components`") else { return nil }
    check(members, Self.componentKeys)
    func member(_ key: String) -> JSONValue.Member? { members[key] ?? defaults[key] }
    let own = Dictionary(firstOf: members.map { ($0.key, $0) })
    var all = defaults
    all.update(from: own)
    var options = LinkExpression(
      isEncoded: boolean(all["percentEncoded"]) ?? true,
      isCaseSensitive: boolean(all["caseSensitive"]) ?? true, delimiters: "?#")
    let whole = Location(id, value.span)
    var parts = [path(all["/"], options, whole)]
    if let query = all["?"] { parts += self.query(query, &options) }
    options.delimiters = ""
    if let fragment = all["#"], let text = string(fragment.value, "`#`"),
      let pattern = pattern(text, fragment.value), !pattern.matchesAll
    {
      let place = Location(id, fragment.wholeSpan)
      parts.append(
        .init(
          .part(.writtenFragment, of: .request), pattern.matchesEmpty,
          options.expression(pattern), at: place))
    }
    let comment = all["comment"].flatMap { string($0.value, "`comment`") }
    let head = own["/"] ?? own["#"] ?? own["?"]
    return LinkRule(
      parts, isExcluded: boolean(all["exclude"]) ?? false, comment: comment,
      head: head.map { Location(id, $0.wholeSpan) } ?? whole, location: whole)
  }

  private mutating func path(
    _ member: JSONValue.Member?, _ options: LinkExpression, _ whole: Location
  ) -> LinkRule.Part {
    guard let member, let text = string(member.value, "`/`"),
      let pattern = pattern(text, member.value)
    else {
      return .init(path: nil, options, at: whole)
    }
    checkStart(text, pattern, member.value)
    return .init(
      path: pattern.matchesAll ? nil : pattern, options, at: Location(id, member.wholeSpan))
  }

  /// Reads an element of `paths`; nil after a fault.
  private mutating func read(
    path value: JSONValue, _ defaults: [String: JSONValue.Member]
  ) -> LinkRule? {
    guard let text = string(value, "an element of `paths`") else { return nil }
    let isExcluded = text.hasPrefix(Self.exclusion)
    let path = String(isExcluded ? text.dropFirst(Self.exclusion.count) : text[...])
    guard let pattern = pattern(path, value) else { return nil }
    checkStart(path, pattern, value)
    let options = LinkExpression(
      isEncoded: boolean(defaults["percentEncoded"]) ?? true,
      isCaseSensitive: boolean(defaults["caseSensitive"]) ?? true, delimiters: "?#")
    let place = Location(id, value.span)
    return LinkRule(
      [.init(path: pattern.matchesAll ? nil : pattern, options, at: place)],
      isExcluded: isExcluded, comment: nil, head: place, location: place)
  }

  private static let exclusion = "NOT "

  private mutating func query(
    _ member: JSONValue.Member, _ options: inout LinkExpression
  ) -> [LinkRule.Part] {
    options.delimiters = "#"
    let value = RequestValue.part(.writtenQuery, of: .request)
    switch member.value.kind {
    case .string(let text):
      guard let pattern = pattern(text, member.value), !pattern.matchesAll else { return [] }
      let place = Location(id, member.wholeSpan)
      return [.init(value, pattern.matchesEmpty, options.expression(pattern), at: place)]
    case .object(let items):
      if let item = items.first(where: { if case .string = $0.value.kind { false } else { true } })
      {
        add(
          .invalid(
            "the pattern of a query key must be a string, found \(item.value.described)",
            help: "until then the system ignores the whole `?` object"), item.value.span)
        return []
      }
      return items.compactMap { item in
        guard let text = string(item.value, "the pattern of a query key"),
          let pattern = pattern(text, item.value)
        else { return nil }
        if pattern.matchesAll { add(.optionalKey(item.key), item.value.span) }
        if pattern.matchesAll { return nil }
        return .init(
          value, pattern.matchesEmpty, options.query(item.key, pattern),
          at: Location(id, item.wholeSpan))
      }
    default:
      wrong(member.value, "`?`", "a string or an object")
      return []
    }
  }

  /// The pattern, with a fault for each variable that does not exist.
  private mutating func pattern(_ text: String, _ value: JSONValue) -> LinkPattern? {
    var unknown: [String] = []
    let pattern = LinkPattern(text, variables, unknown: &unknown)
    for name in unknown {
      add(
        .unknownVariable(name, candidates: variables.keys.sorted() + PredefinedVariables.names),
        value.span)
    }
    return pattern
  }

  private mutating func checkStart(_ text: String, _ pattern: LinkPattern, _ value: JSONValue) {
    if case .literal(let first)? = pattern.elements.first, first != "/" {
      add(.relativePath, value.span)
    }
    if let question = text.firstIndex(of: "?"), text[question...].contains("=") {
      add(.queryInPath, value.span)
    }
  }

  /// Returns true if the components mean the same as the paths.
  private mutating func isSame(_ paths: JSONValue, as components: [JSONValue]) -> Bool {
    guard case .array(let list) = paths.kind, list.count == components.count else { return false }
    return zip(list, components).allSatisfy { path, component in
      guard case .string(let text) = path.kind, case .object(let members) = component.kind else {
        return false
      }
      let others = members.filter { !["/", "comment", "exclude"].contains($0.key) }
      var isExcluded = false
      if case .bool(true)? = members["exclude"]?.value.kind { isExcluded = true }
      guard case .string(let pattern)? = members["/"]?.value.kind, others.isEmpty else {
        return false
      }
      return text == (isExcluded ? Self.exclusion : "") + pattern
    }
  }
}

extension JSONValue.Member {
  /// The span from the start of the key to the end of the value.
  fileprivate var wholeSpan: Span { keySpan.union(value.span) }
}

extension JSONValue {
  fileprivate var isEmptyList: Bool {
    if case .array(let list) = kind { list.isEmpty } else { false }
  }
}

extension Span {
  fileprivate var firstByte: Span { Span(Int(start), Int(start) + 1) }
}

extension [JSONValue.Member] {
  fileprivate subscript(key: String) -> JSONValue.Member? { first { $0.key == key } }
}
