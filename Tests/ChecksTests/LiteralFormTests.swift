import Diagnostics
import Testing

/// Tests literals in the spelling of another language, and literals with a character that is not part of the value.
struct LiteralFormTests {
  /// Tests that the condition has one finding, whose fix writes the meant condition, and that this has none.
  @Test(arguments: [
    ("path like \"/p/(.*)\"", "path like \"/p/**\""),
    ("path like \"/p/.*/a\"", "path like \"/p/*/a\""),
    ("path like \"/p/:id.json\"", "path like \"/p/{id}.json\""),
    ("page.path == \"/a%20b\"", "page.path == \"/a b\""),
    ("document.path == \"/a%20b\"", "document.path == \"/a b\""),
    ("path like \"/p/$id\"", "path like \"/p/{id}\""),
    ("path like \"/p/[...slug]\"", "path like \"/p/{slug**}\""),
    ("path like \"/p/:rest*\"", "path like \"/p/{rest**}\""),
    ("path like \"/(en|de)/x\"", "path matches /\\/(en|de)\\/x/"),
    ("path like \"/(en|de)/x.y*\"", "path matches /\\/(en|de)\\/x\\.y[^\\/]*/"),
    ("query == \"?a=1\"", "query == \"a=1\""),
    ("query hasPrefix \"?a\"", "query hasPrefix \"a\""),
    ("host == \"bank.example.\"", "host == \"bank.example\""),
    ("host == \".bank.example\"", "(host == \"bank.example\" || host hasSuffix \".bank.example\")"),
    ("exists query[\"a%5B%5D\"]", "exists query[\"a[]\"]"),
    ("query[\"a%20b\"] == \"1\"", "query[\"a b\"] == \"1\""),
    ("exists query[\"a+b\"]", "exists query[\"a b\"]"),
    ("url like \"mailto://*\"", "url like \"mailto:*\""),
    ("url hasPrefix \"tel://+49\"", "url hasPrefix \"tel:+49\""),
    ("url hasPrefix \"bank.example/a\"", "url hasPrefix \"https://bank.example/a\""),
    ("path matches /\\/a%20b/", "path matches /\\/a b/"),
    ("port == 443", "scheme == \"https\""),
    ("port == 80", "scheme == \"http\""),
    (
      "(host != \"a.example\" || host != \"b.example\")",
      "(host != \"a.example\" && host != \"b.example\")"
    ),
    ("path like \"/rooms/*/\"", "path like \"/rooms/*\""),
    ("path matches /\\.pdf$/", "path matches /.*\\.pdf$/"),
    ("host like \"*bank.example\"", "host like \"**.bank.example\""),
    ("host like \"**bank.example\"", "host like \"**.bank.example\""),
    ("url like \"https://*bank.example/**\"", "url like \"https://**.bank.example/**\""),
    ("path matches /timetable.*/", "path matches /\\/timetable.*/"),
    ("host hasPrefix \"Shop\"", "host hasPrefix \"shop\""),
  ])
  func oneFinding(_ condition: String, _ meant: String) throws {
    let set = RuleSetUnderTest("chain C { when \(condition) cancel otherwise allow }")
    let findings = set.findings()
    try #require(findings.count == 1, "\(set.summary())")
    let mended = set.applying(try #require(findings[0].fix))
    #expect(mended.text.hasSuffix("chain C { when \(meant) cancel otherwise allow }"))
    #expect(mended.codes().isEmpty, "\(mended.summary())")
  }

  /// Tests captures in the spelling of another language, which are errors.
  @Test(arguments: [
    ("/docs/{rest*}", "/docs/{rest**}"), ("/docs/{*rest}", "/docs/{rest**}"),
    ("/docs/{rest...}", "/docs/{rest**}"), ("/docs/{**rest}", "/docs/{rest**}"),
    ("/docs/{}", "/docs/*"), ("/docs/{*}/a", "/docs/*/a"), ("/docs/{**}", "/docs/**"),
    ("/docs/{id: \\\\d+}", "/docs/{id: Int}"), ("/docs/{id:[0-9]+}/a", "/docs/{id: Int}/a"),
  ])
  func captures(_ pattern: String, _ meant: String) throws {
    let set = RuleSetUnderTest("chain C { when path like \"\(pattern)\" cancel otherwise allow }")
    let findings = set.findings()
    try #require(findings.count == 1, "\(set.summary())")
    let mended = set.applying(try #require(findings[0].fix))
    #expect(mended.text.contains("like \"\(meant)\" "), "\(mended.text)")
    #expect(mended.codes() == [])
  }

  /// Tests captures of other languages that have no counterpart.
  @Test(arguments: [
    ("/docs/{id?}", "never missing"), ("/{blog,news}/*", "`(blog|news)`"),
    ("/{blog|news}", "`(blog|news)`"),
  ])
  func captureHelp(_ pattern: String, _ help: String) {
    let set = RuleSetUnderTest("chain C { when path like \"\(pattern)\" cancel otherwise allow }")
    #expect(set.codes() == ["invalid-pattern"])
    #expect(set.findings().allSatisfy { $0.fix == nil && $0.help?.contains(help) == true })
  }

  /// Tests texts that only look like mistakes.
  @Test(arguments: [
    "path like \"/p/{id}.*\"", "path like \"/p/a.*\"", "path == \"/$\"", "host hasPrefix \"www.\"",
    "host hasPrefix \"192.168.\"", "host like \"www.*\"", "url contains \"index.html\"",
    "url contains \"utm_source=a.b\"", "query == \"a=1?\"", "exists query.a", "port == 8443",
    "scheme == \"http\" && port == 443", "host like \"{shop}.bank.example\"",
    "host != \"a.example\" || path != \"/b\"",
    "scheme == \"shop\" && host == \"product\" && path like \"/*\"",
    "scheme == \"https\" && path like \"/a\"",
    "url hasPrefix \"bank.\"", "url like \"mailto:*\"",
  ])
  func noFinding(_ condition: String) {
    let codes = RuleSetUnderTest("chain C { when \(condition) cancel otherwise allow }").codes()
    #expect(codes.allSatisfy { $0 == "redundant-condition" }, "\(codes)")
  }

  /// Tests that excluding a value twice is reported, even if it is spelled in two ways.
  @Test(arguments: [
    "host != \"a.example\" || host != \"a.example\"",
    "url != \"https://a.example\" || url != \"https://a.example:443/\"",
  ])
  func equalExclusions(_ condition: String) {
    let set = RuleSetUnderTest("chain C { when \(condition) cancel otherwise allow }")
    #expect(set.codes() == ["dead-alternative"], "\(set.summary())")
  }

  /// Tests texts that name a value in place of an argument.
  @Test(arguments: ["{id}", "path[2]", "query.id", "path.last", "{query.id}"])
  func quotedValues(_ text: String) throws {
    let head = "screen Page(id: String)\nchain C { when path like \"/p/{id}\" present Page(id: "
    let end = ") cancel otherwise allow }"
    let set = RuleSetUnderTest(head + "\"\(text)\"" + end)
    #expect(set.codes() == ["suspicious-literal"])
    let value = text.filter { $0 != "{" && $0 != "}" }
    let fix = try #require(set.findings().first?.fix)
    #expect(set.applying(fix).text.hasSuffix(head + value + end))
  }

  @Test(arguments: ["id", "{other}", "path", "a.b", "path[x]", "{}"])
  func otherTexts(_ text: String) {
    let rules =
      "screen Page(id: String)\nchain C { when path == \"/p\" present Page(id: \"\(text)\") cancel otherwise allow }"
    #expect(RuleSetUnderTest(rules).codes() == [], "\(text)")
  }
}
