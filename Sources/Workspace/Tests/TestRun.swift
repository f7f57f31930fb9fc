import DispatchTables
import Interpreter
package import Requests
import Semantics
import Text

/// The results of the `test` blocks of rule sets.
package struct TestRun: Sendable {
  let sets: [SetRun]

  /// Runs the tests of the chains that are not affected by errors.
  package init(_ sets: [LoadedRuleSet]) { self.sets = sets.map { SetRun($0) } }

  package var passed: Int { sets.reduce(0) { $0 + $1.cases.count { $0.verdict.holds } } }
  package var failed: Int { sets.reduce(0) { $0 + $1.cases.count { !$0.verdict.holds } } }

  /// The number of rules of all chains, each counted once.
  package var ruleCount: Int { sets.reduce(0) { $0 + $1.ruleCount } }
  /// The number of rules that match in no test.
  package var uncoveredCount: Int { sets.reduce(0) { $0 + $1.uncovered.count } }

  /// The tests of one rule set.
  struct SetRun: Sendable {
    let set: LoadedRuleSet
    /// The results of the cases, in the order of the source.
    private(set) var cases: [CaseRun] = []
    /// The locations of the rules that match in no test, in the order of the source.
    private(set) var uncovered: [Location] = []
    private(set) var ruleCount = 0

    /// The suggested tests for the uncovered rules, from the analysis of their chains.
    var suggestedTests: SuggestedTests { SuggestedTests(for: uncovered, in: set) }

    init(_ set: LoadedRuleSet) {
      self.set = set
      var chains = TestedChains(set.rules)
      var reached: Set<Location> = []
      for (number, block) in set.rules.tests.enumerated() where !set.isBroken(block.chain) {
        let chain = chains[block.chain]
        let interpreter = chain.interpreter
        for test in block.cases {
          guard let verdict = chain.verdict(test) else { continue }
          for tried in verdict.outcome.tried where tried.isMatch {
            reached.insert(interpreter.chain.rules[tried.entry].location)
          }
          cases.append(
            CaseRun(block: number, test: test, verdict: verdict, interpreter: interpreter))
        }
      }
      var all: Set<Location> = []
      for chain in set.rules.chains.indices {
        let id = ID<Chain>(chain)
        for rule in FlatChain(id, in: set.rules).rules { all.insert(rule.location) }
      }
      ruleCount = all.count
      uncovered = all.subtracting(reached).sorted()
    }
  }

  struct CaseRun: Sendable {
    /// The index of the case's `test` block in the set.
    let block: Int
    let test: TestBlock.Case
    let verdict: TestVerdict
    let interpreter: Interpreter

    /// The lines of invariants that the request breaks.
    var brokenClaims: [Location] {
      guard !interpreter.rules.invariants.isEmpty, let (request, _) = test.request() else {
        return []
      }
      return interpreter.rules.invariants.lazy
        .filter { $0.chains.contains(interpreter.chain.chain) }.flatMap { $0.claims }
        .filter { interpreter.standing(of: $0, request, verdict.outcome) == .broken }
        .map { $0.location }
    }

    var chain: ChainName { interpreter.rules[interpreter.chain.chain].chainName }
  }
}

extension TestRun.CaseRun {
  enum DifferenceLine {
    case same(String)
    case missing(String)
    case extra(String)
  }

  /// The expected and the actual steps, then the decision, as the shortest list of changes.
  var difference: [DifferenceLine] {
    let printer = RuleLanguagePrinter(interpreter.rules)
    let expected = test.steps
    let actual = verdict.outcome.steps
    // `likeness[i][j]` is the greatest similarity of the rests from i and j. A pair of equal steps counts 3, a pair
    // that differs only in arguments 1.
    var likeness = Array(
      repeating: Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
    func pair(_ i: Int, _ j: Int) -> Int {
      actual[j].isSame(as: expected[i]) ? 3 : actual[j].kind.hasName(of: expected[i].kind) ? 1 : 0
    }
    for i in expected.indices.reversed() {
      for j in actual.indices.reversed() {
        likeness[i][j] = max(
          likeness[i + 1][j], likeness[i][j + 1], likeness[i + 1][j + 1] + pair(i, j))
      }
    }
    var lines: [DifferenceLine] = []
    var i = 0
    var j = 0
    while i < expected.count || j < actual.count {
      if i < expected.count, j < actual.count, pair(i, j) > 0,
        likeness[i][j] == likeness[i + 1][j + 1] + pair(i, j)
      {
        if actual[j].isSame(as: expected[i]) {
          lines.append(.same(printer.text(actual[j])))
        } else {
          lines.append(.missing(printer.text(expected[i])))
          lines.append(.extra(printer.text(actual[j])))
        }
        i += 1
        j += 1
      } else if i < expected.count, j == actual.count || likeness[i][j] == likeness[i + 1][j] {
        lines.append(.missing(printer.text(expected[i])))
        i += 1
      } else {
        lines.append(.extra(printer.text(actual[j])))
        j += 1
      }
    }
    let decision = verdict.outcome.decision
    if decision == test.decision {
      lines.append(.same(printer.text(decision)))
    } else {
      lines.append(.missing(printer.text(test.decision)))
      lines.append(.extra(printer.text(decision)))
    }
    return lines
  }

  /// A sentence for each step that the app refuses.
  var refusals: [String] {
    RuleLanguagePrinter(interpreter.rules).refusals(verdict.outcome)
  }

  /// The request in the rule language.
  var title: String { RuleLanguagePrinter(interpreter.rules).request(test) }
}

extension TestRun {
  /// The results of the tests of one chain, or of all chains: their number, and a text for each failure.
  package func results(ofChain chain: ChainName?) -> (count: Int, failures: [String]) {
    var count = 0
    var failures: [String] = []
    for set in sets {
      for test in set.cases where chain == nil || test.chain == chain {
        count += 1
        if test.verdict.holds { continue }
        var lines = [
          "\(set.set.places.text(test.test.location)): \(test.chain.text), \(test.title)"
        ]
        for line in test.difference {
          switch line {
          case .same(let line): lines.append("    " + line)
          case .missing(let line): lines.append("  - " + line)
          case .extra(let line): lines.append("  + " + line)
          }
        }
        lines += test.refusals.map { "  " + $0 }
        failures.append(lines.joined(separator: "\n"))
      }
    }
    return (count, failures)
  }
}
