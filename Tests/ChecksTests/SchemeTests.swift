import Diagnostics
import Testing
import Text

/// Tests the schemes that the app answers.
@Suite struct SchemeTests {
  private static func findings(_ settings: String) -> [String] {
    RuleSetUnderTest("origin Shop = \"https://a.example\"\nconfiguration Reader { \(settings) }\n")
      .findings().map { "\($0.code): \($0.message)" }
      .filter { !$0.hasPrefix("unused-declaration") }
  }

  @Test(arguments: [
    "scheme \"zim\" handler Archive", "scheme \"a+b-c.1\" handler Archive",
    "scheme \"zim\" handler Archive, scheme \"kiwix\" handler Archive",
    "scheme \"zim\" handler Archive from Shop, \"https://b.example\" title web",
    "scheme \"zim\" handler handler from Shop",
  ])
  func accepted(_ settings: String) {
    #expect(Self.findings(settings) == [])
  }

  @Test(arguments: [
    ("https", "the scheme \"https\" is loaded by WebKit itself, which takes no handler"),
    ("data", "the scheme \"data\" is loaded by WebKit itself, which takes no handler"),
    ("Zim", "the scheme \"Zim\" must be written in lower case"),
    ("zim:", "\"zim:\" is no scheme: a letter, then letters, digits, `+`, `-` and `.`"),
    ("", "\"\" is no scheme: a letter, then letters, digits, `+`, `-` and `.`"),
    ("1a", "\"1a\" is no scheme: a letter, then letters, digits, `+`, `-` and `.`"),
    ("bücher", "\"bücher\" is no scheme: a letter, then letters, digits, `+`, `-` and `.`"),
  ])
  func refused(_ scheme: String, _ message: String) {
    #expect(
      Self.findings("scheme \"\(scheme)\" handler Archive") == ["invalid-scheme: \(message)"])
  }

  @Test func upperCaseIsFixed() throws {
    let set = RuleSetUnderTest("configuration Reader { scheme \"ZIM\" handler Archive }\n")
    let finding = try #require(set.findings().first)
    let fixed = set.applying(try #require(finding.fix))
    #expect(fixed.codes() == [])
    #expect(
      String(decoding: fixed.files[0].bytes, as: UTF8.self).contains("scheme \"zim\" handler"))
  }

  @Test func eachSchemeHasOneHandler() {
    let first = "scheme \"zim\" handler A "
    #expect(
      Self.findings(first + "scheme \"zim\" handler B") == [
        "duplicate-member: duplicate scheme `zim`"
      ])
    // A configuration can replace a handler that it inherits.
    let text = """
      configuration A { scheme "zim" handler A }
      configuration B extends A { scheme "zim" handler B }

      """
    #expect(RuleSetUnderTest(text).codes() == [])
    // In Swift, both have the same name.
    #expect(
      Self.findings("scheme \"a\" handler Zim scheme \"b\" handler zim").map { $0.prefix(14) }
        == ["name-collision"])
  }

  @Test(arguments: [
    ("scheme zim handler A", "syntax-error"), ("scheme \"zim\" A", "syntax-error"),
    ("scheme \"zim\" handler", "syntax-error"),
    ("scheme \"zim\" handler A from Nowhere", "unknown-name"),
    ("scheme \"zim\" handler A from \"a.example\"", "invalid-origin"),
  ])
  func malformed(_ settings: String, _ code: String) {
    #expect(Self.findings(settings).map { String($0.prefix { $0 != ":" }) } == [code])
  }
}
