import Diagnostics
import Tasks
import TestSupport
import Testing
import Text

@testable import Workspace

/// Tests rule sets with very many findings, which `check --fix` fixes together.
@Suite struct ManyFixesTests {
  struct Family: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Returns the chain's rules for a number of findings.
    var rules: @Sendable (Int) -> [String]
    /// Returns the number of findings that the fixes remove.
    var findings: @Sendable (Int) -> Int = { $0 }
    /// The number of remaining errors.
    var errorsLeft = 0
  }

  static let families = [
    Family(testDescription: "pairs in the wrong order") { count in
      (0..<count).flatMap {
        [
          #"when path hasPrefix "/a\#($0)/" download"#,
          #"when path like "/a\#($0)/x/{id}" present Page(id: id) cancel"#,
        ]
      }
    },
    Family(testDescription: "parts that are always true") { count in
      (0..<count).map { #"when path hasPrefix "/shop\#($0)/" && path.count > 1 cancel"# }
    },
    Family(testDescription: "rules that come twice") { count in
      let rules = (0..<count).map { #"when path == "/d\#($0)" cancel"# }
      return rules + rules
    },
    Family(testDescription: "rules that a later one makes redundant") { count in
      (0..<count).flatMap {
        [
          #"when path hasPrefix "/legal\#($0)/terms" cancel"#,
          #"when path hasPrefix "/legal\#($0)/" cancel"#,
        ]
      }
    },
    Family(
      testDescription: "one rule that shadows all others",
      rules: { count in
        ["when path.count >= 0 allow"] + (0..<count).map { #"when path == "/r\#($0)" cancel"# }
      }, findings: { _ in 1 },
      // `otherwise` must stay last.
      errorsLeft: 1),
    Family(
      testDescription: "rules that two others shadow",
      rules: { count in
        (0..<count).map { #"when path hasPrefix "/a\#($0)/" cancel"# }
          + (0..<count).map { #"when path hasPrefix "/a\#($0)/b/" download"# }
          + (0..<count).map { #"when path == "/a\#($0 * 7919 % count)/b/c" dismiss cancel"# }
      }, findings: { 2 * $0 }),
    Family(testDescription: "misspelt words") { count in
      (0..<count).map { #"when path == "/r\#($0)" cancl"# }
    },
  ]

  /// The maximum number of groups of fixes that are tried, which does not grow with the number of findings.
  private static let mostTries = 8

  @Test(arguments: families) func areFixedTogether(_ family: Family) throws {
    let count = TestOptions.cases(40, long: 2_000)
    let text =
      "screen Page(id: String)\nchain Main {\n  when path like \"/page/{id}\" present Page(id: id) cancel\n  "
      + family.rules(count).joined(separator: "\n  ")
      + "\n  otherwise allow\n}\nconfiguration Only { chain Main }\n"
    let fixes = RuleSetFixes(
      RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)]), all: true,
      allowsWeaker: true)
    #expect(fixes.tries <= Self.mostTries)
    #expect(fixes.applied.count == family.findings(count))
    let findings = RuleSetSession(isReused: false).check(fixes.input)
    #expect(
      findings.count { $0.severity == .error } == family.errorsLeft, "\(findings.prefix(3))")
    #expect(!fixes.isIncomplete)
  }

  /// Tests that fixes after which cancelled requests pass are rejected without a try for each.
  @Test func weakerFixesAreLeft() {
    let count = TestOptions.cases(40, long: 400)
    let rules = (0..<count).map { #"when path == "/a\#($0)" allow"# }
    let text =
      "chain Main {\n  when path hasPrefix \"/a\" cancel\n  " + rules.joined(separator: "\n  ")
      + "\n  otherwise allow\n}\nconfiguration Only { chain Main }\n"
    let input = RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)])
    let fixes = RuleSetFixes(input, all: true)
    #expect(fixes.tries <= Self.mostTries && fixes.applied.isEmpty)
    #expect(!RuleSetFixes(input, all: true, allowsWeaker: true).applied.isEmpty)
  }

  /// Tests that the fixes that remain because no more groups are tried are reported.
  @Test func limitIsKnown() {
    let family = Self.families[0]
    let text =
      "screen Page(id: String)\nchain Main {\n  "
      + family.rules(3).joined(separator: "\n  ")
      + "\n  otherwise allow\n}\nconfiguration Only { chain Main }\n"
    let input = RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)])
    for (limit, count) in [(0, 0), (1, 3)] {
      let fixes = RuleSetFixes(input, all: true, allowsWeaker: true, limit: limit)
      #expect(fixes.applied.count == count)
      #expect(fixes.isIncomplete == (count == 0))
    }
  }

  /// Tests that a session that is used once offers the same fix as a reused one.
  @Test func aFixInALongChainIsProvedAsInAnother() throws {
    let others = (0..<2_200).map {
      #"when path contains "/r\#($0)x/" && query.page == "\#($0)" cancel"#
    }
    let lines = others[..<1_100] + [#"when path hasPrefix "/" download"#] + others[1_100...]
    let input = RuleSetInput(files: [
      SourceFile(name: "0.bascule", text: "chain Main { use Late }"),
      SourceFile(
        name: "1.bascule", text: "handler Late {\n\(lines.joined(separator: "\n"))\n}"),
    ])
    func offered(_ session: RuleSetSession) -> [Finding] {
      let findings = session.check(input)
      return Workspace.offering(findings, of: input, Severities(), checkedBy: session)
    }
    let expected = offered(RuleSetSession())
    let found = offered(RuleSetSession(isReused: false))
    #expect(found.map { "\($0)" } == expected.map { "\($0)" })
    #expect(found.count == 1)
    #expect(found[0].fix?.kind == .move)
  }
}
