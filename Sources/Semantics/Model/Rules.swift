package import Requests
package import Text

/// A rule: `when CONDITION STEP… DECISION` or `otherwise STEP… DECISION`.
package final class Rule: Sendable {
  /// The conditions of the enclosing blocks and of the rule; nil for the `otherwise` of a chain.
  package let condition: Condition?
  /// The condition of the rule itself; nil for `otherwise`.
  package let ownCondition: Condition?
  /// The enclosing blocks, outermost first.
  package let blocks: [RuleBlock]
  package let captures: [Capture]
  package let steps: [Step]
  package let decision: Decision
  /// The location of the whole rule, from `when` to the decision.
  package let location: Location
  package let documentation: String?

  init(
    condition: Condition?, in blocks: [RuleBlock] = [], captures: [Capture], steps: [Step],
    decision: Decision, location: Location, documentation: String?
  ) {
    ownCondition = condition
    self.blocks = blocks
    if blocks.isEmpty {
      self.condition = condition
    } else {
      let all = blocks.flatMap { $0.condition.operands } + (condition?.operands ?? [])
      self.condition = all.count == 1 ? all[0] : .all(all, condition?.location ?? location)
    }
    self.captures = captures
    self.steps = steps
    self.decision = decision
    self.location = location
    self.documentation = documentation
  }

  /// Creates the same rule with other locations.
  private init(_ rule: Rule, moved transform: (Location) -> Location) {
    condition = rule.condition?.moved(transform)
    ownCondition = rule.blocks.isEmpty ? condition : rule.ownCondition?.moved(transform)
    blocks = rule.blocks.map {
      RuleBlock(condition: $0.condition.moved(transform), location: transform($0.location))
    }
    captures = rule.captures.map {
      Capture(name: $0.name, type: $0.type, location: transform($0.location))
    }
    steps = rule.steps.map { $0.moved(transform) }
    decision = rule.decision
    location = transform(rule.location)
    documentation = rule.documentation
  }

  func moved(_ transform: (Location) -> Location) -> Rule { Rule(self, moved: transform) }

  /// True for the `otherwise` of a chain.
  package var isOtherwise: Bool { condition == nil }

  /// True for a rule that begins with `always`.
  package var isAlways: Bool {
    if case .constant(true, let written)? = ownCondition {
      written.span.start == location.span.start && written.span.end > written.span.start
    } else {
      false
    }
  }

  /// The location that findings about the rule name: the rule's own condition, or the whole `otherwise`.
  package var head: Location { ownCondition?.location ?? location }
}

/// A block: `when CONDITION { … }`. Its rules share the condition.
package struct RuleBlock: Sendable {
  package var condition: Condition
  /// The location of the whole block.
  package var location: Location

  /// The location of `when` and the condition.
  package var head: Location {
    Location(location.file, Span(location.span.start, condition.location.span.end))
  }
}

/// The decision at the end of a rule.
package enum Decision: Hashable, Sendable {
  case allow, cancel, download
  /// Allows the request, with preferences for its page.
  case allowWith(PagePreferences)
  /// The app shows the new window in a second web view of this configuration.
  case popup(ID<Configuration>)
  /// Runs the steps and continues with the next rule.
  case `continue`
  /// Runs the steps and continues after the innermost block or handler that contains the rule.
  case leave

  /// False if other rules follow after a rule with this decision.
  package var isFinal: Bool {
    switch self {
    case .allow, .allowWith, .cancel, .download, .popup: true
    case .continue, .leave: false
    }
  }

  /// True if the web view loads the request.
  package var isAllow: Bool { self == .allow || preferences != nil }

  /// The preferences for the page; nil for a decision without any.
  package var preferences: PagePreferences? {
    if case .allowWith(let preferences) = self { preferences } else { nil }
  }
}

