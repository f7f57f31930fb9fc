import AssociationFiles
import Checks
package import Diagnostics
package import Reachability
package import Semantics
package import Syntax
package import Tasks
package import Text

/// Computes the findings of a rule set from its text, for the command line, `--watch` and the editor.
///
/// After an edit, a session repeats only the work that the change affects. Its findings equal those of a new session,
/// with one exception: it keeps a request that reaches a rule, where the limited search of a new session may find
/// none and report `undecided`.
package final class RuleSetSession {
  /// The files of the last check.
  package private(set) var files: [SourceFile] = []
  /// The syntax tree of each file.
  package private(set) var trees: [SyntaxTree] = []
  package private(set) var resolution = Resolution()
  /// The analysis of each chain; nil if the rule set has errors or its chains were not analyzed.
  package private(set) var analyses: [ChainAnalysis]?
  /// The analysis of each chain without the rules that have errors; nil if the chains were not analyzed.
  package private(set) var partialAnalyses: [ChainAnalysis]?

  /// The proofs of the invariants; nil if the rule set has errors or its chains were not analyzed.
  package private(set) var proofs: [ClaimProof]?

  /// True if the set will be checked again, so that results are kept in a form that edits can reuse.
  private let isReused: Bool
  /// The runner that parses, resolves and checks the files of a session that is not reused.
  private let tasks: TaskRunner
  /// The trees of the files by name; some may be newer than the last check.
  private var parsed: [String: (bytes: [UInt8], tree: SyntaxTree)] = [:]
  /// True if resolutions record the names with their targets.
  private let recordsReferences: Bool
  private var cache: ResolutionCache
  /// True if `resolution` is the resolution of `files`.
  private var hasResolved = false
  /// True if the last check has resolved all files again.
  package private(set) var hasResolvedAll = false
  private var checks = Checks.State()
  private let chains = ChainSession()
  private let invariants = InvariantProver()
  /// The analyzer of the last check, in a session that is not reused.
  private var analyzer: ChainAnalyzer?
  /// The last session that this one has created, if this one is not reused. It is kept, like the analyzer, so that a
  /// process that ends soon can skip its deallocation.
  private var other: RuleSetSession?
  /// The rules that the last analysis of chains has read, even if it was interrupted.
  private var analyzed = SeenRules()
  /// The rules that the last proofs of invariants have read, even if they were interrupted.
  private var proved = SeenRules()
  /// An earlier version of the rule set, whose trees are kept for unchanged files. Only in a session that is not
  /// reused.
  private var earlier: Earlier?

  private struct Earlier {
    var files: [SourceFile]
    var trees: [SyntaxTree]
  }

  /// - Parameters:
  ///   - isReused: false for a single check, which is faster without reuse.
  ///   - recordsReferences: true to record the names with their targets, for an editor.
  ///   - tasks: parses, resolves and checks the files of a single check.
  package init(
    isReused: Bool = true, recordsReferences: Bool = false, tasks: TaskRunner = .inOrder
  ) {
    self.isReused = isReused
    self.recordsReferences = recordsReferences
    cache = ResolutionCache(recordsReferences: recordsReferences)
    self.tasks = tasks
  }

  /// Creates a session for other versions of the rule set, with the same threads.
  ///
  /// - Parameter isReused: false for a single check, which is faster without reuse.
  func another(isReused: Bool) -> RuleSetSession {
    let other = RuleSetSession(isReused: isReused, tasks: tasks)
    if !isReused { other.earlier = Earlier(files: files, trees: trees) }
    if !self.isReused { self.other = other }
    return other
  }

  /// The tree of a file. It is parsed once for the same name and content.
  package func tree(of file: SourceFile) -> SyntaxTree {
    guard isReused else { return SyntaxTree.parse(file) }
    if let known = parsed[file.name], known.bytes == file.bytes { return known.tree }
    let tree = SyntaxTree.parse(file)
    parsed[file.name] = (file.bytes, tree)
    return tree
  }

  /// Resolves the set. The next check of the same files uses the result.
  package func resolution(of input: RuleSetInput) -> Resolution {
    _ = resolve(input) { false }
    return resolution
  }

  /// Checks the set, and returns all findings, sorted by location.
  ///
  /// - Parameters:
  ///   - severities: the levels of codes whose level can be set.
  ///   - analyzesChains: false to omit the findings about chains.
  ///   - beforeAnalysis: is called before the chains are analyzed, if there are no errors so far.
  package func check(
    _ input: RuleSetInput, _ severities: Severities = Severities(), analyzesChains: Bool = true,
    beforeAnalysis: ((RuleSet) -> Void)? = nil
  ) -> [Finding] {
    let findings = check(
      input, severities, analyzesChains: analyzesChains, beforeAnalysis: beforeAnalysis,
      unless: { false })
    guard let findings else { preconditionFailure("nothing broke it off") }
    return findings
  }

  /// Checks the set, and returns all findings, sorted by location; nil if the work was interrupted.
  ///
  /// - Parameters:
  ///   - severities: the levels of codes whose level can be set.
  ///   - analyzesChains: false to omit the findings about chains.
  ///   - beforeAnalysis: is called before the chains are analyzed, if there are no errors so far.
  ///   - isInterrupted: returns whether to stop. It is called often.
  package func check(
    _ input: RuleSetInput, _ severities: Severities = Severities(), analyzesChains: Bool = true,
    beforeAnalysis: ((RuleSet) -> Void)? = nil,
    unless isInterrupted: @escaping () -> Bool
  ) -> [Finding]? {
    if isInterrupted() { return nil }
    analyses = nil
    partialAnalyses = nil
    proofs = nil
    if input.areLinks {
      return checkLinks(input, severities, analyzesChains: analyzesChains, unless: isInterrupted)
    }
    if !resolve(input, unless: isInterrupted) || isInterrupted() { return nil }
    var wasInterrupted = false
    let findings = Checks.findings(
      trees: trees, resolution: resolution, files: files, severities: severities, state: &checks,
      threads: tasks.concurrent,
      analyze: analyzesChains
        ? { rules, isSound in
          if isSound { beforeAnalysis?(rules) }
          let found = self.analyze(rules, isInterrupted)
          if found == nil { wasInterrupted = true }
          self.partialAnalyses = found
          self.analyses = isSound ? found : nil
          return found
        } : nil,
      prove: { rules in
        let found = self.prove(rules, isInterrupted)
        if found == nil { wasInterrupted = true }
        self.proofs = found
        return found
      })
    if wasInterrupted { return nil }
    if analyses != nil {
      proofs = proofs ?? []
      return findings
    }
    return ProposedRepairs(trees, resolution, files, resource: input.resource).adding(to: findings)
  }

  /// Checks an `apple-app-site-association` file, which is read again after each edit.
  private func checkLinks(
    _ input: RuleSetInput, _ severities: Severities, analyzesChains: Bool,
    unless isInterrupted: () -> Bool
  ) -> [Finding]? {
    files = input.files
    trees = files.map { _ in SyntaxTree() }
    hasResolved = false
    let association = AssociationFile(files[0])
    resolution = Resolution()
    resolution.rules = association.rules
    if !analyzesChains { return Checks.findings(of: association, files[0], severities) }
    let analyzer = ChainAnalyzer(resolution.rules)
    if !isReused { self.analyzer = analyzer }
    var analyses: [ChainAnalysis] = []
    for (chain, representative) in association.representatives.enumerated() {
      if isInterrupted() { return nil }
      analyses.append(
        representative == chain ? analyzer.analyze(ID(chain)) : analyses[representative])
    }
    self.analyses = analyses
    partialAnalyses = analyses
    return Checks.findings(of: association, files[0], severities, analyses)
  }

  private func analyze(
    _ rules: RuleSet, _ isInterrupted: @escaping () -> Bool
  ) -> [ChainAnalysis]? {
    if !isReused {
      let analyzer = ChainAnalyzer(rules)
      self.analyzer = analyzer
      return Checks.analyses(analyzer)
    }
    defer { analyzed.see(files) }
    return chains.analyze(rules, analyzed.edits(to: files), isInterrupted: isInterrupted)
  }

  private func prove(_ rules: RuleSet, _ isInterrupted: () -> Bool) -> [ClaimProof]? {
    defer { proved.see(files) }
    return invariants.prove(rules, proved.edits(to: files), isInterrupted: isInterrupted)
  }

  /// Resolves the set. Returns false if the work was interrupted.
  private func resolve(_ input: RuleSetInput, unless isInterrupted: () -> Bool) -> Bool {
    guard isReused else {
      files = input.files
      trees = tasks.map(Array(files.indices)) { [files, earlier] index in
        if let earlier, index < earlier.files.count,
          earlier.files[index].bytes == files[index].bytes
        {
          return earlier.trees[index]
        }
        return SyntaxTree.parse(files[index])
      }
      resolution =
        recordsReferences
        ? Resolution(recordingReferencesIn: trees, resource: input.resource)
        : Resolution(trees, threads: tasks.concurrent, resource: input.resource)
      return true
    }
    guard files.map({ $0.name }) == input.files.map({ $0.name }) else {
      resolveAll(input)
      return true
    }
    let changed = files.indices.filter { files[$0].bytes != input.files[$0].bytes }
    // A check after an interrupted one has the same files and needs no new resolution.
    if changed.isEmpty, hasResolved, !cache.hasOtherFaults,
      resolution.hasSameResources(input.resource)
    {
      return true
    }
    let hadResolved = hasResolved
    (hasResolved, hasResolvedAll) = (false, false)
    analyzed.change(changed)
    proved.change(changed)
    let before = changed.map { (file: files[$0], tree: trees[$0]) }
    for index in changed { trees[index] = tree(of: input.files[index]) }
    files = input.files
    if changed.count == 1, hadResolved,
      resolution.update(
        trees, file: changed[0], files[changed[0]], before: before[0], &cache,
        resource: input.resource)
    {
      hasResolved = true
      return true
    }
    checks.areDeclarationsSound = false
    var unchanged = [Bool](repeating: true, count: files.count)
    for index in changed { unchanged[index] = false }
    cache.expect(unchanged: unchanged)
    let found = Resolution(
      trees, reusing: &cache, resource: input.resource, unless: isInterrupted)
    if !cache.isRuleScopeSame { forgetScope() }
    guard let found else { return false }
    resolution = found
    (hasResolved, hasResolvedAll) = (true, true)
    return true
  }

  /// Records that a declaration to which rules refer has changed.
  private func forgetScope() {
    analyzed.isScopeSeen = false
    proved.isScopeSeen = false
  }

  /// Resolves everything again, after files were added or removed.
  private func resolveAll(_ input: RuleSetInput) {
    (hasResolved, hasResolvedAll) = (true, true)
    files = input.files
    trees = files.map { tree(of: $0) }
    let names = Set(files.map { $0.name })
    parsed = parsed.filter { names.contains($0.key) }
    forgetScope()
    checks.areDeclarationsSound = false
    cache.expect(unchanged: [])
    let found = Resolution(trees, reusing: &cache, resource: input.resource) { false }
    guard let found else { preconditionFailure("nothing interrupted it") }
    resolution = found
  }
}
