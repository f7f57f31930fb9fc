import Foundation
import Interpreter
import ParsedRules
import RandomRules
import Reachability
import Requests
import Semantics
import TestSupport
import Testing
import Text
import WebURL

@testable import Generation

/// Tests that the generated chains have the outcomes that the `test` blocks expect and that the interpreter computes,
/// including steps and arguments.
@Suite(.serialized) struct SwiftDecisionTests {
  @Test(.seeded, arguments: ["account", "article", "game", "shop", "showcase"])
  func decidesAsTheRuleFilesSay(
    _ folder: String
  ) throws {
    let set = try SwiftRuleSet(folder: folder)
    try #require(set.faults.isEmpty)
    let questions = try Questions(
      set, requestsPerChain: TestOptions.cases(100, long: 300), seed: Seed.of(1))
    let differences = try questions.differences(name: folder)
    #expect(differences.count == 0, "\(differences.prefix(10).joined(separator: "\n"))")
    #expect(questions.testCount > 0)
    #expect(questions.wrongAnalyses == [])
  }

  /// Tests that `load url` and `open url` pass on a URL with another scheme only if the rule's condition names the
  /// scheme.
  @Test func stepsRefuseSchemesThatNoRuleNames() throws {
    let set = SwiftRuleSet(
      """
      chain Load { when frame == new load url cancel }
      chain LoadNamed { when scheme == "myapp" || !(frame != new) load url cancel }
      chain LoadOnly { when scheme in ["file", "https"] load url cancel }
      chain Open { when frame == new open url cancel }
      chain OpenNamed { when frame == new && scheme != "data" || url like "data:*" open url cancel }
      """)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let urls = [
      "https://a.com/", "http://a.com/", "about:blank", "file:///etc/passwd", "data:text/html,x",
      "javascript:alert(1)", "JAVASCRIPT:alert(1)", "blob:https://a.com/1", "myapp:x", "tel:1",
    ]
    let questions = set.rules.chains.flatMap { chain in
      urls.map { DecisionProgram.Question(chain: chain.name, url: $0, frame: "new") }
    }
    let answers = try DecisionProgram.answers(
      of: set, to: questions, in: SwiftCompiler.scratch("refused"))
    let performed = zip(questions, answers).filter {
      $1.contains("load '") || $1.contains("open '")
    }
    .map { question, _ in "\(question.chain) \(question.url.prefix { $0 != ":" })" }
    #expect(
      performed == [
        "Load https", "Load http", "Load about", "LoadNamed https", "LoadNamed http",
        "LoadNamed about", "LoadNamed myapp", "LoadOnly https", "LoadOnly file", "Open https",
        "Open http", "Open about", "Open myapp", "Open tel", "OpenNamed https", "OpenNamed http",
        "OpenNamed about", "OpenNamed data", "OpenNamed myapp", "OpenNamed tel",
      ])
    // The decision does not change.
    let allowed = zip(questions, answers).filter { $1.hasPrefix("allow") }.map(\.0)
    #expect(
      allowed.allSatisfy { $0.chain == "LoadOnly" && !$0.url.hasPrefix("https") })
  }

  /// Tests that the comparison detects wrong decisions, steps and arguments in test blocks.
  @Test func noticesWhatIsWrong() throws {
    let set = SwiftRuleSet(
      """
      screen S(id: String)
      chain Default { when path[1] == "s" present S(id: path[2]) cancel otherwise allow }
      test Default {
        "https://a.com/s/1" present S(id: "1") download
        "https://a.com/s/1" cancel
        "https://a.com/s/1" present S(id: "2") cancel
        "https://a.com/s/1" present S(id: "1") cancel
      }
      """)
    try #require(set.faults.isEmpty)
    let differences = try Questions(set, requestsPerChain: 0, seed: Seed.of(1)).differences(
      name: "wrong")
    #expect(differences.count == 3)
  }

  /// Tests special cases of tables: more keys than their limit, paths longer than their limit, components of every
  /// length, prefixes, ends of hosts, escapes.
  @Test(.seeded) func decidesAtTheBoundsOfTables() throws {
    let keys = (0..<30).map { "k\($0)" }
    let deep = (0..<40).map { "/c\($0)" }.joined()
    let long = (1...20).map { String(repeating: "x", count: $0) }
    let rules =
      keys.map { "when query.\($0) == \"1\" perform note(text: \"\($0)\") continue" }
      + ["when path == \"\(deep)\" perform note(text: \"deep\") continue"]
      + [
        "when path[38] == \"c37\" && path.count == 41 perform note(text: \"38\") continue",
        "when path[1] == \"n\" && path.count >= 3 perform note(text: \"three\") continue",
        "when path[1] == \"n\" && path.count > 3 perform note(text: \"four\") continue",
      ]
      + long.map { "when path[2] == \"\($0)\" perform note(text: path[2]) continue" }
      + long.map { "when path hasPrefix \"/p/\($0)\" perform note(text: \"\($0)-\") continue" }
      + long.map { "when host hasSuffix \"\($0).org\" perform note(text: \"-\($0)\") continue" }
    func steps(_ texts: [String]) -> String {
      texts.map { "perform note(text: \"\($0)\") " }.joined()
    }
    var tests = [
      "\"https://a.com/?\(keys.map { $0 + "=1" }.joined(separator: "&"))\" \(steps(keys)) cancel",
      "\"https://a.com/?k3=1&k3=2&k4=2&k4=1\" \(steps(["k3"])) cancel",
      "\"https://a.com\(deep)\" \(steps(["deep", "38"])) cancel",
      "\"https://a.com\(deep)/c40\" cancel", "\"myapp:x\" cancel",
      "\"https://a.com//q//%78x/?k1=%31\" \(steps(["k1", "xx"])) cancel",
      "\"https://a.com/n\" cancel", "\"https://a.com/n/a\" \(steps(["three"])) cancel",
      "\"https://a.com/n/a/b\" \(steps(["three", "four"])) cancel",
    ]
    for text in long {
      tests.append("\"https://a.com/q/\(text)\" \(steps([text])) cancel")
      let prefixes = long.prefix(text.utf8.count).map { $0 + "-" }
      tests.append("\"https://a.com/p/\(text)\" \(steps([text] + prefixes)) cancel")
      let suffixes = long.prefix(text.utf8.count).map { "-" + $0 }
      tests.append("\"https://\(text).org/\" \(steps(suffixes)) cancel")
    }
    let set = SwiftRuleSet(
      """
      action note(text: String)
      chain Default {
      \(rules.joined(separator: "\n"))
      otherwise cancel
      }
      test Default {
      \(tests.joined(separator: "\n"))
      }
      """)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let questions = try Questions(set, requestsPerChain: 100, seed: Seed.of(3))
    let differences = try questions.differences(name: "bounds")
    #expect(differences.count == 0, "\(differences.prefix(5).joined(separator: "\n"))")
    #expect(questions.testCount == tests.count)
  }

  /// Tests that texts convert to the same URLs as in the interpreter, also in captures.
  @Test(.seeded) func handsOnURLsOfTexts() throws {
    var texts = RandomURLTexts(random: RandomChoice(seed: Seed.of(7)))
    var tests: [String] = []
    var converting = 0
    for _ in 0..<TestOptions.cases(400, long: 4_000) {
      let text = texts.next()
      let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let url = ConvertibleURL.converted(text)
      // Literals of tests have lower-case hosts.
      if let url, WebURL.parse(url)?.normalized != url { continue }
      converting += url == nil ? 0 : 1
      // A capture is a single component.
      for key in text.contains("/") ? ["url"] : ["url", "captured"] {
        tests.append(
          "\"https://h.example/?\(key)=\(escaped)\" "
            + (url.map { "present Link(url: \"\($0)\") cancel" } ?? "allow"))
      }
    }
    let set = SwiftRuleSet(
      """
      screen Link(url: URL)
      chain Default {
        when exists query.url present Link(url: query.url) cancel
        when query.captured like "{next: URL}" present Link(url: next) cancel
        otherwise allow
      }
      test Default {
      \(tests.joined(separator: "\n"))
      }
      """)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let questions = try Questions(set, requestsPerChain: 20, seed: Seed.of(8))
    let differences = try questions.differences(name: "texts")
    #expect(differences.count == 0, "\(differences.prefix(5).joined(separator: "\n"))")
    #expect(questions.testCount == tests.count)
    #expect(converting > 40)
  }

  /// Tests URLs for which a matcher with backtracking is slow, or reaches a limit of the engine.
  @Test(.seeded) func decidesPatternsInOnePass() throws {
    let ab = String(repeating: "ab", count: 24)
    let a30 = String(repeating: "a", count: 30)
    let long = String(repeating: "x", count: 250_000)
    let commas = String(repeating: "a,", count: 150_000)
    let set = SwiftRuleSet(
      """
      screen Item(id: Int, rest: String)
      chain Nested {
        when query.next matches /((a|b)*)*x|[ab]*y/ cancel
        when query.next matches /(a|b|ab)*c/ download
        when query.list matches /([^,]*,?)*/ cancel
        otherwise allow
      }
      chain Alternatives {
        when path matches /\\/((a|a)*b|a*c)/ cancel
        when path matches /\\/([a-z]+-?)+\\.html|\\/a+!/ download
        when fragment matches /(.|\\s)*secret(.|\\s)*/ cancel
        otherwise allow
      }
      chain States {
        when query.q matches /.*a.{12}/ cancel
        when query.q matches /(.*b.{20}|.*c.{30})d/i download
        otherwise allow
      }
      chain Wildcards {
        when path like "/**a*b**a*c" cancel
        when path like "/**/{id: Int}/**/x*y*z/{rest**}" present Item(id: id, rest: rest) cancel
        otherwise allow
      }
      test Nested {
        "https://h.example/?next=\(ab)y" cancel
        "https://h.example/?next=\(ab)z" allow
        "https://h.example/?next=\(ab)c" download
        "https://h.example/?list=\(commas)" cancel
      }
      test Alternatives {
        "https://h.example/\(a30)c" cancel
        "https://h.example/\(a30)!" download
        "https://h.example/\(a30)d" allow
        "https://h.example/#\(long)secret\(long)" cancel
        "https://h.example/#\(long)" allow
      }
      test States {
        "https://h.example/?q=\(ab)\(ab)" allow
        "https://h.example/?q=\(ab)a" cancel
        "https://h.example/?q=\(a30)B\(a30.prefix(20))d" cancel
        "https://h.example/?q=B%C3%A9\(long.prefix(19))D" download
        "https://h.example/?q=\(long)" allow
      }
      test Wildcards {
        "https://h.example/\(String(repeating: "a", count: 60_000))" allow
        "https://h.example/\(String(repeating: "a", count: 60_000))bac" cancel
        "https://h.example/7/8/\(String(repeating: "xy", count: 30_000))z/a/b"
          present Item(id: 7, rest: "a/b") cancel
        "https://h.example/\(String(repeating: "xy/1/", count: 20_000))" allow
      }
      """)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let questions = try Questions(set, requestsPerChain: 20, seed: Seed.of(4))
    let differences = try questions.differences(name: "one-pass")
    #expect(differences.count == 0, "\(differences.prefix(5).map { $0.prefix(2_000) })")
    #expect(questions.testCount == 18)
    let code = set.swift().map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(!code.contains("NSRegularExpression"))
    #expect(code.contains("LargeTextExpression") && code.contains("WildcardSearch"))
  }

  /// Tests chains over the whole condition language, and unusual URLs, with a table for each chain, for none, and for
  /// some.
  @Test(.seeded, arguments: [0, 3, Int.max])
  func decidesAsTheInterpreter(longestInOrder: Int) throws {
    var makers = ChainKind.allCases.map {
      RandomChains($0, random: RandomChoice(seed: Seed.of(2026)))
    }
    var text = RandomChains.prelude
    var count = 0
    var refused = 0
    while count < makers.count * TestOptions.cases(8, long: 200) {
      let chain = makers[count % makers.count].chain("Chain\(count)")
      if SwiftRuleSet(RandomChains.prelude + chain).faults.isEmpty {
        text += chain
        count += 1
      } else {
        refused += 1
      }
    }
    #expect(refused < 2 * count, "\(refused) of \(refused + count) chains were refused")
    var set = SwiftRuleSet(text)
    try #require(set.faults.isEmpty)
    set.longestInOrder = longestInOrder
    let plan = ChainPlan(set.rules, longestInOrder: longestInOrder)
    let tables = plan.tables.filter { $0 != nil }
    switch longestInOrder {
    case 0: #expect(tables.count == plan.tables.count)
    case Int.max: #expect(tables.isEmpty)
    default: #expect(tables.count > count / 20 && tables.count < plan.tables.count - count / 20)
    }
    let questions = try Questions(set, requestsPerChain: 80, seed: Seed.of(7))
    let differences = try questions.differences(name: "random-\(longestInOrder)")
    #expect(differences.count == 0, "\(differences.prefix(10).joined(separator: "\n\n"))")
    #expect(questions.wrongAnalyses == [])
    // Otherwise too few rules were compared.
    #expect(questions.matchedRules.count * 10 > questions.rules.count * 7)
  }
}

