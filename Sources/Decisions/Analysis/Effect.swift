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

  init(_ rule: Rule, in rules: RuleSet) {
    self.init(decision: rule.decision)
    let patterns = rule.captures.isEmpty ? [] : Self.patterns(rule.condition)
    func action(
      _ verb: String, _ name: String, _ parameters: [Field], _ arguments: [Argument]
    ) -> Action {
      Action(
        verb: verb, name: name, labels: parameters.map(\.name),
        values: arguments.map { argument in
          let conversion = Self.name(argument.conversion, rules)
          switch argument.value {
          case .literal(.enumerationCase(let id, let index)):
            return .raw(rules[id].cases[index].rawValue)
          case .literal(let literal): return .literal(literal)
          case .request(.flag(let flag)):
            return .request(.download, flag: rules[flag].name, conversion: conversion)
          case .request(let value):
            return .request(value, flag: nil, conversion: conversion)
          case .capture(let index):
            let conversion = Self.name(argument.conversion, from: rule.captures[index].type, rules)
            return Self.place(of: index, in: rule.condition, conversion)
              ?? .capture(pattern: patterns, index: index, conversion: conversion)
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

  /// The part of the path that the capture always holds; nil where it is not the same in all patterns
  /// that bind it, or no such part.
  private static func place(
    of capture: Int, in condition: Condition?, _ conversion: String
  ) -> Value? {
    var places: Set<Value?> = []
    func look(_ glob: Glob, isPath: Bool) {
      for (index, element) in glob.elements.enumerated() {
        guard element == .capture(capture) || element == .captureRest(capture) else { continue }
        var component = 0
        var isFixed = isPath
        for before in glob.elements[..<index] {
          switch before {
          case .literal(let text): component += text.utf8.count { $0 == 0x2F }
          case .run, .capture: break
          case .anything, .components, .captureRest: isFixed = false
          }
        }
        if !isFixed {
          places.insert(nil)
        } else if element == .capture(capture) {
          places.insert(.request(.pathComponent(component), flag: nil, conversion: conversion))
        } else {
          places.insert(.rest(component + 1, conversion: conversion))
        }
      }
    }
    func look(_ condition: Condition) {
      switch condition {
      case .constant, .not: break
      case .all(let parts, _), .any(let parts, _): for part in parts { look(part) }
      case .test(let test):
        switch test.predicate {
        case .like(let glob): look(glob, isPath: test.subject == .path)
        case .likeURL(.hierarchical(_, let host, _, let path, _, _)):
          look(host, isPath: false)
          look(path, isPath: true)
        case .likeURL(.opaque(_, let rest)): look(rest, isPath: false)
        default: break
        }
      }
    }
    if let condition { look(condition) }
    return places.count == 1 ? places.first! : nil
  }

  /// The patterns that capture something, as they are written.
  private static func patterns(_ condition: Condition?) -> [String] {
    switch condition {
    case nil, .constant, .not: return []
    case .all(let parts, _), .any(let parts, _): return parts.flatMap { patterns($0) }
    case .test(let test):
      let subject = "\(test.subject)"
      switch test.predicate {
      case .like(let glob): return [subject, glob.source]
      case .likeURL(.hierarchical(let scheme, let host, let port, let path, _, _)):
        return [subject, scheme ?? "*", host.source, "\(port)", path.source]
      case .likeURL(.opaque(let scheme, let rest)): return [subject, scheme, rest.source]
      default: return []
      }
    }
  }
}
