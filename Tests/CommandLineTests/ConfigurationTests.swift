import Diagnostics
import Generation
import Testing
import Text
import Workspace

@testable import CommandLine

@Suite struct ConfigurationTests {
  /// Returns the messages, each with the text at its location.
  private func faults(_ text: String) -> [String] {
    let file = SourceFile(name: "bascule.json", text: text)
    return Configuration.read(file).findings.map {
      #expect($0.code == "invalid-configuration")
      #expect($0.severity == .error)
      return "\($0.message) @ \(file.text($0.location.span))"
    }
  }

  /// Tests the examples of the page: wrong ones have findings, right ones do not.
  @Test func examplesOfThePage() throws {
    let page = try #require(Workspace.summary(ofCode: "invalid-configuration")).page
    for (fence, isRight) in [("```json wrong\n", false), ("```json right\n", true)] {
      let start = try #require(page.firstRange(of: fence)).upperBound
      let end = try #require(page[start...].firstRange(of: "```")).lowerBound
      #expect(faults(String(page[start..<end])).isEmpty == isRight)
    }
  }

  @Test func everything() {
    let file = SourceFile(
      name: "bascule.json",
      text: """
        {"swift": {"output": "a/\\u00e9\\ud83d\\ude00", "access": "public", "imports": "explicit"}, "typescript": {"output": "b"}}
        """)
    let (configuration, findings) = Configuration.read(file)
    #expect(findings.isEmpty)
    #expect(configuration.swift?.path == "a/é😀")
    #expect(configuration.access == .public)
    #expect(configuration.imports == .explicit)
    #expect(configuration.typeScript?.path == "b")
  }

  /// Tests that with a prefix, `framework-name` is off, since no type then has the name of a type of SwiftUI. A level
  /// in the file takes precedence.
  @Test(arguments: [
    (#"{"swift": {"prefix": "Shop"}}"#, Severities.Level.off),
    (#"{"swift": {"prefix": "Shop"}, "severities": {"framework-name": "error"}}"#, .error),
    (#"{"severities": {"framework-name": "error"}, "swift": {"prefix": "Shop"}}"#, .error),
    (#"{"swift": {"output": "a"}}"#, nil),
  ])
  func aPrefixKeepsNamesApart(text: String, level: Severities.Level?) {
    let file = SourceFile(name: "bascule.json", text: text)
    #expect(ConfigurationFile(file).content.severities["framework-name"] == level)
  }

  @Test func unknownKeysNameTheNearest() {
    let file = SourceFile(name: "bascule.json", text: #"{"swfit": {}, "swift": {"zzzzzzz": 1}}"#)
    let findings = Configuration.read(file).findings
    #expect(findings.map(\.message) == ["unknown key `swfit`", "unknown key `zzzzzzz`"])
    #expect(findings[0].help == "did you mean `swift`?")
    #expect(findings[0].fix?.edits.first?.replacement == "\"swift\"")
    #expect(findings[1].help == "known here: `output`, `access`, `runtime`, `prefix`, `imports`")
    #expect(findings[1].fix == nil)
  }

  @Test(arguments: [
    ("[]", "the configuration must be an object, not an array @ []"),
    (#"{"swift": 1}"#, "`swift` must be an object, not a number @ 1"),
    (#"{"swift": {"output": null}}"#, "`output` must be a string, not null @ null"),
    (#"{"swift": {"output": ""}}"#, "`output` must be a path @ \"\""),
    (
      #"{"swift": {"access": "open"}}"#,
      "`access` must be `public`, `package` or `internal`, not `open` @ \"open\""
    ),
    (#"{"a": 1, "a": 2}"#, "key `a` is given twice @ \"a\""),
    ("", "expected a value @ "),
    ("{} x", "expected the end of the file @ x"),
    ("{", "expected a key in quotes @ "),
    (#"{"a" 1}"#, "expected `:` @ 1"),
    (#"{"a": 1,}"#, "expected a key in quotes @ }"),
    ("// no", "expected a value @ /"),
    (#"{"a": tru}"#, "unknown word `tru` @ tru"),
    (#"{"a": 01}"#, "expected `,` or `}` @ 1"),
    (#"{"a": 1.}"#, "expected a digit @ }"),
    (#"{"a": "\x"}"#, "invalid escape @ \\x"),
    (#"{"a": "\ud800"}"#, "invalid escape @ \\ud800"),
    (#"{"a": "b"#, "the string is not closed @ \""),
    ("{\"a\": \"\n\"}", "a control character must be escaped in a string @ \n"),
  ])
  func faults(text: String, fault: String) {
    #expect(faults(text) == [fault])
  }

  @Test func depthIsBounded() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(faults(text) == ["nested deeper than 100 levels @ ["])
  }

  @Test func bytesThatAreNotUTF8() {
    let file = SourceFile(
      name: "bascule.json", bytes: Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8))
    #expect(Configuration.read(file).findings.map(\.message) == ["the string is not UTF-8"])
  }

  @Test func byteOrderMarkIsPassedOver() {
    #expect(faults("\u{FEFF}{}").isEmpty)
  }
}
