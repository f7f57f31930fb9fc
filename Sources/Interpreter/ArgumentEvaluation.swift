package import Requests
package import Semantics
import Text
import WebURL

/// Turns the arguments of a step into values.
package struct ArgumentEvaluation {
  struct Failure: Error { var result: TriedRule.Result }

  let request: Request
  /// The kind of the chain that is evaluated.
  let kind: ChainKind
  let rules: RuleSet
  let captured: [Capture]
  let texts: CapturedTexts

  /// The step with the values of its arguments; a failure if a required parameter gets no value.
  func performed(_ step: Step) -> Result<PerformedStep, Failure> {
    do throws(Failure) {
      try checkWebPages(step)
      let kind = try step.kind.map(values) { changes throws(Failure) in
        try handed(changes, step)
      }
      return .success(PerformedStep(kind: kind, location: step.location))
    } catch {
      return .failure(error)
    }
  }

  private func values(
    _ arguments: [Argument], _ target: StepTarget
  ) throws(Failure) -> [Literal] {
    var values: [Literal] = []
    for (argument, parameter) in zip(arguments, rules.parameters(of: target)) {
      values.append(try value(argument, parameter.name, parameter.type))
    }
    return values
  }

  /// Checks that the URLs that the step changes are URLs of web pages.
  private func checkWebPages(_ step: Step) throws(Failure) {
    let roots = step.originSources + (step.needsWebPage ? [.request] : [])
    for root in roots {
      let scheme = RequestValue.part(.scheme, of: root)
      guard case .string(let text)? = request.value(of: scheme),
        ChangedPart.webPageSchemes.contains(text)
      else { throw noWebPage(scheme, step) }
    }
  }

  private func handed(
    _ changes: [RequestChange<Argument>], _ step: Step
  ) throws(Failure) -> HandedRequest {
    guard
      var handed = request.handed(try made(changes), needsWebPage: step.needsWebPage)
    else { throw noWebPage(.scheme, step) }
    if step.isLoad { handed.losses = LoadLosses(of: request, kind, loading: handed) }
    return handed
  }

  /// The changes with their values. Changes that apply only to missing parts are left out if the part is present.
  private func made(
    _ changes: [RequestChange<Argument>]
  ) throws(Failure) -> [RequestChange<String>] {
    var known: [RequestChange<String>] = []
    for change in changes {
      var made = RequestChange<String>(part: change.part, value: nil)
      if let argument = change.value {
        switch try value(argument, change.part.text, .string) {
        case .int(let number): made.value = String(number)
        case .string(let text), .url(let text): made.value = text
        // Only the default port of an app's URL has no value.
        case .double, .bool, .enumerationCase, .list, .request, .emptyDictionary, .missing: break
        }
      }
      let isKept =
        change.onlyIfMissing && change.part.value.flatMap { request.value(of: $0) } != nil
      if !isKept { known.append(made) }
    }
    return known
  }

  private func noWebPage(_ scheme: RequestValue, _ step: Step) -> Failure {
    let seen = FailedPart.Seen(subject: scheme, value: request.value(of: scheme))
    return Failure(result: .failed([FailedPart(location: step.location, seen: [seen])]))
  }

  /// The value of an argument.
  ///
  /// - Parameters:
  ///   - name: the name of the parameter.
  ///   - expected: the type of the parameter.
  private func value(
    _ argument: Argument, _ name: String, _ expected: ValueType
  ) throws(Failure) -> Literal {
    var subject: RequestValue?
    var found: RequestConstant?
    var type = ValueType.string
    switch argument.value {
    case .literal(let literal): return literal
    case .changedURL(let changes):
      let handed = request.handed(try made(changes), needsWebPage: false)
      return handed.map { .url($0.url) } ?? .missing
    case .condition(let condition):
      return .bool(ConditionEvaluation.holds(condition, request, rules))
    case .request(let value):
      subject = value
      found =
        argument.conversion.keepsLetters(from: type)
        ? request.handed(value, asText: argument.conversion == .urlToString)
        : request.value(of: value)
    case .capture(let index):
      type = captured[index].type
      let keepsLetters = argument.conversion.keepsLetters(from: type)
      found = texts[index].map { .string(keepsLetters ? $0.handed : $0.compared) }
    }
    if let found,
      let value = Self.converted(found, argument.conversion, from: type, in: rules)
    {
      return value
    }
    if !argument.isRequired { return .missing }
    throw Failure(
      result: .unusable(
        TriedRule.Unusable(
          location: argument.location, parameter: name, type: expected, subject: subject,
          value: found)))
  }

  /// The value in the type of the parameter; nil if it does not convert.
  ///
  /// - Parameter type: the type of the capture that holds the value.
  package static func converted(
    _ found: RequestConstant, _ conversion: Conversion, from type: ValueType, in rules: RuleSet
  ) -> Literal? {
    switch found {
    case .string(let text):
      switch conversion {
      case .none: TextConversion.value(of: text, as: type, in: rules)
      case .stringToInt: TextConversion.value(of: text, as: .int, in: rules)
      case .stringToDouble: TextConversion.value(of: text, as: .double, in: rules)
      case .stringToBool: TextConversion.value(of: text, as: .bool, in: rules)
      case .stringToURL: TextConversion.value(of: text, as: .url, in: rules)
      case .stringToEnumeration(let id):
        TextConversion.value(of: text, as: .enumeration(id), in: rules)
      // The text of a capture that has a type.
      case .intToDouble: TextConversion.int(text).map { .double(Double($0)) }
      case .urlToString: .string(text)
      case .nameToString: nil
      }
    case .int(let number): conversion == .intToDouble ? .double(Double(number)) : .int(number)
    case .bool(let value): .bool(value)
    case .url(let text): conversion == .urlToString ? .string(text) : .url(text)
    case .choice(let choice): .string(choice.name)
    // No parameter is a list.
    case .list: nil
    }
  }
}

extension Conversion {
  /// True if the result is a text or a URL.
  ///
  /// Steps hand these on with the letters that the host was written with. Other values are read as conditions
  /// compare them.
  ///
  /// - Parameter type: the type of the text.
  fileprivate func keepsLetters(from type: ValueType) -> Bool {
    switch self {
    case .stringToURL, .urlToString: return true
    case .none:
      switch type {
      case .int, .double, .bool, .enumeration: return false
      default: return true
      }
    case .stringToInt, .stringToDouble, .stringToBool, .stringToEnumeration, .intToDouble,
      .nameToString:
      return false
    }
  }
}
