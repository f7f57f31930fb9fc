import Foundation
import GeneratedNames
import Testing

@testable import Generation

/// The runtime in `Sources/Runtime/TypeScript`: its tests, and its embedded text.
@Suite struct TypeScriptRuntimeTests {
  private static let runtime = "Sources/Runtime/TypeScript"
  private static let tests = "Tests/TypeScript/runtime"

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: TypeScriptTools.root.appending(path: folder).path)
      .filter { $0.hasSuffix(".ts") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The checked-in Swift contains the current text of the runtime.
  @Test func embeddedTextIsFresh() throws {
    let result = try TypeScriptTools.run(
      URL(filePath: "/usr/bin/env"), ["python3", "Tests/tools/embed_runtime.py", "--check"],
      in: TypeScriptTools.root)
    #expect(result.status == 0, "\(result.output)")
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

  /// The generator declares every name that a part requires.
  @Test func standInsAreDeclared() {
    let declared = Set(TypeScriptNames.Fixed.allCases.map(\.rawValue))
    #expect(!TypeScriptRuntime.standIns.isEmpty)
    #expect(declared.isSuperset(of: TypeScriptRuntime.standIns))
  }

  /// A module contains the parts that its rule set uses, complete and in a fixed order.
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
