import RandomRules
import TestSupport
import Testing

/// Tests findings about the parts of rules and about bodies with rules.
struct DefinedRuleTests {
  /// Tests that chains and blocks may end with `otherwise`, and handlers may not. Items after the first `otherwise` of
  /// a chain or block are reported once.
  @Test(.seeded) func otherwise() {
    DefinedFindings.check(["rule-after-otherwise", "misplaced-otherwise"], seed: 81) { random in
      let isHandler = random.once(in: 2)
      var expected: [String] = []
      var number = 0
      func body(_ depth: Int) -> [String] {
        var lines: [String] = []
        var (hasEnded, hasReported) = (false, false)
        for _ in 0..<1 + random.below(4) {
          number += 1
          var text = "when path == \"/\(number)\" cancel"
          let kind = random.below(depth > 0 ? 4 : 5)
          if kind < 2 {
            text = "otherwise cancel"
          } else if kind == 2, depth < 2 {
            let inner = body(depth + 1)
            text = "when path hasPrefix \"/\(number)\" { \(inner.joined(separator: " ")) }"
          } else if kind == 4 {
            text = "use Other"
          }
          if hasEnded, !hasReported {
            hasReported = true
            expected.append(text)
          }
          if text == "otherwise cancel" {
            if isHandler, depth == 0 { expected.append("otherwise") } else { hasEnded = true }
          }
          lines.append(text)
        }
        return lines
      }
      let lines = body(0)
      return (
        "handler Other { when path == \"/other\" cancel }\n\(isHandler ? "handler" : "chain") Main {\n  "
          + lines.joined(separator: "\n  ") + "\n}\n",
        expected
      )
    }
  }

  /// Tests that `attempt` must be the first step of its rule, and that the rule must not end in `continue`.
  @Test(.seeded) func attempts() {
    DefinedFindings.check(["misplaced-attempt"], seed: 82) { random in
      let steps = (0..<1 + random.below(3)).map { _ in
        random.one(of: [
          "attempt ask", "attempt open url", "perform log", "present Page", "open url",
        ])
      }
      let decision = random.one(of: ["cancel", "continue", "download"])
      let expected = steps.enumerated().filter { index, step in
        step.hasPrefix("attempt") && (index > 0 || decision == "continue")
      }
      let text = """
        action ask() -> Bool
        action log
        screen Page
        chain Main {
          when scheme == "app" \(steps.joined(separator: " ")) \(decision)
          otherwise allow
        }

        """
      return (text, expected.map(\.element))
    }
  }

  /// Tests that a capture is bound after `&&` if one side binds it, after `||` if both do, and not after `!`.
  @Test(.seeded) func captures() {
    DefinedFindings.check(["unbound-capture"], seed: 83) { random in
      var number = 0
      var hasCapture = false
      func condition(_ depth: Int) -> (text: String, isBound: Bool) {
        switch random.below(depth > 2 ? 2 : 5) {
        case 0:
          number += 1
          hasCapture = true
          return ("path like \"/\(number)/{id}\"", true)
        case 1:
          number += 1
          return ("query.q\(number) == \"x\"", false)
        case 2:
          let inner = condition(depth + 1)
          return ("!(\(inner.text))", false)
        case 3:
          let (one, other) = (condition(depth + 1), condition(depth + 1))
          return ("(\(one.text) || \(other.text))", one.isBound && other.isBound)
        default:
          // The name is bound once, so the other side does not bind it.
          let one = condition(depth + 1)
          number += 1
          return ("(\(one.text) && query.q\(number) == \"x\")", one.isBound)
        }
      }
      let whole = condition(0)
      let text = """
        screen Page(id: String)
        chain Main {
          when \(whole.text) present Page(id: id) cancel
          otherwise allow
        }

        """
      return (text, hasCapture && !whole.isBound ? ["id"] : [])
    }
  }
}
