import Interpreter
import RandomRules
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text

@testable import Reachability

/// The marks by which a session tells quickly that a new rule takes none of the requests of a verdict.
@Suite struct TextMarksTests {
  /// The request that reaches a rule has the marks that the rule's condition requires: no rule that takes a request is
  /// passed over.
  @Test(.seeded, arguments: ChainKind.allCases)
  func requestsHaveTheMarksOfTheirRules(_ kind: ChainKind) throws {
    var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(57)))
    var (compared, cases) = (0, 0)
    while cases < TestOptions.cases(150, long: 3_000) {
      let text = RandomChains.prelude + chains.chain("Main")
      let resolution = Resolution([SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))]) {
        _ in nil
      }
      guard resolution.faults.isEmpty,
        let index = resolution.rules.chains.firstIndex(where: { $0.name == "Main" })
      else { continue }
      cases += 1
      let rules = resolution.rules
      let flat = FlatChain(ID(index), in: rules)
      let context = AnalysisContext()
      let lowered = LoweredRules(flat, rules, context.lowering(rules))
      let solver = ChainSolver(
        flat, rules, context, WitnessSolver(context), lowered, remembers: true)
      for entry in solver.rules.indices {
        let verdict = solver.verdict(entry, [.redundancy])
        guard verdict.evidence.reached != nil,
          let marks = context.requiredMarks(solver.rules[entry].formula)
        else { continue }
        compared += 1
        #expect(verdict.requests.mayContain(marks), "rule \(entry)\n\(text)")
      }
    }
    #expect(compared > cases / 4, "\(compared)")
  }
}
