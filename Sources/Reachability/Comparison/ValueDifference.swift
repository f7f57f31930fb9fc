import Requests
import Semantics
import WebURL

extension Lowering {
  /// Holds for every request for which the converted values differ, and possibly for others.
  func differ(_ one: NormalizedEffect.Value, _ other: NormalizedEffect.Value) -> Formula {
    if case .condition = one, let differ = differAsBool(one, other) { return differ }
    if case .condition = other, let differ = differAsBool(one, other) { return differ }
    switch (one, other) {
    case (.request(let value, let reading), .request(let other, let otherReading)):
      guard reading == otherReading, value.type == other.type else { return .constant(true) }
      return differ(value, other)
    case (.request(let value, let reading), let constant),
      (let constant, .request(let value, let reading)):
      return differ(value, reading, constant)
    default: return .constant(true)
    }
  }

  /// Holds if exactly one of the two values is true; nil if one of them is not known as a condition.
  private func differAsBool(
    _ one: NormalizedEffect.Value, _ other: NormalizedEffect.Value
  ) -> Formula? {
    guard let one = truth(one), let other = truth(other) else { return nil }
    return .disjunction([
      .conjunction([one, other.negated]), .conjunction([one.negated, other]),
    ])
  }

  private func truth(_ value: NormalizedEffect.Value) -> Formula? {
    switch value {
    case .condition(let condition): lower(condition, isGuarded: false)
    case .literal(.bool(let truth)): .constant(truth)
    case .request(let value, .by(.none)) where value.type == .bool:
      lower(.test(value, .choice(of: .isTrue)), isGuarded: false)
    default: nil
    }
  }

  private func differ(_ value: RequestValue, _ other: RequestValue) -> Formula {
    switch value.type {
    case .string, .int:
      let areMissing = Formula.conjunction([present(value).negated, present(other).negated])
      return .conjunction([
        areMissing.negated,
        .disjunction([equal(value, other).negated] + [value, other].compactMap(keepsCapitals)),
      ])
    default: return .constant(true)
    }
  }

  private func differ(
    _ value: RequestValue, _ reading: NormalizedEffect.Reading, _ constant: NormalizedEffect.Value
  ) -> Formula {
    func differ(from text: String) -> Formula {
      .disjunction(
        [equal(value, ExactString(text)).negated] + [keepsCapitals(value)].compactMap { $0 })
    }
    switch (value.type, reading, constant) {
    case (_, _, .literal(.missing)): return present(value)
    case (.string, .by(.none), .literal(.string(let text))): return differ(from: text)
    case (.string, .by(.stringToInt), .literal(.int(let number))): return differ(from: "\(number)")
    case (.string, .by(.stringToBool), .literal(.bool(let truth))): return differ(from: "\(truth)")
    case (.string, .enumeration, .raw(let text)): return differ(from: text)
    case (.url, .by(.none), .literal(.url(let text))),
      (.url, .by(.urlToString), .literal(.string(let text))):
      return equal(value, ExactString(text)).negated
    case (.int, .by(.none), .literal(.int(let number))):
      return self.number(value, number...number).negated
    default: return .constant(true)
    }
  }

  /// Holds if the value keeps the capitals of a host; nil if the value contains no host. Conditions ignore these
  /// capitals, but steps hand them on if the URL is not one of the web.
  private func keepsCapitals(_ value: RequestValue) -> Formula? {
    guard case .part(let part, of: let root) = value, part.containsHost else { return nil }
    return .conjunction(
      WebURL.schemesWithDefaultPort.map { equal(.part(.scheme, of: root), ExactString($0)).negated }
    )
  }
}
