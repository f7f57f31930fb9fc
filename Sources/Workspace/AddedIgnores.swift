import Checks
package import Diagnostics
package import Text

/// A rule set with a `bascule:ignore` comment for each finding that can be ignored.
package struct AddedIgnores {
  package private(set) var input: RuleSetInput
  /// The number of findings that the comments suppress.
  package private(set) var count = 0

  /// The maximum number of checks. Each can find findings that appear only after others are suppressed.
  private static let rounds = 8

  /// - Parameters:
  ///   - reason: the reason in each comment, on one line.
  ///   - left: returns those of the findings that count.
  package init(
    _ input: RuleSetInput, _ severities: Severities, reason: String,
    left: ([Finding], [SourceFile]) -> [Finding]
  ) {
    self.input = input
    for _ in 0..<Self.rounds {
      let findings = left(Workspace.check(self.input, severities), self.input.files)
      var edits: [Edit] = []
      for (number, file) in self.input.files.enumerated() {
        let id = FileID(number)
        let own = findings.filter { $0.location.file == id && $0.canBeIgnored }
        count += own.count
        if !own.isEmpty { edits += IgnoreComment(file, number: id).edits(own, reason: reason) }
      }
      if edits.isEmpty { return }
      let selection = FixSelection([Fix(edits, isSafe: false)])
      self.input.files = zip(self.input.files, selection.apply(to: self.input.files)).map {
        $0.bytes == $1.bytes ? $0 : FormattedFile.keepingStyle(of: $0, $1)
      }
    }
  }
}

extension Finding {
  /// True unless the finding is an error that prevents generation, or is about a comment that suppresses others.
  package var canBeIgnored: Bool { Check.named(code)?.page.canBeIgnored == true }
}
