import Decisions
import Diagnostics
import Semantics
import Text

/// `undecided`
enum UndecidedRule {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.rules.compactMap { occurrences in
      let open = occurrences.filter {
        if case .undecided = facts.reachability($0) { return true }
        return false
      }
      guard let first = open.first, case .undecided(let undecided) = facts.reachability(first)
      else {
        return nil
      }
      let component = undecided.component.map { "`\($0)`" } ?? "the URL"
      return page.finding(
        "it could not be decided whether any request reaches this rule in \(facts.chainNames(open))",
        at: facts.rule(first).head,
        label: undecided.reason == .budget
          ? "too many cases; the most were about \(component)"
          : "the rules look at \(component) in two ways that hang together",
        help: undecided.reason == .budget
          ? "say less with `||`, or put the rule further up in the chain"
          : "ask either how the URL is written or what it holds, in this rule and those before it")
    }
  }

  static let page = Page(
    "undecided", .warning, "a rule of which it is not known whether any request reaches it",
    """
    Whether a rule is reached is proved either way, within a budget of steps that is the same on every
    machine. Here the proof did not come to an end, so neither a request that reaches the rule nor the
    rules that shadow it can be named. The rule works as it is written.

    That happens where very many rules about the same values overlap, and where rules look at one part
    of the URL in two ways: `url like "…?…"` and `url like "tel:*"` see the text as it is written, and
    `query.name`, `path` and `host` what it holds.

    ```bascule wrong
    chain Default {
      when url like "https://a.com/?sort=*" && query.sort hasPrefix "é" && query.page == "2" cancel
      when url like "https://a.com/?sort=x" && query.sort == "y" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when url like "https://a.com/" && query.sort hasPrefix "é" && query.page == "2" cancel
      when url like "https://a.com/" && query.sort == "y" cancel
      otherwise allow
    }
    ```
    """)
}
