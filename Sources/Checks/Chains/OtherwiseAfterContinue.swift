import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `otherwise-after-continue`.
enum OtherwiseAfterContinue {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    var findings: [Finding] = []
    var known: Set<Location> = []
    for (chain, analysis) in facts.analyses.enumerated() {
      for run in analysis.chain.runs {
        for entry in run.start..<run.end {
          let rule = run[entry]
          guard rule.ownCondition == nil, rule.isContinue, !known.contains(rule.location) else {
            continue
          }
          let earlier = (run.start..<entry).filter { run[$0].isContinue && run[$0].isBeside(rule) }
          if let finding = finding(
            ChainFacts.Occurrence(chain: chain, entry: entry), earlier, facts)
          {
            known.insert(rule.location)
            findings.append(finding)
          }
        }
      }
    }
    return findings
  }

  /// Creates the finding about an `otherwise`.
  ///
  /// - Parameter earlier: the entries of the earlier rules with `continue` in the same list.
  private static func finding(
    _ place: ChainFacts.Occurrence, _ earlier: [Int], _ facts: ChainFacts
  ) -> Finding? {
    let rule = facts.rule(place)
    let interpreter = facts.chainInterpreter(place.chain)
    for entry in earlier.reversed() {
      guard let witness = facts.requestReaching(place.chain, entry) else { continue }
      let outcome = interpreter.decide(witness.request)
      guard outcome.matched(entry), outcome.matched(place.entry) else { continue }
      let other = interpreter.chain.rules[entry]
      let condition = other.ownCondition.map { facts.input.text($0.location) }
      let isShort = condition.map { !$0.contains("\n") && $0.utf8.count <= 60 } ?? false
      var finding = page.finding(
        "`otherwise` runs after `continue`, too: both rules run for \(Prose.request(witness))",
        at: Location(
          rule.location.file, Span(rule.location.span.start, rule.location.span.start + 9)),
        label: "matches every request that is left, and `continue` leaves its own",
        related: [Finding.Related("runs, and the next rule is tried", at: other.head)],
        help: !rule.blocks.isEmpty
          ? "write `leave` in place of `continue` in the rules above that `otherwise` is the rest of"
          : earlier.count == 1 && isShort
            ? "write \(Prose.code("when !(\(condition ?? ""))")) in place of `otherwise`, or a condition that says when to run it"
            : "write `when` and a condition in place of `otherwise`")
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
    return nil
  }

  static let page = Page(
    "otherwise-after-continue", .warning,
    "an `otherwise` that also runs for requests of a `continue` rule")
}

extension Rule {
  /// True if the rule runs steps and leaves the decision to later rules.
  fileprivate var isContinue: Bool { decision == .continue && !steps.isEmpty }

  /// Returns whether both rules are in the same block, or both in none.
  fileprivate func isBeside(_ other: Rule) -> Bool {
    blocks.map { $0.location } == other.blocks.map { $0.location }
  }
}
