import Syntax
import Text
import WebURL

extension Resolver {
  /// Resolves the enums. Other types follow later, since fields may have cases as defaults.
  mutating func resolveEnumerations() {
    var next = 0
    eachDeclaration(in: .enumerations) { resolver, declaration in
      guard case .enumeration(let header, let cases) = declaration else { return }
      let faultCount = resolver.faults.count
      for (number, item) in cases.enumerated() {
        resolver.recordName(
          item.header.name.span, .member(of: .enumeration, Int32(next), number),
          isDeclaration: true)
      }
      resolver.rules.enumerations[next].cases = resolver.cases(cases, of: header)
      if resolver.faults.count > faultCount { resolver.doubt(.enumeration, header.name.text) }
      next += 1
    }
  }

  /// Resolves the models and unions.
  mutating func resolveTypes() {
    var next = (model: 0, union: 0)
    eachDeclaration(in: .types) { resolver, declaration in
      switch declaration {
      case .model(let header, let fields):
        let resolved = resolver.fields(
          fields, in: header.name.text, of: .declaration(.model, Int32(next.model)),
          allowsWireNames: true)
        resolver.rules.models[next.model].fields = resolved
        next.model += 1
      case .union(let syntax):
        for (number, item) in syntax.cases.enumerated() {
          resolver.recordName(
            item.header.name.span, .member(of: .union, Int32(next.union), number),
            isDeclaration: true)
        }
        let cases = resolver.cases(of: syntax)
        resolver.rules.unions[next.union].cases = cases
        next.union += 1
      default:
        break
      }
    }
  }

  /// Resolves the parameters of screens and actions.
  mutating func resolveParameters() {
    var next = (screen: 0, action: 0)
    eachDeclaration(in: .parameters) { resolver, declaration in
      switch declaration {
      case .screen(let header, let parameters):
        let resolved = resolver.parameters(
          parameters, of: header, .declaration(.screen, Int32(next.screen)))
        resolver.rules.screens[next.screen].parameters = resolved
        next.screen += 1
      case .action(let syntax):
        let resolved = resolver.parameters(
          syntax.parameters, of: syntax.header, .declaration(.action, Int32(next.action)))
        resolver.rules.actions[next.action].parameters = resolved
        resolver.rules.actions[next.action].result = resolver.result(of: syntax)
        next.action += 1
      default:
        break
      }
    }
  }

  private mutating func cases(
    _ syntax: [EnumCaseSyntax], of header: HeaderSyntax
  ) -> [Enumeration.Case] {
    if syntax.isEmpty, !isIncomplete(header) {
      fault(
        .emptyDeclaration(.enumeration, name: header.name.text, parts: "cases"), header.name.span)
    }
    var cases: [Enumeration.Case] = []
    var seen = FirstPlaces(syntax.count)
    var seenValues = FirstPlaces(syntax.count)
    for item in syntax {
      let declared = declared(item.header)
      let rawValue = item.rawValue?.value ?? declared.name
      let valueSpan = item.rawValue?.span ?? item.header.name.span
      if let first = seen.insert(declared.name, declared.location) {
        fault(
          .duplicateMember("case", name: declared.name, first: first), item.header.name.span)
      } else if let first = seenValues.insert(rawValue, at(valueSpan)) {
        fault(.duplicateMember("raw value", name: rawValue, first: first), valueSpan)
      }
      cases.append(Enumeration.Case(declared: declared, rawValue: rawValue))
    }
    return cases
  }

  private mutating func cases(of syntax: UnionSyntax) -> [Union.Case] {
    if syntax.cases.isEmpty, !isIncomplete(syntax.header) {
      fault(
        .emptyDeclaration(.union, name: syntax.header.name.text, parts: "cases"),
        syntax.header.name.span)
    }
    var cases: [Union.Case] = []
    var seen = FirstPlaces(syntax.cases.count)
    var seenValues = FirstPlaces(syntax.cases.count)
    for item in syntax.cases {
      let declared = declared(item.header)
      let owner = syntax.header.name.text + declared.name.capitalizedFirst
      let first = seen.insert(declared.name, declared.location)
      if let first {
        fault(.duplicateMember("case", name: declared.name, first: first), item.header.name.span)
      }
      if let type = item.type {
        guard let field = value(of: type, declared, in: owner) else { continue }
        if let first = seenValues.insert(field.wireName, at(type.span)) {
          fault(.duplicateMember("kind", name: field.wireName, first: first), type.span)
        }
        cases.append(Union.Case(declared: declared, wireName: field.wireName, fields: [field]))
        continue
      }
      let wireName = item.wireName?.value ?? declared.name
      let wireSpan = item.wireName?.span ?? item.header.name.span
      if first == nil, let first = seenValues.insert(wireName, at(wireSpan)) {
        fault(.duplicateMember("wire name", name: wireName, first: first), wireSpan)
      }
      let fields = fields(item.fields, in: owner, of: nil, allowsWireNames: true)
      let discriminator = syntax.discriminator?.value ?? ""
      for (field, fieldSyntax) in zip(fields, item.fields) where field.wireName == discriminator {
        fault(
          .discriminatorTaken(field: field.name, discriminator: discriminator),
          fieldSyntax.wireName?.span ?? fieldSyntax.header.name.span)
      }
      cases.append(Union.Case(declared: declared, wireName: wireName, fields: fields))
    }
    return cases
  }

