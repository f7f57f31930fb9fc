import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

/// Tests literals that match other requests than they seem to, with a request that shows this.
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
    ("path like \"/p/[0-9]\"", "\"https://example.com/p/%5B0-9%5D\""),
    ("path == \"/p/[^a-zA-Z]\"", "\"https://example.com/p/%5B%5Ea-zA-Z%5D\""),
    ("url == \"https://user@bank.example/d\"", "\"https://user@bank.example/d\""),
  ])
  func witnessShowsTheURL(_ condition: String, _ witness: String) {
    #expect(finding(condition)?.witness == witness)
  }

  /// Tests that the witness for an open suffix is the host of another owner.
  @Test func strangersHost() {
    #expect(
      finding("host hasSuffix \"bank.example\"")?.witness == "\"https://evilbank.example/\"")
  }

  @Test func unescapedPoint() {
    let witness = finding("host matches /(www|m).bank\\.example/")?.witness ?? ""
    #expect(witness.contains("bank.example") && !witness.contains(".bank.example"), "\(witness)")
  }

  /// Tests the text with which a fix replaces the literal.
  @Test(arguments: [
    ("url == \"https://user@bank.example/d\"", "\"https://bank.example/d\""),
    ("url in [\"https://a:b@bank.example\"]", "\"https://bank.example\""),
    ("header[\"Content-Type:\"] == \"text/html\"", "\"Content-Type\""),
    ("exists header[\"X App\"]", "\"XApp\""),
    ("!(header[\" Accept\"] hasPrefix \"a\")", "\"Accept\""),
  ])
  func fixedText(_ condition: String, _ fixed: String) throws {
    #expect(try #require(finding(condition)?.fix).edits.map(\.replacement) == [fixed])
  }

  /// Tests letters of another alphabet in a Latin word.
  @Test(arguments: [
    ("path == \"/p\u{0430}y\"", "pay"), ("host == \"b\u{03BF}nk.example\"", "bonk"),
    ("query.q in [\"x\", \"\u{0421}opy\"]", "Copy"), ("path[1] matches /p\u{0430}y/", "pay"),
  ])
  func lookAlikeLetters(_ condition: String, _ latin: String) throws {
    let set = RuleSetUnderTest("chain C {\n  when \(condition) allow\n  otherwise cancel\n}")
    let found = set.findings().filter { $0.code == "look-alike-letter" }
    #expect(found.count == 1, "\(set.summary())")
    #expect(found.first?.fix?.edits.map(\.replacement) == [latin])
  }

  /// Tests words of one alphabet, letters that resemble no Latin letter, and comments.
  @Test(arguments: [
    "path == \"/\u{0440}\u{0430}\u{0443}\" // p\u{0430}y",
    "path == \"/iPhone-\u{0447}\u{0435}\u{0445}\u{043E}\u{043B}\"",
    "path == \"/\u{0431}anana\"", "path == \"/caf\u{E9}\"", "path == \"/\u{3B1}\u{3B2}\"",
  ])
  func wordsOfOneAlphabet(_ condition: String) {
    let set = RuleSetUnderTest("chain C {\n  when \(condition)\n allow\n  otherwise cancel\n}")
    #expect(!set.codes().contains("look-alike-letter"), "\(set.summary())")
  }

  /// Tests literals that mean what they seem to.
  @Test(arguments: [
    "host hasSuffix \".bank.example\"", "host hasSuffix \"-bank\"", "path hasSuffix \".html\"",
    "path like \"/a/{id}\"", "path like \"/a/**\"", "host like \"*.bank.example\"",
    "host matches /www\\.bank\\.example/", "host matches /.*\\.bank\\.example/",
    "path matches /\\/a.b/", "query.q == \"100%\"", "query.q == \"a:b\"", "path contains \"?\"",
    "url == \"https://a.com/t?tab=1\"", "url like \"https://a.com/a?b=*\"", "fragment == \"a?b\"",
    "url == \"https://a.com/@user\"", "header[\"X-App_1\"] == \"a:b\"",
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

  /// Tests that every integer of 64 bits can be written, and that none makes a check fail or take long.
  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-9007199254740992", "4097"])
  func largeIntegers(_ number: String) {
    let argument = RuleSetUnderTest(
      """
      screen Item(id: Int)
      chain C {
        when path == "/a" present Item(id: \(number)) cancel
        otherwise allow
      }
      configuration D { chain C }
      test C { "https://a.example/a" present Item(id: \(number)) cancel }
      """)
    #expect(argument.findings().isEmpty, "\(argument.summary())")
    let field = RuleSetUnderTest(
      "model A { x: Int = \(number) }\nstrategy S receives A\nconfiguration D { strategies S }")
    let isSent = number == "4097"
    #expect(field.findings().contains { $0.code == "type-mismatch" } != isSent)
    for comparison in ["==", "!=", "<", "<=", ">", ">="] {
      let count = RuleSetUnderTest(
        "chain C {\n  when path.count \(comparison) \(number) allow\n  otherwise cancel\n}")
      let isTooLarge = !number.hasPrefix("-")
      #expect(count.findings().contains { $0.code == "type-mismatch" } == isTooLarge)
      let port = RuleSetUnderTest(
        "chain C {\n  when port \(comparison) \(number) allow\n  otherwise cancel\n}")
      #expect(!port.findings().contains { $0.code == "type-mismatch" })
    }
  }

  /// Tests that a path that begins with the name of a host is divided, and that another text is a path without its
  /// slash.
  @Test(.seeded) func hostsAreTakenFromPaths() {
    var random = RandomChoice(seed: Seed.of(234))
    for _ in 0..<TestOptions.cases(40, long: 600) {
      let labels = (0..<1 + random.below(3)).map { _ in
        random.one(of: ["a", "shop", "a-b", "x1", "a_b", "a+b", "", "é"])
      }
      let last = random.one(of: ["com", "example", "é", "c", "42", "c0", ""])
      let host = (labels + [last]).joined(separator: ".")
      let isHost =
        last.count > 1 && last.allSatisfy(\.isLetter)
        && labels.allSatisfy { label in !label.isEmpty && !label.contains { "_+".contains($0) } }
      let set = RuleSetUnderTest("chain C { when path == \"\(host)/p\" cancel otherwise allow }")
      let help = set.findings().first { $0.code == "never-equal" }?.help ?? ""
      #expect(help.contains("host == ") == isHost, "\(host): \(help)")
    }
  }

  /// Tests that the fix of a path with a query and a fragment tests these part by part, and holds for such a URL.
  @Test(.seeded) func aPathWithOtherPartsIsDivided() throws {
    var random = RandomChoice(seed: Seed.of(233))
    for _ in 0..<TestOptions.cases(60, long: 600) {
      let keys = ["a", "b-c", "d", "e%20f"].shuffled(using: &random).prefix(random.below(3))
      let query = keys.map { key in key + random.one(of: ["", "=", "=1", "=x%2Fy", "=a+b"]) }
      var other = query.isEmpty ? "" : "?" + query.joined(separator: "&")
      if query.isEmpty || random.once(in: 2) { other += "#" + random.one(of: ["top", "x%20y"]) }
      let url = random.one(of: ["/", "/p", "/p/q", "/p%20q", "/p%2Fq"]) + other
      let set = RuleSetUnderTest(
        """
        chain C { when path == "\(url)" cancel otherwise allow }
        test C { "https://shop.example\(url)" cancel  "https://shop.example/other" allow }
        configuration Web { chain C }
        """)
      let fixes = set.findings().filter { set.text($0).contains(url) }.compactMap(\.fix)
      try #require(fixes.count == 1, "\(url): \(set.codes())")
      let mended = set.applying(fixes[0])
      let text = String(decoding: mended.files[0].bytes, as: UTF8.self)
      #expect(mended.codes().isEmpty, "\(text)")
    }
  }
}
