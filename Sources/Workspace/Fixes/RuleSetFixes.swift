package import Diagnostics
import Interpreter
import Reachability
package import Text

/// A rule set after the fixes of its findings.
///
/// First, words are corrected until the chains can be analyzed. Second, rules are moved and conditions shortened.
/// Third, parts are deleted that had no effect at the start and still have none, so that no deletion is the
/// consequence of another fix. Last, rules are moved that could not be moved before the deletions. Once the chains
/// can be analyzed, each group of fixes is proved (`FixProver`).
package struct RuleSetFixes {
  package private(set) var input: RuleSetInput
  /// The fixes, in the order in which they were applied.
  package private(set) var applied: [AppliedFix] = []
  /// The requests that are treated differently; nil if errors prevented the analysis before or after the fixes.
  package private(set) var difference: RuleSetDiff?
  /// True if some fixes were not tried because the number of tried groups reached the limit.
  package private(set) var isIncomplete = false

  /// True if fixes that are not safe are applied too.
  private let isAll: Bool
  /// The maximum number of groups that are tried. Real rule sets need far fewer.
  private let limit: Int
  private let prover: FixProver
  /// The covers that all analyses so far have found.
  private var known = KnownCovers()
  private var state: FixState
  /// The number of groups of fixes that were tried, each with an analysis of the whole set.
  package private(set) var tries = 0
  /// True if all groups that were applied after the chains could be analyzed are proved to keep the treatment of
  /// requests.
  private var isSame = true
  /// The findings in words whose corrections are withdrawn, since errors remain in their lines.
  private var withdrawn: Set<FindingKey> = []
  /// The corrected words, with their lines. A correction is certain if it only removes a space within an operator.
  private var corrected: [(place: ErrorLines.Place, key: FindingKey, isCertain: Bool)] = []
  /// The findings whose fixes are not proved.
  private var refuted: Set<FindingKey> = [] {
    didSet { if refuted.isEmpty { appliedBefore = applied.count } }
  }
  /// The number of applied fixes at the time when `refuted` was last emptied.
  private var appliedBefore = 0

  /// - Parameters:
  ///   - all: true to apply fixes that are not safe too.
  ///   - allowsWeaker: true to apply fixes after which a request that was cancelled passes.
  ///   - file: the only file whose findings are fixed; nil for all files.
  ///   - limit: the maximum number of groups of fixes that are tried.
  package init(
    _ original: RuleSetInput, _ severities: Severities = Severities(), all: Bool,
    allowsWeaker: Bool = false, only file: FileID? = nil, limit: Int = 200
  ) {
    self.init(
      original, FixProver(severities, refusesWeaker: !allowsWeaker), all: all, limit: limit)
    func isWanted(_ finding: Finding) -> Bool {
      guard let fix = finding.fix, fix.isSafe || all else { return false }
      return file.map { file in
        ([finding.location] + fix.edits.map { $0.location }).allSatisfy { $0.file == file }
      } ?? true
    }
    func isCorrection(_ finding: Finding) -> Bool {
      guard let kind = finding.fix?.kind, kind != .deletion else { return false }
      return isWanted(finding)
    }
    _ = known.learn(state)
    if !state.isSound {
      correctWords { $0.fix?.kind == .words && isWanted($0) }
      isSame = true
      refuted = []
    }
    let start: FixState? = state.isSound ? state : nil
    if start != nil { while apply(isCorrection) {} }
    if all, let start {
      var deletes = false
      // Unused parts next to an error may be used once the error is corrected.
      while true {
        let hasErrors = state.hasErrors
        let isApplied = apply(of: start) { finding in
          finding.fix?.kind == .deletion && isWanted(finding)
            && (finding.severity == .error || !hasErrors)
        }
        if !isApplied { break }
        deletes = true
      }
      if deletes {
        refuted = []
        while apply(isCorrection) {}
      }
    }
    input = state.input
    guard all, !applied.isEmpty, let start, state.isSound else { return }
    difference = RuleSetDiff(
      [(Workspace.load(start.input, severities), Workspace.load(state.input, severities))],
      isSame ? nil : RuleSetDiff.fewExamples)
  }

  private init(_ original: RuleSetInput, _ prover: FixProver, all: Bool, limit: Int) {
    input = original
    isAll = all
    self.limit = limit
    self.prover = prover
    state = prover.state(original)
  }

  /// The findings in words of a rule set with errors whose fixes are applied.
  static func corrections(
    _ original: RuleSetInput, _ prover: FixProver, all: Bool
  ) -> Set<FindingKey> {
    var fixes = RuleSetFixes(original, prover, all: all, limit: FixProver.tries)
    fixes.correctWords { finding in
      finding.fix.map { $0.kind == .words && ($0.isSafe || all) } ?? false
    }
    return Set(fixes.corrected.map { $0.key })
  }

  /// The findings of the fixed rule set, with those of the remaining fixes that are proved.
  package var findings: [Finding] {
    prover.offering(state, known: isAll ? known : nil, refuted: refuted)
  }

  /// Corrects words until no error remains in a line with a corrected word.
  ///
  /// A correction can reveal an error that was hidden, or be a wrong guess. Both look the same, so the text of such a
  /// line stays as the user has written it.
  private mutating func correctWords(_ isWanted: (Finding) -> Bool) {
    let original = state
    while true {
      (state, applied, refuted, corrected) = (original, [], [], [])
      while apply(isWanted) {}
      let errors = ErrorLines(state, since: original)
      let wrong = corrected.filter { !$0.isCertain && errors.contains($0.place) }
      if wrong.isEmpty { return }
      withdrawn.formUnion(wrong.map { $0.key })
    }
  }

  /// Applies the largest group of fixes that is found to be proved. A refuted fix is tried again before the end,
  /// since it may be proved after other fixes.
  ///
  /// - Parameter start: a state that must also have the findings. It has a finding as long as the current state does
  ///   not have more with the same key.
  /// - Returns: false if there is no such group.
  private mutating func apply(
    of start: FixState? = nil, _ isWanted: (Finding) -> Bool
  ) -> Bool {
    if applyOnce(of: start, isWanted) { return true }
    if refuted.isEmpty || applied.count == appliedBefore { return false }
    refuted = []
    return applyOnce(of: start, isWanted)
  }

  private mutating func applyOnce(
    of start: FixState?, _ isWanted: (Finding) -> Bool
  ) -> Bool {
    let wanted = state.findings.indices.filter { index in
      let (key, finding) = (state.keys[index], state.findings[index])
      if refuted.contains(key) || !isWanted(finding) { return false }
      // A warning's fix may have been withdrawn because of a finding that errors had hidden. Here it is proved or
      // refuted.
      let isProvable = state.isSound && finding.severity != .error
      if withdrawn.contains(key), !isProvable { return false }
      return start.map { $0.counts[key, default: 0] >= state.counts[key, default: 0] } ?? true
    }
    // Fixes that keep the meaning are first, since this is proved for them.
    let safe = wanted.filter { state.findings[$0].fix!.isSafe }
    let moves = wanted.filter { state.findings[$0].fix!.kind == .move }
    let others = wanted.filter { state.findings[$0].fix!.kind != .move }
    return apply(safe) || move(moves) || apply(others)
  }

  /// The number of analyzed rules after which no further groups of moves are tried.
  private static let mostRules = 200_000
  /// The number of groups of moves that are always tried.
  private static let leastMoves = 16

  private mutating func move(_ moves: [Int]) -> Bool {
    var moves = moves
    if prover.refusesWeaker, !moves.isEmpty {
      let decisions = state.decisions
      moves.removeAll { state.letsMorePass($0, decisions) }
    }
    if moves.isEmpty { return false }
    var search = MoveSearch(moves, of: state, known)
    let rules = (state.analyses ?? []).reduce(1) { $0 + $1.chain.rules.count }
    let limit = min(limit, max(Self.leastMoves, Self.mostRules / rules))
    let keys = state.keys
    defer { refuted.formUnion(search.wrong.map { keys[$0] }) }
    while let group = search.next() {
      if tries >= limit {
        isIncomplete = true
        return false
      }
      tries += 1
      let (verdict, next) = prover.tryOut(group.fixes, of: state, group.input)
      _ = known.learn(next)
      switch verdict {
      case .proved(let isSame, _):
        apply(group.fixes, isSame, next)
        return true
      case .refuted(let wrong): search.refute(group, wrong, known)
      }
    }
    return false
  }

  private mutating func apply(_ fixes: [Int], _ isSame: Bool, _ next: FixState) {
    self.isSame = self.isSame && isSame
    applied += AppliedFix.all(fixes.map { state.findings[$0] }, in: state.input.files)
    if !state.isSound {
      let places = ErrorLines.places(
        fixes.map { state.findings[$0].location }, in: state.input.files)
      corrected += zip(places, fixes).map { place, fix in
        (place, state.keys[fix], state.onlyJoinsSigns(state.findings[fix]))
      }
    }
    state = next
  }

  private mutating func apply(_ candidates: [Int]) -> Bool {
    var open = candidates
    /// Fixes that failed together with others, and may be right alone.
    var suspects: [Int] = []
    while true {
      let group = group(of: open)
      if group.isEmpty {
        guard !suspects.isEmpty else { return false }
        open = [suspects.removeFirst()]
        continue
      }
      if tries == limit {
        isIncomplete = true
        return false
      }
      tries += 1
      let (verdict, next) = prover.tryOut(group, of: state)
      _ = known.learn(next)
      switch verdict {
      case .proved(let isSame, _):
        apply(group, isSame, next)
        return true
      case .refuted(let wrong):
        if group.count == 1 {
          refuted.insert(state.keys[group[0]])
          open.removeAll { $0 == group[0] }
        } else if wrong.isEmpty || wrong.count == group.count {
          open = Array(group.prefix(group.count / 2))
          suspects += group.dropFirst(group.count / 2)
        } else {
          open.removeAll { wrong.contains($0) }
          suspects += wrong.sorted()
        }
      }
    }
  }

  /// The fixes that can be tried together.
  private func group(of candidates: [Int]) -> [Int] {
    var free: [Int] = []
    var kept: Set<Location> = []
    var deleted: Set<Location> = []
    for index in candidates {
      let finding = state.findings[index]
      if finding.fix?.kind == .deletion {
        // A rule may have no effect only because of the other one, so only one is deleted.
        if kept.contains(finding.location) { continue }
        if finding.related.contains(where: { deleted.contains($0.location) }) { continue }
        deleted.insert(finding.location)
        kept.formUnion(finding.related.map { $0.location })
      }
      free.append(index)
    }
    return FixSelection(free.map { state.findings[$0].fix! }).chosen.map { free[$0] }
  }
}