  /// The value of a case in a union without a discriminator. Its wire name is its kind of JSON. Returns nil after a
  /// fault.
  private mutating func value(
    of syntax: TypeSyntax, _ declared: Declared, in owner: String
  ) -> Field? {
    let type = type(syntax, named: owner)
    if type == .invalid { return nil }
    let isConverted = type == .date || type == .data
    if rules.tellsCases(type), let kind = rules.jsonKind(of: type) {
      return Field(declared: declared, wireName: kind.rawValue, type: type, defaultValue: nil)
    }
    let kinds =
      isConverted
      ? "write `String`"
      : "each case is a string, a number, a Boolean, an array or an object"
    fault(
      .typeMismatch(
        expected: "a type of one kind of JSON", found: "`\(describe(type))`",
        why: "without `by`, the kind of JSON tells the cases apart: \(kinds)"), syntax.span)
    return nil
  }

  private mutating func result(of syntax: ActionSyntax) -> Action.Result {
    if let result = syntax.result { recordName(result, .word(result.text)) }
    guard let result = syntax.result else {
      if syntax.isAsync {
        fault(
          .typeMismatch(
            expected: "`async -> Bool`", found: "`async` without a result",
            why: "only an action with a result can be `async`"), syntax.header.name.span)
      }
      return .none
    }
    if ForeignNames.types[result.text] == "Bool" {
      fault(.foreignName(meant: "Bool", why: nil), result.span)
      return syntax.isAsync ? .asyncBool : .bool
    }
    guard result.text == "Bool" else {
      fault(
        .typeMismatch(
          expected: "`Bool`", found: "`\(result.text)`",
          why: "an action returns a `Bool`, whether it handles the URL, or nothing"), result.span)
      return .bool
    }
    return syntax.isAsync ? .asyncBool : .bool
  }

  // MARK: - Fields

