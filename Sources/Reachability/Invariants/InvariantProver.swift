import Interpreter
import Requests
package import Semantics
import Text

/// Proves the invariants of a rule set, and reuses the proofs that an edit does not affect.
///
/// A proof depends on the rules that do what the claim forbids, and on the rules that take requests before them.
/// It holds as long as no rule of the second kind is removed and none of the first is added. Broken and undecided
/// claims are examined again after each change of the chain, so that the findings equal those of a new session.
package final class InvariantProver {
  /// The meaning of a claim, without its place.
  fileprivate struct Question: Hashable {
    var kind: ChainKind
    var form: Claim.Form
    var act: Act
    var condition: CoreCondition?

    init(_ claim: Claim, _ kind: ChainKind) {
      self.kind = kind
      (form, act, condition) = (claim.form, claim.act, claim.condition?.core)
    }
  }

  /// The results for one chain.
  private struct Known {
    var flat: FlatChain
    var results: [Question: ClaimSolver.Result]
  }

  /// The results by the names of the chains.
  private var chains: [ChainName: Known] = [:]
  private var touched: [Question: ClaimProof.Idleness?] = [:]

  package init() {}

  /// The proofs of all claims, in the order of the source.
  ///
  /// - Requires: the rule set has no errors.
  package static func proofs(_ rules: RuleSet) -> [ClaimProof] {
    InvariantProver().prove(rules, nil) { false } ?? []
  }

  /// Returns the proofs of all claims, in the order of the source; nil if interrupted.
  ///
  /// - Parameters:
  ///   - edits: the changes since the last call, even if that was interrupted; nil if anything may have changed.
  ///   - isInterrupted: returns whether to stop; called before each claim that has to be proved.
  /// - Requires: the rule set has no errors.
  package func prove(
    _ rules: RuleSet, _ edits: RuleEdits?, isInterrupted: () -> Bool
  ) -> [ClaimProof]? {
    if edits == nil { (chains, touched) = ([:], [:]) }
    var results: [ID<Chain>: [Question: ClaimSolver.Result]] = [:]
    var flats: [ID<Chain>: FlatChain] = [:]
    var known: [ChainName: Known] = [:]
    for index in rules.chains.indices {
      let claims = Self.claims(about: ID(index), in: rules)
      if claims.isEmpty { continue }
      let flat = FlatChain(ID(index), in: rules)
      let name = rules.chains[index].chainName
      let kept = chains[name].map { old in
        edits.map { Self.kept(old, flat, $0) } ?? [:]
      }
      guard let found = prove(flat, rules, claims, kept ?? [:], isInterrupted) else {
        chains.update(from: known)
        return nil
      }
      known[name] = Known(flat: flat, results: found)
      results[ID(index)] = found
      flats[ID(index)] = flat
    }
    chains = known
    return rules.invariants.indices.flatMap { index in
      rules.invariants[index].claims.indices.map { claim in
        proof(ID(index), claim, rules, results, flats)
      }
    }
  }

  /// The different claims about a chain, in the order of the source.
  private static func claims(about chain: ID<Chain>, in rules: RuleSet) -> [Claim] {
    var seen: Set<Question> = []
    let kind = rules[chain].kind
    return rules.invariants.lazy.filter { $0.chains.contains(chain) }.flatMap { $0.claims }
      .filter { seen.insert(Question($0, kind)).inserted }
  }

  /// Proves the claims about a chain for which no result is known. Returns nil if interrupted.
  private func prove(
    _ flat: FlatChain, _ rules: RuleSet, _ claims: [Claim],
    _ kept: [Question: ClaimSolver.Result], _ isInterrupted: () -> Bool
  ) -> [Question: ClaimSolver.Result]? {
    let questions = claims.map { Question($0, rules[flat.chain].kind) }
    var results: [Question: ClaimSolver.Result] = [:]
    for question in questions { results[question] = kept[question] }
    let isPartial = !results.isEmpty
    var solver: ClaimSolver?
    for (number, question) in questions.enumerated() where results[question] == nil {
      if isInterrupted() { return nil }
      let asked = solver ?? ClaimSolver(flat, rules, claims)
      solver = asked
      let result = asked.prove(number)
      results[question] = result
      // A new session might have built automata for earlier questions that this one needs. So all are asked
      // again.
      if isPartial, case .undecided = result.verdict {
        return prove(flat, rules, claims, [:], isInterrupted)
      }
    }
    return results
  }

  /// The results that are still valid after the edits.
  private static func kept(
    _ old: Known, _ flat: FlatChain, _ edits: RuleEdits
  ) -> [Question: ClaimSolver.Result] {
    guard old.flat.frames == flat.frames else { return [:] }
    let (before, after) = (Array(old.flat.rules), Array(flat.rules))
    func isSame(_ one: Rule, _ other: Rule) -> Bool { one === other || edits.isSame(one, other) }
    let shared = min(before.count, after.count)
    var start = 0
    while start < shared, isSame(before[start], after[start]) { start += 1 }
    var end = 0
    while end < shared - start,
      isSame(before[before.count - 1 - end], after[after.count - 1 - end])
    {
      end += 1
    }
    let removed = start..<(before.count - end)
    let added = after[start..<(after.count - end)]
    if removed.isEmpty, added.isEmpty { return old.results }
    let shift = after.count - before.count
    return old.results.filter { question, result in
      guard case .holds = result.verdict else { return false }
      return !result.takers.contains { removed.contains($0) }
        && !added.contains { question.mayBeViolated(by: $0) }
    }.mapValues { result in
      var result = result
      result.takers = Set(result.takers.map { $0 < start ? $0 : $0 + shift })
      return result
    }
  }

  private func proof(
    _ invariant: ID<Invariant>, _ claim: Int, _ rules: RuleSet,
    _ results: [ID<Chain>: [Question: ClaimSolver.Result]], _ flats: [ID<Chain>: FlatChain]
  ) -> ClaimProof {
    let asked = rules[invariant].claims[claim]
    let question = Question(asked, rules[invariant].kind)
    let verdicts = rules[invariant].chains.compactMap { chain -> ClaimProof.Verdict? in
      guard let flat = flats[chain] else { return nil }
      switch results[chain]?[question]?.verdict {
      case nil: return nil
      case .holds: return .holds
      case .undecided(let undecided): return .undecided(undecided)
      case .broken(let witness, let entry, let isLookedAt):
        return .broken(
          ClaimProof.Counterexample(
            chain: chain, witness: Self.likely(witness, entry, asked, flat, rules),
            entry: entry, isLookedAt: isLookedAt))
      }
    }
    let isDone = rules[invariant].chains.contains { chain in
      flats[chain]?.rules.contains { $0.canDo(asked.act) } == true
    }
    var idleness: ClaimProof.Idleness?
    if asked.form != .always, asked.act != .allow, !isDone {
      idleness = .noAct
    } else if let condition = asked.condition {
      let known = touched[question]
      let found = known ?? Self.idleness(asked, condition, rules[invariant].kind, rules)
      touched[question] = .some(found)
      idleness = found
    }
    return ClaimProof(
      invariant: invariant, claim: claim, verdicts: verdicts, idleness: idleness)
  }

  /// A request that is likely in the app and breaks the claim because of the same rule.
  private static func likely(
    _ witness: Witness, _ entry: Int?, _ claim: Claim, _ flat: FlatChain, _ rules: RuleSet
  ) -> Witness {
    let interpreter = Interpreter(flat, in: rules)
    return LikelyRequests(flat, in: rules).request(witness, entry ?? flat.rules.count) { request in
      let outcome = interpreter.decide(
        request, acceptingOnly: entry, evaluating: flat.rules.indices)
      return interpreter.standing(of: claim, request, outcome) == .broken
        && (entry == nil || outcome.tried.contains { $0.entry == entry && $0.isMatch })
        && (entry != nil || outcome.entry == nil)
    }
  }

  /// The reason why the condition makes the claim idle; nil if it does not.
  private static func idleness(
    _ claim: Claim, _ condition: Condition, _ kind: ChainKind, _ rules: RuleSet
  ) -> ClaimProof.Idleness? {
    func isNever(_ core: CoreCondition) -> Bool {
      let context = AnalysisContext()
      let goal = [context.lowering(rules).lower(core), context.frames(of: kind)]
      var scratch = Assignment()
      let limit = Budget(rules: [1], atoms: context.atomTable.atoms.count).limit(context.store)
      let answer = WitnessSolver(context).solve(
        goal, within: limit, need: .real, scratch: &scratch
      ) { _, _ in .accept }
      if case .none = answer { return true }
      return false
    }
    if isNever(condition.core) { return .neverTrue }
    return claim.form == .only && isNever(.not(condition.core)) ? .alwaysTrue : nil
  }
}

extension InvariantProver.Question {
  /// Returns false if no request can break the claim because of the rule.
  func mayBeViolated(by rule: Rule) -> Bool {
    if form != .always { return rule.canDo(act) }
    return rule.decision.isFinal && !act.isDone(by: rule.decision)
  }
}
