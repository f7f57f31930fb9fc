import Foundation
import Generation
import Testing

/// Tests that values of every type cross the bridge. In both languages the results equal those of `crossing.json`, and
/// each language reads the values that the other has written.
@Suite(.serialized) struct TypeScriptCrossingTests {
  private let folder = TypeScriptModules.root.appending(path: "crossing")

  init() throws { _ = try TypeScriptModules.written.get() }

  private func expectCrossing(_ arguments: [String]) throws {
    let tests = try TypeScriptTools.run(
      ["test", "--no-check", "--allow-read", "crossing_test.ts", "--"] + arguments, in: folder)
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("passed | 0 failed"), "\(tests.output)")
  }

  @Test func valuesCrossTypeScript() throws {
    guard TypeScriptTools.hasDeno("values that cross the bridge") else { return }
    try expectCrossing([])
  }

  @Test func valuesCrossFromSwiftToTypeScriptAndBack() throws {
    guard TypeScriptTools.hasDeno("values that cross from Swift to TypeScript and back"),
      let program = try Self.program.get()
    else { return }
    // Swift decodes and encodes; TypeScript reads the result.
    try write(TypeScriptTools.run(program, ["crossing.json"], in: folder), to: "swift.json")
    try expectCrossing(["swift.json"])

    // TypeScript decodes and encodes; Swift reads the result.
    let arguments = ["run", "--no-check", "--allow-read", "crossing.ts", "crossing.json"]
    try write(TypeScriptTools.run(arguments, in: folder), to: "typescript.json")
    try write(TypeScriptTools.run(program, ["typescript.json"], in: folder), to: "back.json")
    try expectCrossing(["back.json", "typescript.json"])
  }

  /// Tests the scripts that native code runs in the page, by running exactly these scripts in deno.
  @Test func scriptsOfTheAppReachThePage() throws {
    guard TypeScriptTools.hasDeno("events and calls from Swift to TypeScript"),
      let program = try Self.program.get()
    else { return }
    try write(TypeScriptTools.run(program, [], in: folder), to: "scripts.json")
    let tests = try TypeScriptTools.run(
      ["test", "--no-check", "--allow-read", "scripts_test.ts", "--", "scripts.json"], in: folder)
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("8 passed | 0 failed"), "\(tests.output)")
  }

  private func write(_ result: (status: Int32, output: String), to name: String) throws {
    try #require(result.status == 0, "\(result.output)")
    try Data(result.output.utf8).write(to: folder.appending(path: name))
  }

  /// The Swift programs of `Tests/TypeScript`, compiled once with the Swift generated for the same rule file; nil
  /// without a compiler.
  private static let program = Result { () throws -> URL? in
    guard let compiler = TypeScriptTools.find("swiftc", for: "values that cross Swift") else {
      return nil
    }
    _ = try TypeScriptModules.written.get()
    let folder = TypeScriptModules.root.appending(path: "crossing")
    let files = SwiftGenerator.files(
      for: try TypeScriptFiles.rules([TypeScriptModules.crossingRules]),
      sources: try TypeScriptFiles.sources([TypeScriptModules.crossingRules]),
      options: SwiftOptions())
    for file in files { try Data(file.bytes).write(to: folder.appending(path: file.name)) }
    let build = try TypeScriptTools.run(
      compiler,
      ["-whole-module-optimization", "-Onone", "-swift-version", "6", "-parse-as-library", "-o"]
        + ["crossing", "Crossing.swift", "Scripts.swift"] + files.map(\.name),
      in: folder)
    try #require(build.status == 0, "\(build.output)")
    return folder.appending(path: "crossing")
  }
}
