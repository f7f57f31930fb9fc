import Diagnostics
import Syntax
import Text

/// The check `misplaced-attempt`.
enum MisplacedAttempt {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let (help, fix) = fix(location, input)
    return page.finding(why, at: location, help: help, fix: fix)
  }

  private static func fix(_ step: Location, _ input: CheckInput) -> (help: String, fix: Fix?) {
    guard let place = RulePlace(at: step, input),
      let index = place.rule.steps.firstIndex(where: { $0.span == step.span })
    else { return ("put `attempt` first", nil) }
    if [.continue, .leave].contains(place.rule.decision?.keyword) {
      guard case .attempt = place.rule.steps[index].kind else {
        return ("end the rule in the decision for the case that the URL was opened", nil)
      }
      let word = Location(step.file, Span(step.span.start, step.span.start + 7))
      return ("write `perform`", .replace(word, with: "perform", isSafe: false))
    }
    let first = place.rule.steps[0]
    switch first.kind {
    case .attempt, .attemptOpen: return ("write a rule of its own for each `attempt`", nil)
    default: break
    }
    let gap = Location(
      step.file, Span(place.rule.steps[index - 1].span.end, step.span.start))
    let edits = [
      Edit(place.location(first.span).start, input.text(step) + " "), Edit(gap, ""), Edit(step, ""),
    ]
    return (
      "put `attempt` first", input.mayHaveComment(gap) ? nil : Fix(edits, isSafe: false)
    )
  }

  static let page = Page(
    "misplaced-attempt", .error,
    "`attempt` that is not the first step, or comes before `continue` or `leave`", fixes: .meaning)
}
