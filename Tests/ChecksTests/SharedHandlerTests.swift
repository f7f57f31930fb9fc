import Diagnostics
import RandomRules
import TestSupport
import Testing

/// Compares findings about handlers that chains reach in part, or use twice, with chains that are tried path by path.
struct SharedHandlerTests {
  private static let paths = ["/a", "/b", "/c", "/d", "/e"]

  private static func rule(_ paths: Set<String>, _ rest: String = "cancel") -> String {
    let list = paths.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    return "  when path in [\(list)] \(rest)\n"
  }

  private static func subset(_ random: inout RandomChoice) -> Set<String> {
    var subset: Set<String> = []
    for path in paths where random.once(in: 3) { subset.insert(path) }
    return subset.isEmpty ? [random.one(of: paths)] : subset
  }

  /// Tests that a `use` is reported if some of its rules are not reached in this chain, but in another.
  @Test(.seeded) func partlyUnreachable() {
    DefinedFindings.check(["partly-unreachable-handler"], seed: 4_713) { random in
      let shared = (0..<2 + random.below(2)).map { _ in Self.subset(&random) }
      let owns = (0..<3).map { number in
        // The last chain reaches every rule that can be reached.
        number == 2 ? [] : (0..<random.below(3)).map { _ in Self.subset(&random) }
      }
      func dead(_ own: [Set<String>]) -> [Bool] {
        var taken = own.reduce(into: Set<String>()) { $0.formUnion($1) }
        return shared.map { rule in
          defer { taken.formUnion(rule) }
          return rule.isSubset(of: taken)
        }
      }
      let deadEverywhere = dead([])
      var expected: [String] = []
      for own in owns {
        let dead = dead(own)
        let some = dead.indices.filter { index in
          // If the chain has a rule with the same condition that is reached, the overlap is intended.
          let isMeant = own.indices.contains { place in
            let earlier = own[..<place].reduce(into: Set<String>()) { $0.formUnion($1) }
            return own[place] == shared[index] && !own[place].isSubset(of: earlier)
          }
          return dead[index] && !deadEverywhere[index] && !isMeant
        }
        if !some.isEmpty, dead.contains(false) { expected.append("use Shared") }
      }
      let chains = owns.enumerated().map { number, own in
        "chain C\(number) {\n\(own.map { Self.rule($0, "allow") }.joined())  use Shared\n  otherwise download\n}\n"
      }
      return (
        "handler Shared {\n\(shared.map { Self.rule($0) }.joined())}\n" + chains.joined(), expected
      )
    }
  }

  /// Tests that a handler whose rules run twice is reported at the second `use`, also through other handlers.
  @Test(.seeded) func usedTwice() {
    DefinedFindings.check(["repeated-use"], seed: 4_714) { random in
      let isNested = random.once(in: 2)
      let isRepeated = random.once(in: 2)
      let continues = random.once(in: 2)
      let own = Self.rule(Self.subset(&random), continues ? "perform note continue" : "cancel")
      var items = ["  use Own\n", "  use Other\n"]
      if isRepeated { items.append(isNested ? "  use Outer\n" : "  use Own\n") }
      items.shuffle(using: &random)
      let text = """
        action note
        handler Own {
        \(own)}
        handler Other {
          when path == "/f" cancel
        }
        handler Outer {
          use Own
        }
        chain Main {
        \(items.joined())  otherwise allow
        }

        """
      let second = items.last { $0.contains("Own") || $0.contains("Outer") }!
      let isReported = isRepeated && continues
      return (text, isReported ? [String(second.dropFirst(2).dropLast())] : [])
    }
  }

  /// Tests that the finding names the step that runs twice, and a request for which it does.
  @Test func stepThatRunsTwice() {
    let set = RuleSetUnderTest(
      """
      action note(name: String)
      handler Own { when path == "/a" perform note(name: "x") continue }
      chain Main {
        use Own
        use Own
        otherwise allow
      }
      """)
    let found = set.findings().filter { $0.code == "repeated-use" }
    #expect(
      found.map(\.message) == [
        "`Main` uses `Own` twice: `perform note(name: \"x\")` runs twice for `\"https://example.com/a\"`"
      ])
    #expect(found.first?.witness == "\"https://example.com/a\"")
  }

  /// Tests that `otherwise` with `continue` is reported if a rule with `continue` runs before it for some host.
  @Test(.seeded) func otherwiseAfterContinue() {
    let hosts = ["a.example", "b.example", "c.example"]
    DefinedFindings.check(["otherwise-after-continue"], seed: 4_715) { random in
      let rules = (0..<random.below(4)).map { _ in
        (host: random.one(of: hosts), decision: random.one(of: ["continue", "allow", "cancel"]))
      }
      let decision = random.one(of: ["continue", "continue", "allow"])
      let isInBlock = random.once(in: 2)
      let runsTwice = hosts.contains { host in
        var runs = false
        for rule in rules where rule.host == host {
          if rule.decision != "continue" { return false }
          runs = true
        }
        return runs
      }
      let list =
        rules.map { "  when host == \"\($0.host)\" perform note \($0.decision)\n" }.joined()
        + "  otherwise perform last \(decision)\n"
      let text =
        "action note\naction last\nchain Main {\n"
        + (isInBlock ? "when path == \"/x\" {\n\(list)}\notherwise cancel\n" : list) + "}\n"
      return (text, runsTwice && decision == "continue" ? ["otherwise"] : [])
    }
  }
}
