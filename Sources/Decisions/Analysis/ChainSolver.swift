import Automata
import Semantics
import Text

/// Asks the questions about one chain, rule by rule.
final class ChainSolver {
  let chain: FlatChain
  let context: AnalysisContext
  let search: Search
  let interpreter: Interpreter
  /// By entry.
  let rules: [LoweredRule]
  /// Finds the rules that cover.
  let covers: RuleIndex
  /// Finds the rules that have any effect.
  let acting: RuleIndex
  /// That the chain looks at the frame; empty where every request has such a frame.
  let frames: [Formula]

  /// Steps that one question may take.
  static let stepsEach = 100_000
  /// Steps that a question may take when the chain's own budget is spent.
  static let leastSteps = 4_000
  private var stepsLeft: Int
  /// Pairs of rules that may still be looked at for redundancy.
  private var pairsLeft = 50_000
  /// Rules that the interpreter may still be asked about only to make sure.
  private var interpretationsLeft = 2_000_000
  private let scratch = Truth()
  /// What is true of `https://example.com/`, nothing else being said.
  private let plain = Truth()
  /// The first covering entry that takes that request (the number of entries where none does); nil
  /// where the chain does not look at it.
  private var plainTaker: Int?
  /// Parts of conditions that may still be asked about while looking for those that are always true.
  private var partsLeft = 1_000_000

  init(
    _ chain: FlatChain, _ set: RuleSet, _ context: AnalysisContext, _ search: Search,
    numbers: [Location: Int]
  ) {
    self.chain = chain
    self.context = context
    self.search = search
    interpreter = Interpreter(chain, in: set)
    rules = chain.entries.map { context.rules[numbers[$0.rule.location]!] }
    let rules = rules
    let formulas = rules.map(\.formula)
    covers = RuleIndex(formulas, context.vocabulary) { rules[$0].covers }
    acting = RuleIndex(formulas, context.vocabulary) { !rules[$0].effect.isInert }
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where chain.frames.contains(frame) {
      mask |= 1 << UInt32(frame.position)
    }
    let isMentioned = context.vocabulary.number(of: .frame) != nil
    frames =
      mask == Component.frame.choices || !isMentioned && chain.frames.main
      ? [] : [context.vocabulary.atom(.frame, .choice(mask))]
    stepsLeft = 6_000_000 + 4_000 * chain.entries.count
  }

  func analyze(_ options: AnalysisOptions) -> ChainAnalysis {
    var analysis = ChainAnalysis(chain: chain)
    askPlain()
    for entry in rules.indices {
      let reachability = reachability(entry, options)
      analysis.entries.append(reachability)
      guard options.contains(.redundancy) else { continue }
      if case .reachable = reachability {
        analysis.redundant.append(follower(ofRedundant: entry))
        analysis.alwaysTrue.append(alwaysTrue(entry))
      } else {
        analysis.redundant.append(nil)
        analysis.alwaysTrue.append([])
      }
    }
    return analysis
  }

  private func askPlain() {
    let region = Region(RequestKind(url: .shape(.https), page: nil))
    guard (try? region.read(into: plain, context)) != nil,
      frames.allSatisfy({ plain.holds($0) }), rules.allSatisfy(\.isExact)
    else { return }
    plainTaker = covers.first(in: 0..<rules.count, plain) ?? rules.count
  }

  func ask(
    _ goal: [Formula], need: Search.Need = .parsed,
    _ examine: (Truth, Search.Candidate) throws(OutOfSteps) -> Search.Verdict
  ) -> Search.Answer {
    // The first to read a text pays for following all languages at once.
    let stepsEach = Self.stepsEach + 100 * context.vocabulary.atoms.count
    let before = context.store.steps
    let answer = search.run(
      goal, steps: max(Self.leastSteps, min(stepsEach, stepsLeft)), need: need,
      examine: examine)
    stepsLeft -= context.store.steps - before
    return answer
  }

  // MARK: Reachability

  private func reachability(
    _ entry: Int, _ options: AnalysisOptions
  ) -> ChainAnalysis.Reachability {
    var takers: [(entry: Int, region: Region)] = []
    let need: Search.Need =
      options.contains(.interpreted) || !rules[entry].isExact ? .parsed : .real
    let answer = ask([rules[entry].formula] + frames, need: need) {
      (truth, candidate) throws(OutOfSteps) -> Search.Verdict in
      let verdict = try self.pass(before: entry, truth, candidate) { taker in
        takers.append((taker, candidate.region))
      }
      guard case .accept = verdict, let witness = candidate.witness else { return verdict }
      return self.isRight(witness, for: entry, options)
        ? .accept : .reject(self.rules[entry].formula)
    }
    switch answer {
    case .found(let witness): return .reachable(witness)
    case .undecided(let undecided): return .undecided(undecided)
    case .none: return unreachable(entry, takers)
    }
  }

