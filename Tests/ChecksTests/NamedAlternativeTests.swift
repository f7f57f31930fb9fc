import Checks
import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

/// Tests `dead-alternative` for operands of `||` in declared conditions.
struct NamedAlternativeTests {
  private static func dead(_ text: String) -> [String] {
    let set = RuleSetUnderTest(text)
    return set.findings().filter { $0.code == "dead-alternative" }.map { set.text($0) }
  }

  /// Tests that an operand is dead in the declared condition if it is dead in every rule that uses the condition, and
  /// each rule contains it in place of the name.
  @Test(.seeded) func areDeadIfTheyAreDeadInEachUse() {
    var random = RandomChoice(seed: Seed.of(473))
    let tests = [
      "path == \"/a\"", "path hasPrefix \"/a\"", "path == \"/b\"", "path like \"/b/*\"",
      "path hasPrefix \"/b\" && path.count == 1", "scheme == \"https\"", "isOn",
      "path == \"/a\" && path == \"/b\"", "frame == main", "!isOn && path hasPrefix \"/a\"",
    ]
    let uses = ["NAME", "NAME && isOn", "!NAME", "NAME && path hasPrefix \"/a\""]
    let before = ["", "when path == \"/a\" download", "when path hasPrefix \"/b\" download"]
    var (found, alive) = (0, 0)
    for _ in 0..<TestOptions.cases(60, long: 3_000) {
      var operands: [String] = []
      for _ in 0..<2 + random.below(2) {
        let test = random.one(of: tests)
        if !operands.contains(test) { operands.append(test) }
      }
      if operands.count < 2 { continue }
      let condition = operands.joined(separator: " || ")
      let rules = (0..<1 + random.below(2)).map { _ in
        (random.one(of: before), random.one(of: uses))
      }
      func chains(_ rules: [(String, String)], _ name: String) -> String {
        rules.enumerated().map { number, rule in
          """
          chain C\(number) {
            \(rule.0)
            when \(rule.1.replacing("NAME", with: name)) cancel
            otherwise allow
          }

          """
        }.joined()
      }
      let named = "flag isOn\ncondition either = \(condition)\n" + chains(rules, "either")
      let inlined = rules.map { Set(Self.dead("flag isOn\n" + chains([$0], "(\(condition))"))) }
      // A rule that is not reached, or has no effect, does not show which operands are needed.
      let codes = Set(RuleSetUnderTest(named).codes())
      guard codes.isSubset(of: ["dead-alternative", "redundant-condition", "unhandled-window"])
      else {
        continue
      }
      let expected = inlined.dropFirst().reduce(inlined[0]) { $0.intersection($1) }
      #expect(Set(Self.dead(named)) == expected, "\(named)")
      if expected.isEmpty { alive += 1 } else { found += 1 }
    }
    print("declared conditions: \(found) with dead alternatives, \(alive) without")
    #expect(found > 0 && alive > 0)
  }

  private static let never = "path hasPrefix \"/docs/\" && path.count == 1"

  /// Tests that the operand is reported once, at its declaration, and that the fix deletes it.
  @Test func isReportedAtTheDeclaration() throws {
    let chains = ["A", "B"].map { "chain \($0) { when help && isOn cancel otherwise allow }\n" }
    let text =
      "flag isOn\n// A page.\ncondition help = path == \"/help\" || \(Self.never)\n"
      + chains.joined()
    let set = RuleSetUnderTest(text)
    let findings = set.findings().filter { $0.code == "dead-alternative" }
    #expect(findings.map { set.text($0) } == [Self.never])
    let fix = try #require(findings.first?.fix)
    #expect(fix.isSafe)
    #expect(
      String(decoding: set.applying(fix).files[0].bytes, as: UTF8.self)
        == text.replacing(" || \(Self.never)", with: ""))
  }

  /// Tests declarations with an operand that some use needs, or whose uses are not all known.
  @Test(arguments: [
    // Another chain decides nothing before.
    """
    condition help = path == "/help" || path == "/faq"
    chain A { when path == "/faq" download when help cancel otherwise allow }
    chain B { when help cancel otherwise allow }
    """,
    // The rule of the handler is in no chain.
    """
    condition help = path == "/help" || path == "/faq"
    chain A { when path == "/faq" download when help cancel otherwise allow }
    handler H { when help cancel }
    """,
    // An argument.
    """
    action track(help: Bool)
    condition help = path == "/help" || path == "/faq"
    chain A { when path == "/faq" download when help cancel when isOn perform track(help: help) cancel otherwise allow }
    flag isOn
    """,
    // Another declared condition.
    """
    condition help = path == "/help" || path == "/faq"
    condition any2 = help || isOn
    chain A { when path == "/faq" download when help cancel otherwise allow }
    chain B { when any2 cancel otherwise allow }
    flag isOn
    """,
    // An invariant.
    """
    condition help = path == "/help" || path == "/faq"
    chain A { when path == "/faq" download when help cancel otherwise allow }
    invariant Closed for A { never allow when help }
    """,
    // A rule with an error.
    """
    condition help = path == "/help" || path == "/faq"
    chain A { when path == "/faq" download when help cancel when hepl cancel otherwise allow }
    """,
  ])
  func isNeeded(_ text: String) { #expect(Self.dead(text) == [], "\(text)") }

  /// Tests that an operand of a declared condition that another one uses is found.
  @Test func isFoundInAConditionOfACondition() {
    let text = """
      condition help = path == "/help" || \(Self.never)
      condition open = help && scheme == "https"
      chain A { when open cancel otherwise allow }
      """
    #expect(Self.dead(text) == [Self.never])
  }
}
