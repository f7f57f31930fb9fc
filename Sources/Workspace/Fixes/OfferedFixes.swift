package import Diagnostics
package import Text

extension Workspace {
  /// The findings, without fixes that are not proved. Such a fix leaves the finding, or causes another one.
  ///
  /// - Parameters:
  ///   - findings: all findings of the rule set.
  ///   - session: the session that has just checked the rule set.
  package static func offering(
    _ findings: [Finding], of input: RuleSetInput, _ severities: Severities,
    checkedBy session: RuleSetSession
  ) -> [Finding] {
    let isSound = session.analyses != nil
    let count = findings.count { $0.needsProof(isSound) }
    if count == 0 { return findings }
    return FixProver(severities, in: session.another(isReused: count > 1))
      .offering(FixState(input, findings, session))
  }
}

extension Finding {
  /// Returns whether the effect of the fix depends on other rules, or the fix may be a wrong guess.
  ///
  /// - Parameter isSound: true if no error prevents the analysis of the chains. In that case no word is misspelled.
  fileprivate func needsProof(_ isSound: Bool) -> Bool {
    guard let fix else { return false }
    return isSound ? fix.kind != .words || !fix.isSafe : true
  }
}

/// The proofs of one rule set's fixes. Each fix is tried once, and its proof is kept.
package final class ProvedFixes {
  private let input: RuleSetInput
  private let severities: Severities
  private lazy var prover = FixProver(severities)
  private lazy var state = prover.state(input)
  private var proofs: [Int: Bool] = [:]
  private var safe: [FileID: RuleSetFixes] = [:]

  package init(_ input: RuleSetInput, _ severities: Severities) {
    self.input = input
    self.severities = severities
  }

  /// The finding, without its fix if the fix is not proved.
  ///
  /// - Parameter finding: a finding of the rule set.
  package func offering(_ finding: Finding) -> Finding {
    // The user decides about a corrected word, even if other errors remain.
    guard let fix = finding.fix, fix.kind != .words else { return finding }
    let index = state.findings.firstIndex {
      $0.code == finding.code && $0.location == finding.location
    }
    if let index, isProved(index) { return finding }
    var finding = finding
    finding.fix = nil
    return finding
  }

  private func isProved(_ index: Int) -> Bool {
    if let known = proofs[index] { return known }
    var weaker: Set<Int> = []
    let isProved = state.isSound && prover.refuted([index], of: state, nil, &weaker).isEmpty
    proofs[index] = isProved
    return isProved
  }

  /// The rule set after the safe fixes of one file.
  package func safeFixes(of file: FileID) -> RuleSetFixes {
    if let known = safe[file] { return known }
    let fixes = RuleSetFixes(input, severities, all: false, only: file)
    safe[file] = fixes
    return fixes
  }
}

extension FixProver {
  /// The maximum number of groups that are tried. Remaining fixes count as not proved.
  static let tries = 24

  /// The findings, without the fixes that are not proved.
  ///
  /// - Parameters:
  ///   - known: the known covers, with which moves that need others are left out; nil to try few fixes one by one.
  ///   - refuted: the findings whose fixes are known not to be proved.
  func offering(
    _ state: FixState, known: KnownCovers? = nil, refuted: Set<FindingKey> = []
  ) -> [Finding] {
    var findings = state.findings
    let open = findings.indices.filter { findings[$0].needsProof(state.isSound) }
    if open.isEmpty { return findings }
    if !state.isSound {
      let safe = RuleSetFixes.corrections(state.input, self, all: false)
      let all = RuleSetFixes.corrections(state.input, self, all: true)
      for index in open where !safe.contains(state.keys[index]) {
        findings[index].fix =
          all.contains(state.keys[index])
          ? findings[index].fix.map { Fix($0.edits, isSafe: false) } : nil
      }
      return findings
    }
    let unknown = open.filter { !refuted.contains(state.keys[$0]) }
    var weaker: Set<Int> = []
    let proved = Set(unknown).subtracting(self.refuted(unknown, of: state, known, &weaker))
    let decisions = proved.isEmpty ? [:] : state.decisions
    for index in open {
      if proved.contains(index) {
        findings[index].fix?.isWeaker =
          weaker.contains(index) || state.letsMorePass(index, decisions)
      } else {
        findings[index].fix = nil
      }
    }
    return findings
  }

  /// The fixes that are not proved.
  ///
  /// - Parameter weaker: receives the proved fixes after which a request that was cancelled may pass.
  fileprivate func refuted(
    _ fixes: [Int], of state: FixState, _ known: KnownCovers? = nil, _ weaker: inout Set<Int>
  ) -> [Int] {
    var tries = 0
    var refuted: [Int] = []
    var alone = fixes
    if known != nil || fixes.count > Self.tries / 2 {
      refuted = refutedMoves(
        fixes.filter { state.findings[$0].fix!.kind == .move }, of: state, known, &tries, &weaker)
      alone.removeAll { state.findings[$0].fix!.kind == .move }
    }
    var group: [Int] = []
    if alone.count > Self.tries / 2 {
      group = FixSelection(alone.map { state.findings[$0].fix! }).chosen.map { alone[$0] }
      let chosen = Set(group)
      alone.removeAll { chosen.contains($0) }
    }
    while !group.isEmpty, tries < Self.tries / 2 {
      tries += 1
      let wrong: Set<Int>
      switch tryOut(group, of: state).0 {
      case .refuted(let found): wrong = found
      case .proved(_, let isWeaker):
        if isWeaker { weaker.formUnion(group) }
        group = []
        continue
      }
      if wrong.isEmpty || wrong.count == group.count {
        alone += group.dropFirst(group.count / 2)
        group.removeLast(group.count - group.count / 2)
      } else {
        alone += wrong.sorted()
        group.removeAll { wrong.contains($0) }
      }
    }
    for fix in alone {
      tries += 1
      guard tries <= Self.tries, case .proved(_, let isWeaker) = tryOut([fix], of: state).0 else {
        refuted.append(fix)
        continue
      }
      if isWeaker { weaker.insert(fix) }
    }
    return refuted + group
  }

  /// The moves that are not proved, for very many moves.
  private func refutedMoves(
    _ moves: [Int], of state: FixState, _ known: KnownCovers?, _ tries: inout Int,
    _ weaker: inout Set<Int>
  ) -> [Int] {
    if moves.isEmpty { return [] }
    var known = known ?? KnownCovers()
    _ = known.learn(state)
    var search = MoveSearch(moves, of: state, known, onlyAlone: true)
    var open = Set(moves)
    while tries < Self.tries / 2, let group = search.next() {
      tries += 1
      let (verdict, next) = tryOut(group.fixes, of: state, group.input)
      switch verdict {
      case .proved(_, let isWeaker):
        if isWeaker { weaker.formUnion(group.fixes) }
        open.subtract(group.fixes)
        search.accept(group)
      case .refuted(let wrong):
        _ = known.learn(next)
        search.refute(group, wrong, known)
      }
    }
    return open.sorted()
  }
}
