package import Diagnostics
import Text

/// The rules for the texts of findings.
package enum FindingForm {
  /// Returns the faults in the texts of a finding; empty if all texts follow the rules.
  package static func faults(_ finding: Finding) -> [String] {
    var faults: [String] = []
    let texts =
      [finding.message] + [finding.label, finding.help].compactMap { $0 }.filter { !$0.isEmpty }
      + finding.related.map(\.message)
    for text in texts {
      let quoted = text.split(separator: "`", omittingEmptySubsequences: false)
      let prose = stride(from: 0, to: quoted.count, by: 2).map { quoted[$0] }
      let isForm =
        !text.isEmpty && quoted.count % 2 == 1 && !text.hasPrefix(" ") && !text.hasSuffix(" ")
        && !text.hasSuffix(".") && !text.hasSuffix(",") && !text.hasSuffix(":")
        && !prose.contains { $0.contains("  ") || $0.contains(" ,") || $0.contains(" :") }
        && !startsASentence(text)
      // A name in backticks is separated from words.
      let touches = prose.enumerated().contains { number, part in
        number > 0 && (part.first?.isLetter ?? false) && !part.hasPrefix("s ") && part != "s"
          || number < prose.count - 1 && (part.last?.isLetter ?? false)
      }
      let isEmptyQuote = stride(from: 1, to: quoted.count, by: 2).contains { quoted[$0].isEmpty }
      if !isForm || touches || isEmptyQuote { faults.append(text) }
    }
    // A message of two parts has the cause in its second part.
    let hasCause = finding.message.contains(": ") || finding.message.contains("; ")
    if finding.fix == nil, finding.help == nil, finding.related.isEmpty, finding.label.isEmpty,
      !hasCause
    {
      faults.append("nothing but a message: \(finding.message)")
    }
    if finding.fix != nil, finding.help == nil {
      faults.append("a fix without help: \(finding.message)")
    }
    if let help = finding.help, let fix = finding.fix, !agree(help, fix) {
      faults.append("the fix does not do what the help says: \(help)")
    }
    return faults + missingParts(finding) + labelFaults(finding)
  }

  /// Returns the parts that other findings of the code have and this one lacks. Without a label or help, a finding can
  /// be read but does not say what to do.
  private static func missingParts(_ finding: Finding) -> [String] {
    var faults: [String] = []
    let message = finding.message
    if finding.help == nil, !codesWithoutHelp.contains(finding.code),
      !message.hasPrefix("expected ")
    {
      faults.append("no help: \(message)")
    }
    if finding.help == "" { faults.append("empty help: \(message)") }
    let isLabelledElsewhere =
      !finding.related.isEmpty && codesLabelledElsewhere.contains(finding.code)
    if finding.label.isEmpty, !codesWithoutLabel.contains(finding.code), !isLabelledElsewhere {
      faults.append("no label: \(message)")
    }
    let isOfTwoPlaces =
      codesOfTwoPlaces.contains(finding.code)
      || finding.code != "syntax-error" && phrasesOfTwoPlaces.contains { message.contains($0) }
    if isOfTwoPlaces, finding.related.isEmpty { faults.append("no other place: \(message)") }
    return faults
  }

  /// The codes whose message or label can be complete without a help text.
  private static let codesWithoutHelp: Set<String> = [
    "invalid-identifier", "invalid-number", "invalid-pattern", "invalid-regex",
    "invalid-rule-list", "invalid-url", "missing-script", "never-equal", "unknown-code",
    "unknown-name", "unsupported-regex",
  ]

  /// The codes whose message describes the marked text completely.
  private static let codesWithoutLabel: Set<String> = [
    "foreign-spelling", "inspectable-release", "invalid-change", "invalid-character",
    "invalid-escape", "invalid-identifier", "invalid-number", "invalid-origin", "invalid-pattern",
    "invalid-regex", "invalid-rule-list", "invalid-scheme", "invalid-url", "invalid-utf8",
    "misplaced-attempt", "missing-script", "nesting-too-deep", "unknown-code", "unknown-member",
    "unsupported-regex",
  ]

  /// The codes with labels at other places only.
  private static let codesLabelledElsewhere: Set<String> = ["invalid-popup", "unknown-argument"]

  /// The codes about a place that does not fit another one.
  private static let codesOfTwoPlaces: Set<String> = [
    "duplicate-call-identifier", "duplicate-declaration", "duplicate-event-identifier",
    "duplicate-strategy-identifier", "failing-test", "merge-conflict", "missing-argument",
    "missing-chain", "name-collision", "order-dependent", "repeated-argument", "repeated-clause",
    "rule-after-otherwise", "shadowing-rule", "step-after-decision", "unbound-capture",
    "unknown-argument", "unreachable-handler", "wrong-kind",
  ]

  /// Words of messages about two places, for codes that also have other messages.
  private static let phrasesOfTwoPlaces = [
    "duplicate ", "the name of the flag", "these rules", "together", "is shadowed",
    "cannot be used in", "two configurations", "the data store of", "in the wrong place",
  ]

  /// Returns the faults of a label that repeats the message, or that the help repeats.
  private static func labelFaults(_ finding: Finding) -> [String] {
    var faults: [String] = []
    // A label can also give the reason for which the found text is wrong.
    if finding.message.hasPrefix("expected "), finding.label.hasPrefix("expected "),
      !finding.message.hasPrefix(finding.label + ", found ")
    {
      faults.append("another thing is expected in the label: \(finding.label)")
    }
    if finding.label.hasPrefix("did you mean `") {
      let word = finding.label.dropFirst("did you mean ".count).dropLast()
      if finding.help != "write \(word)" || !finding.label.hasSuffix("?") {
        faults.append("the help writes something else: \(finding.label)")
      }
    }
    return faults
  }

  /// Returns false if the help says to delete a text but the fix makes it longer, or if the help says to write a text
  /// but the fix only deletes.
  private static func agree(_ help: String, _ fix: Fix) -> Bool {
    if help == "delete it" {
      return fix.edits.allSatisfy { edit in
        edit.replacement.utf8.count < edit.location.span.end - edit.location.span.start
      }
    }
    return !help.hasPrefix("write `") || help.hasSuffix(" or delete it")
      || fix.edits.contains { $0.replacement.contains { !$0.isWhitespace } }
  }

  /// Returns whether the text begins with a capital letter that is not part of a name.
  private static func startsASentence(_ text: String) -> Bool {
    let word = text.prefix { $0.isLetter }
    return word.count > 1 && (word.first?.isUppercase ?? false)
      && word.dropFirst().allSatisfy(\.isLowercase)
  }
}