  /// Whether no covering rule before the entry takes the candidate; if one does, what it lacks.
  func pass(
    before entry: Int, _ truth: Truth, _ candidate: Search.Candidate,
    _ note: (Int) -> Void = { _ in }
  ) throws(OutOfSteps) -> Search.Verdict {
    var start = 0
    while let taker = covers.first(in: start..<entry, truth) {
      if rules[taker].isExact {
        note(taker)
        return .require(rules[taker].negated)
      }
      var witness = candidate.witness
      if witness == nil {
        witness = try Realization(context: context, region: candidate.region).witnesses().first
      }
      if let witness, !interpreter.matches(taker, witness.request(in: interpreter.rules)) {
        start = taker + 1
        continue
      }
      return .reject(rules[taker].formula)
    }
    return .accept
  }

  private func isRight(_ witness: Witness, for entry: Int, _ options: AnalysisOptions) -> Bool {
    let request = witness.request(in: interpreter.rules)
    return options.contains(.interpreted)
      ? reaches(entry, request, witness) : interpreter.matches(entry, request)
  }

  private func unreachable(
    _ entry: Int, _ takers: [(entry: Int, region: Region)]
  ) -> ChainAnalysis.Reachability {
    if takers.isEmpty {
      return .unreachable(contradiction(entry).map { .contradictory($0) } ?? .frames)
    }
    var first: [Int: Region] = [:]
    for taker in takers where first[taker.entry] == nil { first[taker.entry] = taker.region }
    var cover: [ChainAnalysis.Cover] = []
    for taker in needed(first.keys.sorted(), for: entry) {
      guard let witness = witness(first[taker]!, of: taker, taking: entry) else {
        return .undecided(Undecided(reason: .views, component: nil))
      }
      cover.append(ChainAnalysis.Cover(entry: taker, witness: witness))
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
  private func witness(_ region: Region, of taker: Int, taking entry: Int) -> Witness? {
    func isTaken(_ witness: Witness) -> Bool {
      let request = witness.request(in: interpreter.rules)
      return interpreter.matches(entry, request) && reaches(taker, request, witness)
    }
    let realization = Realization(context: context, region: region)
    if let witnesses = try? realization.witnesses(),
      let witness = witnesses.first(where: isTaken)
    {
      return witness
    }
    let answer = ask([rules[entry].formula, rules[taker].formula] + frames) {
      (truth, candidate) throws(OutOfSteps) -> Search.Verdict in
      let verdict = try self.pass(before: taker, truth, candidate)
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
    guard (try? context.read(witness, into: scratch)) != nil else { return false }
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
    return kept.map(\.location)
  }

  // MARK: Redundancy

  /// The entry whose effect follows where the reachable rule changes nothing.
  ///
  /// - Requires: the search's last request is one that reaches it.
  private func follower(ofRedundant entry: Int) -> Int? {
    let rule = chain.entries[entry].rule
    let effect = rules[entry].effect
    if effect.isInert { return min(entry + 1, rules.count) }
    if rule.takesAll || !rules[entry].covers { return nil }
    let rest = (entry + 1)..<rules.count
    let next = acting.first(in: rest, search.truth)
    guard self.effect(next ?? rules.count) == effect else { return nil }
    // Some other rule may still be the next for other requests.
    for other in (entry + 1)...rules.count where self.effect(other) != effect {
      if other < rules.count, rules[other].effect.isInert { continue }
      if other < rules.count, context.areDisjoint(rules[entry].formula, rules[other].formula) {
        continue
      }
      if pairsLeft == 0 { return nil }
      pairsLeft -= 1
      let goal =
        [rules[entry].formula] + (other < rules.count ? [rules[other].formula] : []) + frames
      let answer = ask(goal, need: .any) {
        (truth, candidate) throws(OutOfSteps) -> Search.Verdict in
        let verdict = try self.pass(before: entry, truth, candidate)
        guard case .accept = verdict else { return verdict }
        let same = self.acting.first(in: (entry + 1)..<other, truth) {
          self.rules[$0].effect == effect && self.rules[$0].isExact
        }
        return same.map { .require(self.rules[$0].negated) } ?? .accept
      }
      guard case .none = answer else { return nil }
    }
    return next ?? rules.count
  }

  private func effect(_ entry: Int) -> Effect {
    entry < rules.count ? rules[entry].effect : .allow
  }

  /// Parts of the condition that hold for every request that comes so far and has the others.
  private func alwaysTrue(_ entry: Int) -> [Location] {
    var parts = rules[entry].parts.filter { !$0.isGuard }
    var found: [Location] = []
    let isPlainOpen = plainTaker.map { $0 >= entry } ?? false
    for index in parts.indices.reversed() {
      let part = parts[index]
      if part.isConstant || part.binds { continue }
      partsLeft -= parts.count
      if partsLeft < 0 { break }
      var others = parts
      others.remove(at: index)
      if isPlainOpen, !plain.holds(part.plain), others.allSatisfy({ plain.holds($0.plain) }) {
        continue
      }
      let answer = ask(others.map(\.plain) + [part.plain.negated] + frames, need: .any) {
        (truth, candidate) throws(OutOfSteps) -> Search.Verdict in
        try self.pass(before: entry, truth, candidate)
      }
      if case .none = answer {
        found.append(part.location)
        parts.remove(at: index)
      }
    }
    return found.reversed()
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
