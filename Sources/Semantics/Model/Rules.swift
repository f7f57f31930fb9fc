package import Text

/// `when CONDITION STEP… DECISION` or `otherwise STEP… DECISION`.
package final class Rule: Sendable {
  /// nil: `otherwise`.
  package let condition: Condition?
  package let captures: [Capture]
  package let steps: [Step]
  package let decision: Decision
  /// The whole rule, `when` to decision.
  package let location: Location
  package let documentation: String?

  init(
    condition: Condition?, captures: [Capture], steps: [Step], decision: Decision,
    location: Location, documentation: String?
  ) {
    self.condition = condition
    self.captures = captures
    self.steps = steps
    self.decision = decision
    self.location = location
    self.documentation = documentation
  }

  package var isOtherwise: Bool { condition == nil }
}

package enum Decision: String, Hashable, Sendable {
  case allow, cancel, download
  /// Runs the steps and asks the next rule.
  case `continue`
}

package struct Step: Sendable {
  package enum Kind: Sendable {
    case present(ID<Screen>, [Argument])
    case push(ID<Screen>, [Argument])
    case perform(ID<Action>, [Argument])
    /// First in its rule; false means that the next rule is asked.
    case attempt(ID<Action>, [Argument])
    case openURL
    case loadURL
    case dismiss
  }

  package var kind: Kind
  package var location: Location
}

/// The value handed to one parameter; a step has one for each parameter, in their order.
package struct Argument: Sendable {
  package enum Value: Sendable {
    case literal(Literal)
    case request(RequestValue)
    /// Index into the rule's captures.
    case capture(Int)
  }

  package var value: Value
  /// The conversion of the value to the parameter's type.
  package var conversion: Conversion
  /// True if the rule matches only if the value is present and converts (the implicit guard).
  /// False for a `T?` parameter: there a missing value, or one that does not convert, is nil.
  package var isRequired: Bool
  package var location: Location
}

/// The conversion of a request value or capture to a parameter's value.
package enum Conversion: Hashable, Sendable {
  /// It has the type already (literals too).
  case none
  /// Optional sign `+` or `-`, ASCII digits, within ±(2^53−1).
  case stringToInt
  /// `[+-]?[0-9]{1,308}(\.[0-9]+)?`.
  case stringToDouble
  /// `true` or `false`.
  case stringToBool
  /// An absolute URI as RFC 3986 writes it, no bracketed host.
  case stringToURL
  /// One of the raw values that the enum declares.
  case stringToEnumeration(ID<Enumeration>)
  case intToDouble
  case urlToString
  /// `navigation` or `frame` by name.
  case nameToString
}

/// A named group of rules that chains use.
package struct Handler: Entity {
  package var declared: Declared
  package var items: [ChainItem]
}

/// The frames that a chain decides about; requests of other frames are allowed.
package struct FrameSet: Hashable, Sendable {
  package var main = true
  package var new = true
  package var sub = false
}

package struct Chain: Entity {
  package var declared: Declared
  package var frames: FrameSet
  package var items: [ChainItem]
}

package enum ChainItem: Sendable {
  case rule(Rule)
  case useHandler(ID<Handler>, Location)
  /// Its rules without its `otherwise`; its `frames` do not count.
  case useChain(ID<Chain>, Location)
}
