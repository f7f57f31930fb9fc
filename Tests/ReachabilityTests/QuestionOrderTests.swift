import RandomRules
import Requests
import TestSupport
import Testing

@testable import Reachability

/// Tests that answers to questions about a chain do not depend on earlier questions, unless the budget ends. A question
/// costs less after one that has built its automata.
@Suite struct QuestionOrderTests {
  /// Returns all answers about a rule, with the requests that prove them.
  private static func answers(_ verdict: RuleVerdict) -> String {
    let evidence = verdict.evidence
    return """
      \(evidence.reachability) \(evidence.redundant as Any) \(evidence.alwaysTrue) \
      \(evidence.deadAlternatives) \(evidence.unsafe as Any) \(evidence.endlessLoad as Any) \
      \(evidence.lostBody as Any) \(evidence.passedCancel as Any)
      """
  }

  /// Returns whether the budget ended before all questions about the rule were answered.
  private static func isOutOfBudget(_ verdict: RuleVerdict) -> Bool {
    if case .undecided(let undecided) = verdict.evidence.reachability, undecided.reason == .budget {
      return true
    }
    return !verdict.evidence.isComplete
  }

  /// Returns the pairs of rules whose order matters, with the requests that prove it.
  private static func dependences(_ solver: ChainSolver) -> [[Int]: String] {
    Dictionary(
      uniqueKeysWithValues: solver.orderDependences().map {
        ([$0.earlier, $0.later], "\($0.witness)")
      })
  }

  @Test(.seeded, arguments: ChainKind.allCases)
  func answersAreTheSameInAnyOrder(_ kind: ChainKind) throws {
    var random = RandomChoice(seed: Seed.of(41))
    var chains = RandomChains(kind, random: RandomChoice(seed: Seed.of(42)))
    var (asked, incomplete) = (0, 0)
    for _ in 0..<TestOptions.cases(60, long: 500) {
      let drawn = RandomChainRules(&chains)
      let text = drawn.text
      let inOrder = drawn.solver()
      let expected = inOrder.rules.indices.map { entry in
        inOrder.verdict(entry, [.redundancy])
      }
      let expectedDependences = Self.dependences(drawn.solver())

      let shuffled = drawn.solver()
      var questions = Array(expected.indices) + [expected.count]
      questions.shuffle(using: &random)
      for question in questions {
        if question == expected.count {
          let found = Self.dependences(shuffled)
          for (pair, witness) in found {
            if let expected = expectedDependences[pair] { #expect(witness == expected, "\(text)") }
          }
          if Set(found.keys) != Set(expectedDependences.keys) { incomplete += 1 }
        } else {
          let found = shuffled.verdict(question, [.redundancy])
          if !Self.isOutOfBudget(found), !Self.isOutOfBudget(expected[question]) {
            #expect(
              Self.answers(found) == Self.answers(expected[question]),
              "rule \(question) of \(questions)\n\(text)")
          } else {
            incomplete += 1
          }
        }
        asked += 1
      }
    }
    print("shuffled questions: \(asked) answers, the budget ended for \(incomplete)")
    #expect(incomplete * 50 < asked)
  }
}
