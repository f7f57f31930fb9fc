import Semantics

/// What a rule does, in terms that two rule sets share: two rules of the same effect do the same to
/// every request that both match.
struct Effect: Hashable {
  private enum Value: Hashable {
    case literal(Literal)
    /// Case of an enum by its raw value.
    case raw(String)
    case request(RequestValue, flag: String?, conversion: String, isRequired: Bool)
    /// What a capture holds depends on its pattern; the pattern, and its place in it.
    case capture(pattern: [String], index: Int, conversion: String, isRequired: Bool)
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

  private init(decision: Decision) { self.decision = decision }

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
            return .request(
              .download, flag: rules[flag].name, conversion: conversion,
              isRequired: argument.isRequired)
          case .request(let value):
            return .request(
              value, flag: nil, conversion: conversion, isRequired: argument.isRequired)
          case .capture(let index):
            return .capture(
              pattern: patterns, index: index, conversion: conversion,
              isRequired: argument.isRequired)
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
