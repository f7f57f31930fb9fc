import Diagnostics
import Reachability
import Semantics
import Text
import WebURL

/// The check `unsafe-load`.
enum UnsafeLoad {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    let found = facts.reachedRules.compactMap { refused($0, facts) }
    let places = Set(found.map { $0.location })
    return found
      + facts.unsafeFindings(page, "load", isStep: isLoad).filter { !places.contains($0.location) }
  }

  private static func isLoad(_ kind: Step.Kind) -> Bool {
    if case .loadURL = kind { true } else { false }
  }

  /// The finding about a rule whose step refuses every URL that the condition permits; nil for other rules.
  private static func refused(
    _ occurrences: [ChainFacts.Occurrence], _ facts: ChainFacts
  ) -> Finding? {
    guard
      let place = occurrences.first(where: { facts.analyses[$0.chain].refusedLoads[$0.entry] }),
      let witness = facts.requestReaching(place.chain, place.entry),
      let step = facts.rule(place).steps.last(where: { isLoad($0.kind) }),
      let loaded = facts.rule(place).loadedSchemes
    else { return nil }
    let scheme = witness.url.scheme
    var finding = page.finding(
      "`load url` loads nothing: the app refuses each URL that the condition permits",
      at: step.location, label: "for example \(Prose.request(witness))",
      help: Rule.schemesOfScripts.contains(scheme)
        ? "delete the step, or test for one of the schemes that it loads: \(Prose.list(loaded, "and"))"
        : "name the scheme, as in `scheme == \"\(scheme)\"`: the condition names none, and then only \(Prose.list(loaded, "and")) are loaded"
    )
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  static let page = Page(
    "unsafe-load", .warning, "`load url` for URLs that a page must not choose",
    fixes: .meaning, security: "7.0")
}