/// A step of a rule, of a test or of an outcome.
///
/// - Parameters:
///   - Arguments: the arguments of a screen or an action.
///   - URL: the request that is opened or loaded.
package enum StepKind<Arguments: Sendable, URL: Sendable>: Sendable {
  case present(ID<Screen>, Arguments)
  case push(ID<Screen>, Arguments)
  case perform(ID<Action>, Arguments)
  /// Performs the action, as the first step of its rule. If the action returns false, the next rule is evaluated.
  case attempt(ID<Action>, Arguments)
  /// Opens the URL, as the first step of its rule. If the system declines, the next rule is evaluated.
  case attemptOpenURL(URL)
  case openURL(URL)
  case loadURL(URL)
  case dismiss

  /// The words that begin the step.
  package var verb: String {
    switch self {
    case .present: "present"
    case .push: "push"
    case .perform: "perform"
    case .attempt: "attempt"
    case .attemptOpenURL: "attempt open"
    case .openURL: "open"
    case .loadURL: "load"
    case .dismiss: "dismiss"
    }
  }

  /// The screen or action of the step; nil for steps without one.
  package var target: StepTarget? {
    switch self {
    case .present(let id, _), .push(let id, _): .screen(id)
    case .perform(let id, _), .attempt(let id, _): .action(id)
    case .attemptOpenURL, .openURL, .loadURL, .dismiss: nil
    }
  }

  /// The arguments of the screen or action; nil for steps without one.
  package var arguments: Arguments? {
    switch self {
    case .present(_, let arguments), .push(_, let arguments), .perform(_, let arguments),
      .attempt(_, let arguments):
      arguments
    case .attemptOpenURL, .openURL, .loadURL, .dismiss: nil
    }
  }

  /// The request that is opened or loaded; nil for other steps.
  package var handed: URL? {
    switch self {
    case .attemptOpenURL(let url), .openURL(let url), .loadURL(let url): url
    case .present, .push, .perform, .attempt, .dismiss: nil
    }
  }

  /// The step that is attempted; nil for other steps.
  package var attempted: Attempted? {
    switch self {
    case .attempt(let action, _): .action(action)
    case .attemptOpenURL: .openURL
    case .present, .push, .perform, .openURL, .loadURL, .dismiss: nil
    }
  }

  /// Returns the step with other arguments.
  package func map<NewArguments, NewURL, Failure: Error>(
    _ arguments: (Arguments, StepTarget) throws(Failure) -> NewArguments,
    url: (URL) throws(Failure) -> NewURL
  ) throws(Failure) -> StepKind<NewArguments, NewURL> {
    switch self {
    case .present(let id, let old): .present(id, try arguments(old, .screen(id)))
    case .push(let id, let old): .push(id, try arguments(old, .screen(id)))
    case .perform(let id, let old): .perform(id, try arguments(old, .action(id)))
    case .attempt(let id, let old): .attempt(id, try arguments(old, .action(id)))
    case .attemptOpenURL(let old): .attemptOpenURL(try url(old))
    case .openURL(let old): .openURL(try url(old))
    case .loadURL(let old): .loadURL(try url(old))
    case .dismiss: .dismiss
    }
  }

  /// Returns whether the steps have the same verb and name, ignoring their arguments.
  package func hasName<OtherArguments, OtherURL>(
    of other: StepKind<OtherArguments, OtherURL>
  ) -> Bool { verb == other.verb && target == other.target }
}

/// A step that the app or the system can decline. In that case the next rule is evaluated.
package enum Attempted: Hashable, Sendable {
  case action(ID<Action>)
  /// The step `attempt open url`.
  case openURL

  /// The name of `attempt open url` in tests and reports, where other attempts have the names of their actions.
  package static let openURLName = "open url"
}

/// The screen or action of a step.
package enum StepTarget: Hashable, Sendable {
  case screen(ID<Screen>)
  case action(ID<Action>)
}

package struct Step: Sendable {
  package typealias Kind = StepKind<[Argument], [RequestChange<Argument>]>

  package var kind: Kind
  package var location: Location

  func moved(_ transform: (Location) -> Location) -> Step {
    func moved(_ argument: Argument) -> Argument {
      var argument = argument
      argument.location = transform(argument.location)
      switch argument.value {
      case .condition(let condition): argument.value = .condition(condition.moved(transform))
      case .changedURL(let changes): argument.value = .changedURL(changes.map { $0.map(moved) })
      case .literal, .request, .capture: break
      }
      return argument
    }
    return Step(
      kind: kind.map { arguments, _ in
        arguments.map(moved)
      } url: {
        $0.map { $0.map(moved) }
      },
      location: transform(location))
  }

  package var isLoad: Bool { if case .loadURL = kind { true } else { false } }

  /// True if the step runs only for the URL of a web page.
  package var needsWebPage: Bool {
    kind.handed.map { Requests.needsWebPage($0, loads: isLoad) } ?? false
      || changedURLs.contains { Requests.needsWebPage($0, loads: false) }
  }

  /// The changes in each argument that is a changed URL.
  package var changedURLs: [[RequestChange<Argument>]] {
    (kind.arguments ?? []).compactMap {
      if case .changedURL(let changes) = $0.value { changes } else { nil }
    }
  }

  /// The values of the app that give the scheme, host or port in the step. The step runs only if they are URLs of web
  /// pages.
  package var originSources: [URLRoot] {
    var roots: [URLRoot] = []
    for change in (kind.handed ?? []) + changedURLs.joined() where change.part.isOfWebPage {
      guard case .request(.part(_, let root))? = change.value?.value else { continue }
      if !roots.contains(root) { roots.append(root) }
    }
    return roots
  }
}

