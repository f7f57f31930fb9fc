import Diagnostics
import Requests
import Semantics
import Syntax
import Text
import Workspace

extension ServerState {
  /// Returns whether the tests of a checked rule set have to be sent to the client.
  func mustSendTests(of set: RuleSetState) -> Bool {
    client.showsTests && !set.areTestsSent && !set.isDirty
  }

  /// Sends the tests of one rule set in the notification `bascule/tests`, if they have changed.
  func sendTests() {
    guard let set = sets.first(where: { mustSendTests(of: $0) }) else { return }
    set.areTestsSent = true
    let tests = tests(set.folder, set.snapshot(self))
    let hash = tests.bytes.hashValue
    if set.sentTests == hash { return }
    set.sentTests = hash
    notify("bascule/tests", tests)
  }

  /// Returns the tests as `{folder, blocks: [{uri, chain, range, cases: [{label, range, passed, message}]}]}`. `passed`
  /// is null if the rule set has errors.
  func tests(_ folder: String, _ snapshot: Snapshot) -> JSON {
    let results = snapshot.caseResults
    var blocks: [JSON] = []
    for (file, uri) in snapshot.uris.enumerated() where settings.tests {
      let map = snapshot.map(file)
      for block in snapshot.index(file).tests {
        let cases = block.cases.map { test -> JSON in
          let result = results[Location(FileID(file), test.span)]
          let request = Span(test.url.span.start, (test.setup.last?.span ?? test.url.span).end)
          return [
            "label": .string(snapshot.text(Location(FileID(file), request))),
            "range": map.range(test.span).json,
            "passed": result.map { .bool($0.holds) } ?? .null,
            "message": JSON(result.flatMap { $0.holds ? nil : $0.difference }),
          ]
        }
        let chain = ChainName(block.kind, block.header.name.text)
        blocks.append([
          "uri": .string(uri), "chain": .string(chain.argument),
          "range": map.range(block.header.name.span).json, "cases": .array(cases),
        ])
      }
    }
    return ["folder": .string(FileURI.uri(folder)), "blocks": .array(blocks)]
  }

  /// Runs the tests of a chain, or all tests, and reports the result in one line.
  func runTests(_ snapshot: Snapshot, _ chain: ChainName?) throws(ResponseError) -> JSON {
    if let chain {
      if let error = snapshot.obstacle(chain) { throw snapshot.refusal(chain, error) }
      if !snapshot.loaded.chainNames.contains(chain) {
        throw ResponseError(.requestFailed, "there is no \(chain.text)")
      }
    }
    let (count, failures) = snapshot.tests.results(ofChain: chain)
    let obstacle = snapshot.obstacleOfTests(chain).map { snapshot.text(of: $0) }
    if count == 0, let obstacle {
      throw ResponseError(.requestFailed, "no test can run because of an error: \(obstacle)")
    }
    for failure in failures { log("FAILED \(failure)", .error) }
    var summary =
      count == 0
      ? "no tests"
      : failures.isEmpty
        ? "\(count) \(count == 1 ? "test" : "tests") passed"
        : "\(failures.count) of \(count) tests failed, the first at "
          + (failures[0].split(separator: "\n").first ?? "")
    if let obstacle { summary += "; others cannot run because of an error: \(obstacle)" }
    show(summary, !failures.isEmpty ? .error : obstacle == nil ? .info : .warning)
    return [
      "count": .int(count), "failed": .int(failures.count),
      "failures": .array(failures.map { .string($0) }),
    ]
  }
}

extension Snapshot {
  /// Returns an error that keeps a test of the chain from running; for nil, a test of any chain.
  fileprivate func obstacleOfTests(_ chain: ChainName?) -> Finding? {
    if errors.isEmpty { return nil }
    for file in files.indices {
      for block in index(file).tests {
        let tested = ChainName(block.kind, block.header.name.text)
        guard chain == nil || chain == tested else { continue }
        if let error = error(in: file, block.header.span) ?? obstacle(tested) { return error }
        let isRun = block.cases.allSatisfy { caseResults[Location(FileID(file), $0.span)] != nil }
        if !isRun { return errors.first }
      }
    }
    return nil
  }
}
