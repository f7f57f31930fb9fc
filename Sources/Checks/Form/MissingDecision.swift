import Diagnostics
import Interpreter
import Semantics
import Syntax
import Text

/// The check `missing-decision`.
enum MissingDecision {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    if isTestCase(location, input) {
      let decision = decision(ofTestCase: location, input)
      return page.finding(
        "test case has no decision", at: location,
        label: "expected `allow`, `cancel`, `download` or `popup` at the end",
        help: decision.map { "add `\($0)`, the decision of the chain, if it is the right one" }
          ?? "add the decision that you expect of the chain",
        fix: decision.map { .replace(location.end, with: " " + $0, isSafe: false) })
    }
    return page.finding(
      "rule has no decision", at: location,
      label: "expected `allow`, `cancel`, `download`, `popup`, `continue` or `leave` at the end",
      help: "add `cancel` if the app has handled the request, or `continue` to continue with the"
        + " next rule",
      fix: .replace(location.end, with: " cancel", isSafe: false))
  }

  private static func isTestCase(_ location: Location, _ input: CheckInput) -> Bool {
    input.trees[Int(location.file.index)].declarations.contains { declaration in
      guard case .test(let test) = declaration else { return false }
      return test.cases.contains { $0.span == location.span }
    }
  }

  /// The chain's decision about the request of a test case; nil if errors hide it, or if the chain runs other steps.
  private static func decision(ofTestCase location: Location, _ input: CheckInput) -> String? {
    let number = Int(location.file.index)
    // A provisional decision completes the case.
    var bytes = input.files[number].bytes
    bytes.insert(contentsOf: " allow".utf8, at: Int(location.span.end))
    var trees = input.trees
    trees[number] = SyntaxTree.parse(SourceFile(name: input.files[number].name, bytes: bytes))
    let rules = Resolution(trees) { _ in [] }.rules
    for test in rules.tests {
      guard var one = test.cases.first(where: { $0.location.start == location.start }) else {
        continue
      }
      guard Gaps(rules).chains.contains(Int(test.chain.index)) == false else { return nil }
      let interpreter = Interpreter(test.chain, in: rules)
      guard let outcome = TestVerdict(one, interpreter)?.outcome else { return nil }
      one.decision = outcome.decision
      guard TestVerdict(one, interpreter)?.holds == true else { return nil }
      return RuleLanguagePrinter(rules).text(outcome.decision)
    }
    return nil
  }

  static let page = Page(
    "missing-decision", .error, "a rule without a decision",
    fixes: .meaning)
}
