import Diagnostics
import Interpreter
import Reachability
import Semantics
import Syntax
import Text

/// The check `contradictory-condition`.
enum ContradictoryCondition {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.contradictoryRules.compactMap { occurrences in
      guard let first = occurrences.first, facts.status(first) == .contradictory,
        case .unreachable(.contradictory(let parts)) = facts.reachability(first),
        !facts.input.hasNeverEqual(facts.rule(first).location)
      else { return nil }
      guard let last = parts.last else {
        return page.finding("condition is never true", at: facts.rule(first).head)
      }
      if parts.count == 1 { return finding(last, facts.rule(first), facts.input) }
      let fix =
        membership(parts, of: facts.rule(first).location, facts.input)
        ?? disjunction(parts, of: facts.rule(first).location, facts.input)
      return page.finding(
        parts.count == 2
          ? "parts of this rule are never true together"
          : "these parts of the rule are never true together",
        at: last, label: "never true together with the other part\(parts.count == 2 ? "" : "s")",
        related: parts.dropLast().map { Finding.Related("contradicts it", at: $0) },
        help: fix?.help ?? "correct the condition, or delete the rule", fix: fix?.fix)
    }
  }

  /// The finding about a part of a condition that is never true by itself.
  private static func finding(_ part: Location, _ rule: Rule, _ input: CheckInput) -> Finding {
    if let argument = rule.arguments.first(where: { $0.location == part }),
      let cause = NeverTrueCause(argument)
    {
      return page.finding(
        "condition is never true", at: part, label: cause.why,
        help: "correct the argument, or delete the rule")
    }
    guard let comparison = input.trees.comparison(at: part), let cause = NeverTrueCause(comparison)
    else {
      return page.finding(
        "condition is never true", at: part, label: "never true",
        help: "correct the condition, or delete the rule")
    }
    let operand = Location(part.file, comparison.operandSpan)
    return page.finding(
      "condition is never true", at: part, label: cause.why,
      help: cause.meant.map { "write \(Prose.code($0))" }
        ?? "correct the condition, or delete the rule",
      fix: cause.meant.map { .replace(operand, with: $0, isSafe: false) })
  }

  private typealias HelpfulFix = (help: String, fix: Fix)

  /// Writes one comparison with a list in place of two with texts of the same value; nil if there are no such two.
  private static func membership(
    _ parts: [Location], of rule: Location, _ input: CheckInput
  ) -> HelpfulFix? {
    guard let (whole, _) = operands(parts, of: rule, input) else { return nil }
    let comparisons = parts.sorted().compactMap { input.trees.comparison(at: $0) }
    let subjects = Set(comparisons.map { input.text(Location(rule.file, $0.subject.span)) })
    let literals = comparisons.compactMap { comparison -> String? in
      guard case .literal = comparison.operand, comparison.comparison == .equal,
        comparison.ignoringCase == nil
      else { return nil }
      return input.text(Location(rule.file, comparison.operandSpan))
    }
    guard literals.count == 2, !literals.contains("true"), !literals.contains("false"),
      subjects.count == 1, let subject = subjects.first
    else {
      return nil
    }
    let text = "\(subject) in [\(literals.joined(separator: ", "))]"
    return (
      "write `\(text)`", Fix([Edit(whole, text)], .condition(rule), isSafe: false)
    )
  }

  /// Replaces the `&&` between two operands by `||`; nil if the operands are not next to each other.
  private static func disjunction(
    _ parts: [Location], of rule: Location, _ input: CheckInput
  ) -> HelpfulFix? {
    guard let (whole, count) = operands(parts, of: rule, input) else { return nil }
    let sorted = parts.sorted()
    let gap = Location(rule.file, Span(sorted[0].span.end, sorted[1].span.start))
    var edits = [Edit(gap, input.text(gap).replacing("&&", with: "||"))]
    if count > 2 {
      edits.insert(Edit(whole.start, "("), at: 0)
      edits.append(Edit(whole.end, ")"))
    }
    return ("write `||` between them", Fix(edits, .condition(rule), isSafe: false))
  }

  /// The location of two operands that are beside each other in one `&&` and the number of its operands; nil if they
  /// are not, or have a comment between them.
  private static func operands(
    _ parts: [Location], of rule: Location, _ input: CheckInput
  ) -> (whole: Location, count: Int)? {
    guard parts.count == 2, let place = RulePlace(at: rule, input), place.rule.span == rule.span,
      let condition = place.rule.condition
    else { return nil }
    let spans = parts.sorted().map { $0.span }
    guard let count = condition.conjunction(of: spans[0], spans[1]) else { return nil }
    let gap = Location(rule.file, Span(spans[0].end, spans[1].start))
    guard !input.mayHaveComment(gap) else { return nil }
    return (Location(rule.file, Span(spans[0].start, spans[1].end)), count)
  }

  static let page = Page(
    "contradictory-condition", .error, "a rule whose condition is never true",
    fixes: .meaning, canBeIgnored: true,
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
      when path[1] in ["product", "shop"] cancel
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

extension ConditionSyntax {
  /// The number of operands of the `&&` in which the two operands are neighbours; nil if there is none.
  fileprivate func conjunction(of first: Span, _ second: Span) -> Int? {
    switch self {
    case .constant, .reference, .exists, .comparison: return nil
    case .not(let inner, _), .parenthesized(let inner, _):
      return inner.conjunction(of: first, second)
    case .any(let parts, _):
      return parts.lazy.compactMap { $0.conjunction(of: first, second) }.first
    case .all(let parts, _):
      let areBeside = zip(parts, parts.dropFirst())
        .contains { $0.span == first && $1.span == second }
      if areBeside { return parts.count }
      return parts.lazy.compactMap { $0.conjunction(of: first, second) }.first
    }
  }
}
