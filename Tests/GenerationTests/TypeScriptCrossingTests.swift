import Foundation
import Generation
import Testing

/// Values of every type go over the bridge: what comes out is what `crossing.json` says.
@Suite(.serialized) struct TypeScriptCrossingTests {
  @Test func valuesCrossTypeScript() throws {
    let folder = try TypeScriptTools.folder("crossing")
    let rules = try TypeScriptFiles.rules(["Tests/TypeScript/crossing.bascule"])
    try Data(TypeScriptGenerator.module(for: rules))
      .write(to: folder.appending(path: "crossing_bridge.ts"))
    try TypeScriptTools.copyTests(to: folder)
    guard TypeScriptTools.hasDeno("values that cross the bridge") else { return }
    let check = try TypeScriptTools.run(
      ["check", "crossing_bridge.ts", "crossing_test.ts"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    let tests = try TypeScriptTools.run(
      ["test", "--no-check", "--allow-read", "crossing_test.ts"], in: folder)
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("passed | 0 failed"), "\(tests.output)")
  }
}
