import ParsedRules
import Reachability
import Semantics
import Testing

/// Tests the number of steps of the analysis, which is the same on every machine.
@Suite struct AnalysisStepsTests {
  struct Family: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Returns a rule, given its number.
    var rule: @Sendable (Int) -> String
    var declarations: @Sendable (Int) -> String = { _ in "" }
  }

  static let tame = [
    Family(testDescription: "literal routes") { #"when path == "/r\#($0)" cancel"# },
    Family(testDescription: "first components") { #"when path[1] == "r\#($0)" cancel"# },
    Family(testDescription: "second components") { #"when path[2] == "r\#($0)" cancel"# },
    Family(testDescription: "prefixes") { #"when path hasPrefix "/r\#($0)/" cancel"# },
    Family(testDescription: "suffixes") { #"when path hasSuffix ".t\#($0)x" cancel"# },
    Family(testDescription: "globs with captures") {
      #"when path like "/r\#($0)/{id}" present Number(value: id) cancel"#
    },
    Family(testDescription: "flags", rule: { "when flag\($0) cancel" }) { count in
      (0..<count).map { "flag flag\($0)\n" }.joined()
    },
    Family(testDescription: "contains") { #"when path contains "word\#($0)x" cancel"# },
    Family(testDescription: "hosts") { #"when host like "*.h\#($0).example" cancel"# },
    Family(testDescription: "globs that begin alike") {
      #"when path like "/*/r\#($0)x/**" cancel"#
    },
    Family(testDescription: "expressions that begin alike") {
      #"when path matches /\/[a-z]+\/r\#($0)x\/\d{2,4}/ cancel"#
    },
    Family(testDescription: "expressions without case") {
      #"when path matches /\/(de|en)\/r\#($0)x(\.html)?/i cancel"#
    },
    Family(testDescription: "kinds in turn") {
      switch $0 % 6 {
      case 0: #"when path like "/*/r\#($0)x/**" cancel"#
      case 1: #"when path matches /\/[a-z]+\/r\#($0)x\/\d{2,4}/ cancel"#
      case 2: #"when path like "/r\#($0)x/{id}" present Number(value: id) cancel"#
      case 3: #"when path hasPrefix "/r\#($0)x/" cancel"#
      case 4: #"when path like "/**/p-*-r\#($0)x" cancel"#
      default: #"when path[2] == "r\#($0)x" cancel"#
      }
    },
    Family(testDescription: "queries") { #"when query.k\#($0) == "v" cancel"# },
    Family(testDescription: "named URLs") { #"when url == "https://a.com/r\#($0)" cancel"# },
    Family(testDescription: "conjunctions") {
      #"when scheme == "https" && path[1] == "r\#($0)" && !(query.a == "\#($0)") cancel"#
    },
  ]

  private func analyze(_ family: Family, _ count: Int) throws -> (
    steps: Int, analysis: ChainAnalysis
  ) {
    let text = try RuleText(
      "screen Number(value: Int)\n" + family.declarations(count) + "chain C {\n"
        + (0..<count).map(family.rule).joined(separator: "\n") + "\notherwise allow\n}\n")
    let analyzer = ChainAnalyzer(text.rules)
    let analysis = analyzer.analyze(ID(0))
    return (analyzer.steps, analysis)
  }

  @Test(arguments: tame)
  func tameFamiliesGrowNearlyLinearly(_ family: Family) throws {
    let small = try analyze(family, 100)
    let large = try analyze(family, 400)
    for entry in large.analysis.entries {
      guard case .reachable = entry else {
        Issue.record("\(family.testDescription): \(entry)")
        return
      }
    }
    print("\(family.testDescription): \(small.steps) steps for 100 rules, \(large.steps) for 400")
    #expect(large.steps < 6 * small.steps, "\(small.steps) steps for 100, \(large.steps) for 400")
    #expect(large.steps < 400 * 2_000)
  }

  /// Tests conditions that each search for a shortest URL, whose states are visited once.
  @Test func partsOfURLsGrowNearlyLinearly() throws {
    let family = Family(testDescription: "parts of URLs") {
      #"when url contains "/u\#($0)x/" cancel"#
    }
    let (small, large) = (try analyze(family, 50).steps, try analyze(family, 200).steps)
    print("parts of URLs: \(small) steps for 50 rules, \(large) for 200")
    #expect(large < 6 * small)
    #expect(large < 200 * 6_000)
  }

  @Test func shadowedRoutesAreLinearToo() throws {
    func steps(_ count: Int) throws -> Int {
      let rules = (0..<count).flatMap {
        [#"when path hasPrefix "/r\#($0)/" cancel"#, #"when path == "/r\#($0)/x" allow"#]
      }
      let text = try RuleText("chain C {\n\(rules.joined(separator: "\n"))\n}")
      let analyzer = ChainAnalyzer(text.rules)
      let analysis = analyzer.analyze(ID(0))
      let dead = analysis.entries.filter {
        if case .unreachable(.shadowed(let cover)) = $0 { return cover.count == 1 }
        return false
      }
      #expect(dead.count == count)
      return analyzer.steps
    }
    #expect(try steps(400) < 6 * steps(100))
  }

  /// Tests that each rule is compared only with rules that may match the same requests.
  @Test func comparisonOfChangedRulesIsLinear() throws {
    func pairs(_ count: Int, _ condition: (Int) -> String) throws -> Int {
      let sets = try ["download", "cancel"].map { decision in
        let rules = (0..<count).map { "when \(condition($0)) \(decision)" }
        return try RuleText("chain C {\n\(rules.joined(separator: "\n"))\n}").rules
      }
      let comparison = ChainComparer(old: sets[0], new: sets[1]).compare(ID(0), ID(0))
      #expect(comparison.differences.count == count)
      return comparison.pairs
    }
    for condition: (Int) -> String in [
      { #"path == "/r\#($0)""# }, { #"path hasPrefix "/r\#($0)/" && query.q == "1""# },
      { #"scheme == "https" && host == "h\#($0).example""# },
    ] {
      #expect(try pairs(400, condition) < 10 * 400)
    }
  }

  /// Tests random clauses over flags, in the ratio for which satisfiability is hardest.
  @Test func hardFamilyEndsUndecided() throws {
    var dice = Dice(5)
    let flags = 200
    let rules = (0..<Int(Double(flags) * 4.2)).map { _ in
      let literals = (0..<3).map { _ in (dice.roll(2) == 0 ? "" : "!") + "f\(dice.roll(flags))" }
      return "when \(literals.joined(separator: " && ")) cancel"
    }
    let text = try RuleText(
      (0..<flags).map { "flag f\($0)\n" }.joined()
        + "chain C {\n\(rules.joined(separator: "\n"))\nwhen scheme == \"tel\" allow\notherwise allow\n}"
    )
    let analyzer = ChainAnalyzer(text.rules)
    let before = analyzer.steps
    let analysis = analyzer.analyze(ID(0), [])
    guard case .undecided(let undecided) = analysis.entries[rules.count] else {
      Issue.record("\(analysis.entries[rules.count])")
      return
    }
    #expect(undecided.reason == .budget)
    #expect(undecided.component?.hasPrefix("f") ?? false)
    print("hard family: \(analyzer.steps - before) steps")
    #expect(analyzer.steps - before < 12_000_000)
    // The result is the same on every run.
    let again = ChainAnalyzer(text.rules)
    _ = again.analyze(ID(0), [])
    #expect(again.steps == analyzer.steps)
  }
}
