import Requests
import Syntax
import Text

extension Resolver {
  private static let types: [String: AppValueType] = [
    "String": .string, "Int": .int, "URL": .url,
  ]
  private static let elements: [String: AppValueType] = ["String": .strings, "URL": .urls]

  /// The type of a value of the app. Records a fault for types that such values cannot have.
  mutating func appValueType(
    _ type: TypeSyntax, _ header: HeaderSyntax
  ) -> (type: AppValueType, isOptional: Bool) {
    recordType(type)
    switch type {
    case .named(let name):
      if let type = appValueType(name, Self.types) { return (type, false) }
    case .optional(.named(let name), _):
      if let type = appValueType(name, Self.types) { return (type, true) }
    case .array(.named(let name), _):
      if let type = appValueType(name, Self.elements) { return (type, false) }
    case .optional(.array(.named(let name), _), let span):
      if let list = appValueType(name, Self.elements) {
        fault(
          .typeMismatch(
            expected: "`\(list.name)`", found: "`\(list.name)?`",
            why: "a list without values contains none; it is never missing"), span)
      }
    default: otherType(type, type.span)
    }
    doubt(.value, header.name.text)
    return (.string, true)
  }

  private mutating func appValueType(
    _ name: NameSyntax, _ types: [String: AppValueType]
  ) -> AppValueType? {
    if let type = types[name.text] { return type }
    if let meant = ForeignNames.types[name.text], types[meant] != nil {
      fault(.foreignName(meant: meant, why: nil), name.span)
    } else if let near = Nearest.names(to: name.text, among: types.keys.sorted()).first {
      fault(
        .unknownName(expected: "a type of values", name: name.text, candidates: [near]), name.span)
    } else {
      otherType(.named(name), name.span)
    }
    return nil
  }

  private mutating func otherType(_ type: TypeSyntax, _ span: Span) {
    fault(
      .typeMismatch(
        expected: "`String`, `Int`, `URL`, `[String]` or `[URL]`",
        found: "`\(RuleLanguagePrinter.text(type))`",
        why: "rules compare values of the app with texts, numbers and URLs of the request"), span)
  }

  /// The URL or list of URLs that gives an origin; nil after a fault.
  mutating func originValue(_ name: NameSyntax, _ header: HeaderSyntax) -> ID<AppValue>? {
    guard let id = find(name, .value, in: { $0.values }) else {
      doubt(.origin, header.name.text)
      return nil
    }
    uses.values.insert(id.index)
    switch rules[id].type {
    case .url, .urls: return id
    case .string, .int, .strings:
      doubt(.origin, header.name.text)
      fault(
        .typeMismatch(
          expected: "a `URL` or `[URL]`",
          found: "`\(name.text)`, \(rules[id].value.type.described)",
          why: "an origin is the scheme, host and port of a URL"), name.span)
      return nil
    }
  }

  // MARK: - References

  /// The value that a reference to a value of the app means; nil if it names no value of the app.
  ///
  /// The result is the value itself, or a part of a URL, as in `server.host`.
  mutating func appValue(_ reference: ReferenceSyntax) -> AppReference? {
    guard let id = names.values[reference.base.text] else { return nil }
    if reference.accesses.isEmpty {
      note(id, reference.base)
      return .value(rules[id].value)
    }
    // A value of the request with the same first word has precedence.
    if schema.words.contains(reference.base.text) { return nil }
    note(id, reference.base)
    guard rules[id].type == .url else {
      fault(
        .typeMismatch(
          expected: "a `URL`",
          found: "`\(rules[id].name)`, \(rules[id].value.type.described)",
          why: "only a URL has parts, such as `host` and `path`"), reference.span)
      return .faulty
    }
    var page = reference
    page.base = NameSyntax(text: "page", span: reference.base.span)
    guard case .part(let part, of: .page) = schema.value(page), part != .whole else {
      let forms = schema.forms(of: "page").map { rules[id].name + $0.dropFirst("page".count) }
      fault(
        .unknownMember(of: rules[id].name, name: text(reference), candidates: forms),
        reference.span)
      return .faulty
    }
    return isIndexSound(reference)
      ? .value(.part(part, of: .value(rules[id].key))) : .faulty
  }

  enum AppReference {
    case value(RequestValue)
    /// A reference with a fault that has been reported.
    case faulty
  }

  mutating func note(_ id: ID<AppValue>, _ name: NameSyntax) {
    recordName(name, .declaration(.value, id.index))
    uses.values.insert(id.index)
    refer(to: .value, rules[id].name)
  }
}
