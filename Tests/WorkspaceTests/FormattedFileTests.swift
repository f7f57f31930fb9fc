import Diagnostics
import Testing
import Text
import Workspace

@Suite struct FormattedFileTests {
  @Test func changedLines() throws {
    let lines = (1...12).map { "flag f\($0)\n" }
    let source = lines.joined().replacing("f2\n", with: " f2\n").replacing("f11", with: " f11")
    let file = FormattedFile(SourceFile(name: "a.bascule", text: String(source.dropLast())))
    let changes = try #require(file.changes)
    #expect(
      String(decoding: changes.patch(of: Array("a.bascule".utf8)), as: UTF8.self) == """
        --- a/a.bascule
        +++ b/a.bascule
        @@ -1,5 +1,5 @@
         flag f1
        -flag  f2
        +flag f2
         flag f3
         flag f4
         flag f5
        @@ -8,5 +8,5 @@
         flag f8
         flag f9
         flag f10
        -flag  f11
        -flag f12
        \\ No newline at end of file
        +flag f11
        +flag f12

        """)
    #expect(FormattedFile(SourceFile(name: "a.bascule", text: "flag a\n")).changes == nil)
    #expect(FormattedFile(SourceFile(name: "a.bascule", text: "flag  {")).changes == nil)
  }

  /// Tests that only the changed lines are shown, even if there are many.
  @Test func manyChanges() throws {
    let text = (0..<5000).map { "flag \($0 % 2 == 0 ? " " : "")f\($0)\n" }.joined()
    let changes = try #require(FormattedFile(SourceFile(name: "a.bascule", text: text)).changes)
    #expect(changes.changes.count == 2500)
    #expect(changes.changes.allSatisfy { $0.old.count == 1 && $0.new == $0.old })
  }
}
