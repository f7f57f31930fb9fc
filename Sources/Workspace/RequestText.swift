import Interpreter
package import Reachability
package import Semantics
package import Text

/// Requests, types and rules as the language writes them, for those who show them.
package struct RequestText: Sendable {
  private let wording: Wording

  package init(_ rules: RuleSet) { wording = Wording(rules: rules) }

  /// The URL, and behind `with` what is not as usual.
  package static func text(_ request: Witness) -> String { Wording.text(request) }

  package func text(_ type: ValueType) -> String { wording.text(type) }

  /// A test case that the entry of a chain takes: its request, and the steps and decision that
  /// follow. Nil where an earlier rule attempts the same action.
  package static func testCase(
    _ witness: Witness, entry: Int, of chain: ID<Chain>, in rules: RuleSet
  ) -> String? {
    let interpreter = Interpreter(chain, in: rules)
    guard
      let reaching = ReachingRequest(
        witness, to: entry, interpreter, passing: interpreter.chain.passing)
    else { return nil }
    let request = Wording.text(reaching.witness, declined: reaching.declined)
    return "\(request) \(Wording(rules: rules).text(reaching.outcome))"
  }
}

extension LoadedRuleSet {
  /// The file that a test case for the rule goes into, with the case; nil where no request is known
  /// that reaches the rule.
  ///
  /// - Requires: `hasErrors` is false.
  package func file(
    addingTestFor rule: Location
  ) -> (number: Int, file: SourceFile)? {
    files(adding: SuggestedTests(for: [rule], in: self)).first.map { ($0.key, $0.value) }
  }
}

extension TestRun {
  /// The results of one chain's tests, or of all: how many there are, and what the failed ones say.
  package func results(ofChain chain: String?) -> (count: Int, failures: [String]) {
    var count = 0
    var failures: [String] = []
    for set in sets {
      for test in set.cases where chain == nil || test.chain == chain {
        count += 1
        if test.verdict.holds { continue }
        var lines = [
          "\(set.set.places.text(test.test.location)): chain \(test.chain), \(test.title)"
        ]
        for line in test.difference {
          switch line {
          case .same(let line): lines.append("    " + line)
          case .missing(let line): lines.append("  - " + line)
          case .extra(let line): lines.append("  + " + line)
          }
        }
        failures.append(lines.joined(separator: "\n"))
      }
    }
    return (count, failures)
  }
}
