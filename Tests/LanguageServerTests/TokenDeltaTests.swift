import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests that the token classes that a client computes from differences equal those of a new request.
struct TokenDeltaTests {
  private static let document = #""textDocument": {"uri": "file:///w/a.bascule"}"#

  private static func data(_ answer: JSONValue?) throws -> [Int] {
    try #require(answer?["data"]?.array).compactMap(\.int)
  }

  /// Tests edits that replace words of the text by other words of rule files, or delete them.
  @Test(.seeded) func differencesLeadToAllTokens() throws {
    var random = RandomChoice(seed: Seed.of(50))
    let words = [
      "cancel", "allow", "path", "\"x\"", "// why\n", "/// why\n", "\n", "&&", "7", "/a+/", "Site",
      "isHome", "chain Z { otherwise allow }\n", "@deprecated(\"x\") ", "1.5", "'",
    ]
    var counts = (differences: 0, all: 0, none: 0)
    for _ in 0..<TestOptions.cases(3, long: 60) {
      var chains = RandomChains(random: RandomChoice(seed: random.next()))
      let prelude = RandomChains.prelude.split(separator: "\n")
      var text = prelude.joined(separator: "\n") + "\n" + chains.chain("First")
      let server = AskedServer(text)
      server.notify(
        "textDocument/didOpen",
        """
        "textDocument": {"uri": "file:///w/a.bascule", "languageId": "bascule", "version": 1,
          "text": \(Self.quoted(text))}
        """)
      let first = try server.request("textDocument/semanticTokens/full", Self.document)?["result"]
      var kept = try Self.data(first)
      var id = try #require(first?["resultId"]?.string)
      for version in 2..<22 {
        var parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if !random.once(in: 5) {
          parts[random.below(parts.count)] = random.one(of: words + [""])
        }
        text = parts.joined(separator: " ")
        server.notify(
          "textDocument/didChange",
          """
          "textDocument": {"uri": "file:///w/a.bascule", "version": \(version)},
          "contentChanges": [{"text": \(Self.quoted(text))}]
          """)
        // A client that has lost its result gets all tokens.
        let isLost = random.once(in: 6)
        let delta = try server.request(
          "textDocument/semanticTokens/full/delta",
          Self.document + #", "previousResultId": "\#(isLost ? "lost" : id)""#)?["result"]
        if let edits = delta?["edits"]?.array {
          #expect(!isLost && edits.count <= 1)
          for edit in edits {
            let start = try #require(edit["start"]?.int)
            let count = try #require(edit["deleteCount"]?.int)
            kept.replaceSubrange(start..<start + count, with: try Self.data(edit))
          }
          if edits.isEmpty { counts.none += 1 } else { counts.differences += 1 }
        } else {
          #expect(isLost)
          kept = try Self.data(delta)
          counts.all += 1
        }
        id = try #require(delta?["resultId"]?.string)
        let fresh = try Self.data(
          AskedServer(text).request("textDocument/semanticTokens/full", Self.document)?["result"])
        #expect(kept == fresh, "\(text)")
      }
    }
    #expect(counts.differences > 5 && counts.all > 1 && counts.none > 1, "\(counts)")
  }

  /// Tests that a range has the tokens that are at least partly in it.
  @Test(.seeded) func rangesHaveTheirTokens() throws {
    var random = RandomChoice(seed: Seed.of(51))
    for _ in 0..<TestOptions.cases(4, long: 100) {
      var chains = RandomChains(random: RandomChoice(seed: random.next()))
      let text = RandomChains.prelude + chains.chain("First")
      let server = AskedServer(text)
      let all = Self.tokens(
        try Self.data(
          server.request("textDocument/semanticTokens/full", Self.document)?["result"]))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      for _ in 0..<20 {
        let first = (random.below(lines), random.below(40))
        let second = (first.0 + random.below(lines - first.0), 40 + random.below(40))
        let answer = try server.request(
          "textDocument/semanticTokens/range",
          """
          \(Self.document), "range": {
            "start": {"line": \(first.0), "character": \(first.1)},
            "end": {"line": \(second.0), "character": \(second.1)}}
          """)
        let found = Self.tokens(try Self.data(answer?["result"]))
        let touched = all.filter {
          ($0.line, $0.column + $0.length) > first && ($0.line, $0.column) < second
        }
        #expect(found == touched, "\(first) \(second)\n\(text)")
      }
    }
  }

  private struct Token: Equatable {
    var line, column, length, kind, modifiers: Int
  }

  /// Returns the tokens that the protocol's numbers encode, five for each. Lines and columns are relative to the
  /// previous token.
  private static func tokens(_ data: [Int]) -> [Token] {
    var (line, column) = (0, 0)
    return stride(from: 0, to: data.count, by: 5).map { index in
      if data[index] > 0 { column = 0 }
      line += data[index]
      column += data[index + 1]
      return Token(
        line: line, column: column, length: data[index + 2], kind: data[index + 3],
        modifiers: data[index + 4])
    }
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSON.string(text).bytes, as: UTF8.self)
  }
}
