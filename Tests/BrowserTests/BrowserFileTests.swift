import Diagnostics
import Foundation
import RandomRules
import Requests
import TestSupport
import Testing
import Text

@testable import Browser

/// The file for pages, `core.wasm`, answers in deno as the same sources do on this machine.
///
/// Compiling it takes many minutes, so only a long run tests it; `EmbeddedSwiftTests` looks for the usual mistakes.
@Suite(.enabled(if: TestOptions.isLong)) struct BrowserFileTests {
  /// Collects the lines that `Tests/TypeScript/browser/compare.ts` reads.
  private struct Cases {
    private(set) var text: [UInt8] = []
    private(set) var count = 0
    private let core = BrowserCore()

    /// Asks everything about the files.
    mutating func add(
      _ files: [SourceFile], before: [SourceFile]?, _ random: inout RandomChoice
    ) {
      for scope in ["safe", "all"] { add("fix", files) { $0.string("scope", scope) } }
      for language in ["swift", "typescript"] {
        add("generate", files) { $0.string("language", language) }
      }
      add("check", files)
      add("test", files)
      add("page", files) { $0.bool("witnesses", true) }
      add("trace", files) { $0.string("url", random.one(of: Self.urls)) }
      if let before { add("diff", files) { Self.write("before", before, &$0) } }
      for file in files where file.name.hasSuffix(".bascule") {
        add("format", files) { $0.string("file", file.name) }
        add("complete", files) { writer in
          writer.string("file", file.name)
          writer.number("offset", random.below(file.bytes.count + 1))
        }
      }
    }

    private static let urls = [
      "https://store.example/product/7", "https://www.shop.example/cart?x=1&y=%20z#f", "tel:+1",
      "https://xn--bcher-kva.example/ä", "http://[::1]:8080/a//b/../c", "about:blank",
      "https://store.example/search?q=12345678901&min=3000000000",
    ]

    private static func write(
      _ key: StaticString, _ files: [SourceFile], _ writer: inout JSONWriter
    ) {
      writer.objects(key, files) { file, writer in
        writer.string("name", file.name)
        writer.string("text", String(decoding: file.bytes, as: UTF8.self))
      }
    }

    private mutating func add(
      _ method: String, _ files: [SourceFile], _ others: (inout JSONWriter) -> Void = { _ in }
    ) {
      var request = JSONWriter()
      request.object { writer in
        writer.string("method", method)
        Self.write("files", files, &writer)
        others(&writer)
      }
      var line = JSONWriter()
      line.object { writer in
        writer.string("request", String(decoding: request.bytes, as: UTF8.self))
        writer.string("answer", String(decoding: core.call(request.bytes), as: UTF8.self))
      }
      text += line.bytes + [0x0A]
      count += 1
    }
  }

  /// The folder of `core.wasm` and of the cases, which is emptied once for all tests.
  private static let folder = Result { try TestPackage.scratchFolder("browser") }

  private static let core = Result {
    try ProcessRunner.run(
      TestPackage.url(".github/release/build"),
      ["--browser", "--output", try Self.folder.get().path], timeLimit: 14_400)
  }

  private func compare(_ cases: Cases, _ name: String) throws {
    guard let deno = Tool.deno(for: "the core in the browser") else { return }
    let built = try Self.core.get()
    try #require(built.status == 0, "\(built.output)")
    let folder = try Self.folder.get()
    let file = folder.appendingPathComponent("\(name).ndjson")
    try Data(cases.text).write(to: file)
    let result = try ProcessRunner.run(
      deno,
      [
        "run", "--no-check", "--quiet", "--allow-read",
        TestPackage.url("Tests/TypeScript/browser/compare.ts").path,
        folder.appendingPathComponent("core.wasm").path, file.path,
      ], environment: .adding(Tool.denoEnvironment), timeLimit: 7200)
    #expect(
      result.output.hasSuffix("\(cases.count) cases, 0 differences\n"),
      "\(result.output.suffix(20_000))")
  }

  @Test func examples() throws {
    var (cases, random) = (Cases(), RandomChoice(seed: Seed.of(801)))
    var before: [SourceFile]?
    for folder in ExampleRules.folders {
      let path = TestPackage.url("rules/\(folder)")
      let names = try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
      let files = try names.filter { $0.contains(".") && $0 != "bascule.json" }.map { name in
        SourceFile(
          name: "rules/\(folder)/\(name)",
          bytes: [UInt8](try Data(contentsOf: path.appendingPathComponent(name))))
      }
      cases.add(files, before: before, &random)
      before = files
    }
    try compare(cases, "examples")
  }

  /// The examples of the documentation, with the pages of the checks, and the golden files.
  @Test func pages() throws {
    var (cases, random) = (Cases(), RandomChoice(seed: Seed.of(802)))
    var before: [SourceFile]?
    for folder in ["Sources/Documentation", "Tests/GoldenTests"] {
      let names = FileManager.default.subpaths(atPath: TestPackage.url(folder).path) ?? []
      for name in names.sorted() where name.hasSuffix(".md") || name.hasSuffix(".bascule") {
        let text = try TestPackage.text("\(folder)/\(name)")
        let sets = name.hasSuffix(".md") ? Self.examples(in: text) : [text]
        for set in sets {
          let files = [SourceFile(name: "a.bascule", text: set)]
          cases.add(files, before: before, &random)
          before = files
        }
      }
    }
    #expect(cases.count > 3000)
    try compare(cases, "pages")
  }

  private static func examples(in page: String) -> [String] {
    page.matches(of: /(?ms)^```bascule[^\n]*\n(.*?)^```/).map { String($0.output.1) }
  }

  @Test(.seeded) func randomRules() throws {
    var random = RandomChoice(seed: Seed.of(803))
    var before: [SourceFile]?
    for part in 0..<10 {
      var cases = Cases()
      for (offset, kind) in [ChainKind.requests, .responses].enumerated() {
        let seed = Seed.of(810 + UInt64(2 * part + offset))
        var chains = RandomChains(kind, random: RandomChoice(seed: seed))
        for _ in 0..<500 {
          let files = [
            SourceFile(name: "a.bascule", text: RandomChains.prelude + chains.chain("Main"))
          ]
          cases.add(files, before: before, &random)
          before = files
        }
      }
      try compare(cases, "random-\(part)")
    }
  }
}
