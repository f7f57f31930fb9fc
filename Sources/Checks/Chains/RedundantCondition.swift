import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// `redundant-condition`
enum RedundantCondition {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    var findings: [Finding] = []
    for occurrences in facts.rules
    where !RedundantRule.isRedundant(occurrences, facts) && facts.hasAllPlaces(occurrences) {
      let places = facts.reachedPlaces(occurrences)
      guard let first = places.first else { continue }
      for part in facts.analyses[first.chain].alwaysTrue[first.entry]
      where places.allSatisfy({ facts.analyses[$0.chain].alwaysTrue[$0.entry].contains(part) }) {
        let isAll = facts.rule(first).condition?.location == part
        // Reported by its effect on the rules below.
        if isAll, facts.shadowing.contains(where: { facts.rule($0.occurrence).head == part }) {
          continue
        }
        findings.append(
          page.finding(
            "condition is always true here", at: part,
            label: isAll
              ? "true for every request that reaches the rule"
              : "true for every request that reaches the rule and satisfies the rest",
            help: isAll ? "write `otherwise` at the end of the chain" : "delete this part",
            fix: isAll ? nil : fix(part, facts.rule(first), facts.input)))
      }
    }
    return findings
  }

  /// Deletes the part and one `&&` beside it; nil if there are brackets or comments between them.
  private static func fix(_ part: Location, _ rule: Rule, _ input: CheckInput) -> Fix? {
    guard case .all(let parts, _)? = rule.condition,
      let index = parts.firstIndex(where: { $0.location == part })
    else { return nil }
    let isFirst = index == 0
    let (left, right) = isFirst ? (part, parts[1].location) : (parts[index - 1].location, part)
    guard left.span.end <= right.span.start else { return nil }
    let between = input.text(Location(part.file, Span(left.span.end, right.span.start)))
    guard between.filter({ !$0.isWhitespace }) == "&&" else { return nil }
    let cut =
      isFirst ? Span(part.span.start, right.span.start) : Span(left.span.end, part.span.end)
    return Fix(
      [Edit(Location(part.file, cut), "")], .condition(rule.location),
      isSafe: !input.mayHaveComment(Location(part.file, cut)))
  }

  static let page = Page(
    "redundant-condition", .warning, "a part of a condition that is always true",
    fixes: .safe,
    """
    Every request that reaches the rule and satisfies the rest of its condition satisfies this part
    too, so it has no effect. Often something else was intended.

    Earlier rules count: after `when scheme != "https" cancel` every request has `https`. Arguments of
    the rule's steps do not: `exists query.q` before `Search(term: query.q)` may be written explicitly.
    A part of a handler's rule is reported only if it is always true in every chain that reaches it.

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
