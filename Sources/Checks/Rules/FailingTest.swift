import Diagnostics
import DispatchTables
import Interpreter
import Semantics
import Text

/// The check `failing-test`.
enum FailingTest {
  static func findings(_ input: CheckInput) -> [Finding] {
    let printer = RuleLanguagePrinter(input.rules)
    var chains = TestedChains(input.rules)
    return input.rules.tests.flatMap { block -> [Finding] in
      let chain = chains[block.chain]
      return block.cases.compactMap { test in
        guard let verdict = chain.verdict(test), !verdict.holds else { return nil }
        let outcome = Prose.code(printer.text(verdict.outcome))
        let rule = verdict.outcome.entry.map { chain.interpreter.chain.rules[$0] }
        return page.finding(
          "test fails: the outcome is \(outcome)", at: test.location,
          label: "expects another outcome",
          related: rule.map { [Finding.Related("decided here", at: $0.head)] } ?? [],
          help: "correct the rules, or expect \(outcome)")
      }
    }
  }

  static let page = Page(
    "failing-test", .warning, "a test case whose request has another outcome")
}
