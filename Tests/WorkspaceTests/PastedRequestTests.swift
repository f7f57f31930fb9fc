import Requests
import Diagnostics
import Interpreter
import RandomRules
import Reachability
import Semantics
import Syntax
import Testing
import Text
import WebURL

@testable import Workspace

/// Tests that any request in an output can be pasted into a `test` block.
@Suite struct PastedRequestTests {
  /// Returns the request and the answers of attempts of a test case that consists of the text.
  private func pasted(
    _ text: String, after source: String, chain: String
  ) throws -> (request: Request, answers: [Attempted: Bool], rules: RuleSet) {
    let files = [
      SourceFile(name: "a.bascule", text: source),
      SourceFile(name: "b.bascule", text: "test \(chain) { \(text) allow }\n"),
    ]
    let trees = files.map { SyntaxTree.parse($0) }
    let isRead = trees.allSatisfy(\.faults.isEmpty)
    try #require(isRead, "\(text)\n\(trees.map(\.faults))")
    let resolution = Resolution(trees) { _ in nil }
    try #require(resolution.faults.isEmpty, "\(text)\n\(resolution.faults)")
    let test = try #require(resolution.rules.tests.last?.cases.first)
    let (request, answers) = try #require(test.request())
    return (request, answers, resolution.rules)
  }

  /// Returns all values of a request that rules can test, with the answers that differ from the default.
  private func seen(
    _ request: Request, _ answers: [Attempted: Bool], _ rules: RuleSet
  ) -> String {
    let headers = request.headers.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
    let flags = request.settings.flags
    let declined = answers.filter { !$0.value }.map { rules.name(of: $0.key) }.sorted()
    return "\([request.url.normalized, request.page?.normalized ?? "none", request.method])"
      + " \(request.frame) \(request.navigation) \(request.download) \(headers) \(flags) \(declined)"
  }

