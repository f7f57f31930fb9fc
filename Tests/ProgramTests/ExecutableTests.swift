import Foundation
import TestSupport
import Testing

/// Runs the program, and tests exit codes, output and files.
@Suite struct ExecutableTests {
  private static let clean =
    "/// Known to the app.\nflag isHome\nchain Main {\n  when isHome cancel\n}\n"
  private static let broken = "chain Main {\n  use Missing\n}\n"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Executable.Result {
    try Executable.run(arguments, in: folder, input: input, environment: environment)
  }

  // MARK: - Usage

  @Test func helpAndVersion() throws {
    for arguments in [
      ["--help"], ["-h"], ["check", "--help"], ["generate", "-h"], ["explain", "--help"],
    ] {
      let result = try Executable.run(arguments, in: folder)
      #expect(result.code == 0)
      #expect(result.errors.isEmpty)
      #expect(result.output.contains("Usage: bascule"))
    }
    let version = try run("--version")
    #expect(version.output.wholeMatch(of: /bascule \d+\.\d+\.\d+\n/) != nil)
    #expect(version.code == 0)
  }

  @Test(arguments: [
    [], ["chekc"], ["--verson"], ["check", "--fromat"], ["check", "--format", "xml"],
    ["check", "--stdin-path", "x", "."], ["explain", "a", "b"], ["explain", "no-such-code"],
    ["help", "no-such-topic"], ["help", "chains", "rules"],
    ["generate", "--swift"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let result = try Executable.run(arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }

  @Test func nearestNames() throws {
    #expect(try run("chekc").errors.contains("did you mean `check`?"))
    #expect(try run("check", "--fromat", "json").errors.contains("did you mean `--format`?"))
    #expect(
      try run("explain", "invalid-configuratoin").errors.contains(
        "did you mean `invalid-configuration`?"))
  }

  @Test func explain() throws {
    let list = try run("explain").output.split(separator: "\n")
    #expect(list.contains("invalid-configuration"))
    #expect(list.map(String.init) == list.map(String.init).sorted())
    for code in list {
      let page = try run("explain", String(code))
      #expect(page.code == 0)
      #expect(page.output.hasPrefix("# \(code)\n"))
      #expect(!page.output.contains("\u{1B}"))
    }
  }

  // MARK: - Check

  @Test func findingsAndExitCodes() throws {
    try folder.write(["ok/a.bascule": Self.clean, "bad/b.bascule": Self.broken])
    let ok = try run("check", "ok")
    #expect(ok.code == 0)
    #expect(ok.errors.isEmpty)
    #expect(ok.output.hasSuffix(" in 1 file\n"))
    let bad = try run("check", "bad")
    #expect(bad.code == 1)
    #expect(bad.errors.isEmpty)
    #expect(bad.output.contains("error[unknown-name]: "))
    #expect(bad.output.contains(" --> bad/b.bascule:2:7\n"))
    #expect(bad.output.contains("2 |   use Missing\n"))
    #expect(bad.output.contains("  |       ^^^^^^^"))
    #expect(!bad.output.contains("\u{1B}"))
  }

  @Test func strictFailsOnWarnings() throws {
    try folder.write(["a.bascule": Self.clean + "flag unused\n"])
    let lax = try run("check")
    #expect(lax.code == 0)
    #expect(lax.output.contains("warning[unused-declaration]"))
    #expect(try run("check", "--strict").code == 1)
  }

  @Test func json() throws {
    try folder.write(["a.bascule": Self.broken])
    for path in [".", folder.path, folder.path("a.bascule"), "./a.bascule"] {
      let result = try run("check", "--format", "json", path)
      #expect(result.code == 1)
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect(json?["version"] as? Int == 1)
      let findings = try #require(json?["findings"] as? [[String: Any]])
      let finding = try #require(findings.first { $0["code"] as? String == "unknown-name" })
      #expect(finding["file"] as? String == "a.bascule")
      let range = finding["range"] as? [String: [String: Int]]
      #expect(
        range == ["start": ["line": 2, "column": 7], "end": ["line": 2, "column": 14]])
    }
  }

  @Test func standardInput() throws {
    let input = Data(Self.broken.utf8)
    let unnamed = try run("check", "-", input: input)
    #expect(unnamed.code == 1)
    #expect(unnamed.output.contains(" --> <stdin>:2:7"))
    let named = try run("check", "-", "--stdin-path", "x/y.bascule", input: input)
    #expect(named.output.contains(" --> x/y.bascule:2:7"))
    #expect(try run("check", "-").code == 0)
  }

  @Test func setsOfOneRunAreSortedByFile() throws {
    try folder.write([
      "b/bascule.json": "{}", "b/x.bascule": Self.broken, "a/x.bascule": Self.broken,
      "c/x.bascule": Self.broken, "b/sub/bascule.json": "{\"x\": 1}", "b/sub/x.bascule": Self.clean,
    ])
    let result = try run("check", "c", "b", "a")
    #expect(result.code == 1)
    let places = result.output.matches(of: /--> (\S+):\d+:\d+/).map { String($0.1) }
    let errors = places.filter { !$0.hasPrefix("b/sub/x") }
    #expect(errors == errors.sorted())
    #expect(
      Set(errors) == ["a/x.bascule", "b/sub/bascule.json", "b/x.bascule", "c/x.bascule"])
    #expect(result.output.hasSuffix(" in 4 files\n"))
  }

