import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests that the trace that the lens of a rule runs ends at that rule, in a chain that contains it.
@Suite struct LensTraceTests {
  /// Returns two chains with the same handler. Each chain can take away some of the requests of its rules.
  private static func rules(_ random: inout RandomChoice) -> String {
    let conditions = [
      "isHome", "!isHome", #"path == "/a""#, #"path hasPrefix "/a""#, #"path[1] == "b""#,
      #"host == "a.com""#, #"path like "/a/*""#, "exists query.k", "path.count > 2",
      #"page.host == "a.com""#, "frame == sub",
    ]
    func lines(_ count: Int) -> [String] {
      (0..<count).map { _ in
        let steps = ["", "", "attempt open url ", "attempt ask ", "attempt tell "]
        let decision = random.one(of: ["cancel", "allow", "download"])
        return "  when \(random.one(of: conditions)) \(random.one(of: steps))\(decision)\n"
      }
    }
    func chain(_ name: String) -> String {
      var items = lines(1 + random.below(2))
      items.insert("  use Shared\n", at: random.below(items.count + 1))
      return "chain \(name) {\n  frames all\n\(items.joined())}\n"
    }
    return
      "flag isHome\naction ask -> Bool\naction tell async -> Bool\nhandler Shared {\n\(lines(3).joined())}\n"
      + chain("First")
      + chain("Second")
  }

  @Test(.seeded) func tracesEndAtTheirRules() throws {
    var random = RandomChoice(seed: Seed.of(47))
    var chains: [String: Int] = [:]
    for _ in 0..<TestOptions.cases(20, long: 500) {
      let text = Self.rules(&random)
      let server = AskedServer(
        text,
        capabilities:
          #"{"textDocument": {"codeLens": {"resolveSupport": {"properties": ["command"]}}}}"#)
      let document = #""textDocument": {"uri": "file:///w/a.bascule"}"#
      let lenses = try #require(
        try server.request("textDocument/codeLens", document)?["result"]?.array)
      for lens in lenses where lens["data"]?["kind"]?.string == "rule" {
        let range = try #require(lens["range"])
        let data = try #require(lens["data"])
        let command = try #require(
          try server.request(
            "codeLens/resolve", "\"range\": \(json(range)), \"data\": \(json(data))")?["result"]?[
              "command"])
        guard command["title"]?.string?.hasPrefix("reached by ") == true else { continue }
        let arguments = try #require(command["arguments"])
        let shown = try #require(
          try server.request(
            "workspace/executeCommand",
            "\"command\": \"bascule.trace\", \"arguments\": \(json(arguments))")?["result"]?.string)
        let line = try #require(range["start"]?["line"]?.int) + 1
        // A rule cannot decide if it attempts an action that has already failed above.
        let rule = text.split(separator: "\n")[line - 1]
        let failed = shown.split(separator: "\n")[0].split(separator: "!").dropFirst()
        if failed.contains(where: { rule.contains("attempt \($0.prefix { $0 != "," })") }) {
          continue
        }
        let column = try #require(range["start"]?["character"]?.int) + 1
        #expect(shown.contains(", decided at a.bascule:\(line):\(column)\n"), "\(text)\n\(shown)")
        chains[arguments.array?[1].string ?? "", default: 0] += 1
      }
    }
    #expect(chains.keys.sorted() == ["First", "Second"])
    #expect(chains.values.allSatisfy { $0 > 20 })
  }

  /// Tests that a client that may resolve each lens by a separate request gets the lenses with their commands.
  @Test func lensesHaveTheirCommandsIfTheClientResolvesAll() throws {
    let text = "chain A { when path == \"/a\" cancel otherwise allow }\n"
    let document = #""textDocument": {"uri": "file:///w/a.bascule"}"#
    let lenses = try AskedServer(text).request("textDocument/codeLens", document)?["result"]?.array
    let titles = (lenses ?? []).map { $0["command"]?["title"]?.string ?? "" }
    #expect(titles.sorted() == ["reached by \"https://example.com/a\"", "trace a request…"])
  }

  private func json(_ value: JSONValue) -> String {
    String(decoding: JSON(value).bytes, as: UTF8.self)
  }
}
