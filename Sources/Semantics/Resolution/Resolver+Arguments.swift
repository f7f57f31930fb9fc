import Requests
import Syntax
import Text

extension Resolver {
  /// Resolves the values of the changes in a step; nil after a fault.
  mutating func arguments(
    _ syntax: [ChangeSyntax], _ verb: Keyword, _ scope: CaptureScope, _ conditionIsSound: Bool
  ) -> [RequestChange<Argument>]? {
    changes(syntax, verb) { resolver, argument, part in
      let value = resolver.argument(
        argument, for: part == .port ? .int : .string, scope, conditionIsSound)
      guard var value, part.isOfWebPage else { return value }
      switch value.value {
      case .literal: return value
      // A part of a URL of the app is as safe as a literal, if it is set as the same part.
      case .request(.part(let same, of: .value))
      where part.value == .part(same, of: .request):
        if argument.isOfOrigin, part == .port { value.isRequired = false }
        return value
      case .request, .capture, .condition, .changedURL:
        resolver.chosenByPage(part, argument)
        return nil
      }
    }
  }

  mutating func arguments(
    _ syntax: [ArgumentSyntax], for parameters: [Field], of callee: @autoclosure () -> String,
    _ target: NameTarget, declared: Location,
    callSpan: Span, _ scope: CaptureScope, _ conditionIsSound: Bool
  ) -> [Argument]? {
    guard
      let slots = match(
        syntax, to: parameters, of: callee(), target, declared: declared, callSpan: callSpan)
    else { return nil }
    var values: [Argument] = []
    values.reserveCapacity(parameters.count)
    for (place, (parameter, slot)) in zip(parameters, slots).enumerated() {
      guard let slot else {
        if parameter.type == .invalid { return nil }
        let literal = parameter.defaultValue ?? .missing
        values.append(
          Argument(
            value: .literal(literal), conversion: .none, isRequired: false,
            location: at(callSpan)))
        continue
      }
      if let value = argument(syntax[slot], for: parameter.type, scope, conditionIsSound) {
        values.append(value)
      }
      if syntax[slot].label == nil, let label = target.member(place) {
        recordLabel(at: syntax[slot].span, label)
      }
    }
    return values.count == parameters.count ? values : nil
  }

  /// The index of the argument for each parameter, found by the label; nil for an optional parameter without an
  /// argument. Returns nil after a fault.
  ///
  /// - Parameter target: the declaration with the parameters.
  mutating func match(
    _ arguments: [ArgumentSyntax], to parameters: [Field], of callee: @autoclosure () -> String,
    _ target: NameTarget, declared: Location,
    callSpan: Span
  ) -> [Int?]? {
    var labels: [String] { parameters.map { $0.declared.name } }
    let slotsByLabel =
      parameters.count > 32
      ? Dictionary(firstOf: zip(labels, labels.indices)) : nil
    var slots = [Int?](repeating: nil, count: parameters.count)
    var isSound = true
    var misnamed = false
    for (index, argument) in arguments.enumerated() {
      guard let label = argument.name(among: parameters) else {
        fault(.missingLabel(of: callee(), labels: labels), argument.span)
        isSound = false
        misnamed = true
        continue
      }
      let place =
        slotsByLabel.map { $0[label.text] }
        ?? parameters.firstIndex { $0.declared.name == label.text }
      guard let slot = place else {
        fault(
          .unknownArgument(of: callee(), label: label.text, labels: labels, declared: declared),
          label.span)
        isSound = false
        misnamed = true
        continue
      }
      if argument.label != nil { recordName(label, target.member(slot) ?? .unknownMember) }
      if let first = slots[slot] {
        let given = Set(
          arguments.compactMap { $0.name(among: parameters)?.text })
        let missing = parameters.filter { $0.isRequired && !given.contains($0.declared.name) }
        fault(
          .repeatedArgument(
            label: label.text, first: at(arguments[first].span),
            missing: missing.map { $0.declared.name }), label.span)
        isSound = false
        misnamed = true
      } else {
        slots[slot] = index
      }
    }
    var missing: [String] = []
    for (parameter, slot) in zip(parameters, slots) {
      guard slot == nil, parameter.isRequired else { continue }
      if parameter.type != .invalid { missing.append(parameter.declared.name) }
    }
    if !missing.isEmpty, !misnamed {
      fault(.missingArgument(of: callee(), labels: missing, declared: declared), callSpan)
      isSound = false
    }
    return isSound ? slots : nil
  }

