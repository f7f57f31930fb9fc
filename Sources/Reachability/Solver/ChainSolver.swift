import Automata
import Interpreter
import Requests
import Semantics
import Text

/// Answers the questions about one chain, rule by rule.
final class ChainSolver {
  let chain: FlatChain
  let context: AnalysisContext
  private let solver: WitnessSolver
  let interpreter: Interpreter
  /// The kind of the chain.
  let kind: ChainKind
  /// The lowered rules by entry.
  let rules: [LoweredRule]
  let finders: RuleFinders
  /// The constraint on the frame that the chain applies to each request; empty if it applies to every frame.
  let frames: [Formula]

  /// True if the requests that are evidence are recorded.
  let remembers: Bool
  @exclusivity(unchecked) var budget: Budget
  /// The storage that is reused for the atoms of a request.
  @exclusivity(unchecked) var scratch = Assignment()
  /// The treatment of `https://example.com/`; nil if the chain does not apply to that request, or has rules with
  /// `leave`.
  private(set) lazy var plain = plainRequest()

  private(set) lazy var loadedRequest = LoadedRequest(context)

  /// The request that the last `load url` of the rule makes; nil if the rule has no such step.
  func loadedRequest(_ entry: Int) -> LoadedRequest? {
    guard rules[entry].loads != nil,
      case .loadURL(let changes)? = chain.rules[entry].steps.last(where: { $0.isLoad })?.kind
    else { return nil }
    return changes.isEmpty ? loadedRequest : LoadedRequest(context, changes)
  }

  /// The request `https://example.com/`, in which nothing else is set.
  final class PlainRequest {
    let assignment: Assignment
    /// The first covering entry that matches the request; the number of entries if there is none.
    let taker: Int

    init(assignment: Assignment, taker: Int) {
      self.assignment = assignment
      self.taker = taker
    }
  }

  /// Creates a solver.
  ///
  /// - Parameters:
  ///   - remembers: whether to record the evidence, so that verdicts can be reused when rules change.
  ///   - asksLittle: whether most verdicts will be reused, so that the first lookups must not wait for an index.
  init(
    _ chain: FlatChain, _ set: RuleSet, _ context: AnalysisContext, _ solver: WitnessSolver,
    _ lowered: LoweredRules, remembers: Bool = false, asksLittle: Bool = false
  ) {
    self.chain = chain
    self.remembers = remembers
    self.context = context
    self.solver = solver
    interpreter = Interpreter(chain, in: set)
    kind = set[chain.chain].kind
    let lowered = lowered[chain, context.atomTable]
    rules = lowered.rules
    finders = RuleFinders(lowered, context.atomTable, expectsFewLookups: asksLittle)
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where chain.frames.contains(frame) {
      mask |= 1 << UInt32(frame.position)
    }
    let isMentioned = context.atomTable.number(of: .input(.frame)) != nil
    frames =
      mask == Component.input(.frame).choices || !isMentioned && chain.frames.main
      ? [] : [context.atomTable.atom(.input(.frame), .choice(mask))]
    budget = Budget(
      rules: [chain.rules.count], atoms: context.atomTable.atoms.count, isAfterEdit: asksLittle)
  }

  func analyze(_ options: AnalysisOptions) -> ChainAnalysis {
    let verdicts = rules.indices.map { verdict($0, options) }
    return ChainAnalysis(
      chain, in: interpreter.rules, verdicts,
      loadLoops(options) { verdicts[$0].status == .reachable })
  }

  /// Answers all questions about a rule.
  func verdict(_ entry: Int, _ options: AnalysisOptions) -> RuleVerdict {
    verdictAndFollower(entry, options).verdict
  }

