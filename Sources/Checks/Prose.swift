import Reachability
import Semantics

/// Pieces of sentences for messages.
enum Prose {
  /// The words in backticks, such as `` `a` ``, `` `a` or `b` `` or `` `a`, `b` or `c` ``; only the first seven of a
  /// long list.
  static func list(_ words: [String], _ conjunction: String = "or") -> String {
    let quoted = words.prefix(7).map { "`\($0)`" }
    guard quoted.count > 1 else { return quoted.first ?? "" }
    if words.count > 7 {
      return quoted.joined(separator: ", ") + " \(conjunction) \(words.count - 7) more"
    }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + quoted[quoted.count - 1]
  }

  /// A request in backticks and in the syntax of a test case: `` `"https://a.com/" with frame == new` ``.
  static func request(_ witness: Witness) -> String {
    code(RuleLanguagePrinter.requestText(witness))
  }

  /// A text of the rule language in backticks. Backticks in its strings become escapes.
  static func code(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return "`\(parts.joined(separator: "\\u{60}"))`"
  }
}
