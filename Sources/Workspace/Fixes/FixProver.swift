import Diagnostics
import Reachability
import Semantics
import Text

/// Proves the effect of fixes: applies them, checks the rule set again, and compares both.
///
/// A group of fixes is proved if the findings that it fixes are gone and no other finding is new. If there were
/// errors, it must leave fewer, or new ones that have corrections. Each proved group
/// leaves fewer findings, or fewer unreachable rules: of several rules that one rule shadowed, some may remain
/// shadowed. A rule that shadowed others by mistake may be redundant after the fix. Fixes that must not change the
/// treatment of requests are compared chain by chain.
struct FixProver {
  /// The result of trying a group of fixes.
  enum Verdict {
    /// The group is proved.
    ///
    /// - Parameters:
    ///   - isSame: true if every request is proved to be treated the same.
    ///   - isWeaker: true unless it is proved that no request that was cancelled now passes.
    case proved(isSame: Bool, isWeaker: Bool)
    /// The group is not proved. The set contains the fixes that are known to be wrong; it is empty if any of them may
    /// be.
    case refuted(Set<Int>)
  }

  private let severities: Severities
  private let session: RuleSetSession
  /// True if a fix is refuted because a request that was cancelled may pass after it.
  let refusesWeaker: Bool

  /// - Parameter session: checks the rule set with fixes. Its trees and analyses are replaced, so they must no longer
  ///   be needed.
  init(
    _ severities: Severities, in session: RuleSetSession = RuleSetSession(),
    refusesWeaker: Bool = false
  ) {
    self.severities = severities
    self.session = session
    self.refusesWeaker = refusesWeaker
  }

  func state(_ input: RuleSetInput) -> FixState { FixState(input, severities, in: session) }

  /// Tries fixes of the state's findings together.
  ///
  /// - Parameter fixes: the indices of the findings. Their edits must not conflict.
  func tryOut(_ fixes: [Int], of state: FixState) -> (Verdict, FixState) {
    tryOut(fixes, of: state, state.applying(FixSelection(fixes.map { state.findings[$0].fix! })))
  }

  /// Tries fixes of the state's findings together.
  ///
  /// - Parameters:
  ///   - fixes: the indices of the findings.
  ///   - input: the rule set with these fixes.
  /// - Returns: whether the fixes are proved, and the state with them.
  func tryOut(
    _ fixes: [Int], of state: FixState, _ input: RuleSetInput
  ) -> (Verdict, FixState) {
    let next = self.state(input)
    return (verdict(fixes, of: state, next), next)
  }

  private func verdict(_ fixes: [Int], of state: FixState, _ next: FixState) -> Verdict {
    let applied = fixes.map { state.findings[$0].fix! }
    if state.isSound, !next.isSound { return .refuted([]) }
    // A correction that leaves as many errors is probably not meant, unless further corrections remove them.
    if !state.isSound, next.errorCount >= state.errorCount, !next.canCorrectErrors(newSince: state)
    {
      return .refuted([])
    }
    var wrong: Set<Int> = []
    var isProved = true
    let fixed = fixes.reduce(into: [:]) { $0[state.keys[$1], default: 0] += 1 }
    for (key, count) in fixed
    where next.counts[key, default: 0] > state.counts[key, default: 0] - count {
      isProved = false
      wrong.formUnion(fixes.filter { state.keys[$0] == key })
    }
    // If there was an error, it may have hidden findings, which are not new.
    if state.isSound {
      let moves = MovedRules(fixes, of: state)
      lazy var unreachable = state.unreachableRules
      var remaining: [String: Int] = [:]
      for (index, key) in next.keys.enumerated()
      where next.counts[key, default: 0] > state.counts[key, default: 0] {
        let finding = next.findings[index]
        let related = Set(finding.related.map { next.text($0.location) })
        let wasUnreachable =
          key.code == "unreachable-rule"
          && next.counts[key, default: 0] <= unreachable[key, default: 0]
        if wasUnreachable || moves.explain(key, related: related) {
          remaining[key.text, default: 0] += 1
          continue
        }
        isProved = false
        let texts = related.union([key.text])
        wrong.formUnion(fixes.filter { texts.contains(state.keys[$0].text) })
      }
      for (fix, victims) in moves.victims
      where victims.allSatisfy({ remaining[$0.key, default: 0] >= $0.value }) {
        isProved = false
        wrong.insert(fix)
      }
    }
    guard isProved else { return .refuted(wrong) }
    let keepsMeaning = applied.allSatisfy { $0.isSafe || $0.kind == .deletion }
    guard state.isSound else { return .proved(isSame: false, isWeaker: false) }
    let sets = [state.input, next.input].map { Workspace.load($0, severities) }
    if keepsMeaning {
      return RuleSetDiff.haveSameChains(sets[0], sets[1])
        ? .proved(isSame: true, isWeaker: false) : .refuted([])
    }
    let isWeaker = RuleSetDiff.mayPassMore(sets[0], sets[1])
    return isWeaker && refusesWeaker ? .refuted([]) : .proved(isSame: false, isWeaker: isWeaker)
  }
}

/// The rules that are affected by the moves of a group.
private struct MovedRules {
  /// The texts of rules that shadow others by mistake. Moved below these, they may be redundant.
  private var takers: Set<String> = []
  /// The texts of rules that shadow many others, which may be redundant after the moves.
  private var broad: Set<String> = []
  /// The texts of the rules that a broad rule shadows, by fix. Each has its number of occurrences.
  private(set) var victims: [Int: [String: Int]] = [:]

  init(_ fixes: [Int], of state: FixState) {
    for fix in fixes where state.findings[fix].fix?.kind == .move {
      let finding = state.findings[fix]
      let related = finding.related.map { state.text($0.location) }
      if finding.code == "shadowing-rule" {
        takers.insert(state.keys[fix].text)
        broad.insert(state.keys[fix].text)
        victims[fix] = related.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      } else {
        takers.formUnion(related)
      }
    }
  }

  /// Returns whether the finding is a consequence of the moves.
  ///
  /// - Parameter related: the texts at the finding's related places.
  func explain(_ key: FindingKey, related: Set<String>) -> Bool {
    switch key.code {
    case "redundant-rule": takers.contains(key.text) || !related.isDisjoint(with: broad)
    case "redundant-condition", "dead-alternative": takers.contains(key.text)
    default: false
    }
  }
}