/// Questions to the generated code of a rule set, and the correct answers.
private struct Questions {
  let set: SwiftRuleSet
  private let program: DecisionProgram
  private var questions: [DecisionProgram.Question] = []
  private var expected: [String] = []
  /// The sources, which help to debug a difference.
  private var subjects: [String] = []
  /// The number of questions from `test` blocks, which come first.
  private(set) var testCount = 0
  private(set) var rules: Set<Location> = []
  /// The rules that matched at least one request.
  private(set) var matchedRules: Set<Location> = []
  /// The rules that the analysis wrongly calls unreachable, and those that the witness of the analysis does not reach.
  private(set) var wrongAnalyses: [String] = []

  init(_ set: SwiftRuleSet, requestsPerChain: Int, seed: UInt64) throws {
    self.set = set
    program = DecisionProgram(set)
    for block in set.rules.tests {
      for test in block.cases {
        let (request, answers) = try #require(test.request())
        questions.append(program.question(request, answers, chain: block.chain))
        expected.append(program.answer(test, to: request))
        subjects.append("test at \(test.location.span.start)")
      }
    }
    testCount = questions.count
    var requests = RandomRequests(rules: set.rules, random: RandomChoice(seed: seed))
    let analyzer = ChainAnalyzer(set.rules)
    for index in set.rules.chains.indices {
      let interpreter = Interpreter(ID(index), in: set.rules)
      for rule in interpreter.chain.rules { rules.insert(rule.location) }
      let analysis = analyzer.analyze(ID(index), [])
      let declined =
        set.rules.actions.indices.map { (Attempted.action(ID($0)), false) } + [(.openURL, false)]
      let answers = Dictionary(uniqueKeysWithValues: declined)
      for (entry, reachability) in analysis.entries.enumerated() {
        guard case .reachable(let witness) = reachability else { continue }
        let request = witness.request
        if !interpreter.decide(request, answers: answers).tried.contains(where: {
          $0.entry == entry
        }) {
          wrongAnalyses.append("\(source(interpreter, entry)) is not reached by \(witness)")
        }
        guard witness.isKeptByFoundation else { continue }
        ask(AskedRequest(request: request, answers: [:]), interpreter, analysis)
        ask(AskedRequest(request: request, answers: answers), interpreter, analysis)
      }
      let kind = set.rules.chains[index].kind
      for _ in 0..<requestsPerChain { ask(requests.next(kind), interpreter, analysis) }
    }
  }

