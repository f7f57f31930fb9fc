import Checks
import Testing

/// Tests `wrapped-function`, which reports calls of functions that are declared only inside of a script's own function.
@Suite struct WrappedFunctionTests {
  private static func codes(_ script: String, _ clauses: String = "", call: String) -> [String] {
    RuleSetUnderTest(
      [
        (
          "a.bascule",
          """
          script Outline at documentEnd \(clauses) from "outline.js"
          \(call)
          configuration Default { scripts Outline }

          """
        )
      ], resources: ["outline.js": Array(script.utf8)]
    ).codes()
  }

  private static let call = "call Outline function \"readOutline\""

  @Test(arguments: [
    "function readOutline() {}", "async function readOutline() {}", "function* readOutline() {}",
    "const readOutline = () => 1;", "let a = /{/; function readOutline() {}",
    "// {\nfunction readOutline() {}", "/* { */ var readOutline = `{`",
    "const a = b / c / {}.d; function readOutline() {}", "class readOutline {}",
  ])
  func isReported(_ script: String) {
    #expect(Self.codes(script, call: Self.call) == ["wrapped-function"])
  }

  @Test(arguments: [
    "function other() {}", "function other() { function readOutline() {} }",
    "function readOutline() {}\nwindow.readOutline = readOutline;",
    "function readOutline() {}\nwindow[\"readOutline\"] = readOutline;",
    "// function readOutline() {}", "const a = \"function readOutline() {}\";", "",
    "/{ function readOutline() {} /", "`", "/*", "\"",
  ])
  func isNotReported(_ script: String) {
    #expect(Self.codes(script, call: Self.call) == [])
  }

  @Test func globalScripts() {
    let script = "function readOutline() {}"
    #expect(Self.codes(script, "world page global", call: Self.call) == [])
    #expect(Self.codes(script, "world app", call: Self.call) == ["wrapped-function"])
    #expect(
      Self.codes(script, call: "dispatch function \"readOutline\"\nevent A")
        == ["wrapped-function"])
    #expect(
      Self.codes("const page = {};", call: "call A value \"page.b\" replies Int")
        == ["wrapped-function"])
  }

  /// Tests that `on` and values need a function around the script.
  @Test func limits() {
    let origin = "origin Store = \"https://a.example\"\n"
    for script in [
      "script A at documentEnd on Store world page global \"\"",
      "script A(name: String) at documentEnd world page global \"\"",
    ] {
      let text = origin + script + "\nconfiguration Default { title web }\n"
      #expect(RuleSetUnderTest(text).codes().contains("type-mismatch"), "\(script)")
    }
  }
}
