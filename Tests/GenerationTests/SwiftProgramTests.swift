import Foundation
import Testing

/// Runs generated code: messages, values, requests, and the WebKit classes with a stand-in for WebKit.
@Suite(.serialized) struct SwiftProgramTests {
  @Test(arguments: ["showcase", "bridge", "testing"])
  func programRuns(_ name: String) throws {
    let set = try SwiftRuleSet(folder: "showcase")
    try #require(set.faults.isEmpty)
    let folder = try SwiftCompiler.scratch("program-" + name)
    let source = SwiftCompiler.root.appendingPathComponent("Tests/SwiftPrograms/\(name).swift")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(at: source, to: main)
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], platform: .iOS,
      options: ["-swift-version", "6", "-D", "DEBUG"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }
}
