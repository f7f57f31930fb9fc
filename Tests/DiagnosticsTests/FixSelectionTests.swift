import Diagnostics
import Testing
import Text

/// Tests the selection of fixes that are applied in one round.
@Suite struct FixSelectionTests {
  private static func finding(_ edits: [(start: Int, end: Int, text: String)]) -> Finding {
    let file = FileID(0)
    let fix = Fix(
      edits.map { Edit(Location(file, Span($0.start, $0.end)), $0.text) }, isSafe: true)
    return Finding("a", .error, "a", at: Location(file, Span(0, 0)), fix: fix)
  }

  private static func applied(_ findings: [Finding], to text: String) -> (count: Int, text: String)
  {
    let selection = FixSelection(findings.compactMap(\.fix))
    let files = selection.apply(to: [SourceFile(name: "a", text: text)])
    return (selection.chosen.count, String(decoding: files[0].bytes, as: UTF8.self))
  }

  /// Tests that of two insertions at one position, which have no order, the second one waits.
  @Test func insertionsAtOnePlace() {
    let (count, text) = Self.applied(
      [Self.finding([(1, 1, "x")]), Self.finding([(1, 1, "y")])], to: "ab")
    #expect(count == 1)
    #expect(text == "axb")
  }

  @Test func insertionAtTheEdgeOfAReplacement() {
    let (count, text) = Self.applied(
      [Self.finding([(1, 2, "x")]), Self.finding([(2, 2, "y")])], to: "abc")
    #expect(count == 1)
    #expect(text == "axc")
  }

  /// Tests that the insertions of one fix keep their order.
  @Test func insertionsOfOneFix() {
    let (count, text) = Self.applied(
      [Self.finding([(3, 3, "a"), (0, 1, ""), (3, 3, "b"), (1, 2, "")])], to: "abc")
    #expect(count == 1)
    #expect(text == "cab")
  }

  @Test func neighboursAreAppliedTogether() {
    let (count, text) = Self.applied(
      [Self.finding([(1, 2, "x")]), Self.finding([(0, 1, "w"), (2, 3, "z")])], to: "abc")
    #expect(count == 2)
    #expect(text == "wxz")
  }
}
