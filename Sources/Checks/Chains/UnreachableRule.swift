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
          "no request reaches this rule: \(chains) ignores requests of its frames",
          at: rule.head, label: "never reached",
          help: "add `frames all` to the chain, or delete the rule")
      }
      var finding = page.finding(
        "no request reaches this rule in \(chains): it is shadowed", at: rule.head,
        label: cover.count == 1
          ? "every request it matches is already handled by an earlier rule"
          : "every request it matches is already handled by earlier rules",
        related: related(cover, first, facts),
        help: remedy(cover, first, facts), fix: fix(cover, first, facts))
      finding.witness = (cover.first?.witness).map { RuleLanguagePrinter.requestText($0) }
      return finding
    }
  }

  /// True if a neighbouring rule with the same condition shadows it, so that reordering cannot help.
  static func isTwin(
    _ cover: [ChainAnalysis.Cover], _ own: FlatChain.Entry, _ other: FlatChain.Entry
  ) -> Bool {
    cover.count == 1 && cover[0].isTwin && own.uses == other.uses
  }

  /// Moves the rule, or the `use` that inserts it, before the first rule that shadows it; deletes it if
  /// that would only swap the two.
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

  /// The item to move: whole `use` lines if the rules are not in the same place.
  private static func remedy(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> String {
    let entries = facts.analyses[occurrence.chain].chain.entries
    if let first = cover.first,
      isTwin(cover, entries[occurrence.entry], entries[first.entry])
    {
      return "delete one of the two: both have the same condition"
    }
    let own = entries[occurrence.entry].uses
    let other = cover.first.map { entries[$0.entry].uses } ?? []
    let shared = zip(own, other).prefix { $0 == $1 }.count
    func use(_ uses: [Location]) -> String? {
      uses.count > shared ? "`\(facts.input.text(uses[shared]))`" : nil
    }
    let those = cover.count == 1 ? "that rule" : "those rules"
    return "move \(use(own) ?? "it") before \(use(other) ?? those), or delete the rule"
  }

  /// The covering rules, each with a request that it handles.
  static func related(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> [Finding.Related] {
    cover.map { one in
      let taker = facts.rule(ChainFacts.Occurrence(chain: occurrence.chain, entry: one.entry))
      return Finding.Related("handles \(Prose.request(one.witness))", at: taker.head)
    }
  }

  static let page = Page(
    "unreachable-rule", .error, "a rule that no request reaches", fixes: .meaning,
    canBeIgnored: true,
    """
    A chain tries its rules in order, and the first that matches decides. Earlier rules handle every
    request that this one matches: it is *shadowed* and has no effect. Each of those rules is shown
    with a request that both match.

    This is proved: `bascule` compares what the conditions mean, not how they are written. `attempt` and
    `continue` rules shadow nothing, because the next rule is tried after them. A rule of a handler is
    reported for the chains in which it is unreachable, though others may reach it.

    A typical cause is a general rule that was added before a special one.

    ```bascule wrong
    screen Product(id: String)
    chain Default {
      when path hasPrefix "/p" download
      when path like "/product/{id}" present Product(id: id) cancel
      otherwise allow
    }
    ```

    The special rule comes first:

    ```bascule right
    screen Product(id: String)
    chain Default {
      when path like "/product/{id}" present Product(id: id) cancel
      when path hasPrefix "/p" download
      otherwise allow
    }
    ```

    Requests of sub-frames reach a chain only with `frames all`.

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
