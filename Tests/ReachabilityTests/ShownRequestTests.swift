import Interpreter
import RandomRules
import Semantics
import Syntax
import TestSupport
import Testing
import Text

@testable import Reachability

/// Tests that requests that findings, lenses and reports show for a rule reach the rule, if the attempts that they name
/// fail.
@Suite struct ShownRequestTests {
  @Test(.seeded) func theyReachTheirRules() throws {
    var chains = RandomChains(random: RandomChoice(seed: Seed.of(483)))
    var (shown, declining) = (0, 0)
    for _ in 0..<TestOptions.cases(60, long: 3_000) {
      // An attempt at the start takes the requests of most rules.
      let text =
        RandomChains.prelude
        + chains.chain("Main").replacing(
          "chain Main {\n",
          with: "chain Main {\n  when scheme in [\"http\", \"https\"] attempt open url cancel\n")
      // This is an error, since components are counted from 1.
      if text.contains("path[0]") { continue }
      let resolution = Resolution([SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))]) {
        _ in nil
      }
      let index = try #require(resolution.rules.chains.firstIndex { $0.name == "Main" })
      let interpreter = Interpreter(ID(index), in: resolution.rules)
      let analysis = ChainAnalyzer(resolution.rules).analyze(ID(index), [])
      var requests: [(entry: Int, witness: Witness)] = []
      for (entry, reachability) in analysis.entries.enumerated() {
        switch reachability {
        case .reachable(let witness): requests.append((entry, witness))
        case .unreachable(.shadowed(let covers)):
          requests += covers.map { ($0.entry, $0.witness) }
        default: break
        }
        requests += [analysis.unsafe[entry], analysis.lostBodies[entry]].compactMap(\.self)
          .map { (entry, $0) }
        if let load = analysis.endlessLoads[entry] { requests.append((entry, load.witness)) }
        for alternative in analysis.deadAlternatives[entry] {
          guard case .handled(let handlers) = alternative.cause else { continue }
          for handler in handlers {
            let other = if case .entry(let other) = handler.place { other } else { entry }
            requests.append((other, handler.witness))
          }
        }
      }
      for (entry, witness) in requests {
        let own = interpreter.chain.rules[entry].steps.first?.kind.attempted
        // The answer of the rule's own attempt would have to change in between.
        if let own, witness.declined.contains(resolution.rules.name(of: own)) { continue }
        let attempts =
          resolution.rules.actions.indices.map { Attempted.action(ID($0)) } + [.openURL]
        let answers = attempts.map {
          ($0, !witness.declined.contains(resolution.rules.name(of: $0)))
        }
        let outcome = interpreter.decide(
          witness.request, answers: Dictionary(uniqueKeysWithValues: answers))
        #expect(
          outcome.tried.contains { $0.entry == entry && $0.isMatch },
          "\(RuleLanguagePrinter.requestText(witness)) and rule \(entry)\n\(text)")
        shown += 1
        if !witness.declined.isEmpty { declining += 1 }
      }
    }
    #expect(shown > 100 && declining > 5)
  }
}
