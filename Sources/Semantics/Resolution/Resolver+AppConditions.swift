import Requests
import Syntax
import Text

extension Resolver {
  /// Resolves `host in blockedHosts` or `url in pages`; nil after a fault, or if the operand is no list of the app.
  mutating func listMembership(
    _ list: ID<AppValue>, _ reference: ReferenceSyntax, _ subject: RequestValue, isNegated: Bool
  ) -> CoreCondition? {
    note(list, reference.base)
    let element: RequestValueType? =
      switch rules[list].type {
      case .strings: .string
      case .urls: .url
      case .string, .int, .url: nil
      }
    guard let element else {
      fault(
        .typeMismatch(
          expected: "a list, or the name of an origin",
          found: "`\(rules[list].name)`, \(rules[list].value.type.described)",
          why: "compare it with `==`"), reference.span)
      return nil
    }
    guard element == subject.type else {
      fault(
        .typeMismatch(
          expected: "a list of \(subject.type.described)",
          found: "`\(rules[list].name)`, \(rules[list].value.type.described)", why: nil),
        reference.span)
      return nil
    }
    let isIn = CoreCondition.test(subject, .listed(in: rules[list].key))
    if !isNegated { return isIn }
    return subject.isAlwaysPresent ? .not(isIn) : .all([.test(subject, .present), .not(isIn)])
  }

  /// Resolves `path hasPrefix server.path`, `url hasPrefix base` and the like; nil after a fault.
  mutating func relation(
    _ relation: TextRelation, _ subject: RequestValue, _ reference: ReferenceSyntax,
    _ scope: CaptureScope
  ) -> CoreCondition? {
    guard case .value(let other) = conditionSubject(reference, scope) else { return nil }
    guard subject.isRelatable(to: other) else {
      let isURL = other.type == .url
      fault(
        .typeMismatch(
          expected: subject.type == .url ? "a string or a URL" : "a string",
          found: "`\(text(reference))`, \(other.type.described)",
          why: isURL
            ? "only `url` is compared with a whole URL; write a part, such as `\(text(reference)).path`"
            : nil),
        reference.span)
      return nil
    }
    guard other != subject else {
      fault(
        .typeMismatch(
          expected: "another value", found: "`\(text(reference))` again",
          why: "a value always begins with itself"), reference.span)
      return nil
    }
    return .test(subject.asText, .related(relation, to: other.asText))
  }

  /// Resolves `host like allowedHosts`; nil after a fault.
  mutating func patternsOfApp(
    _ reference: ReferenceSyntax, _ syntax: ComparisonSyntax, _ subject: RequestValue,
    _ scope: CaptureScope
  ) -> CoreCondition? {
    guard case .value(let other) = conditionSubject(reference, scope) else { return nil }
    func mismatch(_ expected: String, _ why: String) {
      fault(
        .typeMismatch(
          expected: expected, found: "`\(text(reference))`, \(other.type.described)", why: why),
        reference.span)
    }
    guard subject.kind.domain == .host, subject.type == .string else {
      mismatch(
        "a pattern as a string",
        "only a host is compared with patterns of the app, as in `host like \(text(reference))`")
      return nil
    }
    switch other {
    case .input(.value(let key)) where key.type == .string:
      return .test(subject, .related(.pattern, to: other))
    case .input(.value(let key)) where key.type == .strings:
      return .test(subject, .likeListed(in: key))
    case .input, .part:
      mismatch(
        "a pattern as a string, or a value of the app with patterns",
        "such a value is a `String` or a `[String]`, as in `value allowedHosts: [String]`")
      return nil
    }
  }

  /// Resolves `server.origin`: the scheme, host and port of a URL of the app, or of a URL in a list. Returns nil for
  /// other references.
  mutating func originOfValue(_ reference: ReferenceSyntax) -> RequestTest? {
    guard case .member(let member)? = reference.accesses.first, reference.accesses.count == 1,
      member.text == "origin", let id = names.values[reference.base.text],
      rules[id].type == .url || rules[id].type == .urls
    else { return nil }
    note(id, reference.base)
    // The word must not contain the name of the value, which can be renamed.
    if recordsReferences { recordName(member, .word("URL.origin")) }
    return origin(of: id)
  }

  /// The test for a URL with the scheme, host and port of the value, or of an element of the list.
  ///
  /// - Requires: the value is a URL or a list of URLs.
  func origin(of id: ID<AppValue>) -> RequestTest {
    rules[id].type.isList
      ? .originListed(in: rules[id].key) : .sameOrigin(as: .value(rules[id].key))
  }
}
