import Testing

/// `undecided`, and tests that show that a rule is reached.
struct UndecidedTests {
  private static let chain = """
    chain Main {
      when path matches /.*a.{16}/ && path matches /.*b.{17}/ && path matches /.*c.{18}/ cancel
      otherwise allow
    }

    """

  /// A test is a witness if its request matches the rule, also if it expects another decision.
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
