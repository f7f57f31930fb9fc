import Diagnostics
import Foundation
import Interpreter
import RandomRules
import Reachability
import Requests
import Semantics
import TestSupport
import Testing
import Text
import WebURL

@testable import Workspace

/// The interpreter of `bascule page`, run by deno, against the traces of `bascule trace --format json`.
@Suite(.timeLimit(.minutes(30))) struct PageInterpreterTests {
  /// Collects the lines that `Tests/TypeScript/page/compare.ts` reads.
  private struct Comparison {
    var text: [UInt8] = []
    var count = 0

    mutating func add(_ set: LoadedRuleSet) {
      text += Array("{\"model\":".utf8)
      text += PageModel([("rules", set)], findsWitnesses: false).json
      text += Array("}\n".utf8)
    }

    mutating func add(_ asked: AskedRequest, _ chain: Int, _ set: LoadedRuleSet) {
      let interpreter = Interpreter(ID(chain), in: set.rules)
      let name = set.rules.chains[chain].chainName
      let trace = Trace(
        chain: name, request: asked.request, answers: asked.answers,
        outcome: interpreter.decide(asked.request, answers: asked.answers),
        interpreter: interpreter, places: set.places)
      var witness = Witness(url: asked.request.url)
      witness.settings = asked.request.settings
      let declined = asked.answers.filter { !$0.value }.map { set.rules.name(of: $0.key) }.sorted()
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("chain")
        writer.number(chain)
        writer.key("question")
        RequestJSON.write(witness, of: name.kind, declined: declined, &writer)
        writer.key("trace")
        writer.value(asWritten: trace.json.dropLast())
      }
      // Known differences of deno's `URL`, as in `OtherParserTests`: it drops empty components at the start of a
      // `file:` path, and refuses invalid labels that begin with `xn--`.
      let line = String(decoding: writer.bytes, as: UTF8.self)
      if line.contains("/xn--") || line.contains(".xn--") { return }
      if line.contains("\"file://"), line.contains(/"file:\/\/[^\/"]*\/\//) { return }
      text += writer.bytes + [0x0A]
      count += 1
    }

    /// The last line that the script prints.
    func run(_ deno: URL, _ name: String) throws -> (last: String, output: String) {
      let file = try TestPackage.scratchFolder("page-\(name)").appendingPathComponent(
        "traces.ndjson")
      try Data(text).write(to: file)
      let result = try ProcessRunner.run(
        deno,
        [
          "run", "--no-check", "--quiet", "--allow-read",
          TestPackage.url("Tests/TypeScript/page/compare.ts").path, file.path,
        ], environment: .adding(Tool.denoEnvironment), timeLimit: 1500)
      try #require(result.status == 0, "\(result.output)")
      let lines = result.output.split(separator: "\n")
      return (String(lines.last ?? ""), result.output)
    }
  }

  @Test(.seeded) func decidesAsTheCompilerDoesForRandomRules() throws {
    guard let deno = Tool.deno(for: "the interpreter of the page") else { return }
    let sets = TestOptions.cases(150, long: 2000)
    var comparison = Comparison()
    var loaded = 0
    for (offset, kind) in [ChainKind.requests, .responses].enumerated() {
      var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(701 + UInt64(offset))))
      for index in 0..<(kind == .requests ? sets : sets / 3) {
        let source = RandomChains.prelude + chains.chain("Main")
        let set = Workspace.load(
          RuleSetInput(files: [SourceFile(name: "a.bascule", text: source)]))
        if set.hasErrors { continue }
        loaded += 1
        comparison.add(set)
        let chain = set.rules.chains.count - 1
        var requests = RandomRequests(
          rules: set.rules, random: RandomChoice(seed: Seed.of(9000 + UInt64(index))))
        for _ in 0..<TestOptions.cases(20, long: 60) {
          comparison.add(requests.next(kind), chain, set)
        }
      }
    }
    let (last, output) = try comparison.run(deno, "random")
    #expect(last == "\(comparison.count) requests, 0 differences", "\(output.prefix(20_000))")
    #expect(comparison.count >= TestOptions.cases(2000, long: 100_000), "\(loaded) rule sets")
  }

  @Test(.seeded) func decidesAsTheCompilerDoesForTheExamples() throws {
    guard let deno = Tool.deno(for: "the interpreter of the page") else { return }
    var comparison = Comparison()
    for folder in ExampleRules.folders {
      let input = RuleSetInput(files: try ExampleRules.files(in: folder)) {
        ExampleRules.resource($0, in: folder)
      }
      let set = Workspace.load(input)
      try #require(!set.hasErrors)
      comparison.add(set)
      var requests = RandomRequests(rules: set.rules, random: RandomChoice(seed: Seed.of(702)))
      for (index, chain) in set.rules.chains.enumerated() {
        for _ in 0..<TestOptions.cases(50, long: 1000) {
          comparison.add(requests.next(chain.kind), index, set)
        }
      }
    }
    let (last, output) = try comparison.run(deno, "examples")
    #expect(last == "\(comparison.count) requests, 0 differences", "\(output.prefix(20_000))")
    #expect(comparison.count >= 390)
  }

  @Test func sourcesAreFormattedAndTyped() throws {
    guard let deno = Tool.deno(for: "the sources of the page") else { return }
    let folders = ["Sources/Page", "Tests/TypeScript/page"]
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: TestPackage.url(folder).path)
        .filter { $0.hasSuffix(".ts") }.sorted().map { "\(folder)/\($0)" }
    }
    #expect(files.count > 10)
    for arguments in [["check"], ["lint"], ["fmt", "--check"]] {
      let result = try ProcessRunner.run(
        deno, arguments + ["--config", "Tests/TypeScript/deno.json"] + files,
        environment: .adding(Tool.denoEnvironment))
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
