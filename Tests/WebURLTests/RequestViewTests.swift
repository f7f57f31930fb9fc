import Testing
import WebURL

@Suite struct RequestViewTests {
  private func url(_ text: String) throws -> WebURL { try #require(WebURL.parse(text), "\(text)") }

  @Test(arguments: [
    ("https://zhgchg.li", ["/"]), ("https://a.com/product/1234", ["/", "product", "1234"]),
    ("https://a.com//a///b//", ["/", "a", "b"]), ("https://a.com/a%20b/%C3%A9", ["/", "a b", "é"]),
    ("https://a.com/a%2Fb%2fc/%5C%5c", ["/", "a%2Fb%2fc", "%5C%5c"]),
    ("https://a.com/%25 32/%2525", ["/", "% 32", "%25"]),
    ("https://a.com/%/%4/%zz/%FF/%C3", ["/", "%", "%4", "%zz", "%FF", "%C3"]),
    ("https://a.com/%E2%82%41/%E2%82%AC", ["/", "%E2%82A", "€"]),
    ("https://a.com/%C0%AF/%ED%A0%80/%F4%90%80%80", ["/", "%C0%AF", "%ED%A0%80", "%F4%90%80%80"]),
    ("https://a.com/%F0%9F%98%80/%00+", ["/", "😀", "\0+"]),
    ("https://a.com/a/./b/../c/%2e%2E/d", ["/", "a", "d"]), ("myapp://open", ["/"]),
    ("myapp:/open/x", ["/", "open", "x"]), ("tel:+1", []), ("about:blank", []), ("myapp:open", []),
    ("https://a.com\\b\\c", ["/", "b", "c"]),
  ])
  func componentsOf(text: String, components: [String]) throws {
    let url = try url(text)
    #expect(url.components == components)
    #expect(url.pathCount == components.count)
    #expect(
      url.path == (components.isEmpty ? nil : "/" + components.dropFirst().joined(separator: "/")))
  }

  @Test(
    arguments: [
      ("https://A.com:443/", "https", "a.com", nil),
      ("https://a.com@b.com/", "https", "b.com", nil),
      ("HTTP://Bücher.de:8080", "http", "xn--bcher-kva.de", 8080),
      ("MyApp://Open/X", "myapp", "open", nil),
      ("tel:+1", "tel", nil, nil), ("mailto:a@b", "mailto", nil, nil),
      ("about:blank", "about", nil, nil),
      ("file:///x", "file", nil, nil), ("https://[::0:1]/", "https", "[::1]", nil),
      ("https://0x7f.1/", "https", "127.0.0.1", nil), ("myapp:/x", "myapp", nil, nil),
      ("https://a.com./", "https", "a.com.", nil),
    ] as [(String, String, String?, Int?)])
  func authorityOf(text: String, scheme: String, host: String?, port: Int?) throws {
    let url = try url(text)
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(url.port == port)
  }

  @Test func queryAndFragment() throws {
    let url = try url("https://a.com/?a=1&a=2&b&c=&d+e=f+g%2B&%C3%A9=%C3%A9%FF&&=x&k=v=w#s%20%zz+")
    #expect(url.query(named: "a") == "1")
    #expect(url.query(named: "b") == "")
    #expect(url.query(named: "c") == "")
    #expect(url.query(named: "d e") == "f g+")
    #expect(url.query(named: "é") == "é%FF")
    #expect(url.query(named: "") == "x")
    #expect(url.query(named: "k") == "v=w")
    #expect(url.query(named: "z") == nil)
    #expect(url.fragment == "s %zz+")
    #expect(try self.url("https://a.com").query(named: "a") == nil)
    #expect(try self.url("https://a.com").fragment == nil)
    #expect(try self.url("https://a.com/?#").fragment == "")
    #expect(try self.url("tel:1?a=b#c").query(named: "a") == "b")
  }

  @Test(arguments: [
    ("https://zhgchg.li", "https://zhgchg.li/"), ("HTTPS://ZHGCHG.LI:443/", "https://zhgchg.li/"),
    ("https://a.com/B?C#D", "https://a.com/B?C#D"), ("MyApp://Open/X", "myapp://open/X"),
    ("https://u:p@a.com", "https://u:p@a.com/"), ("https://a.com/a//b/", "https://a.com/a//b/"),
    ("https://a.com/?", "https://a.com/?"), ("TEL:+1", "tel:+1"), ("x:/.//y", "x:/.//y"),
  ])
  func normalizes(text: String, normalized: String) throws {
    #expect(try url(text).normalized == normalized)
  }

  @Test func refusesWhatIsNoURL() {
    for text in [
      "", "a.com", "/a", "//a.com", "https://", "https:///", "https://a b/", "https://a.com:x/",
      "https://1.2.3.256/", "https://[::1", "1a:b", ":", "https://%00/", "https://a.com:65536/",
      "https://\u{FFFF}/", "https://\u{300}.com/",
    ] {
      #expect(WebURL.parse(text) == nil, "\(text)")
    }
  }

  /// Tests that long input takes linear time. A quadratic step would exceed the time limit of the test.
  @Test
  func takesLongText() {
    let count = 20_000
    for text in [
      "a", "/", "../", "a/", "@", ":", "[", "?", "#", "%", "%41", "é", ".", "1.", "xn--a.", "é.",
      "\u{200D}", "\u{300}", "\\", "&a=b", "0", "\u{5D0}1.",
    ] {
      for start in [
        "https://", "https://a/", "x://", "x:", "file:", "https://[", "https://a/?", "",
      ] {
        let url = WebURL.parse(start + String(repeating: text, count: count))
        _ = url?.components.count
        _ = url?.query(named: "z")
        _ = url?.normalized
      }
    }
  }

  @Test func neverTrapsOnAnyBytes() {
    for text in OtherParserTests.oddURLs(4000) {
      var bytes = Array(text.utf8)
      if !bytes.isEmpty { bytes[bytes.count / 2] = UInt8(truncatingIfNeeded: bytes.count &* 37) }
      let damaged = String(decoding: bytes, as: UTF8.self)
      guard let url = WebURL.parse(damaged) else { continue }
      #expect(WebURL.parse(url.href) == url, "\(damaged.debugDescription)")
      #expect(
        url.components.dropFirst().allSatisfy {
          !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("/")
        })
      _ = url.queryItems
      _ = url.fragment
    }
  }
}

@Suite struct DomainTests {
  @Test(arguments: [
    ("bücher.de", "xn--bcher-kva.de"), ("faß.de", "xn--fa-hia.de"), ("你好", "xn--6qq79v"),
    ("Ｇｏ.com", "go.com"), ("a\u{AD}b", "ab"), ("e\u{301}", "xn--9ca"), ("각", "xn--p39a"),
    ("각", "xn--p39a"), ("\u{1E9B}\u{323}", "xn--1ig"), ("☃.net", "xn--n3h.net"),
    ("xn--n3h。net", "xn--n3h.net"), ("א.com", "xn--4db.com"), ("क्‍ष", "xn--11b2ezcw70k"),
  ])
  func toASCII(domain: String, ascii: String) {
    #expect(WebURL.parse("https://\(domain)/")?.host == ascii)
  }

  @Test(arguments: [
    "a\u{200D}b", "\u{300}a", "אa", "a.א1b", "xn--a.é", "xn--9999999999.é", "é\u{378}", "א١1",
    "\u{E000}", "xn--ab-.é", "é%",
  ])
  func refuses(domain: String) {
    #expect(
      WebURL.parse("https://\(domain)/") == nil, "\(WebURL.parse("https://\(domain)/")?.host ?? "")"
    )
  }
}
