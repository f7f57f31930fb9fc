package import Testing

extension Trait where Self == IssueHandlingTrait {
  /// For tests of random cases: every issue contains the seed that reproduces it.
  package static var seeded: Self {
    .compactMapIssues { issue in
      var issue = issue
      issue.comments.append("Random cases; to repeat them: \(Seed.repetition)")
      return issue
    }
  }
}
