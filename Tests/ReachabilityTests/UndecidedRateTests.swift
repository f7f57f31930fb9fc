import Interpreter
import ParsedRules
import RandomRules
import Reachability
import Requests
import Semantics
import TestSupport
import Testing

/// Tests how many rules with comparisons of values end undecided, and that random requests contradict no verdict.
@Suite struct UndecidedRateTests {
  /// The verdicts of many rules.
  private struct Counts {
    var reachable = 0
    var unreachable = 0
    var undecided: [String] = []

    var all: Int { reachable + unreachable + undecided.count }
    var text: String {
      "\(all) rules, \(unreachable) unreachable, \(undecided.count) undecided"
    }

    /// Adds the verdicts of a chain. No random request may reach a rule that is unreachable or undecided.
    mutating func add(
      _ analysis: ChainAnalysis, of chain: ID<Chain>, in rules: RuleSet, _ kind: ChainKind,
      _ text: String
    ) {
      let interpreter = Interpreter(chain, in: rules)
      var open: Set<Int> = []
      for (entry, verdict) in analysis.entries.enumerated() {
        switch verdict {
        case .reachable(let witness):
          reachable += 1
          #expect(interpreter.reaches(entry, witness.request), "\(entry) of \(text)\n\(witness)")
        case .unreachable:
          unreachable += 1
          open.insert(entry)
        case .undecided(let why):
          undecided.append("\(entry) of \(text): \(why)")
          open.insert(entry)
        }
      }
      if open.isEmpty { return }
      var requests = RandomRequests(rules: rules, random: RandomChoice(seed: Seed.of(1)))
      for _ in 0..<100 {
        let request = requests.next(kind).request
        for entry in open where interpreter.reaches(entry, request) {
          Issue.record(
            "a request reaches \(entry) of \(text)\n\(request)\n\(analysis.entries[entry])")
          open.remove(entry)
        }
      }
    }
  }

  // MARK: Single comparisons

  private static func texts(of root: String) -> [String] {
    [
      "scheme", "host", "path", "path[0]", "path[1]", "path[2]", "path.last", "query", "query.k",
      "query.q", "rawQuery.k", "fragment", "opaque",
    ].map { root.isEmpty ? $0 : "\(root).\($0)" }
  }

  private static let urls = ["url", "page.url", "document.url", "home", "base"]
  private static let texts =
    ["", "page", "document", "home", "base"].flatMap { texts(of: $0) }
    + ["method", #"header["X-A"]"#, "source.scheme", "source.host", "server", "token"]
  private static let numbers = ["port", "page.port", "home.port", "base.port", "limit", "room"]
  private static let partRelations = ["hasPrefix", "hasSuffix", "contains"]

  /// The comparisons of two values: each pair of kinds with each operator that the language has for it.
  private static let comparisons: [String] = {
    var all: [String] = []
    func add(_ ones: [String], _ operators: [String], _ others: [String], _ end: String = "") {
      for one in ones {
        for other in others where one != other {
          all += operators.map { "\(one) \($0) \(other)\(end)" }
        }
      }
    }
    add(texts, ["==", "!="] + partRelations, texts)
    add(texts, ["==", "!="] + partRelations, texts, " ignoring case")
    add(texts, ["in", "!in"], ["names"])
    add(texts.filter { $0.hasSuffix("host") }, ["like"], ["names", "server", "token"])
    add(urls, partRelations, texts + urls)
    add(urls, partRelations, texts + urls, " ignoring case")
    add(urls, ["==", "!="], urls)
    let origins = ["page", "source", "home", "base", "pages"].map { "\($0).origin" }
    add(urls, ["in", "!in"], ["pages", "Own", "Partners"] + origins)
    add(numbers, ["==", "!="], numbers)
    return all
  }()

  /// Tests chains with one comparison. The second rule is shadowed, and the third one is reached if the comparison can
  /// be false, so that an undecided rule would show if it made those below it undecided.
  @Test(.seeded) func singleComparisons() throws {
    var dice = Dice(Seed.of(481))
    let wanted = TestOptions.cases(300, long: 6_000)
    let chosen = (0..<wanted).map { _ in dice.pick(Self.comparisons) }
    var counts = Counts()
    for start in stride(from: 0, to: chosen.count, by: 300) {
      let some = chosen[start..<min(start + 300, chosen.count)]
      let text =
        RandomChains.prelude
        + some.enumerated().map { number, comparison in
          """
          chain C\(number) {
            when \(comparison) cancel
            when \(comparison) && isHome download
            when isOpen allow
          }

          """
        }.joined()
      let rules = try RuleText(text).rules
      let analyzer = ChainAnalyzer(rules)
      for (number, comparison) in some.enumerated() {
        let chain = ID<Chain>(number)
        counts.add(
          analyzer.analyze(chain, [.interpreted]), of: chain, in: rules, .requests, comparison)
      }
    }
    print("single comparisons: \(counts.text)")
    #expect(counts.unreachable > wanted && counts.reachable > wanted)
    let list = counts.undecided.joined(separator: "\n")
    #expect(counts.undecided.count { !$0.hasPrefix("1 ") } * 1_000 <= wanted, "\(list)")
    #expect(counts.undecided.count * 200 <= counts.all, "\(list)")
  }

  // MARK: All constructs

  @Test(.seeded, arguments: ChainKind.allCases) func randomChains(_ kind: ChainKind) throws {
    var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(482)))
    var counts = Counts()
    for _ in 0..<TestOptions.cases(100, long: 1_000) {
      let random = RandomChainRules(&chains)
      counts.add(
        ChainAnalyzer(random.rules).analyze(random.chain, [.interpreted]), of: random.chain,
        in: random.rules, kind, String(random.text.dropFirst(RandomChains.prelude.count)))
    }
    print("random \(kind.rawValue): \(counts.text)")
    #expect(
      counts.undecided.count * 200 <= counts.all, "\(counts.undecided.joined(separator: "\n"))")
  }
}
