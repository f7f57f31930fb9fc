import Foundation
import TestSupport
import Testing

@testable import GeneratedNames
@testable import Generation

/// Tests the run-time support in `Sources/Runtime/TypeScript`: its tests, its parts and their names.
@Suite struct TypeScriptRuntimeTests {
  private static let runtime = "Sources/Runtime/TypeScript"
  private static let tests = "Tests/TypeScript/runtime"

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: TypeScriptTools.root.appending(path: folder).path)
      .filter { $0.hasSuffix(".ts") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Tests that the exports are the last file, as the reader of the parts expects, and that stand-ins are not embedded.
  @Test func filesAreEmbedded() throws {
    let files = try EmbeddedFileList.files(in: "Runtime/TypeScript")
    #expect(files.last == "exports.ts")
    let others = try EmbeddedFileList.contents(of: "Runtime/TypeScript", ".ts")
    #expect(files.sorted() == others.filter { $0 != "generated.ts" }.sorted())
  }

  /// Tests that each part is a case with the name of its first declaration.
  @Test func casesHaveTheNamesOfTheirParts() {
    for part in TypeScriptRuntime.allCases {
      #expect(SwiftNames.member(part.name) == "\(part)")
    }
    let names = TypeScriptRuntime.allCases.flatMap(\.declaredNames)
    #expect(names.sorted() == TypeScriptNames.runtime)
  }

  /// Tests the list of names of the language and the browser, which the compiler reports if it has no libraries.
  @Test func globalsAreListed() throws {
    guard TypeScriptTools.hasDeno("the names of the TypeScript runtime") else { return }
    let config = try TestPackage.scratchFolder("no-libraries").appending(path: "deno.json")
    try Data(#"{"compilerOptions": {"lib": [], "types": []}}"#.utf8).write(to: config)
    let result = try TypeScriptTools.run(
      ["check", "--quiet", "--config", config.path] + files(Self.runtime), in: TypeScriptTools.root)
    let names = Set(result.output.matches(of: #/Cannot find name '(\w+)'/#).map { String($0.1) })
    #expect(names.sorted() == TypeScriptNames.runtimeGlobals)
  }

  @Test func testsPass() throws {
    guard TypeScriptTools.hasDeno("the TypeScript runtime") else { return }
    let config = ["--config", "Tests/TypeScript/deno.json"]
    let sources = try files(Self.runtime)
    let tests = try files(Self.tests)
    for arguments in [["check"], ["lint"], ["fmt", "--check"]] {
      let result = try TypeScriptTools.run(
        arguments + config + sources + tests, in: TypeScriptTools.root)
      #expect(result.status == 0, "\(result.output)")
    }
    let run = try TypeScriptTools.run(
      ["test", "--no-check"] + config + tests, in: TypeScriptTools.root)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("| 0 failed"), "\(run.output)")
  }

  /// Tests that the generator declares every name that a part requires.
  @Test func standInsAreDeclared() throws {
    let declared = Set(TypeScriptNames.Fixed.allCases.map(\.rawValue))
    let text = try TestPackage.text("\(Self.runtime)/generated.ts")
    let standIns = TypeScriptParts(files: [text], exports: "").all.flatMap(\.names)
    #expect(!standIns.isEmpty)
    #expect(declared.isSuperset(of: standIns))
  }

  /// Tests that a module contains exactly the parts that its rule set uses, in a fixed order.
  @Test func partsAreThoseThatAreNeeded() {
    for part in TypeScriptRuntime.allCases {
      var printer = TypeScriptPrinter()
      printer.use(part)
      printer.printRuntime()
      let text = String(decoding: printer.bytes, as: UTF8.self)
      var needed: Set<TypeScriptRuntime> = [part]
      var pending = [part]
      while let next = pending.popLast() {
        for other in next.needs where needed.insert(other).inserted { pending.append(other) }
      }
      let parts = TypeScriptRuntime.allCases.filter(needed.contains).map(\.text)
      #expect(
        text == ([TypeScriptPrinter.supportHeading] + parts).joined(separator: "\n\n") + "\n")
    }
  }
}
