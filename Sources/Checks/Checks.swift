package import Diagnostics
package import Reachability
package import Semantics
package import Syntax
package import Tasks
package import Text

/// The findings of a rule set.
package enum Checks {
  /// The findings, sorted by location and code, without those that comments suppress or severities disable.
  ///
  /// - Parameters:
  ///   - trees: the trees of the files, one for each.
  ///   - resolution: the resolution of the trees.
  ///   - files: the files, in the order of the trees.
  ///   - severities: the levels of codes whose level can be set (`canSetLevel`).
  ///   - state: the state that the last call has left.
  ///   - threads: runs the checks of declarations and of literals concurrently; nil to run them in this thread.
  ///   - analyze: returns the analysis of each chain; nil if it was interrupted, and then the findings are
  ///     incomplete. Its second argument is true if the set has no errors. Without this closure, the checks of chains
  ///     are skipped.
  ///   - prove: returns the proofs of the invariants of a set without errors; nil if it was interrupted.
  package static func findings(
    trees: [SyntaxTree], resolution: Resolution, files: [SourceFile],
    severities: Severities = Severities(), state: inout State, threads: TaskRunner? = nil,
    analyze: ((RuleSet, _ isSound: Bool) -> [ChainAnalysis]?)?,
    prove: (RuleSet) -> [ClaimProof]? = { InvariantProver.proofs($0) }
  ) -> [Finding] {
    var input = CheckInput(
      trees: trees, rules: resolution.rules, uses: resolution.uses, files: files,
      writtenFor: severities.writtenFor)
    for fault in resolution.faults {
      if case .neverEqual = fault.kind { input.neverEqual.append(fault.location) }
      if case .foreignName = fault.kind { input.foreignParameters.insert(fault.location) }
    }
    input.neverEqual.sort()
    input.slips = state.slips.slips(trees, files, threads)
    // For a value in the spelling of another language, one fix replaces the whole value.
    let foreignNames = resolution.faults.filter {
      if case .foreignName = $0.kind { true } else { false }
    }.map { $0.location }
    var findings: [Finding] = []
    // Files with unread text have no other findings.
    let unread = Set(
      trees.indices.filter { index in
        trees[index].faults.contains { $0.losesText(files[index]) }
      }.map { FileID($0) })
    for (index, tree) in trees.enumerated() {
      let isUnread = unread.contains(FileID(index))
      for fault in tree.faults where !fault.isMalformedUTF8(in: FileID(index), input) {
        if isUnread, !fault.losesText(files[index]) { continue }
        if fault.isForeign(in: FileID(index), inside: foreignNames) { continue }
        findings.append(fault.finding(in: FileID(index), input))
      }
    }
    let lost = LostNames(trees, resolution.faults)
    for fault in resolution.faults
    where !fault.isCaused(by: lost, allNames: !unread.isEmpty, input)
      && !unread.contains(fault.location.file)
    {
      findings.append(fault.finding(input))
    }
    if !state.areDeclarationsSound {
      state.answers = LiteralWitness.Answers()
      let found =
        threads.map {
          $0.map(Check.all) { [input] in $0.declarationFindings(input) }.flatMap { $0 }
        }
        ?? Check.all.flatMap { $0.declarationFindings(input) }
      state.areDeclarationsSound = found.isEmpty
      findings += found.filter { !unread.contains($0.location.file) }
    }

    for check in Check.all where check.level(severities) != .off {
      findings += check.ruleFindings(input, &state.answers)
        .filter { !unread.contains($0.location.file) }
    }
    var suppression = Suppression(trees)
    findings = suppression.apply(to: sorted(findings))
    func isIgnored(_ finding: Finding) -> Bool {
      !severities.ignored.isEmpty
        && severities.ignores(finding.code, in: files[Int(finding.location.file.index)])
    }
    findings.removeAll(where: isIgnored)
    // Only a rule set without errors shows which declarations and comments are unused.
    let isSound = !findings.contains {
      $0.severity == .error && (severities[$0.code] ?? .error) == .error
    }
    if let analyze, !resolution.faults.contains(where: { $0.isAboutSize }) {
      guard let analyses = analyze(input.rules, isSound) else { return [] }
      var proofs: [ClaimProof] = []
      if isSound, !input.rules.invariants.isEmpty {
        guard let found = prove(input.rules) else { return [] }
        proofs = found
      }
      let facts = ChainFacts(input, analyses, proofs)
      let more = Check.all.filter { $0.level(severities) != .off }
        .flatMap { $0.findings(facts, isSound: isSound) }
        .filter { !unread.contains($0.location.file) }
      findings += suppression.apply(to: sorted(more))
    }
    findings += suppression.findings(
      input, reportsUnused: isSound && analyze != nil,
      except: Set(Check.all.lazy.filter { $0.level(severities) == .off }.map { $0.code }))
    findings.removeAll(where: isIgnored)
    var corrected = CorrectedWords(files)
    findings = KeptLineEnds(files).keeping(withoutFixes(of: trees, findings))
    return sorted(graded(corrected.marking(findings), severities))
  }

  /// Removes the fixes in files that are not UTF-8, since other data can look like rules with many mistakes.
  private static func withoutFixes(of trees: [SyntaxTree], _ findings: [Finding]) -> [Finding] {
    let isText = trees.map { tree in
      !tree.faults.contains { if case .invalidUTF8 = $0.kind { true } else { false } }
    }
    if !isText.contains(false) { return findings }
    return findings.map { finding in
      guard let fix = finding.fix,
        !fix.edits.allSatisfy({ isText[Int($0.location.file.index)] })
      else { return finding }
      var finding = finding
      finding.fix = nil
      return finding
    }
  }

  static func graded(_ findings: [Finding], _ severities: Severities) -> [Finding] {
    if severities == Severities() { return findings }
    return findings.compactMap { finding in
      guard let level = severities[finding.code] else { return finding }
      guard let severity = level.severity else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
  }

  /// The state that is kept between two calls.
  package struct State {
    /// True if the checks of declarations found nothing. Must be set to false after any change outside of the rules
    /// of handlers and chains.
    package var areDeclarationsSound = false
    var slips = LiteralSlipCache()
    /// The answers to questions about literals. They depend on declarations.
    var answers = LiteralWitness.Answers()

    package init() {}
  }

  /// The findings, computed without earlier results.
  package static func findings(
    trees: [SyntaxTree], resolution: Resolution, files: [SourceFile],
    severities: Severities = Severities(),
    analyze: ((RuleSet, _ isSound: Bool) -> [ChainAnalysis]?)? = { rules, _ in
      analyses(ChainAnalyzer(rules))
    }
  ) -> [Finding] {
    var state = State()
    return findings(
      trees: trees, resolution: resolution, files: files, severities: severities,
      state: &state, analyze: analyze)
  }

  /// A new analysis of each chain.
  package static func analyses(_ analyzer: ChainAnalyzer) -> [ChainAnalysis] {
    analyzer.rules.chains.indices.map { analyzer.analyze(ID($0)) }
  }

  static func sorted(_ findings: [Finding]) -> [Finding] {
    if findings.count < 2 { return findings }
    let order = findings.indices.sorted {
      let (a, b) = (findings[$0], findings[$1])
      if a.location != b.location { return a.location < b.location }
      return (a.code, $0) < (b.code, $1)
    }
    return order.map { findings[$0] }
  }
}

extension SyntaxFault {
  /// Returns whether the fault is a foreign spelling within a value that is reported as a whole.
  fileprivate func isForeign(in file: FileID, inside values: [Location]) -> Bool {
    guard case .foreign = kind else { return false }
    return values.contains { value in
      value.file == file && value.span.start < span.start && span.end < value.span.end
    }
  }
}
