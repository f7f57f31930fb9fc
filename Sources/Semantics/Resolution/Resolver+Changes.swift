import Requests
import Syntax
import Text
import WebURL

/// Resolves the clauses `setting` and `removing` of steps.
extension Resolver {
  /// The changes in the order in which they are made; nil after a fault.
  ///
  /// - Parameters:
  ///   - verb: the verb of the step.
  ///   - isExpected: true for the changes that a test expects. They are made in any case.
  ///   - value: returns the new value of the part; nil after a fault.
  mutating func changes<Value>(
    _ syntax: [ChangeSyntax], _ verb: Keyword, isExpected: Bool = false,
    value: (inout Resolver, ArgumentSyntax, ChangedPart) -> Value?
  ) -> [RequestChange<Value>]? {
    var changes: [RequestChange<Value>] = []
    var spans: [ChangedPart: Span] = [:]
    let syntax = syntax.flatMap { change in
      text(change.part) == ChangedPart.originWord ? origin(change) : [change]
    }
    for change in syntax {
      recordPart(change)
      guard let part = changedPart(change, verb) else { continue }
      if let first = spans[part] {
        fault(.repeatedChange(part: part.text, first: at(first)), change.span)
        continue
      }
      spans[part] = change.part.span
      guard let written = change.value else {
        changes.append(RequestChange(part: part, value: nil))
        continue
      }
      let argument = ArgumentSyntax(label: nil, value: written, span: change.span)
      guard isSettable(part, argument), canBeMissing(part, change, isExpected),
        let value = value(&self, argument, part)
      else { continue }
      changes.append(
        RequestChange(part: part, value: value, onlyIfMissing: change.ifMissing != nil))
    }
    if changes.count < syntax.count { return nil }
    let order = changes.enumerated().sorted {
      ($0.element.part.order, $0.offset) < ($1.element.part.order, $1.offset)
    }
    return order.map { $0.element }
  }

  /// Resolves the changes of a step in a test, whose values are literals; nil after a fault.
  mutating func literalChanges(
    _ syntax: [ChangeSyntax], _ verb: Keyword
  ) -> [RequestChange<String>]? {
    changes(syntax, verb, isExpected: true) { resolver, argument, part in
      guard case .literal(let literal) = argument.value else {
        resolver.fault(
          .typeMismatch(
            expected: "the value that is expected, as a literal", found: "another value", why: nil),
          argument.span)
        return nil
      }
      switch resolver.literal(literal, as: part == .port ? .int : .string) {
      case .string(let text): return text
      case .int(let number): return String(number)
      default: return nil
      }
    }
  }

  private mutating func changedPart(_ change: ChangeSyntax, _ verb: Keyword) -> ChangedPart? {
    let part: ChangedPart
    let word = text(change.part)
    if word == ChangedPart.userWord {
      part = .user
    } else if let value = RequestSchema.all.value(change.part), let known = ChangedPart(value) {
      part = known
    } else {
      if ForeignNames.meaning(change.part, schema) == nil,
        RequestSchema.all.value(change.part) == nil, !schema.words.contains(change.part.base.text)
      {
        unknown(change.part.base, expected: "a part of the request") { _ in
          ["origin", "scheme", "host", "port", "path", "query", "fragment", "header", "user"]
        }
        return nil
      }
      fault(
        .invalidChange(
          "`\(word)` cannot be changed",
          help:
            "a step can set `origin`, `scheme`, `host`, `port`, `path`, `query.name`, `fragment` and `header[\"Name\"]`, and remove `port`, the last three and `user`"
        ), change.part.span)
      return nil
    }
    if part.isHeader, verb == .open {
      fault(
        .invalidChange(
          "`open url` cannot change a header",
          help: "the system gets only the URL: change a header with `load url`"), change.span)
      return nil
    }
    if change.value == nil ? part.canBeRemoved : part.canBeSet { return part }
    fault(
      .invalidChange(
        change.value == nil ? "`\(word)` cannot be removed" : "`\(word)` cannot be set",
        help: change.value == nil
          ? "every web page has one: write `setting \(word) = …`"
          : "write `removing \(word)`"), change.span)
    return nil
  }

  // MARK: - Origins

  /// The change `origin = server` as changes of scheme, host and port; fewer after a fault.
  private mutating func origin(_ change: ChangeSyntax) -> [ChangeSyntax] {
    func part(_ word: String, _ value: ArgumentSyntax.Value?) -> ChangeSyntax {
      var part = change
      part.part.base.text = word
      part.value = value
      return part
    }
    switch change.value {
    case .reference(let reference)? where isURLOfApp(reference):
      return RequestValue.partsOfOrigin.map { word in
        var value = reference
        value.accesses = [.member(NameSyntax(text: word, span: reference.span))]
        return part(word, .reference(value))
      }
    case .literal(.string(let string))?:
      guard let url = WebURL.parse(string.value), let host = url.host,
        ChangedPart.webPageSchemes.contains(url.scheme), url.isOrigin
      else {
        fault(
          .invalidChange(
            "`origin` cannot have this value",
            help: "an origin of web pages is written as in `origin = \"https://example.com\"`"),
          string.span)
        return []
      }
      func text(_ text: String) -> ArgumentSyntax.Value {
        var part = string
        part.value = text
        return .literal(.string(part))
      }
      return [
        part("scheme", text(url.scheme)), part("host", text(host)),
        part("port", url.port.map { .literal(.integer(Int64($0), string.span)) }),
      ]
    case .reference(let reference)?:
      if meaningIsKnown(reference) { originIsNoURL("`\(text(reference))`", reference.span) }
    case .literal(let literal)?: originIsNoURL(describe(literal), literal.span)
    // The parser creates no such values.
    case .condition?, .changed?: break
    case nil:
      fault(
        .invalidChange(
          "`origin` cannot be removed",
          help: "every web page has one: write `setting origin = …`"), change.span)
    }
    return []
  }

