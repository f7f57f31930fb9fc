import Automata
import Interpreter
import Semantics
import Text

/// Asks the questions about one chain, rule by rule.
final class ChainSolver {
  let chain: FlatChain
  let context: AnalysisContext
  let search: WitnessSolver
  let interpreter: Interpreter
  /// By entry.
  let rules: ChunkedArray<LoweredRule>
  /// Finds the rules that cover.
  let covers: RuleFinder
  /// Finds the rules that have any effect.
  let acting: RuleFinder
  /// That the chain looks at the frame; empty where every request has such a frame.
  let frames: [Formula]

  /// Whether to note the requests that findings rest on.
  private let remembers: Bool

  /// Steps that one question may take.
  static let stepsEach = 100_000
  /// Steps that a question may take when the chain's own budget is spent.
  static let leastSteps = 4_000
  private var stepsLeft: Int
  /// Pairs of rules that may still be looked at for redundancy.
  private var pairsLeft = Budget.pairs
  /// Rules that the interpreter may still be asked about only to make sure.
  private var interpretationsLeft = 2_000_000
  private let scratch = Assignment()
  /// What the last search for a request that reaches a rule found.
  private var reached: Cube?
  /// What is true of `https://example.com/`, nothing else being said.
  private let plain = Assignment()
  /// The first covering entry that takes that request (the number of entries where none does); nil
  /// where the chain does not look at it.
  private(set) var plainTaker: Int?
  /// Parts of conditions that may still be asked about while looking for those that are always true.
  private var partsLeft = Budget.parts

  /// What the questions about one chain may cost together.
  enum Budget {
    static func steps(_ entries: Int) -> Int { 6_000_000 + 4_000 * entries }
    static let pairs = 50_000
    static let parts = 1_000_000
  }

  /// - Parameters:
  ///   - remembers: whether the grounds are to be kept when rules change, and so the requests that
  ///     they rest on have to be noted.
  ///   - walks: how many questions are few enough to be answered without an index.
  init(
    _ chain: FlatChain, _ set: RuleSet, _ context: AnalysisContext, _ search: WitnessSolver,
    _ lowered: LoweredRuleSet, remembers: Bool = false, walks: Int = 0
  ) {
    self.chain = chain
    self.remembers = remembers
    self.context = context
    self.search = search
    interpreter = Interpreter(chain, in: set)
    let lowered = lowered[chain]
    rules = lowered.rules
    let atomTable = context.atomTable
    covers = RuleFinder(rules, lowered.coverKeys, atomTable, walks: walks)
    acting = RuleFinder(rules, lowered.actingKeys, atomTable, walks: walks)
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where chain.frames.contains(frame) {
      mask |= 1 << UInt32(frame.position)
    }
    let isMentioned = context.atomTable.number(of: .frame) != nil
    frames =
      mask == Component.frame.choices || !isMentioned && chain.frames.main
      ? [] : [context.atomTable.atom(.frame, .choice(mask))]
    stepsLeft = Budget.steps(chain.rules.count)
  }

  func analyze(_ options: AnalysisOptions) -> ChainAnalysis {
    askPlain()
    return ChainAnalysis(chain, rules.indices.map { grounds($0, options) })
  }

  /// Asks all that is asked about one rule.
  func grounds(_ entry: Int, _ options: AnalysisOptions) -> RuleVerdict {
    let before = (context.store.steps, pairsLeft, partsLeft)
    var found = RuleVerdict.Findings()
    reachability(&found, entry, options)
    if options.contains(.redundancy), case .reachable = found.reachability {
      follower(&found, ofRedundant: entry)
      alwaysTrue(&found, entry)
    }
    found.cost = RuleVerdict.Cost(
      steps: context.store.steps - before.0, pairs: before.1 - pairsLeft,
      parts: before.2 - partsLeft)
    return RuleVerdict(rules[entry], found)
  }

  func askPlain() {
    let cube = Cube(RequestForm(url: .form(.https), page: nil))
    cube.read(into: plain, context)
    guard frames.allSatisfy({ plain.holds($0) }) else { return }
    plainTaker = covers.first(in: 0..<rules.count, plain) ?? rules.count
  }

  func ask(
    _ goal: [Formula], need: WitnessSolver.Need = .parsed,
    _ examine: (Assignment, WitnessSolver.Candidate) -> WitnessSolver.Verdict
  ) -> WitnessSolver.Answer {
    // The first to read a text pays for following all languages at once.
    let stepsEach = Self.stepsEach + 100 * context.atomTable.atoms.count
    let before = context.store.steps
    let answer = search.run(
      goal, steps: max(Self.leastSteps, min(stepsEach, stepsLeft)), need: need,
      examine: examine)
    stepsLeft -= context.store.steps - before
    return answer
  }

  // MARK: Reachability

