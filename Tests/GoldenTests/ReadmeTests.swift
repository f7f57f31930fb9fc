import Foundation
import Generation
import TestSupport
import Testing
import Text
import Workspace

/// Tests that the README contains the actual outputs for its rule file.
@Suite struct ReadmeTests {
  let readme: String
  let rules: String

  init() throws {
    readme = try TestPackage.text("README.md")
    rules = try #require(Self.blocks("bascule", in: readme).first)
  }

  static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map { rest in
      (rest.components(separatedBy: "\n```").first ?? "") + "\n"
    }
  }

  @Test func excerptsAreWhatIsGenerated() throws {
    let input = RuleSetInput(files: [SourceFile(name: "store.bascule", text: rules)])
    let (findings, output) = Workspace.generate(
      input, GenerationOptions(swift: SwiftOptions(), typeScript: GeneratedHeading()))
    #expect(findings.isEmpty)
    let made = try #require(output)
    let swift = made.swift.map { String(decoding: $0.bytes, as: UTF8.self) }
    let typeScript = String(decoding: try #require(made.typeScript), as: UTF8.self)
    let swiftExcerpts = Self.blocks("swift", in: readme)
    let typeScriptExcerpts = Self.blocks("ts", in: readme)
    #expect(swiftExcerpts.count == 2)
    #expect(typeScriptExcerpts.count == 1)
    for excerpt in swiftExcerpts {
      #expect(swift.contains { $0.contains(excerpt) }, "not generated:\n\(excerpt)")
    }
    for excerpt in typeScriptExcerpts {
      #expect(typeScript.contains(excerpt), "not generated:\n\(excerpt)")
    }
  }

  /// Tests that the mistake in the README is one additional rule. `Tests/Build/test_readme.py` compares the finding
  /// about it with the README.
  @Test func mistakeIsOneMoreRule() throws {
    let use = "  use NativeScreens\n"
    let changed = rules.replacingOccurrences(
      of: use, with: use + #"  when path like "/product/*/reviews" allow\#n"#)
    #expect(changed != rules)
    #expect(try ExampleRules.file("mistake/store.bascule").bytes == Array(changed.utf8))
  }
}
