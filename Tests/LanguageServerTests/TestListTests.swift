import Diagnostics
import RandomRules
import TestSupport
import Testing

@testable import LanguageServer

/// Tests the tests of rule files in editors: the list with their results, and the lenses that run them.
@Suite struct TestListTests {
  /// A test case with the outcome of its chain.
  private struct Case {
    var request: String
    var expected: String
    var holds: Bool
    var text: String { "\(request) \(expected)" }
  }

  private struct Block {
    var chain: String
    /// The word `chain` or `responses` before the name.
    var keyword: String
    var cases: [Case]
  }

  private static let rules = """
    flag isHome
    chain First { when path == "/a" cancel when isHome download otherwise allow }
    chain Second { when path == "/a" download otherwise cancel }
    responses Third { when status == 404 cancel otherwise allow }

    """

  /// Returns the decision of a chain for a path with and without the flag, or for `Third` for a status.
  private static func decision(_ chain: String, isA: Bool, isHome: Bool) -> String {
    switch chain {
    case "First": isA ? "cancel" : isHome ? "download" : "allow"
    case "Second": isA ? "download" : "cancel"
    default: isA ? "cancel" : "allow"
    }
  }

  private static func block(_ random: inout RandomChoice) -> Block {
    let chain = random.one(of: ["First", "Second", "Third"])
    let cases = (0..<1 + random.below(3)).map { number in
      let (isA, isHome) = (random.once(in: 2), random.once(in: 3))
      let path = isA && chain != "Third" ? "a" : "x\(number)"
      var request = "\"https://a.example/\(path)\""
      if chain == "Third" {
        request += " with status == \(isA ? 404 : 200)"
      } else if isHome {
        request += " with isHome"
      }
      let outcome = decision(chain, isA: isA, isHome: isHome)
      let expected = random.one(of: ["allow", "cancel", "download"])
      return Case(request: request, expected: expected, holds: expected == outcome)
    }
    return Block(chain: chain, keyword: chain == "Third" ? "responses " : "", cases: cases)
  }

  @Test(.seeded) func everyCaseIsListedAndRun() throws {
    var random = RandomChoice(seed: Seed.of(93))
    for _ in 0..<TestOptions.cases(12, long: 300) {
      let blocks = (0..<1 + random.below(3)).map { _ in Self.block(&random) }
      let text =
        Self.rules
        + blocks.map { block in
          "test \(block.keyword)\(block.chain) {\n"
            + block.cases.map { "  \($0.text)\n" }.joined() + "}\n"
        }.joined()
      let server = AskedServer(text, options: #"{"showsTests": true}"#)
      let lists = server.announced.filter { $0["method"]?.string == "bascule/tests" }
      let list = try #require(lists.last?["params"], "\(text)")
      #expect(list["folder"]?.string == "file:///w")
      let found = try #require(list["blocks"]?.array)
      #expect(found.count == blocks.count)
      for (block, found) in zip(blocks, found) {
        #expect(found["uri"]?.string == "file:///w/a.bascule")
        #expect(found["chain"]?.string == block.keyword + block.chain)
        #expect(server.texts([try #require(found["range"])]) == [block.chain])
        let cases = try #require(found["cases"]?.array)
        #expect(cases.map { $0["label"]?.string } == block.cases.map(\.request), "\(text)")
        #expect(server.texts(cases.compactMap { $0["range"] }) == block.cases.map(\.text))
        #expect(cases.map { $0["passed"]?.bool } == block.cases.map(\.holds), "\(text)")
        for (one, found) in zip(block.cases, cases) {
          #expect((found["message"]?.string == nil) == one.holds, "\(text)")
        }
      }
      try checkRuns(server, blocks)
    }
  }

  /// Checks that the lens above a block runs the tests of its chain, in all blocks.
  private func checkRuns(_ server: AskedServer, _ blocks: [Block]) throws {
    let document = #""textDocument": {"uri": "file:///w/a.bascule"}"#
    let lenses = try #require(
      try server.request("textDocument/codeLens", document)?["result"]?.array)
    let runs = lenses.filter { $0["command"]?["command"]?.string == "bascule.runTests" }
    #expect(
      runs.map { $0["command"]?["title"]?.string }
        == blocks.map { $0.cases.count == 1 ? "run test" : "run tests" })
    #expect(server.texts(runs.compactMap { $0["range"] }) == blocks.map(\.chain))
    for (run, block) in zip(runs, blocks) {
      let arguments = try #require(run["command"]?["arguments"])
      let result = try #require(
        try server.request(
          "workspace/executeCommand",
          "\"command\": \"bascule.runTests\", \"arguments\": "
            + String(decoding: JSON(arguments).bytes, as: UTF8.self))?["result"])
      let cases = blocks.filter { $0.chain == block.chain }.flatMap(\.cases)
      #expect(result["count"]?.int == cases.count)
      #expect(result["failed"]?.int == cases.count { !$0.holds })
      #expect(result["failures"]?.array?.count == cases.count { !$0.holds })
    }
  }

  /// Tests that a rule set with an error has its tests in the list, without results.
  @Test func errorsLeaveTheResultsOpen() throws {
    let text =
      Self.rules + "test First { \"https://a.example/a\" cancel }\nchain Wrong { use Nowhere }\n"
    let server = AskedServer(text, options: #"{"showsTests": true}"#)
    let list = server.announced.last { $0["method"]?.string == "bascule/tests" }?["params"]
    let cases = try #require(list?["blocks"]?.array?.first?["cases"]?.array)
    #expect(cases.count == 1)
    #expect(AskedServer(text).announced.allSatisfy { $0["method"]?.string != "bascule/tests" })
  }
}
