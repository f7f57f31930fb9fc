import Testing
import Text

/// Tests patterns in the syntax of `.gitignore`. The expected results are those of `git check-ignore`.
struct PathPatternsTests {
  private static func components(_ path: String) -> [[UInt8]] {
    path.utf8.split(separator: 0x2F).map(Array.init)
  }

  @Test(arguments: [
    ("build", "build", true), ("build", "a/build", true), ("build", "a/build/x", true),
    ("build", "builder", false), ("/build", "build/x", true), ("/build", "a/build", false),
    ("a/b", "a/b", true), ("a/b", "x/a/b", false), ("build/", "build", false),
    ("build/", "build/x", true), ("build/", "a/build/x", true), ("*.tmp", "a/b.tmp", true),
    ("*.tmp", "a/b.tmp2", false), ("a*c", "abbc", true), ("a*c", "ab/c", false),
    ("a?c", "abc", true), ("a?c", "a/c", false), ("**/x", "x", true), ("**/x", "a/b/x", true),
    ("a/**", "a/b/c", true), ("a/**", "a", false), ("a/**/c", "a/c", true),
    ("a/**/c", "a/b/b/c", true), ("a/**/c", "a/b/d", false), ("[a-c].txt", "b.txt", true),
    ("[a-c].txt", "d.txt", false), ("[!a-c].txt", "d.txt", true), ("[]].txt", "].txt", true),
    ("[a", "[a", true), ("\\*", "*", true), ("\\*", "a", false), ("\\#a", "#a", true),
    ("a b", "a b", true), ("#a", "#a", false), ("", "a", false), ("/", "a", false),
  ])
  func pattern(_ pattern: String, _ path: String, _ isSelected: Bool) {
    let patterns = PathPatterns(file: Array(pattern.utf8), in: [])
    #expect(patterns.selectFile(Self.components(path)) == isSelected)
  }

  @Test func laterPatternsWin() {
    let file = Array("*.log\r\n!keep.log  \n\n# note\nsub/\n".utf8)
    let patterns = PathPatterns(file: file, in: Self.components("top/in"))
    func selects(_ path: String, isFolder: Bool = false) -> Bool? {
      patterns.selects(Self.components(path), isFolder: isFolder)
    }
    #expect(selects("top/in/a.log") == true)
    #expect(selects("top/in/x/keep.log") == false)
    #expect(selects("top/in/a.txt") == nil)
    #expect(selects("top/a.log") == nil)
    #expect(selects("top/in/sub", isFolder: true) == true)
    #expect(selects("top/in/sub") == nil)
  }
}
