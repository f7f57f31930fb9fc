import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import Workspace

/// Tests baselines, and the findings that a change touches or causes.
@Suite struct BaselineTests {
  private static let rules = """
    screen Unused
    chain Main {
      when path hasPrefix "/p" allow
      when path hasPrefix "/p/q" cancel
      otherwise allow
    }

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["check", "--format", "xcode"] + arguments, in: folder)
  }

  /// Returns the codes and lines of the findings, in order.
  private func shown(_ result: Executable.Result) -> [String] {
    result.output.split(separator: "\n").filter { $0.hasSuffix("]") }.map { line in
      let parts = line.split(separator: ":")
      let code = line.split(separator: "[").last?.dropLast() ?? ""
      return "\(code) \(parts[1])"
    }
  }

  private func git(_ arguments: String...) throws {
    let git = try #require(Tool.find("git", for: "check --since"))
    let result = try ProcessRunner.run(
      git, ["-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments, in: folder.url
    )
    try #require(result.status == 0, "\(result.output)")
  }

  @Test func baseline() throws {
    try folder.write(["rules/a.bascule": Self.rules])
    let all = ["unused-declaration 1", "redundant-rule 3", "unreachable-rule 4"]
    let before = try check("rules")
    #expect(before.code == 1)
    let found = shown(before)
    #expect(found.contains("unreachable-rule 4"))
    #expect(Set(found).isSubset(of: all))
    let write = try check("rules", "--baseline", "ci/known.json", "--write-baseline")
    #expect(write.code == 0)
    #expect(write.output == "")
    #expect(write.errors == "note: ci/known.json holds \(found.count) findings\n")
    let text = try folder.text("ci/known.json")
    #expect(text.contains(#""file":"../rules/a.bascule""#))
    let stored = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let entries = try #require(stored["findings"] as? [[String: String]])
    #expect(entries.allSatisfy { Set($0.keys) == ["file", "code", "fingerprint", "message"] })
    // Lines that are inserted above a finding do not matter, nor does the working folder.
    try folder.write(["rules/a.bascule": "// new\n\n" + Self.rules + "screen More\n"])
    #expect(shown(try check("rules", "--baseline", "ci/known.json")) == ["unused-declaration 9"])
    let inside = try Executable.run(
      ["check", "--format", "json", "--baseline", "../ci/known.json"], in: folder, "rules")
    #expect(inside.output.components(separatedBy: "\"code\":").count == 2)
    // Entries whose findings are fixed are reported.
    try folder.write(["rules/a.bascule": "chain Main { otherwise allow }\n"])
    let mended = try check("rules", "--baseline", "ci/known.json")
    #expect(mended.code == 0)
    #expect(
      mended.errors
        == "note: \(found.count) findings of ci/known.json are no longer found; "
        + "`--write-baseline` removes them\n")
    #expect(try check("rules", "--baseline", "ci/known.json", "--write-baseline").code == 0)
    #expect(try folder.text("ci/known.json") == "{\n  \"version\": 1,\n  \"findings\": []\n}\n")
  }

  @Test func codeIsGeneratedInSpiteOfIt() throws {
    try folder.write(["rules/a.bascule": Self.rules])
    _ = try check("rules", "--baseline", "known.json", "--write-baseline")
    func generate(_ arguments: String...) throws -> Executable.Result {
      try Executable.run(["generate", "rules", "--typescript", "x.ts"] + arguments, in: folder)
    }
    #expect(try generate().code == 1)
    let result = try generate("--baseline", "known.json")
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(folder.contents.contains("x.ts"))
    try folder.write(["rules/b.bascule": "chain D { when port == 1 && port == 2 cancel }\n"])
    let more = try generate("--baseline", "known.json")
    #expect(more.code == 1)
    #expect(more.errors.contains("error[contradictory-condition]"))
    #expect(!more.errors.contains("unreachable-rule"))
    #expect(try generate("--baseline", "missing.json").code == 3)
  }

  @Test func equalFindingsAreCounted() throws {
    let rule = "  when port == 1 && port == 2 cancel\n"
    try folder.write(["rules/a.bascule": "chain C {\n\(rule)  when port == 3 cancel\n\(rule)}\n"])
    #expect(try check("--baseline", "known.json", "--write-baseline").code == 0)
    #expect(try check("--baseline", "known.json").code == 0)
    try folder.write([
      "rules/a.bascule": "chain C {\n\(rule)  when port == 3 cancel\n\(rule)\(rule)}\n"
    ])
    #expect(shown(try check("--baseline", "known.json")) == ["contradictory-condition 5"])
  }

  @Test func errorsThatStopGenerationStay() throws {
    try folder.write(["a.bascule": "chain C { use Missing }\n"])
    let result = try check("--baseline", "known.json", "--write-baseline")
    #expect(result.code == 1)
    #expect(shown(result) == ["unknown-name 1"])
    #expect(result.errors == "note: known.json holds 0 findings\n")
  }

  @Test func faultyBaselines() throws {
    try folder.write(["a.bascule": Self.rules])
    for (text, reason) in [
      ("", "line 1: expected a value"), ("[]", "line 1: it is not a baseline"),
      ("{\n\"findings\": [\n{}]}", "line 3: a finding has no fingerprint"),
    ] {
      try folder.write(["known.json": text])
      let result = try check("--baseline", "known.json")
      #expect(result.code == 3)
      #expect(result.errors == "error: cannot read `known.json`: \(reason)\n")
    }
    #expect(try check("--baseline", "missing.json").code == 3)
    #expect(try check("--baseline", "a.bascule", "--write-baseline").code == 3)
    #expect(try folder.text("a.bascule") == Self.rules)
  }

  /// Tests that a change of a line touches findings that only refer to the line.
  @Test func sinceARevisionWithAChangedRelatedLine() throws {
    func rules(_ prefix: String) -> String {
      """
      chain Main {
        when path hasPrefix "\(prefix)" cancel
        when path hasPrefix "/p/q" download
        otherwise allow
      }

