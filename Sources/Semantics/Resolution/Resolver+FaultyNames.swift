import PatternMatching
import Requests
import Syntax
import Text

/// Records the names in parts of rules with faults, so that editors know them while the user is typing.
extension Resolver {
  /// Records the names of a step that has a fault.
  mutating func recordFaulty(_ step: StepSyntax, _ scope: CaptureScope) {
    if !recordsReferences { return }
    switch step.kind {
    case .present(let name, let arguments), .push(let name, let arguments):
      let id = names.screens[name.text]
      let target = id.map { NameTarget.declaration(.screen, $0.index) }
      recordName(name, target ?? .unknown(.screen))
      recordFaulty(arguments, id.map { rules[$0].parameters } ?? [], target, scope)
    case .perform(let name, let arguments), .attempt(let name, let arguments):
      let id = names.actions[name.text]
      let target = id.map { NameTarget.declaration(.action, $0.index) }
      recordName(name, target ?? .unknown(.action))
      recordFaulty(arguments, id.map { rules[$0].parameters } ?? [], target, scope)
    case .attemptOpen(let reference, let changes), .open(let reference, let changes),
      .load(let reference, let changes):
      recordFaulty(reference, scope)
      for change in changes {
        recordPart(change)
        if let value = change.value { recordFaulty(value, as: nil, scope) }
      }
    case .dismiss: break
    }
  }

  /// Records the names of the arguments of a render's call that has a fault.
  mutating func recordFaulty(_ item: RenderItemSyntax) {
    guard recordsReferences else { return }
    guard case .model(let model)? = names.calls[item.call.text].flatMap({ rules[$0].sends }) else {
      return recordFaulty(item.arguments, [], nil, CaptureScope())
    }
    recordFaulty(
      item.arguments, rules[model].fields, .declaration(.model, model.index), CaptureScope())
  }

  /// Records the names in the part of the request that a step changes.
  mutating func recordPart(_ change: ChangeSyntax) {
    if ![ChangedPart.userWord, ChangedPart.originWord].contains(change.part.base.text) {
      recordFaulty(change.part, CaptureScope())
    }
  }

  /// Records the names in arguments that have a fault.
  ///
  /// - Parameter callee: the declaration with the parameters; nil if it is unknown.
  mutating func recordFaulty(
    _ arguments: [ArgumentSyntax], _ parameters: [Field], _ callee: NameTarget?,
    _ scope: CaptureScope
  ) {
    if !recordsReferences { return }
    for argument in arguments {
      let slot = argument.label.flatMap { label in
        parameters.firstIndex { $0.name == label.text }
      }
      if let label = argument.label {
        recordName(label, slot.flatMap { callee?.member($0) } ?? .unknownMember)
      }
      recordFaulty(argument.value, as: slot.map { parameters[$0].type }, scope)
    }
  }

  /// Records the names in the value of an argument that has a fault.
  ///
  /// - Parameter type: the type of the parameter; nil if it is unknown.
  private mutating func recordFaulty(
    _ value: ArgumentSyntax.Value, as type: ValueType?, _ scope: CaptureScope
  ) {
    switch value {
    case .literal(let literal): recordFaulty(literal, as: type)
    // Names in conditions and changed URLs are recorded when these are resolved.
    case .condition, .changed: break
    case .reference(let reference):
      let base = reference.base.text
      let isValue = RequestSchema.allWords.contains(base) || factTarget(base) != nil
      if reference.accesses.isEmpty, scope.target(of: base) == nil, !isValue {
        recordFaulty(.name(reference.base), as: type)
      } else {
        recordFaulty(reference, scope)
      }
    }
  }

  /// Records the names in a literal that has a fault.
  ///
  /// - Parameter type: the type of the literal; nil if it is unknown, or if a value of the request is compared with
  ///   the literal.
  mutating func recordFaulty(_ literal: LiteralSyntax, as type: ValueType? = nil) {
    if !recordsReferences { return }
    switch literal {
    case .name(let name):
      if let id = type?.innermostEnumeration, let number = caseIndex(name.text, of: id) {
        recordName(name, .member(of: .enumeration, id.index, number))
      } else {
        recordName(name, factTarget(name.text) ?? .unknownValue)
      }
    case .list(let items, _): for item in items { recordFaulty(item, as: type) }
    case .string, .integer, .number, .bool, .emptyDictionary: break
    }
  }

  /// Records the names in a reference that has no meaning in its place.
  mutating func recordFaulty(_ reference: ReferenceSyntax, _ scope: CaptureScope) {
    if !recordsReferences { return }
    let base = reference.base.text
    if reference.accesses.isEmpty, let target = scope.target(of: base) {
      recordName(reference.base, target)
    } else if RequestSchema.allWords.contains(base) {
      recordWords(reference)
    } else {
      recordName(reference.base, factTarget(base) ?? .unknown(.flag))
    }
  }

  /// The flag, the value of the app or the condition with that name; nil if there is none.
  private func factTarget(_ name: String) -> NameTarget? {
    names.flags[name].map { .declaration(.flag, $0.index) }
      ?? names.values[name].map { .declaration(.value, $0.index) }
      ?? names.conditions[name].map { .declaration(.condition, $0.index) }
  }

  /// Records the names in the operand of a comparison that has a fault.
  mutating func recordFaultyOperand(_ syntax: ComparisonSyntax, _ scope: inout CaptureScope) {
    if !recordsReferences { return }
    switch syntax.operand {
    case .regex: break
    case .value(let reference): recordFaulty(reference, scope)
    case .names(let references):
      for reference in references {
        let base = reference.base.text
        if reference.accesses.isEmpty {
          recordName(
            reference.base,
            names.origins[base].map { .declaration(.origin, $0.index) } ?? factTarget(base)
              ?? .unknown(.origin))
        } else {
          recordFaulty(reference, CaptureScope())
        }
      }
    case .literal(.string(let pattern)):
      if syntax.comparison == .like { recordCaptures(pattern, syntax.subject, &scope) }
    case .literal(let literal): recordFaulty(literal)
    }
  }

  /// Records the captures of a pattern in a comparison that has a fault, so that names in the rest of the rule refer
  /// to them.
  private mutating func recordCaptures(
    _ pattern: StringSyntax, _ subject: ReferenceSyntax, _ scope: inout CaptureScope
  ) {
    let captures: [PatternCapture]
    let value = RequestSchema.all.value(subject)
    if value?.type == .url {
      guard case .success(let parsed) = URLGlob.parse(pattern.value) else { return }
      captures = parsed.captures
    } else {
      guard
        case .success(let parsed) = Glob.parse(
          pattern.value, separator: value?.separator ?? "/")
      else { return }
      captures = parsed.captures
    }
    for (number, capture) in captures.enumerated() {
      let span = pattern.span(capture.nameRange)
      let target = scope.target(of: capture.name) ?? .capture(span.start, -1 - number)
      scope.lost[capture.name] = target
      guard pattern.isVerbatim else { continue }
      recordName(span, target, isDeclaration: true)
      if let type = capture.typeName, let range = capture.typeRange {
        recordType(NameSyntax(text: type, span: pattern.span(range)))
      }
    }
  }
}

extension ValueType {
  /// The enum whose cases a literal of this type names; nil if there is none.
  fileprivate var innermostEnumeration: ID<Enumeration>? {
    switch self {
    case .enumeration(let id): id
    case .optional(let inner), .array(let inner): inner.innermostEnumeration
    case .string, .int, .double, .bool, .url, .date, .data, .json, .dictionary, .model, .union,
      .request, .invalid:
      nil
    }
  }
}
