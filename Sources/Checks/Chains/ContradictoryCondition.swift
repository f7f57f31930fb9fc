import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// `contradictory-condition`
enum ContradictoryCondition {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.rules.compactMap { occurrences in
      guard let first = occurrences.first,
        case .unreachable(.contradictory(let parts)) = facts.reachability(first),
        !facts.input.hasNeverEqual(facts.rule(first).location)
      else { return nil }
      guard let last = parts.last else {
        return page.finding("condition is never true", at: facts.rule(first).head)
      }
      if parts.count == 1 {
        return page.finding(
          "condition is never true", at: last, label: "never true",
          help: "correct the condition, or delete the rule")
      }
      return page.finding(
        parts.count == 2
          ? "parts of this rule are never true together"
          : "these parts of the rule are never true together",
        at: last, label: "never true together with the other part\(parts.count == 2 ? "" : "s")",
        related: parts.dropLast().map { Finding.Related("contradicts it", at: $0) },
        help: "correct the condition, or delete the rule")
    }
  }

  static let page = Page(
    "contradictory-condition", .error, "a rule whose condition is never true",
    canBeIgnored: true,
    """
    No request satisfies this rule's own condition, whatever the other rules of the chain are. The
    contradictory parts are shown; usually `&&` was written instead of `||`, or a value is compared in
    a place where it never occurs.

    The arguments of steps count too: `Product(id: path[2])` with `id: Int` requires a second component
    that is a number.

    ```bascule wrong
    chain Default {
      when path[1] == "product" && path[1] == "shop" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path[1] == "product" || path[1] == "shop" cancel
      otherwise allow
    }
    ```

    No URL has a host with a space, and every URL with `http` or `https` has a host.

    ```bascule wrong
    chain Default {
      when scheme == "https" && !exists host cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when scheme == "app" && !exists host cancel
      otherwise allow
    }
    ```
    """)
}