  private mutating func originIsNoURL(_ found: String, _ span: Span) {
    fault(
      .typeMismatch(
        expected: "a URL of the app, or an origin as a string", found: found,
        why:
          "so no page chooses it: declare `value server: URL` and write `setting origin = server`"),
      span)
  }

  private func isURLOfApp(_ reference: ReferenceSyntax) -> Bool {
    reference.accesses.isEmpty
      && names.values[reference.base.text].map { rules[$0].type == .url } == true
  }

  /// Returns whether the name has a meaning, and records a fault if not.
  private mutating func meaningIsKnown(_ reference: ReferenceSyntax) -> Bool {
    resolve(reference, CaptureScope()) != nil
  }

  /// Returns whether the change may have `if missing`, and records a fault if not.
  private mutating func canBeMissing(
    _ part: ChangedPart, _ change: ChangeSyntax, _ isExpected: Bool
  ) -> Bool {
    guard let span = change.ifMissing else { return true }
    if !isExpected, part.canBeMissing { return true }
    fault(
      .invalidChange(
        isExpected ? "a test expects changes that are made" : "`\(part.text)` is set in any case",
        help: isExpected
          ? "delete `if missing`, or the change if the request has the part"
          : "`if missing` is for `query.name` and `fragment`"), span)
    return false
  }

  // MARK: - Values

  /// Returns whether the part can have the value, and records a fault if not.
  private mutating func isSettable(
    _ part: ChangedPart, _ argument: ArgumentSyntax
  ) -> Bool {
    switch part {
    case .query, .fragment, .user: return true
    case .scheme, .host, .port, .path, .header: break
    }
    guard case .literal(let literal) = argument.value else {
      // Parts of the app's URLs are allowed. Only resolution finds out whether the value is one.
      if part.isSettableFromApp { return true }
      chosenByPage(part, argument)
      return false
    }
    guard let why = refusal(of: literal, for: part) else { return true }
    fault(.invalidChange("`\(part.text)` cannot have this value", help: why), literal.span)
    return false
  }

  /// Records a fault for a value that is neither a literal nor the same part of a URL of the app.
  mutating func chosenByPage(_ part: ChangedPart, _ argument: ArgumentSyntax) {
    guard case .reference(let reference) = argument.value else { return }
    let word = part.text
    let why =
      switch part {
      case .scheme, .host, .port:
        "`\(word)` is set to a literal or to the `\(word)` of a URL of the app, so that no page chooses it: "
          + "declare `value server: URL` and write `setting \(word) = server.\(word)`"
      case .path, .header, .query, .fragment, .user:
        "`\(word)` is set to a literal, so that no page chooses it"
      }
    fault(
      .typeMismatch(
        expected: part == .port ? "a number" : "a string", found: "`\(text(reference))`", why: why),
      reference.span)
  }

  /// The reason why the part cannot have the literal; nil if it can, or if the literal has a wrong type.
  private func refusal(of literal: LiteralSyntax, for part: ChangedPart) -> String? {
    switch (part, literal) {
    case (.port, .integer(let number?, _)):
      return (0...65_535).contains(number) ? nil : "a port is a number from 0 to 65535"
    case (.scheme, .string(let string)):
      if let (why, meant) = RequestValue.scheme.refusal(of: string.value) {
        return meant.map { "\(why): write `\(Quoting.rule($0))`" } ?? why
      }
      return ["file", "data", "javascript", "blob"].contains(string.value)
        ? "a page must not lead to a `\(string.value)` URL" : nil
    case (.host, .string(let string)):
      if let (why, meant) = RequestValue.host.refusal(of: string.value) {
        return meant.map { "\(why): write `\(Quoting.rule($0))`" } ?? why
      }
      return WebURL.parse("https://\(string.value)/")?.host == string.value
        ? nil : "no web page has such a host"
    case (.path, .string(let string)):
      if !string.value.hasPrefix("/") {
        return "a path starts with `/`: write `\(Quoting.rule("/" + string.value))`"
      }
      if string.value.utf8.contains(where: { "?#%\\".utf8.contains($0) }) {
        return
          "a path is written decoded and without query and fragment, which are set by themselves"
      }
      let components = string.value.split(separator: "/")
      return components.contains(".") || components.contains("..")
        ? "`.` and `..` are resolved in every URL: write the path that is meant" : nil
    case (.header, .string(let string)):
      return string.value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        ? "a header is one line" : nil
    default: return nil
    }
  }
}

extension RequestValue {
  /// The words for the parts of an origin.
  fileprivate static let partsOfOrigin = [RequestValue.scheme, .host, .port].map { $0.text }
}

extension WebURL {
  /// True if the URL consists of scheme, host and port only.
  fileprivate var isOrigin: Bool {
    href == "\(scheme)://\(host ?? "")\(port.map { ":\($0)" } ?? "")/"
  }
}
