import Interpreter
import ParsedRules
import Reachability
import RandomRules
import Requests
import Semantics
import TestSupport
import Testing

/// Compares the proofs of random invariants of random chains with the enumeration of every request of a small world.
@Suite struct RandomInvariantTests {
  typealias Bits = ChainUniverse.Bits

  private static let acts = [
    "open url", "perform note", "perform take", "perform", "present", "present Number",
    "attempt take", "attempt", "allow", "cancel", "download",
  ]

  /// A claim as text, with the data that defines its meaning.
  private struct RandomClaim {
    var form: Claim.Form
    var act: String
    var condition: RandomChain.Condition?

    var text: String {
      switch form {
      case .only: "\(act) only when \(condition?.text ?? "true")"
      case .never: "never \(act)" + (condition.map { " when \($0.text)" } ?? "")
      case .always: "always \(act) when \(condition?.text ?? "true")"
      }
    }

    init(_ dice: inout Dice, _ chain: RandomChain) {
      form = dice.pick([.only, .never, .never, .always])
      act = dice.pick(RandomInvariantTests.acts)
      // The conditions come from the chain, so that some claims hold.
      let known = chain.rules.compactMap(\.own)
      let parts = (0..<(1 + dice.roll(2))).map { _ -> RandomChain.Condition in
        let part =
          dice.roll(3) > 0 && !known.isEmpty
          ? dice.pick(known) : .atom(dice.pick(ChainUniverse.urlConditions))
        return dice.roll(3) == 0 ? .not(part) : part
      }
      condition =
        form == .never && dice.roll(8) == 0 ? nil : parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Returns the requests for which the claim forbids or demands the act.
    func bits(_ universe: ChainUniverse) -> Bits {
      let bits = condition?.bits(universe) ?? .all(universe.count)
      return form == .only ? ~bits : bits
    }

    /// Returns whether the rule does the act, apart from URLs that it must not open.
    func isDone(by rule: RandomChain.Rule) -> Bool {
      // Preferences of the page do not matter to an invariant.
      act == rule.decision || act == "allow" && rule.decision.hasPrefix("allow with ")
        || act == rule.step
        || !rule.step.isEmpty && rule.step.hasPrefix(act + "(")
        || ["perform", "present", "attempt"].contains(act) && rule.step.hasPrefix(act + " ")
        || rule.isAttempt && ["perform", "perform take"].contains(act)
    }

    /// Returns the requests that break the claim for some answers of attempts.
    func broken(_ chain: RandomChain, _ universe: ChainUniverse) -> Bits {
      let frames = chain.frameBits(universe)
      var left = frames
      var broken = Bits(universe.count)
      let isAllowed = act == "allow"
      // The chain does not decide about this frame.
      if (form == .always) != isAllowed { broken = broken | ~frames }
      for (rule, meaning) in zip(chain.rules, chain.meanings(universe)) {
        let reaching = left & meaning
        // The rule must not open these URLs.
        let undone =
          act == "open url" && rule.step == "open url" ? universe.unsafe : Bits(universe.count)
        let does = isDone(by: rule)
        if form != .always {
          if does { broken = broken | reaching }
        } else if !["continue", "leave"].contains(rule.decision) {
          broken = broken | (does ? reaching & undone : reaching)
        }
        if rule.covers { left = left - reaching }
        let isCertain = !rule.isAttempt || act.hasPrefix("attempt")
        if form == .always, does, isCertain,
          ["continue", "leave"].contains(rule.decision) || rule.isAttempt
        {
          left = left - (reaching - undone)
        }
      }
      if (form == .always) != isAllowed { broken = broken | left }
      return broken & bits(universe)
    }
  }

  /// The number of batches of a hundred chains, each with four claims.
  private static let batches = TestOptions.cases(1, long: 100)

  @Test(.seeded, arguments: ChainKind.allCases) func randomClaims(_ kind: ChainKind) throws {
    let universe = try ChainUniverse(kind)
    var dice = Dice(Seed.of(71))
    var (proved, refuted, undecided, vacuous) = (0, 0, 0, 0)
    for _ in 0..<Self.batches {
      let batch = (0..<100).map { _ in RandomChain(&dice, kind) }
      let claims = batch.map { chain in (0..<4).map { _ in RandomClaim(&dice, chain) } }
      let scope = kind == .responses ? "responses " : ""
      let source = batch.indices.map { index in
        batch[index].text("C\(index)") + "invariant I\(index) for \(scope)C\(index) {\n"
          + claims[index].map { "  \($0.text)\n" }.joined() + "}\n"
      }
      let text = try RuleText(ChainUniverse.declarations + source.joined())
      for proof in InvariantProver.proofs(text.rules) {
        let index = Int(proof.invariant.index)
        let (chain, claim) = (batch[index], claims[index][proof.claim])
        let expected = claim.broken(chain, universe)
        func fail(_ what: String) {
          Issue.record("`\(claim.text)` \(what)\n\(chain.text("C"))")
        }
        switch proof.verdicts[0] {
        case .holds:
          proved += 1
          if !expected.isEmpty { fail("does not hold") }
        case .undecided: undecided += 1
        case .broken(let found):
          refuted += 1
          if expected.isEmpty { fail("holds, also for \(found.witness)") }
          if !isBroken(text, proof, found) { fail("is not broken by \(found.witness)") }
        }
        let isEmpty = claim.condition?.bits(universe).isEmpty ?? false
        if case .neverTrue? = proof.idleness {
          vacuous += 1
          if !isEmpty { fail("has a condition that can hold") }
        } else if isEmpty, proof.idleness == nil {
          fail("has a condition that never holds")
        }
      }
    }
    print(
      "invariants: \(proved) claims of \(kind) proved, \(refuted) refuted, \(undecided) undecided,",
      "\(vacuous) with a condition that never holds")
    let all = proved + refuted + undecided
    #expect(proved > all / 5 && refuted > all / 5)
    #expect(undecided * 1_000 <= all)
  }

  private func isBroken(
    _ text: RuleText, _ proof: ClaimProof, _ found: ClaimProof.Counterexample
  ) -> Bool {
    let interpreter = Interpreter(found.chain, in: text.rules)
    let request = found.witness.request
    let outcome = interpreter.decide(
      request, acceptingOnly: found.entry, evaluating: interpreter.chain.rules.indices)
    let claim = text.rules[proof.invariant].claims[proof.claim]
    return interpreter.standing(of: claim, request, outcome) == .broken
  }
}
