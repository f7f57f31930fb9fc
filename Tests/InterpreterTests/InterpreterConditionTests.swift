import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import Testing
import Text
import WebURL

/// Tests each form of condition, URL by URL.
@Suite struct InterpreterConditionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var condition: String
    var holds: [String]
    var fails: [String]

    init(_ condition: String, _ holds: [String], not fails: [String]) {
      self.condition = condition
      self.holds = holds
      self.fails = fails
    }

    var testDescription: String { condition }
  }

  static let components: [Row] = [
    Row("scheme == \"https\"", ["https://a.com", "HTTPS://a.com"], not: ["http://a.com"]),
    Row(
      "scheme in [\"tel\", \"mailto\"]", ["tel:+1", "mailto:a@b", "TEL:+1"], not: ["https://tel"]),
    Row(
      "host == \"a.com\"",
      ["https://a.com", "https://A.COM/", "https://x@a.com:8080/", "myapp://A.com/x"],
      not: ["https://b.a.com/", "https://a.com@b.com/", "tel:a.com", "file:///a.com"]),
    Row("host != \"a.com\"", ["https://b.com"], not: ["https://a.com", "tel:1", "file:///x"]),
    Row("!(host == \"a.com\")", ["https://b.com", "tel:1"], not: ["https://a.com"]),
    Row("port == 8080", ["https://a.com:8080"], not: ["https://a.com", "https://a.com:80"]),
    Row(
      "port != 8080", ["https://a.com:80"],
      not: ["https://a.com", "https://a.com:443", "https://a.com:8080"]),
    Row("port in [1, 2]", ["http://a:2/"], not: ["http://a:3/", "http://a/"]),
    Row(
      "port >= 1024", ["http://a:1024/", "http://a:65535/"], not: ["http://a:1023/", "http://a/"]),
    Row("exists port", ["https://a:80/"], not: ["http://a:80/", "https://a/"]),
    Row(
      "path == \"/a/b\"", ["https://x/a/b", "https://x//a///b/", "https://x/%61/b", "x:/a/b"],
      not: ["https://x/A/b", "https://x/a%2Fb", "x:a/b"]),
    Row("path == \"/\"", ["https://x", "https://x//", "myapp://x"], not: ["about:blank"]),
    Row("exists path", ["https://x"], not: ["about:blank", "myapp:open"]),
    Row("path[0] == \"/\"", ["https://x", "myapp://x"], not: ["tel:1"]),
    Row("path[1] == \"a\"", ["https://x//a/", "https://x/a?b"], not: ["https://x/b/a", "x:a"]),
    Row("path[2] != \"b\"", ["https://x/a/c"], not: ["https://x/a/b", "https://x/a"]),
    Row("!(path[2] == \"b\")", ["https://x/a/c", "https://x/a"], not: ["https://x/a/b"]),
    Row("path[1] == \"a%2Fb\"", ["https://x/a%2Fb"], not: ["https://x/a/b", "https://x/a%2fb"]),
    Row("path.count == 3", ["https://x/product/1234", "https://x//a//b//"], not: ["https://x/a"]),
    Row("path.count < 1", ["tel:1"], not: ["https://x"]),
    Row("path.count <= 1 && path.count > 0", ["https://x"], not: ["tel:1", "https://x/a"]),
    Row(
      "query.a == \"1\"", ["https://x/?a=1", "https://x/?b&a=1&a=2", "https://x/?%61=%31"],
      not: ["https://x/?a=2&a=1", "https://x/", "https://x/?A=1", "https://x/#?a=1"]),
    Row(
      "query.a == \"\"", ["https://x/?a", "https://x/?a=", "https://x/?&a"], not: ["https://x/?"]),
    Row("query.a != \"x\"", ["https://x/?a=y"], not: ["https://x/", "https://x/?a=x"]),
    Row("!(query.a == \"x\")", ["https://x/?a=y", "https://x/"], not: ["https://x/?a=x"]),
    Row("query.a !in [\"x\", \"y\"]", ["https://x/?a=z"], not: ["https://x/?a=y", "https://x/"]),
    Row(
      "query[\"a b\"] == \"c d\"", ["https://x/?a+b=c+d", "https://x/?a%20b=c%20d"],
      not: ["https://x/?a%2Bb=c%2Bd"]),
    Row("query.a == \"%zz\"", ["https://x/?a=%zz"], not: ["https://x/?a=zz"]),
    Row("query.a == \"\\u{E9}\"", ["https://x/?a=%C3%A9"], not: ["https://x/?a=e%CC%81"]),
    Row("exists query.a", ["https://x/?a"], not: ["https://x/?b=a", "https://x/"]),
    Row("path.last == \"b\"", ["https://x/b", "x:/a/%62//"], not: ["https://x/b/c", "x:b"]),
    Row("path.last != \"b\"", ["https://x/b/c", "https://x/a%2Fb"], not: ["https://x/", "x:"]),
    Row("exists path.last", ["https://x/a"], not: ["https://x//", "tel:1"]),
    Row("query == \"a=1&b\"", ["https://x/?a=1&b"], not: ["https://x/?b&a=1", "https://x/"]),
    Row("query == \"a=%C3%A9+\"", ["https://x/?a=é+"], not: ["https://x/?a=%c3%a9+"]),
    Row("exists query", ["https://x/?", "tel:1?a"], not: ["https://x/", "https://x/#?a"]),
    Row("fragment == \"a b\"", ["https://x/#a%20b", "tel:1#a%20b"], not: ["https://x/#ab"]),
    Row("exists fragment", ["https://x/#"], not: ["https://x/"]),
    Row(
      "url == \"https://zhgchg.li\"",
      ["https://zhgchg.li", "https://zhgchg.li/", "HTTPS://ZHGCHG.LI:443/"],
      not: [
        "https://zhgchg.li/?", "https://zhgchg.li/#", "http://zhgchg.li", "https://u@zhgchg.li",
      ]
    ),
    Row("url != \"tel:1\"", ["tel:2"], not: ["tel:1"]),
    Row("url in [\"tel:1\", \"https://a\"]", ["tel:1", "https://a/"], not: ["https://a/b"]),
  ]

  static let text: [Row] = [
    Row(
      "path hasPrefix \"/a\"", ["https://x/ab", "https://x/a/b"], not: ["https://x/b/a", "x:/A"]),
    Row("path hasPrefix \"\"", ["https://x"], not: ["tel:1"]),
    Row("host hasSuffix \".com\"", ["https://A.COM"], not: ["https://a.com.", "https://com"]),
    Row("fragment contains \"lo\"", ["https://x/#close"], not: ["https://x/#LO", "https://x/"]),
    Row("fragment contains \"\"", ["https://x/#"], not: ["https://x/"]),
    // The accent is a separate scalar, so the text is a prefix by bytes, but not by characters.
    Row("query.a hasPrefix \"e\"", ["https://x/?a=e%CC%81"], not: ["https://x/?a=%C3%A9"]),
    Row("path like \"/a/**\"", ["https://x/a", "https://x/a/b/c"], not: ["https://x/ab"]),
    Row("path like \"/a/*\"", ["https://x/a/b"], not: ["https://x/a", "https://x/a/b/c"]),
    Row("path like \"/a*c\"", ["https://x/ac", "https://x/abc"], not: ["https://x/a/c"]),
    Row("path like \"/a**c\"", ["https://x/ac", "https://x/a/b/c"], not: ["https://x/a/b"]),
    Row(
      "path like \"/**/z\"", ["https://x/z", "https://x/a/b/z"], not: ["https://x/az", "x:/z/a"]),
    Row(
      "path like \"/a/**/z/**\"", ["x:/a/z", "x:/a/z/y", "x:/a/b/z/z"], not: ["x:/a/b", "x:/az"]),
    Row("path like \"/{id}\"", ["https://x/a"], not: ["https://x/", "https://x/a/b"]),
    Row("path like \"/{id: Int}/x\"", ["x:/12/x", "x:/-1/x"], not: ["x:/a/x", "x:/1.0/x"]),
    Row("path like \"/**/{id: Int}/**\"", ["x:/a/1/b", "x:/1"], not: ["x:/a/b", "x:/a1"]),
    Row("path like \"/a/{r**}\"", ["x:/a", "x:/a/b/c"], not: ["x:/ab", "x:/b"]),
    Row("path like \"/\\\\*\"", ["x:/*"], not: ["x:/a"]),
    Row("host like \"*.a.com\"", ["https://x.a.com"], not: ["https://a.com", "https://x.y.a.com"]),
    Row(
      "host like \"**.a.com\"", ["https://x.a.com", "https://x.y.a.com"], not: ["https://a.com"]),
    Row("host like \"{s}.a.com\"", ["https://x.a.com"], not: ["https://x.y.a.com"]),
    Row("query.p like \"/a/*\"", ["x:?p=/a/b", "x:?p=/a/"], not: ["x:?p=/a/b/", "x:"]),
    Row(
      "url like \"https://a.com/shop/**\"",
      ["https://a.com/shop", "https://a.com:443/shop/1?q#f", "https://u:p@a.com//shop/"],
      not: ["http://a.com/shop", "https://a.com:8443/shop", "https://b.com/shop", "tel:1"]),
    Row("url like \"*://**.a.com:*/**\"", ["ftp://x.y.a.com:99/z"], not: ["ftp://a.com/"]),
    Row(
      "url like \"*://a.com:443/\"", ["https://a.com/", "http://a.com:443/"], not: ["http://a.com/"]
    ),
    Row(
      "url like \"https://a.com/?q=*\"", ["https://a.com/?q=", "https://a.com/?q=1&r=/"],
      not: ["https://a.com/", "https://a.com/?r=1&q=1"]),
    Row("url like \"app://x/?it's\"", ["app://x/?it's"], not: ["app://x/?it%27s"]),
    Row(
      "url like \"https://x/?it's\"", ["https://x/?it's", "https://x/?it%27s"],
      not: ["https://x/?its"]),
    Row("url like \"https://a.com/#top\"", ["https://a.com/?x#top"], not: ["https://a.com/"]),
    Row("url like \"file:///a/**\"", ["file:///a/b", "file://localhost/a"], not: ["file://h/a"]),
    Row("url like \"tel:*\"", ["tel:+1", "tel:", "tel:1?a#b"], not: ["sms:1"]),
    Row("url like \"myapp:open/{id}\"", ["myapp:open/7"], not: ["myapp:open/7/8", "myapp:open"]),
    Row(
      "path[1] matches /\\d{2,3}/", ["x:/12", "x:/123"], not: ["x:/1", "x:/1234", "x:/a12", "x:"]),
    Row("path[1] matches /a|bc?/i", ["x:/A", "x:/b", "x:/BC"], not: ["x:/ab", "x:/bcc"]),
    Row("fragment matches /^(a$)?/", ["x:#", "x:#a"], not: ["x:", "x:#b", "x:#aa"]),
    Row("fragment matches /[^\\s]+\\.\\w*/", ["x:#a.", "x:#é.b_1"], not: ["x:#a%20b.", "x:#.a"]),
  ]

  static let other: [Row] = [
    Row(
      "url in Store",
      ["https://zhgchg.li", "https://a.zhgchg.li:443/x", "https://pay.example:8443/"],
      not: [
        "http://zhgchg.li", "https://zhgchg.li:8443", "https://a.b.zhgchg.li",
        "https://pay.example/",
        "https://zhgchg.li@evil.example/", "tel:1",
      ]),
    Row("url !in Store", ["tel:1", "https://a.com"], not: ["https://zhgchg.li"]),
    Row("true", ["tel:1"], not: []),
    Row("false || !true", [], not: ["tel:1"]),
    Row(
      "path[1] == \"a\" && (query.b == \"1\" || !exists query.b)",
      ["x:/a", "x:/a?b=1"], not: ["x:/a?b=2", "x:/b"]),
    Row("!(path[1] == \"a\" || path[1] == \"b\")", ["x:/c", "x:"], not: ["x:/a", "x:/b"]),
  ]

  @Test(arguments: components + text + other)
  func condition(_ row: Row) throws {
    let rules = try RuleText(items: "when \(row.condition) cancel")
    for url in row.holds {
      let outcome = try rules.decide(url)
      #expect(outcome.decision == .cancel, "\(url)")
      #expect(outcome.tried.map(\.isMatch) == [true])
      #expect(outcome.entry == 0)
    }
    for url in row.fails {
      let outcome = try rules.decide(url)
      #expect(outcome.decision == .allow, "\(url)")
      #expect(outcome.tried.map(\.isMatch) == [false])
      #expect(outcome.entry == nil)
    }
  }

  // MARK: - The rest of the request

  private func holds(
    _ condition: String, _ change: (inout Request, RuleText) throws -> Void
  ) throws -> Bool {
    let rules = try RuleText(items: "frames all\nwhen \(condition) cancel")
    return try rules.decide("https://a.com/", { try change(&$0, rules) }).decision == .cancel
  }

  @Test func flags() throws {
    #expect(try holds("isHome") { $0.flags = [try $1.flag("isHome")] })
    #expect(try !holds("isHome") { $0.flags = [try $1.flag("isDark")] })
    #expect(try holds("!isHome") { _, _ in })
    #expect(try holds("isHome == false") { _, _ in })
    #expect(
      try holds("isHome != false && isDark == true") {
        $0.flags = [try $1.flag("isHome"), try $1.flag("isDark")]
      })
  }

  @Test func navigationAndFrame() throws {
    #expect(try holds("navigation == other && frame == main") { _, _ in })
    for kind in NavigationKind.allCases {
      #expect(
        try holds("navigation == \(kind.rawValue)") { request, _ in request.navigation = kind })
      let isWeb = kind == .linkActivated || kind == .reload
      #expect(
        try holds("navigation !in [linkActivated, reload]") { request, _ in
          request.navigation = kind
        } == !isWeb)
    }
    for frame in FrameKind.allCases {
      #expect(
        try holds("frame != new") { request, _ in request.frame = frame } == (frame != .new))
    }
  }

  @Test func source() throws {
    let missing = "exists source || source in [main, sub] || source != main || exists source.host"
    #expect(try !holds(missing) { _, _ in })
    #expect(try holds("!(source == main)") { _, _ in })
    #expect(try !holds("url in source.origin") { _, _ in })
    for frame in FrameKind.sources {
      #expect(try holds("exists source") { request, _ in request.source = frame })
      #expect(
        try holds("source == sub") { request, _ in request.source = frame } == (frame == .sub))
      #expect(
        try holds("source != sub") { request, _ in request.source = frame } == (frame == .main))
    }
    for (origin, isSame) in [
      ("https://a.com/", true), ("https://a.com:8443/", false), ("http://a.com/", false),
      ("https://b.com/", false),
    ] {
      #expect(
        try holds("url in source.origin && source.host == host") { request, _ in
          request.url = WebURL.parse("https://a.com/x")!
          request.sourceOrigin = WebURL.parse(origin)
        } == isSame)
    }
  }

  @Test func methodHeaderDownload() throws {
    #expect(try holds("method == \"GET\"") { _, _ in })
    #expect(try holds("method == \"POST\"") { request, _ in request.method = "post" })
    #expect(try holds("!exists header[\"X-A\"]") { _, _ in })
    #expect(try holds("header[\"X-A\"] == \"1\"") { request, _ in request.setHeader("x-a", "1") })
    #expect(
      try !holds("header[\"x-a\"] == \"1\"") { request, _ in
        request.setHeader("X-A", "1")
        request.setHeader("X-a", "2")
      })
    #expect(try holds("download") { request, _ in request.download = true })
    #expect(try !holds("download") { _, _ in })
  }

  @Test func page() throws {
    let missing = "exists page.host || exists page.scheme || exists page.path[0]"
    #expect(try !holds(missing) { _, _ in })
    #expect(try !holds("page.host != \"b.com\"") { _, _ in })
    #expect(
      try holds("page.host == \"b.com\" && page.scheme == \"https\" && page.path[1] == \"c\"") {
        request, _ in request.page = WebURL.parse("https://B.com//c/d")
      })
    #expect(
      try holds("page.path[0] == \"/\" && !exists page.path[1]") { request, _ in
        request.page = WebURL.parse("https://b.com")
      })
    #expect(
      try holds("page.scheme == \"about\" && !exists page.path[0] && !exists page.host") {
        request, _ in request.page = WebURL.parse("about:blank")
      })
  }

  @Test func comparedValues() throws {
    func isTrue(_ condition: String, _ url: String, page: String?) throws -> Bool {
      try RuleText(items: "when \(condition) cancel").decide(url) {
        $0.page = page.flatMap { WebURL.parse($0) }
      }.decision == .cancel
    }
    let (a, b) = ("https://a.com/x?id=1", "https://b.com/x?id=2")
    for (condition, page, expected) in [
      ("host == page.host", a, true), ("host == page.host", b, false),
      ("host != page.host", a, false), ("host != page.host", b, true),
      ("path == page.path", b, true), ("query.id != page.query.id", b, true),
      ("query.id != page.query.id", "https://a.com/", false),
      ("port == page.port", a, false), ("port != page.port", "https://a.com:81/", false),
      ("url in page.origin", "https://a.com:443/z", true), ("url in page.origin", b, false),
      ("url in page.origin", "http://a.com/", false),
      ("url in page.origin", "https://a.com:81/", false),
      ("url !in page.origin", b, true), ("url !in page.origin", "about:blank", true),
    ] {
      #expect(try isTrue(condition, a, page: page) == expected, "\(condition), \(page)")
      let isNegated = condition.contains("!in")
      #expect(try isTrue(condition, a, page: nil) == isNegated, "\(condition) without a page")
    }
    for (condition, page, expected) in [
      ("page.url in Store", "https://www.zhgchg.li/x", true), ("page.url in Store", b, false),
      ("page.url in Store", "https://zhgchg.li:81/", false), ("page.url !in Store", b, true),
      ("page.url !in Store", "https://zhgchg.li/", false),
    ] {
      #expect(try isTrue(condition, a, page: page) == expected, "\(condition), \(page)")
      #expect(try !isTrue(condition, a, page: nil), "\(condition) without a page")
    }
    #expect(try !isTrue("url in page.origin", "tel:1", page: "tel:1"))
    #expect(try isTrue("url in page.origin", "https://a:81/", page: "https://a:81/x"))
  }

  /// Tests `ignoring case`, also for letters whose cases have different lengths in UTF-8.
  @Test func caselessTexts() throws {
    func isTrue(_ condition: String, _ url: String) throws -> Bool {
      try RuleText(items: "when \(condition) cancel").decide(url).decision == .cancel
    }
    for (condition, url, expected) in [
      (#"path == "/ÉK" ignoring case"#, "https://a.com/ék", true),
      (#"path == "/k" ignoring case"#, "https://a.com/%E2%84%AA", true),
      (#"path == "/s" ignoring case"#, "https://a.com/%C5%BF", true),
      (#"path == "/i" ignoring case"#, "https://a.com/%C4%B1", false),
      (#"path == "/ß" ignoring case"#, "https://a.com/SS", false),
      (#"path == "/ß" ignoring case"#, "https://a.com/%E1%BA%9E", true),
      (#"path hasSuffix "ⱥ" ignoring case"#, "https://a.com/b%C8%BA", true),
      (#"path hasPrefix "/AB" ignoring case"#, "https://a.com/abc", true),
      (#"path contains "B" ignoring case"#, "https://a.com/abc", true),
      (#"path != "/AB" ignoring case"#, "https://a.com/ab", false),
      (#"path != "/AB" ignoring case"#, "https://a.com/abc", true),
      (#"query.a != "x" ignoring case"#, "https://a.com/", false),
      (#"query.a == query.b ignoring case"#, "https://a.com/?a=É&b=é", true),
      (#"query.a hasPrefix query.b ignoring case"#, "https://a.com/?a=ABC&b=ab", true),
      (#"query.a != query.b ignoring case"#, "https://a.com/?a=A&b=a", false),
      (#"query.a != query.b ignoring case"#, "https://a.com/?a=A", false),
    ] {
      #expect(try isTrue(condition, url) == expected, "\(condition) \(url)")
    }
  }

  // MARK: - What failed

  @Test func failedParts() throws {
    let rules = try RuleText(
      items: """
        when path[1] == "a" && query.b == "1" cancel
        when path[1] == "x" || !(exists fragment) cancel
        """)
    let outcome = try rules.decide("https://a.com/a#f")
    let parts = outcome.tried.map { tried -> [String] in
      guard case .failed(let parts) = tried.result else { return [] }
      return parts.map { rules.file.text($0.location.span) }
    }
    #expect(parts == [["query.b == \"1\""], ["path[1] == \"x\"", "!(exists fragment)"]])
    guard case .failed(let first) = outcome.tried[0].result,
      case .failed(let second) = outcome.tried[1].result
    else { return }
    #expect(first[0].seen.map(\.value) == [nil])
    #expect(second.map { $0.seen.map(\.value) } == [[.string("a")], [.string("f")]])
  }

  @Test func hostilePatternsEnd() throws {
    let text = String(repeating: "a", count: 20_000)
    let rules = try RuleText(
      items: """
        when fragment matches /((a*)*)*b/ cancel
        when fragment matches /(a|aa|a?){50}b/ cancel
        when fragment like "**a**a**a**a**a**b" cancel
        when path like "/**/*a*/**/*a*/**/b" cancel
        """)
    #expect(try rules.decide("https://a.com/#" + text).decision == .allow)
    let path = String(repeating: "a/", count: 10_000)
    #expect(try rules.decide("https://a.com/" + path).decision == .allow)
    #expect(try rules.decide("https://a.com/" + path + "b").decision == .cancel)
    #expect(try rules.decide("https://a.com/#" + text + "b").entry == 0)
  }
}
