import Requests
import Testing

@Suite struct URLGlobTests {
  private struct Parts: Equatable {
    var scheme: String?
    var host: [Glob.Element] = []
    var port = URLGlob.PortPattern.byScheme
    var path: [Glob.Element] = [.literal("/")]
    var query: [Glob.Element]?
    var fragment: [Glob.Element]?
  }

  private func parts(_ text: String) throws -> Parts? {
    guard
      case .hierarchical(let scheme, let host, let port, let path, let query, let fragment) =
        try URLGlob.parse(text).get().glob
    else { return nil }
    return Parts(
      scheme: scheme, host: host.elements, port: port, path: path.elements,
      query: query?.elements, fragment: fragment?.elements)
  }

  @Test func partsOfPatterns() throws {
    #expect(
      try parts("https://*.a.com:8080/shop/{id}?x=*#y")
        == Parts(
          scheme: "https", host: [.run, .literal(".a.com")], port: .number(8080),
          path: [.literal("/shop/"), .capture(0)], query: [.literal("x="), .anything],
          fragment: [.literal("y")]))
    #expect(
      try parts("*://host/**")
        == Parts(scheme: nil, host: [.literal("host")], path: [.components]))
    #expect(
      try parts("HTTPS://Shop.A.com") == Parts(scheme: "https", host: [.literal("shop.a.com")]))
    #expect(try parts("https://a.com:443/") == Parts(scheme: "https", host: [.literal("a.com")]))
    #expect(
      try parts("*://a.com:443/")
        == Parts(scheme: nil, host: [.literal("a.com")], port: .number(443)))
    #expect(
      try parts("https://a.com:*//x///{r**}")
        == Parts(
          scheme: "https", host: [.literal("a.com")], port: .any,
          path: [.literal("/x"), .captureRest(0)]))
    #expect(
      try parts("https://**/a%20b/%2F%2a/")
        == Parts(scheme: "https", host: [.anything], path: [.literal("/a b/%2F*")]))
    #expect(
      try parts("myapp://Open/X")
        == Parts(scheme: "myapp", host: [.literal("open")], path: [.literal("/X")]))
    #expect(try parts("myapp:/x/*") == Parts(scheme: "myapp", path: [.literal("/x/"), .run]))
    #expect(
      try parts("file:///a/**") == Parts(scheme: "file", path: [.literal("/a"), .components]))
    #expect(
      try parts("https://a.com?q=a b'#ü")
        == Parts(
          scheme: "https", host: [.literal("a.com")], query: [.literal("q=a%20b%27")],
          fragment: [.literal("%C3%BC")]))
    #expect(
      try parts("https://a.com/?") == Parts(scheme: "https", host: [.literal("a.com")], query: []))
    #expect(
      try parts("https://[::0:1]:8080/")
        == Parts(scheme: "https", host: [.literal("[::1]")], port: .number(8080)))
    #expect(try parts("https://0x7f.1/") == Parts(scheme: "https", host: [.literal("127.0.0.1")]))
    #expect(
      try parts("https://10.0.*.*/")
        == Parts(scheme: "https", host: [.literal("10.0."), .run, .literal("."), .run]))
    #expect(
      try parts("https://{tenant}.a.com/{page: Int}")
        == Parts(
          scheme: "https", host: [.capture(0), .literal(".a.com")],
          path: [.literal("/"), .capture(1)]))
  }

  @Test func opaquePatterns() throws {
    #expect(
      try URLGlob.parse("TEL:*").get().glob
        == .opaque(
          scheme: "tel", rest: Glob.parse("**", separator: "/").get().glob.with(source: "*"),
          query: nil, fragment: nil))
    guard
      case .opaque("mailto", let rest, nil, nil) = try URLGlob.parse("mailto:*@a.com").get().glob
    else {
      Issue.record("not opaque")
      return
    }
    #expect(rest.matches("b@a.com") && rest.matches("x/y@a.com") && !rest.matches("b@c.com"))
    guard case .opaque("myapp", let open, nil, nil) = try URLGlob.parse("myapp:{name}").get().glob
    else {
      Issue.record("not opaque")
      return
    }
    #expect(open.captures(in: "open") == [0: "open"])
    guard
      case .opaque("mailto", let to, let query?, let fragment?) = try URLGlob.parse(
        "mailto:*?subject=*#a"
      ).get().glob
    else {
      Issue.record("no query and fragment")
      return
    }
    #expect(to.matches("a@b.com") && query.matches("subject=x") && fragment.matches("a"))
  }

  @Test func capturesCountOn() throws {
    let parsed = try URLGlob.parse("https://{a}.b.com/{c}/{d**}", firstCapture: 2).get()
    #expect(parsed.captures.map(\.name) == ["a", "c", "d"])
    guard case .hierarchical(_, let host, _, let path, _, _) = parsed.glob else { return }
    #expect(host.elements.first == .capture(2))
    #expect(path.elements == [.literal("/"), .capture(3), .captureRest(4)])
  }

  @Test(arguments: [
    ("a.com/x", 0..<1, "starts with a scheme"), ("", 0..<0, "starts with a scheme"),
    ("http*://a.com", 0..<5, "whole name"), ("https:a.com", 0..<6, "`//`"), ("*:x", 0..<2, "`//`"),
    ("https://", 0..<8, "host"), ("https:///x", 0..<8, "host"),
    ("https://a@b.com/", 8..<10, "user info"),
    ("https://a b/", 8..<11, "no URL"), ("https://1.2.3.400/", 8..<17, "no URL"),
    ("https://*.a b/", 10..<13, "no URL"), ("https://a.com:x/", 14..<15, "port"),
    ("https://a.com:/", 13..<14, "port"), ("https://a.com:65536/", 14..<19, "port"),
    ("https://a.com/../b", 14..<16, "`..`"), ("https://a.com/%2e/b", 14..<17, "`.`"),
    ("https://a.com/?id={id: Int}", 18..<27, "without a type"),
    ("https://a.com/x{id}*", 15..<19, "a text must be between"),
    ("https://a.com/x*{id}", 16..<20, "a text must be between"),
    ("https://a.com/x{id}{n}", 15..<19, "a text must be between"),
    ("https://a{x}.com/", 9..<12, "whole label"),
    ("https://a.com/{x}/{x}", 18..<21, "already captured"),
    ("https://{x}.com/{x}", 16..<19, "already captured"),
    ("https://[::1]x/", 13..<14, "port"), ("https://[::1/", 8..<12, "no URL"),
    ("https://a.com/{", 14..<15, "not closed"),
    ("https://*ü.com/", 9..<11, "outside of ASCII"),
  ])
  func isFault(pattern: String, range: Range<Int>, words: String) throws {
    guard case .failure(let fault) = URLGlob.parse(pattern) else {
      Issue.record("\(pattern) is accepted")
      return
    }
    #expect(fault.message.contains(words), "\(fault.message)")
    #expect(fault.range == range, "\(fault.message)")
  }

  @Test func origins() throws {
    let origin = try OriginPattern.parse("HTTPS://*.zhgchg.LI:8443").get()
    #expect(origin.scheme == "https" && origin.port == 8443)
    #expect(origin.host.elements == [.run, .literal(".zhgchg.li")])
    #expect(try OriginPattern.parse("https://a.com:443").get().port == nil)
    #expect(try OriginPattern.parse("http://a.com:443").get().port == 443)
    #expect(try OriginPattern.parse("file://").get().isOfFiles)
    #expect(try !OriginPattern.parse("file://server").get().isOfFiles)
    for (text, words) in [
      ("https://a.com/", "delete this part"), ("https://a.com/x", "delete this part"),
      ("https://a.com?x", "delete this part"), ("https://a.com#x", "delete this part"),
      ("https://me@a.com", "user info"), ("*://a.com", "needs a scheme"), ("a.com", "scheme"),
      ("https:a.com", "is written"), ("https://", "needs a host"),
      ("file:///x", "delete this part"), ("file://:80", "needs a host"),
      ("https://a.com:*", "port"), ("https://{x}.a.com", "cannot capture"),
    ] {
      guard case .failure(let fault) = OriginPattern.parse(text) else {
        Issue.record("\(text) is accepted")
        continue
      }
      #expect(fault.message.contains(words), "\(text): \(fault.message)")
      #expect(fault.range.upperBound <= text.utf8.count)
    }
  }

  @Test func takesLongTextAndAnyText() {
    for text in ["{", "*", "\\", "/", "a", "?", "#", "@", ":", "[", "%2e/"] {
      for start in ["https://", "https://a/", "x:", ""] {
        _ = URLGlob.parse(start + String(repeating: text, count: 50_000))
      }
    }
    var generator = SeededGenerator(state: 11)
    let alphabet = Array("{}*\\/.:ab?#@[]é😀\n%2")
    for _ in 0..<20_000 {
      let tail = String(
        (0..<Int.random(in: 0...10, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator)!
        })
      for start in ["https://", "https://a/", "x:", "*:", ""] {
        if case .failure(let fault) = URLGlob.parse(start + tail) {
          #expect(fault.range.upperBound <= (start + tail).utf8.count)
        }
        _ = OriginPattern.parse(start + tail)
      }
    }
  }
}

extension Glob {
  fileprivate func with(source: String) -> Glob {
    var copy = self
    copy.source = source
    return copy
  }
}