  private func reachability(
    _ found: inout RuleVerdict.Findings, _ entry: Int, _ options: AnalysisOptions
  ) {
    var takers: [(entry: Int, cube: Cube)] = []
    var recorded: RecordedRequest?
    reached = nil
    let need: WitnessSolver.Need = options.contains(.interpreted) ? .parsed : .real
    let answer = ask([rules[entry].formula] + frames, need: need) { assignment, candidate in
      let verdict = self.pass(before: entry, assignment) { taker in
        takers.append((taker, candidate.cube))
      }
      guard case .accept = verdict else { return verdict }
      self.reached = candidate.cube
      if self.remembers { recorded = RecordedRequest(candidate, self.context) }
      guard let witness = candidate.witness else { return verdict }
      return self.isRight(witness, for: entry, options)
        ? .accept : .reject(self.rules[entry].formula)
    }
    switch answer {
    case .found(let witness):
      found.reachability = .reachable(witness)
      found.reached = recorded
    case .undecided(let undecided): found.reachability = .undecided(undecided)
    case .none:
      found.reachability = unreachable(entry, takers)
      found.takers = Set(takers.map(\.entry)).sorted().map { rules[$0] }
    }
  }

  /// Whether no covering rule before the entry takes the candidate; if one does, what it lacks.
  func pass(before entry: Int, _ assignment: Assignment, _ note: (Int) -> Void = { _ in })
    -> WitnessSolver.Verdict
  {
    guard let taker = covers.first(in: 0..<entry, assignment) else { return .accept }
    note(taker)
    return .require(rules[taker].negated)
  }

  private func isRight(_ witness: Witness, for entry: Int, _ options: AnalysisOptions) -> Bool {
    let request = witness.request(in: interpreter.rules)
    return options.contains(.interpreted)
      ? reaches(entry, request, witness) : interpreter.matches(entry, request)
  }

  private func unreachable(
    _ entry: Int, _ takers: [(entry: Int, cube: Cube)]
  ) -> ChainAnalysis.Reachability {
    if takers.isEmpty {
      return .unreachable(contradiction(entry).map { .contradictory($0) } ?? .frames)
    }
    var first: [Int: Cube] = [:]
    for taker in takers where first[taker.entry] == nil { first[taker.entry] = taker.cube }
    var cover: [ChainAnalysis.Cover] = []
    for taker in needed(first.keys.sorted(), for: entry) {
      guard let witness = witness(first[taker]!, of: taker, taking: entry) else {
        return .undecided(Undecided(reason: .views, component: nil))
      }
      let isTwin = rules[taker].formula == rules[entry].formula
      cover.append(ChainAnalysis.Cover(entry: taker, witness: witness, isTwin: isTwin))
    }
    return .unreachable(.shadowed(cover))
  }

  /// Leaves out what the others make up for.
  private func needed(_ takers: [Int], for entry: Int) -> [Int] {
    if takers.count == 1 || takers.count > 16 { return takers }
    var kept = takers
    for taker in takers.reversed() where kept.count > 1 {
      let others = kept.filter { $0 != taker }
      let goal = [rules[entry].formula] + frames + others.map { rules[$0].negated }
      if case .none = ask(goal, need: .any, { _, _ in .accept }) { kept = others }
    }
    return kept
  }

  /// A request that the earlier rule takes and the later one asks for.
  private func witness(_ cube: Cube, of taker: Int, taking entry: Int) -> Witness? {
    func isTaken(_ witness: Witness) -> Bool {
      let request = witness.request(in: interpreter.rules)
      return interpreter.matches(entry, request) && reaches(taker, request, witness)
    }
    let realization = WitnessBuilder(context: context, cube: cube)
    if let witnesses = try? realization.witnesses(.none),
      let witness = witnesses.first(where: isTaken)
    {
      return witness
    }
    let answer = ask([rules[entry].formula, rules[taker].formula] + frames) {
      assignment, candidate in
      let verdict = self.pass(before: taker, assignment)
      guard case .accept = verdict, let witness = candidate.witness else { return verdict }
      return isTaken(witness) ? .accept : .reject(self.rules[entry].formula)
    }
    if case .found(let witness) = answer { return witness }
    return nil
  }

  /// Whether the request gets to the entry: the interpreter asks every rule before it, or, past its
  /// budget, those that may match.
  private func reaches(_ entry: Int, _ request: Request, _ witness: Witness) -> Bool {
    if interpretationsLeft >= entry {
      interpretationsLeft -= entry
      return interpreter.reaches(entry, request)
    }
    context.read(witness, into: scratch)
    let taker = covers.first(in: 0..<entry, scratch) { self.interpreter.matches($0, request) }
    return taker == nil && chain.frames.contains(request.frame)
      && interpreter.matches(entry, request)
  }

  // MARK: Contradictions

