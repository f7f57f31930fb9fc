import Diagnostics
import Foundation
import TestSupport
import Testing
import Text

@testable import CommandLine

/// Tests `extends` and `baseline` of `bascule.json`.
@Suite struct SharedConfigurationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., in place: String? = nil) throws -> Executable.Result {
    try place.map { try Executable.run(arguments, in: folder, $0) }
      ?? Executable.run(arguments, in: folder)
  }

  /// Returns the codes of the findings, sorted.
  private func codes(_ arguments: String..., in place: String? = nil) throws -> [String] {
    let all = ["check", "--format", "xcode"] + arguments
    let result =
      try place.map { try Executable.run(all, in: folder, $0) }
      ?? Executable.run(all, in: folder)
    return result.output.matches(of: /\[([a-z-]+)\]\n/).map { String($0.1) }.sorted()
  }

  private func git(_ arguments: String...) throws {
    let git = try #require(Tool.find("git", for: "extended files of revisions"))
    let result = try ProcessRunner.run(
      git, ["-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments, in: folder.url
    )
    try #require(result.status == 0, "\(result.output)")
  }

  /// A random file of settings, and the values that it sets.
  private struct Settings {
    var format: String?
    var isStrict: Bool?
    var prefix: String?
    var levels: [String: String] = [:]

    init(_ random: inout SystemRandomNumberGenerator) {
      format = Bool.random(using: &random) ? ["json", "xcode"].randomElement(using: &random) : nil
      isStrict = Bool.random(using: &random) ? Bool.random(using: &random) : nil
      prefix = Bool.random(using: &random) ? ["A", "B"].randomElement(using: &random) : nil
      for code in ["any-origin", "broad-origin", "unused-ignore"] where Bool.random(using: &random)
      {
        levels[code] = Severities.Level.allCases.randomElement(using: &random)!.rawValue
      }
    }

    func text(extends: String?) -> String {
      var members: [String] = []
      if let extends { members.append("\"extends\": \"\(extends)\"") }
      if let format { members.append("\"format\": \"\(format)\"") }
      if let isStrict { members.append("\"strict\": \(isStrict)") }
      if let prefix { members.append("\"swift\": {\"prefix\": \"\(prefix)\"}") }
      let levels = levels.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
      members.append("\"severities\": {\(levels)}")
      return "{\(members.shuffled().joined(separator: ", "))}"
    }
  }

  /// Tests that a setting has the value of the first file in a chain of files that sets it.
  @Test func theNearestFileWins() throws {
    var random = SystemRandomNumberGenerator()
    let places = ["a/b/bascule.json", "a/one.json", "two.json", "x/three.json"]
    let links = ["../one.json", "../two.json", "x/three.json"]
    for _ in 0..<50 {
      let count = Int.random(in: 1...4, using: &random)
      let chain = (0..<count).map { _ in Settings(&random) }
      for (index, settings) in chain.enumerated() {
        let next = index + 1 < count ? links[index] : nil
        try folder.write([places[index]: settings.text(extends: next)])
      }
      let file = SourceFile(
        name: folder.path(places[0]), text: try folder.text(places[0]))
      let read = ConfigurationFile(file)
      #expect(read.findings.isEmpty)
      #expect(read.files.count == count && read.bases.count == count - 1)
      #expect(read.content.format?.rawValue == chain.lazy.compactMap(\.format).first)
      #expect(read.content.isStrict == chain.lazy.compactMap(\.isStrict).first)
      #expect(read.content.prefix == chain.lazy.compactMap(\.prefix).first)
      for code in ["any-origin", "broad-origin", "unused-ignore"] {
        let level = chain.lazy.compactMap { $0.levels[code] }.first
        #expect(read.content.severities[code]?.rawValue == level)
      }
      let isPrefixed = chain.contains { $0.prefix != nil }
      #expect(read.content.severities["framework-name"] == (isPrefixed ? .off : nil))
    }
  }

  /// Tests that circles, missing files and faults are reported at the place that causes them.
  @Test func faultsHavePlaces() throws {
    try folder.write([
      "a/r.bascule": "chain Main { otherwise allow }\n",
      "a/bascule.json": "{\n  \"extends\": \"../base.json\"\n}",
    ])
    let missing = try run("check", "--format", "xcode")
    #expect(missing.code == 1)
    #expect(
      missing.output.contains(
        "a/bascule.json:2:14: error: cannot read `../base.json`: no such file"),
      "\(missing.output)")
    try folder.write(["base.json": "{\n\n\"extends\": \"a/bascule.json\"}"])
    let circle = try run("check", "--format", "xcode")
    #expect(
      circle.output.contains(
        "base.json:3:12: error: `a/bascule.json` extends this file: the files extend each other in a circle"
      ), "\(circle.output)")
    try folder.write(["base.json": "{\"extends\": \"./base.json\"}"])
    #expect(try run("check", "--format", "xcode").output.contains("base.json:1:13: error: "))
    try folder.write(["base.json": "{\"strct\": true}"])
    let fault = try run("check", "--format", "xcode")
    #expect(fault.output.contains("base.json:1:2: error: unknown key `strct`"), "\(fault.output)")
    // A shared file is not changed for one of its sets.
    #expect(try run("check", "--fix=all").code == 1)
    #expect(try folder.text("base.json") == "{\"strct\": true}")
    try folder.write(["a/bascule.json": "{\"extends\": \"..\"}"])
    #expect(try run("check").output.contains("cannot read `..`: it is not a file"))
    try folder.write(["a/bascule.json": "{\"extends\": \"/base.json\"}"])
    #expect(
      try run("check").output.contains("`extends` must be relative to the folder of this file"))
  }

  /// Tests that paths and patterns are relative to the file that contains them, from each working folder.
  @Test func pathsAreRelativeToTheirFile() throws {
    try folder.write([
      "base.json": """
      {"ignore": {"app/old/**": ["all"]}, "exclude": ["app/gone"], "typescript": {"output": "out/x.ts"},
       "baseline": "known.json"}
      """,
      "app/bascule.json": "{\"extends\": \"../base.json\"}", "app/old/a.bascule": "screen Old\n",
      "app/new/b.bascule": "screen New\n", "app/gone/c.bascule": "screen\n",
      "known.json": "{\"version\": 1, \"findings\": []}",
    ])
    #expect(try codes() == ["unused-declaration"])
    #expect(try codes(in: "app") == ["unused-declaration"])
    #expect(try codes(folder.path("app")) == ["unused-declaration"])
    #expect(try codes("..", in: "app/new") == ["unused-declaration"])
    let generated = try run("generate", "--depfile", "files.d", in: "app")
    #expect(generated.code == 0, "\(generated.errors)")
    #expect(folder.contents.contains("out/x.ts"))
    let dependencies = try folder.text("app/files.d")
    #expect(dependencies.contains("/base.json") && dependencies.contains("/known.json"))
    // The set is not below the folder of the patterns.
    try folder.write([
      "app/bascule.json": "{\"extends\": \"../shared/base.json\"}",
      "shared/base.json": "{\"exclude\": [\"gone\"]}",
    ])
    let elsewhere = try run("check", "--format", "xcode")
    #expect(
      elsewhere.output.contains(
        "shared/base.json:1:2: error: patterns of `exclude` are relative to"),
      "\(elsewhere.output)")
  }

  /// Tests that a revision is read with its own files, even those outside of the folder that is compared.
  @Test func revisionsHaveTheirOwnFiles() throws {
    try folder.write([
      "base.json": "{\"severities\": {\"never-equal\": \"off\"}}",
      "app/bascule.json": "{\"extends\": \"../base.json\"}",
      "app/a.bascule": "chain Main {\n  when path == \"a\" cancel\n  otherwise allow\n}\n",
    ])
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    #expect(try !codes("app").contains("never-equal"))
    try folder.write(["base.json": "{}"])
    #expect(try codes("app").contains("never-equal"))
    // The change of the shared file has caused the finding.
    #expect(try codes("app", "--since", "HEAD").contains("never-equal"))
    #expect(try codes("--since", "HEAD", in: "app").contains("never-equal"))
    try git("commit", "-q", "-a", "-m", "two")
    #expect(try codes("app", "--since", "HEAD").isEmpty)
    // With the level of the old version, `diff` could not load the set.
    try folder.write(["base.json": "{\"severities\": {\"never-equal\": \"off\"}}"])
    try git("commit", "-q", "-a", "-m", "three")
    let diff = try run("diff", "--against", "HEAD", in: "app")
    #expect(diff.code == 0, "\(diff.errors)")
  }

  // MARK: - Baselines

  /// Tests that `check` and `generate` use the baseline that the configuration names, and that an option replaces it.
  @Test func theBaselineOfTheConfiguration() throws {
    let rule = "when port == 1 && port == 2 cancel"
    try folder.write([
      "a/bascule.json": "{\n\"baseline\": \"ci/known.json\"}",
      "a/a.bascule": "chain C {\n  \(rule)\n}\n",
    ])
    let missing = try run("check", "--format", "xcode")
    #expect(missing.code == 1)
    #expect(missing.output.contains("a/bascule.json:2:13: error: cannot read `a/ci/known.json`"))
    #expect(try run("generate", "a", "--typescript", "x.ts").code == 1)
    let write = try run("check", "--write-baseline")
    #expect(write.code == 0, "\(write.output)")
    #expect(write.errors == "note: a/ci/known.json holds 1 finding\n")
    #expect(try run("check").code == 0)
    #expect(try run("check", in: "a").code == 0)
    #expect(try run("generate", "a", "--typescript", "x.ts").code == 0)
    try folder.write(["empty.json": "{\"version\": 1, \"findings\": []}"])
    #expect(try codes("--baseline", "empty.json") == ["contradictory-condition"])
    #expect(try run("generate", "a", "--typescript", "x.ts", "--baseline", "empty.json").code == 1)
    try folder.write(["a/a.bascule": "chain C {\n  \(rule)\n  \(rule)\n}\n"])
    #expect(try codes() == ["contradictory-condition"])
    try folder.write(["a/ci/known.json": "[]"])
    #expect(try run("check").output.contains("it is not a baseline"))
    // Without a name, there is no file to write.
    try folder.write(["b/b.bascule": "screen B\n", "b/bascule.json": "{}"])
    let unnamed = try run("check", "--write-baseline")
    #expect(unnamed.code == 2 && unnamed.errors.contains("`--write-baseline` needs a file"))
  }

  /// Tests that a run replaces only the findings of the files that it has checked.
  @Test func aBaselineOfSeveralSets() throws {
    try folder.write([
      "base.json": "{\"baseline\": \"known.json\"}",
      "a/bascule.json": "{\"extends\": \"../base.json\"}", "a/a.bascule": "screen A\n",
      "b/bascule.json": "{\"extends\": \"../base.json\"}", "b/b.bascule": "screen B\nscreen C\n",
    ])
    #expect(try run("check", "--write-baseline").errors == "note: known.json holds 3 findings\n")
    let both = try folder.text("known.json")
    #expect(try codes().isEmpty && codes("a").isEmpty && codes("b").isEmpty)
    // The known findings of the other set are still there.
    #expect(try run("check", "a").errors == "")
    #expect(try run("check", "--write-baseline", in: "a").code == 0)
    #expect(try folder.text("known.json") == both)
    try folder.write(["a/a.bascule": "screen A\nscreen D\n"])
    #expect(try run("check", "a", "--write-baseline").code == 0)
    #expect(try codes().isEmpty)
    try FileManager.default.removeItem(atPath: folder.path("b"))
    #expect(try run("check").errors.contains("2 findings of known.json are no longer found"))
    #expect(try run("check", "--write-baseline").errors == "note: known.json holds 2 findings\n")
  }
}
