import Interpreter
import RandomRules
import Reachability
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import WebURL
import Text

/// Compares random chains with changed copies, and checks the results against the interpreter on random requests.
@Suite struct RandomComparisonTests {
  /// Returns the rule set of a text; nil if the compiler rejects it.
  private func ruleSet(_ chain: String) -> RuleSet? {
    let file = SourceFile(name: "a.bascule", text: RandomChains.prelude + chain)
    let resolution = Resolution([SyntaxTree.parse(file)]) { _ in nil }
    return resolution.faults.isEmpty ? resolution.rules : nil
  }

  /// Returns the chain with one rule removed, duplicated, moved by one, or with another decision.
  private func changed(_ chain: String, _ random: inout RandomChoice) -> String {
    var lines = chain.split(separator: "\n").map(String.init)
    let rules = lines.indices.filter { lines[$0].hasPrefix("  when") }
    guard !rules.isEmpty else { return chain }
    let line = random.one(of: rules)
    switch random.below(4) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: random.one(of: rules))
    case 2:
      if line + 1 < lines.count, lines[line + 1].hasPrefix("  when") {
        lines.swapAt(line, line + 1)
      }
    default:
      for (old, new) in [("cancel", "allow"), ("allow", "download"), ("download", "cancel")]
      where lines[line].hasSuffix(" " + old) {
        lines[line] = lines[line].dropLast(old.count) + new
        break
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func course(_ outcome: Outcome) -> [String] {
    outcome.steps.map { "\($0.kind)" } + ["\(outcome.decision)"]
  }

  /// Returns the effects of an outcome, including the failed attempts. Attempting an action again is a difference,
  /// since its answer may differ.
  private func courseWithAttempts(_ outcome: Outcome) -> [String] {
    course(outcome)
      + outcome.failedAttempts.map { "\($0.step.kind) fails after \($0.stepsBefore)" }
  }

  /// Returns the requests that the versions treat differently, with the entries that decide, both for the answers of
  /// each request and if every attempt fails.
  private func requestsThatDiffer(
    _ interpreters: [Interpreter], _ requests: [AskedRequest]
  ) -> [(request: Request, old: Int?, new: Int?)] {
    requests.flatMap { asked in
      [asked.answers, asked.answers.mapValues { _ in false }].compactMap { answers in
        let outcomes = interpreters.map { $0.decide(asked.request, answers: answers) }
        if courseWithAttempts(outcomes[0]) == courseWithAttempts(outcomes[1]) { return nil }
        return (asked.request, outcomes[0].entry, outcomes[1].entry)
      }
    }
  }

  /// Tests that a comparison that lowers unchanged rules only once has the same result.
  @Test(.seeded, arguments: ChainKind.allCases)
  func unchangedRulesAreLoweredOnce(_ kind: ChainKind) throws {
    var random = RandomChoice(seed: Seed.of(4))
    var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(98)))
    var compared = 0
    while compared < TestOptions.cases(20, long: 100) {
      let text = chains.chain("Main")
      let later = changed(text, &random)
      guard let old = ruleSet(text), let new = ruleSet(later) else { continue }
      #expect(old.hasSameRuleScope(as: new), "\(text)\n\(later)")
      compared += 1
      let id = ID<Chain>(try #require(old.chains.firstIndex { $0.name == "Main" }))
      func source(_ location: Location, _ text: String) -> ArraySlice<UInt8> {
        Array((RandomChains.prelude + text).utf8)[Int(location.span.start)..<Int(location.span.end)]
      }
      let edits = RuleEdits(isUnchanged: { _ in false }) { one, other in
        one.blocks.count == other.blocks.count
          && source(one.location, text) == source(other.location, later)
          && zip(one.blocks, other.blocks).allSatisfy {
            source($0.head, text) == source($1.head, later)
          }
      }
      let found = [edits, nil].map {
        ChainComparer(old: old, new: new, edits: $0).compare(id, id)
      }
      #expect(
        found[0].differences.map(\.witness.url.href)
          == found[1].differences.map(\.witness.url.href),
        "\(text)\n\(later)")
      #expect(found[0].undecided.count == found[1].undecided.count)
      #expect(found[0].pairs == found[1].pairs)
    }
  }

  @Test(.seeded, arguments: ChainKind.allCases)
  func findsWhatRequestsShow(_ kind: ChainKind) throws {
    var random = RandomChoice(seed: Seed.of(3))
    var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(99)))
    var compared = 0
    var different = 0
    var undecided = 0
    while compared < TestOptions.cases(80, long: 200) {
      let text = chains.chain("Main")
      guard let old = ruleSet(text), let new = ruleSet(changed(text, &random)) else { continue }
      compared += 1
      let ids = try [old, new].map { set in
        ID<Chain>(try #require(set.chains.firstIndex { $0.name == "Main" }))
      }
      let comparison = ChainComparer(old: old, new: new).compare(ids[0], ids[1])
      if !comparison.undecided.isEmpty { undecided += 1 }
      for extent in [ComparisonExtent.any, .examples(total: 1), .fewExamples(total: 1)] {
        let some = ChainComparer(old: old, new: new, extent: extent).compare(ids[0], ids[1])
        #expect(
          (some.differences.isEmpty && some.undecided.isEmpty)
            == (comparison.differences.isEmpty && comparison.undecided.isEmpty))
        if case .any = extent { continue }
        #expect(
          !some.shortened.isEmpty || some.differences.count == comparison.differences.count)
      }
      let weaker = ChainComparer(old: old, new: new, extent: .weaker).compare(ids[0], ids[1])
      let passing = comparison.differences.filter {
        $0.old.decision == .cancel && $0.new.decision != .cancel
      }
      if comparison.undecided.isEmpty {
        #expect(weaker.differences.isEmpty == passing.isEmpty, "\(text)")
      }
      #expect(
        weaker.differences.allSatisfy { $0.old.decision == .cancel && $0.new.decision != .cancel })
      let interpreters = [Interpreter(ids[0], in: old), Interpreter(ids[1], in: new)]
      // Every reported difference is real.
      for difference in comparison.differences {
        let outcomes = zip(interpreters, [difference.oldEntry, difference.newEntry]).map {
          $0.decide(
            difference.witness.request, acceptingOnly: $1, evaluating: $0.chain.rules.indices)
        }
        #expect(outcomes.map(\.entry) == [difference.oldEntry, difference.newEntry])
        #expect(
          courseWithAttempts(outcomes[0]) != courseWithAttempts(outcomes[1]),
          "\(text)\n\(difference.witness)")
      }
      // Every real difference is reported.
      var requests = RandomRequests(
        rules: old, random: RandomChoice(seed: Seed.of(UInt64(compared))))
      let asked = (0..<200).map { _ in requests.next(kind) }
      let shown = requestsThatDiffer(interpreters, asked)
      if !comparison.differences.isEmpty { different += 1 }
      if !comparison.undecided.isEmpty { continue }
      for (request, oldEntry, newEntry) in shown {
        #expect(
          comparison.differences.contains { $0.oldEntry == oldEntry && $0.newEntry == newEntry },
          "\(text)\n\(request)\n\(String(describing: oldEntry)) \(String(describing: newEntry))")
      }
    }
    #expect(different > compared / 4)
    #expect(undecided < compared / 10)
  }
}
