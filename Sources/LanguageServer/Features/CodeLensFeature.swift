import Diagnostics
import Reachability
import Requests
import Semantics
import Syntax
import Text
import Workspace

extension Feature {
  static var codeLenses: [Feature] {
    [
      Feature(
        "textDocument/codeLens", "codeLensProvider", ["resolveProvider": true],
        isAboutText: true, handle: ServerState.codeLenses),
      Feature(
        "codeLens/resolve", handle: ServerState.resolveCodeLens),
    ]
  }
}

/// The subject of a code lens. Its command is computed when the client needs it.
private struct LensSubject {
  enum Kind: String {
    /// The chains that use a handler.
    case users
    /// The result of a test case.
    case testCase = "case"
    /// A request that reaches a rule.
    case rule
  }

  let kind: Kind
  /// The name of the handler, or of the owner of the rule or test case.
  let name: String
  /// The offset of the rule, the test case, or the name of the handler.
  let offset: Int
}

extension ServerState {
  func codeLenses(_ params: Params) throws(ResponseError) -> JSON {
    guard settings.lenses, let (snapshot, file) = try document(params) else { return [] }
    if !client.resolvesShownLenses { try snapshot.requireCheck() }
    let map = snapshot.map(file)
    let uri = JSON.string(snapshot.uris[file])
    var lenses: [JSON] = []
    var resolved = client.resolvesShownLenses ? 0 : Self.resolvedLenses
    func add(
      _ span: Span, _ kind: LensSubject.Kind, _ name: String, _ offset: UInt32
    ) throws(ResponseError) {
      let lens: JSON = ["range": map.range(span).json]
      let subject = LensSubject(kind: kind, name: name, offset: Int(offset))
      if resolved > 0 {
        resolved -= 1
        lenses.append(lens.with("command", try resolvedCommand(subject, snapshot, file)))
        return
      }
      let data: JSON = [
        "uri": uri, "kind": .string(kind.rawValue), "name": .string(name),
        "offset": .int(subject.offset),
      ]
      lenses.append(lens.with("data", data))
    }
    func command(_ span: Span, _ title: String, _ command: String, _ chain: ChainName) {
      lenses.append([
        "range": map.range(span).json,
        "command": [
          "title": .string(title), "command": .string(command),
          "arguments": [uri, .string(chain.argument)],
        ],
      ])
    }
    for declaration in snapshot.trees[file].declarations {
      switch declaration {
      case .handler(let header, _):
        try add(header.name.span, .users, header.name.text, header.name.span.start)
      case .chain(let syntax):
        command(
          syntax.header.name.span, "trace a \(syntax.kind.subject)…", "bascule.trace",
          ChainName(syntax.kind, syntax.header.name.text))
      case .test(let syntax):
        let chain = ChainName(syntax.kind, syntax.header.name.text)
        command(
          syntax.header.name.span, syntax.cases.count == 1 ? "run test" : "run tests",
          "bascule.runTests", chain)
        for test in syntax.cases where settings.tests {
          try add(test.url.span, .testCase, chain.argument, test.span.start)
        }
      default: break
      }
    }
    for rule in snapshot.index(file).rules where rule.syntax.condition != nil {
      try add(rule.syntax.keyword, .rule, rule.owner, rule.syntax.span.start)
    }
    return .array(lenses)
  }

  /// The number of lenses that are sent with their commands to a client that may resolve all lenses one by one.
  private static let resolvedLenses = 1000

  func resolveCodeLens(_ params: Params) throws(ResponseError) -> JSON {
    guard let value = params.value else { throw ResponseError(.invalidParams, "no code lens") }
    guard let data = params["data"], let uri = data["uri"]?.string,
      let kind = data["kind"]?.string.flatMap(LensSubject.Kind.init(rawValue:)),
      let offset = data["offset"]?.int,
      let state = sets.first(where: { $0.paths.contains(Self.key(uri)) })
    else { return JSON(value) }
    let snapshot = state.snapshot(self)
    guard let file = snapshot.number(ofFile: Self.key(uri)) else { return JSON(value) }
    let subject = LensSubject(kind: kind, name: data["name"]?.string ?? "", offset: offset)
    return JSON(value).with("command", try resolvedCommand(subject, snapshot, file))
  }

