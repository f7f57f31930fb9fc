import Foundation
import TestSupport
import Testing

/// Runs `bascule format`.
@Suite struct FormatVerbTests {
  private static let ugly = "flag  a\nchain Main { when a\ncancel }\n"
  private static let formatted = "flag a\nchain Main { when a cancel }\n"
  private static let broken = "flag b\nchain Main {\n  when b\n}\n"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., input: String = "") throws -> Executable.Result {
    try Executable.run(["format"] + arguments, in: folder, input: Data(input.utf8))
  }

  private func modified(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.modificationDate] as? Date
  }

  /// Tests that the comment of an ignored finding can be anywhere in its rule, and that other findings are not ignored.
  @Test(arguments: [
    "when path == \"/ab\" && // IGNORE\n    path.count == 2 allow",
    "when // IGNORE\n    path == \"/ab\" allow", "when path in [ // IGNORE\n    \"/ab\"] allow",
    "when path == \"/ab\" allow // IGNORE", "when path == \"/ab\" // IGNORE\n  allow",
  ])
  func ignoredFindingsStay(_ rule: String) throws {
    let rule = rule.replacingOccurrences(
      of: "IGNORE", with: "bascule:ignore unreachable-rule -- x")
    try folder.write([
      "a.bascule":
        "chain C {\n  when path hasPrefix \"/a\" cancel\n  \(rule)\n  when path == \"/ac\" allow\n}\n"
    ])
    func codes() throws -> String {
      try Executable.run(["check", "--statistics"], in: folder).output
    }
    let before = try codes()
    #expect(before.contains("1 error") && before.contains("unreachable-rule"), "\(before)")
    #expect(try run().code == 0)
    #expect(try codes() == before)
  }

  @Test func writesFiles() throws {
    try folder.write(["a.bascule": Self.ugly, "b/b.bascule": Self.formatted, "c.txt": Self.ugly])
    let old = Date(timeIntervalSince1970: 1_000_000)
    for name in ["a.bascule", "b/b.bascule"] {
      try FileManager.default.setAttributes(
        [.modificationDate: old, .posixPermissions: 0o640], ofItemAtPath: folder.path(name))
    }
    let result = try run()
    #expect(result.code == 0)
    #expect(result.output == "formatted a.bascule\n1 of 2 files unchanged\n")
    #expect(result.errors == "")
    #expect(try folder.text("a.bascule") == Self.formatted)
    #expect(try folder.text("c.txt") == Self.ugly)
    #expect(try modified("b/b.bascule") == old)
    #expect(try modified("a.bascule") != old)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("a.bascule"))
    #expect(mode[.posixPermissions] as? Int == 0o640)
    #expect(folder.contents == ["a.bascule", "b", "b/b.bascule", "c.txt"])
    #expect(try run().output == "2 of 2 files unchanged\n")
  }

  @Test func check() throws {
    try folder.write(["a.bascule": Self.ugly, "b.bascule": Self.formatted])
    let result = try run("--check")
    #expect(result.code == 1)
    #expect(result.output == "not formatted: a.bascule\n")
    #expect(try folder.text("a.bascule") == Self.ugly)
    let clean = try run("--check", "b.bascule")
    #expect(clean.code == 0)
    #expect(clean.output == "")
  }

  @Test func diff() throws {
    try folder.write(["a.bascule": Self.ugly, "b.bascule": Self.formatted])
    let result = try run("--diff")
    #expect(result.code == 1)
    #expect(
      result.output == """
        --- a/a.bascule
        +++ b/a.bascule
        @@ -1,3 +1,2 @@
        -flag  a
        -chain Main { when a
        -cancel }
        +flag a
        +chain Main { when a cancel }

        """)
    #expect(try folder.text("a.bascule") == Self.ugly)
    #expect(try run("--diff", "b.bascule").code == 0)
  }

  /// Tests that the system's `patch` can apply the output of `--diff`.
  @Test func diffIsAPatch() throws {
    let rules = try TestPackage.text("rules/showcase/store.bascule")
    let lines = rules.components(separatedBy: "\n").enumerated().map { index, line in
      index % 9 == 4 ? line.replacingOccurrences(of: " ", with: "  ") : line
    }
    let ugly = lines.joined(separator: "\n").replacingOccurrences(of: "}\n\n", with: "}\n\n\n\n")
    try folder.write(["a.bascule": ugly])
    let result = try run("--diff")
    #expect(result.output.contains("\n@@ "))
    try #require(try run().code == 0)
    let formatted = try folder.text("a.bascule")
    try folder.write(["a.bascule": ugly, "a.patch": result.output])
    let patch = try ProcessRunner.run(
      ["git", "apply", "--unsafe-paths", "a.patch"], in: folder.url)
    #expect(patch.status == 0, "\(patch.output)")
    #expect(try folder.text("a.bascule") == formatted)
  }

  @Test func brokenFilesAreLeftAlone() throws {
    try folder.write(["a.bascule": Self.ugly, "b.bascule": Self.broken])
    let result = try run()
    #expect(result.code == 1)
    #expect(result.output == "formatted a.bascule\n")
    #expect(try folder.text("b.bascule") == Self.broken)
    // The message is the same as that of `check`.
    let check = try Executable.run(["check", "b.bascule"], in: folder)
    let finding = try #require(check.output.components(separatedBy: "\n\n").first)
    #expect(finding.hasPrefix("error[missing-decision]"))
    #expect(finding.contains("--> b.bascule:3:3"))
    #expect(result.errors.hasPrefix(finding))
    #expect(try run("--check").code == 1)
    #expect(try run("--diff").code == 1)
  }

  @Test func standardInput() throws {
    let result = try run("-", input: Self.ugly)
    #expect(result.code == 0)
    #expect(result.output == Self.formatted)
    let broken = try run("-", "--stdin-path", "rules/x.bascule", input: Self.broken)
    #expect(broken.code == 1)
    #expect(broken.output == "")
    #expect(broken.errors.contains("--> rules/x.bascule:3:3"))
    let check = try run("-", "--check", "--stdin-path", "x.bascule", input: Self.ugly)
    #expect(check.code == 1)
    #expect(check.output == "not formatted: x.bascule\n")
    #expect(try run("-", "--check", input: Self.formatted).code == 0)
    #expect(folder.contents.isEmpty)
  }

  @Test func wrongUsage() throws {
    try folder.write(["a.bascule": Self.ugly])
    #expect(try run("--stdin-path", "x", "a.bascule").code == 2)
    #expect(try run("-", "a.bascule").code == 2)
    #expect(try run("missing.bascule").code == 3)
    #expect(try folder.text("a.bascule") == Self.ugly)
  }

  @Test func linksStay() throws {
    try folder.write(["real/a.bascule": Self.ugly])
    try folder.link("link.bascule", to: "real/a.bascule")
    #expect(try run("link.bascule").code == 0)
    #expect(try folder.text("real/a.bascule") == Self.formatted)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.bascule"))
        == "real/a.bascule")
  }
}
