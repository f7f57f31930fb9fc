import Diagnostics
import Foundation
import Generation
import TestSupport
import Testing
import Text
import Workspace

/// The README contains the actual outputs for its rule file.
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

  @Test func theFindingIsWhatIsPrinted() throws {
    let use = "  use NativeScreens\n"
    let changed = rules.replacingOccurrences(
      of: use, with: use + #"  when path like "/product/*/reviews" allow\#n"#)
    #expect(changed != rules)
    #expect(
      readme.contains(#"`when path like "/product/*/reviews" allow` below `use NativeScreens`"#))
    #expect(try ExampleRules.file("mistake/store.bascule").bytes == Array(changed.utf8))
    let file = SourceFile(name: "store.bascule", text: changed)
    let input = RuleSetInput(files: [file])
    let session = RuleSetSession()
    let findings = Workspace.offering(
      session.check(input), of: input, Severities(), checkedBy: session)
    var renderer = HumanRenderer(files: [file], style: .plain)
    let shown = String(decoding: renderer.render(findings), as: UTF8.self)
    let excerpt = try #require(Self.blocks("text", in: readme).first)
    #expect(shown.contains(excerpt), "printed:\n\(shown)")
  }
}