  private mutating func ask(
    _ asked: AskedRequest, _ interpreter: Interpreter, _ analysis: ChainAnalysis
  ) {
    let outcome = interpreter.decide(asked.request, answers: asked.answers)
    let entries = interpreter.chain.entries
    for tried in outcome.tried where tried.isMatch {
      matchedRules.insert(entries[tried.entry].rule.location)
      if case .unreachable = analysis.entries[tried.entry] {
        wrongAnalyses.append("\(source(interpreter, tried.entry)) is reached by \(asked.request)")
      }
    }
    questions.append(
      program.question(asked.request, asked.answers, chain: interpreter.chain.chain))
    expected.append(
      program.answer(outcome, of: interpreter.chain, to: asked.request, asked.answers)
        + program.trace(outcome, of: interpreter.chain))
    subjects.append(entries.map { source($0.rule.location) }.joined(separator: "\n"))
  }

  private func source(_ interpreter: Interpreter, _ entry: Int) -> String {
    source(interpreter.chain.rules[entry].location)
  }

  private func source(_ location: Location) -> String {
    set.sources[Int(location.file.index)].text(location.span)
  }

  /// Returns the questions that the generated code answers differently.
  func differences(name: String) throws -> [String] {
    let folder = try SwiftCompiler.scratch("decisions-" + name)
    let answers = try DecisionProgram.answers(of: set, to: questions, in: folder)
    guard answers.count == questions.count else {
      return ["\(questions.count) questions, \(answers.count) answers"]
    }
    // One difference for each chain is enough.
    var seen: Set<String> = []
    return questions.indices.compactMap { index in
      var answer = answers[index]
      if index < testCount {
        // Test blocks name neither rules nor declined attempts.
        answer = (answer.components(separatedBy: " # ").first ?? "")
          .components(separatedBy: " | ").filter { !$0.hasPrefix("no ") }
          .joined(separator: " | ")
      }
      if answer == expected[index] { return nil }
      if index >= testCount, !seen.insert(subjects[index]).inserted { return nil }
      return """
        \(questions[index])
        \(subjects[index])
        expected: \(expected[index])
        found:    \(answer)
        """
    }
  }
}

extension Witness {
  fileprivate var isKeptByFoundation: Bool {
    url.isKeptByFoundation && (page?.isKeptByFoundation ?? true)
  }
}
