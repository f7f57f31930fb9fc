import Foundation
import RandomRules
import TestSupport
import Testing

@testable import WebURL
@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// The URLs to which texts convert.
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
      ("https://a:b@c:99999/", nil), ("https:a.com", nil), ("https://ü.de/", nil),
      ("https://%61.de/", nil),
      ("http://127.1/", nil), ("http://[::1.2.3.4]/", nil), ("file://host/a", nil),
      ("file:///C:/a", nil),
      ("https://a.com/\t", nil), ("https://a.com/ ", nil), ("https://a=b@c/", nil), ("/a", nil),
      ("https:///a.com", nil), ("https://a.com:8x", nil), ("http://[::1/", nil), ("x://a b/", nil),
    ] as [(String, String?)])
  func table(_ text: String, _ url: String?) {
    #expect(ConvertibleURL.converted(text) == url)
    #expect(TextURL.converted(RequestText(text)) == url)
    #expect(RequestText(text).url?.absoluteString == url)
  }

  /// A text that converts is a URL of the standard, and the result its serialization, with a few more escapes; the
  /// readers of the tool and of apps agree.
  @Test(.seeded) func readersAgree() throws {
    var texts = RandomURLTexts(random: RandomChoice(seed: Seed.of(31)))
    var (converting, refused) = (0, 0)
    for _ in 0..<TestOptions.cases(20_000, long: 400_000) {
      let text = texts.next()
      let url = ConvertibleURL.converted(text)
      #expect(TextURL.converted(RequestText(text)) == url, "\(text)")
      let expected = WebURL.parse(text)
      guard let url else {
        if expected != nil { refused += 1 }
        continue
      }
      converting += 1
      #expect(expected.map { escaped($0).href } == url, "\(text)")
      #expect(URL(string: url, encodingInvalidCharacters: false)?.absoluteString == url, "\(text)")
    }
    print(
      "texts as URLs: \(converting) convert, \(refused) do not although the standard accepts them")
    #expect(converting > 2_000)
  }

  /// The URL with everything escaped that Foundation's does not hold.
  private func escaped(_ url: WebURL) -> WebURL {
    func escaped(_ text: String) -> String {
      let escape = text.replacing(/%(?![0-9A-Fa-f]{2})/, with: "%25")
      let allowed = CharacterSet(
        charactersIn:
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%")
      return escape.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
    var result = url
    switch url.rawPath {
    case .opaque(let path): result.rawPath = .opaque(escaped(path))
    case .list(let components): result.rawPath = .list(components.map(escaped))
    }
    result.rawQuery = url.rawQuery.map(escaped)
    result.rawFragment = url.rawFragment.map(escaped)
    return result
  }
}
