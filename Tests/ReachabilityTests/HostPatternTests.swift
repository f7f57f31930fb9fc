import ParsedRules
import Requests
import Semantics
import TestSupport
import Testing
import Text
import WebURL

@testable import Interpreter

/// Compares patterns of hosts that the app gives with the same patterns in rules.
@Suite struct HostPatternTests {
  private static func text(_ dice: inout Dice, _ parts: [String], upTo count: Int) -> String {
    (0..<dice.roll(count + 1)).map { _ in dice.pick(parts) }.joined()
  }

  /// Returns, for each host, whether the pattern of a rule matches it; nil if the text is no pattern without captures.
  private func literal(_ pattern: String, _ hosts: [WebURL]) -> [Bool]? {
    guard case .success(let parsed) = Glob.parse(pattern, separator: "."), parsed.captures.isEmpty
    else { return nil }
    return hosts.map { host in
      GlobMatcher.captures(parsed.glob, in: host.host ?? "", types: [], RuleSet()) != nil
    }
  }

  @Test(.seeded) func meansTheSameAsInARule() throws {
    var dice = Dice(Seed.of(23))
    let values = try RuleText(
      """
      value names: [String]
      value name: String?
      chain List { when host like names cancel }
      chain One { when host like name cancel }
      """)
    let (list, one) = (try values.chain("List"), try values.chain("One"))
    let names = RequestInput.value(AppValueKey("names", .strings))
    let name = RequestInput.value(AppValueKey("name", .string, isOptional: true))
    var counts = (matching: 0, invalid: 0)
    for _ in 0..<TestOptions.cases(300, long: 5_000) {
      let pattern = Self.text(&dice, ["a", "b", ".", "*", "*", "**", "\\*", "\\", "{x}"], upTo: 6)
      let hosts = (0..<12).compactMap { number in
        let near = pattern.replacing("**", with: dice.pick(["", "a.b", "b", "a."]))
          .replacing("\\", with: "").replacing("*", with: dice.pick(["", "a", "ab", "*"]))
        let any = Self.text(&dice, ["a", "b", ".", ".a", "*", "}"], upTo: 7)
        return WebURL.parse("https://" + (number < 6 ? near : any))
      }
      let expected = literal(pattern, hosts)
      if expected == nil { counts.invalid += 1 }
      for (place, host) in hosts.enumerated() {
        var request = Request(url: host)
        let matches = expected?[place] ?? false
        if matches { counts.matching += 1 }
        request.settings.set(names, .list([.string("x"), .string(pattern)]))
        request.settings.set(name, .string(pattern))
        #expect(list.matches(0, request) == matches, "\(pattern) \(host.normalized)")
        #expect(one.matches(0, request) == matches, "\(pattern) \(host.normalized)")
      }
    }
    #expect(counts.matching > 100 && counts.invalid > 20)
  }

  /// Tests that the pattern of a host matches only this host.
  @Test(arguments: ["a.com", "a*b.com", "{x}", "[::1]", "a.com."])
  func patternOfAHost(_ host: String) throws {
    let pattern = try #require(HostPattern(HostPattern.text(of: Array(host.utf8))))
    #expect(pattern.matches(Array(host.utf8)))
    for other in ["b" + host, host + "b", "axb.com"] where other != host {
      #expect(!pattern.matches(Array(other.utf8)))
    }
  }
}
