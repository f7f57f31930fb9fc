import Interpreter
import Reachability
import Semantics

/// The covers that the analyses of a rule set, in its order and in others, have found.
///
/// A cover of a rule is a set of rules that together match every request that the rule matches. It holds in every
/// order, since it depends only on the rules' conditions: a rule is unreachable if covering rules with all conditions
/// of one of its covers precede it. A condition is identified by its text, which does not change with edits
/// elsewhere.
struct KnownCovers {
  /// The covers of each rule, by the text of its condition: each is a list of conditions.
  private(set) var takers: [String: [[String]]] = [:]

  /// Adds the covers of the unreachable rules of a state.
  ///
  /// - Returns: false if all of them were known.
  mutating func learn(_ state: FixState) -> Bool {
    var isNew = false
    // After a `leave`, rules are skipped for reasons that conditions do not show.
    for analysis in state.analyses ?? [] where analysis.chain.leaves.isEmpty {
      let rules = analysis.chain.rules
      for entry in analysis.remarkable {
        guard case .unreachable(.shadowed(let cover)) = analysis.entries[entry] else { continue }
        let own = state.condition(of: rules[entry])
        let takers = Set(cover.map { state.condition(of: rules[$0.entry]) }).sorted()
        if learn(own, takers) { isNew = true }
        if cover.count == 1, cover[0].isTwin, learn(takers[0], [own]) { isNew = true }
      }
    }
    return isNew
  }

  private mutating func learn(_ condition: String, _ cover: [String]) -> Bool {
    if takers[condition]?.contains(cover) ?? false { return false }
    takers[condition, default: []].append(cover)
    return true
  }
}

extension Rule {
  /// True if no request that matches the rule reaches a later one.
  var covers: Bool { decision.isFinal && !isAttempt }
}
