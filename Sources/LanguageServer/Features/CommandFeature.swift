import Diagnostics
import Reachability
import Requests
import Semantics
import Syntax
import Text
import Workspace

extension Feature {
  static var commands: [Feature] {
    [
      Feature(
        "workspace/executeCommand", "executeCommandProvider",
        ["commands": .array(ServerState.commands.map { .string($0) })],
        handle: ServerState.executeCommand)
    ]
  }
}

extension ServerState {
  fileprivate static let commands = [
    "bascule.runTests", "bascule.trace", "bascule.explain", "bascule.references",
  ]

  func executeCommand(_ params: Params) throws(ResponseError) -> JSON {
    let command = try params.string("command")
    let arguments = params["arguments"]?.array ?? []
    func text(_ number: Int) -> String? {
      arguments.indices.contains(number) ? arguments[number].string : nil
    }
    if command == "bascule.explain" {
      guard let code = text(0), let page = Workspace.summary(ofCode: code)?.page else {
        throw ResponseError(.invalidParams, "`bascule.explain` needs the code of a finding")
      }
      return .string(page)
    }
    guard Self.commands.contains(command) else {
      throw ResponseError(.invalidParams, "there is no command `\(command)`")
    }
    guard let uri = text(0), let state = sets.first(where: { $0.contains(Self.key(uri)) }) else {
      throw ResponseError(.invalidParams, "`\(command)` needs the URI of a rule file")
    }
    let snapshot = state.snapshot(self)
    if command == "bascule.references" {
      guard let file = snapshot.number(ofFile: Self.key(uri)), arguments.count > 1,
        let position = TextPosition(arguments[1]),
        let occurrence = snapshot.index(file).occurrence(
          at: snapshot.map(file).offset(position))
      else { throw ResponseError(.invalidParams, "no name at this position") }
      return .array(
        snapshot.occurrences(of: occurrence, in: file).filter {
          !$0.occurrence.isDeclaration
        }.map { snapshot.json(Location(FileID($0.file), $0.occurrence.span)) })
    }
    let loaded = snapshot.loaded()
    if loaded.hasErrors {
      throw ResponseError(.requestFailed, "the rule set has errors")
    }
    if command == "bascule.runTests" {
      return runTests(loaded, text(1).map { ChainName(argument: $0) })
    }
    let chain = text(1).map { ChainName(argument: $0) }
    if arguments.count > 2 {
      guard let url = text(2) ?? arguments[2]["url"]?.string else {
        throw ResponseError(.invalidParams, "`bascule.trace` needs a URL")
      }
      return try trace(loaded, Self.query(url, chain, arguments[2]))
    }
    chooseTrace(loaded, snapshot, chain)
    return nil
  }

  private func runTests(_ loaded: LoadedRuleSet, _ chain: ChainName?) -> JSON {
    let (count, failures) = TestRun([loaded]).results(ofChain: chain)
    for failure in failures { log("FAILED \(failure)", .error) }
    let summary =
      count == 0
      ? "no tests"
      : failures.isEmpty
        ? "\(count) \(count == 1 ? "test" : "tests") passed"
        : "\(failures.count) of \(count) tests failed"
    show(
      failures.isEmpty ? summary : summary + "\n" + failures[0], failures.isEmpty ? .info : .error)
    return [
      "count": .int(count), "failed": .int(failures.count),
      "failures": .array(failures.map { .string($0) }),
    ]
  }

  private static func query(
    _ url: String, _ chain: ChainName?, _ argument: JSONValue
  ) -> TraceQuery {
    var query = TraceQuery(url: url)
    query.chain = chain
    for row in RequestSchema.all.inputs.map(\.row) {
      let value = argument[row.jsonKey]
      query.inputs[row.optionName] =
        value?.array?.compactMap(\.string) ?? value?.string.map { [$0] }
        ?? (value?.bool.flatMap { Self.option($0, of: row) }).map { [$0] }
        ?? (value?.int.map { [String($0)] })
    }
    for key in ["flags", "values"] {
      query.settings += argument[key]?.array?.compactMap(\.string) ?? []
    }
    return query
  }

  /// The value of an option; nil to leave it out.
  private static func option(_ value: Bool, of row: InputRow) -> String? {
    if row.defaultValue == .bool(value) { return nil }
    return value ? "" : "false"
  }

  private func trace(
    _ loaded: LoadedRuleSet, _ query: TraceQuery
  ) throws(ResponseError) -> JSON {
    do throws(QueryError) {
      let trace = try loaded.trace(query)
      let text = String(decoding: trace.human(Style(isColoured: false)), as: UTF8.self)
      log(text, .info)
      show(text)
      return .string(text)
    } catch {
      throw ResponseError(
        .requestFailed, error.message + (error.help.map { "; \($0)" } ?? ""))
    }
  }

  /// Lets the user choose among requests that reach the chain's rules.
  private func chooseTrace(_ loaded: LoadedRuleSet, _ snapshot: Snapshot, _ chain: ChainName?) {
    let number = snapshot.rules.chains.firstIndex { $0.chainName == chain } ?? 0
    guard snapshot.analyses.indices.contains(number) else { return }
    var witnesses: [(title: String, witness: Witness)] = []
    for entry in snapshot.analyses[number].entries {
      guard case .reachable(let witness) = entry, witnesses.count < 6 else { continue }
      let title = RuleLanguagePrinter.requestText(witness)
      if !witnesses.contains(where: { $0.title == title }) { witnesses.append((title, witness)) }
    }
    ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": "Which request should be traced?",
        "actions": .array(witnesses.map { ["title": .string($0.title)] }),
      ]
    ) { [weak self] result in
      guard let self, let title = result?["title"]?.string,
        let witness = witnesses.first(where: { $0.title == title })?.witness
      else { return }
      do throws(ResponseError) {
        var query = TraceQuery(witness)
        query.chain = chain
        _ = try self.trace(loaded, query)
      } catch {
        self.show(error.message, .error)
      }
    }
  }
}
