import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// `unreachable-rule`
enum UnreachableRule {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.rules.compactMap { occurrences in
      let dead = occurrences.filter {
        ChainFacts.isTaken(facts.reachability($0)) && !facts.isInDeadUse($0)
      }
      guard let first = dead.first else { return nil }
      let chains = facts.chainNames(dead)
      let rule = facts.rule(first)
      guard case .unreachable(.shadowed(let cover)) = facts.reachability(first) else {
        return page.finding(
          "no request reaches this rule: the chain \(chains) does not look at its frames",
          at: rule.head, label: "never asked",
          help: "open the chain with `frames all`, or delete the rule")
      }
      var finding = page.finding(
        "no request reaches this rule in \(chains): it is shadowed", at: rule.head,
        label: cover.count == 1
          ? "an earlier rule takes all that it asks for"
          : "earlier rules take all that it asks for together",
        related: related(cover, first, facts),
        help: remedy(cover, first, facts), fix: fix(cover, first, facts))
      finding.witness = (cover.first?.witness).map { RuleLanguagePrinter.text($0) }
      return finding
    }
  }

  /// Whether one rule takes its place that stands beside it and asks for the same: no order of the two
  /// lets both be reached.
  static func isTwin(
    _ cover: [ChainAnalysis.Cover], _ own: FlatChain.Entry, _ other: FlatChain.Entry
  ) -> Bool {
    cover.count == 1 && cover[0].isTwin && own.uses == other.uses
  }

  /// Puts the rule, or the `use` that brings it, before the first of those that take its place; deletes it
  /// where that would only turn the two about.
  static func fix(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> Fix? {
    let entries = facts.analyses[occurrence.chain].chain.entries
    guard let first = cover.map(\.entry).min() else { return nil }
    let (own, other) = (entries[occurrence.entry], entries[first])
    if isTwin(cover, own, other) {
      return .delete(own.rule.location, facts.input, isSafe: false, isAlone: true)
    }
    let shared = zip(own.uses, other.uses).prefix { $0 == $1 }.count
    func item(_ entry: FlatChain.Entry) -> Location {
      entry.uses.count > shared ? entry.uses[shared] : entry.rule.location
    }
    return .move(item(own), before: item(other), facts.input)
  }

  /// What to move: whole `use` lines where the rules do not stand in the same place.
  private static func remedy(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> String {
    let entries = facts.analyses[occurrence.chain].chain.entries
    if let first = cover.first,
      isTwin(cover, entries[occurrence.entry], entries[first.entry])
    {
      return "delete one of the two: both ask for the same"
    }
    let own = entries[occurrence.entry].uses
    let other = cover.first.map { entries[$0.entry].uses } ?? []
    let shared = zip(own, other).prefix { $0 == $1 }.count
    func use(_ uses: [Location]) -> String? {
      uses.count > shared ? "`\(facts.input.text(uses[shared]))`" : nil
    }
    let those = cover.count == 1 ? "that rule" : "those rules"
    return "put \(use(own) ?? "it") before \(use(other) ?? those), or delete the rule"
  }

  /// The covering rules, each with a request that it takes.
  static func related(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> [Finding.Related] {
    cover.map { one in
      let taker = facts.rule(ChainFacts.Occurrence(chain: occurrence.chain, entry: one.entry))
      return Finding.Related("takes \(Prose.request(one.witness))", at: taker.head)
    }
  }

  static let page = Page(
    "unreachable-rule", .error, "a rule that no request reaches", fixes: .meaning,
    canBeIgnored: true,
    """
    A chain asks its rules in order, and the first that matches decides. Earlier rules take every
    request that this one asks for: it is *shadowed*, and what it says never happens. Each of those
    rules is shown with a request that it takes and that this rule was written for.

    That is proved and not guessed: `bascule` looks at what the conditions mean, not at how they are
    written. `attempt` and `continue` rules shadow nothing, because the next rule is asked after them.
    A rule of a handler is reported for the chains in which it is dead, though others may reach it.

    In one app every product opened in the web page again, a week after a rule for all of `/p/` had
    been put before the rule that presents the screen.

    ```bascule wrong
    screen Product(id: String)
    chain Default {
      when path hasPrefix "/p" download
      when path like "/product/{id}" present Product(id: id) cancel
      otherwise allow
    }
    ```

    Here the special rule comes first.

    ```bascule right
    screen Product(id: String)
    chain Default {
      when path like "/product/{id}" present Product(id: id) cancel
      when path hasPrefix "/p" download
      otherwise allow
    }
    ```

    Requests of sub-frames never reach a chain that does not look at them.

    ```bascule wrong
    chain Default {
      when frame == sub && scheme == "http" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      frames all
      when frame == sub && scheme == "http" cancel
      otherwise allow
    }
    ```
    """)
}
