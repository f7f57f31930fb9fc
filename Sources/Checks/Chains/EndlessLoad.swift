import Diagnostics
import Reachability
import Requests
import Semantics
import Text

/// The check `endless-load`.
enum EndlessLoad {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    ofOneRule(facts) + LoadLoops.findings(facts, page)
  }

  private static func ofOneRule(_ facts: ChainFacts) -> [Finding] {
    facts.reachedRules.compactMap { occurrences in
      // A URL that a response loads is first decided by the chain of requests.
      let ofRequests = occurrences.filter { !facts.input.rules.chains[$0.chain].isResponses }
      let found = ofRequests.compactMap { occurrence in
        facts.analyses[occurrence.chain].endlessLoads[occurrence.entry].map { (occurrence, $0) }
      }
      guard let (occurrence, load) = found.first(where: { $0.1.isCertain }) ?? found.first else {
        return nil
      }
      let rule = facts.rule(occurrence)
      guard let step = rule.steps.last(where: { $0.isLoad }) else { return nil }
      let request = Prose.request(load.witness)
      let chain = facts.chainNames([occurrence])
      var finding = page.finding(
        load.isCertain
          ? "`load url` never ends: what it loads reaches this rule of \(chain) again"
          : "`load url` may never end: what it loads can reach this rule of \(chain) again",
        at: step.location, label: "for example \(request)",
        help: help(for: step), fix: fix(rule, step))
      if !load.isCertain { finding.severity = .warning }
      finding.witness = RuleLanguagePrinter.requestText(load.witness)
      return finding
    }
  }

  private static func help(for step: Step) -> String {
    if let open = unchanged(step) {
      return
        "the web view asks for the loaded request too, which is changed again: write `\(open) &&` at the start of the condition"
    }
    return
      "the web view asks for the loaded URL too, in the main frame: write `allow` for it, or `frame == new &&` at the start of the condition"
  }

  /// A condition that holds only for requests without the first change; nil if there is no short one.
  private static func unchanged(_ step: Step) -> String? {
    guard case .loadURL(let changes) = step.kind, let change = changes.first else { return nil }
    let part = change.part.text
    switch change.part {
    case .query, .fragment, .header:
      return change.value == nil ? "exists \(part)" : "!exists \(part)"
    case .scheme, .host, .path:
      guard case .literal(.string(let text))? = change.value?.value else { return nil }
      return "\(part) != \(Quoting.rule(text))"
    case .port: return change.value == nil ? "exists \(part)" : nil
    case .user: return nil
    }
  }

  /// Limits the rule to requests that do not yet have the change. Without a condition for them, limits it to new
  /// windows, whose URLs the step loads in the main frame; nil if the rule already tests the frame.
  private static func fix(_ rule: Rule, _ step: Step) -> Fix? {
    var testsFrame = false
    rule.condition?.core.eachTest { value, _ in if value == .input(.frame) { testsFrame = true } }
    let open = unchanged(step)
    if testsFrame, open == nil { return nil }
    let test = open ?? "frame == new"
    return .require(test, in: rule)
  }

  static let page = Page(
    "endless-load", .error, "`load url` that leads to the same rule again, also through others",
    fixes: .meaning,
    canBeIgnored: true)
}