  /// Answers all questions about a rule, and finds the rule that follows it.
  func verdictAndFollower(
    _ entry: Int, _ options: AnalysisOptions
  ) -> (verdict: RuleVerdict, follower: RuleFollower) {
    budget.startRule()
    let before = budget
    var evidence = RuleVerdict.Evidence()
    var follower = RuleFollower.none
    if let found = reachability(&evidence, entry, options), options.contains(.redundancy) {
      follower = self.follower(of: found, redundant: entry, &evidence)
      let parts = alwaysTrue(&evidence, found, entry)
      deadAlternatives(&evidence, of: found, entry, parts: parts)
      unsafeRequest(&evidence, entry, options)
      refusedLoads(&evidence, entry)
      endlessLoad(&evidence, entry)
      lostBody(&evidence, entry, options)
      passedCancel(&evidence, entry)
    }
    evidence.cost = budget.cost(since: before)
    return (RuleVerdict(rules[entry], consume evidence), follower)
  }

  private func plainRequest() -> PlainRequest? {
    var assignment = Assignment()
    let cube = Cube(RequestForm(url: .form(.https)))
    cube.read(into: &assignment, context, cube.plainURLs(context))
    guard chain.leaves.isEmpty, frames.allSatisfy({ assignment.holds($0) }), isRequest(assignment)
    else { return nil }
    let taker = finders.covers.first(in: 0..<rules.count, assignment) ?? rules.count
    return PlainRequest(assignment: assignment, taker: taker)
  }

  /// Returns whether the assignment satisfies the requirements on all requests, for example that an origin of the
  /// asking page has a frame.
  func isRequest(_ assignment: Assignment) -> Bool {
    context.atomTable.requirements.allSatisfy { assignment.holds($0) }
  }

  /// The atoms that are true for the request, valid until the next question.
  func assignment(of found: WitnessSolver.Found) -> Assignment {
    scratch.clear(context.atomTable.atoms.count)
    scratch.insert(found.trueAtoms)
    return scratch
  }

  /// Adds the constraint on the frame that the chain applies to each request.
  func inFrames(_ goal: [Formula]) -> [Formula] { frames.isEmpty ? goal : goal + frames }

  func ask(
    _ goal: [Formula], need: WitnessSolver.Need = .parsed,
    _ examine: (Assignment, WitnessSolver.Candidate) -> WitnessSolver.Verdict
  ) -> WitnessSolver.Answer {
    let before = context.store.steps
    let answer = solver.solve(
      goal, within: budget.limit(context.store), need: need, scratch: &scratch, examine: examine)
    budget.spend(steps: context.store.steps - before)
    return answer
  }

  // MARK: Reachability

  /// The most proposed requests of an unreachable rule that are recorded.
  private static let mostProposals = 30

  /// Searches for a request that reaches the rule.
  private func reachability(
    _ evidence: inout RuleVerdict.Evidence, _ entry: Int, _ options: AnalysisOptions
  ) -> WitnessSolver.Found? {
    var takers: [(entry: Int, cube: Cube)] = []
    var proposals: [RecordedRequest] = []
    var hasProposals = remembers
    let need: WitnessSolver.Need = options.contains(.interpreted) ? .parsed : .real
    let answer = ask(inFrames([rules[entry].own]), need: need) { assignment, candidate in
      let verdict = pass(before: entry, assignment) {
        takers.append(($0, candidate.cube))
        if candidate.cube.dependsOnOthers || takers.count > Self.mostProposals {
          hasProposals = false
        }
        if hasProposals { proposals.append(RecordedRequest(candidate, context)) }
      }
      guard case .accept = verdict, let witness = candidate.witness else { return verdict }
      return isRight(witness, for: entry, options) ? .accept : .reject(rules[entry].own)
    }
    switch consume answer {
    case .found(let found):
      evidence.reachability = .reachable(found.witness)
      if remembers { evidence.reached = RecordedRequest(found.candidate, context) }
      return found
    case .undecided(let undecided): evidence.reachability = .undecided(undecided)
    case .none:
      var restsOnFirst = true
      evidence.reachability = unreachable(entry, takers, &restsOnFirst)
      evidence.takers = Set(takers.map { $0.entry }).sorted().map { rules[$0] }
      if restsOnFirst, hasProposals,
        case .unreachable(.shadowed(let cover)) = evidence.reachability
      {
        evidence.proposals = proposals + cover.map { RecordedRequest($0.witness) }
      }
    }
    return nil
  }

