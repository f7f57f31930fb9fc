import Diagnostics
import Foundation
import RandomRules
import Syntax
import TestSupport
import Testing
import Text
import Workspace

/// Tests mistakes of newcomers with words, signs and constructs of other languages, each alone in the rule set `Rail`.
struct NewcomerSlipTests {
  private static let folder = TestPackage.url("Tests/WorkspaceTests/Slips/Rail")

  private static func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
  }

  private static func files() throws -> [SourceFile] {
    try ["nav.bascule", "bridge.bascule", "web.bascule"].map { name in
      SourceFile(name: name, bytes: try #require(bytes(name)))
    }
  }

  private static func input(_ files: [SourceFile]) -> RuleSetInput {
    RuleSetInput(files: files, resource: bytes)
  }

  @Test func theRuleSetHasNoFindings() throws {
    #expect(Workspace.load(Self.input(try Self.files())).findings.isEmpty)
    #expect(NewcomerSlip.all.count >= 350)
  }

  /// Tests that a mistake has a finding on its lines, and that each fix writes the intended text or does not change the
  /// text.
  @Test(.seeded) func eachSlipIsFoundAndNeverMendedWrongly() throws {
    let files = try Self.files()
    var random = RandomChoice(seed: Seed.of(472))
    var slips = NewcomerSlip.all
    let count = TestOptions.cases(60, long: slips.count)
    while slips.count > count { slips.remove(at: random.below(slips.count)) }
    for slip in slips {
      let (written, number) = try #require(slip.files(files, with: slip.written), "\(slip)")
      let right = try ([slip.meant] + slip.others).map { text in
        Self.tokens(try #require(slip.files(files, with: text)).files[number])
      }
      let input = Self.input(written)
      let found = Workspace.load(input).findings
      let lines = Self.changedLines(files[number], written[number])
      let index = LineIndex(written[number])
      let here = found.filter {
        Int($0.location.file.index) == number
          && lines.contains(index.line(at: $0.location.span.start))
      }
      #expect(!here.isEmpty, "\(slip)\n\(found.map(\.message))")
      var mending = NewcomerSlip.Mending.user
      for (all, name) in [(true, NewcomerSlip.Mending.all), (false, .safe)] {
        let fixed = RuleSetFixes(input, all: all).input.files
        let isMeant = right.contains(Self.tokens(fixed[number]))
        if isMeant { mending = name }
        #expect(
          isMeant || fixed.map(\.bytes) == written.map(\.bytes),
          "\(slip)\n\(fixed[number].text(Span(0, fixed[number].bytes.count)))")
      }
      #expect(mending == slip.mending, "\(slip)\n\(here.map { [$0.message, $0.help ?? ""] })")
    }
  }

  private static func tokens(_ file: SourceFile) -> [String] {
    Lexer.texts(of: file.bytes)
  }

  /// Returns the lines of a file that differ from those of another one.
  private static func changedLines(_ meant: SourceFile, _ written: SourceFile) -> ClosedRange<Int> {
    let common = CommonEnds(meant.bytes, written.bytes)
    let index = LineIndex(written)
    let last = max(common.start, written.bytes.count - common.end)
    return index.line(at: UInt32(common.start))...index.line(at: UInt32(last))
  }
}
