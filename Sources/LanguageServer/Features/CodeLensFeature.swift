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
        handle: ServerState.codeLenses),
      Feature(
        "codeLens/resolve", handle: ServerState.resolveCodeLens),
    ]
  }
}

extension ServerState {
  func codeLenses(_ params: Params) throws(ResponseError) -> JSON {
    guard settings.lenses, let (snapshot, file) = try document(params) else { return [] }
    let map = snapshot.map(file)
    let uri = JSON.string(snapshot.uris[file])
    var lenses: [JSON] = []
    func add(_ span: Span, _ kind: String, _ name: JSON, _ offset: UInt32) {
      lenses.append([
        "range": map.range(span).json,
        "data": ["uri": uri, "kind": .string(kind), "name": name, "offset": .int(Int(offset))],
      ])
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
        add(header.name.span, "users", .string(header.name.text), header.name.span.start)
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
          add(test.url.span, "case", .string(chain.argument), test.span.start)
        }
      default: break
      }
    }
    for rule in snapshot.index(file).rules where rule.syntax.condition != nil {
      add(rule.syntax.keyword, "rule", .string(rule.owner), rule.syntax.span.start)
    }
    return .array(lenses)
  }

  func resolveCodeLens(_ params: Params) throws(ResponseError) -> JSON {
    guard let value = params.value else { throw ResponseError(.invalidParams, "no code lens") }
    guard let data = params["data"], let uri = data["uri"]?.string, let kind = data["kind"]?.string,
      let offset = data["offset"]?.int,
      let state = sets.first(where: { $0.paths.contains(Self.key(uri)) })
    else { return JSON(value) }
    let snapshot = state.snapshot(self)
    guard let file = snapshot.number(ofFile: Self.key(uri)) else { return JSON(value) }
    let lens = JSON(value)
    func command(_ title: String, _ command: String, _ arguments: JSON) -> JSON {
      lens.with(
        "command",
        ["title": .string(title), "command": .string(command), "arguments": arguments])
    }
    /// A lens that shows the page of a code.
    func page(_ title: String, _ code: String) -> JSON {
      command(title, "bascule.explain", [.string(code), true])
    }
    func trace(_ title: String, _ query: TraceQuery) -> JSON {
      command(title, "bascule.trace", [.string(uri), JSON(query.chain?.argument), query.json])
    }
    if kind == "users" {
      let chains = snapshot.chains(usingHandler: data["name"]?.string ?? "")
      let title =
        chains == 0 ? "used by no chain" : "used by \(chains) \(chains == 1 ? "chain" : "chains")"
      return command(
        title, "bascule.references", [.string(uri), snapshot.map(file).position(offset).json])
    }
    let error = snapshot.errors.first
    func unknown(_ error: Finding) -> JSON {
      page("unknown while the rule set has errors", error.code)
    }
    if kind == "case" {
      let test = snapshot.index(file).tests.lazy.flatMap(\.cases)
        .first { Int($0.span.start) == offset }
      guard let test, let result = snapshot.caseResults[Location(FileID(file), test.span)],
        let query = result.query
      else { return error.map(unknown) ?? lens.with("command", ["title": "", "command": ""]) }
      return trace(
        result.holds ? "passes" : "fails: the outcome is \(result.outcome)".shortened, query)
    }
    guard
      let rule = snapshot.index(file).rules.first(where: { Int($0.syntax.span.start) == offset })
    else { return lens.with("command", ["title": "", "command": ""]) }
    switch snapshot.reach(Location(FileID(file), rule.syntax.span)) {
    case .reached(let request, let query): return trace("reached by \(request)", query)
    case .unreachable: return page("never reached", "unreachable-rule")
    case .undecided: return page("undecided", "undecided")
    case .inNoChain:
      // Rules with errors are in none.
      return error.map(unknown) ?? page("in no chain", "unreachable-handler")
    }
  }
}

/// The result of the analysis for a rule, in all chains.
enum RuleReach {
  /// By a request, in the rule language.
  case reached(String, TraceQuery)
  case unreachable, undecided, inNoChain
}

extension Snapshot {
  /// Rules with errors are in no chain.
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
  /// The number of chains that use the handler, directly or through others.
  func chains(usingHandler name: String) -> Int {
    users(of: .declaration(.rules, name)).count { key in
      switch names.declaration(key)?.kind {
      case .chain?, .responses?: true
      default: false
      }
    }
  }
}
