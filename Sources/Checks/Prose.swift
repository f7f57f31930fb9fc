import Reachability
import Semantics

/// Pieces of sentences.
enum Prose {
  /// `` `a` ``, `` `a` or `b` ``, `` `a`, `b` or `c` ``; only the first seven of a long list.
  static func list(_ words: [String], _ conjunction: String = "or") -> String {
    let quoted = words.prefix(7).map { "`\($0)`" }
    guard quoted.count > 1 else { return quoted.first ?? "" }
    if words.count > 7 {
      return quoted.joined(separator: ", ") + " \(conjunction) \(words.count - 7) more"
    }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + quoted[quoted.count - 1]
  }

  /// A request in backticks in the syntax of a test case: `` `"https://a.com/" with frame == new` ``.
  static func request(_ witness: Witness) -> String {
    code(RuleLanguagePrinter.requestText(witness))
  }

  /// Text of the rule language in backticks; a backtick in a string of the text becomes an escape.
  static func code(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return "`\(parts.joined(separator: "\\u{60}"))`"
  }
}
