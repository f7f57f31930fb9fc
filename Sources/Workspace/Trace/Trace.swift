import Interpreter
import Reachability
package import Requests
import Semantics
import Text
import WebURL

/// The evaluation of a request by a chain, rule by rule.
package struct Trace: Sendable {
  package let chain: ChainName
  let request: Request
  /// The answers of attempts. An attempt without an entry succeeds.
  let answers: [Attempted: Bool]
  let outcome: Outcome
  let interpreter: Interpreter
  let places: SourcePlaces

  /// A line of an invariant that says something about the request.
  struct TouchedClaim {
    var invariant: String
    var location: Location
    var isKept: Bool
  }

  /// The lines of invariants that say something about the request, in the order of the source.
  var touchedClaims: [TouchedClaim] {
    interpreter.rules.invariants.lazy.filter { $0.chains.contains(interpreter.chain.chain) }
      .flatMap { invariant in
        invariant.claims.compactMap { claim -> TouchedClaim? in
          let standing = interpreter.standing(of: claim, request, outcome)
          if case .untouched = standing { return nil }
          return TouchedClaim(
            invariant: invariant.name, location: claim.location, isKept: standing == .kept)
        }
      }
  }
}

extension LoadedRuleSet {
  /// Evaluates the request of a query.
  ///
  /// - Requires: `isBroken` is false for the chain.
  package func trace(_ query: TraceQuery) throws(QueryError) -> Trace {
    let chain = try chain(of: query)
    var request = try query.request(try TraceQuery.url(query.url), chain.kind)
    var answers: [Attempted: Bool] = [:]
    for setting in query.settings { try set(setting, &request, &answers) }
    let interpreter = interpreter(chain)
    return Trace(
      chain: chain, request: request, answers: answers,
      outcome: interpreter.decide(request, answers: answers),
      interpreter: interpreter, places: places)
  }

  /// The chain that the query names, or the only chain of its kind.
  package func chain(of query: TraceQuery) throws(QueryError) -> ChainName {
    let all = chainNames
    if let name = query.chain {
      if all.contains(name) { return name }
      let names = all.filter { $0.kind == name.kind }.map { $0.name }
      let list = names.map { "`\($0)`" }.joined(separator: ", ")
      throw QueryError(
        "there is no \(name.kind.rawValue) `\(name.name)`", name.name, among: names,
        help: names.isEmpty ? "the rule set has none" : "there is \(list)")
    }
    let kind: ChainKind =
      query.isAboutResponse || !all.contains { $0.kind == .requests } ? .responses : .requests
    let names = all.filter { $0.kind == kind }
    if names.count == 1 { return names[0] }
    if all.isEmpty { throw QueryError("the rule set has no chain") }
    let word = kind == .requests ? "chains" : "responses"
    if names.isEmpty { throw QueryError("the rule set has no \(word)") }
    throw QueryError(
      "the rule set has \(names.count) \(word): \(names.map { "`\($0.name)`" }.joined(separator: ", "))",
      help: "name one with `--\(kind.rawValue)`")
  }

  private func set(
    _ setting: String, _ request: inout Request, _ answers: inout [Attempted: Bool]
  ) throws(QueryError) {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : "true"
    if let appValue = rules.values.first(where: { $0.name == name }) {
      if parts.count == 1 {
        throw QueryError(
          "`\(name)` has no value", help: "write `\(name)=\(appValue.type.placeholder)`")
      }
      if appValue.type.isList, value.hasPrefix("[\"") {
        throw QueryError(
          "`\(name)` takes its items one by one, found `\(value)`",
          help: "write `--set \(name)=A --set \(name)=B` for a list of two")
      }
      var constant = try appValue.constant(value)
      if appValue.type.isList, case .list(let items) = request.settings[appValue.input] {
        constant = .list(items + [constant])
      }
      request.settings.set(appValue.input, constant)
      return
    }
    guard value == "true" || value == "false" else {
      throw QueryError(
        "`\(name)` cannot be `\(value)`", help: "write `\(name)=true` or `\(name)=false`")
    }
    let isTrue = value == "true"
    if rules.flags.contains(where: { $0.name == name }) {
      request.settings.set(.flag(ExactString(name)), .bool(isTrue))
      return
    }
    if name == Attempted.openURLName {
      answers[.openURL] = isTrue
      return
    }
    let actions = rules.actions.enumerated().filter { $0.element.result != .none }
    if let action = actions.first(where: { $0.element.name == name }) {
      answers[.action(ID(action.offset))] = isTrue
      return
    }
    let flags = rules.flags.map { $0.name } + rules.values.map { $0.name }
    throw QueryError(
      "there is no flag or value `\(name)`", name, among: flags + actions.map { $0.element.name },
      help: flags.isEmpty
        ? "the rule set has no flags and no values"
        : "there is \(flags.map { "`\($0)`" }.joined(separator: ", "))")
  }
}

extension AppValueType {
  fileprivate var placeholder: String {
    switch self {
    case .string, .strings: "TEXT"
    case .int: "NUMBER"
    case .url, .urls: "URL"
    }
  }
}

extension AppValue {
  /// The constant of the type, or of a list's element type, that the text means.
  fileprivate func constant(_ text: String) throws(QueryError) -> RequestConstant {
    switch type {
    case .string, .strings: return .string(text)
    case .url, .urls: return .url(try TraceQuery.url(text).normalized)
    case .int:
      if let number = Int64(text) { return .int(number) }
      throw QueryError("`\(text)` is no number", help: "write it as in `\(name)=7`")
    }
  }
}
