import Foundation
import RandomRules
import Requests
import TestSupport
import Testing

@testable import WebURL
@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Compares the URLs that the app passes on with those that the tool prints.
///
/// The texts of requests are those of WebKit, whose `URL` accepts characters that Linux's does not.
@Suite struct HandedURLTests {
  @Test func escapesStayAsTheyAre() throws {
    let page = AddressParts("https://store.example/?filter[name]=caf%C3%A9")
    let handed = "https://store.example/?filter%5Bname%5D=caf%C3%A9"
    #expect(RequestAddress(page).url?.absoluteString == handed)
    #expect(page.changed([.query("device", "ios")]).handed == handed + "&device=ios")
    #expect(page.changed([.fragment("[x]")]).handed == handed + "#%5Bx%5D")
    #expect(page.changed([.noQuery("filter[name]")]).handed == "https://store.example/")
  }

  @Test func hostsOfOtherSchemesKeepTheirLetters() throws {
    let parts = AddressParts("ticket://Xk3%C3%9CAbC/a?token=1")
    #expect(parts.host.equals("xk3%c3%9cabc"))
    #expect(parts.host.value == "Xk3%C3%9CAbC")
    #expect(parts.text == "ticket://xk3%c3%9cabc/a?token=1")
    #expect(parts.whole.value == "ticket://Xk3%C3%9CAbC/a?token=1")
    #expect(parts.whole.url?.absoluteString == "ticket://Xk3%C3%9CAbC/a?token=1")
    #expect(parts.afterScheme.value == "//Xk3%C3%9CAbC/a")
    #expect(RequestAddress(parts).url?.absoluteString == "ticket://Xk3%C3%9CAbC/a?token=1")
    #expect(parts.changed([.noQuery("token")]).handed == "ticket://Xk3%C3%9CAbC/a")
    let captures = try #require(
      RequestText("x.Ab.C").captures(.host(.capture(0), .literal(".Ab."), .part(1))))
    #expect(captures[1].value == "C")
    let host = AddressParts("ticket://Code.Shop.1E3/").host
    let captured = try #require(
      host.captures(.host(.capture(0), .literal(".shop."), .capture(1, .double))))
    #expect(captured[0].value == "Code")
    #expect(captured[1].double == 1000)
    #expect(AddressParts("HTTPS://Store.Example").written == "https://store.example/")
    #expect(AddressParts("FILE://Host/A").written == "file://host/A")
  }

  /// Tests that the app creates the same changed URL that the tool prints.
  @Test(.seeded) func changedURLsAreThoseOfTheTool() throws {
    var random = RandomChoice(seed: Seed.of(53))
    var texts = RandomURLTexts(random: RandomChoice(seed: Seed.of(59)))
    let words = ["", "a", "é b", "&=#?", "[x]|%", "+", "'\"", "😀", "%41"]
    var count = 0
    while count < TestOptions.cases(4_000, long: 100_000) {
      guard let url = WebURL.parse(texts.next()) else { continue }
      count += 1
      var app: [URLChange] = []
      var tool: [RequestChange<String>] = []
      func change(_ part: ChangedPart, _ value: String?, _ change: URLChange) {
        app.append(change)
        tool.append(RequestChange(part: part, value: value))
      }
      let word = random.one(of: words)
      if ChangedPart.webPageSchemes.contains(url.scheme), random.once(in: 2) {
        if random.once(in: 2) { change(.scheme, "http", .scheme("http")) }
        let host = random.one(of: ["b.example", "[::1]", "1.2.3.4"])
        if random.once(in: 2) { change(.host, host, .host(host)) }
        let port = random.one(of: [80, 443, 8080])
        if random.once(in: 2) { change(.port, String(port), .port(port)) }
        if random.once(in: 2) { change(.user, nil, .noUser) }
        if random.once(in: 2) { change(.path, "/é/a", .path("/%C3%A9/a")) }
      } else if random.once(in: 3), url.hostname != nil {
        change(.user, nil, .noUser)
      }
      if random.once(in: 2) { change(.query("a"), word, .query("a", word)) }
      if random.once(in: 3) { change(.query("a"), nil, .noQuery("a")) }
      if random.once(in: 3) { change(.fragment, word, .fragment(word)) }
      if random.once(in: 6) { change(.fragment, nil, .noFragment) }
      let parts = AddressParts(url.href)
      let handed = Request(url: url).handed(tool, needsWebPage: false)?.url
      let name = "\(url.href.debugDescription) with \(tool)"
      if tool.isEmpty {
        #expect(parts.written == handed, "\(name)")
        #expect(parts.handed == url.handedOn, "\(name)")
      } else {
        #expect(parts.changed(app).handed == handed, "\(name)")
      }
    }
  }
}

extension AddressParts {
  fileprivate var handed: String? { RequestAddress(self).url?.absoluteString }
}
