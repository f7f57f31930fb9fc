import Diagnostics
import Testing
import Text

/// Tests words that other languages use in place of the words of the rule language.
@Suite struct ForeignWordTests {
  /// The foreign words, the meant word, and the text before and after it.
  private static let words: [(words: String, meant: String, before: String, after: String)] = [
    ("struct class interface type record data", "model", "", " A { id: String }"),
    ("func function fn fun def", "action", "", " act(id: String)"),
    ("view page", "screen", "", " A(id: String)"),
    ("policy rules ruleset", "chain", "", " C { when true cancel }"),
    ("domain domains origins", "origin", "", " O = \"https://a.example\""),
    ("bool boolean", "flag", "", " f"),
    ("config settings", "configuration", "", " Web { }"),
    ("message", "strategy", "", " Close"),
    ("if case rule where elif elsif elseif", "when", "chain C { ", " path == \"/a\" cancel }"),
    ("else default finally", "otherwise", "chain C { when path == \"/a\" allow ", " cancel }"),
    (
      "include import apply", "use", "handler H { when path == \"/a\" cancel } chain C { ",
      " H }"
    ),
    ("show display", "present", "screen A chain C { when true ", " A cancel }"),
    ("navigate", "push", "screen A chain C { when true ", " A cancel }"),
    (
      "call run invoke execute do trigger", "perform", "action act chain C { when true ",
      " act cancel }"
    ),
    ("try", "attempt", "action act -> Bool chain C { when true ", " act cancel otherwise allow }"),
    ("close pop", "dismiss", "chain C { when true ", " cancel }"),
    (
      "block deny reject forbid disallow refuse stop drop abort prevent", "cancel",
      "chain C { when path == \"/a\" ", " }"
    ),
    (
      "permit accept pass grant proceed", "allow", "chain C { when path == \"/a\" ", " }"
    ),
    ("next fallthrough skip", "continue", "screen A chain C { when true present A ", " }"),
    ("save", "download", "chain C { when path == \"/a\" ", " }"),
  ]

  @Test func foreignWordsAreReplaced() throws {
    for row in Self.words {
      for word in row.words.split(separator: " ") {
        let set = RuleSetUnderTest(row.before + word + row.after)
        let findings = set.findings().filter { set.text($0) == word }
        let messages = findings.map { "\($0.code): \($0.message)" }
        #expect(
          findings.contains { finding in
            finding.message.contains("`\(word)`") && finding.message.contains("`\(row.meant)`")
              && finding.fix?.edits.map(\.replacement) == [row.meant]
          }, "\(row.before)\(word)\(row.after): \(messages)")
      }
    }
  }

  /// Tests that `do` means `perform` before the name of an action, and is deleted before a step.
  @Test(arguments: [
    ("do act cancel", "perform act cancel"), ("do perform act cancel", "perform act cancel"),
    ("do show A cancel", "present A cancel"), ("then act cancel", nil), ("do cancel", "cancel"),
  ])
  func wordsBeforeSteps(_ steps: String, _ meant: String?) throws {
    let before = "action act screen A chain C { when path == \"/a\" "
    let set = RuleSetUnderTest(before + steps + " }")
    let edits = set.findings().filter { $0.code == "foreign-spelling" }.compactMap(\.fix?.edits)
    let mended = set.replacing(edits.flatMap { $0 })
    let text = String(decoding: mended.files[0].bytes, as: UTF8.self)
    guard let meant else {
      #expect(!mended.findings().isEmpty)
      return
    }
    #expect(text == before + meant + " }")
    #expect(!mended.codes().contains("foreign-spelling"))
  }

  /// Tests that braces without a step are kept, since their intended content is unknown.
  @Test(arguments: ["otherwise {}", "otherwise { }", "otherwise\n{\n}"])
  func bracesWithoutSteps(_ rule: String) {
    let set = RuleSetUnderTest("chain C { \(rule) }")
    #expect(set.codes() == ["missing-decision"])
    #expect(set.findings().allSatisfy { $0.fix?.isSafe != true })
  }
}
