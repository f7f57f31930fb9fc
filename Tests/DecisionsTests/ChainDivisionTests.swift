import Reachability
import Semantics
import Tasks
import TestSupport
import Testing
import Text

/// Long chains that two threads analyze.
@Suite struct ChainDivisionTests {
  /// Analyzes the only chain of a text by one thread and by two.
  private func analyses(_ text: String) throws -> (
    whole: [String], divided: [String], isDivided: Bool
  ) {
    let rules = try RuleText(text).rules
    let isDivided = TaskResult<Bool>()
    // The other order than that of the entries.
    let backwards = TaskRunner { stages in
      isDivided.value = true
      return TaskRunner.Run { _ in
        for stage in stages { for task in stage.reversed() { task() } }
      }
    }
    return (
      findings(ChainAnalyzer(rules).analyze(ID(0))),
      findings(ChainAnalyzer(rules, tasks: backwards).analyze(ID(0))), isDivided.value == true
    )
  }

  /// All findings and witnesses, by entry.
  private func findings(_ analysis: ChainAnalysis) -> [String] {
    analysis.entries.indices.map { entry in
      """
      \(analysis.entries[entry]) \(analysis.redundant[entry] as Any) \(analysis.alwaysTrue[entry]) \
      \(analysis.deadAlternatives[entry])
      """
    }
  }

  private static let declarations = "value names: [String]\nflag f\n"

  private func condition(_ number: Int) -> String {
    switch number % 8 {
    case 0: #"url contains "/u\#(number)x/" && !f"#
    case 1: #"page.url hasPrefix "https://page.example/k\#(number)x/" && frame == main"#
    case 2: #"host in names && path[1] == "n\#(number)x""#
    case 3: #"path matches /\/[a-z]+\/k\#(number)x\/\d{2,4}/ && query.page == "1""#
    case 4: #"url like "https://shop.example/k\#(number)x?page={number}""#
    // An earlier rule of the other thread shadows it.
    case 5: #"url contains "/u\#(max(number - 37, 0) / 8 * 8)x/" && path hasPrefix "/a" && !f"#
    case 6: #"(path == "/c\#(number)x" || path == "/d\#(number)x" && path hasPrefix "/e")"#
    default: #"host == "h\#(number).example" && path hasPrefix "/""#
    }
  }

  @Test func findingsAreThoseOfOneThread() throws {
    let rules = (0..<2_400).map { "when \(condition($0)) cancel" }
    let (whole, divided, isDivided) = try analyses(
      Self.declarations + "chain C {\n\(rules.joined(separator: "\n"))\n}")
    #expect(isDivided)
    #expect(whole == divided)
    #expect(whole.count { $0.contains("shadowed") } > 200)
    #expect(whole.count { $0.contains("contradictory") } > 200)
  }

