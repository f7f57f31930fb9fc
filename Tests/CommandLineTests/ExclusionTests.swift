import Foundation
import TestSupport
import Testing

@testable import CommandLine

/// Tests the files and folders that a search for rule files skips, and codes that are ignored in some files.
@Suite struct ExclusionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the files that are found below the paths, relative to the test's folder.
  private func find(_ paths: String..., excluding patterns: [String] = []) -> [String] {
    let (sets, errors) = RuleSetFinder.find(
      paths.map { Path($0 == "." ? folder.path : folder.path($0)) }, excluding: patterns)
    return sets.flatMap { set in
      set.files.map { String($0.display.dropFirst(folder.path.count + 1)) }
    } + errors.map(\.message)
  }

  /// Tests that files that git ignores are not part of a set, unless they are named.
  @Test func ignoredByGit() throws {
    try folder.write([
      ".git/HEAD": "", ".git/info/exclude": "own.bascule\n",
      ".gitignore": "build/\n*.draft.bascule\n",
      "a.bascule": "", "own.bascule": "", "b.draft.bascule": "", "build/a.bascule": "",
      "sub/.gitignore": "!c.draft.bascule\n/x\n", "sub/c.draft.bascule": "", "sub/x/d.bascule": "",
      "sub/y/x/e.bascule": "",
    ])
    #expect(find(".") == ["a.bascule", "sub/c.draft.bascule", "sub/y/x/e.bascule"])
    #expect(find("sub") == ["sub/c.draft.bascule", "sub/y/x/e.bascule"])
    #expect(find("build") == ["build/a.bascule"])
    #expect(find("b.draft.bascule", "build/a.bascule") == ["b.draft.bascule", "build/a.bascule"])
    #expect(find(".", "build").contains("build/a.bascule"))
  }

  /// Tests that a `.gitignore` applies only in a working tree, and not in another working tree inside of it.
  @Test func otherWorkingTrees() throws {
    try folder.write([
      "plain/.gitignore": "*.bascule\n", "plain/a.bascule": "", "tree/.git/HEAD": "",
      "tree/.gitignore": "x.bascule\n", "tree/x.bascule": "", "tree/sub/.git": "gitdir: x",
      "tree/sub/x.bascule": "",
    ])
    #expect(find("plain") == ["plain/a.bascule"])
    #expect(find("tree") == ["tree/sub/x.bascule"])
  }

  @Test func excludedByTheConfiguration() throws {
    try folder.write([
      "bascule.json": #"{"exclude": ["Pods/", "/old/**", "*.x.bascule"]}"#, "a.bascule": "",
      "Pods/Foo/a.bascule": "", "old/b.bascule": "", "new/old/b.bascule": "", "c.x.bascule": "",
      "inner/bascule.json": "{}", "inner/c.x.bascule": "", "inner/d.bascule": "",
    ])
    #expect(find(".") == ["a.bascule", "new/old/b.bascule", "inner/d.bascule"])
    #expect(find("c.x.bascule") == ["c.x.bascule"])
    #expect(find("Pods") == ["Pods/Foo/a.bascule"])
  }

  @Test func excludedByTheCaller() throws {
    try folder.write(["a.bascule": "chain C { }\n", "gen/b.bascule": "chain C { }\n"])
    let both = try Executable.run(["check", "."], in: folder)
    #expect(both.output.contains("duplicate-declaration"))
    for verb in [["check"], ["format", "--check"], ["check", "--statistics"]] {
      let result = try Executable.run(verb + ["--exclude", "gen/", "--exclude=x"], in: folder)
      #expect(!result.output.contains("duplicate-declaration"), "\(verb): \(result.output)")
      #expect(!(result.output + result.errors).contains("gen/b.bascule"), "\(verb)")
    }
    let named = try Executable.run(
      ["check", "a.bascule", "gen/b.bascule", "--exclude", "gen/"], in: folder)
    #expect(named.output.contains("duplicate-declaration"))
    let none = try Executable.run(["check", "--exclude", "*.bascule"], in: folder)
    #expect(none.code == 3)
  }

  /// Tests that a comparison with a revision includes the same files of both versions.
  @Test func excludedInARevision() throws {
    try folder.write([
      "r/bascule.json": #"{"exclude": ["gen/"]}"#, "r/.gitignore": "own.bascule\n",
      "r/a.bascule": "chain C { otherwise cancel }\n",
      "r/gen/b.bascule": "chain D { otherwise cancel }\n",
      "r/own.bascule": "chain E { otherwise cancel }\n",
    ])
    for arguments in [["init", "-q"], ["add", "--force", "."], ["commit", "-q", "-m", "one"]] {
      let result = try ProcessRunner.run(
        ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments,
        in: folder.url)
      try #require(result.status == 0, "git \(arguments): \(result.output)")
    }
    let result = try Executable.run(["diff", "r", "--against", "HEAD"], in: folder)
    #expect(result.code == 0)
    #expect(!result.output.contains("gone"), "\(result.output)")
  }

  /// Tests that codes are ignored exactly in the files that a pattern selects.
  @Test func ignoredCodes() throws {
    let dead =
      "chain NAME {\n  when path hasPrefix \"/a\" cancel\n  when path == \"/ab\" allow\n}\n"
    func chain(_ name: String) -> String { dead.replacingOccurrences(of: "NAME", with: name) }
    try folder.write([
      "r/bascule.json":
        #"{"ignore": {"Legacy/**": ["unreachable-rule"], "b.bascule": ["unknown"]}}"#,
      "r/Legacy/a.bascule": chain("A"), "r/b.bascule": chain("B"),
    ])
    let result = try Executable.run(["check", "r", "--format", "github"], in: folder)
    #expect(result.output.contains("there is no code or group `unknown`"))
    #expect(result.output.contains("file=r/b.bascule,"))
    #expect(!result.output.contains("file=r/Legacy/a.bascule"), "\(result.output)")
    let inside = try Executable.run(["check", "--format", "github"], in: folder, "r")
    #expect(inside.output.contains("b.bascule,"))
    #expect(!inside.output.contains("Legacy/a.bascule"), "\(inside.output)")
    try folder.write(["r/bascule.json": #"{"ignore": {"*.bascule": ["unreachable-rule"]}}"#])
    #expect(try Executable.run(["check", "r"], in: folder).code == 0)
    #expect(try Executable.run(["generate", "r", "--swift", "out"], in: folder).code == 0)
  }
}
