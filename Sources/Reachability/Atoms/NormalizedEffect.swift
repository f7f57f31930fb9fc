import Interpreter
import Semantics

/// What a rule does, in terms that two rule sets share: two rules of the same effect do the same to
/// every request that both match.
struct NormalizedEffect: Hashable {
  private enum Value: Hashable {
    case literal(Literal)
    /// Case of an enum by its raw value.
    case raw(String)
    case request(RequestValue, Reading)
    /// By its name.
    case flag(String, Reading)
    /// The components of the path from one on.
    case rest(Int, Reading)
    /// A component of the path counted from its end, 0 being the last.
    case fromEnd(Int, Reading)
    /// What a capture holds depends on its pattern; the pattern, and its place in it.
    case capture([PatternPart], index: Int, Reading)
  }

  /// What turns a request's value into the parameter's.
  private indirect enum Reading: Hashable, Sendable {
    case by(Conversion)
    /// As one of the cases of the enum of that name.
    case enumeration(String)
    case twice(Reading, Conversion)

    init(_ conversion: Conversion, _ rules: RuleSet) {
      if case .stringToEnumeration(let id) = conversion {
        self = .enumeration(rules[id].name)
      } else {
        self = .by(conversion)
      }
    }

    /// - Parameter type: of the capture that holds the text.
    init(_ conversion: Conversion, from type: ValueType, _ rules: RuleSet) {
      let first: Conversion
      switch type {
      case .int: first = .stringToInt
      case .double: first = .stringToDouble
      case .bool: first = .stringToBool
      case .url: first = .stringToURL
      case .enumeration(let id): first = .stringToEnumeration(id)
      default:
        self.init(conversion, rules)
        return
      }
      self.init(first, rules)
      if conversion != .none { self = .twice(self, conversion) }
    }
  }

  private enum PatternPart: Hashable {
    case subject(RequestValue)
    case scheme(String?)
    case port(URLGlob.PortPattern)
    case text(String)
    case run, anything, components
    case capture(Reading)
    case captureRest(Reading)
  }

  private struct Action: Hashable {
    var verb: String
    var name: String
    var labels: [String]
    var values: [Value]
  }

  private var decision: Decision
  private var actions: [Action] = []

  /// What a chain does with a request that no rule takes.
  static let allow = NormalizedEffect(decision: .allow)

  /// Whether nothing follows from it at all.
  var isInert: Bool { decision == .continue && actions.isEmpty }

  /// What is seen of several rules' effects in turn, the last one deciding: the same for the same
  /// steps and the same decision, whichever rules they belong to.
  static func course(_ effects: [NormalizedEffect]) -> [NormalizedEffect] {
    var course: [NormalizedEffect] = []
    for effect in effects {
      if effect.isAttempt {
        course.append(effect)
      } else {
        course += effect.actions.map { NormalizedEffect(decision: .continue, actions: [$0]) }
        if effect.decision != .continue {
          course.append(NormalizedEffect(decision: effect.decision))
        }
      }
    }
    return course
  }

  private var isAttempt: Bool { actions.first?.verb == "attempt" }

  private init(decision: Decision, actions: [Action] = []) {
    self.decision = decision
    self.actions = actions
  }

  /// - Parameter known: of the requests that are meant; values that follow from it stand as literals.
  init(_ rule: Rule, in rules: RuleSet, knowing known: ConstantFacts = ConstantFacts()) {
    self.init(decision: rule.decision)
    let patterns = rule.captures.isEmpty ? [] : Self.patterns(rule, rules)
    func value(
      of request: RequestValue, _ conversion: Conversion, from type: ValueType = .string
    ) -> Value {
      if let constant = known[request] {
        switch ArgumentEvaluation.converted(constant, conversion, from: type, in: rules) {
        case .enumerationCase(let id, let index): return .raw(rules[id].cases[index].rawValue)
        case .some(let literal): return .literal(literal)
        case nil: return .literal(.missing)
        }
      }
      if case .flag(let flag) = request {
        return .flag(rules[flag].name, Reading(conversion, rules))
      }
      return .request(request, Reading(conversion, from: type, rules))
    }
    func action(
      _ verb: String, _ name: String, _ parameters: [Field], _ arguments: [Argument]
    ) -> Action {
      Action(
        verb: verb, name: name, labels: parameters.map { $0.name },
        values: arguments.map { argument in
          switch argument.value {
          case .literal(.enumerationCase(let id, let index)):
            return .raw(rules[id].cases[index].rawValue)
          case .literal(let literal): return .literal(literal)
          case .request(let request): return value(of: request, argument.conversion)
          case .capture(let index):
            let type = rule.captures[index].type
            let reading = Reading(argument.conversion, from: type, rules)
            switch Self.place(of: index, in: rule.condition) {
            case .component(let component):
              return value(of: .pathComponent(component), argument.conversion, from: type)
            case .rest(let first): return .rest(first, reading)
            case .fromEnd(let place):
              if let count = known.pathCount, count > place + 1 {
                return value(
                  of: .pathComponent(count - 1 - place), argument.conversion, from: type)
              }
              return .fromEnd(place, reading)
            case nil: return .capture(patterns, index: index, reading)
            }
          }
        })
    }
    actions = rule.steps.map { step in
      switch step.kind {
      case .present(let id, let values):
        action("present", rules[id].name, rules[id].parameters, values)
      case .push(let id, let values): action("push", rules[id].name, rules[id].parameters, values)
      case .perform(let id, let values):
        action("perform", rules[id].name, rules[id].parameters, values)
      case .attempt(let id, let values):
        action("attempt", rules[id].name, rules[id].parameters, values)
      case .openURL: action("open", "", [], [])
      case .loadURL: action("load", "", [], [])
      case .dismiss: action("dismiss", "", [], [])
      }
    }
  }

