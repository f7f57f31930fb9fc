import Foundation
import RandomRules
import TestSupport
import Testing

@testable import WebURL
@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests the URLs to which texts convert.
@Suite struct TextURLTests {
  @Test(
    arguments: [
      ("https://a.com/ü", "https://a.com/%C3%BC"), ("https://a.com/a b", "https://a.com/a%20b"),
      ("http://[::1]/", "http://[::1]/"), ("HTTPS://A.com:443", "https://a.com/"),
      ("http://[1:0:0:4:0:0:0:8]:80/x", "http://[1:0:0:4::8]/x"),
      ("https://a.com/a/../b/./c", "https://a.com/b/c"), ("https://a.com\\a", "https://a.com/a"),
      ("https://u:p@a.com/?a='b'#c'", "https://u:p@a.com/?a=%27b%27#c'"),
      ("https://a.com/100%", "https://a.com/100%25"),
      ("https://a.com/?a|b#c#d", "https://a.com/?a%7Cb#c%23d"),
      ("mailto:a b@c", "mailto:a%20b@c"), ("myapp://Host/..", "myapp://Host/"),
      ("x:/.//a", "x:/.//a"),
      ("file:///a/..", "file:///"), ("https://xn--mnchen-3ya.de", "https://xn--mnchen-3ya.de/"),
      ("https:a.com", "https://a.com/"), ("https:///a.com", "https://a.com/"),
      ("https://%61.de/", "https://a.de/"), ("http://127.1/", "http://127.0.0.1/"),
      ("http://192.168.001.005", "http://192.168.1.5/"),
      ("http://0xC0A80105/", "http://192.168.1.5/"),
      ("http://3232235781/", "http://192.168.1.5/"), ("http://192.168.261/", "http://192.168.1.5/"),
      ("http://[::1.2.3.4]/", "http://[::102:304]/"), ("file://host/a", "file://host/a"),
      ("file:///C|/a/../..", "file:///C:/"), (" https://a.com/\t", "https://a.com/"),
      ("https://a=b@c/", "https://a%3Db@c/"),
      ("https://a.com/[x]?[y]|#{z}", "https://a.com/%5Bx%5D?%5By%5D%7C#%7Bz%7D"),
      ("https://a.com/?filter[name]=caf%C3%A9", "https://a.com/?filter%5Bname%5D=caf%C3%A9"),
      ("https://a.com/%zz%20", "https://a.com/%25zz%20"), ("ticket://Xk%C3%9c|", nil),
      ("ticket://Xk%C3%9c", "ticket://Xk%C3%9c"),
      ("https://a:b@c:99999/", nil), ("https://ü.de/", nil), ("https://%C3%BC.de/", nil),
      ("/a", nil), ("https://a.com:8x", nil), ("http://[::1/", nil), ("x://a b/", nil),
      ("cart/7", nil), ("#top", nil), ("store.example", nil), ("not a url", nil), ("%", nil),
      ("", nil), (" ", nil), ("https://", nil), ("https:///", nil), ("https://@/", nil),
      ("http://1.2.3.256/", nil), ("http://1.2.3.4.5", nil), ("http://08/", nil),
    ] as [(String, String?)])
  func table(_ text: String, _ url: String?) {
    #expect(ConvertibleURL.converted(text) == url)
    #expect(RequestText(text).url?.absoluteString == url)
    #expect((try? URL(json: .string(text)))?.absoluteString == url)
  }

  /// Tests that all texts that the standard accepts convert, except those whose hosts need Unicode tables.
  @Test func theStandardsCasesConvert() throws {
    let file = TestPackage.shared.appendingPathComponent("data/urltestdata.json")
    guard let data = Tool.data(file, for: "texts as URLs with the cases of the URL standard") else {
      return
    }
    let cases = try #require(JSONSerialization.jsonObject(with: data) as? [Any])
      .compactMap { $0 as? [String: Any] }.filter { $0["base"] as? String == nil }
    #expect(cases.count > 300)
    var refused = 0
    for test in cases {
      guard let text = test["input"] as? String else { continue }
      let name = text.debugDescription
      let url = ConvertibleURL.converted(text)
      #expect(serialized(text, .foundation) == url, "\(name)")
      if let href = test["href"] as? String, url == nil {
        // The standard converts a host outside of ASCII to ASCII.
        refused += 1
        let host = try #require(WebURL.parse(text)?.hostname, "\(name) is refused")
        #expect(!text.contains(host), "\(name) is refused, and gives \(href)")
        continue
      }
      #expect(url == WebURL.parse(text)?.handedOn, "\(name)")
      #expect(serialized(text, .standard) == test["href"] as? String, "\(name)")
      if let url { expectEveryFoundationHolds(url) }
    }
    #expect(refused < 40)
  }

  /// Tests that a text that converts is a URL of the standard, that the result is its serialization with a few more
  /// escapes, and that the readers of the tool and of apps agree.
  @Test(.seeded) func readersAgree() throws {
    var texts = RandomURLTexts(random: RandomChoice(seed: Seed.of(31)))
    var (converting, refused) = (0, 0)
    for _ in 0..<TestOptions.cases(20_000, long: 400_000) {
      let text = texts.next()
      let url = ConvertibleURL.converted(text)
      #expect(serialized(text, .foundation) == url, "\(text.debugDescription)")
      let standard = WebURL.parse(text)
      guard let url else {
        if standard != nil { refused += 1 }
        continue
      }
      converting += 1
      #expect(standard?.handedOn == url, "\(text.debugDescription)")
      #expect(serialized(text, .standard) == standard?.href, "\(text.debugDescription)")
      #expect(serialized(url, .foundation) == url, "\(text.debugDescription)")
      expectEveryFoundationHolds(url)
    }
    print(
      "texts as URLs: \(converting) convert, \(refused) do not although the standard accepts them")
    #expect(converting > 2_000)
  }

  private func serialized(_ text: String, _ spelling: StandardURL.Spelling) -> String? {
    text.withBytes { StandardURL.serialized($0, spelling) }
  }

  /// Expects that `URL(string:)` accepts a URL unchanged on all systems. Old systems accept only characters of RFC
  /// 3986, and new ones escape all others.
  private func expectEveryFoundationHolds(_ url: String) {
    #expect(URL(string: url, encodingInvalidCharacters: false)?.absoluteString == url)
    #expect(URL(string: url)?.absoluteString == url)
  }
}