  /// The first earlier rule that matches and either covers or skips the entry by `leave`; nil if there is none.
  func taker(before entry: Int, _ assignment: Assignment) -> Int? {
    let taker = finders.covers.first(in: 0..<entry, assignment)
    if chain.leaves.isEmpty { return taker }
    let leave = chain.leaves.first {
      $0.skips(entry) && assignment.holds(rules[$0.entry].formula)
    }
    return [taker, leave?.entry].compactMap { $0 }.min()
  }

  /// Accepts an assignment if no earlier covering rule matches it. Otherwise requires that the first such rule
  /// does not match.
  func pass(
    before entry: Int, _ assignment: Assignment, _ note: (Int) -> Void = { _ in }
  ) -> WitnessSolver.Verdict {
    guard let taker = taker(before: entry, assignment) else { return .accept }
    note(taker)
    return .require(rules[taker].negated)
  }

  private func isRight(_ witness: Witness, for entry: Int, _ options: AnalysisOptions) -> Bool {
    let request = witness.request
    return options.contains(.interpreted)
      ? reaches(entry, request, witness)
      : interpreter.applies(entry, request)
  }

  /// The result for a rule that no request reaches.
  ///
  /// - Parameter restsOnFirst: set to false if the cover has other witnesses than the first requests that were
  ///   built.
  private func unreachable(
    _ entry: Int, _ takers: [(entry: Int, cube: Cube)], _ restsOnFirst: inout Bool
  ) -> ChainAnalysis.Reachability {
    if takers.isEmpty {
      return .unreachable(contradiction(entry).map { .contradictory($0) } ?? .frames)
    }
    var first: [Int: Cube] = [:]
    for taker in takers where first[taker.entry] == nil { first[taker.entry] = taker.cube }
    var cover: [ChainAnalysis.Cover] = []
    let takers = needed(first.keys.sorted(), for: entry)
    for taker in takers {
      guard let witness = witness(first[taker]!, of: taker, taking: entry, &restsOnFirst) else {
        return .undecided(Undecided(reason: .views, component: nil))
      }
      let isTwin =
        rules[taker].formula == rules[entry].own
        || takers.count == 1 && isWithin(taker, entry)
      cover.append(ChainAnalysis.Cover(entry: taker, witness: witness, isTwin: isTwin))
    }
    return .unreachable(.shadowed(cover))
  }

  /// Returns whether the second rule is proved to match every request that the first one matches.
  private func isWithin(_ entry: Int, _ other: Int) -> Bool {
    let goal = [rules[entry].formula, rules[other].own.negated] + frames
    if case .none = ask(goal, need: .any, { _, _ in .accept }) { return true }
    return false
  }

  /// Removes rules from the cover that the other rules of the cover make unnecessary.
  private func needed(_ takers: [Int], for entry: Int) -> [Int] {
    if takers.count == 1 || takers.count > 16 { return takers }
    var kept = takers
    for taker in takers.reversed() where kept.count > 1 {
      let others = kept.filter { $0 != taker }
      let goal = [rules[entry].own] + frames + others.map { rules[$0].negated }
      if case .none = ask(goal, need: .any, { _, _ in .accept }) { kept = others }
    }
    return kept
  }

  /// A request that both rules match and that reaches the earlier one.
  ///
  /// - Parameter isFirst: set to false if the first request that was built was refused.
  private func witness(
    _ cube: Cube, of taker: Int, taking entry: Int, _ isFirst: inout Bool
  ) -> Witness? {
    func isTaken(_ witness: Witness) -> Bool {
      let request = witness.request
      return interpreter.matches(entry, request) && reaches(taker, request, witness)
    }
    let before = context.store.steps
    let limit = budget.limit(context.store)
    var witnesses: [Witness] = []
    if case .requests(let built)? = try? WitnessBuilder(context: context, cube: cube)
      .witnesses(limit)
    {
      witnesses = built
    }
    budget.spend(steps: context.store.steps - before)
    if let first = witnesses.first, isTaken(first) { return first }
    isFirst = false
    if let witness = witnesses.dropFirst().first(where: isTaken) { return witness }
    let answer = ask([rules[entry].own, rules[taker].formula] + frames) {
      assignment, candidate in
      let verdict = pass(before: taker, assignment)
      guard case .accept = verdict, let witness = candidate.witness else { return verdict }
      return isTaken(witness) ? .accept : .reject(rules[entry].own)
    }
    if case .found(let found) = answer { return found.witness }
    return nil
  }