  /// The fewest parts that no request satisfies together; nil where some request has them all.
  private func contradiction(_ entry: Int) -> [Location]? {
    func isEmpty(_ parts: [LoweredRule.Part]) -> Bool {
      if case .none = ask(parts.map(\.formula), need: .any, { _, _ in .accept }) { return true }
      return false
    }
    var kept = rules[entry].parts
    guard isEmpty(kept) else { return nil }
    var index = kept.count - 1
    while index >= 0 {
      var without = kept
      without.remove(at: index)
      if isEmpty(without) { kept = without }
      index -= 1
    }
    return kept.map { $0.location(in: chain.rules[entry]) }
  }

  // MARK: Redundancy

  /// Looks for the entry whose effect follows where the reachable rule changes nothing.
  ///
  /// - Requires: the search's last request is one that reaches it.
  private func follower(_ found: inout RuleVerdict.Findings, ofRedundant entry: Int) {
    let rule = chain.rules[entry]
    let effect = rules[entry].effect
    if effect.isInert {
      found.redundant = min(entry + 1, rules.count)
      return
    }
    if rule.takesAll || !rules[entry].covers { return }
    let rest = (entry + 1)..<rules.count
    let next = acting.first(in: rest, search.assignment) ?? rules.count
    guard self.effect(next) == effect else {
      found.follower = next < rules.count ? .other(next - entry) : .end
      return
    }
    found.follower = .searched
    // Some other rule may still be the next for other requests.
    for other in (entry + 1)...rules.count where self.effect(other) != effect {
      if other < rules.count, rules[other].effect.isInert { continue }
      if other < rules.count, context.areDisjoint(rules[entry].formula, rules[other].formula) {
        continue
      }
      if pairsLeft == 0 { return }
      pairsLeft -= 1
      let goal =
        [rules[entry].formula] + (other < rules.count ? [rules[other].formula] : []) + frames
      let answer = ask(goal, need: .any) { assignment, candidate in
        let verdict = self.pass(before: entry, assignment)
        guard case .accept = verdict else { return verdict }
        let same = self.acting.first(in: (entry + 1)..<other, assignment) {
          self.rules[$0].effect == effect
        }
        return same.map { .require(self.rules[$0].negated) } ?? .accept
      }
      guard case .none = answer else { return }
    }
    found.redundant = next
  }

  private func effect(_ entry: Int) -> NormalizedEffect {
    entry < rules.count ? rules[entry].effect : .allow
  }

  /// Looks for parts of the condition that hold for every request that comes so far and has the
  /// others.
  private func alwaysTrue(_ found: inout RuleVerdict.Findings, _ entry: Int) {
    let parts = rules[entry].parts
    var isKept = parts.map { !$0.isGuard }
    var places: [Location] = []
    let isPlainOpen = plainTaker.map { $0 >= entry } ?? false
    for index in parts.indices.reversed() where isKept[index] {
      let part = parts[index]
      if part.isConstant || part.binds { continue }
      partsLeft -= isKept.count { $0 }
      if partsLeft < 0 { break }
      let others = parts.indices.filter { isKept[$0] && $0 != index }.map { parts[$0].plain }
      if isPlainOpen, !plain.holds(part.plain), others.allSatisfy({ plain.holds($0) }) {
        found.restsOnPlain = true
        continue
      }
      if let component = componentAtFault(of: part.plain, others, entry), let reached {
        if remembers {
          let candidate = WitnessSolver.Candidate(cube: reached.without(component), witness: nil)
          found.counterexamples.append(RecordedRequest(candidate, context))
        }
        continue
      }
      var recorded: RecordedRequest?
      let answer = ask(others + [part.plain.negated] + frames, need: .any) {
        assignment, candidate in
        if self.remembers { recorded = RecordedRequest(candidate, self.context) }
        return self.pass(before: entry, assignment)
      }
      switch answer {
      case .none:
        places.append(part.location(in: chain.rules[entry]))
        isKept[index] = false
      case .found: if let recorded { found.counterexamples.append(recorded) }
      case .undecided: found.isPatient = false
      }
    }
    found.alwaysTrue = places.reversed()
  }

  /// A component of the request that reaches the rule: where nothing is asked of it, the request comes as
  /// far and has the other parts, but not this one. Mostly there is such a component.
  private func componentAtFault(
    of part: Formula, _ others: [Formula], _ entry: Int
  ) -> Int? {
    guard let reached, !search.hasDerived(reached) else { return nil }
    var components: [Int] = []
    part.eachAtom { atom in
      let component = context.atomTable.atoms[atom].component
      if !components.contains(component) { components.append(component) }
    }
    for component in components {
      reached.read(into: scratch, context, ignoring: component)
      if !scratch.holds(part), others.allSatisfy({ scratch.holds($0) }),
        frames.allSatisfy({ scratch.holds($0) }), covers.first(in: 0..<entry, scratch) == nil
      {
        return component
      }
    }
    return nil
  }
}

extension Rule {
  /// Whether it is written as the rule for all that is left.
  fileprivate var takesAll: Bool {
    switch condition {
    case nil, .constant(true, _): true
    default: false
    }
  }
}
