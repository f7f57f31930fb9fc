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

  /// Tests that a comment inside of a rule suppresses findings of the rule, at any place, since the formatter moves it
  /// with the words beside it.
  @Test(arguments: [
    "when // IGNORE\n path == \"/ab\" allow", "when path // IGNORE\n == \"/ab\" allow",
    "when path == \"/ab\" && // IGNORE\n path.count == 2 allow",
    "when path == \"/ab\" // IGNORE\n && path.count == 2 allow",
    "when path == \"/ab\"\n && // IGNORE\n path.count == 2\n allow",
    "when path == \"/ab\"\n // IGNORE\n allow", "when path in [ // IGNORE\n \"/ab\"]\n allow",
  ])
  func silencesTheRuleAroundIt(_ rule: String) {
    let rule = rule.replacing("IGNORE", with: "bascule:ignore unreachable-rule -- x")
    let set = RuleSetUnderTest(
      "chain C {\n  when path hasPrefix \"/a\" cancel\n  \(rule)\n  when path == \"/ac\" allow\n}\n"
    )
    #expect(set.codes() == ["unreachable-rule"], "\(set.summary())")
    #expect(set.findings().map { set.text($0) } == ["path == \"/ac\""])
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

  /// Tests that a comment above a block suppresses findings about the block's condition, but not about its rules.
  @Test func silencesTheConditionOfABlock() {
    let set = RuleSetUnderTest(
      """
      chain C {
        // bascule:ignore never-equal -- a lesson
        when path == "about" {
          when path == "home" cancel
          // bascule:ignore never-equal -- another
          when path == "index" cancel
        }
        // bascule:ignore never-equal -- the last
        when scheme == "https"
          && path == "end" {
          when path == "last" cancel
        }
      }
      """)
    #expect(set.codes() == ["never-equal", "never-equal"], "\(set.summary())")
    #expect(set.findings().map { set.text($0) } == ["\"home\"", "\"last\""])
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

  /// Tests that a comment at the end of a line applies to this line, and not to the next rule.
  @Test func endOfALine() {
    let set = RuleSetUnderTest(
      """
      chain C {
        when path == "about" cancel // bascule:ignore never-equal -- a lesson
        when path == "home" cancel
      }
      """)
    #expect(set.findings().map { "\($0.code) \(set.text($0))" } == ["never-equal \"home\""])
    let other = RuleSetUnderTest(
      """
      chain C {
        when path == "/a" cancel // bascule:ignore never-equal -- for the next rule
        when path == "home" cancel
      }
      """)
    #expect(other.codes() == ["never-equal"], "\(other.summary())")
  }

  /// Tests that a comment at the end of a rule of several lines applies to the rule.
  @Test func endOfALongRule() {
    let set = RuleSetUnderTest(
      """
      chain C {
        when path == "about"
          && host == "a.com"
          cancel // bascule:ignore never-equal -- a lesson
        when path == "home" cancel
      }
      """)
    #expect(set.findings().map { set.text($0) } == ["\"home\""], "\(set.summary())")
  }

  @Test func listsOfCodes() {
    let set = RuleSetUnderTest(
      """
      origin Store = "https://example.com"
      strategy A from Store
      // bascule:ignore any-origin, unused-declaration -- a partner's page, installed by hand
      strategy B
      configuration Web { strategies A }
      """)
    #expect(set.codes() == [], "\(set.summary())")
  }

  /// Tests that the fix for an unused code of a list deletes only this code.
  @Test(arguments: [
    ("any-origin, unused-declaration", "unused-declaration"),
    ("unused-declaration, any-origin", "unused-declaration"),
  ])
  func unusedCodeOfAList(_ codes: String, _ left: String) throws {
    let set = RuleSetUnderTest("// bascule:ignore \(codes) -- soon\nscreen A\n")
    let findings = set.findings()
    #expect(findings.map(\.code) == ["unused-ignore"], "\(set.summary())")
    #expect(findings.first.map { set.text($0) } == "any-origin")
    let fixed = set.applying(try #require(findings.first?.fix))
    #expect(fixed.files[0].text(Span(0, 200)) == "// bascule:ignore \(left) -- soon\nscreen A\n")
    #expect(fixed.codes() == [])
  }

  @Test func wholeFile() {
    let text = "screen A\nscreen B\n// bascule:ignore-file unused-declaration -- generated\n"
    #expect(RuleSetUnderTest(text).codes() == [])
    let other = RuleSetUnderTest([
      (name: "a.bascule", text: text), (name: "b.bascule", text: "screen C"),
    ])
    #expect(other.findings().map { other.text($0) } == ["C"])
  }

  /// Tests that a misspelled comment works, and is reported.
  @Test(arguments: [
    "bascule:ignor", "bascule:disable", "bascule: ignore", "bascule:ignored", "Bascule:ignore",
    "bascule:ignore-next-line",
  ])
  func nearMisses(_ word: String) throws {
    let set = RuleSetUnderTest("// \(word) unused-declaration -- soon\nscreen A\n")
    #expect(set.codes() == ["misspelled-ignore"], "\(set.summary())")
    let fix = try #require(set.findings().first?.fix)
    #expect(set.applying(fix).codes() == [])
  }

  @Test(arguments: ["bascule: see the guide", "bascule:docs", "the bascule:ignore comment"])
  func ordinaryComments(_ comment: String) {
    #expect(RuleSetUnderTest("// \(comment)\nchain C { otherwise allow }").codes() == [])
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
