import Foundation
import TestSupport
import Testing

/// Runs `bascule init`.
@Suite struct InitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(arguments, in: folder)
  }

  @Test func whatItWritesWorks() throws {
    let result = try run("init", "web/rules")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("wrote web/rules/app.bascule\nwrote web/rules/bascule.json\n"))
    #expect(result.output.contains("`bascule generate web/rules`"))
    #expect(
      folder.contents == ["web", "web/rules", "web/rules/app.bascule", "web/rules/bascule.json"])
    let check = try run("check", "--strict")
    #expect(check.code == 0, "\(check.output)")
    let test = try run("test", "web/rules")
    #expect(test.code == 0, "\(test.output)")
    #expect(try run("generate").code == 0)
    #expect(folder.contents.contains("web/rules/Generated/bascule.ts"))
  }

  @Test func nothingIsWrittenOver() throws {
    for name in ["bascule.json", "app.bascule", "other.bascule"] {
      let folder = try TemporaryFolder()
      try folder.write(["rules/\(name)": "mine"])
      let result = try Executable.run(["init"], in: folder)
      #expect(result.code == 3)
      #expect(result.output == "")
      #expect(
        result.errors == "error: cannot write `rules`: `rules/\(name)` already exists\n")
      #expect(folder.contents == ["rules", "rules/\(name)"])
      #expect(try folder.text("rules/\(name)") == "mine")
    }
    try folder.write(["file": "x"])
    #expect(try run("init", "file").code == 3)
    #expect(try run("init", "-").code == 2)
  }
}
