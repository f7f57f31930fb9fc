import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import Workspace

@testable import Generation

/// Tests that the example rule sets have no findings, and that their generated code equals the golden files.
@Suite struct GeneratedTests {
  static let scenarios = ["account", "article", "game", "shop", "showcase"]

  static func input(_ scenario: String) throws -> RuleSetInput {
    let files = try ExampleRules.files(in: scenario)
    let paths = files.map { String($0.name.split(separator: "/").last ?? "") }
    return RuleSetInput(files: files, paths: paths) { ExampleRules.resource($0, in: scenario) }
  }

  @Test func everyFolderOfRulesIsAScenario() {
    #expect(ExampleRules.folders == Self.scenarios)
  }

  @Test(arguments: scenarios)
  func golden(_ scenario: String) throws {
    let input = try Self.input(scenario)
    let (findings, output) = Workspace.generate(
      input,
      GenerationOptions(
        swift: SwiftOptions(access: .public, runtime: .package), typeScript: GeneratedHeading()))
    var renderer = HumanRenderer(files: input.files, style: .plain)
    #expect(findings.isEmpty, "\(String(decoding: renderer.render(findings), as: UTF8.self))")
    let made = try #require(output)
    let typeScript = [
      GeneratedFile(
        name: "bascule.ts", bytes: try Self.withoutSupport(#require(made.typeScript))),
      GeneratedFile(
        name: "bascule.testing.ts",
        bytes: try Self.withoutSupport(#require(made.typeScriptTesting))),
    ]
    let folder = Golden.folder.appendingPathComponent("Generated/\(scenario)")
    if Golden.isUpdating {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for file in made.swift + typeScript {
      // With the ending `.swift`, SwiftPM would compile the file into the tests.
      let url = folder.appendingPathComponent(file.name + ".golden")
      let old = try? Data(contentsOf: url)
      if old != Data(file.bytes), Golden.isUpdating {
        try Data(file.bytes).write(to: url)
      } else {
        #expect(old == Data(file.bytes), "\(scenario)/\(file.name): run Tests/update-golden")
      }
    }
    let expected = Set((made.swift + typeScript).map { $0.name + ".golden" })
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == expected)
  }

  /// Returns the declarations of the rule set, followed by the names of the parts of the run-time support.
  private static func withoutSupport(_ module: [UInt8]) throws -> [UInt8] {
    let text = String(decoding: module, as: UTF8.self)
    let sections = text.components(separatedBy: "\n\(TypeScriptPrinter.supportHeading)\n")
    guard sections.count == 2 else { return module }
    var rest = Substring(sections[1])
    var names: [String] = []
    for part in TypeScriptRuntime.allCases where rest.hasPrefix("\n\(part.text)\n") {
      rest = rest.dropFirst(part.text.count + 2)
      names.append(part.name)
    }
    #expect(rest.isEmpty, "not a part of the runtime, or not in order: \(rest.prefix(200))")
    let lines = stride(from: 0, to: names.count, by: 6).map {
      "// " + names[$0..<min($0 + 6, names.count)].joined(separator: ", ")
    }
    return Array("\(sections[0])\n// Runtime:\n\(lines.joined(separator: "\n"))\n".utf8)
  }

  /// Tests that golden files contain only the code that depends on the rules, since the run-time support is ordinary
  /// source.
  @Test func goldenFilesAreFewLines() throws {
    let folder = Golden.folder.appendingPathComponent("Generated")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let golden = (names ?? []).filter { $0.hasSuffix(".golden") }
    #expect(!golden.isEmpty)
    let lines = try golden.reduce(0) { sum, name in
      try Data(contentsOf: folder.appendingPathComponent(name)).count { $0 == 0x0A } + sum
    }
    #expect(lines <= 9_000)
  }

  /// Tests that locations in comments are relative to the rule set's folder, and do not depend on the working folder.
  @Test func theWorkingFolderIsNotPartOfTheOutput() throws {
    func output(_ prefix: String) throws -> [[UInt8]] {
      var input = try Self.input("shop")
      input.files = input.files.map { SourceFile(name: prefix + $0.name, bytes: $0.bytes) }
      let options = GenerationOptions(swift: SwiftOptions(), typeScript: GeneratedHeading())
      let output = try #require(Workspace.generate(input, options).output)
      return output.swift.map(\.bytes) + [output.typeScript ?? [], output.typeScriptTesting ?? []]
    }
    let here = try output("")
    #expect(try output("../../a/") == here)
    let text = here.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(text.contains("// shop.bascule\n"))
    #expect(!text.contains("rules/shop/"))
  }

  @Test(arguments: scenarios)
  func sameInputSameBytes(_ scenario: String) throws {
    let input = try Self.input(scenario)
    let options = GenerationOptions(swift: SwiftOptions(), typeScript: GeneratedHeading())
    let first = try #require(Workspace.generate(input, options).output)
    let second = try #require(Workspace.generate(input, options).output)
    #expect(first.swift.map(\.name) == SwiftGenerator.fileNames)
    #expect(first.swift.map(\.bytes) == second.swift.map(\.bytes))
    #expect(first.typeScript == second.typeScript)
    #expect(first.typeScriptTesting == second.typeScriptTesting)
  }
}
