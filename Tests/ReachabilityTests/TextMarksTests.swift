import RandomRules
import Requests
import TestSupport
import Testing

@testable import Reachability

/// Tests the marks that show a session quickly that a new rule takes none of the requests of a verdict.
@Suite struct TextMarksTests {
  /// Tests that a request that reaches a rule has the marks that the rule's condition requires, so that no rule that
  /// takes a request is skipped.
  @Test(.seeded, arguments: ChainKind.allCases)
  func requestsHaveTheMarksOfTheirRules(_ kind: ChainKind) throws {
    var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(57)))
    let cases = TestOptions.cases(150, long: 3_000)
    var compared = 0
    for _ in 0..<cases {
      let drawn = RandomChainRules(&chains)
      let solver = drawn.solver(remembers: true)
      for entry in solver.rules.indices {
        let verdict = solver.verdict(entry, [.redundancy])
        guard verdict.evidence.reached != nil,
          let marks = solver.context.requiredMarks(solver.rules[entry].formula)
        else { continue }
        compared += 1
        #expect(verdict.requests.mayContain(marks), "rule \(entry)\n\(drawn.text)")
      }
    }
    #expect(compared > cases / 4, "\(compared)")
  }
}
