package import Testing

extension Trait where Self == IssueHandlingTrait {
  /// For tests of random cases: every issue says with which seed it is found again.
  package static var seeded: Self {
    .compactMapIssues { issue in
      var issue = issue
      issue.comments.append("Random cases; to repeat them: \(Seed.repetition)")
      return issue
    }
  }
}
