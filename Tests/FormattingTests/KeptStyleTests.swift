import Formatting
import Testing
import Text

/// Tests that a change keeps the style of its file.
@Suite struct KeptStyleTests {
  private static func kept(_ original: String, _ changed: String) -> String {
    let file = Formatter.keepingStyle(of: SourceFile(original), SourceFile(changed))
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test func formattedFilesStayFormatted() {
    #expect(Self.kept("flag a\n", "flag a\nflag   b\n") == "flag a\nflag b\n")
  }

  @Test func otherFilesAreNotFormatted() {
    #expect(Self.kept("flag   a\n", "flag   a\nflag b\n") == "flag   a\nflag b\n")
  }
}
