import Checks
import Diagnostics
import RandomRules
import Syntax
import TestSupport
import Testing
import Text

/// Tests the findings of the examples of all pages after harmless changes: right examples still have none, and wrong
/// examples have the same codes.
struct HarmlessChangeTests {
  private static let rounds = TestOptions.cases(1, long: 40)

  /// Applies a change to the set.
  ///
  /// - Returns: the kinds of changes that were made.
  private static func changed(
    _ set: inout RuleSetUnderTest, _ kinds: [HarmlessChange], _ random: inout RandomChoice
  ) -> [HarmlessChange] {
    var made: [HarmlessChange] = []
    for number in 0...random.below(4) {
      let kind = random.one(of: kinds)
      if let changed = kind.apply(to: set, number: number, &random) {
        set = changed
        made.append(kind)
      }
    }
    return made
  }

  @Test(.seeded) func rightExamplesStaySilent() {
    var random = RandomChoice(seed: Seed.of(21))
    var counts: [HarmlessChange: Int] = [:]
    for example in PageTests.examples where !example.isWrong {
      for _ in 0..<Self.rounds {
        var set = example.set
        let kinds = HarmlessChange.allCases.filter {
          !(Self.notices[example.code] ?? []).contains($0)
        }
        let made = Self.changed(&set, kinds, &random)
        for kind in made { counts[kind, default: 0] += 1 }
        #expect(set.codes().isEmpty, "\(example), \(made)\n\(set.summary())\n\(set.text)")
      }
    }
    print("harmless changes of right examples:", counts)
    #expect(counts.count == HarmlessChange.allCases.count)
  }

  @Test(.seeded) func wrongExamplesKeepTheirFindings() {
    var random = RandomChoice(seed: Seed.of(22))
    var counts: [HarmlessChange: Int] = [:]
    for example in PageTests.examples where example.isWrong {
      let expected = example.set.codes().sorted()
      for _ in 0..<Self.rounds {
        var set = example.set
        let kinds = HarmlessChange.ofOtherText.filter {
          !(Self.notices[example.code] ?? []).contains($0)
        }
        let made = Self.changed(&set, kinds, &random)
        for kind in made { counts[kind, default: 0] += 1 }
        #expect(
          set.codes().sorted() == expected, "\(example), \(made)\n\(set.summary())\n\(set.text)")
      }
    }
    print("harmless changes of wrong examples:", counts)
    #expect(counts.count == HarmlessChange.ofOtherText.count)
  }

  /// Tests that switching a check off does not affect the findings of other checks, nor its own `bascule:ignore`
  /// comments.
  @Test(.seeded) func aCheckThatIsOffLeavesTheOthers() {
    var random = RandomChoice(seed: Seed.of(23))
    let settable = Check.all.filter { $0.canSetLevel && $0.page.severity != .error }.map(\.code)
    for example in PageTests.examples {
      var set = example.set
      let found = set.codes()
      // A rule set with errors is checked less than one whose errors are switched off.
      let comments = settable.filter { set.text.contains("bascule:ignore \($0)") }
      for code in Set(found).union(comments).intersection(settable).sorted()
        + [random.one(of: settable)]
      {
        set = example.set
        set.severities[code] = .off
        let gone = comments.contains(code) ? [code, "unused-ignore"] : [code]
        #expect(
          set.codes() == found.filter { !gone.contains($0) },
          "\(example), \(code)\n\(set.summary())")
      }
    }
  }

  /// Tests that a `bascule:ignore` comment above the rule or declaration of a finding removes exactly the findings of
  /// its code there. Above another rule or declaration it is an `unused-ignore`, unless the check is off.
  @Test(.seeded) func aCommentRemovesTheFindingsOfItsCode() throws {
    var random = RandomChoice(seed: Seed.of(24))
    var (removed, unused) = (0, 0)
    for example in PageTests.examples {
      let check = try #require(Check.named(example.code))
      let trees = example.set.files.map { SyntaxTree.parse($0) }
      guard check.page.canBeIgnored, trees.allSatisfy(\.faults.isEmpty) else { continue }
      let findings = example.set.findings()
      let unit = random.one(of: trees[0].commentedUnits)
      var set = example.set.replacing([
        Edit(
          Location(FileID(0), Span(unit.start, unit.start)),
          "\n// bascule:ignore \(example.code) -- a reason\n")
      ])
      let left = findings.filter { finding in
        !(unit.start..<unit.end).contains(finding.location.span.start)
      }
      removed += findings.count - left.count
      let isUsed = left.count < findings.count
      let isError = left.contains { $0.severity == .error }
      // Some errors prevent the search for unused comments.
      let expected = left.map(\.code) + (isUsed || isError ? [] : ["unused-ignore"])
      let found = set.codes().filter { !isError || $0 != "unused-ignore" }
      #expect(found.sorted() == expected.sorted(), "\(example)\n\(set.summary())\n\(set.text)")
      if !isUsed, !isError { unused += 1 }
      if check.canSetLevel, check.page.severity != .error {
        set.severities[example.code] = .off
        #expect(!set.codes().contains("unused-ignore"), "\(example)\n\(set.text)")
      }
    }
    print("ignores:", removed, "findings removed,", unused, "unused")
    #expect(removed > 10 && unused > 10)
  }

  /// The changes that are not harmless for a check.
  private static let notices: [String: Set<HarmlessChange>] = [
    "framework-name": [.names], "name-collision": [.names], "reserved-name": [.names],
    "chain-too-large": [.rule],
    // The added rule shares requests with all others.
    "order-dependent": [.rule],
    // The change adds a chain and a configuration.
    "unhandled-window": [.declarations],
  ]
}

extension RuleSetUnderTest {
  /// The text of all files, for messages.
  var text: String {
    files.map { "// \($0.name)\n" + String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }
}
