import Requests
import Semantics
import Syntax
import Testing
import Text

/// Tests that the resolver lowers every predicate to core tests.
@Suite struct ConditionTests {
  private func resolution(_ text: String) -> Resolution {
    Resolution([SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))]) { _ in nil }
  }

  private func core(_ condition: String) throws -> CoreCondition {
    let resolution = resolution(
      """
      origin Store = "https://a.com"
      origin Other = "http://b.org:8080"
      flag isHome
      value server: String?
      value token: String
      value home: URL
      value names: [String]
      value pages: [URL]
      value limit: Int
      origin Home = home
      origin Partners = pages
      chain Main { when \(condition) cancel }
      """)
    try #require(resolution.faults.isEmpty, "\(resolution.faults)")
    guard case .rule(let rule) = resolution.rules.chains[0].items[0] else {
      throw Missing()
    }
    return try #require(rule.condition).core
  }

  private static let home = URLRoot.value(AppValueKey("home", .url))
  private struct Missing: Error {}

  private static let store = OriginSet(
    name: "Store",
    patterns: [
      OriginPattern(scheme: "https", host: Glob(elements: [.literal("a.com")], separator: "."))
    ])

  @Test(
    arguments: [
      (#"host == "a.com""#, .test(.host, .member(of: .oneOf(["a.com"])))),
      (#"host != "a.com""#, .test(.host, .member(of: .noneOf(["a.com"])))),
      (#"path[1] in ["a", "b"]"#, .test(.pathComponent(1), .member(of: .oneOf(["a", "b"])))),
      (#"path hasPrefix "/a""#, .test(.path, .member(of: .prefix("/a")))),
      (#"path hasSuffix "a""#, .test(.path, .member(of: .suffix("a")))),
      (#"path contains "a""#, .test(.path, .member(of: .infix("a")))),
      (#"path like "/a""#, .test(.path, .member(of: .oneOf(["/a"])))),
      (#"query.k == """#, .test(.query("k"), .member(of: .oneOf([""])))),
      (#"query["k"] == """#, .test(.query("k"), .member(of: .oneOf([""])))),
      ("port < 8080", .test(.port, .number(in: IntegerSet(.min...8079)))),
      ("port <= 8080", .test(.port, .number(in: IntegerSet(.min...8080)))),
      ("path.count > 2", .test(.pathCount, .number(in: IntegerSet(3...(.max))))),
      ("path.count >= 2", .test(.pathCount, .number(in: IntegerSet(2...(.max))))),
      ("port in [1, 2, 4]", .test(.port, .number(in: IntegerSet([1, 2, 4])))),
      ("port != 1", .test(.port, .number(in: IntegerSet([1]).complement))),
      ("isHome", .test(.flag("isHome"), .choice(of: .isTrue))),
      ("isHome == false", .test(.flag("isHome"), .choice(of: ChoiceSet([0])))),
      ("frame !in [main, new]", .test(.input(.frame), .choice(of: ChoiceSet([1])))),
      ("exists query.k", .test(.query("k"), .present)),
      ("exists scheme", .constant(true)),
      ("url in Store", .test(.url, .origin(of: store))),
      ("url !in Store", .not(.test(.url, .origin(of: store)))),
      (#"header["X-A"] == "1""#, .test(.header("x-a"), .member(of: .oneOf(["1"])))),
      (#"page.host == "a.com""#, .test(.part(.host, of: .page), .member(of: .oneOf(["a.com"])))),
      ("host == page.host", .test(.host, .equal(to: .part(.host, of: .page)))),
      (
        "query.id != page.query.id",
        .test(.query("id"), .different(from: .part(.queryItem("id"), of: .page)))
      ),
      ("host == scheme", .test(.host, .equal(to: .scheme))),
      (
        "host == server",
        .test(
          .host, .equal(to: .input(.value(AppValueKey("server", .string, isOptional: true)))))
      ),
      ("exists token", .constant(true)),
      (
        #"token != "a""#,
        .test(
          .input(.value(AppValueKey("token", .string))), .member(of: .noneOf(["a"])))
      ),
      ("exists home", .test(.part(.whole, of: Self.home), .present)),
      ("host == home.host", .test(.host, .equal(to: .part(.host, of: Self.home)))),
      ("scheme != home.scheme", .test(.scheme, .different(from: .part(.scheme, of: Self.home)))),
      (
        #"home.path[1] == "a""#,
        .test(.part(.path(.component(1)), of: Self.home), .member(of: .oneOf(["a"])))
      ),
      ("url == home", .test(.url, .equal(to: .part(.whole, of: Self.home)))),
      (
        "path hasPrefix home.path",
        .test(.path, .related(.prefix, to: .part(.path(.whole), of: Self.home)))
      ),
      (
        "path contains token",
        .test(.path, .related(.infix, to: .input(.value(AppValueKey("token", .string)))))
      ),
      (
        "url hasPrefix home",
        .test(
          .part(.writtenURL, of: .request), .related(.prefix, to: .part(.writtenURL, of: Self.home))
        )
      ),
      (
        "url hasPrefix token",
        .test(
          .part(.writtenURL, of: .request),
          .related(.prefix, to: .input(.value(AppValueKey("token", .string)))))
      ),
      ("host in names", .test(.host, .listed(in: AppValueKey("names", .strings)))),
      (
        "host !in names",
        .all([
          .test(.host, .present), .not(.test(.host, .listed(in: AppValueKey("names", .strings)))),
        ])
      ),
      ("host like names", .test(.host, .likeListed(in: AppValueKey("names", .strings)))),
      (
        "page.host like token",
        .test(
          .part(.host, of: .page),
          .related(.pattern, to: .input(.value(AppValueKey("token", .string)))))
      ),
      ("url in pages", .test(.url, .listed(in: AppValueKey("pages", .urls)))),
      ("url in home.origin", .test(.url, .sameOrigin(as: Self.home))),
      ("url in Home", .test(.url, .sameOrigin(as: Self.home))),
      (
        "url in Store, Partners",
        .any([
          .test(.url, .origin(of: Self.store)),
          .test(.url, .originListed(in: AppValueKey("pages", .urls))),
        ])
      ),
      ("url !in pages.origin", .not(.test(.url, .originListed(in: AppValueKey("pages", .urls))))),
      ("port == limit", .test(.port, .equal(to: .input(.value(AppValueKey("limit", .int)))))),
      (
        "limit < 0",
        .test(.input(.value(AppValueKey("limit", .int))), .number(in: IntegerSet(.min ... -1)))
      ),
      ("port == page.port", .test(.port, .equal(to: .part(.port, of: .page)))),
      ("url in page.origin", .test(.url, .sameOrigin(as: .page))),
      (
        #"path contains "É" ignoring case"#, .test(.path, .member(of: .ignoringCase(.infix, "é")))
      ),
      (
        #"url == "https://A.com/B" ignoring case"#,
        .test(
          .part(.writtenURL, of: .request),
          .member(of: .ignoringCase(.whole, "https://a.com/b")))
      ),
      (
        #"query.a != "B" ignoring case"#,
        .all([
          .test(.query("a"), .present),
          .not(.test(.query("a"), .member(of: .ignoringCase(.whole, "b")))),
        ])
      ),
      (
        "host == page.host ignoring case",
        .test(.host, .related(.ignoringCase(.whole), to: .part(.host, of: .page)))
      ),
      ("url !in page.origin", .not(.test(.url, .sameOrigin(as: .page)))),
      ("source in page.origin", .test(.part(.whole, of: .source), .sameOrigin(as: .page))),
      (
        "page.url !in source.origin",
        .all([
          .test(.part(.whole, of: .page), .present),
          .not(.test(.part(.whole, of: .page), .sameOrigin(as: .source))),
        ])
      ),
      ("frame == source", .test(.input(.source), .equal(to: .input(.frame)))),
      ("source != frame", .test(.input(.source), .different(from: .input(.frame)))),
      (#"url == "https://A.com:443""#, .test(.url, .member(of: .oneOf(["https://a.com/"])))),
    ] as [(String, CoreCondition)])
  func lowers(_ condition: String, _ expected: CoreCondition) throws {
    #expect(try core(condition) == expected)
  }

  /// Tests comparisons that make no sense, with the end of the message.
  @Test(
    arguments: [
      ("host == port", "`port`, an `Int`"), ("host == path.count", "`path.count`, an `Int`"),
      ("path.count == page.path.count", "`page.path.count`, an `Int`"),
      ("host == host", "`host` again"), ("host == page.origin", nil),
      ("host in page.origin", "a name"), ("page.url in page.origin", "`page.origin`"),
      ("url in page.host", "`page.host`"),
      ("url in page.origin.host", "`page.origin.host`"),
      ("isHome == download", "`download`, a `Bool`"),
      ("port == 80 ignoring case", "`ignoring case`"),
      (#"host in ["a"] ignoring case"#, "`ignoring case`"),
      ("path matches /a/ ignoring case", "`ignoring case`"),
    ] as [(String, String?)])
  func refuses(_ condition: String, _ found: String?) throws {
    let resolution = resolution("flag isHome\nchain Main { when \(condition) cancel }")
    try #require(resolution.faults.count == 1, "\(resolution.faults)")
    switch resolution.faults[0].kind {
    case .typeMismatch(_, let it, _): #expect(it == found)
    case .unknownMember: #expect(found == nil)
    case let other: Issue.record("\(other)")
    }
  }

  /// Tests mistakes about values of the app, with the expected or suggested text.
  @Test(
    arguments: [
      ("value v: Url", "true", "URL"), ("value v: Strng", "true", "String"),
      ("value v: [Str]", "true", "String"), ("value v: Date", "true", "`String`, `Int`, `URL`"),
      ("value v: [String]?", "true", "`[String]`"),
      ("value v: [Int]", "true", "`String`, `Int`, `URL`"),
      ("value v: URL", "host == v", "a `String`, or a literal"),
      ("value v: Int", "v.host == \"a\"", "a `URL`"),
      ("value v: URL", "v.hots == \"a\"", "v.host"),
      ("value v: URL", "v in v.origin", "another origin"),
      ("value v: URL", "v like \"https://a.com/**\"", "an operator for a `URL`"),
      ("value v: [String]", "url in v", "a list of a `URL`"),
      ("value v: [URL]", "host in v", "a list of a `String`"),
      ("value v: String", "host in v", "a list, or the name of an origin"),
      ("value v: [String]", "v == [\"a\"]", "an operator for a `[String]`"),
      ("value v: Int", "path hasPrefix v", "a string"),
      ("value v: URL", "path hasPrefix v", "a string"),
      ("value v: [String]", "path like v", "a pattern as a string"),
      ("value v: [URL]", "host like v", "a pattern as a string, or a value of the app"),
      ("value v: URL", "host like v.host", "a pattern as a string, or a value of the app"),
      ("value v: [String]", "url like v", "a pattern as a string"),
      ("value v: [URL]", "url hasPrefix v", "a string or a URL"),
      ("value v: Int", "v == \"1\"", "an integer"),
      ("value v: Int", "path.count == v", "an integer"),
      ("value v: String", "url in v.origin", "the name of an origin, or `page.origin`"),
    ])
  func refusesValuesOfTheApp(_ declaration: String, _ condition: String, _ expected: String) throws
  {
    let resolution = resolution(
      "origin Store = \"https://a.com\"\n\(declaration)\nchain Main { when \(condition) cancel }")
    try #require(resolution.faults.count == 1, "\(resolution.faults)")
    switch resolution.faults[0].kind {
    case .typeMismatch(let it, _, _): #expect(it.contains(expected))
    case .foreignName(let it, _): #expect(it == expected)
    case .unknownName(_, _, let near): #expect(near == [expected])
    case .unknownMember(_, _, let forms): #expect(forms.contains(expected))
    case let other: Issue.record("\(other)")
    }
  }

  /// Tests that only a URL or a list of URLs can give an origin.
  @Test(
    arguments: [
      ("value v: String\norigin O = v", "a `URL` or `[URL]`"),
      ("value v: [String]\norigin O = v", "a `URL` or `[URL]`"),
      ("value server: URL\norigin O = serve", "server"),
    ])
  func refusesOriginsOfOtherValues(_ declarations: String, _ expected: String) throws {
    let resolution = resolution(declarations + "\nstrategy S from O")
    try #require(resolution.faults.count == 1, "\(resolution.faults)")
    switch resolution.faults[0].kind {
    case .typeMismatch(let it, _, _): #expect(it == expected)
    case .unknownName(_, _, let near): #expect(near == [expected])
    case let other: Issue.record("\(other)")
    }
  }

  /// Tests that `url like` tests the parts of the URL.
  @Test func urlPatterns() throws {
    let noPort = CoreCondition.not(.test(.port, .present))
    #expect(
      try core(#"url like "https://a.com/x""#)
        == .all([
          .test(.scheme, .member(of: .oneOf(["https"]))),
          .test(.host, .member(of: .oneOf(["a.com"]))), noPort,
          .test(.path, .member(of: .oneOf(["/x"]))),
        ]))
    #expect(
      try core(#"url like "*://a.com:443/x""#)
        == .all([
          .test(.host, .member(of: .oneOf(["a.com"]))),
          .any([
            .test(.port, .number(in: IntegerSet([443]))),
            .all([.test(.scheme, .member(of: .oneOf(["https", "wss"]))), noPort]),
          ]), .test(.path, .member(of: .oneOf(["/x"]))),
        ]))
    #expect(
      try core(#"url like "tel:+1""#)
        == .all([
          .test(.scheme, .member(of: .oneOf(["tel"]))),
          .test(.part(.afterScheme, of: .request), .member(of: .oneOf(["+1"]))),
        ]))
    #expect(
      try core(#"url contains "a=1""#)
        == .test(.part(.writtenURL, of: .request), .member(of: .infix("a=1"))))
  }

  /// Tests that strings are compared by their bytes.
  @Test func accentsDiffer() throws {
    #expect(
      try core("host == \"x\" && query[\"\u{E9}\"] == \"\"")
        != core("host == \"x\" && query[\"e\u{301}\"] == \"\""))
    #expect(try core("fragment == \"\u{E9}\"") != core("fragment == \"e\u{301}\""))
  }

  /// Tests that every value of the table can be written in a rule, and is printed in the same form.
  @Test func everyValueIsWrittenAsItResolves() throws {
    for word in RequestSchema.pageRequests.words {
      for form in RequestSchema.pageRequests.forms(of: word) {
        let value = try #require(RequestSchema.pageRequests.value(written: form))
        let condition = value.type == .bool ? form : "exists \(form)"
        switch try core(condition) {
        case .constant(true): #expect(value.isAlwaysPresent)
        case .test(let resolved, .present), .test(let resolved, .choice):
          #expect(resolved.text == value.text)
        case let other: Issue.record("\(form): \(other)")
        }
      }
    }
  }

  /// Tests that every input of the table can be set in a test.
  @Test func everyInputIsSetByWith() {
    for input in RequestSchema.pageRequests.inputs {
      let literal =
        switch input.kind.type {
        case .string: "\"a\""
        case .int: "1"
        case .bool: "true"
        case .url: "\"https://a.com/\""
        case .choice(let type): type.names[0]
        case .strings, .urls: "[]"
        }
      var setup = ["\(input.row.form) == \(literal)"]
      if let required = input.required {
        setup.append("\(required.row.form) == \(required.choices[0])")
      }
      let resolution = test(setup)
      #expect(resolution.faults.isEmpty, "\(resolution.faults)")
      #expect(resolution.rules.tests.first?.cases.first?.setup.count == setup.count)
      if setup.count > 1 { #expect(test([setup[0]]).faults.count == 1) }
    }
  }

  private func test(_ setup: [String]) -> Resolution {
    resolution(
      """
      chain Main { otherwise allow }
      test Main { "https://a.com/" with \(setup.joined(separator: ", ")) allow }
      """)
  }
}
