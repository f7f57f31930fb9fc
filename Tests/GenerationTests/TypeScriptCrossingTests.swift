import Foundation
import Generation
import Testing

/// Values of every type go over the bridge: what comes out is what `crossing.json` says, in both
/// languages word for word, and what one language has written the other reads.
@Suite(.serialized) struct TypeScriptCrossingTests {
  private static let ruleFile = "Tests/TypeScript/crossing.bascule"

  private func crossingFolder() throws -> URL {
    let folder = try TypeScriptTools.folder("crossing")
    let rules = try TypeScriptFiles.rules([Self.ruleFile])
    try Data(TypeScriptGenerator.module(for: rules))
      .write(to: folder.appending(path: "crossing_bridge.ts"))
    try TypeScriptTools.copyTests(to: folder)
    return folder
  }

  private func expectCrossing(_ arguments: [String], in folder: URL) throws {
    let tests = try TypeScriptTools.run(
      ["test", "--no-check", "--allow-read", "crossing_test.ts", "--"] + arguments, in: folder)
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("passed | 0 failed"), "\(tests.output)")
  }

  @Test func valuesCrossTypeScript() throws {
    guard TypeScriptTools.hasDeno("values that cross the bridge") else { return }
    let folder = try crossingFolder()
    let check = try TypeScriptTools.run(
      ["check", "crossing_bridge.ts", "crossing_test.ts"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    try expectCrossing([], in: folder)
  }

  @Test func valuesCrossFromSwiftToTypeScriptAndBack() throws {
    guard TypeScriptTools.hasDeno("values that cross from Swift to TypeScript and back"),
      let compiler = TypeScriptTools.find("swiftc", for: "values that cross Swift")
    else { return }
    let folder = try crossingFolder()
    try compile("Crossing.swift", to: "crossing", with: compiler, in: folder)

    // Swift decodes and encodes; TypeScript agrees, and passes on what Swift has written.
    try crossSwift("crossing.json", to: "swift.json", in: folder)
    try expectCrossing(["swift.json"], in: folder)

    // TypeScript decodes and encodes; Swift passes on what TypeScript has written.
    let values = try TypeScriptTools.run(
      ["run", "--no-check", "--allow-read", "crossing.ts", "crossing.json"], in: folder)
    try #require(values.status == 0, "\(values.output)")
    try Data(values.output.utf8).write(to: folder.appending(path: "typescript.json"))
    try crossSwift("typescript.json", to: "back.json", in: folder)
    try expectCrossing(["back.json", "typescript.json"], in: folder)
  }

  /// What native code runs in the page is run in deno, word for word.
  @Test func scriptsOfTheAppReachThePage() throws {
    guard TypeScriptTools.hasDeno("events and calls from Swift to TypeScript"),
      let compiler = TypeScriptTools.find("swiftc", for: "events and calls from Swift")
    else { return }
    let folder = try crossingFolder()
    try compile("Scripts.swift", to: "scripts", with: compiler, in: folder)
    let scripts = try TypeScriptTools.run(folder.appending(path: "scripts"), [], in: folder)
    try #require(scripts.status == 0, "\(scripts.output)")
    try Data(scripts.output.utf8).write(to: folder.appending(path: "scripts.json"))
    let check = try TypeScriptTools.run(["check", "scripts_test.ts"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    let tests = try TypeScriptTools.run(
      ["test", "--no-check", "--allow-read", "scripts_test.ts", "--", "scripts.json"], in: folder)
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("7 passed | 0 failed"), "\(tests.output)")
  }

  /// A program of `Tests/TypeScript` together with the Swift generated for the same rule file.
  private func compile(
    _ program: String, to name: String, with compiler: URL, in folder: URL
  ) throws {
    let needed = [
      "BasculeWire.swift", "BasculeModels.swift", "BasculeRequest.swift", "BasculePatterns.swift",
      "BasculeEvents.swift",
    ]
    let files = SwiftGenerator.files(
      for: try TypeScriptFiles.rules([Self.ruleFile]),
      sources: try TypeScriptFiles.sources([Self.ruleFile]), access: .internal)
    for file in files where needed.contains(file.name) {
      try Data(file.bytes).write(to: folder.appending(path: file.name))
    }
    let build = try TypeScriptTools.run(
      compiler, ["-swift-version", "6", "-o", name, program] + needed, in: folder)
    try #require(build.status == 0, "\(build.output)")
  }

  private func crossSwift(_ values: String, to results: String, in folder: URL) throws {
    let program = folder.appending(path: "crossing")
    let run = try TypeScriptTools.run(program, [values], in: folder)
    try #require(run.status == 0, "\(run.output)")
    try Data(run.output.utf8).write(to: folder.appending(path: results))
  }
}
