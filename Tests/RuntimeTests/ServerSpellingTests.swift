import Foundation
import Interpreter
import RandomRules
import TestSupport
import Testing
import WebURL

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests that all spellings of a server that a user has typed are the same server, in rules, in origins and for
/// messages.
@MainActor @Suite struct ServerSpellingTests {
  private final class App: OriginSource {
    var server: URL?
    func urls(ofOrigin name: String) -> [URL] { server.map { [$0] } ?? [] }
  }

  /// Returns a spelling of one of a few servers, or a text that is no server.
  private static func spelling(_ random: inout RandomChoice) -> String {
    let host = random.one(of: [
      "192.168.1.5", "192.168.001.005", "0xC0A80105", "0xc0.0xa8.0X1.5", "3232235781",
      "192.168.261",
      "0300.0250.1.5", "192.168.1.5.", "%31%392.168.1.5", "0x0000c0a80105", "192.168.1.256",
      "192.168.1.5.6", "08.1.1.1", "[::1]", "[0:0:0:0:0:0:0:1]", "[0::0:1]", "[::0.0.0.1]",
      "[::00001]",
      "[2001:DB8:0:0:1::2]", "[2001:db8::1:0:0:2]", "[::ffff:192.168.1.5]", "[::ffff:c0a8:105]",
      "home.example", "HOME.Example", "h%6Fme.example", "home.example.", "home%2Eexample",
      "xn--mnchen-3ya.de", "XN--Mnchen-3ya.de", "münchen.de", "MÜNCHEN.de", "a_b.example",
      "*.example",
    ])
    let port = random.one(of: [
      "", "", "", ":", ":80", ":443", ":0443", ":00080", ":8123", ":08123", ":0", ":65535",
      ":65536",
      ":99999",
    ])
    let user = random.once(in: 8) ? "u:p@" : ""
    return random.one(of: ["http://", "https://", "HTTP://", "https://"]) + user + host + port
      + random.one(of: ["", "/", "/a/../b", "?q#f"])
  }

  @Test(.seeded) func isOneServer() throws {
    var random = RandomChoice(seed: Seed.of(61))
    let app = App()
    var (equal, refused) = (0, 0)
    for _ in 0..<TestOptions.cases(1_000, long: 200_000) {
      let texts = (Self.spelling(&random), Self.spelling(&random))
      let name = "\(texts)"
      // Foundation rejects some of the texts.
      guard let server = URL(string: texts.0), let url = URL(string: texts.1) else { continue }
      let known = WebURL.parse(server.absoluteString)
      guard let asked = WebURL.parse(url.absoluteString) else {
        #expect(AddressParts(app: url) == nil, "\(name)")
        refused += 1
        continue
      }
      let isSame = known.map { asked.hasSameOrigin(as: $0) } ?? false
      equal += isSame ? 1 : 0
      // The URLs are in the page's spelling, and as WebKit gives them.
      for url in [url, try #require(URL(string: asked.href))] {
        let request = NavigationRequest(url: url)
        #expect(request.host.value == asked.host, "\(name)")
        #expect(request.port.value == asked.port, "\(name)")
        #expect(
          request.hasSameOrigin(as: RequestAddress(AddressParts(app: server))) == isSame, "\(name)")
        #expect(request.hasOrigin(in: AppURLs([server])) == isSame, "\(name)")
      }
      // WebKit reports 0 for the default port, and loads nothing from port 0.
      if asked.port == 0 { continue }
      let page = WebOrigin(scheme: asked.scheme, host: asked.host ?? "", port: asked.port ?? 0)
      app.server = server
      #expect(app.gives(page, as: [TrustedOrigin(given: "Home")]) == isSame, "\(name)")
      #expect(
        (ScriptOrigin.of([server]) == ScriptOrigin.of([url])) == isSame
          || server.host?.contains("*") == true || known == nil, "\(name)")
    }
    #expect(equal > 15 && refused > 15)
  }

  @Test func portsThatNoPageHas() throws {
    let app = App()
    let home = TrustedOrigin(given: "Home")
    for text in ["https://h:0/", "https://h:65536/"] {
      app.server = URL(string: text)
      let page = WebOrigin(scheme: "https", host: "h", port: 0)
      #expect(!app.gives(page, as: [home]), "\(text)")
      #expect(page == WebOrigin(scheme: "https", host: "h", port: 443))
      let server = RequestAddress(AddressParts(app: try #require(app.server)))
      let request = NavigationRequest(url: try #require(URL(string: "https://h/")))
      #expect(!request.hasSameOrigin(as: server), "\(text)")
    }
  }
}
