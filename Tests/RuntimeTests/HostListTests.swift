import RandomRules
import Requests
import TestSupport
import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Compares patterns of hosts in lists of the app with those of the tool.
@Suite struct HostListTests {
  @Test(.seeded) func patternsMatchAsInTheTool() {
    var random = RandomChoice(seed: Seed.of(67))
    func text(_ parts: [String], upTo count: Int) -> String {
      (0..<random.below(count + 1)).map { _ in random.one(of: parts) }.joined()
    }
    var (matching, long) = (0, 0)
    for _ in 0..<TestOptions.cases(20_000, long: 500_000) {
      let pattern = text(["a", "b", "ab", ".", "*", "*", "**", "\\*", "\\", "{"], upTo: 7)
      var host = pattern.replacing("**", with: random.one(of: ["", "a.b", "b", "a.", "ab.ab"]))
        .replacing("\\", with: "").replacing("*", with: random.one(of: ["", "a", "ab", "*"]))
      if random.once(in: 3) { host = text(["a", "b", ".", ".a", "*"], upTo: 7) }
      if random.once(in: 3) {
        host =
          String(repeating: random.one(of: ["a", "a.", "ab"]), count: 80 + random.below(90))
          + random.one(of: ["", ".", "b", ".a"]) + host
      }
      let expected = HostPattern(pattern)?.matches(Array(host.utf8)) ?? false
      matching += expected ? 1 : 0
      long += expected && host.utf8.count > 200 ? 1 : 0
      let list = ["x", pattern]
      #expect(RequestText(host).isLike(anyOf: list) == expected, "\(pattern) \(host)")
      #expect(RequestText(host).isLike(RequestText(pattern)) == expected, "\(pattern) \(host)")
    }
    #expect(matching > 2_000 && long > 20)
  }

  /// Tests that a host that is longer than any domain name matches nothing. Otherwise a page could make the app compare
  /// megabytes with each pattern.
  @Test func aHostThatIsTooLongMatchesNothing() {
    let name = String(repeating: "a.", count: 126) + "a"
    #expect(name.utf8.count == 253)
    for (host, isMatch) in [
      (name, true), (name + ".", true), (name + "ab", false),
      (String(repeating: "a.", count: 500_000) + "a", false),
    ] {
      for pattern in ["**", "a.**", host] {
        let isName = HostPattern(pattern)?.matches(Array(host.utf8)) == true
        #expect(RequestText(host).isLike(anyOf: [pattern]) == isName)
        #expect(isName == (isMatch && !(host.hasSuffix(".") && pattern.hasSuffix("*"))))
      }
    }
  }
}
