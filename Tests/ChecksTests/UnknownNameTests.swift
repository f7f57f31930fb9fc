import Diagnostics
import Testing
import Text

/// Tests the help for a name that is not declared.
struct UnknownNameTests {
  /// Uses of the undeclared name `&`, one for each kind of declaration, with texts that replace each `…` of the help.
  static let uses: [(use: String, filler: [String])] = [
    ("event E to &", ["\"https://a.example\""]),
    ("chain C { when path == \"/a\" present & cancel }", []),
    ("chain C { when path == \"/a\" perform & cancel }", []),
    ("chain C { use & }", ["when path == \"/a\" cancel"]),
    ("configuration C { chain & }", ["otherwise allow"]),
    ("configuration C { responses & }", ["otherwise allow"]),
    ("event E sends &", ["a: Int"]), ("configuration C { strategies & }", []),
    ("configuration C { channels & }", ["strategy Inner"]),
    ("configuration C { scripts & }", ["\"x\""]),
    ("chain C { when frame == new popup & }", ["title web"]),
    ("render All { & }", []), ("chain C { when & cancel }", []),
  ]

  /// Tests that the declaration in the help, with each `…` completed, declares the name.
  @Test(arguments: uses.indices)
  func theHelpDeclaresTheName(_ index: Int) throws {
    let (use, filler) = Self.uses[index]
    let name = use.contains("perform") || use.contains("when &") ? "nowhere" : "Nowhere"
    let text = use.replacing("&", with: name)
    let findings = RuleSetUnderTest(text).findings().filter { $0.code == "unknown-name" }
    let help = try #require(findings.first?.help, "\(text)")
    #expect(findings.count == 1 && help.hasPrefix("declare it: `"), "\(help)")
    var declaration = String(help.dropFirst("declare it: `".count).dropLast())
    declaration = declaration.replacing("\"https://…\"", with: "…").replacing("(…)", with: "")
    for text in filler { declaration = declaration.replacing("…", with: text) }
    #expect(!declaration.contains("…"), "\(declaration)")
    let codes = RuleSetUnderTest(text + "\n" + declaration).codes()
    #expect(
      Set(codes).isDisjoint(with: ["unknown-name", "syntax-error", "wrong-kind"]),
      "\(declaration): \(codes)")
  }
}
