import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import Workspace

/// Tests `bascule check --add-ignores`.
@Suite struct AddIgnoresTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["check"] + arguments, in: folder)
  }

  @Test func commentsAreWritten() throws {
    try folder.write([
      "a.bascule": """
      /// A screen.
      screen Unused

      chain Main {
        when path hasPrefix "/p" cancel
        when path hasPrefix "/p/q" download
        when host hasSuffix "bank.example" && port == 1 && port == 2 allow
        otherwise allow
      }

      """
    ])
    let first = try run("--add-ignores")
    #expect(first.code == 0, "\(first.output)")
    #expect(first.errors.hasPrefix("note: added comments that ignore "))
    let text = try folder.text("a.bascule")
    #expect(
      text.hasPrefix(
        "/// A screen.\n// bascule:ignore unused-declaration -- accepted as it is\nscreen Unused\n"),
      "\(text)")
    #expect(
      text.contains(
        "  // bascule:ignore unreachable-rule -- accepted as it is\n  when path hasPrefix \"/p/q\"")
    )
    // Formatted files stay formatted, and a second run changes nothing.
    #expect(try Executable.run(["format", "--check"], in: folder).code == 0)
    let second = try run("--add-ignores", "--strict")
    #expect(second.code == 0, "\(second.output)")
    #expect(second.errors == "")
    #expect(try folder.text("a.bascule") == text)
  }

  @Test func errorsRemain() throws {
    try folder.write(["a.bascule": "chain C { use Missing }\n"])
    let result = try run("--add-ignores=known before 2.0")
    #expect(result.code == 1)
    #expect(result.output.contains("error[unknown-name]"))
    #expect(try folder.text("a.bascule") == "chain C { use Missing }\n")
    try folder.write(["a.bascule": "screen A\n", "bascule.json": "{\"baseline\": \"known.json\"}"])
    // Known findings need no comment.
    _ = try run("--write-baseline")
    #expect(try run("--add-ignores").code == 0)
    #expect(try folder.text("a.bascule") == "screen A\n")
    try folder.write(["a.bascule": "screen A\nscreen B\n"])
    #expect(try run("--add-ignores=known before 2.0").code == 0)
    #expect(
      try folder.text("a.bascule")
        == "screen A\n// bascule:ignore unused-declaration -- known before 2.0\nscreen B\n")
    for arguments in [["--fix"], ["--watch"], ["--since", "HEAD"], ["-"]] {
      #expect(try Executable.run(["check", "--add-ignores"] + arguments, in: folder).code == 2)
    }
    #expect(try run("--add-ignores= ").code == 2)
    #expect(try run("--add-ignores=a\nb").code == 2)
  }

  /// Tests sets of random rules with many findings, in random layouts. Only comments are added, every finding that
  /// remains cannot be ignored, and a second run changes nothing.
  @Test func randomSets() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<150 {
      let end = ["\n", "\r\n"].randomElement(using: &random)!
      let text = Self.set(&random, end)
      let input = RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)])
      let added = AddedIgnores(input, Severities(), reason: "known") { findings, _ in findings }
      let after = String(decoding: added.input.files[0].bytes, as: UTF8.self)
      let left = Workspace.check(added.input).filter(\.canBeIgnored)
      #expect(left.isEmpty, "\(text)\n→\n\(after)\n\(left.map(\.message))")
      #expect(!Workspace.check(added.input).contains { $0.code == "unused-ignore" }, "\(after)")
      // Formatting has changed only files that were formatted before.
      let ignored = after.split(whereSeparator: \.isNewline).filter {
        !$0.contains("// bascule:ignore")
      }
      func words(_ text: some StringProtocol) -> [Substring] {
        String(text).split { $0.isWhitespace }
      }
      #expect(words(ignored.joined(separator: "\n")) == words(text), "\(after)")
      let again = AddedIgnores(added.input, Severities(), reason: "known") { findings, _ in findings
      }
      #expect(again.input.files[0].bytes == added.input.files[0].bytes && again.count == 0)
      #expect(end == "\n" || !after.contains(/[^\r]\n/), "\(after)")
    }
  }

  private static func set(_ random: inout SystemRandomNumberGenerator, _ end: String) -> String {
    let declarations = [
      "screen Unused", "/// A flag.\(end)flag isHome", "strategy Pay receives String",
      "origin Bank = \"https://*bank.example\"", "model Empty { text: String }",
      "handler Never { when port == 1 && port == 2 cancel }",
      "condition web = host == \"a.example\"",
    ]
    let rules = [
      "when path hasPrefix \"/p\" cancel", "when path hasPrefix \"/p/q\" download",
      "when port == 1 && port == 2 cancel", "when host hasSuffix \"bank.example\" cancel",
      "when path == \"a\" cancel",
      "when path like \"/x\" || path == \"/x\" open url cancel",
      "when scheme == \"x\" { when port == 7 cancel }",
    ]
    var text = ""
    for declaration in declarations.shuffled(using: &random).prefix(4) {
      text += declaration + ([end, end + end, " "].randomElement(using: &random)!)
    }
    let blank = [end + "  ", " ", end].randomElement(using: &random)!
    let chosen = (0..<6).map { _ in rules.randomElement(using: &random)! }
    text += end + "chain Main {" + blank + chosen.joined(separator: blank)
    return text + blank + "otherwise allow" + end + "}" + end
  }
}
