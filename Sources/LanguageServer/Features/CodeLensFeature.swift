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
    guard let (snapshot, file) = try document(params) else { return nil }
    let map = snapshot.map(file)
    let uri = JSON.string(snapshot.uris[file])
    var lenses: [JSON] = []
    func add(_ span: Span, _ kind: String, _ name: JSON, _ offset: Int) {
      lenses.append([
        "range": map.range(span).json,
        "data": ["uri": uri, "kind": .string(kind), "name": name, "offset": .int(offset)],
      ])
    }
    func command(_ span: Span, _ title: String, _ command: String, _ arguments: JSON) {
      lenses.append([
        "range": map.range(span).json,
        "command": [
          "title": .string(title), "command": .string(command), "arguments": arguments,
        ],
      ])
    }
    for declaration in snapshot.trees[file].declarations {
      switch declaration {
      case .handler(let header, _):
        add(header.name.span, "users", .string(header.name.text), Int(header.name.span.start))
      case .chain(let syntax):
        command(
          syntax.header.name.span, "trace a \(syntax.kind.subject)…", "bascule.trace",
          [uri, .string(ChainName(syntax.kind, syntax.header.name.text).argument)])
      case .test(let syntax):
        command(
          syntax.header.name.span, syntax.cases.count == 1 ? "run test" : "run tests",
          "bascule.runTests",
          [uri, .string(ChainName(syntax.kind, syntax.header.name.text).argument)])
      default: break
      }
    }
    for rule in snapshot.index(file).rules where rule.syntax.condition != nil {
      add(rule.syntax.keyword, "rule", .string(rule.owner), Int(rule.syntax.span.start))
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
    if kind == "users" {
      let name = data["name"]?.string ?? ""
      let chains = snapshot.chains(usingHandler: name)
      let title =
        chains == 0 ? "used by no chain" : "used by \(chains) \(chains == 1 ? "chain" : "chains")"
      return lens.with(
        "command",
        [
          "title": .string(title), "command": "bascule.references",
          "arguments": [.string(uri), snapshot.map(file).position(offset).json],
        ])
    }
    guard
      let rule = snapshot.index(file).rules.first(where: { Int($0.syntax.span.start) == offset })
    else { return lens.with("command", ["title": "", "command": ""]) }
    let (title, chain, url) = reach(Location(FileID(file), rule.syntax.span), snapshot)
    guard let chain, let url else {
      return lens.with("command", ["title": .string(title), "command": ""])
    }
    return lens.with(
      "command",
      [
        "title": .string(title), "command": "bascule.trace",
        "arguments": [.string(uri), .string(chain), url],
      ])
  }

  /// The title of a rule's lens, and a request that reaches the rule.
  private func reach(
    _ rule: Location, _ snapshot: Snapshot
  ) -> (title: String, chain: String?, query: JSON?) {
    if !snapshot.errors.isEmpty { return ("", nil, nil) }
    let occurrences = snapshot.occurrencesOfRules[rule] ?? []
    var isDecided = true
    for occurrence in occurrences {
      switch snapshot.analyses[occurrence.chain].entries[occurrence.entry] {
      case .reachable(let witness):
        return (
          "reached by \(RuleLanguagePrinter.requestText(witness))",
          snapshot.rules.chains[occurrence.chain].chainName.argument,
          Self.query(witness, snapshot.rules.chains[occurrence.chain].kind)
        )
      case .undecided: isDecided = false
      case .unreachable: break
      }
    }
    if occurrences.isEmpty { return ("in no chain", nil, nil) }
    return (isDecided ? "never reached" : "undecided", nil, nil)
  }

  /// The argument of `bascule.trace`: `{url, frame, navigation, method, headers, download, page, flags, values}`;
  /// of a response, with its values.
  private static func query(_ witness: Witness, _ kind: ChainKind) -> JSON {
    var json: JSON = ["url": .string(witness.urlText)]
    for input in kind.schema.inputs {
      let row = input.row
      if row.argument == .none {
        json = json.with(row.jsonKey, witness.settings[input].map { Self.json($0) })
      } else {
        let settings = witness.settings.changed.filter { $0.input.row.name == row.name }
        json = json.with(
          row.jsonKey,
          .array(
            settings.map {
              .string("\($0.input.row.argument.key.string): \($0.value.text ?? "")")
            }))
      }
    }
    let values = witness.settings.changed.flatMap { setting -> [JSON] in
      guard case .value(let key) = setting.input else { return [] }
      var items = [setting.value]
      if case .list(let list) = setting.value { items = list }
      return items.map { .string("\(key.name.string)=\(RuleLanguagePrinter.plainText($0))") }
    }
    return json.with("flags", .array(witness.settings.flags.map { .string($0) }))
      .with("values", .array(values))
  }

  private static func json(_ value: RequestConstant) -> JSON {
    switch value {
    case .string(let text), .url(let text): .string(text)
    case .int(let number): .int(number)
    case .bool(let value): .bool(value)
    case .choice(let choice): .string(choice.name)
    case .list(let items): .array(items.map { json($0) })
    }
  }
}

extension Snapshot {
  /// The number of chains that use the handler, directly or through others.
  func chains(usingHandler name: String) -> Int {
    var users: [NameKey: [NameKey]] = [:]
    var chains: Set<NameKey> = []
    for file in files.indices {
      let index = index(file)
      for use in index.uses {
        users[names.canonical(use.target), default: []].append(use.ownerKey)
      }
      for declaration in index.declarations
      where declaration.kind == .chain || declaration.kind == .responses {
        chains.insert(declaration.key)
      }
    }
    var seen: Set<NameKey> = []
    var open = [NameKey.declaration(.rules, name)]
    while let next = open.popLast() {
      for user in users[next] ?? [] where seen.insert(user).inserted { open.append(user) }
    }
    return seen.intersection(chains).count
  }
}
