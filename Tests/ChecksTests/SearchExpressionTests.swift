import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

/// Tests expressions with one anchor. `matches` compares the whole text and does not search.
struct SearchExpressionTests {
  /// Tests that an expression with only `^` or only `$` has a finding, unless a search would match the same texts. The
  /// request in the finding is one that a search matches and the condition does not.
  @Test(.seeded) func oneAnchorIsASearch() throws {
    var random = RandomChoice(seed: Seed.of(592))
    var (found, silent) = (0, 0)
    for _ in 0..<TestOptions.cases(80, long: 2_000) {
      let (isStart, isEnd) = (random.once(in: 2), random.once(in: 2))
      let before = random.one(of: ["", "", ".*"])
      let after = random.one(of: ["", "", ".*"])
      let middle = random.one(of: ["\\/new", "\\/edit\\/\\d+", "\\/(de|en)", "\\/a\\.pdf"])
      let pattern = (isStart ? "^" : "") + before + middle + after + (isEnd ? "$" : "")
      let isSearch = isStart && !isEnd && after.isEmpty || isEnd && !isStart && before.isEmpty
      let set = RuleSetUnderTest(
        "chain C { when path matches /\(pattern)/ cancel otherwise allow }")
      let findings = set.findings()
      #expect(findings.map(\.code) == (isSearch ? ["suspicious-literal"] : []), "\(pattern)")
      guard isSearch, let finding = findings.first else {
        silent += 1
        continue
      }
      found += 1
      let url = try #require(finding.witness).filter { $0 != "\"" }
      #expect(set.matchesFirstRule(url) == false, "\(pattern): \(url)")
      // Either meaning is possible, so there is no fix.
      #expect(finding.fix == nil)
      let searched = isStart ? pattern + ".*" : ".*" + pattern
      #expect(finding.help?.hasPrefix("write `/\(searched)/` to search") == true, "\(finding)")
      let other = RuleSetUnderTest(
        "chain C { when path matches /\(searched)/ cancel otherwise allow }")
      #expect(other.matchesFirstRule(url) == true && other.codes().isEmpty, "\(searched)")
    }
    #expect(found > 0 && silent > 0)
  }

  /// Tests that every text of a URL and of an app can be compared with an expression.
  @Test(arguments: [
    "url", "page.url", "host", "query", "query.a", "fragment", "header[\"A\"]", "server",
  ])
  func allSubjects(_ subject: String) {
    let set = RuleSetUnderTest(
      "value server: String?\nchain C { when \(subject) matches /^[a-z:\\/]+/ cancel otherwise allow }\n"
        + "chain D { when server == \"a\" cancel otherwise allow }")
    #expect(set.codes() == ["suspicious-literal"], "\(set.summary())")
  }

  /// Tests that alternatives outside of brackets have their own anchors.
  @Test(arguments: ["^\\/a|\\/b$", "^\\/a$", "\\/a", ".*\\/a$", "^\\/a.*", "\\/a\\$"])
  func otherExpressions(_ pattern: String) {
    #expect(
      RuleSetUnderTest("chain C { when path matches /\(pattern)/ cancel otherwise allow }")
        .codes() == [], "\(pattern)")
  }
}
