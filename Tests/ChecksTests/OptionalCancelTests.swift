import Checks
import Diagnostics
import Testing

/// Tests `optional-cancel`, which depends on the values that a page can leave out.
struct OptionalCancelTests {
  private func findings(_ rules: String) -> [Finding] {
    RuleSetUnderTest(
      """
      value token: String?
      screen S(id: String)
      action note(id: String)
      action count(of: Int)
      action go(to: URL)
      action maybe(id: String?)
      action ask(id: String) -> Bool
      chain Main {
        \(rules)
      }
      configuration Main { chain Main }

      """
    ).findings().filter { $0.code == "optional-cancel" }
  }

  @Test(arguments: [
    (
      #"when host == "ads.example" perform note(id: query.id) cancel otherwise allow"#, "allow",
      "leaving out `query.id`"
    ),
    (
      #"when host == "ads.example" perform note(id: query.id) cancel"#, "allow",
      "leaving out `query.id`"
    ),
    (
      #"when host == "ads.example" perform note(id: query.id) cancel otherwise download"#,
      "download", "leaving out"
    ),
    (
      #"when host == "ads.example" perform note(id: query.id) cancel when frame == new popup Main otherwise cancel"#,
      "popup Main", "leaving out"
    ),
    (
      #"when host == "ads.example" perform note(id: header["X-Id"]) cancel otherwise allow"#,
      "allow", "leaving out"
    ),
    (
      #"when host == "ads.example" perform note(id: fragment) cancel otherwise allow"#, "allow",
      "leaving out"
    ),
    (
      #"when host == "ads.example" perform note(id: page.query.a) cancel otherwise allow"#, "allow",
      "leaving out"
    ),
    (
      #"when host == "ads.example" perform note(id: path[2]) cancel otherwise allow"#, "allow",
      "leaving out"
    ),
    (
      #"when exists query.id perform count(of: query.id) cancel otherwise allow"#, "allow",
      "a `query.id` that is no `Int`"
    ),
    (
      #"when exists query.u perform go(to: query.u) cancel otherwise allow"#, "allow",
      "a `query.u` that is no `URL`"
    ),
    (
      #"when path like "/ad/{n}" perform count(of: n) cancel otherwise allow"#, "allow",
      "that is no `Int`"
    ),
    (
      #"when host == "ads.example" open url setting query.a = query.b cancel otherwise allow"#,
      "allow", "leaving out `query.b`"
    ),
    (
      #"when host == "ads.example" { when path hasPrefix "/x" perform note(id: query.id) cancel } otherwise allow"#,
      "allow", "leaving out"
    ),
    (
      #"when host == "ads.example" perform note(id: query.id) cancel when host == "ads.example" && frame == main cancel otherwise allow"#,
      "allow", "leaving out"
    ),
  ]) func isAvoided(_ rules: String, _ decision: String, _ how: String) throws {
    let found = findings(rules)
    #expect(found.count == 1, "\(rules)")
    let message = found.first?.message ?? ""
    #expect(message.contains("into `\(decision)`") && message.contains(how), "\(message)")
    #expect(found.first?.witness != nil)
  }

  @Test(arguments: [
    #"when host == "ads.example" perform note(id: query.id) cancel when host == "ads.example" cancel otherwise allow"#,
    #"when host == "ads.example" perform note(id: query.id) cancel otherwise cancel"#,
    #"when host == "ads.example" perform maybe(id: query.id) cancel otherwise allow"#,
    #"when host == "ads.example" perform note(id: url) cancel otherwise allow"#,
    #"when host == "ads.example" perform note(id: host) cancel otherwise allow"#,
    #"when host == "ads.example" && exists query.id perform note(id: query.id) cancel otherwise allow"#,
    #"when host == "ads.example" && query.id matches /[0-9]{1,3}/ perform count(of: query.id) cancel otherwise allow"#,
    #"when path like "/ad/{n: Int}" perform count(of: n) cancel otherwise allow"#,
    // The value comes from the app.
    #"when host == "ads.example" perform note(id: token) cancel otherwise allow"#,
    // The screen replaces a page.
    #"when path[1] == "product" present S(id: path[2]) cancel otherwise allow"#,
    // The app decides whether it takes the request.
    #"when host == "ads.example" attempt ask(id: query.id) cancel otherwise allow"#,
    #"when host == "ads.example" && !exists query.id cancel when host == "ads.example" perform note(id: query.id) cancel otherwise allow"#,
    #"when host == "ads.example" perform note(id: query.id) allow otherwise allow"#,
  ]) func isNotAvoided(_ rules: String) {
    #expect(findings(rules).map(\.message) == [], "\(rules)")
  }

  /// Tests that the fix cancels the requests that the rule does not match.
  @Test func fix() throws {
    let rules =
      #"when host == "ads.example" perform note(id: query.id) cancel"# + "\n  otherwise allow"
    let fix = try #require(findings(rules).first?.fix)
    #expect(!fix.isSafe)
    #expect(fix.edits.map(\.replacement) == ["  when host == \"ads.example\" cancel\n"])
  }
}
