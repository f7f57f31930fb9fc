import RandomRules
import TestSupport
import Testing

/// Compares findings about frames inside of pages with a model of a few lines, which tries a chain request by request.
struct FrameTests {
  private static let schemes = ["https", "http", "about", "tel", "shop"]

  /// A rule for some schemes, and possibly only for frames inside of pages or only for other frames.
  private struct SchemeRule {
    var schemes: Set<String>
    var frame: Bool?
    var decision: String

    init(_ random: inout RandomChoice, _ decisions: [String]) {
      schemes = []
      for scheme in FrameTests.schemes where random.once(in: 2) { schemes.insert(scheme) }
      if schemes.isEmpty { schemes = ["https"] }
      frame = random.once(in: 4) ? random.once(in: 2) : nil
      decision = random.one(of: decisions)
    }

    func matches(_ scheme: String) -> Bool { schemes.contains(scheme) && frame != false }

    var text: String {
      let list = schemes.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      let prefix = frame.map { $0 ? "frame == sub && " : "frame != sub && " } ?? ""
      return "  when \(prefix)scheme in [\(list)] \(decision)\n"
    }
  }

  private static func chain(_ rules: [SchemeRule], _ last: String) -> String {
    "chain Main {\n  frames all\n" + rules.map(\.text).joined() + "  otherwise \(last)\n}\n"
  }

  /// Tests the conditions of the rules that cancel blank frames, in chains that allow frames of web pages.
  @Test(.seeded) func cancelledFrames() {
    DefinedFindings.check(["cancelled-frame"], seed: 4_711) { random in
      let count = 1 + random.below(3)
      let rules = (0..<count).map { _ in SchemeRule(&random, ["allow", "cancel"]) }
      let last = random.one(of: ["allow", "cancel"])
      func decision(_ scheme: String) -> String {
        rules.first { $0.matches(scheme) }?.decision ?? last
      }
      var expected: [String] = []
      if decision("about") == "cancel",
        ["http", "https"].contains(where: { decision($0) == "allow" })
      {
        // A rule that names `about` or `frame` cancels these frames on purpose.
        if rules.allSatisfy({ !$0.matches("about") }) { expected = ["otherwise \(last)"] }
      }
      return (Self.chain(rules, last), expected)
    }
  }

  /// Tests the steps of the rules that open the browser for a frame.
  @Test(.seeded) func opensFromFrames() {
    DefinedFindings.check(["open-from-frame"], seed: 4_712) { random in
      let count = 1 + random.below(3)
      let rules = (0..<count).map { _ in
        SchemeRule(&random, ["allow", "cancel", "open url cancel", "attempt open url cancel"])
      }
      let last = random.one(of: ["allow", "cancel", "open url cancel"])
      var opened: Set<Int> = []
      var isOpenAtEnd = false
      for scheme in ["http", "https"] {
        // An attempt that fails leaves the request to the next rule.
        var isDecided = false
        for (index, rule) in rules.enumerated() where !isDecided && rule.matches(scheme) {
          if rule.decision.contains("open"), rule.frame == nil { opened.insert(index) }
          isDecided = !rule.decision.hasPrefix("attempt")
        }
        isOpenAtEnd = isOpenAtEnd || !isDecided
      }
      var texts = opened.map { rules[$0].decision.replacing(" cancel", with: "") }
      if last == "open url cancel", isOpenAtEnd { texts.append("open url") }
      return (Self.chain(rules, last), texts)
    }
  }

  /// Tests that a chain without frames inside of pages has no such findings, nor have rules about links.
  @Test(arguments: [
    "chain Main { when scheme == \"https\" allow otherwise cancel }",
    "chain Main { when scheme == \"https\" open url cancel otherwise allow }",
    "chain Main { frames all when scheme == \"https\" && navigation == linkActivated open url cancel otherwise allow }",
    "chain Main { frames all when scheme == \"https\" && source == main open url cancel otherwise allow }",
    "chain Main { frames all when scheme in [\"tel\", \"mailto\"] open url cancel otherwise allow }",
    "chain Main { frames all when frame == sub cancel when scheme == \"https\" allow otherwise cancel }",
    "chain Main { frames all when url hasPrefix \"about:\" cancel when scheme == \"https\" allow otherwise allow }",
    "responses Main { frames all when scheme == \"https\" allow otherwise cancel }",
  ])
  func areSilent(_ text: String) {
    let codes = RuleSetUnderTest(text).codes()
    #expect(!codes.contains("cancelled-frame") && !codes.contains("open-from-frame"), "\(codes)")
  }
}
