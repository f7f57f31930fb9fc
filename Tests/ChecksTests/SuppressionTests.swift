import Diagnostics
import Testing
import Text

struct SuppressionTests {
  @Test func silencesTheNextUnitOnly() {
    let set = RuleSetUnderTest(
      """
      // bascule:ignore unused-declaration -- soon
      screen A
      screen B
      """)
    #expect(set.findings().map { set.text($0) } == ["B"])
  }

  @Test func silencesARule() {
    let set = RuleSetUnderTest(
      """
      chain C {
        // bascule:ignore never-equal -- shows what not to write
        when path == "about" cancel
        when path == "home" cancel
      }
      """)
    #expect(set.codes() == ["never-equal"])
    #expect(set.findings().map { set.text($0) } == ["\"home\""])
  }

  @Test func silencesAllBelowADeclaration() {
    let set = RuleSetUnderTest(
      """
      // bascule:ignore never-equal -- a lesson
      chain C {
        when path == "about" cancel
        // bascule:ignore never-equal -- another
        when path == "home" cancel
        when path == "index" cancel
      }
      chain D { when path == "last" cancel }
      """)
    #expect(set.findings().map { set.text($0) } == ["\"last\""])
  }

  @Test func severalCommentsBeforeOneDeclaration() {
    let set = RuleSetUnderTest(
      """
      origin Store = "https://example.com"
      strategy A from Store
      // bascule:ignore any-origin -- a partner's page
      // bascule:ignore unused-declaration -- installed by hand
      @deprecated("old")
      strategy B
      configuration Web { strategies A }
      """)
    #expect(set.codes() == [], "\(set.summary())")
  }

  @Test func insideAChannel() {
    let set = RuleSetUnderTest(
      """
      origin Store = "https://example.com"
      channel H by "type" {
        strategy A from Store
        // bascule:ignore any-origin -- a partner's page
        strategy B
        strategy C
      }
      """)
    #expect(set.findings().map { set.text($0) } == ["C"])
  }

  @Test func errorsThatStopGenerationStay() {
    let set = RuleSetUnderTest(
      """
      chain C {
        // bascule:ignore unknown-name -- no
        when hots == "a.com" cancel
      }
      """)
    #expect(set.codes() == ["unused-ignore", "unknown-name"])
    #expect(set.findings()[0].message == "`unknown-name` cannot be suppressed")
  }

  @Test func aReasonIsRequiredAndTheCommentStillSilences() {
    let set = RuleSetUnderTest("// bascule:ignore unused-declaration\nscreen A\n")
    #expect(set.codes() == ["ignore-without-reason"])
    #expect(
      RuleSetUnderTest("// bascule:ignore unused-declaration --\nscreen A\n").codes()
        == ["ignore-without-reason"])
  }

  @Test func commentsWithoutCodeOrFollower() {
    #expect(RuleSetUnderTest("// bascule:ignore\n").codes() == ["unknown-code"])
    #expect(RuleSetUnderTest("// bascule:ignore -- why\n").codes() == ["unknown-code"])
    #expect(RuleSetUnderTest("// bascule:ignore zzz -- why\n").codes() == ["unknown-code"])
    #expect(
      RuleSetUnderTest("chain C { otherwise allow }\n// bascule:ignore any-origin -- why").codes()
        == ["unused-ignore"])
  }

  @Test func unusedIgnoreWaitsForASoundSet() {
    // The screen may be unused once the rule has no syntax error.
    let set = RuleSetUnderTest(
      """
      // bascule:ignore unused-declaration -- soon
      screen A
      chain C { when hots == "a.com" cancel }
      """)
    #expect(set.codes() == ["unknown-name"])
  }

  @Test func manyCommentsAreLinear() {
    let comments = String(repeating: "// bascule:ignore any-origin -- x\n", count: 50_000)
    let set = RuleSetUnderTest(
      comments + "chain C {\n"
        + String(
          repeating: "// bascule:ignore never-equal -- x\nwhen path == \"a\" cancel\n",
          count: 50_000)
        + "}\n")
    #expect(set.codes() == Array(repeating: "unused-ignore", count: 50_000))
  }
}
