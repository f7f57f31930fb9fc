import Diagnostics
import Foundation
import TestSupport
import Testing
import Workspace

@testable import CommandLine

/// Tests that `Sources/Documentation/findings.md` has a section for every code, to which reports and editors link.
@Suite struct FindingsPageGoldenTests {
  private static let url = TestPackage.url("Sources/Documentation/findings.md")

  /// The page with the lines that are printed from the checks.
  private static var expected: String {
    let groups = Workspace.groups.map { group in
      let codes =
        group.name == "all" ? ["each code below whose level can be set"] : group.codes.map(link)
      return "| `\(group.name)` | \(codes.joined(separator: ", ")) |"
    }
    let pages = Workspace.codes.compactMap(Workspace.summary(ofCode:)).map { summary in
      // The level of the heading is added, and the topic becomes a link.
      "#"
        + summary.page.replacing(/\nSee: `bascule help ([\w-]+)`\n$/) { match in
          let topic = ReferenceTopic.named(String(match.1))
          return "\nSee: [\(match.1)](\(topic?.page ?? "")#\(match.1))\n"
        }
    }
    return """
      # Findings

      Every finding that `bascule check` can report. `bascule explain CODE` prints one of these sections.

      ## Groups

      `--severity GROUP=LEVEL`, and `severities` and `ignore` of `bascule.json`, take the name of a group for all of its
      codes. `bascule explain groups` prints this table.

      | group | codes |
      | --- | --- |
      \(groups.joined(separator: "\n"))

      \(pages.joined(separator: "\n"))
      ---

      Next: [analysis](analysis.md), what is proved, and how to handle a finding.

      """
  }

  private static func link(_ code: String) -> String { "[`\(code)`](#\(code))" }

  @Test func pageIsUpToDate() throws {
    if TestOptions.updatesGoldenFiles { try Data(Self.expected.utf8).write(to: Self.url) }
    let written = try String(contentsOf: Self.url, encoding: .utf8)
    #expect(written == Self.expected, "run Tests/update-golden")
  }

  /// Tests that headings are unique anchors and links lead to existing topics. A heading in code would be another
  /// anchor.
  @Test func everyAddressLeadsToASection() throws {
    let text = try String(contentsOf: Self.url, encoding: .utf8)
    var isCode = false
    var headings: [Substring] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, line.hasPrefix("#") { headings.append(line) }
    }
    #expect(headings == ["# Findings", "## Groups"] + Workspace.codes.map { "## \($0)" })
    for code in Workspace.codes {
      let address = CodeSummary.address(ofCode: code)
      #expect(address.hasSuffix("/Sources/Documentation/findings.md#\(code)"))
    }
    #expect(!text.contains("](#)") && !text.contains("](#all)"))
  }
}
