package import Diagnostics
import Interpreter
import Reachability
package import Text

/// A rule set after the fixes of its findings.
///
/// Words are corrected first, until the chains can be analyzed. Then rules are moved and conditions shortened.
/// Then what was without effect at the start and still is, is deleted: no deletion is the consequence of another
/// fix. Last, rules are moved that could not be moved before the deletions. Once the chains can be analyzed, each
/// group of fixes is proved (`FixProver`).
package struct RuleSetFixes {
  package private(set) var input: RuleSetInput
  /// In the order in which they were applied.
  package private(set) var applied: [AppliedFix] = []
  /// The requests that are treated differently; nil if errors prevented the analysis before or after the fixes.
  package private(set) var difference: RuleSetDiff?
  /// True if some fixes were not tried, since too many groups had been.
  package private(set) var isIncomplete = false

  /// True if also fixes that are not safe are applied.
  private let isAll: Bool
  /// The number of groups that are tried; real rule sets need far fewer.
  private let limit: Int
  private let prover: FixProver
  /// The covers that all analyses so far have found.
  private var known = KnownCovers()
  private var state: FixState
  /// The number of groups of fixes that were tried, each with an analysis of the whole set.
  package private(set) var tries = 0
  /// True if all groups since the chains could be analyzed are proved to treat every request the same.
  private var isSame = true
  /// Findings in words whose corrections are taken back, since errors are left where they are.
  private var withdrawn: Set<FindingKey> = []
  /// The corrected words.
  private var corrected: [(place: ErrorLines.Place, key: FindingKey)] = []
  /// Findings whose fixes are not proved.
  private var refuted: Set<FindingKey> = [] {
    didSet { if refuted.isEmpty { appliedBefore = applied.count } }
  }
  /// The number of applied fixes when `refuted` was emptied last.
  private var appliedBefore = 0

  /// - Parameters:
  ///   - all: also applies fixes that are not safe.
  ///   - allowsWeaker: also those after which a request passes that was cancelled.
  ///   - file: the only file whose findings are fixed; nil for all.
  ///   - limit: the number of groups of fixes that are tried.
  package init(
    _ original: RuleSetInput, _ severities: Severities = Severities(), all: Bool,
    allowsWeaker: Bool = false, only file: FileID? = nil, limit: Int = 200
  ) {
    self.init(
      original, FixProver(severities, refusesWeaker: !allowsWeaker), all: all, limit: limit)
    func isWanted(_ finding: Finding) -> Bool {
      guard let fix = finding.fix, fix.isSafe || all else { return false }
      return file.map { file in
        ([finding.location] + fix.edits.map(\.location)).allSatisfy { $0.file == file }
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
      // What is unused beside an error can be used once it is corrected.
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

  /// The findings in words of a rule set with errors that are fixed.
  static func corrections(
    _ original: RuleSetInput, _ prover: FixProver, all: Bool
  ) -> Set<FindingKey> {
    var fixes = RuleSetFixes(original, prover, all: all, limit: FixProver.tries)
    fixes.correctWords { finding in
      finding.fix.map { $0.kind == .words && ($0.isSafe || all) } ?? false
    }
    return Set(fixes.corrected.map(\.key))
  }

  /// The findings of the rule set with the fixes, and the further fixes that are proved.
  package var findings: [Finding] {
    prover.offering(state, known: isAll ? known : nil, refuted: refuted)
  }

  /// Corrects words until no error is left where one was corrected. A corrected word can bring up an error that was
  /// hidden, or it was a wrong guess; both look the same, so the text stays as the user has written it.
  private mutating func correctWords(_ isWanted: (Finding) -> Bool) {
    let original = state
    while true {
      (state, applied, refuted, corrected) = (original, [], [], [])
      while apply(isWanted) {}
      let errors = ErrorLines(state, since: original)
      let wrong = corrected.filter { errors.contains($0.place) }
      if wrong.isEmpty { return }
      withdrawn.formUnion(wrong.map(\.key))
    }
  }

  /// Applies the largest group of fixes that is found to be proved. A fix that was refuted may be proved after others, so
  /// it is tried again before the end.
  ///
  /// - Parameter start: a state that must have the findings, too. It has one as long as there are not more with
  ///   its key.
  /// - Returns: false if there is none.
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
      // A warning's fix may have been withdrawn for a finding that errors had hidden; here it is proved or refuted.
      let isProvable = state.isSound && finding.severity != .error
      if withdrawn.contains(key), !isProvable { return false }
      return start.map { $0.counts[key, default: 0] >= state.counts[key, default: 0] } ?? true
    }
    // Fixes that keep the meaning first: they are proved to.
    let safe = wanted.filter { state.findings[$0].fix!.isSafe }
    let moves = wanted.filter { state.findings[$0].fix!.kind == .move }
    let others = wanted.filter { state.findings[$0].fix!.kind != .move }
    return apply(safe) || move(moves) || apply(others)
  }

  /// The number of analyzed rules after which no more groups of moves are tried.
  private static let mostRules = 200_000
  /// The number of groups of moves that are tried in any case.
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
      corrected += zip(places, fixes).map { ($0, state.keys[$1]) }
    }
    state = next
  }

  private mutating func apply(_ candidates: [Int]) -> Bool {
    var open = candidates
    /// Wrong together with others, perhaps not alone.
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
        // A rule may be without effect only because of the other one.
        if kept.contains(finding.location) { continue }
        if finding.related.contains(where: { deleted.contains($0.location) }) { continue }
        deleted.insert(finding.location)
        kept.formUnion(finding.related.map(\.location))
      }
      free.append(index)
    }
    return FixSelection(free.map { state.findings[$0].fix! }).chosen.map { free[$0] }
  }
}