  private enum Place: Hashable {
    case component(Int)
    case rest(Int)
    /// 0 is the last.
    case fromEnd(Int)
  }

  /// The part of the path that the capture always holds; nil where it is not the same in all patterns
  /// that bind it, or no such part.
  private static func place(of capture: Int, in condition: Condition?) -> Place? {
    var places: Set<Place?> = []
    func look(_ glob: Glob, isPath: Bool) {
      for (index, element) in glob.elements.enumerated() {
        guard element == .capture(capture) || element == .captureRest(capture) else { continue }
        let before = isPath ? separators(glob.elements[..<index]) : nil
        if element == .captureRest(capture) {
          places.insert(before.map { .rest($0 + 1) })
        } else if let before {
          places.insert(.component(before))
        } else {
          let after = isPath ? separators(glob.elements[(index + 1)...]) : nil
          places.insert(after.map { .fromEnd($0) })
        }
      }
    }
    if let condition { Self.look(condition, look) }
    return places.count == 1 ? places.first! : nil
  }

  /// How many separators of a path such elements match; nil where it is not always the same.
  private static func separators(_ elements: ArraySlice<Glob.Element>) -> Int? {
    var count = 0
    for element in elements {
      switch element {
      case .literal(let text): count += text.utf8.count { $0 == 0x2F }
      case .run, .capture: break
      case .anything, .components, .captureRest: return nil
      }
    }
    return count
  }

  /// Shows every pattern that the condition holds, but for negated ones, which bind nothing.
  private static func look(_ condition: Condition, _ body: (Glob, _ isPath: Bool) -> Void) {
    switch condition {
    case .constant, .not: break
    case .all(let parts, _), .any(let parts, _): for part in parts { look(part, body) }
    case .test(let test):
      switch test.predicate {
      case .like(let glob): body(glob, test.subject == .path)
      case .likeURL(.hierarchical(_, let host, _, let path, _, _)):
        body(host, false)
        body(path, true)
      case .likeURL(.opaque(_, let rest)): body(rest, false)
      default: break
      }
    }
  }

  /// The patterns of the condition, and what they are asked of, whatever their captures are called.
  private static func patterns(_ rule: Rule, _ rules: RuleSet) -> [PatternPart] {
    var parts: [PatternPart] = []
    func reading(_ capture: Int) -> Reading {
      Reading(.none, from: rule.captures[capture].type, rules)
    }
    func append(_ glob: Glob) {
      for element in glob.elements {
        switch element {
        case .literal(let text): parts.append(.text(text))
        case .run: parts.append(.run)
        case .anything: parts.append(.anything)
        case .components: parts.append(.components)
        case .capture(let index): parts.append(.capture(reading(index)))
        case .captureRest(let index): parts.append(.captureRest(reading(index)))
        }
      }
    }
    func append(_ condition: Condition?) {
      switch condition {
      case nil, .constant, .not: break
      case .all(let operands, _), .any(let operands, _):
        for operand in operands { append(operand) }
      case .test(let test):
        switch test.predicate {
        case .like(let glob):
          parts.append(.subject(test.subject))
          append(glob)
        case .likeURL(.hierarchical(let scheme, let host, let port, let path, _, _)):
          parts += [.subject(test.subject), .scheme(scheme)]
          append(host)
          parts.append(.port(port))
          append(path)
        case .likeURL(.opaque(let scheme, let rest)):
          parts += [.subject(test.subject), .scheme(scheme)]
          append(rest)
        default: break
        }
      }
    }
    append(rule.condition)
    return parts
  }
}
