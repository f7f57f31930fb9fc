package import Semantics
import WebURL

/// Turns the arguments of a step into values.
package struct ArgumentEvaluation {
  struct Failure: Error { var fault: TriedRule.Unusable }

  let request: Request
  let rules: RuleSet
  let captured: [Capture]
  let texts: CapturedTexts

  /// The step with its values; a failure where a required parameter gets none.
  func performed(_ step: Step) -> Result<PerformedStep, Failure> {
    do throws(Failure) {
      let kind: PerformedStep.Kind
      switch step.kind {
      case .present(let screen, let arguments):
        kind = .present(screen, try values(arguments, rules[screen].parameters))
      case .push(let screen, let arguments):
        kind = .push(screen, try values(arguments, rules[screen].parameters))
      case .perform(let action, let arguments):
        kind = .perform(action, try values(arguments, rules[action].parameters))
      case .attempt(let action, let arguments):
        kind = .attempt(action, try values(arguments, rules[action].parameters))
      case .openURL: kind = .openURL(request.url.normalized)
      case .loadURL: kind = .loadURL(request.url.normalized)
      case .dismiss: kind = .dismiss
      }
      return .success(PerformedStep(kind: kind, location: step.location))
    } catch {
      return .failure(error)
    }
  }

  private func values(
    _ arguments: [Argument], _ parameters: [Field]
  ) throws(Failure) -> [Literal] {
    var values: [Literal] = []
    for (argument, parameter) in zip(arguments, parameters) {
      values.append(try value(argument, parameter))
    }
    return values
  }

  private func value(_ argument: Argument, _ parameter: Field) throws(Failure) -> Literal {
    var subject: RequestValue?
    var found: RequestConstant?
    var type = ValueType.string
    switch argument.value {
    case .literal(let literal): return literal
    case .request(let value):
      subject = value
      found = request.value(of: value)
    case .capture(let index):
      found = texts[index].map { .string($0) }
      type = captured[index].type
    }
    if let found,
      let value = Self.converted(found, argument.conversion, from: type, in: rules)
    {
      return value
    }
    if !argument.isRequired { return .missing }
    throw Failure(
      fault: TriedRule.Unusable(
        location: argument.location, parameter: parameter.name, type: parameter.type,
        subject: subject, value: found))
  }

  /// The value as the parameter takes it; nil where it does not convert.
  ///
  /// - Parameter type: what a capture converts to by itself.
  package static func converted(
    _ found: RequestConstant, _ conversion: Conversion, from type: ValueType, in rules: RuleSet
  ) -> Literal? {
    switch (found, conversion) {
    case (.string(let text), .none): TextConversion.value(of: text, as: type, in: rules)
    case (.string(let text), .stringToInt): TextConversion.value(of: text, as: .int, in: rules)
    case (.string(let text), .stringToDouble):
      TextConversion.value(of: text, as: .double, in: rules)
    case (.string(let text), .stringToBool): TextConversion.value(of: text, as: .bool, in: rules)
    case (.string(let text), .stringToURL): TextConversion.value(of: text, as: .url, in: rules)
    case (.string(let text), .stringToEnumeration(let id)):
      TextConversion.value(of: text, as: .enumeration(id), in: rules)
    // A capture with a type of its own.
    case (.string(let text), .intToDouble):
      TextConversion.int(text).map { .double(Double($0)) }
    case (.string(let text), .urlToString): .string(text)
    case (.int(let number), .none): .int(number)
    case (.int(let number), .intToDouble): .double(Double(number))
    case (.bool(let value), .none): .bool(value)
    case (.url(let text), .none): .url(text)
    case (.url(let text), .urlToString): .string(text)
    case (.navigation(let kind), .nameToString): .string(kind.rawValue)
    case (.frame(let frame), .nameToString): .string(frame.rawValue)
    default: nil
    }
  }
}