  private mutating func argument(
    _ syntax: ArgumentSyntax, for type: ValueType, _ scope: CaptureScope, _ conditionIsSound: Bool
  ) -> Argument? {
    let location = at(syntax.span)
    var target = type
    var isRequired = true
    if case .optional(let wrapped) = type {
      target = wrapped
      isRequired = false
    }
    if target == .invalid { return nil }
    if case .enumeration(let id) = target { refer(to: .enumeration, rules[id].name) }
    switch syntax.value {
    case .literal(let literal):
      return self.literal(literal, as: target, isSent: false).map {
        Argument(value: .literal($0), conversion: .none, isRequired: false, location: location)
      }
    case .condition(let condition):
      return self.argument(condition, for: target, location)
    case .changed(let reference, let changes):
      return changedURL(reference, changes, for: target, scope, conditionIsSound, location)
    case .reference(let reference) where target == .request && reference.accesses.isEmpty:
      return self.literal(.name(reference.base), as: target, isSent: false).map {
        Argument(value: .literal($0), conversion: .none, isRequired: false, location: location)
      }
    case .reference(let reference) where target == .bool && namesCondition(reference):
      return self.argument(.reference(reference), for: target, location)
    case .reference(let reference):
      if case .enumeration = target, reference.accesses.isEmpty,
        !isKnownValue(reference.base.text, scope)
      {
        return self.literal(.name(reference.base), as: target, isSent: false).map {
          Argument(value: .literal($0), conversion: .none, isRequired: false, location: location)
        }
      }
      if !conditionIsSound, reference.accesses.isEmpty, !isKnownValue(reference.base.text, scope) {
        return nil
      }
      guard let resolved = resolve(reference, scope) else { return nil }
      let source: ValueType
      let value: Argument.Value
      switch resolved {
      case .capture(let index):
        source = scope.captures[index].type
        value = .capture(index)
      case .value(let subject):
        value = .request(subject)
        switch subject.type {
        case .string: source = .string
        case .int: source = .int
        case .bool: source = .bool
        case .url: source = .url
        case .strings: source = .array(.string)
        case .urls: source = .array(.url)
        case .choice:
          if target == .string {
            return Argument(
              value: value, conversion: .nameToString, isRequired: isRequired, location: location)
          }
          source = .json
        }
      }
      guard source != .invalid else { return nil }
      guard let conversion = conversion(from: source, to: target) else {
        let found: String
        if case .value(let subject) = resolved {
          found = subject.type.described
        } else {
          found = "a `\(describe(source))`"
        }
        fault(
          .typeMismatch(
            expected: "a `\(describe(target))`", found: "`\(text(reference))`, \(found)",
            why: nil), syntax.span)
        return nil
      }
      return Argument(
        value: value, conversion: conversion, isRequired: isRequired, location: location)
    }
  }

  /// Resolves an argument such as `url setting scheme = "maps"` for a parameter of type `URL`; nil after a fault.
  private mutating func changedURL(
    _ reference: ReferenceSyntax, _ changes: [ChangeSyntax], for target: ValueType,
    _ scope: CaptureScope, _ conditionIsSound: Bool, _ location: Location
  ) -> Argument? {
    guard let resolved = resolve(reference, scope) else { return nil }
    guard case .value(.url) = resolved else {
      fault(
        .typeMismatch(
          expected: "`url`", found: "`\(text(reference))`",
          why: "only the URL of the request is handed on with changes"), reference.span)
      return nil
    }
    guard target == .url else {
      fault(
        .typeMismatch(
          expected: "a `\(describe(target))`", found: "a changed URL", why: nil), reference.span)
      return nil
    }
    return arguments(changes, .open, scope, conditionIsSound).map {
      Argument(
        value: .changedURL($0), conversion: .none, isRequired: false, location: location)
    }
  }

  /// Resolves a condition as the argument of a parameter of type `Bool`; nil after a fault.
  private mutating func argument(
    _ syntax: ConditionSyntax, for target: ValueType, _ location: Location
  ) -> Argument? {
    guard target == .bool else {
      fault(
        .typeMismatch(
          expected: "a `\(describe(target))`", found: "a condition",
          why: "a condition is true or false"), syntax.span)
      return nil
    }
    return conditionWithoutCaptures(syntax, "the condition", location).map {
      Argument(value: .condition($0), conversion: .none, isRequired: false, location: location)
    }
  }

  private func namesCondition(_ reference: ReferenceSyntax) -> Bool {
    reference.accesses.isEmpty && names.conditions[reference.base.text] != nil
      && schema.value(reference) == nil
  }

  private func isKnownValue(_ name: String, _ scope: CaptureScope) -> Bool {
    schema.words.contains(name) || names.flags[name] != nil || names.values[name] != nil
      || scope.captures.contains { $0.name == name }
  }

  private func conversion(from source: ValueType, to target: ValueType) -> Conversion? {
    if source == target { return Conversion.none }
    switch (source, target) {
    case (.string, .int): return .stringToInt
    case (.string, .double): return .stringToDouble
    case (.string, .bool): return .stringToBool
    case (.string, .url): return .stringToURL
    case (.string, .enumeration(let id)): return .stringToEnumeration(id)
    case (.int, .double): return .intToDouble
    case (.url, .string): return .urlToString
    default: return nil
    }
  }
}

extension Field {
  /// True if the parameter needs an argument.
  fileprivate var isRequired: Bool {
    if case .optional = type { return false }
    return defaultValue == nil
  }
}

extension ArgumentSyntax {
  /// The label of the argument, or a name without a label that is also the name of a parameter; nil otherwise.
  fileprivate func name(among parameters: [Field]) -> NameSyntax? {
    if label != nil { return label }
    return name.flatMap { name in
      parameters.contains { $0.declared.name == name.text } ? name : nil
    }
  }
}

extension ArgumentSyntax {
  /// True for a part that stems from `origin = server`, and has the span of the whole value.
  fileprivate var isOfOrigin: Bool {
    guard case .reference(let reference) = value, case .member(let name)? = reference.accesses.last
    else { return false }
    return name.span == reference.span
  }
}
