import Interpreter
import Requests
import Semantics

/// The effect of a rule, in names and values that two rule sets share. Rules with equal effects treat every
/// request that both match in the same way.
struct NormalizedEffect: Hashable {
  enum Value: Hashable, Sendable {
    case literal(Literal)
    /// The raw value of an enum case.
    case raw(String)
    case request(RequestValue, Reading)
    /// The components of the path from the given one on.
    case rest(Int, Reading)
    /// A component of the path, counted from the last, which is 0.
    case fromEnd(Int, Reading)
    /// The text of a capture. It depends on the part of the condition that binds it. Captures are numbered in the
    /// order of that part.
    case capture(in: CoreCondition, types: [Reading], index: Int, Reading)
    /// A Boolean that is true if the condition holds.
    case condition(CoreCondition)
    /// The changed URL: the labels of its changes, and their values, which are `missing` for removed parts.
    indirect case changedURL([String], [Value])
  }

  /// The conversion from the type of a request's value to the type of the parameter.
  indirect enum Reading: Hashable, Sendable {
    case by(Conversion)
    /// A conversion to a case of the enum with the name. An optional argument is missing for other texts, so it
    /// depends on the raw values of all cases; these are listed then.
    case enumeration(String, optional: Set<String>?)
    case twice(Reading, Conversion)

    init(_ conversion: Conversion, isOptional: Bool = false, _ rules: borrowing RuleSet) {
      if case .stringToEnumeration(let id) = conversion {
        let rawValues = isOptional ? Set(rules[id].cases.map { $0.rawValue }) : nil
        self = .enumeration(rules[id].name, optional: rawValues)
      } else {
        self = .by(conversion)
      }
    }

    /// Creates the conversion of a capture.
    ///
    /// - Parameter type: the type of the capture.
    init(
      _ conversion: Conversion, from type: ValueType, isOptional: Bool = false,
      _ rules: borrowing RuleSet
    ) {
      let first: Conversion
      switch type {
      case .int: first = .stringToInt
      case .double: first = .stringToDouble
      case .bool: first = .stringToBool
      case .url: first = .stringToURL
      case .enumeration(let id): first = .stringToEnumeration(id)
      default:
        self.init(conversion, isOptional: isOptional, rules)
        return
      }
      self.init(first, rules)
      if conversion != .none { self = .twice(self, conversion) }
    }
  }

  private struct Action: Hashable {
    var verb: String
    var name: String
    var labels: [String]
    var values: [Value]
  }

  private var decision: SharedDecision
  private var actions: [Action] = []

  /// The effect of a chain on a request that no rule matches.
  static let allow = NormalizedEffect(decision: .allow)

  /// True if the rule has no effect at all.
  var isInert: Bool { decision == .continue && actions.isEmpty }

  /// True if the web view loads the request, downloads it, or opens it in a window.
  var passes: Bool {
    switch decision {
    case .allow, .allowWith, .download, .popup: true
    case .cancel, .continue: false
    }
  }

  /// The observable effects of several rules, if the last one decides and every earlier attempt fails. The
  /// results are equal if steps and decisions are, no matter which rules they belong to.
  static func course(_ effects: [NormalizedEffect]) -> [NormalizedEffect] {
    var course: [NormalizedEffect] = []
    for (place, effect) in effects.enumerated() {
      let isLast = place == effects.count - 1
      // If the attempt of a rule fails, none of its other steps runs.
      let actions = effect.attempt == nil || isLast ? effect.actions[...] : effect.actions.prefix(1)
      course += actions.map { NormalizedEffect(decision: .continue, actions: [$0]) }
      if isLast { course.append(NormalizedEffect(decision: effect.decision)) }
    }
    return course
  }

  /// The pairs of different values in the steps of both effects; nil if the effects also differ in other ways.
  func differingValues(from other: NormalizedEffect) -> [(Value, Value)]? {
    guard decision == other.decision, attempt == other.attempt,
      actions.count == other.actions.count
    else { return nil }
    var pairs: [(Value, Value)] = []
    for (mine, theirs) in zip(actions, other.actions) {
      guard mine.verb == theirs.verb, mine.name == theirs.name, mine.labels == theirs.labels,
        mine.values.count == theirs.values.count
      else { return nil }
      pairs += zip(mine.values, theirs.values).filter { $0 != $1 }
    }
    return pairs
  }

  /// The name of the attempted action; nil if the rule attempts nothing.
  private(set) var attempt: String?

  private init(decision: SharedDecision, actions: [Action] = []) {
    self.decision = decision
    self.actions = actions
  }

