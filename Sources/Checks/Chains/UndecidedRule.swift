import Diagnostics
import Interpreter
import Reachability
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
          : "no request was found, and no proof that there is none; the most was asked of \(component)",
        help: undecided.reason == .budget
          ? "say less with `||` and in regular expressions, or put the rule further up in the chain"
          : "ask less of \(component), in this rule and those before it")
    }
  }

  static let page = Page(
    "undecided", .warning, "a rule of which it is not known whether any request reaches it",
    """
    Whether a rule is reached is proved either way, within a budget of steps that is the same on every
    machine. Here the proof did not come to an end, so neither a request that reaches the rule nor the
    rules that shadow it can be named. The rule works as it is written.

    That happens where very many rules about the same values overlap, and where regular expressions look
    far back from the end of a text. Below, what stands before the last sixteen characters is asked to be
    `a` and to be `b`; that no path has both comes out only when all that these characters can be has been
    looked at.

    ```bascule wrong
    chain Default {
      when path matches /.*a.{16}/ && path matches /.*b.{16}/ cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path matches /.*[ab].{16}/ cancel
      otherwise allow
    }
    ```
    """)
}
