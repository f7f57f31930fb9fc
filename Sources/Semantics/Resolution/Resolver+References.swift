package import Requests
package import Syntax
import Text

/// The meaning of a name in a condition or argument.
enum Reference {
  case value(RequestValue)
  case capture(Int)
}

extension Resolver {
  /// The maximum index of a path component in a rule.
  static let deepestComponent = 99

  /// The meaning of a reference; nil after a fault if it has none.
  mutating func resolve(_ reference: ReferenceSyntax, _ scope: CaptureScope) -> Reference? {
    let resolved = meaning(of: reference, scope)
    if resolved == nil { recordFaulty(reference, scope) }
    return resolved
  }

  private mutating func meaning(
    of reference: ReferenceSyntax, _ scope: CaptureScope
  ) -> Reference? {
    let base = reference.base.text
    if reference.accesses.isEmpty {
      if let index = scope.captures.firstIndex(where: { $0.name == base }) {
        if scope.bound.contains(index) {
          recordName(reference.base, scope.target(index))
          return .capture(index)
        }
        fault(
          .unboundCapture(name: base, bound: scope.captures[index].location), reference.span)
        return nil
      }
      if let value = knownValue(reference) { return .value(value) }
      if let id = names.flags[base] {
        uses.flags.insert(id.index)
        recordName(reference.base, .declaration(.flag, id.index))
        return .value(.flag(ExactString(base)))
      }
    } else if let value = knownValue(reference) {
      return .value(value)
    }
    switch appValue(reference) {
    case .value(let value): return .value(value)
    case .faulty: return nil
    case nil: break
    }
    if let value = schema.value(reference) {
      if kind == nil { limits.note(value, at: at(reference.span)) }
      guard isIndexSound(reference) else { return nil }
      know(reference, value)
      recordWords(reference)
      return .value(value)
    }
    if reference.accesses.isEmpty,
      names.conditions[base] != nil || requestCondition(reference) != nil
    {
      fault(
        .typeMismatch(
          expected: "a value", found: "the condition `\(base)`",
          why: "write `\(base)` or `!\(base)` in a condition"), reference.span)
      return nil
    }
    if let kind, RequestSchema.all.value(reference) != nil {
      unavailable(text(reference), in: kind, reference.span)
      return nil
    }
    if reference.accesses.isEmpty, let parameter = scope.foreign[base] {
      let isReported = faults.last.map {
        if case .foreignName = $0.kind { $0.location == at(parameter.span) } else { false }
      }
      if isReported != true {
        fault(
          .foreignName(
            meant: parameter.meant, why: "a parameter is written `{\(base)}`, in `like`"),
          parameter.span)
      }
      return nil
    }
    if reference.accesses.count == 1, case .member(let flag) = reference.accesses[0],
      ForeignNames.isHolder(base), anyDeclaration(base) == nil, let id = names.flags[flag.text]
    {
      uses.flags.insert(id.index)
      fault(.foreignName(meant: flag.text, why: "a flag is named alone"), reference.span)
      return .value(.flag(ExactString(flag.text)))
    }
    if let meant = foreignMeaning(reference), let value = schema.value(meant) {
      fault(.foreignName(meant: text(meant), why: nil), reference.span)
      return isIndexSound(meant) ? .value(value) : nil
    }
    if schema.words.contains(base) {
      member(reference, of: base, candidates: schema.forms(of: base).filter { $0 != base })
    } else if reference.accesses.isEmpty || anyDeclaration(base) == nil {
      let words =
        schema.words
        + RequestCondition.allCases.filter { kind.map($0.exists) ?? true }.map { $0.rawValue }
      unknown(reference.base, expected: "a value, a flag, a condition or a capture") {
        words + $0.flags.names + $0.values.names + $0.conditions.names
          + scope.captures.map { $0.name }
      } otherwise: {
        // If the rule has only one capture, it is probably meant.
        let isAlone = scope.captures.count == 1 && reference.accesses.isEmpty
        // The pattern `{Int}` captures with the name `Int`, although a type was meant.
        return isAlone && ValueType.scalars[scope.captures[0].name] == nil
          ? [scope.captures[0].name] : []
      }
    } else {
      member(reference, of: base, candidates: [])
    }
    return nil
  }

