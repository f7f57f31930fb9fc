import Checks
import Testing

/// Tests the files from which scripts are read.
@Suite struct ScriptFileTests {
  private static func codes(_ path: String, _ content: [UInt8]) -> [String] {
    let text = """
      script Zoom at documentStart from "\(path)"
      configuration Default { scripts Zoom }

      """
    return RuleSetUnderTest([("a.bascule", text)], resources: [path: content]).codes()
  }

  @Test func insideTheFolder() {
    #expect(Self.codes("web/zoom.js", Array("void 0;".utf8)) == [])
  }

  /// Tests that paths outside of the folder are errors even if the file exists.
  @Test(arguments: ["../zoom.js", "web/../../zoom.js", "/zoom.js", ".."])
  func outsideOfTheFolder(_ path: String) {
    #expect(Self.codes(path, Array("void 0;".utf8)) == ["missing-script"])
  }

  @Test func malformedText() {
    #expect(Self.codes("zoom.js", [0xFF]) == ["missing-script"])
  }
}
