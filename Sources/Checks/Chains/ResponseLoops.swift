import Interpreter
import Reachability
import Requests
import Semantics

/// Loads of responses that lead to the same response again, in the web views of a configuration.
///
/// The chain of requests decides first about each URL that a response loads. The analysis has found a request for
/// each rule that loads. The interpreter follows the loads from these requests, with answers for which responses
/// load.
struct ResponseLoops {
  /// The loops with at least one load of a response, each with the request from which it starts.
  private(set) var all: [(witness: Witness, loads: [LoadRun.Load])] = []

  private static let mostStarts = 400

  init(_ requests: ChainAnalysis?, _ responses: ChainAnalysis, in set: RuleSet) {
    let answers = Self.starts(responses)
    if answers.isEmpty { return }
    let addresses = requests.map { Self.starts($0) } ?? []
    let rules = LoadRun.Rules(
      requests: requests.map { Interpreter($0.chain, in: set) },
      responses: Interpreter(responses.chain, in: set))
    var starts = answers
    for answer in answers {
      for address in addresses where starts.count < Self.mostStarts {
        var start = answer
        start.url = address.url
        starts.append(start)
      }
    }
    var seen: Set<Set<LoadRun.Load>> = []
    for start in starts {
      let run = LoadRun(start.request, .responses, rules)
      guard let loop = run.loop, loop.contains(where: { $0.kind == .responses }),
        seen.insert(Set(loop)).inserted
      else { continue }
      all.append((start, loop))
    }
  }

  /// The requests that reach rules with `load url`, from which loops can start.
  private static func starts(_ analysis: ChainAnalysis) -> [Witness] {
    let rules = analysis.chain.rules
    return rules.indices.flatMap { entry -> [Witness] in
      if !rules[entry].steps.contains(where: { $0.isLoad }) { return [] }
      var starts = analysis.endlessLoads[entry].map { [$0.witness] } ?? []
      if case .reachable(let witness) = analysis.entries[entry] { starts.append(witness) }
      return starts
    }
  }
}