  @Test func sameBytesEveryTime() throws {
    try folder.write(["a.bascule": Self.broken, "b.bascule": Self.broken, "c.bascule": Self.clean])
    for arguments in [["check"], ["check", "--format", "json"]] {
      let first = try Executable.run(arguments, in: folder)
      for _ in 0..<3 { #expect(try Executable.run(arguments, in: folder).output == first.output) }
    }
  }

  // MARK: - Files that cannot be read

  @Test func unreadable() throws {
    try folder.write(["a.bascule": Self.clean, "dir.bascule/readme": "", "empty/readme": ""])
    try folder.link("loop.bascule", to: "loop.bascule")
    for (path, reason) in [
      ("missing", "cannot read `missing`: no such file or folder"),
      ("a.bascule/b", "cannot read `a.bascule/b`: not a directory"),
      ("empty", "cannot read `empty`: no rule files (`*.bascule`) below it"),
      ("dir.bascule", "cannot read `dir.bascule`: no rule files (`*.bascule`) below it"),
    ] {
      let result = try run("check", path)
      #expect(result.code == 3)
      #expect(result.output.isEmpty)
      #expect(result.errors == "error: \(reason)\n")
    }
    let loop = try run("check")
    #expect(loop.code == 3)
    #expect(loop.errors.hasPrefix("error: cannot read `loop.bascule`: "))
    #expect(loop.errors.split(separator: "\n").count == 1)
  }

  #if os(Linux)
    @Test func readThatFails() throws {
      let result = try run("check", "/proc/self/mem")
      #expect(result.code == 3)
      #expect(result.errors.hasPrefix("error: cannot read `/proc/self/mem`: "))
    }

    @Test func fullDisk() throws {
      try folder.write(["a.bascule": Self.broken])
      try folder.write(["errors": ""])
      let process = try ChildProcess(
        Executable.url, ["check", "a.bascule"], in: folder.url, environment: [:],
        output: .file(URL(fileURLWithPath: "/dev/full")),
        errors: .file(folder.url.appendingPathComponent("errors")))
      #expect(process.wait() == 3)
      let text = try folder.text("errors")
      #expect(text == "error: cannot write to standard output: No space left on device\n")
    }
  #endif

  // MARK: - Terminal and pipes

  @Test func colourOnATerminalOnly() throws {
    try folder.write(["a.bascule": Self.broken])
    let coloured = try Executable.runOnTerminal(
      ["check"], in: folder, environment: ["TERM": "xterm"])
    #expect(coloured.contains("\u{1B}[1;31merror[unknown-name]"))
    for environment in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]] {
      let plain = try Executable.runOnTerminal(["check"], in: folder, environment: environment)
      #expect(plain.contains("error[unknown-name]"))
      #expect(!plain.contains("\u{1B}"))
    }
    let empty = try Executable.runOnTerminal(
      ["check"], in: folder, environment: ["TERM": "xterm", "NO_COLOR": ""])
    #expect(empty.contains("\u{1B}"))
    #expect(try !run("check", environment: ["TERM": "xterm"]).output.contains("\u{1B}"))
    // Elsewhere there are colours if the environment or the option requests them.
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      #expect(try run("check", environment: [name: "1", "NO_COLOR": ""]).output.contains("\u{1B}"))
      #expect(
        try !run("check", environment: [name: "0", "NO_COLOR": ""]).output.contains("\u{1B}"))
      #expect(
        try !run("check", environment: [name: "1", "NO_COLOR": "1"]).output.contains("\u{1B}"))
    }
    #expect(
      try run("check", "--color", "always", environment: ["NO_COLOR": "1"]).output
        .contains("\u{1B}"))
    #expect(
      try !run("check", "--color=never", environment: ["FORCE_COLOR": "1", "NO_COLOR": ""]).output
        .contains("\u{1B}"))
    #expect(try run("check", "--color", "sometimes").code == 2)
  }

  @Test func brokenPipeEndsQuietly() throws {
    let rules = "chain Main {\n" + String(repeating: "  use Missing\n", count: 5_000) + "}\n"
    try folder.write(["a.bascule": rules])
    try folder.write(["errors": ""])
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // There is no reader from the start.
    close(ends[0])
    let process = try ChildProcess(
      Executable.url, ["check", "a.bascule"], in: folder.url, environment: [:],
      output: .descriptor(ends[1]), errors: .file(folder.url.appendingPathComponent("errors")))
    close(ends[1])
    #expect(process.wait() == 1)
    #expect(try folder.text("errors") == "")
  }

  // MARK: - Generate

  @Test func generateWritesBothLanguages() throws {
    try folder.write(["rules/a.bascule": Self.clean])
    let result = try run(
      "generate", "rules", "--swift", "out/swift", "--typescript", "web/deep/app.ts")
    #expect(result.code == 0)
    let made = folder.contents
    #expect(made.contains { $0.hasPrefix("out/swift/") && $0.hasSuffix(".swift") })
    #expect(made.contains("web/deep/app.ts"))
    #expect(!made.contains { $0.contains(".bascule-") })
    #expect(try run("generate", "rules", "--swift", "out/swift", "--check").code == 0)
  }

  /// Tests that outputs replace neither files that were read nor files written by hand.
  @Test func outputsReplaceOnlyOutputs() throws {
    try folder.write([
      "rules/a.bascule": Self.clean, "hand/BasculeNavigation.swift": "let mine = 1\n",
      "hand.ts": "mine\n", "json/a.bascule": Self.clean,
      "json/bascule.json": #"{"swift":{"output":"out"},"typescript":{"output":"bascule.json"}}"#,
    ])
    for arguments in [
      ["rules", "--typescript", "rules/a.bascule"], ["rules", "--typescript", "new.bascule"],
      ["rules", "--swift", "out", "--depfile", "rules/a.bascule"], ["json"],
    ] {
      let result = try Executable.run(["generate"] + arguments, in: folder)
      #expect(result.code == 2)
      #expect(result.errors.contains("is an input of rule sets"), "\(result.errors)")
    }
    #expect(try folder.text("rules/a.bascule") == Self.clean)
    #expect(try folder.text("json/bascule.json").hasPrefix("{"))
    for arguments in [["--swift", "hand"], ["--typescript", "hand.ts"]] {
      let result = try Executable.run(["generate", "rules"] + arguments, in: folder)
      #expect(result.code == 3)
      #expect(result.errors.contains("`--force` replaces it"), "\(result.errors)")
      #expect(!folder.contents.contains("hand/BasculeModels.swift"))
    }
    #expect(try folder.text("hand.ts") == "mine\n")
    #expect(try run("generate", "rules", "--typescript", "hand.ts", "--force").code == 0)
    #expect(try folder.text("hand.ts").contains("Generated by Bascule"))
  }

  /// Tests the working folder `/`, in which containers start by default.
  @Test func workingFolderOfTheSystem() throws {
    try folder.write(["rules/a.bascule": Self.clean])
    let up = String(
      repeating: "../", count: folder.url.standardizedFileURL.pathComponents.count - 1)
    for arguments in [
      ["check", folder.path("rules")], ["format", "--check", folder.path("rules/a.bascule")],
      ["witness", folder.path("rules")],
      ["generate", folder.path("rules"), "--swift", folder.path("out")],
    ] {
      let result = try Executable.run(arguments, in: folder, up)
      #expect(result.code == 0, "\(arguments): \(result.errors)")
    }
  }

  @Test func unchangedFilesKeepTheirTime() throws {
    try folder.write(["rules/a.bascule": Self.clean])
    let arguments = ["generate", "rules", "--swift", "out", "--typescript", "app.ts"]
    #expect(try Executable.run(arguments, in: folder).code == 0)
    let files = folder.contents.filter { $0.hasSuffix(".swift") || $0 == "app.ts" }
    let old = Date(timeIntervalSince1970: 1_000_000)
    for file in files {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: folder.path(file))
    }
    let before = try files.map(folder.text)
    try Data("// Generated by Bascule, stale".utf8).write(
      to: folder.url.appendingPathComponent("app.ts"))
    #expect(try Executable.run(arguments, in: folder).code == 0)
    #expect(try files.map(folder.text) == before)
    for file in files where file != "app.ts" {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(file))
      #expect(attributes[.modificationDate] as? Date == old)
    }
  }

  @Test func checkNamesWhatIsStale() throws {
    try folder.write(["rules/a.bascule": Self.clean])
    let arguments = ["generate", "rules", "--swift", "out", "--typescript", "app.ts"]
    let missing = try Executable.run(arguments + ["--check"], in: folder)
    #expect(missing.code == 1)
    #expect(missing.output.contains("missing: app.ts\n"))
    #expect(folder.contents == ["rules", "rules/a.bascule"])
    #expect(try Executable.run(arguments, in: folder).code == 0)
    #expect(try Executable.run(arguments + ["--check"], in: folder).output.isEmpty)
    try folder.write(["app.ts": "stale"])
    let stale = try Executable.run(arguments + ["--check"], in: folder)
    #expect(stale.code == 1)
    #expect(stale.output == "stale: app.ts\n")
    #expect(try folder.text("app.ts") == "stale")
  }

  @Test func errorsWriteNothing() throws {
    try folder.write(["rules/a.bascule": Self.broken])
    let result = try run("generate", "rules", "--swift", "out", "--typescript", "app.ts")
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("error[unknown-name]"))
    #expect(folder.contents == ["rules", "rules/a.bascule"])
  }

  /// Tests that errors of chains prevent writing, although the generators of a large set begin before the analysis of
  /// its chains has ended.
  @Test(arguments: [1, 2_000]) func errorsOfChainsWriteNothing(count: Int) throws {
    let models = (0..<count).map { "model Item\($0) { id: String }\n" }.joined()
    let chain = "chain Main {\n  otherwise allow\n}\n"
    try folder.write(["rules/a.bascule": models + chain])
    let arguments = ["generate", "rules", "--swift", "out", "--typescript", "web/app.ts"]
    #expect(try Executable.run(arguments, in: folder).code == 0)
    let before = try folder.contents.filter { $0.contains(".") }.map { try folder.text($0) }
    let names = folder.contents
    let unreachable = "chain Main {\n  when path == \"/a\" allow\n  when path == \"/a\" cancel\n}\n"
    let new = models + "model New { id: Int }\n" + unreachable
    try folder.write(["rules/a.bascule": new])
    let result = try Executable.run(arguments, in: folder)
    #expect(result.code == 1)
    #expect(result.errors.contains("error[unreachable-rule]"))
    #expect(folder.contents == names)
    try folder.write(["rules/a.bascule": models + chain])
    let after = try folder.contents.filter { $0.contains(".") }.map { try folder.text($0) }
    #expect(before == after)
    let elsewhere = ["generate", "rules", "--swift", "out2/deep", "--typescript", "web2/app.ts"]
    try folder.write(["rules/a.bascule": new])
    #expect(try Executable.run(elsewhere, in: folder).code == 1)
    #expect(folder.contents == names)
  }

  @Test func outputsFromTheConfigurations() throws {
    try folder.write([
      "rules/a/a.bascule": Self.clean, "rules/b/b.bascule": Self.clean,
      "rules/a/bascule.json": #"{"swift": {"output": "../../out/a", "access": "public"}}"#,
      "rules/b/bascule.json": #"{"typescript": {"output": "./b.ts"}}"#,
    ])
    let result = try run("generate", "rules")
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.contents.contains("rules/b/b.ts"))
    let swift = folder.contents.filter { $0.hasPrefix("out/a/") || $0.hasPrefix("rules/a/../") }
    #expect(!swift.isEmpty)
    #expect(try swift.map(folder.text).joined().contains("public "))
    #expect(try run("generate", "rules", "--check").code == 0)
  }

  @Test func faultyConfigurations() throws {
    try folder.write([
      "a/a.bascule": Self.clean, "a/bascule.json": #"{"swfit": {"output": "x"}}"#,
      "b/b.bascule": Self.clean, "b/bascule.json": #"{"swift": {"access": "public"}}"#,
      "c/c.bascule": Self.clean, "d/bascule.json": "{}", "d/d.bascule": Self.clean,
      "e/e.bascule": Self.clean, "e/bascule.json": #"{"swift": {"output": "../same"}}"#,
      "f/f.bascule": Self.clean, "f/bascule.json": #"{"swift": {"output": "../same"}}"#,
    ])
    let before = folder.contents
    let typo = try run("generate", "a")
    #expect(typo.code == 1)
    #expect(typo.errors.contains("error[invalid-configuration]: unknown key `swfit`"))
    #expect(typo.errors.contains("help (--fix=all): did you mean `swift`?"))
    #expect(try run("check", "a").code == 1)
    #expect(try run("generate", "b").errors.contains("`swift` has no `output`"))
    #expect(try run("generate", "b").code == 1)
    #expect(try run("generate", "c").code == 2)
    #expect(try run("generate", "d").code == 2)
    #expect(try run("generate", "c", "d", "--swift", "x").code == 2)
    let same = try run("generate", "e", "f")
    #expect(same.code == 1)
    #expect(same.errors.contains(" is also the output of another rule set"))
    #expect(folder.contents == before)
  }

  @Test func unwritableOutputs() throws {
    try folder.write(["rules/a.bascule": Self.clean, "file": "x", "dir.ts/x": ""])
    let before = folder.contents
    for arguments in [
      ["--typescript", "file/app.ts"], ["--swift", "file"],
      ["--swift", "new", "--typescript", "dir.ts"],
      ["--swift", "new/folder", "--typescript", "file/x/app.ts"],
    ] {
      let result = try Executable.run(["generate", "rules"] + arguments, in: folder)
      #expect(result.code == 3)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("error: cannot write "))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(folder.contents == before)
    }
  }
}
