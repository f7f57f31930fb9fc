import Foundation
import TestSupport
import Testing
import Text
import Workspace

@testable import CommandLine

/// Tests that `bascule check --watch` prints the same as `bascule check` after each change.
@Suite struct WatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A running program in watch mode. Its output is written to files outside of the folder.
  private final class Watch {
    private let process: ChildProcess
    private let capture: TemporaryFolder
    private let folder: TemporaryFolder
    private let options: [String]
    /// The length of the output up to the previous change.
    private var seen: Int?

    init(_ folder: TemporaryFolder, _ options: [String] = []) throws {
      self.folder = folder
      self.options = options
      capture = try TemporaryFolder()
      try capture.write(["out": "", "err": ""])
      process = try ChildProcess(
        Executable.url, ["check", "--watch"] + options, in: folder.url,
        environment: ProcessInfo.processInfo.environment,
        output: .file(capture.url.appendingPathComponent("out")),
        errors: .file(capture.url.appendingPathComponent("err")))
    }

    var isRunning: Bool { process.isRunning }

    /// Returns true once a new check has printed the expected output last. Returns false only after a time in which the
    /// program must have hung, even on a busy machine.
    ///
    /// An incompletely written file also causes a check, so there may be other output before.
    func agrees() async throws -> Bool {
      let fresh = try Executable.run(["check"] + options, in: folder)
      let waiting = "note: waiting for changes; press Ctrl-C to stop\n"
      for _ in 0..<6_000 {
        let (output, errors) = (try capture.text("out"), try capture.text("err"))
        let printed = String(output.dropFirst(seen ?? 0))
        let isSame =
          seen == nil ? printed == fresh.output : printed.hasSuffix("\n" + fresh.output)
        if isSame, errors.hasSuffix(fresh.errors + waiting) {
          seen = output.count
          return true
        }
        try await Task.sleep(for: .milliseconds(50))
      }
      print("expected:\n\(fresh.output)\nprinted:\n\(try capture.text("out").dropFirst(seen ?? 0))")
      return false
    }
  }

  @Test func agreesWithAFreshCheck() async throws {
    let rules = { (second: String) in
      """
      chain C {
        use Products
        when path like "/\(second)/x" allow
        otherwise allow
      }

      """
    }
    try folder.write([
      "a.bascule": rules("other"),
      "b.bascule": "handler Products { when path[1] == \"product\" cancel }\n",
    ])
    let watch = try Watch(folder)
    func change(_ files: [String: String], gone: [String] = []) async throws -> Bool {
      try folder.write(files)
      for name in gone { try FileManager.default.removeItem(atPath: folder.path(name)) }
      return try await watch.agrees()
    }
    #expect(try await watch.agrees())
    // A change in another file, which does not change its size, makes the rule unreachable.
    #expect(try await change(["a.bascule": rules("product")]))
    #expect(
      try await change(["b.bascule": "handler Products { when path[1] == \"probuct\" cancel }\n"]))
    #expect(try await change(["a.bascule": rules("probuct")]))
    #expect(try await change(["a.bascule": "chain C { use Missing"]))
    #expect(try await change(["c.bascule": "handler Missing { when port == 1 cancel }\n"]))
    #expect(try await change(["a.bascule": rules("probuct")]))
    #expect(try await change([:], gone: ["b.bascule"]))
    #expect(
      try await change([
        "b.bascule": "handler Products { when path[1] == \"probuct\" cancel }\n",
        "bascule.json": #"{ "severities": { "unused-declaration": "error" } }"#,
      ]))
    #expect(try await change(["bascule.json": #"{ "severities": { "unreachable-rule": "off" } }"#]))
    #expect(
      try await change(["bascule.json": #"{ "severities": { "unreachable-rules": "off" } }"#]))
    #expect(try await change(["d/e.bascule": "chain D { when port == 0 cancel }\n"]))
    // The folder becomes a separate rule set.
    #expect(try await change(["d/bascule.json": "{}"]))
    #expect(try await change([:], gone: ["bascule.json"]))
    try folder.link("d/gone.bascule", to: "nowhere")
    #expect(try await watch.agrees())
    #expect(try await change([:], gone: ["d", "c.bascule"]))
    // A missing script file is created, changed and deleted.
    let script = """
      script S at documentEnd frames main from "s.js"
      configuration W { chain C  scripts S }

      """
    #expect(try await change(["c.bascule": script]))
    #expect(try await change(["s.js": "1;\n"]))
    #expect(try await change(["a.bascule": rules("more")]))
    #expect(try await change([:], gone: ["s.js"]))
    #expect(watch.isRunning)
  }

  @Test func otherFormatsAndSinceARevision() async throws {
    try folder.write(["a.bascule": "chain C { otherwise allow }\nflag old\n"])
    guard let git = Tool.find("git", for: "`--since` with `--watch`") else { return }
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in [["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]] {
      #expect(try ProcessRunner.run(git, identity + words, in: folder.url).status == 0)
    }
    let watch = try Watch(folder, ["--since", "HEAD", "--format", "xcode"])
    #expect(try await watch.agrees())
    for name in ["one", "another", "third"] {
      try folder.write(["b.bascule": "flag \(name)\n"])
      #expect(try await watch.agrees())
    }
  }

  // MARK: - Files that are read

  @Test func nothingNewIsToldOnce() throws {
    try folder.write(["a.bascule": "flag a\n", "sub/bascule.json": "{}", "sub/b.bascule": ""])
    let files = WatchedFiles([folder.path])
    #expect(files.next()?.sources.count == 2)
    #expect(files.next() == nil)
    // An immediate change of the same size can have the same modification time.
    for letter in "bcdefgh" {
      try folder.write(["a.bascule": "flag \(letter)\n"])
      let text = files.next()?.sources.first?.input.files.first.map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
      #expect(text == "flag \(letter)\n")
      #expect(files.next() == nil)
    }
    // Written again with the same contents.
    try folder.write(["a.bascule": "flag h\n"])
    #expect(files.next() == nil)
    try FileManager.default.moveItem(
      atPath: folder.path("a.bascule"), toPath: folder.path("z.bascule"))
    #expect(files.next()?.sources.count == 2)
    try FileManager.default.removeItem(atPath: folder.path("sub"))
    #expect(files.next()?.sources.count == 1)
    try FileManager.default.removeItem(atPath: folder.path("z.bascule"))
    #expect(files.next()?.errors.count == 1)
    #expect(files.next() == nil)
  }

  @Test func scriptsThatWereAskedForAreWatched() throws {
    try folder.write(["a.bascule": "", "s.js": "1"])
    let files = WatchedFiles([folder.path])
    let first = try #require(files.next()?.sources.first)
    #expect(files.next() == nil)
    #expect(first.input.resource("s.js") == Array("1".utf8))
    #expect(first.input.resource("t.js") == nil)
    #expect(files.next() == nil)
    try folder.write(["t.js": "2"])
    let second = try #require(files.next()?.sources.first)
    try folder.write(["s.js": "3"])
    // No rule refers to the script any more.
    #expect(files.next() == nil)
    #expect(second.input.resource("s.js") == Array("3".utf8))
    try folder.write(["s.js": "4"])
    #expect(files.next() != nil)
  }
}
