import Checks
import Diagnostics
import Testing
import Text

/// A mistake of a newcomer, with the expected finding.
struct Slip: Sendable, CustomTestStringConvertible {
  /// The text of the whole file.
  var text: String
  /// The offset of the first byte at the expected place.
  var offset: Int
  var code: String
  /// The text of the file after the fix; nil if there is no fix.
  var right: String?

  var testDescription: String { text }

  /// - Parameters:
  ///   - wrong: the file, with `⟦⟧` around the expected place.
  ///   - right: the part that differs, after the fix.
  private init(_ wrong: String, _ code: String, _ right: String?) {
    let parts = wrong.split(separator: "⟦", maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "no place in \(wrong)")
    offset = parts[0].utf8.count
    text = wrong.filter { $0 != "⟦" && $0 != "⟧" }
    self.code = code
    self.right = right
  }

  private static let before = """
    origin Bank = "https://bank.example"
    screen Product(id: String)
    screen Account
    action track(name: String)
    flag isHome
    handler Links {
      when scheme == "tel" open url cancel
    }
    chain Default {
      use Links
      when path == "/used" && isHome && url in Bank perform track(name: "a") present Product(id: "b") cancel
      when path == "/used" && isHome present Account cancel

    """
  private static let after = "\n  otherwise cancel\n}\n"

  /// Returns a mistake in a line of a chain.
  static func line(_ wrong: String, _ code: String, _ right: String? = nil) -> Slip {
    Slip(before + "  " + wrong + after, code, right.map { before + "  " + $0 + after })
  }

  /// Returns a mistake in a condition of a rule.
  static func condition(_ wrong: String, _ code: String, _ right: String? = nil) -> Slip {
    line("when \(wrong) allow", code, right.map { "when \($0) allow" })
  }

  /// Returns a mistake in a file.
  static func file(_ wrong: String, _ code: String, _ right: String? = nil) -> Slip {
    Slip(wrong, code, right)
  }

  /// Returns a mistake in a message, in a file with an origin and a model.
  static func message(_ wrong: String, _ code: String, _ right: String? = nil) -> Slip {
    let before = "origin Bank = \"https://bank.example\"\nmodel Item { id: String }\n"
    let after = "\nstrategy Items receives Item from Bank\n"
    return Slip(before + wrong + after, code, right.map { before + $0 + after })
  }
}

struct SlipTests {
  private struct Outcome {
    var hasOneFinding = false
    var isFixed = false
    var summary = ""
  }

  private func outcome(_ slip: Slip) -> Outcome {
    let set = RuleSetUnderTest(slip.text)
    let findings = set.findings()
    var outcome = Outcome(summary: set.summary())
    guard findings.count == 1, let finding = findings.first else { return outcome }
    outcome.hasOneFinding =
      finding.code == slip.code && Int(finding.location.span.start) == slip.offset
    if let right = slip.right, let fix = finding.fix {
      let after = set.applying(fix)
      let text = String(decoding: after.files[0].bytes, as: UTF8.self)
      outcome.summary += "\nfixed: \(text)"
      outcome.isFixed = text == right && !after.codes().contains(slip.code)
    }
    return outcome
  }

  /// Tests that each mistake has one finding at its cause, and that the fix writes the intended text.
  @Test(arguments: Slip.all) func slipHasOneFinding(_ slip: Slip) {
    let outcome = outcome(slip)
    #expect(
      outcome.hasOneFinding, "expected \(slip.code) at \(slip.offset), found:\n\(outcome.summary)")
    if slip.right != nil { #expect(outcome.isFixed, "\(outcome.summary)") }
  }

  @Test func thereAreEnoughSlips() {
    #expect(Slip.all.count >= 150)
    #expect(Set(Slip.all.map(\.text)).count == Slip.all.count)
    #expect(Slip.all.filter { $0.right != nil }.count >= 100)
  }
}
