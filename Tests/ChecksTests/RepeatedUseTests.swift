import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

/// Tests a `use` of a handler whose rules are all in the chain before it.
struct RepeatedUseTests {
  /// Tests that each rule inserted by a repeated `use` is unreachable, and that one fix deletes the `use`, also through
  /// other handlers.
  @Test func isDeleted() {
    var random = RandomChoice(seed: 4_510)
    for round in 0..<60 {
      let own = (0..<1 + random.below(3)).map { "  when path == \"/\(round)/\($0)\" cancel\n" }
      let other = "  when path == \"/other\" cancel\n"
      let isNested = random.once(in: 2)
      var items = ["  use Own\n", "  use Other\n", other.replacing("/other", with: "/last")]
      items.shuffle(using: &random)
      let first = items.firstIndex { $0.contains("Own") } ?? 0
      let repeated = isNested ? "  use Outer\n" : "  use Own\n"
      items.insert(repeated, at: first + 1 + random.below(items.count - first))
      let text = """
        handler Own {
        \(own.joined())}
        handler Other {
        \(other)}
        handler Outer {
          use Own
        }
        chain Main {
        \(items.joined())  otherwise allow
        }
        chain Second {
          use Outer
          otherwise allow
        }

        """
      let set = RuleSetUnderTest(text)
      let findings = set.findings()
      #expect(findings.count == 1, "\(set.summary())\n\(text)")
      guard let fix = findings.first?.fix else {
        Issue.record("no fix: \(set.summary())\n\(text)")
        continue
      }
      let mended = set.applying(fix)
      #expect(mended.codes() == [], "\(mended.summary())")
      let lines = { (set: RuleSetUnderTest) in set.files[0].bytes.count { $0 == 0x0A } }
      #expect(fix.kind == .deletion && lines(mended) == lines(set) - 1, "\(text)")
    }
  }
}
