import Interpreter
package import Requests
import Semantics
package import Syntax
package import Text

/// The result of one test case, for display next to the case.
package struct TestCaseResult: Sendable {
  fileprivate let run: TestRun.CaseRun

  package var location: Location { run.test.location }
  package var holds: Bool { run.verdict.holds }
  package var chain: ChainName { run.chain }

  /// The outcome of the chain in the rule language.
  package var outcome: String {
    RuleLanguagePrinter(run.interpreter.rules).text(run.verdict.outcome)
  }

  /// The expected and the actual steps and decision, one in each line.
  package var difference: String {
    let lines = run.difference.map { line in
      switch line {
      case .same(let line): "  " + line
      case .missing(let line): "- " + line
      case .extra(let line): "+ " + line
      }
    }
    return (lines + run.refusals).joined(separator: "\n")
  }

  /// A query for the trace of the test's request; nil if its URL is invalid.
  package var query: TraceQuery? {
    var query = TraceQuery(run.test, of: run.interpreter.rules)
    query?.chain = chain
    return query
  }
}

extension TestRun {
  /// The results of all cases, in the order of the source.
  package var caseResults: [TestCaseResult] {
    sets.flatMap { $0.cases }.map { TestCaseResult(run: $0) }
  }

  /// The rules that match in no test, in the order of the source.
  package var uncoveredRules: [Location] { sets.flatMap { $0.uncovered } }
}

extension LoadedRuleSet {
  /// The edit after which a failing test case expects the actual outcome of its chain.
  ///
  /// - Parameters:
  ///   - test: the location of the case.
  ///   - trees: the trees of the files, one for each.
  /// - Returns: nil if the case passes, or if it would not pass after the edit.
  package func edit(
    acceptingOutcomeOf test: Location, _ trees: [SyntaxTree]
  ) -> (location: Location, text: String)? {
    let number = Int(test.file.index)
    guard let written = trees[number].testCase(test.span), let decision = written.decision,
      let verdict = verdict(rules, of: test), !verdict.holds
    else { return nil }
    let start = written.steps.first?.span.start ?? decision.span.start
    let old = Span(start, decision.span.end)
    let text = RuleLanguagePrinter(rules).text(verdict.outcome)
    var bytes = files[number].bytes
    bytes.replaceSubrange(Int(old.start)..<Int(old.end), with: Array(text.utf8))
    var changed = trees
    changed[number] = SyntaxTree.parse(SourceFile(name: files[number].name, bytes: bytes))
    guard changed[number].faults.isEmpty,
      self.verdict(Resolution(changed) { _ in [] }.rules, of: test)?.holds == true
    else { return nil }
    return (Location(test.file, old), text)
  }

  /// The verdict of the case that starts at the location; nil if there is no such case.
  private func verdict(_ rules: RuleSet, of test: Location) -> TestVerdict? {
    for block in rules.tests {
      let found = block.cases.first {
        $0.location.file == test.file && $0.location.span.start == test.span.start
      }
      if let found { return TestVerdict(found, Interpreter(block.chain, in: rules)) }
    }
    return nil
  }
}

extension SyntaxTree {
  fileprivate func testCase(_ span: Span) -> TestCaseSyntax? {
    for case .test(let syntax) in declarations {
      if let found = syntax.cases.first(where: { $0.span == span }) { return found }
    }
    return nil
  }
}
