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
      let correction = correction(parts, of: facts.rule(first).location, facts.input)
      return page.finding(
        parts.count == 2
          ? "parts of this rule are never true together"
          : "these parts of the rule are never true together",
        at: last, label: "never true together with the other part\(parts.count == 2 ? "" : "s")",
        related: parts.dropLast().map { Finding.Related("contradicts it", at: $0) },
        help: correction?.help ?? "correct the condition, or delete the rule",
        fix: correction?.fix)
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

  /// Writes `in` and a list in place of two comparisons of one value, or `||` in place of `&&`.
  ///
  /// - Returns: nil if the parts are not two operands next to each other, or if a comment is between them.
  private static func correction(
    _ parts: [Location], of rule: Location, _ input: CheckInput
  ) -> (help: String, fix: Fix)? {
    guard parts.count == 2, let place = RulePlace(at: rule, input), place.rule.span == rule.span,
      let condition = place.rule.condition
    else { return nil }
    let sorted = parts.sorted()
    let (first, second) = (sorted[0].span, sorted[1].span)
    guard let count = condition.conjunction(of: first, second) else { return nil }
    let gap = Location(rule.file, Span(first.end, second.start))
    guard !input.mayHaveComment(gap) else { return nil }
    let whole = Location(rule.file, Span(first.start, second.end))
    if let text = membership(sorted, input), !input.mayHaveComment(whole) {
      return (
        "write \(Prose.code(text))", Fix([Edit(whole, text)], .condition(rule), isSafe: false)
      )
    }
    var edits = [Edit(gap, input.text(gap).replacing("&&", with: "||"))]
    if count > 2 {
      edits.insert(Edit(whole.start, "("), at: 0)
      edits.append(Edit(whole.end, ")"))
    }
    return ("write `||` between them", Fix(edits, .condition(rule), isSafe: false))
  }

  /// Returns one comparison with a list for comparisons of one value; nil for other conditions.
  private static func membership(_ parts: [Location], _ input: CheckInput) -> String? {
    var subjects: Set<String> = []
    var values: [String] = []
    for part in parts {
      guard let comparison = input.trees.comparison(at: part), comparison.comparison == .equal,
        case .literal = comparison.operand, comparison.ignoringCase == nil
      else { return nil }
      subjects.insert(input.text(Location(part.file, comparison.subject.span)))
      values.append(input.text(Location(part.file, comparison.operandSpan)))
    }
    // `true` and `false` cannot be in a list.
    guard subjects.count == 1, let subject = subjects.first,
      !values.contains("true"), !values.contains("false")
    else { return nil }
    return "\(subject) in [\(values.joined(separator: ", "))]"
  }

  static let page = Page(
    "contradictory-condition", .error, "a rule whose condition is never true",
    fixes: .meaning, canBeIgnored: true)
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