  /// Rules that take few steps are not worth the copy of the context.
  @Test func plainRulesAreNotDivided() throws {
    let rules = (0..<2_400).map { #"when path == "/r\#($0)" cancel"# }
    let (whole, divided, isDivided) = try analyses(
      "chain C {\n\(rules.joined(separator: "\n"))\n}")
    #expect(!isDivided)
    #expect(whole == divided)
  }

  /// An analyzer of a new version, which continues with the analysis of an old one.
  private func analyzer(
    _ new: RuleText, after old: RuleText, _ analysis: ChainAnalysis, by earlier: ChainAnalyzer
  ) -> ChainAnalyzer {
    let edits = RuleEdits(isUnchanged: { _ in false }) {
      old.file.text($0.location.span) == new.file.text($1.location.span)
    }
    return ChainAnalyzer(
      new.rules, tasks: .inOrder,
      after: EarlierAnalyses(old.rules, [analysis], by: earlier, edits))
  }

  /// An edit may make an earlier rule redundant, but not unreachable.
  @Test func verdictsOfAnEarlierVersionAreKept() throws {
    let broad = #"when host == "only.example" cancel"#
    var lines = (0..<2_400).map { "when \(condition($0)) cancel" }
    lines[23] = #"when f && frame == new && path == "/only" && host == "only.example" allow"#
    lines.insert(broad, at: 1_500)
    let old = try RuleText(Self.declarations + "chain C {\n\(lines.joined(separator: "\n"))\n}")
    // All versions continue with its languages and atoms.
    let earlier = ChainAnalyzer(old.rules, tasks: .inOrder)
    let analysis = earlier.analyze(ID(0))
    var redundant: [Bool] = []
    var steps: [Bool] = []
    for edit in 0..<6 {
      var changed = lines
      var declarations = Self.declarations
      switch edit {
      case 0: changed.append(changed.remove(at: 1_500))
      case 1: changed[2_100] = broad
      case 2: changed.removeSubrange(1_450..<1_550)
      case 3: changed.insert(#"when host == "only.example" allow"#, at: 1_500)
      // The longest text, and another view of the URL.
      case 4:
        changed.insert(
          #"when url contains "/\#(String(repeating: "x", count: 90))" allow"#, at: 900)
      default: declarations += "flag g\n"
      }
      let new = try RuleText(declarations + "chain C {\n\(changed.joined(separator: "\n"))\n}")
      let fresh = ChainAnalyzer(new.rules, tasks: .inOrder)
      let after = analyzer(new, after: old, analysis, by: earlier)
      let expected = fresh.analyze(ID(0))
      #expect(findings(expected) == findings(after.analyze(ID(0))))
      redundant.append(expected.redundant[23] != nil)
      steps.append(after.steps * 10 < fresh.steps * 9)
    }
    #expect(redundant == [false, false, true, true, false, false])
    // A declaration that was added may change the meaning of all rules.
    #expect(steps == [true, true, true, true, true, false])
  }

  /// Rules that spend the budget: a random formula in conjunctive normal form, near the hardest ratio.
  private static let flags = 120
  private static let clauses: [String] = {
    var dice = Dice(5)
    return (0..<Int(Double(flags) * 4.2)).map { _ in
      let literals = (0..<3).map { _ in (dice.roll(2) == 0 ? "" : "!") + "f\(dice.roll(flags))" }
      return "when \(literals.joined(separator: " && ")) download"
    }
  }()

  private func chain(_ rules: [String]) -> String {
    (0..<Self.flags).map { "flag f\($0)\n" }.joined() + Self.declarations
      + "chain C {\n\(rules.joined(separator: "\n"))\n}"
  }

  /// One thread would spend its budget otherwise than two. The first rules may not show that the last ones spend it.
  @Test(arguments: TestOptions.isLong ? [true, false] : [true])
  func oneThreadAnalyzesWhatComesNearTheBudget(atItsEnd: Bool) throws {
    let others = (0..<2_000).map { "when \(condition($0)) cancel" }
    let (whole, divided, isDivided) = try analyses(
      chain(atItsEnd ? others + Self.clauses : Self.clauses + others))
    #expect(isDivided == atItsEnd)
    #expect(whole.contains { $0.contains("budget") })
    #expect(whole == divided)
  }

  /// The languages of an earlier version would save the second one steps, so that it would leave less undecided.
  @Test func aVersionNearTheBudgetBeginsAnew() throws {
    let others = (0..<2_000).map { "when \(condition($0)) cancel" }
    let old = try RuleText(chain(Self.clauses + others))
    let new = try RuleText(chain(Self.clauses + others + [#"when host == "last.example" allow"#]))
    let earlier = ChainAnalyzer(old.rules, tasks: .inOrder)
    let after = analyzer(new, after: old, earlier.analyze(ID(0)), by: earlier)
    let found = findings(after.analyze(ID(0)))
    #expect(found == findings(ChainAnalyzer(new.rules).analyze(ID(0))))
    #expect(found.contains { $0.contains("budget") })
  }
}
