import Diagnostics
import Testing
import Text

/// Literals that match other requests than they seem to, with a request that shows it.
struct LiteralTests {
  private func finding(_ condition: String) -> Finding? {
    let set = RuleSetUnderTest("chain C {\n  when \(condition) allow\n  otherwise cancel\n}")
    let findings = set.findings()
    #expect(findings.allSatisfy { $0.code == "suspicious-literal" }, "\(set.summary())")
    #expect(findings.count <= 1, "\(set.summary())")
    return findings.first
  }

  @Test(arguments: [
    ("path == \"/t?tab=1\"", "\"https://example.com/t%3Ftab%3D1\""),
    ("path == \"/my%20page\"", "\"https://example.com/my%2520page\""),
    ("host == \"*.bank.example\"", "\"https://*.bank.example/\""),
    ("fragment == \"#top\"", "\"https://example.com/#%23top\""),
  ])
  func witnessShowsTheURL(_ condition: String, _ witness: String) {
    #expect(finding(condition)?.witness == witness)
  }

  /// The witness of an open suffix is the host of a stranger.
  @Test func strangersHost() {
    #expect(
      finding("host hasSuffix \"bank.example\"")?.witness == "\"https://evilbank.example/\"")
  }

  @Test func unescapedPoint() {
    let witness = finding("host matches /(www|m).bank\\.example/")?.witness ?? ""
    #expect(witness.contains("bank.example") && !witness.contains(".bank.example"), "\(witness)")
  }

  /// Literals that mean what they say.
  @Test(arguments: [
    "host hasSuffix \".bank.example\"", "host hasSuffix \"-bank\"", "path hasSuffix \".html\"",
    "path like \"/a/{id}\"", "path like \"/a/**\"", "host like \"*.bank.example\"",
    "host matches /www\\.bank\\.example/", "host matches /.*\\.bank\\.example/",
    "path matches /\\/a.b/", "query.q == \"100%\"", "query.q == \"a:b\"", "path contains \"?\"",
    "url == \"https://a.com/t?tab=1\"", "url like \"https://a.com/a?b=*\"", "fragment == \"a?b\"",
    "path == \"/a:b\"", "path == \"/wiki/Talk:Main\"", "query.q == \"#1\"",
  ])
  func plainLiterals(_ condition: String) { #expect(finding(condition) == nil) }

  @Test func broadOrigins() {
    func codes(_ origin: String) -> [String] {
      RuleSetUnderTest("origin O = \"\(origin)\"\nstrategy S from O").codes()
    }
    for origin in ["https://**", "https://*.com", "https://**.co.uk", "https://*.vercel.app"] {
      #expect(codes(origin) == ["broad-origin"], "\(origin)")
    }
    for origin in ["https://*.example.com", "https://**.shop.co.uk", "https://*.localhost"] {
      #expect(codes(origin) == [], "\(origin)")
    }
  }

  @Test func emojiAreNotHidden() {
    let set = RuleSetUnderTest(
      "// the family 👨\u{200D}👩\u{200D}👧, ❤\u{FE0F}\nchain C { otherwise allow }")
    #expect(set.codes() == [], "\(set.summary())")
  }
}
