package import Diagnostics
import Text

/// The form of the texts of all findings.
package enum FindingForm {
  /// The texts of a finding that do not have the form; empty if all have it.
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
      // A name in backticks touches no word.
      let touches = prose.enumerated().contains { number, part in
        number > 0 && (part.first?.isLetter ?? false) && !part.hasPrefix("s ") && part != "s"
          || number < prose.count - 1 && (part.last?.isLetter ?? false)
      }
      let isEmptyQuote = stride(from: 1, to: quoted.count, by: 2).contains { quoted[$0].isEmpty }
      if !isForm || touches || isEmptyQuote { faults.append(text) }
    }
    // A message of two parts has the cause in the second one.
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
    return faults
  }

  /// True unless a fix makes the text longer where the help says to delete it, or only deletes where the help says to
  /// write something.
  private static func agree(_ help: String, _ fix: Fix) -> Bool {
    if help == "delete it" {
      return fix.edits.allSatisfy { edit in
        edit.replacement.utf8.count < edit.location.span.end - edit.location.span.start
      }
    }
    return !help.hasPrefix("write `") || help.hasSuffix(" or delete it")
      || fix.edits.contains { $0.replacement.contains { !$0.isWhitespace } }
  }

  /// True if the text begins with a capital letter that is not part of a name.
  private static func startsASentence(_ text: String) -> Bool {
    let word = text.prefix { $0.isLetter }
    return word.count > 1 && (word.first?.isUppercase ?? false)
      && word.dropFirst().allSatisfy(\.isLowercase)
  }
}
