package import Decisions
package import Semantics

/// Requests, types and rules as the language writes them, for those who show them.
package struct RequestText: Sendable {
  private let wording: Wording

  package init(_ rules: RuleSet) { wording = Wording(rules: rules) }

  /// The URL, and behind `with` what is not as usual.
  package static func text(_ request: Witness) -> String { Wording.text(request) }

  /// As a string literal.
  package static func quoted(_ text: String) -> String { Wording.quoted(text) }

  package func text(_ type: ValueType) -> String { wording.text(type) }

  /// A test case that the entry of a chain takes: its request, and the steps and decision that
  /// follow. Nil where an earlier rule attempts the same action.
  package static func testCase(
    _ witness: Witness, entry: Int, of chain: ID<Chain>, in rules: RuleSet
  ) -> String? {
    let interpreter = Interpreter(chain, in: rules)
    guard
      let reaching = ReachingRequest(
        witness, to: entry, interpreter, passing: interpreter.chain.passing)
    else { return nil }
    let request = Wording.text(reaching.witness, declined: reaching.declined)
    return "\(request) \(Wording(rules: rules).text(reaching.outcome))"
  }
}
