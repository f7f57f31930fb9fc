import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `unreachable-handler`.
enum UnreachableHandler {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.deadUses.map { use in
      let chain = facts.chainName(use.chain)
      let place = use.uses[use.uses.count - 1]
      let name = facts.input.text(place).split { $0.isWhitespace }.last ?? ""
      var related: [Finding.Related] = []
      var witness: String?
      var fix: Fix?
      var isRepeated = false
      for entry in use.entries {
        let occurrence = ChainFacts.Occurrence(chain: use.chain, entry: entry)
        guard case .unreachable(.shadowed(let cover)) = facts.reachability(occurrence) else {
          continue
        }
        for one in UnreachableRule.related(cover, occurrence, facts)
        where !related.contains(where: { $0.location == one.location }) {
          related.append(one)
        }
        fix = fix ?? UnreachableRule.fix(cover, occurrence, facts)
        isRepeated = isRepeated || UnreachableRule.repeatedUse(cover, occurrence, facts) == place
        witness = witness ?? (cover.first?.witness).map { RuleLanguagePrinter.requestText($0) }
      }
      var finding = page.finding(
        "no \(facts.subject(use.chain)) reaches any rule of `\(name)` in `\(chain)`: "
          + (related.isEmpty
            ? "the chain ignores their frames" : "they are shadowed"),
        at: place,
        label: use.entries.count == 1
          ? "its only rule is unreachable here"
          : "all of its \(use.entries.count) rules are unreachable here",
        related: related,
        help: isRepeated
          ? "delete it: the chain contains these rules already"
          : "move the `use` before the rules that shadow it, or delete it",
        fix: use.uses.count == 1 ? fix : nil)
      finding.witness = witness
      return finding
    }
  }

  static let page = Page(
    "unreachable-handler", .error, "a handler none of whose rules is reachable in a chain",
    fixes: .meaning,
    canBeIgnored: true)
}
