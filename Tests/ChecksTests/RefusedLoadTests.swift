import Checks
import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

/// Tests that `unsafe-load` finds each `load url` that the app refuses for every URL that the condition permits.
struct RefusedLoadTests {
  /// A random condition about the scheme, with its meaning and the schemes that it names.
  private struct Condition {
    var text: String
    var names: Set<String> = []
    /// True if the condition holds for named schemes only, so that the app adds no test of its own.
    var areAll = false
    var holds: (String) -> Bool

    init(_ random: inout RandomChoice, depth: Int = 2) {
      let starts = ["h", "ht", "https", "ab", "about", "home", "shop", "f"]
      let start = random.one(of: starts)
      switch random.below(depth > 0 ? 6 : 4) {
      case 0: (text, holds) = ("scheme hasPrefix \"\(start)\"", { $0.hasPrefix(start) })
      case 1: (text, holds) = ("scheme like \"\(start)*\"", { $0.hasPrefix(start) })
      case 2: (text, holds) = ("url hasPrefix \"\(start):\"", { $0 == start })
      case 3:
        (text, holds) = ("scheme == \"\(start)\"", { $0 == start })
        (names, areAll) = ([start], true)
      default:
        let parts = [Condition(&random, depth: depth - 1), Condition(&random, depth: depth - 1)]
        let isAll = random.once(in: 2)
        text = "(" + parts.map { $0.text }.joined(separator: isAll ? " && " : " || ") + ")"
        names = parts[0].names.union(parts[1].names)
        areAll = isAll ? parts.contains { $0.areAll } : parts.allSatisfy { $0.areAll }
        holds = { scheme in
          isAll ? parts.allSatisfy { $0.holds(scheme) } : parts.contains { $0.holds(scheme) }
        }
      }
    }
  }

  @Test(.seeded) func eachRefusedLoadIsFound() {
    var random = RandomChoice(seed: Seed.of(474))
    var counts = [true: 0, false: 0]
    for _ in 0..<TestOptions.cases(80, long: 3_000) {
      let condition = Condition(&random)
      let set = RuleSetUnderTest(
        "chain C { when frame == new && \(condition.text) load url cancel otherwise allow }\n")
      let findings = set.findings()
      // A condition without any request has another finding.
      if findings.contains(where: { $0.severity == .error }) { continue }
      let loaded = condition.names.union(["http", "https", "about"])
      let isRefused = !condition.areAll && !loaded.contains { condition.holds($0) }
      let found = findings.filter {
        $0.code == "unsafe-load" && $0.message.contains("loads nothing")
      }
      #expect(found.count == (isRefused ? 1 : 0), "\(condition.text)\n\(set.summary())")
      #expect(found.allSatisfy { $0.witness != nil })
      counts[isRefused, default: 0] += 1
    }
    print("refused loads: \(counts)")
    #expect(counts.values.allSatisfy { $0 > 0 })
  }

  @Test(arguments: [
    ("scheme hasPrefix \"home\"", "name the scheme, as in `scheme == \"home\"`"),
    ("scheme hasPrefix \"javascript\"", "delete the step, or test for"),
  ])
  func theHelpNamesWhatIsLoaded(_ condition: String, _ help: String) throws {
    let set = RuleSetUnderTest("chain C { when \(condition) load url cancel otherwise allow }\n")
    let finding = try #require(set.findings().first { $0.code == "unsafe-load" })
    #expect(finding.help?.hasPrefix(help) == true, "\(set.summary())")
    #expect(set.findings().filter { $0.code == "unsafe-load" }.count == 1)
  }
}