  /// Creates the effect of a rule.
  ///
  /// - Parameter refused: the kinds of steps that the app refuses for the URLs in question.
  init(_ rule: Rule, in rules: borrowing RuleSet, without refused: Set<Handing> = []) {
    func isRefused(_ step: Step) -> Bool {
      !refused.isEmpty && step.kind.handing.map(refused.contains) ?? false
    }
    if let first = rule.steps.first, isRefused(first), first.kind.attempted != nil {
      // If the attempt is refused, the rule has no effect.
      self.init(decision: .continue)
      return
    }
    self.init(decision: SharedDecision(rule.decision, in: rules))
    if rule.steps.isEmpty { return }
    if let attempted = rule.steps[0].kind.attempted { attempt = rules.name(of: attempted) }
    let condition = rule.captures.isEmpty ? nil : rule.condition?.core
    actions.reserveCapacity(rule.steps.count)
    for step in rule.steps where !isRefused(step) {
      var action = Action(verb: step.kind.verb, name: "", labels: [], values: [])
      let parameters = step.kind.target.map { rules.parameters(of: $0) } ?? []
      if let target = step.kind.target {
        action.name = rules.name(of: target)
        action.labels = parameters.map { $0.declared.name }
      }
      if let arguments = step.kind.arguments {
        action.values.reserveCapacity(arguments.count)
        for (argument, parameter) in zip(arguments, parameters) {
          let isOptional = if case .optional = parameter.type { true } else { false }
          action.values.append(
            Self.value(of: argument, isOptional, rule, condition, in: rules))
        }
      } else if let changes = step.kind.handed {
        for change in changes {
          action.labels.append(change.label)
          guard let value = change.value else {
            action.values.append(.literal(.missing))
            continue
          }
          action.values.append(
            Self.value(of: value, false, rule, condition, in: rules))
        }
      }
      actions.append(action)
    }
  }

  private static func value(
    of argument: Argument, _ isOptional: Bool, _ rule: Rule, _ condition: CoreCondition?,
    in rules: RuleSet
  ) -> Value {
    let conversion = argument.conversion
    switch argument.value {
    case .literal(.enumerationCase(let id, let index)): return .raw(rules[id].cases[index].rawValue)
    case .literal(let literal): return .literal(literal)
    case .condition(let condition): return .condition(condition.core)
    case .changedURL(let changes):
      return .changedURL(
        changes.map { $0.label },
        changes.map { change in
          change.value.map { value(of: $0, false, rule, condition, in: rules) }
            ?? .literal(.missing)
        })
    case .request(let request):
      return .request(request, Reading(conversion, isOptional: isOptional, rules))
    case .capture(let index):
      let reading = Reading(
        conversion, from: rule.captures[index].type, isOptional: isOptional, rules)
      switch place(of: index, in: condition) {
      case .component(let number): return .request(.pathComponent(number), reading)
      case .rest(let first): return .rest(first, reading)
      case .fromEnd(0): return .request(.lastPathComponent, reading)
      case .fromEnd(let place): return .fromEnd(place, reading)
      case nil: return capture(index, in: condition, rule, reading, rules)
      }
    }
  }

  private enum Place: Hashable {
    case component(Int)
    case rest(Int)
    /// A component counted from the last, which is 0.
    case fromEnd(Int)
  }

  /// The part of the path that the capture always contains; nil if it differs between patterns, or is not such a
  /// part.
  private static func place(of capture: Int, in condition: CoreCondition?) -> Place? {
    var places: Set<Place?> = []
    condition?.eachTest { value, test in
      guard case .member(.glob(let glob)) = test else { return }
      for (index, element) in glob.elements.enumerated() where element.capture == capture {
        let isPath = value == .path
        let before = isPath ? separators(glob.elements[..<index]) : nil
        if case .captureRest = element {
          places.insert(before.map { .rest($0 + 1) })
        } else if case .captureText = element {
          places.insert(nil)
        } else if let before {
          places.insert(.component(before))
        } else {
          let after = isPath ? separators(glob.elements[(index + 1)...]) : nil
          places.insert(after.map { .fromEnd($0) })
        }
      }
    }
    return places.count == 1 ? places.first.flatMap { $0 } : nil
  }

  /// The number of path separators in the texts that the elements match; nil if it varies.
  private static func separators(_ elements: ArraySlice<Glob.Element>) -> Int? {
    var count = 0
    for element in elements {
      switch element {
      case .literal(let text): count += text.utf8.count { $0 == 0x2F }
      case .run, .capture, .captureText: break
      case .anything, .components, .captureRest: return nil
      }
    }
    return count
  }

  private static func capture(
    _ capture: Int, in condition: CoreCondition?, _ rule: Rule, _ reading: Reading,
    _ rules: RuleSet
  ) -> Value {
    var part = condition ?? .constant(true)
    // The smallest operand of `&&` that binds the capture. The other operands do not affect its text.
    while case .all(let operands) = part,
      let operand = operands.first(where: { $0.captures.contains(capture) })
    {
      part = operand
    }
    var order: [Int] = []
    for index in part.captures where !order.contains(index) { order.append(index) }
    // Captures of negated patterns bind nothing, so all of them get the number -1.
    let numbers = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    return .capture(
      in: part.mapCaptures { numbers[$0] ?? -1 },
      types: order.map { Reading(.none, from: rule.captures[$0].type, rules) },
      index: numbers[capture] ?? -1, reading)
  }
}

extension RequestChange {
  /// The changed part, and the condition of the change.
  fileprivate var label: String { part.text + (onlyIfMissing ? " if missing" : "") }
}
