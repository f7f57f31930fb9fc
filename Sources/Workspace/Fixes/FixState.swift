import Checks
import Diagnostics
import Interpreter
import Reachability
import Semantics
import Syntax
import Text

/// The identity of a finding, which does not depend on its position. It is the same before and after edits elsewhere.
struct FindingKey: Hashable {
  let code: String
  let file: FileID
  /// The name of the declaration that contains the finding.
  let owner: String
  /// The source text at the finding's location.
  let text: String
}

/// A rule set with its findings.
struct FixState {
  let input: RuleSetInput
  let findings: [Finding]
  /// The keys of the findings, in the same order.
  let keys: [FindingKey]
  /// The number of findings with each key.
  let counts: [FindingKey: Int]
  private let owners: [Owners]
  let trees: [SyntaxTree]
  /// The analysis of each chain; nil if an error prevents it.
  let analyses: [ChainAnalysis]?

  /// True if the chains were analyzed.
  var isSound: Bool { analyses != nil }
  /// True if a text may differ from what the user meant. Shadowed rules do not count.
  var hasErrors: Bool {
    findings.contains { $0.severity == .error && $0.code != "unreachable-rule" }
  }

  /// The number of errors. Shadowed rules do not count.
  var errorCount: Int {
    findings.count {
      $0.severity == .error && !["unreachable-rule", "unreachable-handler"].contains($0.code)
    }
  }

  /// Returns whether each error that an earlier state does not have has a correction of words.
  func canCorrectErrors(newSince earlier: FixState) -> Bool {
    zip(findings, keys).allSatisfy { finding, key in
      finding.severity != .error || counts[key, default: 0] <= earlier.counts[key, default: 0]
        || finding.fix?.kind == .words
    }
  }

  /// Returns whether a move may let a cancelled request pass, since a rule that cancels and one that does not change
  /// places.
  func letsMorePass(_ finding: Int, _ decisions: [Location: Decision]) -> Bool {
    let finding = findings[finding]
    guard finding.fix?.kind == .move, let own = decisions[finding.location] else { return false }
    let others = finding.related.compactMap { decisions[$0.location] }
    func passes(_ decision: Decision) -> Bool { decision != .cancel && decision.isFinal }
    // The move is down for a rule that shadows others, and up for a rule that is shadowed.
    return finding.code == "shadowing-rule"
      ? own == .cancel && others.contains(where: passes)
      : passes(own) && others.contains(.cancel)
  }

  /// The decisions of all rules, by the locations that findings about the rules have.
  var decisions: [Location: Decision] {
    var decisions: [Location: Decision] = [:]
    for analysis in analyses ?? [] {
      for rule in analysis.chain.rules { decisions[rule.head] = rule.decision }
    }
    return decisions
  }

  /// Checks the rule set.
  init(_ input: RuleSetInput, _ severities: Severities, in session: RuleSetSession) {
    let findings = session.check(input, severities)
    self.init(input, findings, session)
  }

  /// - Parameters:
  ///   - findings: all findings of the rule set.
  ///   - session: the session that has just checked the rule set.
  init(_ input: RuleSetInput, _ findings: [Finding], _ session: RuleSetSession) {
    self.input = input
    self.findings = findings
    trees = session.trees
    analyses = session.analyses
    let owners = trees.map(Owners.init)
    self.owners = owners
    keys = findings.map { finding in
      let location = finding.location
      return FindingKey(
        code: finding.code, file: location.file,
        owner: owners[Int(location.file.index)].name(at: location.span.start),
        text: input.files[Int(location.file.index)].text(location.span))
    }
    counts = keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The number of unreachable rules that other rules shadow, by the key of a finding about the rule.
  var unreachableRules: [FindingKey: Int] {
    var isReached: [Location: Bool] = [:]
    for analysis in analyses ?? [] {
      for entry in analysis.remarkable {
        let isShadowed =
          if case .unreachable(.shadowed) = analysis.entries[entry] { true } else { false }
        if isShadowed { isReached[analysis.chain.rules[entry].head, default: false] = false }
      }
    }
    for analysis in analyses ?? [] where !isReached.isEmpty {
      for (entry, rule) in analysis.chain.rules.enumerated() where isReached[rule.head] != nil {
        if case .reachable = analysis.entries[entry] { isReached[rule.head] = true }
      }
    }
    return isReached.filter { !$0.value }.reduce(into: [:]) { counts, rule in
      let location = rule.key
      let key = FindingKey(
        code: "unreachable-rule", file: location.file,
        owner: owners[Int(location.file.index)].name(at: location.span.start),
        text: text(location))
      counts[key, default: 0] += 1
    }
  }

  func text(_ location: Location) -> String {
    input.files[Int(location.file.index)].text(location.span)
  }

  /// Returns whether the finding's fix only removes spaces, so that signs form one operator.
  func onlyJoinsSigns(_ finding: Finding) -> Bool {
    (finding.fix?.edits ?? []).allSatisfy { edit in
      let old = text(edit.location)
      return old.contains(" ") && old.filter { $0 != " " } == edit.replacement
    }
  }

  /// The text of a rule's condition, with those of the enclosing blocks; empty for `otherwise`.
  func condition(of rule: Rule) -> String {
    if rule.isOtherwise { return "" }
    return (rule.blocks.map { text($0.head) } + [text(rule.head)]).joined(separator: "\n")
  }

  /// The rule set with the fixes applied.
  func applying(_ fixes: FixSelection) -> RuleSetInput {
    var changed = input
    changed.files = fixes.apply(to: input.files)
    return changed
  }

  /// The declarations of a file, to find the one that contains an offset.
  private struct Owners {
    private let declarations: [(span: Span, name: String)]

    init(_ tree: SyntaxTree) {
      declarations = tree.declarations.map { ($0.header.span, $0.header.name.text) }
        .sorted { $0.span.start < $1.span.start }
    }

    /// The name of the declaration that contains the offset; empty if none does.
    func name(at offset: UInt32) -> String {
      let next = declarations.partitionPoint { $0.span.start > offset }
      guard next > 0, offset < declarations[next - 1].span.end else { return "" }
      return declarations[next - 1].name
    }
  }
}
