import Foundation
import Generation
import TestSupport
import Testing

/// Tests that the fakes of app and page behave like the generated Swift in a process and the page's module in deno.
@Suite(.serialized) struct FakesTests {
  private let folder = TypeScriptModules.root.appending(path: "fakes")

  init() throws { _ = try TypeScriptModules.written.get() }

  @Test(.seeded) func fakesBehaveLikeAppAndPage() throws {
    guard TypeScriptTools.hasDeno("the fakes of app and page"),
      let compiler = TypeScriptTools.find("swiftc", for: "the fakes of app and page")
    else { return }
    let files = SwiftGenerator.files(
      for: try TypeScriptFiles.rules([TypeScriptModules.fakesRules]),
      sources: try TypeScriptFiles.sources([TypeScriptModules.fakesRules]),
      options: SwiftOptions())
    for file in files { try Data(file.bytes).write(to: folder.appending(path: file.name)) }
    let build = try TypeScriptTools.run(
      compiler,
      ["-whole-module-optimization", "-Onone", "-D", "DEBUG", "-swift-version", "6"]
        + ["-parse-as-library", "-o", "fakes", "Fakes.swift"] + files.map(\.name),
      in: folder)
    try #require(build.status == 0, "\(build.output)")
    let program = folder.appending(path: "fakes").path
    let cases = TestOptions.cases(12, long: 200)
    let tests = try TypeScriptTools.run(
      ["test", "--no-check", "--allow-run", "--allow-read", "--allow-write", "fakes_test.ts", "--"]
        + [program, "\(cases)", "\(Seed.of(4409) % 1_000_000)"], in: folder)
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("3 passed | 0 failed"), "\(tests.output)")
  }
}
