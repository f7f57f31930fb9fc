import Semantics

/// What a rule does, in terms that two rule sets share: two rules of the same effect do the same to
/// every request that both match.
struct Effect: Hashable {
  private enum Value: Hashable {
    case literal(Literal)
    /// Case of an enum by its raw value.
    case raw(String)
    case request(RequestValue, flag: String?, conversion: String)
    /// The components of the path from one on.
    case rest(Int, conversion: String)
    /// A component of the path counted from its end, 0 being the last.
    case fromEnd(Int, conversion: String)
    /// What a capture holds depends on its pattern; the pattern, and its place in it.
    case capture(pattern: [String], index: Int, conversion: String)
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
  static let allow = Effect(decision: .allow)

  /// Whether nothing follows from it at all.
  var isInert: Bool { decision == .continue && actions.isEmpty }

  /// What is seen of several rules' effects in turn, the last one deciding: the same for the same
  /// steps and the same decision, whichever rules they belong to.
  static func course(_ effects: [Effect]) -> [Effect] {
    var course: [Effect] = []
    for effect in effects {
      if effect.isAttempt {
        course.append(effect)
      } else {
        course += effect.actions.map { Effect(decision: .continue, actions: [$0]) }
        if effect.decision != .continue { course.append(Effect(decision: effect.decision)) }
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
  init(_ rule: Rule, in rules: RuleSet, knowing known: KnownValues = KnownValues()) {
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
        return .request(.download, flag: rules[flag].name, conversion: "\(conversion)")
      }
      return .request(request, flag: nil, conversion: Self.name(conversion, from: type, rules))
    }
    func action(
      _ verb: String, _ name: String, _ parameters: [Field], _ arguments: [Argument]
    ) -> Action {
      Action(
        verb: verb, name: name, labels: parameters.map(\.name),
        values: arguments.map { argument in
          switch argument.value {
          case .literal(.enumerationCase(let id, let index)):
            return .raw(rules[id].cases[index].rawValue)
          case .literal(let literal): return .literal(literal)
          case .request(let request): return value(of: request, argument.conversion)
          case .capture(let index):
            let type = rule.captures[index].type
            let conversion = Self.name(argument.conversion, from: type, rules)
            switch Self.place(of: index, in: rule.condition) {
            case .component(let component):
              return value(of: .pathComponent(component), argument.conversion, from: type)
            case .rest(let first): return .rest(first, conversion: conversion)
            case .fromEnd(let place):
              if let count = known.pathCount, count > place + 1 {
                return value(
                  of: .pathComponent(count - 1 - place), argument.conversion, from: type)
              }
              return .fromEnd(place, conversion: conversion)
            case nil: return .capture(pattern: patterns, index: index, conversion: conversion)
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

  private static func name(_ conversion: Conversion, _ rules: RuleSet) -> String {
    if case .stringToEnumeration(let id) = conversion { return "enum \(rules[id].name)" }
    return "\(conversion)"
  }

  /// What turns a capture's text into the parameter's value.
  private static func name(
    _ conversion: Conversion, from type: ValueType, _ rules: RuleSet
  ) -> String {
    if conversion == .none {
      switch type {
      case .int: return "\(Conversion.stringToInt)"
      case .double: return "\(Conversion.stringToDouble)"
      case .bool: return "\(Conversion.stringToBool)"
      case .url: return "\(Conversion.stringToURL)"
      case .enumeration(let id): return name(.stringToEnumeration(id), rules)
      default: break
      }
    }
    return type == .string ? name(conversion, rules) : "\(type) \(name(conversion, rules))"
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
  private static func patterns(_ rule: Rule, _ rules: RuleSet) -> [String] {
    func text(_ glob: Glob) -> String {
      let parts = glob.elements.map { element in
        switch element {
        case .literal(let text): "\(text.utf8.count):\(text)"
        case .run: "*"
        case .anything: "**"
        case .components: "/**"
        case .capture(let index): "{\(name(.none, from: rule.captures[index].type, rules))}"
        case .captureRest(let index):
          "/{\(name(.none, from: rule.captures[index].type, rules))**}"
        }
      }
      return parts.joined()
    }
    func patterns(_ condition: Condition?) -> [String] {
      switch condition {
      case nil, .constant, .not: return []
      case .all(let parts, _), .any(let parts, _): return parts.flatMap { patterns($0) }
      case .test(let test):
        let subject = "\(test.subject)"
        switch test.predicate {
        case .like(let glob): return [subject, text(glob)]
        case .likeURL(.hierarchical(let scheme, let host, let port, let path, _, _)):
          return [subject, scheme ?? "*", text(host), "\(port)", text(path)]
        case .likeURL(.opaque(let scheme, let rest)): return [subject, scheme, text(rest)]
        default: return []
        }
      }
    }
    return patterns(rule.condition)
  }
}
