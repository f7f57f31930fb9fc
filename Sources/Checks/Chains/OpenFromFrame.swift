import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The check `open-from-frame`.
enum OpenFromFrame {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    var findings: [Finding] = []
    var known: Set<Location> = []
    for chain in facts.analyses.indices {
      let declared = facts.input.rules.chains[chain]
      guard !declared.isResponses, declared.frames.sub, facts.isComplete(chain) else {
        continue
      }
      facts.eachRule(chain) { entry, rule in
        guard let step = rule.steps.first(where: { $0.opens }), !known.contains(rule.location),
          !asksWho(rule)
        else { return }
        let interpreter = facts.chainInterpreter(chain)
        let found = facts.frameRequests(chain, entry).first { witness in
          interpreter.reaches(entry, witness.request)
        }
        guard let witness = found else { return }
        known.insert(rule.location)
        var finding = Self.page.finding(
          "`open url` leaves the app for each frame in a page: \(Prose.request(witness))",
          at: step.location, label: "runs while the page loads, without a tap",
          help: rule.ownCondition == nil
            ? "decide about `frame == sub` in a rule before this one"
            : "start the condition with `frame != sub &&`, and decide about frames in another rule")
        finding.witness = RuleLanguagePrinter.requestText(witness)
        findings.append(finding)
      }
    }
    return findings
  }

  /// Returns whether the condition tests a value that distinguishes a tapped link from a frame that loads.
  private static func asksWho(_ rule: Rule) -> Bool {
    [.frame, .navigation, .source].contains { rule.tests(.input($0)) }
  }

  static let page = Page(
    "open-from-frame", .warning, "`open url` for pages that frames load", security: "3.1")
}

extension Step {
  fileprivate var opens: Bool {
    switch kind {
    case .openURL, .attemptOpenURL: true
    case .present, .push, .perform, .attempt, .loadURL, .dismiss: false
    }
  }
}
