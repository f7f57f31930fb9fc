import Diagnostics
import Requests
import Syntax
import Text

/// Compares the words of findings with the rule set that they are about.
enum FindingWords {
  /// Returns the words of a finding that do not agree with its rule set.
  static func faults(_ finding: Finding, in set: RuleSetUnderTest) -> [String] {
    let source =
      set.text + set.resources.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    var faults: [String] = []
    for text in [finding.message, finding.label] + finding.related.map(\.message)
    where !codesWithOtherWords.contains(finding.code) {
      for name in quotations(text) where isName(name) && !words.contains(name) {
        if !source.contains(name) { faults.append("`\(name)` is not in the rule set: \(text)") }
      }
    }
    let marked = set.text(finding)
    // Blanks and comments can separate the parts of a name.
    let tokens = Lexer.texts(of: Array(marked.utf8))
    if codesOfNames.contains(finding.code), let name = quotations(finding.message).first,
      !marked.contains(name), !tokens.joined().contains(name),
      !tokens.joined(separator: " ").contains(name)
    {
      faults.append("`\(name)` is not marked: \(finding.message)")
    }
    if let place = finding.message.firstRange(of: " is too large: ") {
      let subject = finding.message[..<place.lowerBound]
      if subject != "the condition", !(subject.hasPrefix("`") && subject.hasSuffix("`")) {
        faults.append("nothing is too large: \(finding.message)")
      }
    }
    // A flag or value is used in conditions, as the help says unless the place is a list of a configuration.
    let isForCondition = ["found the flag", "found the value"].contains(
      where: finding.message.contains)
    let isList = ["chain,", "responses,", "strategy,", "channel,", "script,"].contains {
      finding.message.hasPrefix("expected a \($0)") || finding.message.hasPrefix("expected \($0)")
    }
    if isForCondition, !isList, finding.help == nil {
      faults.append("no help: \(finding.message)")
    }
    if finding.message.contains("two configurations, ") {
      let names = quotations(finding.message).dropFirst()
      let related = finding.related.flatMap { quotations($0.message) }
      if related != [names.first] { faults.append("not the first one: \(related)") }
    }
    // A text must not name one thing twice as if it were two.
    let isRepeated = [finding.message, finding.label].contains {
      $0.contains(/`([^`]+)`(, | and | or )`\1`/)
    }
    if isRepeated { faults.append("a name twice: \(finding.message)") }
    if finding.label.isEmpty, wordsWithLabel.contains(where: finding.message.contains) {
      faults.append("no label: \(finding.message)")
    }
    if let help = finding.help, let fix = finding.fix, let text = written(help) {
      // The words can be in a comment, or can be separated by one.
      let after = set.applying(fix).text
      let forms = [after, Lexer.texts(of: Array(after.utf8)).joined()]
      let words = text.filter { !$0.isWhitespace }
      if !forms.contains(where: { $0.filter { !$0.isWhitespace }.contains(words) }) {
        faults.append("the fix does not write what the help says: \(help)")
      }
    }
    return faults
  }

  /// Returns the text that the help tells the user to write; nil if the help has another instruction or leaves a part
  /// open.
  private static func written(_ help: String) -> String? {
    let isWritten = ["write `", "insert `", "add `", "put `", "start the condition with `"].contains
    {
      help.hasPrefix($0)
    }
    if isWritten, !help.contains("or delete"), let text = quotations(help).first {
      return text.contains("…") ? nil : text
    }
    let suggestion = "such as \""
    guard help.contains(suggestion), help.hasSuffix("\"") else { return nil }
    return help.split(separator: suggestion).last.map { "\"" + $0 }
  }

  /// The codes whose message begins with the marked text.
  private static let codesOfNames: Set<String> = [
    "any-origin", "capture-in-condition", "condition-cycle", "condition-too-large",
    "default-port", "discriminator-taken", "duplicate-declaration", "duplicate-member",
    "empty-declaration", "empty-enum", "extends-cycle", "framework-name",
    "ignore-without-reason", "invalid-escape", "invalid-number", "misplaced-attempt",
    "misplaced-otherwise", "missing-argument", "missing-chain", "missing-clause",
    "misspelled-ignore", "repeated-argument", "repeated-clause", "step-after-decision",
    "unavailable-value", "unbound-capture", "unknown-code", "unknown-member", "unknown-name",
    "unreachable-handler", "unterminated-string", "unused-declaration", "unused-ignore",
    "use-cycle", "use-in-block", "wrong-kind",
  ]

  /// Words of messages whose label says more. The codes of these messages have other messages without a label.
  private static let wordsWithLabel = ["U+", "unknown code", "does not exist here"]

  /// Returns the texts in backticks.
  private static func quotations(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { number, _ in number % 2 == 1 }.map { String($1) }
  }

  private static func isName(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      && !(text.first?.isNumber ?? true)
  }

  /// The words of the language, including types and the names of URL parts.
  private static let words = Set(Keyword.allCases.map(\.rawValue))
    .union(RequestSchema.all.words)
    .union(["String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON", "T"])

  /// The codes whose messages quote words of other vocabularies: texts without a look-alike letter, keys of rule lists,
  /// parts of regular expressions, and names in generated code.
  private static let codesWithOtherWords: Set<String> = [
    "changed-meaning", "framework-name", "invalid-rule-list", "look-alike-letter", "name-collision",
    "recursive-model", "reserved-name", "unsupported-regex",
  ]
}
