import Diagnostics
import Testing
import Text

@testable import Checks

/// Tests the examples of the pages as rule sets: wrong ones have the finding, right ones do not, and fixes work.
struct PageTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var code: String
    var isWrong: Bool
    var number: Int
    var set: RuleSetUnderTest

    var testDescription: String { "\(code) \(isWrong ? "wrong" : "right") \(number)" }
  }

  /// The fenced examples of all pages. `�` represents a byte that is not UTF-8.
  static let examples: [Example] = Check.all.flatMap { check -> [Example] in
    let page = check.page
    if Self.others.contains(page.code) { return [] }
    var examples: [Example] = []
    var lines: [Substring]?
    var isWrong = false
    for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```bascule wrong" || line == "```bascule right" {
        lines = []
        isWrong = line.hasSuffix("wrong")
      } else if line == "```", let text = lines {
        let bytes = Array(text.joined(separator: "\n").utf8) + [0x0A]
        var set = RuleSetUnderTest(bytes.replacing([0xEF, 0xBF, 0xBD], with: [0xE9]))
        if page.code == "changed-meaning" { set.severities.writtenFor = RuleVersion(0, 1) }
        if check.defaultLevel == .off { set.severities[page.code] = .init(page.severity) }
        let number = examples.filter { $0.isWrong == isWrong }.count + 1
        examples.append(Example(code: page.code, isWrong: isWrong, number: number, set: set))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return examples
  }

  /// The codes whose examples are no rule sets. ConfigurationTests reads those that are `bascule.json` files, and
  /// LinkPageTests those that are association files.
  private static let others = Set(
    ["invalid-configuration"]
      + Check.all.filter {
        switch $0.runner {
        case .links, .linkedChain: true
        default: false
        }
      }.map(\.code))

  @Test func pagesAreSortedAndComplete() {
    let codes = Check.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    for page in Check.all.map(\.page) {
      #expect(Check.named(page.code)?.page.summary == page.summary)
      let mine = Self.examples.filter { $0.code == page.code }
      if !Self.others.contains(page.code) {
        #expect(mine.contains { $0.isWrong }, "\(page.code) shows nothing wrong")
        #expect(mine.contains { !$0.isWrong }, "\(page.code) shows nothing right")
      }
      #expect(page.code.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || $0 == 0x38 })
      #expect(!page.summary.hasSuffix("."))
      #expect(page.summary.first.map { !$0.isUppercase } ?? false)
      for line in page.text.split(separator: "\n") where !line.hasPrefix("```") {
        #expect(line.count <= 110, "\(page.code): \(line)")
      }
    }
    #expect(Check.named("no-such-code") == nil)
  }

  @Test(arguments: examples.filter(\.isWrong))
  func wrongExampleIsFound(_ example: Example) {
    let codes = example.set.codes()
    #expect(!codes.isEmpty)
    #expect(codes.allSatisfy { $0 == example.code }, "\(example.set.summary())")
  }

  @Test(arguments: examples.filter { !$0.isWrong })
  func rightExampleIsClean(_ example: Example) {
    #expect(example.set.codes().isEmpty, "\(example.set.summary())")
  }

  @Test(arguments: examples.filter(\.isWrong))
  func fixesMend(_ example: Example) {
    for finding in example.set.findings() {
      guard let fix = finding.fix else { continue }
      let count = example.set.codes().count
      let after = example.set.applying(fix)
      let left = after.findings()
      #expect(
        left.count < count && left.allSatisfy { $0.code == example.code },
        "\(after.summary())")
    }
  }

  /// Tests that each code's page lists the kinds of its fixes, and that each kind occurs in an example.
  @Test func fixesAreAsThePagesSay() {
    var shown: [String: FixKinds] = [:]
    for example in Self.examples where example.isWrong {
      for finding in example.set.findings() {
        guard let fix = finding.fix else { continue }
        shown[finding.code, default: []].insert(fix.isSafe ? .safe : .meaning)
      }
    }
    for page in Check.all.map(\.page) where !Self.others.contains(page.code) {
      #expect(shown[page.code] ?? [] == page.fixes, "\(page.code)")
      #expect(
        page.text.contains("`bascule check --fix")
          == (!page.fixes.isEmpty || RepairedCodes.all.contains(page.code)))
    }
  }

  /// Tests that findings about chains do not prevent the generation of code.
  @Test func findingsAboutChainsCanBeIgnored() {
    for check in Check.all {
      if case .chains = check.runner { #expect(check.page.canBeIgnored, "\(check.code)") }
    }
  }

  @Test func findingsAgreeWithTheirPages() {
    for example in Self.examples where example.isWrong {
      for finding in example.set.findings() {
        #expect(finding.severity == Check.named(finding.code)?.page.severity)
      }
    }
  }
}