  /// Returns whether the request reaches the entry. The interpreter evaluates every earlier rule or, when its
  /// budget is spent, only rules that may match.
  private func reaches(_ entry: Int, _ request: Request, _ witness: Witness) -> Bool {
    if budget.takeInterpretations(entry) { return interpreter.reaches(entry, request) }
    var assignment = Assignment()
    context.read(witness, into: &assignment)
    let taker = finders.covers.first(in: 0..<entry, assignment) {
      interpreter.applies($0, request)
    }
    return taker == nil && chain.frames.contains(request.settings.frame)
      && interpreter.applies(entry, request)
  }

  // MARK: Contradictions

  /// A minimal set of parts that no request satisfies together; nil if a request satisfies all parts.
  private func contradiction(_ entry: Int) -> [Location]? {
    let parts = rules[entry].parts
    guard isEmpty(parts.map { $0.formula }) else { return nil }
    return minimal(parts) { $0.formula }.map { $0.location(in: chain.rules[entry]) }
  }

  /// Returns whether it is proved that no request satisfies all formulas.
  func isEmpty(_ formulas: [Formula]) -> Bool {
    if case .none = ask(formulas, need: .any, { _, _ in .accept }) { return true }
    return false
  }

  /// A minimal subset of the parts that no request satisfies together.
  func minimal<Part>(_ parts: [Part], _ formula: (Part) -> Formula) -> [Part] {
    var kept = parts
    for index in parts.indices.reversed() {
      var without = kept
      without.remove(at: index)
      if isEmpty(without.map(formula)) { kept = without }
    }
    return kept
  }

  // MARK: Redundancy

  /// Finds out whether removing a reachable rule changes nothing, and stores the later entry with the same
  /// effect.
  ///
  /// - Parameter found: a request that reaches the rule.
  /// - Returns: the rule that follows for this request.
  private func follower(
    of found: WitnessSolver.Found, redundant entry: Int, _ evidence: inout RuleVerdict.Evidence
  ) -> RuleFollower {
    let rule = chain.rules[entry]
    let effect = rules[entry].effect
    if rule.decision == .leave, chain.next(after: entry) > entry + 1 { return .none }
    if effect.isInert {
      evidence.redundant = min(entry + 1, rules.count)
      return .none
    }
    if rule.takesAll || !rules[entry].covers { return .none }
    let next = next(after: entry, assignment(of: found))
    guard self.effect(next) == effect else {
      return next < rules.count ? .other(next - entry) : .end
    }
    // For other requests another rule may follow, but no rule after a copy of this one.
    let isCopy = next < rules.count && rules[next].formula == rules[entry].formula
    for other in (entry + 1)...(isCopy ? next : rules.count) where self.effect(other) != effect {
      if other < rules.count, rules[other].effect.isInert { continue }
      if other < rules.count, context.areDisjoint(rules[entry].formula, rules[other].formula) {
        continue
      }
      guard budget.takeRedundancyPair() else { return .searched }
      let goal =
        [rules[entry].formula] + (other < rules.count ? [rules[other].formula] : []) + frames
      let answer = ask(goal, need: .any) { assignment, candidate in
        let verdict = pass(before: entry, assignment)
        guard case .accept = verdict else { return verdict }
        let same = finders.acting.first(in: (entry + 1)..<other, assignment) {
          rules[$0].effect == effect
        }
        return same.map { .require(rules[$0].negated) } ?? .accept
      }
      switch answer {
      case .none: break
      case .found: return .searched
      case .undecided(let undecided):
        evidence.note(undecided)
        return .searched
      }
    }
    evidence.redundant = next
    return .searched
  }

  /// The first later entry that acts on the request; the number of entries if there is none.
  private func next(after entry: Int, _ assignment: Assignment) -> Int {
    finders.acting.first(in: (entry + 1)..<rules.count, assignment) ?? rules.count
  }

