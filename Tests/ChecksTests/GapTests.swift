import Checks
import Diagnostics
import Testing
import Text

/// Tests that errors in one place do not hide findings in other places.
struct GapTests {
  private static let dead = """
    chain Main {
      when path hasPrefix "/p" cancel
      when path == "/pay" allow
      otherwise allow
    }

    """

  /// Tests that an error elsewhere does not hide the findings about a chain.
  @Test(arguments: [
    ("chain Other { when host = \"a.com\" cancel }", "syntax-error"),
    ("chain Other { when hots == \"a.com\" cancel }", "unknown-name"),
    ("chain Other { when path == \"about\" cancel }", "never-equal"),
    ("model URL { a: Int }", "reserved-name"),
    ("origin O = \"https://a.com/x\"\nstrategy S from O", "invalid-origin"),
    ("screen A(", "unclosed-bracket"),
  ])
  func findingsStay(_ other: String, _ code: String) {
    for text in [Self.dead + other, other + "\n" + Self.dead] {
      let set = RuleSetUnderTest(text)
      #expect(Set(set.codes()) == ["unreachable-rule", code], "\(set.summary())")
    }
  }

  /// Tests that the findings about the rest of a chain stay while a rule is typed.
  @Test(arguments: ["w", "when", "when path ==", "when path == \"/x\"", "use", "use Nowhere"])
  func findingsOfTheSameChainStay(_ typed: String) {
    for place in ["  when path hasPrefix", "  when path == \"/pay\"", "  otherwise"] {
      let text = Self.dead.replacing(place, with: "  \(typed)\n\(place)")
      #expect(RuleSetUnderTest(text).codes().contains("unreachable-rule"), "\(text)")
    }
  }

  /// Tests rules that are necessary only because of a rule that could not be read.
  @Test func effectsAreNotJudgedAcrossGaps() {
    func codes(_ gap: String) -> [String] {
      RuleSetUnderTest(
        """
        handler H { when path hasPrefix "/legal/terms" cancel }
        chain Main {
          use H
          \(gap)
          when path hasPrefix "/legal" cancel
          otherwise allow
        }
        """
      ).codes()
    }
    #expect(codes("") == ["redundant-rule"])
    #expect(codes("when path == \"/legal/terms/x\" && hots == \"a\" allow") == ["unknown-name"])
    #expect(codes("use Nowhere") == ["unknown-name"])
  }

  /// Tests that the meaning of a rule is unknown if it refers to a declaration with an error.
  @Test(arguments: [
    ("origin O = \"https://a.com\", \"https://a.com/x\"", "url in O"),
    ("origin O = \"https://a.com\"\norigin O = \"https://b.com\"", "url in O"),
    ("enum E { a, b, a }", "path like \"/{e: E}\""),
  ])
  func doubtfulDeclarations(_ declaration: String, _ condition: String) {
    let set = RuleSetUnderTest(
      """
      \(declaration)
      strategy S from P
      origin P = "https://p.com"
      chain Main {
        when !(\(condition)) cancel
        when host == "b.com" allow
        when path == "/" && host == "c.com" download
        otherwise cancel
      }
      """)
    #expect(!set.codes().contains("unreachable-rule"), "\(set.summary())")
    #expect(set.codes().count == 1, "\(set.summary())")
  }

  /// Tests that rules after `otherwise` have one finding.
  @Test func rulesAfterOtherwise() {
    let set = RuleSetUnderTest(
      "chain C { otherwise allow when path == \"/a\" cancel when path == \"/b\" cancel }")
    #expect(set.codes() == ["rule-after-otherwise"])
  }

  /// Tests that a rule of a handler is not reported as dead if another chain reaches it.
  @Test func sharedHandlers() {
    func codes(_ other: String) -> [String] {
      RuleSetUnderTest(
        """
        handler Shared {
          when path == "/a" cancel
          when path == "/b" cancel
        }
        chain Main {
          when path == "/a" allow
          use Shared
          otherwise allow
        }
        \(other)
        """
      ).codes()
    }
    #expect(codes("") == ["unreachable-rule"])
    #expect(codes("chain Other { use Shared otherwise allow }") == [])
  }
}
