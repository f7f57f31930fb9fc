import Automata
import RandomRules
import Requests
import TestSupport
import Testing

@testable import PatternMatching

/// Tests that automata accept the texts that their expressions match, are as small as possible, and exist only if they
/// are fast.
@Suite struct ExpressionMatcherTests {
  private func expression(_ pattern: String, ignoreCase: Bool = false) throws -> RegularExpression {
    try RegularExpression.parse(pattern, ignoreCase: ignoreCase).get()
  }

  private func matcher(_ pattern: String) throws -> ExpressionMatcher? {
    ExpressionMatcher(try expression(pattern))
  }

  @Test(
    arguments: [
      ("(a|b)*", "[ba]*"), ("a{2,}", "aaa*"), ("((a|b)*)*x|[ab]*y", "[ab]*[xy]"),
      ("a?a?a?", "a{0,3}"),
      ("^a$", "a"), ("(^a|b)c", "(a|b)c"), ("a|^b|c$", "[a-c]"), ("(a|aa){5}", "a{5,10}"),
      (".*foo.{0,9}bar.*", "(.*foo.{0,9}bar.*)+"), ("[^a]|a", "(.|\\s)"),
    ])
  func equalLanguagesHaveEqualAutomata(_ one: String, _ other: String) throws {
    let automaton = try #require(try matcher(one))
    #expect(try matcher(other) == automaton)
  }

  /// Tests the number of states, including the state from which nothing is accepted.
  @Test(
    arguments: [
      ("", 2), ("a", 3), ("[ab]*[xy]", 3), ("(.|\\s)*secret(.|\\s)*", 8), ("[a-z]{1,20}", 22),
      (".*", 2),
      ("(.*a.{3}|.*b.{4})x*", 33), ("[^a]", 3), (".{0,9}", 11), ("é", 4), ("[é-ü]{1,50}", 102),
    ])
  func tablesAreMinimal(_ pattern: String, _ count: Int) throws {
    guard case .table(let table) = try matcher(pattern) else {
      Issue.record("\(pattern) has no table")
      return
    }
    #expect(table.stateCount == count)
  }

  /// Tests expressions with too many states for a table. Sets of bits are used for up to 255 states and eight groups
  /// that branch.
  @Test(arguments: [".*a.{12}", ".*a.{100}b.{100}", ".*(foo|bar|x|y).{20}(k|l)*z", ".*[é-ü].{12}"])
  func largeExpressionsHaveBits(_ pattern: String) throws {
    guard case .positions = try matcher(pattern) else {
      Issue.record("\(pattern) needs no bits")
      return
    }
    #expect(ExpressionMatcher.exists(for: try expression(pattern)))
  }

  /// Tests expressions for which neither a table nor sets of bits are small enough.
  @Test(arguments: [
    ".*a.{300}", "(.*a.{80}|.*b.{90}){3}", "(.*(ab|cd|ef).{90}){3}", ".*a(.b?){60}",
  ])
  func someExpressionsAreRefused(_ pattern: String) throws {
    #expect(try matcher(pattern) == nil)
    #expect(!ExpressionMatcher.exists(for: try expression(pattern)))
  }

  /// Tests anchors inside of groups, which must not take time exponential in the depth.
  @Test func nestedAnchorsAreQuick() throws {
    let pattern = String(repeating: "(", count: 60) + "^a" + String(repeating: "|b)c", count: 60)
    #expect(try matcher(pattern)?.matches(("a" + String(repeating: "c", count: 60)).utf8) == true)
  }

  /// Compares automata with the derivatives of the language, which the analysis uses.
  @Test(.seeded) func acceptsWhatTheAnalysisSays() throws {
    var patterns = RandomPatterns(seed: Seed.of(51))
    var matchers = 0
    var members = 0
    for _ in 0..<TestOptions.cases(150, long: 20_000) {
      let pattern = patterns.expression(depth: 4)
      let ignoreCase = patterns.random.once(in: 4)
      let expression = try expression(pattern, ignoreCase: ignoreCase)
      let matcher = ExpressionMatcher(expression)
      #expect(ExpressionMatcher.exists(for: expression) == (matcher != nil), "/\(pattern)/")
      guard let matcher else { continue }
      matchers += 1
      let store = LanguageStore()
      let language = ExpressionLanguages(store).language(of: expression)
      for _ in 0..<20 {
        let text = patterns.text(length: 12)
        let isMember = store.contains(language, text)
        members += isMember ? 1 : 0
        #expect(matcher.matches(text.utf8) == isMember, "/\(pattern)/ \(ignoreCase) \(text)")
      }
    }
    #expect(matchers > 140 && members > 100)
  }
}
