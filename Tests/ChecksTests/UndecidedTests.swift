import Testing

/// Tests `undecided`, and tests as evidence that a rule is reached.
struct UndecidedTests {
  private static let chain = """
    chain Main {
      when path matches /.*a.{16}/ && path matches /.*b.{17}/ && path matches /.*c.{18}/ cancel
      otherwise allow
    }

    """

  /// Tests that the request of a test is a witness if it matches the rule, even if the test expects another decision.
  @Test(arguments: [
    ("", true),
    ("test Main { \"https://example.com/x\" allow }", true),
    ("test Main { \"https://example.com/cbaxxxxxxxxxxxxxxxx\" cancel }", false),
    ("test Main { \"https://example.com/cbaxxxxxxxxxxxxxxxx\" allow }", false),
  ])
  func testsAreWitnesses(_ test: String, _ isReported: Bool) {
    let set = RuleSetUnderTest(Self.chain + test + "\n")
    #expect(set.codes().contains("undecided") == isReported, "\(set.summary())")
  }
}
