import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

/// Compares the findings about shadowed rules with the sets of paths that the rules match.
struct ShadowedRuleTests {
  private static let letters = ["a", "b", "c", "d"]

  /// Tests lists of paths. A rule is unreachable if earlier rules match each of its paths. The finding names such
  /// rules, each with a request that this rule handles first, and says whether one or several rules are needed.
  @Test(.seeded) func shadowsAreShown() {
    var random = RandomChoice(seed: Seed.of(141))
    var counts: [Int: Int] = [:]
    for _ in 0..<TestOptions.cases(60, long: 3_000) {
      let rules = (0..<2 + random.below(5)).map { _ in
        Self.letters.filter { _ in random.once(in: 2) }
      }.filter { !$0.isEmpty }
      let lines = rules.map { paths in
        let list = paths.map { "\"/\($0)\"" }.joined(separator: ", ")
        return "  when path in [\(list)] \(random.one(of: ["allow", "cancel", "download"]))"
      }
      let text = "chain Main {\n" + lines.joined(separator: "\n") + "\n  otherwise allow\n}\n"
      let set = RuleSetUnderTest(text)
      var reported: [Int] = []
      for finding in set.findings() {
        switch finding.code {
        case "shadowing-rule":
          reported += finding.related.map { Self.rule($0.location, text) }
          let own = Self.rule(finding.location, text)
          #expect(
            finding.message
              == "rule makes \(finding.related.count) later rules of `Main` unreachable")
          for other in finding.related.map({ Self.rule($0.location, text) }) {
            #expect(own < other && Set(rules[other]).isSubset(of: rules[own]), "\(text)")
          }
        case "unreachable-rule":
          let own = Self.rule(finding.location, text)
          reported.append(own)
          counts[finding.related.count, default: 0] += 1
          checkCover(finding, own, rules, text)
        default: break
        }
      }
      let dead = rules.indices.filter { index in
        Set(rules[index]).isSubset(of: rules[..<index].joined())
      }
      #expect(reported.sorted() == dead, "\(text)\n\(set.summary())")
    }
    #expect(counts[1, default: 0] > 5 && counts[2, default: 0] > 5, "\(counts)")
  }

  private func checkCover(_ finding: Finding, _ own: Int, _ rules: [[String]], _ text: String) {
    var covered: Set<String> = []
    for place in finding.related {
      let other = Self.rule(place.location, text)
      let path = place.message.split(separator: "/").last.map { String($0.prefix(1)) } ?? ""
      let handler = rules.firstIndex { $0.contains(path) }
      #expect(handler == other && rules[own].contains(path), "\(place.message)\n\(text)")
      covered.formUnion(rules[other])
    }
    #expect(covered.isSuperset(of: rules[own]), "\(text)")
    #expect(finding.related.first?.message.contains(finding.witness ?? "–") == true)
    let isOne = finding.related.count == 1
    #expect(finding.label.hasSuffix(isOne ? "by an earlier rule" : "by earlier rules"), "\(text)")
    let help = finding.help ?? ""
    #expect(!help.contains(isOne ? "those rules" : "that rule"), "\(help)")
    if help.hasSuffix(" the same") {
      #expect(help.hasSuffix(isOne ? "that rule does the same" : "those rules do the same"))
    }
  }

  /// Tests that an `otherwise` without remaining requests names the rules before it if all of them have to change.
  @Test(arguments: [["true"], ["isHome", "!isHome"], ["isHome", "path == \"/a\"", "!isHome"]])
  func otherwiseIsShadowed(_ conditions: [String]) {
    let rules = conditions.map { "  when \($0) cancel\n" }.joined()
    let set = RuleSetUnderTest("flag isHome\nchain Main {\n\(rules)  otherwise allow\n}\n")
    let findings = set.findings().filter { $0.code == "unreachable-rule" }
    #expect(findings.map { set.text($0) } == ["otherwise allow"], "\(set.summary())")
    let isOne = findings.first?.related.count == 1
    #expect(isOne == (conditions.count == 1))
    #expect(findings.first?.label.hasSuffix(isOne ? "an earlier rule" : "earlier rules") == true)
    let words = isOne ? "the condition of that rule" : "the conditions of those rules"
    #expect(findings.first?.help == "correct \(words)")
  }

  /// Tests rules for frames that their chain ignores. With the clause from the help, the rule is reached. There is no
  /// such clause if the chain includes all frames that a response can have.
  @Test(arguments: [
    ("chain Main {", "frame == sub", true), ("chain Main {\n  frames new", "frame == main", true),
    ("responses Main {\n  frames main", "frame == sub", true),
    ("responses Main {", "frame != main && frame != sub", false),
  ])
  func framesAreIgnored(_ head: String, _ condition: String, _ canBeAdded: Bool) {
    func findings(_ head: String) -> [Finding] {
      RuleSetUnderTest("\(head)\n  when \(condition) cancel\n  otherwise allow\n}\n").findings()
    }
    let found = findings(head)
    #expect(found.map(\.code) == ["unreachable-rule"], "\(found)")
    let message = found.first?.message ?? ""
    let help = found.first?.help ?? ""
    #expect(message.hasSuffix(canBeAdded ? "of its frames" : "its frame is `main` or `sub`"))
    #expect(
      help == (canBeAdded ? "add `frames all` to the chain, or delete the rule" : "delete the rule")
    )
    guard canBeAdded else { return }
    let first = head.split(separator: "\n")[0]
    #expect(findings("\(first)\n  frames all").isEmpty)
  }

  /// Returns the number of the rule in the line of a location.
  private static func rule(_ location: Location, _ text: String) -> Int {
    text.utf8.prefix(Int(location.span.start)).count { $0 == 0x0A } - 1
  }
}