extension Rule {
  /// The arguments and changed values of all steps, in their order.
  package var arguments: [Argument] {
    var found: [Argument] = []
    for step in steps {
      if let arguments = step.kind.arguments {
        if found.isEmpty { found = arguments } else { found += arguments }
      } else if let changes = step.kind.handed {
        for change in changes { if let value = change.value { found.append(value) } }
      }
      for change in step.changedURLs.joined() {
        if let value = change.value { found.append(value) }
      }
    }
    return found
  }

  /// The conditions that are arguments.
  package var conditionsInArguments: [Condition] {
    arguments.compactMap { if case .condition(let condition) = $0.value { condition } else { nil } }
  }

  /// True if the rule handles the request only if its attempt succeeds.
  package var isAttempt: Bool { steps.first?.kind.attempted != nil }
}

/// The argument of one parameter, or the new value of a change. A step has one for each parameter, in their order.
package struct Argument: Sendable {
  package enum Value: Sendable {
    case literal(Literal)
    case request(RequestValue)
    /// A capture, by its index in the rule's captures.
    case capture(Int)
    /// The truth of a condition that binds no captures.
    case condition(Condition)
    /// The URL of the request, with the changes.
    indirect case changedURL([RequestChange<Argument>])
  }

  package var value: Value
  /// The conversion of the value to the parameter's type.
  package var conversion: Conversion
  /// True if the rule matches only if the value is present and converts: an implicit condition. False for a `T?`
  /// parameter, for which a missing or inconvertible value is nil.
  package var isRequired: Bool
  package var location: Location
}

/// The conversion of a request value or capture to a parameter's value.
package enum Conversion: Hashable, Sendable {
  /// No conversion, since the value already has the type, as literals have.
  case none
  /// Reads an optional sign `+` or `-` and ASCII digits, within 64 bits.
  case stringToInt
  /// Reads a decimal number with or without an exponent (`TextConversion.double`).
  case stringToDouble
  /// Reads `true` or `false`.
  case stringToBool
  /// Reads an absolute URL (`ConvertibleURL`).
  case stringToURL
  /// Reads one of the raw values that the enum declares.
  case stringToEnumeration(ID<Enumeration>)
  case intToDouble
  case urlToString
  /// Writes the name of a value of `navigation` or `frame`.
  case nameToString
}

/// A named group of rules that chains use.
package struct Handler: Entity {
  package var declared: Declared
  package var items: [ChainItem]
  /// False if rules or `use` lines are missing from `items` because of errors.
  package var isComplete = true
  /// True if one of the handler's own rules ends in `leave`.
  package var hasLeaves = false
  /// The values in the handler's own rules that some kinds of chains do not have.
  package var limits = HandlerLimits()
}

/// A chain of requests or of responses.
package struct Chain: Entity {
  package var declared: Declared
  package var kind = ChainKind.requests
  package var frames: FrameSet
  package var items: [ChainItem]
  /// False if `frames`, rules or `use` lines are missing because of errors.
  package var isComplete = true
  /// True if one of the chain's own rules ends in `leave`.
  package var hasLeaves = false
}

package enum ChainItem: Sendable {
  case rule(Rule)
  case useHandler(ID<Handler>, Location)
  /// A use of a chain of the same kind. It includes the chain's rules, but not its `otherwise` and its `frames`.
  case useChain(ID<Chain>, Location)

  func moved(_ transform: (Location) -> Location) -> ChainItem {
    switch self {
    case .rule(let rule): .rule(rule.moved(transform))
    case .useHandler(let id, let location): .useHandler(id, transform(location))
    case .useChain(let id, let location): .useChain(id, transform(location))
    }
  }

  /// The rule; nil for a `use`.
  package var rule: Rule? {
    if case .rule(let rule) = self { rule } else { nil }
  }
}

extension Chain {
  package var chainName: ChainName { ChainName(kind, name) }
  package var isResponses: Bool { kind == .responses }
}