      """
    }
    try folder.write(["rules/a.bascule": rules("/p"), "rules/bascule.json": "{}"])
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try folder.write(["rules/a.bascule": rules("/p/")])
    let result = try check("--since", "HEAD")
    #expect(shown(result).contains("unreachable-rule 3"))
    #expect(result.code == 1)
  }

  /// Tests that an error that prevents generation is reported even if a hand-written baseline contains it.
  @Test func errorsInABaselineAreReported() throws {
    let text = "chain C { use Missing }\n"
    try folder.write(["a.bascule": text])
    let files = [SourceFile(name: "a.bascule", text: text)]
    let findings = Workspace.check(RuleSetInput(files: files))
    let prints = Fingerprint.all(findings, files: files, names: ["a.bascule"])
    #expect(findings.map(\.code) == ["unknown-name"])
    let known = prints.map { "{\"fingerprint\": \"\($0)\"}" }.joined(separator: ", ")
    try folder.write(["known.json": "{\"version\": 1, \"findings\": [\(known)]}"])
    let result = try check("--baseline", "known.json")
    #expect(shown(result) == ["unknown-name 1"])
    #expect(result.code == 1)
    // The baseline suppresses a warning with the same fingerprint.
    let warning = "flag unused\n"
    try folder.write(["a.bascule": warning])
    let other = [SourceFile(name: "a.bascule", text: warning)]
    let found = Workspace.check(RuleSetInput(files: other))
    let print = try #require(Fingerprint.all(found, files: other, names: ["a.bascule"]).first)
    try folder.write([
      "known.json": "{\"version\": 1, \"findings\": [{\"fingerprint\": \"\(print)\"}]}"
    ])
    #expect(try shown(check("--baseline", "known.json")).isEmpty)
  }

  @Test func sinceARevision() throws {
    try folder.write([
      "rules/a.bascule": """
      screen Unused
      screen Shown
      chain Main {
        when path hasPrefix "/p" cancel
        when path hasPrefix "/p/q" download
        when path hasPrefix "/r" present Shown cancel
        otherwise allow
      }

      """,
      "rules/bascule.json": "{}", "other/b.bascule": "screen Elsewhere\n",
    ])
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    #expect(shown(try check("rules")) == ["unused-declaration 1", "unreachable-rule 5"])
    #expect(try check("--since", "HEAD").output == "")
    #expect(try check("--since", "HEAD").code == 0)
    // Lines move. A use is removed, which affects a declaration elsewhere. A new rule is unreachable.
    try folder.write([
      "rules/a.bascule": """
      // a comment
      screen Unused
      screen Shown
      chain Main {
        when path hasPrefix "/p" cancel
        when path hasPrefix "/p/q" download
        when path hasPrefix "/p/z" allow
        otherwise allow
      }

      """,
      "rules/new.bascule": "screen New\n",
    ])
    #expect(
      shown(try check("rules", "--since", "HEAD")) == [
        "unused-declaration 3", "unreachable-rule 7", "unused-declaration 1",
      ])
    #expect(try check("--since", "HEAD").code == 1)
    #expect(shown(try check("rules/new.bascule", "--since", "HEAD")) == ["unused-declaration 1"])
    // A finding on a changed line is reported again.
    try folder.write([
      "rules/a.bascule": """
      screen Unused // still
      screen Shown
      chain Main {
        when path hasPrefix "/p" cancel
        when path hasPrefix "/p/q" download
        when path hasPrefix "/r" present Shown cancel
        otherwise allow
      }

      """
    ])
    try FileManager.default.removeItem(atPath: folder.path("rules/new.bascule"))
    #expect(shown(try check("rules", "--since", "HEAD")) == ["unused-declaration 1"])
    #expect(try check("rules", "--since", "nothing").code == 2)
    #expect(try check("rules", "--since", "--help").code == 2)
  }

  /// Tests that the old version is also checked with the levels of the options and of its `bascule.json`.
  @Test func levelsAreThoseOfBothVersions() throws {
    try folder.write([
      "rules/a.bascule": "screen Unused\n",
      "rules/bascule.json": #"{"strct": true, "severities": {"unused-declaration": "off"}}"#,
    ])
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try folder.write(["rules/a.bascule": "screen Unused\n// A comment.\nscreen Another\n"])
    let level = "unused-declaration=warning"
    let all = ["unused-declaration 1", "unused-declaration 3", "invalid-configuration 1"]
    #expect(shown(try check("rules", "--severity", level)).sorted() == all.sorted())
    #expect(
      shown(try check("rules", "--severity", level, "--since", "HEAD")) == ["unused-declaration 3"])
    #expect(shown(try check("rules", "--since", "HEAD")) == [])
  }
}
