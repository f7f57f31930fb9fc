import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The check `optional-cancel`.
enum OptionalCancel {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.reachedRules.compactMap { occurrences in
      for occurrence in occurrences {
        let analysis = facts.analyses[occurrence.chain]
        guard let witness = analysis.passedCancels[occurrence.entry] else { continue }
        return finding(facts, occurrence, witness)
      }
      return nil
    }
  }

  private static func finding(
    _ facts: ChainFacts, _ occurrence: ChainFacts.Occurrence, _ witness: Witness
  ) -> Finding? {
    let (input, rule) = (facts.input, facts.rule(occurrence))
    let interpreter = Interpreter(facts.analyses[occurrence.chain].chain, in: input.rules)
    let outcome = interpreter.decide(witness.request)
    let results = outcome.tried.first { $0.entry == occurrence.entry }.map { $0.result }
    guard case .unusable(let unusable)? = results else { return nil }
    let printer = RuleLanguagePrinter(input.rules)
    let value = unusable.subject?.text ?? unusable.parameter
    let decision = printer.text(outcome.decision)
    let how =
      unusable.value == nil
      ? "by leaving out `\(value)`"
      : "by a `\(value)` that is no `\(printer.text(unusable.type))`"
    var related: [Finding.Related] = []
    if let entry = outcome.entry {
      related = [.init("decides `\(decision)`", at: interpreter.chain.rules[entry].head)]
    }
    let condition = rule.isAlways ? nil : rule.ownCondition.map { input.text($0.location) }
    let isShort = condition.map { !$0.contains("\n") && $0.utf8.count <= 80 } ?? false
    let block = condition.map { "when \($0) cancel" }
    var finding = page.finding(
      "a page can turn this `cancel` into `\(decision)` \(how)", at: unusable.location,
      label: "for example \(Prose.request(witness))", related: related,
      help: (isShort ? block : nil).map {
        "write `\($0)` after this rule, or give `\(unusable.parameter)` an optional type"
      }
        ?? "write a rule after this one that cancels what it does not match, or give `\(unusable.parameter)` an optional type",
      fix: block.flatMap { Fix.insert($0, after: rule.location, input) })
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  static let page = Page(
    "optional-cancel", .warning, "`cancel` that a page can avoid by leaving out an argument",
    fixes: .meaning, security: "5.3",
    """
    A rule matches only if its arguments exist and convert, and a page chooses them. Here the condition
    holds, an argument is missing or has another form, and so a later rule, or the end of the chain, lets
    the request pass. Who reads the rule sees a block; the page sees a way around it.

    ```bascule wrong
    action note(id: String)
    chain Default {
      when host == "ads.example" perform note(id: query.id) cancel
      otherwise allow
    }
    ```

    A second rule cancels what the first one does not match:

    ```bascule right
    action note(id: String)
    chain Default {
      when host == "ads.example" perform note(id: query.id) cancel
      when host == "ads.example" cancel
      otherwise allow
    }
    ```

    A parameter with an optional type takes a missing value as nil:

    ```bascule right
    action note(id: String?)
    chain Default {
      when host == "ads.example" perform note(id: query.id) cancel
      otherwise allow
    }
    ```

    If such requests are to pass, a comment says so:

    ```bascule right
    action note(id: String)
    chain Default {
      // bascule:ignore optional-cancel -- without an id it is a page of ours
      when host == "ads.example" perform note(id: query.id) cancel
      otherwise allow
    }
    ```

    A rule with `present` or `push` shows a screen in place of a page, so it has no such finding: without the
    values of the screen there is nothing to show, and the page remains.
    """)
}
