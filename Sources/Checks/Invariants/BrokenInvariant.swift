import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The check `broken-invariant`.
enum BrokenInvariant {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.proofs.compactMap { proof in
      proof.counterexample.map { finding(proof, $0, facts) }
    }
  }

  private static func finding(
    _ proof: ClaimProof, _ found: ClaimProof.Counterexample, _ facts: ChainFacts
  ) -> Finding {
    let claim = facts.input.rules[proof.invariant].claims[proof.claim]
    let others = proof.verdicts.count { if case .broken = $0 { true } else { false } } - 1
    let more = others == 0 ? "" : " and \(others) other \(others == 1 ? "chain" : "chains")"
    var finding = page.finding(
      broken(claim, "in `\(facts.chainName(Int(found.chain.index)))`\(more)", facts),
      at: claim.location, label: "for example \(Prose.request(found.witness))",
      related: related(claim, found, facts), help: help(claim, found, facts))
    finding.witness = RuleLanguagePrinter.requestText(found.witness)
    return finding
  }

  /// The message, such as `` `open url` happens in `Default` although `frame == sub` holds ``.
  private static func broken(_ claim: Claim, _ place: String, _ facts: ChainFacts) -> String {
    let act = Prose.code(RuleLanguagePrinter(facts.input.rules).text(claim.act))
    let verb = (claim.form == .always ? "does not happen " : "happens ") + place
    guard let condition = claim.condition else { return "\(act) \(verb)" }
    let text = Prose.code(condition.text(facts))
    return "\(act) \(verb) although \(text) \(claim.form == .only ? "does not hold" : "holds")"
  }

  private static func related(
    _ claim: Claim, _ found: ClaimProof.Counterexample, _ facts: ChainFacts
  ) -> [Finding.Related] {
    let rules = facts.input.rules
    let chain = rules.chains[Int(found.chain.index)]
    var related: [Finding.Related] = []
    if let entry = found.entry {
      let rule = facts.analyses[Int(found.chain.index)].chain.rules[entry]
      let what = claim.form == .always ? "decides here without it" : "happens here"
      related.append(Finding.Related(what, at: rule.head))
    } else {
      let what =
        found.isLookedAt
        ? "no rule of `\(chain.name)` takes it, so it is allowed"
        : "`\(chain.name)` does not decide about this frame, so the request is allowed"
      related.append(Finding.Related(what, at: chain.declared.location))
    }
    if claim.form == .only, let condition = claim.condition {
      let interpreter = Interpreter(found.chain, in: rules)
      for part in interpreter.failedParts(condition, found.witness.request).prefix(1) {
        let values = part.seen.map { seen in
          "`\(seen.subject.text)` is \(seen.value.map { RuleLanguagePrinter.text($0) } ?? "missing")"
        }
        if values.isEmpty { continue }
        related.append(
          Finding.Related(
            "does not hold: \(values.joined(separator: ", "))", at: part.location))
      }
    }
    return related
  }

  private static func help(
    _ claim: Claim, _ found: ClaimProof.Counterexample, _ facts: ChainFacts
  ) -> String {
    let act = RuleLanguagePrinter(facts.input.rules).text(claim.act)
    if !found.isLookedAt {
      return
        "write `frames all` in the chain and decide about such frames, or limit the invariant with `frame`"
    }
    let condition = claim.condition.map { $0.text(facts) }
    switch claim.form {
    case .always:
      let decision = claim.act.isDecision ? act : "\(act) …"
      return
        "put \(Prose.code("when \(condition ?? "true") \(decision)")) before the rules that decide"
        + ", or correct the invariant"
    case .only:
      return "limit the rule with \(Prose.code(condition ?? "true")), or correct the invariant"
    case .never:
      return condition.map {
        "exclude such requests from the rule with \(Prose.code("!(\($0))")), or correct the invariant"
      } ?? "delete the rule, or the line of the invariant"
    }
  }

  static let page = Page(
    "broken-invariant", .error, "a request that breaks an invariant", canBeIgnored: true,
    security: "7.0")
}

extension Condition {
  /// The source of the condition, on one line.
  func text(_ facts: ChainFacts) -> String {
    facts.input.text(location).split { $0.isWhitespace }.joined(separator: " ")
  }
}
