import TestSupport
import Testing

/// Tests the `version` of a `bascule.json`.
@Suite struct RuleVersionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let rules = """
    screen Ticket(code: String)
    chain Default {
      when scheme == "ticket" present Ticket(code: host) cancel
      otherwise allow
    }

    """

  private func check(_ configuration: String) throws -> Executable.Result {
    try folder.write(["rules/a.bascule": rules, "rules/bascule.json": configuration])
    return try Executable.run(["check", "rules"], in: folder)
  }

  @Test func aNewerProgramNotesWhatMeansSomethingElse() throws {
    let noted = try check(#"{"version": "0.1"}"#)
    #expect(noted.code == 0)
    #expect(noted.output.contains("note[changed-meaning]: since 0.2"))
    #expect(noted.output.contains(#"witness: "ticket://Example.com"#))
    // The help names the version for which nothing is reported any more.
    let newest = try #require(
      noted.output.firstMatch(of: /`version` of the bascule.json to "([\d.]+)"/))
    #expect(try check("{\"version\": \"\(newest.1)\"}").output.contains("no findings"))
    #expect(try check("{}").output.contains("no findings"))
  }

  @Test func theVersionOfAnExtendedFileCounts() throws {
    try folder.write(["base.json": #"{"version": "0.1"}"#])
    #expect(try check(#"{"extends": "../base.json"}"#).output.contains("changed-meaning"))
    let own = try check(#"{"extends": "../base.json", "version": "0.2"}"#)
    #expect(own.output.contains("no findings"))
  }

  @Test func aVersionThatTheProgramDoesNotKnowIsAnError() throws {
    let result = try check(#"{"version": "99.0"}"#)
    #expect(result.code == 1)
    #expect((result.output + result.errors).contains("the rules were written for version 99.0"))
  }

  @Test func newSetsHaveTheNewestVersion() throws {
    #expect(try Executable.run(["init", "new"], in: folder).code == 0)
    #expect(try folder.text("new/bascule.json").contains(#""version": "0."#))
    #expect(try Executable.run(["check", "new"], in: folder).output.contains("no findings"))
  }
}
