import Checks
import Diagnostics
import Testing

/// Tests that a rule that shadows many others is reported in place of them.
struct ShadowingRuleTests {
  @Test func oneRuleShadowsMany() {
    let rules = (0..<40).map { "  when path == \"/\($0)\" cancel" }.joined(separator: "\n")
    let set = RuleSetUnderTest(
      "chain Main {\n  when path.count > -5 allow\n\(rules)\n  otherwise cancel\n}")
    let findings = set.findings()
    #expect(findings.map(\.code) == ["shadowing-rule"], "\(set.summary())")
    #expect(findings.first?.message == "rule makes 41 later rules of `Main` unreachable")
    #expect(findings.first.map { set.text($0) } == "path.count > -5")
    #expect(findings.first?.related.count == 31)
  }

  /// Tests that two unreachable rules are reported one by one.
  @Test func fewShadowedRulesAreReportedThere() {
    let set = RuleSetUnderTest(
      """
      chain Main {
        when path hasPrefix "/" allow
        when path == "/a" cancel
        when path == "/b" cancel
        otherwise cancel
      }
      """)
    #expect(set.codes() == ["unreachable-rule", "unreachable-rule"], "\(set.summary())")
  }

  /// Tests that chains with the same handler list its rules once.
  @Test func rulesOfSeveralChainsAreListedOnce() {
    let set = RuleSetUnderTest(
      """
      handler All { when path hasPrefix "/" allow }
      handler Some {
        when scheme == "tel" cancel
        when path == "/a" cancel
        when path == "/b" cancel
        when path == "/c" cancel
      }
      chain Main { use All use Some otherwise allow }
      chain Other { use All use Some otherwise allow }
      """)
    let findings = set.findings()
    #expect(findings.map(\.code) == ["shadowing-rule"], "\(set.summary())")
    #expect(
      findings.first?.message == "rule makes 3 later rules of `Main` and `Other` unreachable")
    #expect(
      findings.first?.related.map { set.text($0.location) } == [
        #"path == "/a""#, #"path == "/b""#, #"path == "/c""#,
      ])
  }

  /// Tests that a `use` whose rules are shadowed by several rules is not listed for one of them.
  @Test func useWithSeveralCauses() {
    func set(_ last: String) -> RuleSetUnderTest {
      RuleSetUnderTest(
        """
        handler Dead {
          when path == "/a/1" cancel
          when path == "\(last)" cancel
        }
        chain Main {
          when path hasPrefix "/a" allow
          when path hasPrefix "/b" allow
          when path == "/a/2" cancel
          when path == "/a/3" cancel
          when path == "/a/4" cancel
          use Dead
          otherwise cancel
        }
        """)
    }
    #expect(
      set("/a/5").findings().map(\.message) == ["rule makes 4 later rules of `Main` unreachable"])
    #expect(
      Set(set("/b/5").findings().map(\.message)) == [
        "rule makes 3 later rules of `Main` unreachable",
        "no request reaches any rule of `Dead` in `Main`: they are shadowed",
      ])
  }
}
