import TestSupport
import Testing

/// Runs `bascule dump`, which is for people who work on Bascule.
@Suite struct DumpTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([
      "a.bascule": """
      chain Default {
        when path like "/shop/**" && host hasSuffix ".example" cancel
        when scheme in ["tel", "mailto"] open url cancel
        when query.a == "1" cancel
        otherwise allow
      }

      """
    ])
  }

  private func dump(_ words: String...) throws -> Executable.Result {
    try Executable.run(["dump"] + words, in: folder)
  }

  @Test func tree() throws {
    let result = try dump("tree", "a.bascule")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("a.bascule: 1\n"))
    #expect(result.output.contains("text: \"path\""))
    // Places are printed as lines and columns.
    #expect(result.output.contains(": 2:8-2:12\n"))
  }

  @Test func rules() throws {
    let output = try dump("rules", ".").output
    #expect(output.contains("name: \"Default\""))
    #expect(output.contains("decision: cancel"))
  }

  @Test func languages() throws {
    let output = try dump("languages", ".").output
    #expect(output.hasPrefix("Default\n"))
    #expect(output.contains("  path is in a language: "))
    #expect(output.contains("shortest `/shop`"))
    #expect(output.contains("  scheme is "))
  }

  @Test func table() throws {
    #expect(
      try dump("table", "a.bascule").output.hasPrefix(
        """
        Default
          a.bascule:2 path /shop/…
          a.bascule:3 scheme tel, scheme mailto
          a.bascule:4 query a=1
          a.bascule:5 free

        """))
  }

  /// Tests that each stage prints its results for wrong rules.
  @Test(arguments: ["tree", "rules", "languages", "table"])
  func wrongRules(stage: String) throws {
    try folder.write(["a.bascule": "chain Default { when path == cancel\n when nothing allow\n"])
    let result = try dump(stage, "a.bascule")
    #expect(result.code == 0 && result.errors.isEmpty && !result.output.isEmpty)
    if stage == "tree" || stage == "rules" { #expect(result.output.contains("faults: ")) }
  }

  @Test func isHidden() throws {
    #expect(!(try Executable.run(["--help"], in: folder).output.contains("dump")))
    #expect(!(try Executable.run(["man"], in: folder).output.contains("dump")))
    #expect(!(try Executable.run(["completions", "bash"], in: folder).output.contains("dump")))
    #expect(try dump("--help").output.contains("Print what a stage of the compiler holds"))
  }

  @Test func wrongUse() throws {
    #expect(try dump().code == 2)
    let wrong = try dump("tabel", "a.bascule")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean `table`?"))
    #expect(try dump("tree", "missing.bascule").code == 3)
  }
}