  private static let nasty = [
    "", "a\"b", "\\", "\\u{41}", "\n", "\r\n", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}",
    "\u{200B}",
    "\u{202E}abc\u{202C}", "\u{2066}x\u{2069}", "\u{2028}", "\u{FEFF}", "\u{E0041}", "é",
    "e\u{301}",
    "😀", "`", "```", "'", "with", "// x", "/* x", "*/", "{id}", "%41", "a, b", "||", "\t",
  ]

  private static let source =
    RandomChains.prelude + "chain Main {\n  frames all\n  otherwise allow\n}\n"

  @Test func randomRequests() throws {
    let trees = [SyntaxTree.parse(SourceFile(name: "a.bascule", text: Self.source))]
    let rules = Resolution(trees) { _ in nil }.rules
    var requests = RandomRequests(rules: rules, random: RandomChoice(seed: 5))
    var random = RandomChoice(seed: 6)
    for _ in 0..<400 {
      var asked = requests.next()
      if random.once(in: 2) { asked.request.method = random.one(of: Self.nasty) }
      for _ in 0..<random.below(3) {
        asked.request.setHeader(
          "x" + random.one(of: Self.nasty), random.one(of: Self.nasty) + random.one(of: Self.nasty))
      }
      if random.once(in: 3), let page = WebURL.parse("https://a.com/#" + random.one(of: Self.nasty))
      {
        asked.request.page = page
      }
      if random.once(in: 3),
        let url = WebURL.parse("https://a.com/x?" + random.one(of: Self.nasty) + "=`{\"")
      {
        asked.request.url = url
      }
      let text = RuleLanguagePrinter.requestText(asked.request, answers: asked.answers, in: rules)
      #expect(text.isVisible, "\(text)")
      let found = try pasted(text, after: Self.source, chain: "Main")
      #expect(
        seen(found.request, found.answers, found.rules)
          == seen(asked.request, asked.answers, rules),
        "\(text)")
    }
  }

  /// Returns pairs of rules with unusual texts. The second rule of each pair is shadowed.
  private static func chain(_ decision: String, _ random: inout RandomChoice) -> String {
    var rules = ""
    for number in 0..<6 {
      let value = Quoting.rule(random.one(of: nasty))
      let condition = random.one(of: [
        "header[\"X-\(number)\"] == \(value)", "header[\(Quoting.rule("x\"\\"))] == \(value)",
        "query[\(Quoting.rule("k`"))] == \(value)", "path[1] == \"p\(number)\"",
        "page.host == \"p\(number).com\"", "page[1] == \"p\(number)\" && isHome",
        "navigation == reload && path[2] == \"x\(number)\"",
        "frame == new && path[1] == \"f\(number)\"",
        "method == \"M\(number)\"", "download && path[1] == \"d\(number)\"",
        "fragment == \(value)",
      ])
      rules += "  when \(condition) \(decision)\n"
      if random.once(in: 2) { rules += "  when \(condition) && path.count < 9 allow\n" }
    }
    return "chain Main {\n  frames all\n\(rules)  otherwise allow\n}\n"
  }

  /// Returns the requests in the messages of a finding, which are texts in backticks that begin with `"`.
  private func quoted(in text: String) -> [String] {
    guard let start = text.firstRange(of: "`\"") else { return [] }
    let rest = text[start.lowerBound...].dropFirst()
    return [String(rest[..<(rest.firstIndex(of: "`") ?? rest.endIndex)])]
  }

  /// Returns the requests in a report for people, which are texts that begin with `"` on a line, or after a chain.
  private func listed(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      if line.hasPrefix("\"") { return String(line) }
      guard line.hasPrefix("chain "), let start = line.firstRange(of: "  \"") else { return nil }
      return String(line[start.lowerBound...].dropFirst(2))
    }
  }

  @Test func everyOutput() throws {
    var random = RandomChoice(seed: 9)
    var counts: [String: Int] = [:]
    for _ in 0..<60 {
      let source = RandomChains.prelude + Self.chain("cancel", &random)
      let changed = RandomChains.prelude + Self.chain("download", &random)
      let input = RuleSetInput(files: [SourceFile(name: "a.bascule", text: source)])
      var texts: [(from: String, text: String)] = []

      var severities = Severities()
      severities["order-dependent"] = .info
      for finding in Workspace.check(input, severities) {
        if finding.severity == .error, !finding.code.hasPrefix("unreachable") { continue }
        for text in [finding.message, finding.label] + finding.related.map(\.message) {
          texts += quoted(in: text).map { ("check", $0) }
        }
        if let witness = finding.witness { texts.append(("witness of check", witness)) }
      }
      let set = Workspace.load(input)
      guard !set.hasErrors else { continue }
      func human(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
      let list = try WitnessList([set], chain: nil)
      texts += listed(in: human(list.human(.plain))).map { ("witness", $0) }
      for chain in list.chains {
        for case .reachable(let witness) in chain.analysis.entries {
          let trace = try set.trace(TraceQuery(witness))
          let text = try #require(listed(in: human(trace.human(.plain))).first)
          texts.append(("trace", text))
          #expect(text == RuleLanguagePrinter.requestText(witness))
        }
      }
      let other = Workspace.load(
        RuleSetInput(files: [SourceFile(name: "a.bascule", text: changed)]))
      if !other.hasErrors {
        texts += listed(in: human(RuleSetDiff([(set, other)]).human(.plain))).map { ("diff", $0) }
      }
      let run = TestRun([set])
      for test in try #require(run.sets.first).suggestedTests.cases {
        texts.append(("suggested test", test.request))
      }

      for (from, text) in texts {
        counts[from, default: 0] += 1
        let found = try pasted(text, after: source, chain: "Main")
        let again = RuleLanguagePrinter.requestText(
          found.request, answers: found.answers, in: found.rules)
        #expect(
          again == text.replacing("\\u{60}", with: "`"), "\(from) shows a request in another form")
      }
    }
    print("pasted requests: \(counts.sorted { $0.key < $1.key })")
    for from in ["check", "witness of check", "witness", "trace", "diff", "suggested test"] {
      #expect(counts[from, default: 0] > 20, "\(from)")
    }
  }
}
