import Interpreter
import RandomRules
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

@testable import Reachability

/// Compares loops of several rules that load, in random chains, with a simulation of every request of a small universe.
@Suite struct RandomLoadLoopTests {
  private static let hosts = ["a.com", "b.com", "c.com"]
  private static let paths = ["/", "/a", "/b"]
  private static let queries = ["", "?k=1", "?k=2", "?j=1", "?j=1&k=2"]

  private static let conditions = [
    #"host == "a.com""#, #"host == "b.com""#, #"host == "c.com""#, #"host != "a.com""#,
    #"path == "/a""#, #"path == "/b""#, #"path != "/a""#, "frame == new", "frame == main",
    #"query.k == "1""#, #"query.k == "2""#, "!exists query.k", "exists query.j",
    #"method == "GET""#, "isHome", "!isHome", #"header["X-A"] == "1""#, "!exists fragment",
  ]

  private static let changes = [
    #"setting host = "a.com""#, #"setting host = "b.com""#, #"setting host = "c.com""#,
    #"setting path = "/a""#, #"setting path = "/b""#, #"setting path = "/b", host = "a.com""#,
    #"setting query.k = "1""#, #"setting query.k = "2""#, "removing query.k",
    #"setting query.j = "1" removing query.k"#, "removing query.j", "setting query.k = query.j",
    #"setting header["X-A"] = "1""#, #"removing header["X-A"]"#, #"setting fragment = "x""#,
  ]

  private static func chain(_ random: inout RandomChoice) -> String {
    var lines: [String] = []
    for _ in 0..<(2 + random.below(4)) {
      let parts = (0..<(1 + random.below(2))).map { _ in random.one(of: conditions) }
      let condition = parts.joined(separator: random.once(in: 4) ? " || " : " && ")
      let step =
        random.once(in: 6)
        ? random.one(of: ["allow", "cancel", "perform note continue"])
        : "load url \(random.one(of: changes)) cancel"
      lines.append("  when \(condition) \(step)\n")
    }
    return "flag isHome\naction note\nchain C {\n\(lines.joined())}\n"
  }

  private static func universe() throws -> [Request] {
    var requests: [Request] = []
    for host in hosts {
      for path in paths {
        for query in queries {
          let url = try #require(WebURL.parse("https://\(host)\(path)\(query)"))
          for setting in 0..<8 {
            var request = Request(url: url)
            if setting & 1 != 0 { request.settings.set(.frame, .choice(.frame(.new))) }
            if setting & 2 != 0 { request.settings.set(.flag(ExactString("isHome")), .bool(true)) }
            if setting & 4 != 0 { request.settings.set(.header(ExactString("x-a")), .string("1")) }
            requests.append(request)
          }
        }
      }
    }
    return requests
  }

  /// Returns the rules that load again and again, starting with the request; nil if the loads end.
  private static func loop(_ first: Request, _ interpreter: Interpreter) -> Set<Int>? {
    var request = first
    var entries: [Int] = []
    while entries.count < 40 {
      let outcome = interpreter.decide(request)
      guard let entry = outcome.entry,
        case .loadURL(let handed)? = outcome.steps.last(where: { $0.kind.verb == "load" })?.kind
      else { return nil }
      entries.append(entry)
      request = request.loading(handed)
    }
    // Every loop of the universe is shorter than this.
    return Set(entries.suffix(20))
  }

  private static func copiesPart(_ rule: Rule) -> Bool {
    rule.steps.contains { step in
      guard case .loadURL(let changes) = step.kind else { return false }
      return changes.contains { if case .request? = $0.value?.value { true } else { false } }
    }
  }

  @Test(.seeded) func agreesWithASimulation() throws {
    var random = RandomChoice(seed: Seed.of(51))
    let requests = try Self.universe()
    var (loops, copied) = (0, 0)
    for _ in 0..<TestOptions.cases(20, long: 2000) {
      let text = Self.chain(&random)
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))
      let rules = Resolution([tree]) { _ in nil }.rules
      let analysis = ChainAnalyzer(rules).analyze(ID(0), [.redundancy])
      let interpreter = Interpreter(ID<Chain>(0), in: rules)
      // Each loop that the analysis finds exists.
      for loop in analysis.loadLoops {
        let found = Self.loop(loop.witness.request, interpreter)
        #expect(
          found.map { $0.isSubset(of: loop.entries) && $0.count > 1 } == true,
          "\(loop.entries) \(loop.witness.url.normalized)\n\(text)")
      }
      let known = analysis.loadLoops.map { Set($0.entries) }
      for request in requests {
        let found = Self.loop(request, interpreter)
        if let found {
          loops += 1
          // A loop of one rule is reported as a finding about that rule.
          let isKnown =
            known.contains { !$0.isDisjoint(with: found) }
            || found.contains { analysis.endlessLoads[$0] != nil }
          // The analysis does not follow values that a rule copies from another part of the URL to the tests of later
          // rules.
          if !isKnown, found.contains(where: { Self.copiesPart(analysis.chain.rules[$0]) }) {
            copied += 1
            continue
          }
          #expect(isKnown, "\(found.sorted()) \(request.url.normalized)\n\(text)")
        } else if let entry = interpreter.decide(request).entry {
          // In a certain loop, no load ends.
          let ends = analysis.loadLoops.filter { $0.isCertain && $0.entries.contains(entry) }
          #expect(ends.isEmpty, "\(request.url.normalized) ends\n\(text)")
        }
      }
    }
    print("load loops: \(loops) requests, \(copied) with copied values not found")
    #expect(loops > 100 && copied * 100 < loops)
  }
}