  private func resolvedCommand(
    _ subject: LensSubject, _ snapshot: Snapshot, _ file: Int
  ) throws(ResponseError) -> JSON {
    let uri = JSON.string(snapshot.uris[file])
    func command(_ title: String, _ command: String, _ arguments: JSON) -> JSON {
      ["title": .string(title), "command": .string(command), "arguments": arguments]
    }
    /// Returns a command that shows the page of a code.
    func page(_ title: String, _ code: String) -> JSON {
      command(title, "bascule.explain", [.string(code), true])
    }
    func trace(_ title: String, _ query: TraceQuery) -> JSON {
      command(title, "bascule.trace", [uri, JSON(query.chain?.argument), query.json])
    }
    let none: JSON = ["title": "", "command": ""]
    if subject.kind == .users {
      let chains = snapshot.chains(usingHandler: subject.name)
      let title =
        chains == 0 ? "used by no chain" : "used by \(chains) \(chains == 1 ? "chain" : "chains")"
      return command(
        title, "bascule.references", [uri, snapshot.map(file).position(subject.offset).json])
    }
    try snapshot.requireCheck()
    let error = snapshot.errors.first
    func unknown(_ error: Finding) -> JSON {
      page("unknown while the rule set has errors", error.code)
    }
    if subject.kind == .testCase {
      let location = snapshot.index(file).tests.lazy.flatMap { $0.cases }
        .first { Int($0.span.start) == subject.offset }.map { Location(FileID(file), $0.span) }
      guard let result = location.flatMap({ snapshot.caseResults[$0] }), let query = result.query
      else { return error.map(unknown) ?? none }
      return trace(
        result.holds ? "passes" : "fails: the outcome is \(result.outcome)".shortened, query)
    }
    let rules = snapshot.index(file).rules
    guard let rule = rules.first(where: { Int($0.syntax.span.start) == subject.offset }) else {
      return none
    }
    switch snapshot.reach(Location(FileID(file), rule.syntax.span)) {
    case .reached(let request, let query): return trace("reached by \(request)", query)
    case .unreachable: return page("never reached", "unreachable-rule")
    case .undecided: return page("undecided", "undecided")
    case .inNoChain:
      // Rules with errors are in no chain.
      return error.map(unknown) ?? page("in no chain", "unreachable-handler")
    }
  }
}

/// The result of the analysis for a rule in all chains.
enum RuleReach {
  /// The rule is reached by a request, which is given in the rule language.
  case reached(String, TraceQuery)
  case unreachable, undecided, inNoChain
}

extension Snapshot {
  /// Returns the result of the analysis for a rule. Rules with errors are in no chain.
  func reach(_ rule: Location) -> RuleReach {
    let occurrences = occurrencesOfRules[rule] ?? []
    var isDecided = true
    for occurrence in occurrences {
      switch analyses[occurrence.chain].entries[occurrence.entry] {
      case .reachable(let witness):
        var query = TraceQuery(witness)
        query.chain = rules.chains[occurrence.chain].chainName
        return .reached(RuleLanguagePrinter.requestText(witness), query)
      case .undecided: isDecided = false
      case .unreachable: break
      }
    }
    if occurrences.isEmpty { return .inNoChain }
    return isDecided ? .unreachable : .undecided
  }
}

extension Snapshot {
  /// Returns the number of chains that use the handler, directly or through other handlers.
  func chains(usingHandler name: String) -> Int {
    users(of: .declaration(.rules, name)).count { key in
      switch names.declaration(key)?.kind {
      case .chain?, .responses?: true
      default: false
      }
    }
  }
}