  /// The value of a reference that has already been resolved in a rule of the same kind; nil otherwise.
  private mutating func knownValue(_ reference: ReferenceSyntax) -> RequestValue? {
    guard let form = KnownReference.Form(reference) else { return nil }
    let base = reference.base.text
    let length = base.utf8.count
    for known in knownReferences
    where known.form == form && known.base.utf8.count == length && known.base == base {
      if kind == nil { limits.note(known.value, at: at(reference.span)) }
      recordWords(reference)
      return known.value
    }
    return nil
  }

  private mutating func know(_ reference: ReferenceSyntax, _ value: RequestValue) {
    guard knownReferences.count < 16, let form = KnownReference.Form(reference) else { return }
    knownReferences.append(
      KnownReference(base: reference.base.text, form: form, value: value))
  }

  /// Records a fault for a value that only chains of the other kind have.
  mutating func unavailable(_ text: String, in kind: ChainKind, _ span: Span) {
    let candidates = kind.schema.inputs.filter { !$0.exists(in: kind.other) }.map { $0.row.form }
    fault(
      .unavailable(
        UnavailableValue(text: text, handler: nil, candidates: candidates), in: kind), span)
  }

  /// Records the parameters of a path in a comparison that does not bind them, in any language's spelling.
  func noteParameters(_ syntax: ComparisonSyntax, _ scope: inout CaptureScope) {
    guard syntax.comparison == .equal || syntax.comparison == .like,
      case .literal(.string(let string)) = syntax.operand, syntax.subject.accesses.isEmpty,
      syntax.subject.base.text == "path"
    else { return }
    var meant = ForeignNames.parameters(string.value)
    if meant == nil, syntax.comparison == .equal, ForeignNames.hasParameters(string.value) {
      meant = string.value
    }
    guard let meant else { return }
    for name in ForeignNames.names(meant) {
      scope.foreign[name] = (syntax.span, "path like \(Quoting.rule(meant))")
    }
  }

  /// The same reference in the names of this language; nil if it is not known from another language.
  private func foreignMeaning(_ reference: ReferenceSyntax) -> ReferenceSyntax? {
    let base = reference.base.text
    // Another mistake is likelier if the rule set declares the name.
    if !schema.words.contains(base), anyDeclaration(base) != nil { return nil }
    return ForeignNames.meaning(reference, schema)
  }

  /// Returns whether the index of a path component is in range, and records a fault if not.
  ///
  /// - Requires: the reference names a value.
  mutating func isIndexSound(_ reference: ReferenceSyntax) -> Bool {
    guard case .index(let index, let span) = reference.accesses.last else { return true }
    if let index, (0...Self.deepestComponent).contains(index) { return true }
    fault(
      .typeMismatch(
        expected: "an index from 0 to \(Self.deepestComponent)",
        found: "`\(index.map(String.init) ?? "a larger number")`",
        why: "`path[0]` is always `\"/\"`, the first component is `path[1]`"), span)
    return false
  }

  private mutating func member(
    _ reference: ReferenceSyntax, of base: String, candidates: [String]
  ) {
    fault(
      .unknownMember(of: base, name: text(reference), candidates: candidates), reference.span)
  }

  /// The text of the reference in the source, without white space.
  func text(_ reference: ReferenceSyntax) -> String {
    reference.accesses.reduce(reference.base.text) { text, access in
      switch access {
      case .member(let name): text + "." + name.text
      case .index(let index, _): text + "[" + (index.map(String.init) ?? "…") + "]"
      case .key(let key): text + "[\"" + key.value + "\"]"
      }
    }
  }
}

extension RequestSchema {
  /// The value that the reference names; nil if there is none.
  package func value(_ reference: ReferenceSyntax) -> RequestValue? {
    if reference.accesses.isEmpty { return value(reference.base.text) }
    return named(reference).flatMap { value($0.name, $0.argument) }
  }

  /// The name of a value or input, and its argument; nil if the reference has another form.
  func named(_ reference: ReferenceSyntax) -> (name: String, argument: ValueArgument)? {
    var name = reference.base.text
    guard let last = reference.accesses.last else { return (name, .none) }
    for access in reference.accesses.dropLast() {
      guard case .member(let member) = access else { return nil }
      name += "." + member.text
    }
    switch last {
    case .index(let index, _): return (name, .index(index ?? -1))
    case .key(let key): return (name, .key(ExactString(key.value), isMember: false))
    case .member(let member):
      let whole = name + "." + member.text
      if value(whole) != nil || input(whole) != nil { return (whole, .none) }
      return (name, .key(ExactString(member.text), isMember: true))
    }
  }
}
