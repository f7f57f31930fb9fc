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
        !hasNeverEqual(facts.rule(first).location, facts.input.neverEqual)
      else { return nil }
      guard let last = parts.last else {
        return page.finding("no request has this", at: facts.rule(first).head)
      }
      if parts.count == 1 {
        return page.finding(
          "no request has this", at: last, label: "never true",
          help: "write what was meant, or delete the rule")
      }
      return page.finding(
        parts.count == 2
          ? "no request has both parts of this rule"
          : "no request has these parts of the rule together",
        at: last, label: "never together with the other part\(parts.count == 2 ? "" : "s")",
        related: parts.dropLast().map { Finding.Related("excludes it", at: $0) },
        help: "write what was meant, or delete the rule")
    }
  }

  /// Whether `never-equal` has told why already.
  private static func hasNeverEqual(_ rule: Location, _ places: [Location]) -> Bool {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < rule { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].file == rule.file
      && places[low].span.start < rule.span.end
  }

  static let page = Page(
    "contradictory-condition", .error, "a rule that asks for what no request has",
    canBeIgnored: true,
    """
    No URL, frame, navigation type and flags meet this rule's own condition, whatever the other rules
    of the chain say. The parts that exclude each other are shown; mostly `&&` was written where `||`
    was meant, or a value was looked for where it never stands.

    What a step hands over counts too: `Product(id: path[2])` with `id: Int` asks for a second
    component that is a number.

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

    No URL has a host with a blank, and none with `http` or `https` is without one.

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