  private func effect(_ entry: Int) -> NormalizedEffect {
    entry < rules.count ? rules[entry].effect : .allow
  }

  // MARK: Unsafe steps

  /// Searches for a request that reaches the rule and has a URL that one of its steps must not use.
  private func unsafeRequest(
    _ evidence: inout RuleVerdict.Evidence, _ entry: Int, _ options: AnalysisOptions
  ) {
    guard let unsafeURL = rules[entry].unsafeURL else { return }
    var takers: Set<Int> = []
    switch reaching(entry, [unsafeURL], options, &takers) {
    case .found(let found): evidence.unsafe = found.witness
    case .none: evidence.unsafeTakers = takers.sorted().map { rules[$0] }
    case .undecided(let undecided): evidence.note(undecided)
    }
  }

  /// Notes whether `load url` refuses every URL that the rule's condition permits. Earlier rules do not matter, so
  /// the answer remains right when they change.
  private func refusedLoads(_ evidence: inout RuleVerdict.Evidence, _ entry: Int) {
    guard let loads = rules[entry].loads, loads != .constant(true) else { return }
    evidence.refusesLoads = isEmpty([rules[entry].own, loads])
  }

  /// Searches for a request that reaches the rule and has a body that its `load url` does not hand on.
  private func lostBody(
    _ evidence: inout RuleVerdict.Evidence, _ entry: Int, _ options: AnalysisOptions
  ) {
    guard kind == .requests, let loads = rules[entry].loads else { return }
    var takers: Set<Int> = []
    for body in rules[entry].bodies {
      switch reaching(entry, [loads, body], options, &takers) {
      case .found(let found):
        evidence.lostBody = found.witness
        return
      case .none: break
      case .undecided(let undecided): evidence.note(undecided)
      }
    }
    let known = evidence.loadTakers ?? []
    if evidence.loadTakers != nil {
      let new = takers.sorted().map { rules[$0] }
      evidence.loadTakers = known + new.filter { rule in !known.contains { $0 === rule } }
    }
  }

  /// Searches for a request that reaches the rule.
  ///
  /// - Parameters:
  ///   - further: formulas that must hold, too.
  ///   - takers: receives the earlier rules that match proposed requests.
  private func reaching(
    _ entry: Int, _ further: [Formula], _ options: AnalysisOptions, _ takers: inout Set<Int>
  ) -> WitnessSolver.Answer {
    var found: Set<Int> = []
    defer { takers.formUnion(found) }
    return ask([rules[entry].formula] + further + frames) { assignment, candidate in
      let verdict = pass(before: entry, assignment) { found.insert($0) }
      guard case .accept = verdict, let witness = candidate.witness else { return verdict }
      return isRight(witness, for: entry, options) ? .accept : .reject(rules[entry].formula)
    }
  }

  // MARK: Order

  func orderDependences() -> [OrderDependence] {
    var found: [OrderDependence] = []
    for later in rules.indices where rules[later].covers && !chain.rules[later].isOtherwise {
      for earlier in 0..<later where rules[earlier].covers {
        if rules[earlier].effect == rules[later].effect { continue }
        if context.areDisjoint(rules[later].formula, rules[earlier].formula) { continue }
        guard budget.takeOrderPair() else { return found }
        let answer = ask([rules[later].formula, rules[earlier].formula] + frames) {
          assignment, candidate in
          let verdict = pass(before: earlier, assignment)
          guard case .accept = verdict, let witness = candidate.witness else { return verdict }
          let request = witness.request
          return interpreter.matches(later, request) && interpreter.reaches(earlier, request)
            ? .accept : .reject(rules[later].formula)
        }
        guard case .found(let overlap) = answer else { continue }
        found.append(OrderDependence(earlier: earlier, later: later, witness: overlap.witness))
        break
      }
    }
    return found
  }
}

extension Rule {
  /// True if the rule matches every request, since its condition is absent or `true`.
  fileprivate var takesAll: Bool {
    switch condition {
    case nil, .constant(true, _): true
    case .named(let test): test.core == .constant(true)
    case .constant(false, _), .test, .not, .all, .any: false
    }
  }
}