  /// Resolves fields.
  ///
  /// - Parameters:
  ///   - owner: the name from which the names of inline types in the fields are derived.
  ///   - target: the declaration with the fields; nil for a case of a union.
  ///   - takesRequests: true for the parameters of a screen or action.
  mutating func fields(
    _ syntax: [FieldSyntax], in owner: String, of target: NameTarget?, allowsWireNames: Bool,
    takesRequests: Bool = false
  ) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(syntax.count)
    var seen = FirstPlaces(syntax.count)
    let hasWireNames = syntax.contains { $0.wireName != nil }
    var seenWire = FirstPlaces(hasWireNames ? syntax.count : 0)
    for (number, item) in syntax.enumerated() {
      let declared = declared(item.header)
      let name = declared.name
      let span = item.header.name.span
      recordName(span, target?.member(number) ?? .field(span.start), isDeclaration: true)
      let wireSpan = item.wireName?.span ?? item.header.name.span
      let wireName = item.wireName?.value ?? name
      if let first = seen.insert(declared.name, declared.location) {
        fault(
          .duplicateMember(
            allowsWireNames ? "field" : "parameter", name: declared.name, first: first),
          item.header.name.span)
      } else if hasWireNames, let first = seenWire.insert(wireName, at(wireSpan)) {
        fault(.duplicateMember("wire name", name: wireName, first: first), wireSpan)
      }
      if !allowsWireNames, let written = item.wireName {
        fault(
          .typeMismatch(
            expected: "`:` and a type", found: "a wire name",
            why: "parameters have no name on the wire"), written.span)
      }
      let isRequest = takesRequests && namesRequest(item.type)
      let type = isRequest ? .request : type(item.type, named: owner + name.capitalizedFirst)
      var defaultValue: Literal?
      if let literal = item.defaultValue {
        if case .optional = type {
          fault(.optionalDefault, literal.span)
        } else if type == .request {
          fault(
            .typeMismatch(
              expected: "no default", found: "a default", why: "only a rule has the request"),
            literal.span)
        } else {
          defaultValue = self.literal(literal, as: type)
        }
        if defaultValue == nil { recordFaulty(literal, as: type) }
      }
      fields.append(
        Field(declared: declared, wireName: wireName, type: type, defaultValue: defaultValue))
    }
    return fields
  }

  /// Resolves parameters. Their types must be those to which a part of a URL converts.
  private mutating func parameters(
    _ syntax: [FieldSyntax], of header: HeaderSyntax, _ target: NameTarget
  ) -> [Field] {
    let fields = fields(
      syntax, in: header.name.text, of: target, allowsWireNames: false, takesRequests: true)
    for (field, item) in zip(fields, syntax) where !field.type.isParameterType {
      fault(
        .typeMismatch(
          expected:
            "`String`, `Int`, `Double`, `Bool`, `URL` or an enum, optional or not, or `Request`",
          found: "`\(describe(field.type))`",
          why: "a parameter takes a value of the request, a capture or a literal"),
        item.type.span)
    }
    return fields
  }

  /// Returns whether the type is `Request`, unless a declaration has the name. Records a fault for `Request?`.
  private mutating func namesRequest(_ syntax: TypeSyntax) -> Bool {
    if case .optional(let wrapped, let span) = syntax, namesRequest(wrapped) {
      fault(
        .typeMismatch(
          expected: "`\(WholeRequest.type)`", found: "`\(WholeRequest.type)?`",
          why: "no request is missing"), span)
      return true
    }
    guard case .named(let name) = syntax, name.text == WholeRequest.type,
      anyDeclaration(name.text) == nil
    else { return false }
    if recordsReferences { recordName(name, .word(name.text)) }
    return true
  }

  // MARK: - Types

  /// Resolves a type.
  ///
  /// - Parameter name: the name of the model if the type is an inline type.
  mutating func type(_ syntax: TypeSyntax, named name: @autoclosure () -> String) -> ValueType {
    switch syntax {
    case .named(let typeName):
      return namedType(typeName)
    case .array(let element, _):
      return .array(type(element, named: name()))
    case .dictionary(let key, let value, _):
      recordType(key)
      if case .named(let keyName) = key, keyName.text == "String" {
      } else {
        fault(
          .typeMismatch(
            expected: "`String`", found: "another type",
            why: "the keys of a JSON object are strings"), key.span)
      }
      return .dictionary(type(value, named: name()))
    case .optional(let wrapped, _):
      return .optional(type(wrapped, named: name()))
    case .record(let fields, let span):
      let id = ID<Model>(rules.models.count)
      let name = name()
      let declared = Declared(name: name, location: at(Span(span.start, span.start + 1)))
      rules.models.append(Model(declared: declared, fields: [], isInline: true))
      let resolved = self.fields(
        fields, in: name, of: .declaration(.model, id.index), allowsWireNames: true)
      rules.models[Int(id.index)].fields = resolved
      uses.models.insert(id.index)
      return .model(id)
    }
  }

  /// Resolves the name of a type.
  ///
  /// - Parameter isWritten: false if the source has another spelling at the span of the name.
  mutating func namedType(_ name: NameSyntax, isWritten: Bool = true) -> ValueType {
    if isWritten { recordType(name) }
    if let scalar = ValueType.scalars[name.text] { return scalar }
    if let id = names.models[name.text] {
      uses.models.insert(id.index)
      return .model(id)
    }
    if let id = names.enumerations[name.text] {
      uses.enumerations.insert(id.index)
      return .enumeration(id)
    }
    if let id = names.unions[name.text] {
      uses.unions.insert(id.index)
      return .union(id)
    }
    if anyDeclaration(name.text) == nil, let meant = ForeignNames.types[name.text],
      let scalar = ValueType.scalars[meant]
    {
      fault(.foreignName(meant: meant, why: nil), name.span)
      return scalar
    }
    unknown(name, expected: "a type") {
      ValueType.scalars.keys.sorted() + $0.models.names + $0.enumerations.names + $0.unions.names
    }
    return .invalid
  }

  /// The type in the syntax of the language.
  func describe(_ type: ValueType) -> String { RuleLanguagePrinter(rules).text(type) }

  // MARK: - Literals

  /// The value of a literal of the type; nil after a fault if it has another type.
  ///
  /// - Parameter isSent: true if the value is sent to JavaScript, which does not represent every integer.
  mutating func literal(
    _ syntax: LiteralSyntax, as type: ValueType, isSent: Bool = true
  ) -> Literal? {
    switch (type, syntax) {
    case (.invalid, _): return nil
    case (.optional(let wrapped), _): return literal(syntax, as: wrapped, isSent: isSent)
    case (.string, .string(let string)): return .string(string.value)
    case (.int, .integer(let value, let span)):
      guard let value else { return nil }
      guard !isSent || value.magnitude <= Resolver.largestSentInt else {
        fault(
          .typeMismatch(
            expected: "an integer within ±(2^53−1)", found: "`\(value)`",
            why: "JavaScript cannot represent other integers exactly"), span)
        return nil
      }
      return .int(value)
    case (.double, .integer(let value, _)): return value.map { .double(Double($0)) }
    case (.double, .number(let value, _)): return value.map { .double($0) }
    case (.bool, .bool(let value, _)): return .bool(value)
    case (.url, .string(let string)): return url(string).map { .url($0.handedOn) }
    case (.enumeration(let id), .name(let name)):
      if let index = caseIndex(name.text, of: id) {
        recordName(name, .member(of: .enumeration, id.index, index))
        return .enumerationCase(id, index)
      }
      fault(
        .unknownName(
          expected: "a case of the enum `\(rules[id].name)`", name: name.text,
          candidates: suggestionBudget > 0
            ? nearest(to: name.text, among: rules[id].cases.map { $0.name }) : []), name.span)
      return nil
    case (.request, .name(let name)) where name.text == WholeRequest.word && !isSent:
      recordName(name, .word(name.text))
      return .request
    case (.array(let element), .list(let items, _)):
      var values: [Literal] = []
      for item in items {
        guard let value = literal(item, as: element, isSent: isSent) else { return nil }
        values.append(value)
      }
      return .list(values)
    case (.dictionary, .emptyDictionary): return .emptyDictionary
    case (_, .integer(nil, _)), (_, .number(nil, _)):
      return nil
    default:
      fault(
        .typeMismatch(
          expected: expectation(type), found: describe(syntax), why: nil), syntax.span)
      return nil
    }
  }

  static let largestSentInt: UInt64 = 9_007_199_254_740_991

  private func expectation(_ type: ValueType) -> String {
    switch type {
    case .string: "a `String`"
    case .int: "an `Int`"
    case .double: "a `Double`"
    case .bool: "a `Bool`"
    case .url: "a `URL` as a string"
    case .enumeration(let id): "a case of the enum `\(rules[id].name)`"
    case .array: "a list of type `\(describe(type))`"
    case .dictionary: "`[:]`, an empty dictionary"
    case .request: "`\(WholeRequest.word)`, the whole request"
    default: "a value of type `\(describe(type))`, which has no literals"
    }
  }

  func describe(_ literal: LiteralSyntax) -> String {
    switch literal {
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a decimal number"
    case .bool(let value, _): "`\(value)`"
    case .name(let name): "the name `\(name.text)`"
    case .list: "a list"
    case .emptyDictionary: "an empty dictionary"
    }
  }
}

extension ValueType {
  fileprivate var isParameterType: Bool {
    switch self {
    case .string, .int, .double, .bool, .url, .enumeration, .request, .invalid: true
    case .optional(let wrapped):
      switch wrapped {
      case .optional: false
      default: wrapped.isParameterType
      }
    case .date, .data, .json, .array, .dictionary, .model, .union: false
    }
  }
}

/// The first location of each name in a list. Short lists are searched linearly.
struct FirstPlaces {
  private var list: [(name: String, location: Location)] = []
  private var table: [String: Location]?

  /// - Parameter count: the number of names.
  init(_ count: Int) {
    if count > 16 { table = [:] } else { list.reserveCapacity(count) }
  }

  /// Adds a name, and returns its earlier location, if there is one.
  mutating func insert(_ name: String, _ location: Location) -> Location? {
    if table != nil {
      if let first = table?[name] { return first }
      table?[name] = location
      return nil
    }
    if let first = list.first(where: { $0.name == name }) { return first.location }
    list.append((name, location))
    return nil
  }
}
