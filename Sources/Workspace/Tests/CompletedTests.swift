import Interpreter
package import Text

/// A rule set whose tests reach every reachable rule.
package struct CompletedTests: Sendable {
  /// The changed files of the set, with their numbers and new contents.
  package let files: [(number: Int, file: SourceFile)]
  /// The set with the changed files.
  package let set: LoadedRuleSet
  /// The number of cases that were added.
  package let added: Int
}

extension Workspace {
  /// Adds a test case for each rule that no test reaches.
  ///
  /// - Parameter set: the loaded `input`, without errors.
  /// - Throws: an error if the new files would have errors or the new tests would not pass.
  package static func completeTests(
    _ set: LoadedRuleSet, of input: RuleSetInput
  ) throws(QueryError) -> CompletedTests {
    let run = TestRun([set])
    let suggested = run.sets[0].suggestedTests
    let changed = set.files(adding: suggested)
    if changed.isEmpty { return CompletedTests(files: [], set: set, added: 0) }
    var input = input
    for (number, file) in changed { input.files[number] = file }
    let completed = load(input, set.severities)
    let check = TestRun([completed])
    let reached = Set(suggested.cases.flatMap { $0.rules })
    guard !completed.hasErrors, check.failed == run.failed,
      check.passed == run.passed + suggested.cases.count,
      check.uncoveredCount == run.uncoveredCount - reached.count
    else {
      let name = changed.keys.min().map { set.files[$0].name } ?? ""
      throw QueryError(
        "the tests generated for `\(name)` fail, so nothing is written",
        help: "this is a bug in bascule")
    }
    return CompletedTests(
      files: changed.keys.sorted().map { ($0, changed[$0]!) }, set: completed,
      added: suggested.cases.count)
  }
}
