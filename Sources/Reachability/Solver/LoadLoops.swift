import Interpreter
import Requests
import Semantics
import Text

// Loads that lead from rule to rule
// =================================
//
// A rule with `load url` changes some parts of the request to values that are mostly known. So a condition on the
// loaded request is a formula about the request itself (`LoadedRequest.holding`). Applying this once for each
// load gives the requests that go through a sequence of rules. The solver finds such a request or proves that
// there is none. Sequences are extended rule by rule as long as some request goes through them. The interpreter
// confirms each loop by repeating the loads until a request is repeated.

extension ChainSolver {
  /// The most sequences of rules that are examined.
  private static let mostSequences = 200
  /// The most rules with `load url` whose loads are followed.
  private static let mostLoads = 100
  /// The most loads of a sequence.
  private static let mostSteps = 8

  /// Searches for loops of several rules.
  ///
  /// - Parameter isReached: returns whether some request reaches the rule.
  func loadLoops(
    _ options: AnalysisOptions = [.redundancy], _ isReached: (Int) -> Bool
  ) -> [ChainAnalysis.LoadLoop] {
    guard options.contains(.redundancy), kind == .requests, chain.frames.main else { return [] }
    var loads: [Load] = []
    for entry in rules.indices where rules[entry].loads != nil && decides(entry) {
      guard isReached(entry), let loaded = loadedRequest(entry), let hasScheme = rules[entry].loads
      else { continue }
      if loads.count == Self.mostLoads { break }
      loads.append(
        Load(
          entry: entry, loaded: loaded,
          takes: .conjunction([rules[entry].formula, hasScheme])))
    }
    if loads.count < 2 { return [] }
    var search = LoadLoopSearch(loads: loads, sequencesLeft: Self.mostSequences)
    for start in loads { follow([start], &search) }
    return search.found.values.sorted { $0.entries.lexicographicallyPrecedes($1.entries) }
  }

  /// A rule with `load url`.
  fileprivate struct Load {
    var entry: Int
    var loaded: LoadedRequest
    /// Holds for the requests that the rule matches and for which it loads.
    var takes: Formula
  }

  fileprivate struct LoadLoopSearch {
    var loads: [Load]
    var sequencesLeft: Int
    /// The loops that were found, by their sorted entries.
    var found: [[Int]: ChainAnalysis.LoadLoop] = [:]
  }

  /// Follows the loads after a sequence.
  ///
  /// - Returns: whether a loop was found that contains the first rule of the sequence.
  @discardableResult
  private func follow(_ sequence: [Load], _ search: inout LoadLoopSearch) -> Bool {
    guard let last = sequence.last, sequence.count < Self.mostSteps else { return false }
    for next in search.loads where next.entry != last.entry {
      if context.areDisjoint(last.takes, last.loaded.holding(next.takes)) { continue }
      if case .constant(false) = last.loaded.holding(next.takes) { continue }
      if search.sequencesLeft == 0 { return false }
      search.sequencesLeft -= 1
      let longer = sequence + [next]
      guard let witness = witness(of: longer) else { continue }
      let run = LoadRun(witness.request, .requests, LoadRun.Rules(requests: interpreter))
      if let loop = run.loop?.map({ $0.entry }), loop.contains(sequence[0].entry),
        Set(loop).count > 1
      {
        let key = Set(loop).sorted()
        if search.found[key] == nil { search.found[key] = self.loop(run, loop, witness) }
        return true
      }
      if follow(longer, &search) { return true }
    }
    return false
  }

  /// A request that goes through all rules of the sequence; nil if none was found.
  private func witness(of sequence: [Load]) -> Witness? {
    /// The formula for the first request that is equivalent to this one for the request loaded before the given
    /// place.
    func atStart(_ formula: Formula, _ place: Int) -> Formula {
      sequence[..<place].reversed().reduce(formula) { $1.loaded.holding($0) }
    }
    let goal = sequence.indices.map { atStart(sequence[$0].takes, $0) }
    if goal.contains(.constant(false)) { return nil }
    let answer = ask(goal + frames) { assignment, candidate in
      var assignment = assignment
      for (place, load) in sequence.enumerated() {
        if let taker = decider(in: 0..<load.entry, assignment) {
          return .require(atStart(rules[taker].formula, place).negated)
        }
        assignment = load.loaded.assignment(assignment)
      }
      guard let witness = candidate.witness else { return .accept }
      let rules = LoadRun.Rules(requests: interpreter)
      let run = LoadRun(witness.request, .requests, rules, most: sequence.count)
      let (entries, wanted) = (run.loads.map { $0.entry }, sequence.map { $0.entry })
      let isRight = run.loop == nil ? entries == wanted : wanted.starts(with: entries)
      return isRight ? .accept : .reject(sequence[0].takes)
    }
    if case .found(let found) = answer { return found.witness }
    return nil
  }

  private func loop(
    _ run: LoadRun, _ loop: [Int], _ witness: Witness
  ) -> ChainAnalysis.LoadLoop {
    let isCertain = loop.indices.allSatisfy {
      self.isCertain(loop[$0], leadsTo: loop[($0 + 1) % loop.count])
    }
    return ChainAnalysis.LoadLoop(
      entries: run.loads.map { $0.entry }, witness: witness, loaded: run.loads.map { $0.url },
      isCertain: isCertain)
  }
}
