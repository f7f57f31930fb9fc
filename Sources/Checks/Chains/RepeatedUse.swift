import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `repeated-use`.
enum RepeatedUse {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.analyses.indices.flatMap { findings($0, facts) }
  }

  private static func findings(_ chain: Int, _ facts: ChainFacts) -> [Finding] {
    struct Part: Hashable {
      var owner: RuleOwner
      var number: Int
    }
    let analysis = facts.analyses[chain]
    var first: [Part: [Location]] = [:]
    var known: Set<Location> = []
    var findings: [Finding] = []
    for run in analysis.chain.runs where !run.uses.isEmpty {
      let part = Part(owner: run.owner, number: run.number)
      guard let earlier = first[part] else {
        first[part] = run.uses
        continue
      }
      let shared = zip(earlier, run.uses).prefix { $0 == $1 }.count
      guard shared < run.uses.count, shared < earlier.count else { continue }
      let place = run.uses[shared]
      let entries = run.start..<run.end
      // If no rule of the `use` is reached, other findings report that.
      guard entries.contains(where: { !ChainFacts.isTaken(analysis.statuses[$0]) }),
        known.insert(place).inserted
      else { continue }
      let again = entries.first { analysis.statuses[$0] == .reachable && runsAgain(run[$0]) }
      let witness = again.flatMap { facts.requestReaching(chain, $0) }
      let name = run.owner.name(in: facts.input.rules)
      let steps = again.flatMap { run[$0].steps.first }.map { facts.input.text($0.location) }
      var example = ""
      if let witness, let steps {
        let step = steps.split { $0.isWhitespace }.joined(separator: " ")
        example = ": \(Prose.code(step)) runs twice for \(Prose.request(witness))"
      }
      var finding = page.finding(
        "`\(facts.chainName(chain))` uses `\(name)` twice" + example, at: place,
        label: "its rules are tried again here",
        related: [Finding.Related("used here before", at: earlier[shared])],
        help: "delete one of the two")
      finding.witness = witness.map { RuleLanguagePrinter.requestText($0) }
      findings.append(finding)
    }
    return findings
  }

  /// Returns whether the rule runs steps for a request, and leaves the decision to later rules.
  private static func runsAgain(_ rule: Rule) -> Bool {
    !rule.steps.isEmpty && !rule.decision.isFinal
  }

  static let page = Page(
    "repeated-use", .warning, "a handler that a chain uses twice, whose rules run twice")
}

extension RuleOwner {
  /// The name of the handler or chain.
  func name(in rules: RuleSet) -> String {
    switch self {
    case .handler(let id): rules.handlers[Int(id.index)].declared.name
    case .chain(let id): rules.chains[Int(id.index)].declared.name
    }
  }
}
