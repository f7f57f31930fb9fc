import Diagnostics
import Reachability
import Semantics
import Text

/// Proves what fixes do: applies them, checks the rule set again, and compares both.
///
/// A group of fixes is proved if the findings that it fixes are gone and no other finding is new, so each proved
/// group leaves fewer findings, or fewer unreachable rules: of those that one rule shadowed, some may be left. A rule
/// that shadowed others by mistake may be redundant now. Fixes that must not change the treatment of requests are
/// compared chain by chain.
struct FixProver {
  /// A group of fixes that was tried.
  enum Verdict {
    /// - Parameters:
    ///   - isSame: true if every request is proved to be treated the same.
    ///   - isWeaker: true unless no request passes that was cancelled.
    case proved(isSame: Bool, isWeaker: Bool)
    /// The fixes that are known to be wrong; empty if any of them may be.
    case refuted(Set<Int>)
  }

  private let severities: Severities
  private let session: RuleSetSession
  /// True if fixes are refuted after which a request passes that was cancelled.
  let refusesWeaker: Bool

  /// - Parameter session: checks the rule set with fixes; not the one whose trees and analyses are still needed.
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
  /// - Parameter fixes: indices of findings; their edits do not conflict.
  func tryOut(_ fixes: [Int], of state: FixState) -> (Verdict, FixState) {
    tryOut(fixes, of: state, state.applying(FixSelection(fixes.map { state.findings[$0].fix! })))
  }

  /// Tries fixes of the state's findings together.
  ///
  /// - Parameters:
  ///   - fixes: indices of findings.
  ///   - input: the rule set with these fixes.
  /// - Returns: whether they are proved, and the state with them.
  func tryOut(
    _ fixes: [Int], of state: FixState, _ input: RuleSetInput
  ) -> (Verdict, FixState) {
    let next = self.state(input)
    return (verdict(fixes, of: state, next), next)
  }

  private func verdict(_ fixes: [Int], of state: FixState, _ next: FixState) -> Verdict {
    let applied = fixes.map { state.findings[$0].fix! }
    if state.isSound, !next.isSound { return .refuted([]) }
    var wrong: Set<Int> = []
    var isProved = true
    let fixed = fixes.reduce(into: [:]) { $0[state.keys[$1], default: 0] += 1 }
    for (key, count) in fixed
    where next.counts[key, default: 0] > state.counts[key, default: 0] - count {
      isProved = false
      wrong.formUnion(fixes.filter { state.keys[$0] == key })
    }
    // An error can hide others, which are not new.
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

/// The rules that moves of a group are about.
private struct MovedRules {
  /// The rules that shadow others by mistake: one that has been moved below these may be redundant there.
  private var takers: Set<String> = []
  /// Those that shadow many others, which may be redundant now.
  private var broad: Set<String> = []
  /// By fix, the rules that a broad one shadows, with their number.
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

  /// Returns whether the finding follows from the fixed ones.
  ///
  /// - Parameter related: the texts of its related places.
  func explain(_ key: FindingKey, related: Set<String>) -> Bool {
    switch key.code {
    case "redundant-rule": takers.contains(key.text) || !related.isDisjoint(with: broad)
    case "redundant-condition", "dead-alternative": takers.contains(key.text)
    default: false
    }
  }
}
