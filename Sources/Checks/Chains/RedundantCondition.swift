import Decisions
import Diagnostics
import Semantics
import Text

/// `redundant-condition`
enum RedundantCondition {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    var findings: [Finding] = []
    for occurrences in facts.rules where !RedundantRule.isRedundant(occurrences, facts) {
      let places = facts.reachedPlaces(occurrences)
      guard let first = places.first else { continue }
      for part in facts.analyses[first.chain].alwaysTrue[first.entry]
      where places.allSatisfy({ facts.analyses[$0.chain].alwaysTrue[$0.entry].contains(part) }) {
        let isAll = facts.rule(first).condition?.location == part
        findings.append(
          page.finding(
            "this is always true here", at: part,
            label: isAll
              ? "every request that comes so far has it"
              : "every request that comes so far and has the rest has it too",
            help: isAll ? "write `otherwise` at the end of the chain" : "leave it out"))
      }
    }
    return findings
  }

  static let page = Page(
    "redundant-condition", .warning, "a part of a condition that is always true where it stands",
    """
    Every request that gets past the earlier rules and meets the rest of this condition meets this part
    too, so it says nothing. Often it stands for something else that was meant.

    Earlier rules count: after `when scheme != "https" cancel` there is nothing but `https`. What the
    rule's steps hand over does not: `exists query.q` before `Search(term: query.q)` may be written out.
    A part of a handler's rule is reported only where it is always true in every chain that reaches it.

    ```bascule wrong
    chain Default {
      when path hasPrefix "/shop/" && path.count > 1 cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path hasPrefix "/shop/" && path.count > 3 cancel
      otherwise allow
    }
    ```
    """)
}
