package import Testing

extension Trait where Self == IssueHandlingTrait {
  /// A trait for tests of random cases, which adds the seed that reproduces an issue to the issue.
  package static var seeded: Self {
    .compactMapIssues { issue in
      var issue = issue
      issue.comments.append("Random cases; to repeat them: \(Seed.repetition)")
      return issue
    }
  }
}
