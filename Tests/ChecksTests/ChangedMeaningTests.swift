import Diagnostics
import Testing

/// Tests findings about rules whose meaning differs from that in the version for which they were written.
@Suite struct ChangedMeaningTests {
  private func findings(
    _ rules: String, writtenFor version: RuleVersion? = RuleVersion(0, 1)
  ) -> [Finding] {
    var set = RuleSetUnderTest(
      """
      screen Ticket(code: String)
      action ask() -> async Bool
      action quick() -> Bool
      \(rules)
      """)
    set.severities.writtenFor = version
    return set.findings().filter { $0.code == "changed-meaning" }
  }

  private func chain(_ rule: String) -> String { "chain Default { \(rule) otherwise allow }" }

  /// Tests that the witness has capital letters, and that the label contains the argument before and after.
  @Test(arguments: [
    (
      #"when scheme == "ticket" && host == "xk3" present Ticket(code: host) cancel"#,
      "\"ticket://Xk3\"",
      #"`present Ticket(code: "Xk3")`, where it was `present Ticket(code: "xk3")`"#
    ),
    (
      #"when scheme == "ticket" && host like "{code}.x" present Ticket(code: code) cancel"#,
      "\"ticket://A.x\"", #"`present Ticket(code: "A")`, where it was `present Ticket(code: "a")`"#
    ),
    (
      #"when path == "/a" present Ticket(code: host) cancel"#, nil,
      #"where it was"#
    ),
  ])
  func hostKeepsItsLetters(rule: String, witness: String?, label: String) throws {
    let finding = try #require(findings(chain(rule)).first)
    if let witness {
      // The shortest URL may have a path.
      #expect(finding.witness?.hasPrefix(witness.dropLast()) ?? false, "\(finding.witness ?? "")")
    }
    #expect(finding.label.contains(label), "\(finding.label)")
    #expect(finding.severity == .info && finding.fix == nil)
  }

  @Test(arguments: [
    #"when scheme == "https" present Ticket(code: host) cancel"#,
    #"when scheme == "ticket" present Ticket(code: path[1]) cancel"#,
    #"when scheme == "ticket" && path like "/{code}" present Ticket(code: code) cancel"#,
    #"when scheme == "ticket" && host == "7" present Ticket(code: host) cancel"#,
    #"when scheme == "ticket" && host == "a" cancel when scheme == "ticket" && host == "a" present Ticket(code: host) cancel"#,
    #"when scheme == "https" load url setting header["X"] = "1" cancel"#,
    #"when scheme == "https" && host == "a.example" load url setting host = "b.example" cancel"#,
    "when frame == sub attempt quick() cancel",
  ])
  func sameMeaningIsNotReported(rule: String) {
    #expect(findings(chain(rule)).isEmpty)
  }

  @Test func headersAreOfOneOrigin() throws {
    let rule =
      #"when scheme == "https" && host == "a.example" load url setting host = "b.example", header["X"] = "1" cancel"#
    let finding = try #require(findings(chain(rule)).first)
    #expect(finding.witness?.contains(#"header["authorization"] == "x""#) ?? false)
    // A rule that sets the header itself passes it on in both versions.
    let own = rule.replacing(#"header["X"]"#, with: #"header["Authorization"]"#)
    #expect(findings(chain(own)).isEmpty)
  }

  @Test func attemptsEnd() throws {
    let finding = try #require(findings(chain(#"when path == "/a" attempt ask() cancel"#)).first)
    #expect(finding.message.contains("two minutes") && finding.label.contains("`ask`"))
  }

  /// Tests that the URL of a test can be the witness of a rule, even if it has capital letters already.
  @Test func testsAreWitnessesToo() {
    let rules = chain(#"when scheme == "ticket" present Ticket(code: host) cancel"#)
    let test = #"test Default { "ticket://Xk3AbC" present Ticket(code: "Xk3AbC") cancel }"#
    #expect(findings(rules + "\n" + test).count == 1)
  }

  /// Tests that only changes after the version are reported, and once for a rule that several chains use.
  @Test func onlyLaterChangesOnce() {
    let rules = """
      handler Tickets { when scheme == "ticket" present Ticket(code: host) cancel }
      chain Default { use Tickets otherwise allow }
      chain Other { use Tickets otherwise cancel }
      """
    #expect(findings(rules).count == 1)
    #expect(findings(rules, writtenFor: RuleVersion(0, 1, 9)).count == 1)
    #expect(findings(rules, writtenFor: RuleVersion(0, 2)).isEmpty)
    #expect(findings(rules, writtenFor: nil).isEmpty)
  }

  @Test func versionsAreRead() {
    #expect(RuleVersion("0.1")! < RuleVersion("0.1.1")!)
    #expect(RuleVersion("0.10")! > RuleVersion("0.9.9")!)
    #expect(RuleVersion("1.0") == RuleVersion("1.0.0"))
    for text in ["", "1", "1.", "a.b", "1.2.3.4", "01.2", "-1.2", "1.2-beta", "٣.1"] {
      #expect(RuleVersion(text) == nil, "\(text)")
    }
    #expect(RuleVersion("0.2.0")?.text == "0.2")
    #expect(RuleVersion("0.2.1")?.text == "0.2.1")
  }
}
