import Interpreter
import Requests
import Semantics

/// The effect of a rule, in terms that two rule sets share: rules with equal effects treat every request
/// that both match in the same way.
struct NormalizedEffect: Hashable {
  enum Value: Hashable, Sendable {
    case literal(Literal)
    /// Case of an enum by its raw value.
    case raw(String)
    case request(RequestValue, Reading)
    /// The components of the path from one on.
    case rest(Int, Reading)
    /// A component of the path counted from its end, 0 being the last.
    case fromEnd(Int, Reading)
    /// The text of a capture depends on the part of the condition that binds it; captures are numbered
    /// in the order of that part.
    case capture(in: CoreCondition, types: [Reading], index: Int, Reading)
    /// True if the condition holds.
    case condition(CoreCondition)
    /// The changes of the URL; missing values for those that are removed.
    indirect case changedURL([String], [Value])
  }

  /// The conversion of a request's value to the parameter's.
  indirect enum Reading: Hashable, Sendable {
    case by(Conversion)
    /// To a case of the enum with that name. An optional argument is missing for other texts, so that it depends on
    /// the raw values of all cases, which are then listed.
    case enumeration(String, optional: Set<String>?)
    case twice(Reading, Conversion)

    init(_ conversion: Conversion, isOptional: Bool = false, _ rules: borrowing RuleSet) {
      if case .stringToEnumeration(let id) = conversion {
        let rawValues = isOptional ? Set(rules[id].cases.map(\.rawValue)) : nil
        self = .enumeration(rules[id].name, optional: rawValues)
      } else {
        self = .by(conversion)
      }
    }

    /// - Parameter type: of the capture that holds the text.
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

  /// True if it has no effect at all.
  var isInert: Bool { decision == .continue && actions.isEmpty }

  /// True if the web view loads the request, downloads it, or opens it in a window.
  var passes: Bool {
    switch decision {
    case .allow, .download, .popup: true
    case .cancel, .continue: false
    }
  }

  /// The observable course of several rules' effects, where the last one decides and every attempt before it
  /// fails: equal for equal steps and decisions, regardless of the rules that they belong to.
  static func course(_ effects: [NormalizedEffect]) -> [NormalizedEffect] {
    var course: [NormalizedEffect] = []
    for (place, effect) in effects.enumerated() {
      let isLast = place == effects.count - 1
      // Of a rule whose attempt fails no other step runs.
      let actions = effect.attempt == nil || isLast ? effect.actions[...] : effect.actions.prefix(1)
      course += actions.map { NormalizedEffect(decision: .continue, actions: [$0]) }
      if isLast { course.append(NormalizedEffect(decision: effect.decision)) }
    }
    return course
  }

  /// The values in which the steps of two effects may differ, in pairs; nil if the effects differ in more.
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

  /// The name of what the rule attempts.
  private(set) var attempt: String?

  private init(decision: SharedDecision, actions: [Action] = []) {
    self.decision = decision
    self.actions = actions
  }

  /// - Parameter refused: the steps of this kind are not performed for the URLs in question.
  init(_ rule: Rule, in rules: borrowing RuleSet, without refused: Set<Handing> = []) {
    func isRefused(_ step: Step) -> Bool {
      !refused.isEmpty && step.kind.handing.map(refused.contains) ?? false
    }
    if let first = rule.steps.first, isRefused(first), first.kind.attempted != nil {
      // Nothing is attempted, so that the rule has no effect.
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
        changes.map(\.label),
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
    /// 0 is the last.
    case fromEnd(Int)
  }

  /// The part of the path that the capture always holds; nil if it differs between the patterns that bind
  /// the capture, or is no such part.
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
    return places.count == 1 ? places.first.flatMap(\.self) : nil
  }

  /// The number of path separators that the elements match; nil if it varies.
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
    // The smallest operand of `&&` that binds it: the others do not affect its text.
    while case .all(let operands) = part,
      let operand = operands.first(where: { $0.captures.contains(capture) })
    {
      part = operand
    }
    var order: [Int] = []
    for index in part.captures where !order.contains(index) { order.append(index) }
    // Captures of negated patterns keep their number; they bind nothing.
    let numbers = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    return .capture(
      in: part.mapCaptures { numbers[$0] ?? -1 },
      types: order.map { Reading(.none, from: rule.captures[$0].type, rules) },
      index: numbers[capture] ?? -1, reading)
  }
}

extension RequestChange {
  /// The part, and when it is changed.
  fileprivate var label: String { part.text + (onlyIfMissing ? " if missing" : "") }
}
