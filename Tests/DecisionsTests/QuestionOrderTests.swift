import Interpreter
import RandomRules
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text

@testable import Reachability

/// Answers to questions about a chain do not depend on the questions that were asked before, unless the budget ends: a
/// question costs less after one that has built its automata.
@Suite struct QuestionOrderTests {
  private static func solver(_ rules: RuleSet, _ chain: ID<Chain>) -> ChainSolver {
    let flat = FlatChain(chain, in: rules)
    let context = AnalysisContext()
    let lowered = LoweredRules(flat, rules, context.lowering(rules))
    return ChainSolver(flat, rules, context, WitnessSolver(context), lowered)
  }

  /// All answers about a rule, with the requests that show them.
  private static func answers(_ verdict: RuleVerdict) -> String {
    let evidence = verdict.evidence
    return """
      \(evidence.reachability) \(evidence.redundant as Any) \(evidence.alwaysTrue) \
      \(evidence.deadAlternatives) \(evidence.unsafe as Any) \(evidence.endlessLoad as Any) \
      \(evidence.lostBody as Any) \(evidence.passedCancel as Any)
      """
  }

  /// True if the budget ended before all questions about the rule were answered.
  private static func isOutOfBudget(_ verdict: RuleVerdict) -> Bool {
    if case .undecided(let undecided) = verdict.evidence.reachability, undecided.reason == .budget {
      return true
    }
    return !verdict.evidence.isComplete
  }

  /// The pairs of rules whose order matters, with the requests that show it.
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
    var cases = 0
    while cases < TestOptions.cases(60, long: 500) {
      let text = RandomChains.prelude + chains.chain("Main")
      let resolution = Resolution([SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))]) {
        _ in nil
      }
      guard resolution.faults.isEmpty,
        let index = resolution.rules.chains.firstIndex(where: { $0.name == "Main" })
      else { continue }
      cases += 1
      let (rules, chain) = (resolution.rules, ID<Chain>(index))
      let inOrder = Self.solver(rules, chain)
      let expected = inOrder.rules.indices.map { entry in
        inOrder.verdict(entry, [.redundancy])
      }
      let expectedDependences = Self.dependences(Self.solver(rules, chain))

      let shuffled = Self.solver(rules, chain)
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
