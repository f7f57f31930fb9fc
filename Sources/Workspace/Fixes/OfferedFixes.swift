package import Diagnostics
import Syntax
package import Text

extension Workspace {
  /// The findings without the fixes that are not proved: that leave the finding, or cause another one.
  ///
  /// - Parameter findings: all findings of the rule set.
  package static func offering(
    _ findings: [Finding], of input: RuleSetInput, _ severities: Severities
  ) -> [Finding] {
    let open = findings.indices.filter { findings[$0].fix.map { $0.kind != .words } ?? false }
    if open.isEmpty { return findings }
    let prover = FixProver(severities)
    let state = FixState(
      input, findings, input.files.map { SyntaxTree.parse($0) },
      isSound: !Workspace.load(input, severities).hasErrors)
    var findings = findings
    let refuted = state.isSound ? prover.refuted(open, of: state) : open
    for index in refuted { findings[index].fix = nil }
    return findings
  }
}

/// The proofs of one rule set's fixes. Each fix is tried once and its proof is kept.
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

  /// The finding without its fix if that is not proved.
  ///
  /// - Parameter finding: one of the rule set's.
  package func offering(_ finding: Finding) -> Finding {
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
    let isProved = state.isSound && prover.refuted([index], of: state).isEmpty
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
  /// The number of groups that are tried; fixes that are left are not proved.
  private static let tries = 24

  /// The fixes that are not proved.
  fileprivate func refuted(_ fixes: [Int], of state: FixState) -> [Int] {
    var group: [Int] = []
    var alone = fixes
    if fixes.count > Self.tries / 2 {
      group = FixSelection(fixes.map { state.findings[$0].fix! }).chosen.map { fixes[$0] }
      let chosen = Set(group)
      alone.removeAll { chosen.contains($0) }
    }
    var tries = 0
    func isProved(_ fix: Int) -> Bool {
      tries += 1
      guard tries <= Self.tries else { return false }
      if case .proved = tryOut([fix], of: state) { return true }
      return false
    }
    while !group.isEmpty, tries < Self.tries / 2 {
      tries += 1
      guard case .refuted(let wrong) = tryOut(group, of: state) else {
        group = []
        break
      }
      if wrong.isEmpty || wrong.count == group.count {
        alone += group.dropFirst(group.count / 2)
        group.removeLast(group.count - group.count / 2)
      } else {
        alone += wrong.sorted()
        group.removeAll { wrong.contains($0) }
      }
    }
    return group + alone.filter { !isProved($0) }
  }
}
