import Diagnostics
import Foundation
import Interpreter
import RandomRules
import Reachability
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

@testable import Workspace

/// Compares the interpreter of `bascule page`, run by deno, with the traces of `bascule trace --format json`.
@Suite struct PageInterpreterTests {
  /// The lines that `Tests/TypeScript/page/compare.ts` reads.
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
      witness.declined = asked.answers.filter { !$0.value }.map { set.rules.name(of: $0.key) }
        .sorted()
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("chain")
        writer.number(chain)
        writer.key("question")
        RequestJSON.write(witness, of: name.kind, &writer)
        writer.key("trace")
        writer.value(asWritten: trace.json.dropLast())
      }
      if Self.isReadOtherwiseByDeno(String(decoding: writer.bytes, as: UTF8.self)) { return }
      text += writer.bytes + [0x0A]
      count += 1
    }

    /// Returns whether deno's `URL` has a known difference, as in `OtherParserTests`: it drops empty components at the
    /// start of a `file:` path, and rejects invalid labels that begin with `xn--`.
    static func isReadOtherwiseByDeno(_ line: String) -> Bool {
      line.contains("/xn--") || line.contains(".xn--")
        || line.contains("\"file://") && line.contains(/"file:\/\/[^\/"]*\/\//)
    }

    /// Adds the results of `bascule test`, which the page must find too.
    mutating func add(_ run: TestRun) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("results")
        writer.object { writer in
          writer.key("passed")
          writer.number(run.passed)
          writer.key("failed")
          writer.number(run.failed)
          writer.key("failing")
          writer.array { writer in
            for set in run.sets {
              for test in set.cases where !test.verdict.holds {
                write(test.test.location, set.set.places, &writer)
              }
            }
          }
          writer.key("rules")
          writer.number(run.ruleCount)
          writer.key("uncovered")
          writer.array { writer in
            for set in run.sets {
              for rule in set.uncovered { write(rule, set.set.places, &writer) }
            }
          }
        }
      }
      text += writer.bytes + [0x0A]
      count += 1
    }

    private func write(
      _ location: Location, _ places: SourcePlaces, _ writer: inout JSONWriter
    ) {
      let position = places.position(location)
      writer.string("\(location.file.index):\(position.line):\(position.column)")
    }

    /// Adds the tokens of a text, without brackets and operators.
    mutating func add(tokensOf source: String) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("source")
        writer.string(source)
        writer.key("tokens")
        writer.array { writer in
          let bytes = Array(source.utf8)
          bytes.withUnsafeBufferPointer { buffer in
            var lexer = Lexer(buffer)
            while true {
              let token = lexer.next()
              if token.kind == .end { break }
              guard let kind = Self.coloredKind(token.kind) else { continue }
              writer.array { writer in
                writer.string(kind)
                writer.string(
                  String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self))
              }
            }
          }
        }
      }
      text += writer.bytes + [0x0A]
      count += 1
    }

    /// Returns the kind of a token on the page; nil for brackets and operators.
    private static func coloredKind(_ kind: TokenKind) -> String? {
      switch kind {
      case .identifier: "name"
      case .string, .rawString, .regex, .unterminatedString, .unterminatedRegex: "string"
      case .integer, .number: "number"
      default: nil
      }
    }

    mutating func add(words: [String]) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("words")
        writer.array { writer in for word in words { writer.string(word) } }
      }
      text += writer.bytes + [0x0A]
      count += 1
    }

    /// Runs the script, and returns the last line that it prints.
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
    #expect(last == "\(comparison.count) cases, 0 differences", "\(output.prefix(20_000))")
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
    #expect(last == "\(comparison.count) cases, 0 differences", "\(output.prefix(20_000))")
    #expect(comparison.count >= 390)
  }

  /// Tests that the page finds the same failures and the same rules without tests as `bascule test`.
  @Test(.seeded) func runsTestsAsTheCompilerDoes() throws {
    guard let deno = Tool.deno(for: "the tests of the page") else { return }
    var comparison = Comparison()
    var (passed, failed, uncovered) = (0, 0, 0)
    func add(_ set: LoadedRuleSet) {
      comparison.add(set)
      let run = TestRun([set])
      comparison.add(run)
      passed += run.passed
      failed += run.failed
      uncovered += run.uncoveredCount
    }
    for folder in ExampleRules.folders {
      let input = RuleSetInput(files: try ExampleRules.files(in: folder)) {
        ExampleRules.resource($0, in: folder)
      }
      add(Workspace.load(input))
    }
    for (offset, kind) in [ChainKind.requests, .responses].enumerated() {
      var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(711 + UInt64(offset))))
      for index in 0..<TestOptions.cases(60, long: 600) {
        let source = RandomChains.prelude + chains.chain("Main")
        let set = Workspace.load(
          RuleSetInput(files: [SourceFile(name: "a.bascule", text: source)]))
        if set.hasErrors { continue }
        let tests = randomTests(kind, set, seed: Seed.of(9100 + UInt64(index)))
        let tested = Workspace.load(
          RuleSetInput(files: [SourceFile(name: "a.bascule", text: source + tests)]))
        if !tested.hasErrors { add(tested) }
      }
    }
    let (last, output) = try comparison.run(deno, "tests")
    #expect(last == "\(comparison.count) cases, 0 differences", "\(output.prefix(20_000))")
    #expect(passed > 100 && failed > 50 && uncovered > 100, "\(passed) \(failed) \(uncovered)")
  }

  /// Returns a block with tests of the last chain. A third of them expect the outcome of another request.
  private func randomTests(_ kind: ChainKind, _ set: LoadedRuleSet, seed: UInt64) -> String {
    let id = ID<Chain>(set.rules.chains.count - 1)
    let interpreter = Interpreter(id, in: set.rules)
    let printer = RuleLanguagePrinter(set.rules)
    var requests = RandomRequests(rules: set.rules, random: RandomChoice(seed: seed))
    var cases: [String] = []
    for number in 0..<9 {
      let asked = requests.next(kind)
      let decided = number % 3 == 2 ? requests.next(kind) : asked
      let outcome = interpreter.decide(decided.request, answers: decided.answers)
      let request = RuleLanguagePrinter.requestText(
        asked.request, answers: asked.answers, in: set.rules)
      let text = "  \(request) \(printer.text(outcome))"
      if !Comparison.isReadOtherwiseByDeno(text) { cases.append(text) }
    }
    let name = set.rules[id].chainName.argument
    return "\ntest \(name) {\n\(cases.joined(separator: "\n"))\n}\n"
  }

  /// Tests that the colours of rules correspond to the compiler's tokens.
  @Test(.seeded) func readsTokensAsTheCompilerDoes() throws {
    guard let deno = Tool.deno(for: "the colours of the page") else { return }
    var comparison = Comparison()
    comparison.add(words: Keyword.allCases.filter { $0 != .none }.map(\.rawValue))
    for folder in ExampleRules.folders {
      for file in try ExampleRules.files(in: folder) {
        comparison.add(tokensOf: String(decoding: file.bytes, as: UTF8.self))
      }
    }
    var chains = RandomChains(.requests, random: RandomChoice(seed: Seed.of(721)))
    for _ in 0..<TestOptions.cases(30, long: 500) {
      comparison.add(tokensOf: RandomChains.prelude + chains.chain("Main"))
    }
    for text in [
      "/* a /* b */ c */ d // e\n/// f \"g\"\nh", "/* a /* b */ c", "\"a\\\"b\\\\\" c \"d",
      "\"\"\"\n\"a\" // \\\n\"\"\" b \"\"\" c",
      "matches /a[/]\\/b/i c matches /[", "matches // a\n/b/ c",
      "matches /*a*/ b", "1.5 -2 3a 4e+5 6e-f 7.x 8.9.1 a-1 -> -", "é a_1 $b `c`", "\"a\nb\" c", "",
    ] {
      comparison.add(tokensOf: text)
    }
    let (last, output) = try comparison.run(deno, "tokens")
    #expect(last == "\(comparison.count) cases, 0 differences", "\(output.prefix(20_000))")
  }

  @Test func sourcesAreFormattedAndTyped() throws {
    guard let deno = Tool.deno(for: "the sources of the page") else { return }
    let folders = [
      "Sources/Page", "Sources/Playground", "Tests/TypeScript/page", "Tests/TypeScript/playground",
    ]
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
