import Foundation
import RandomRules
import Semantics
import TestSupport
import Testing
import WebURL

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests the reading of the parts of a URL.
@Suite struct AddressTests {
  @Test(
    arguments: [
      ("https://zhgchg.li", "zhgchg.li", nil, ["/"], "https://zhgchg.li/"),
      ("HTTPS://A.com:443/%41//b/", "a.com", nil, ["/", "A", "b"], "https://a.com/%41//b/"),
      ("https://a.com@b.com:8443/", "b.com", 8443, ["/"], "https://a.com@b.com:8443/"),
      (
        "http://[::1]:80/a%2Fb%5Cc%2f", "[::1]", nil, ["/", "a%2Fb%5Cc%2f"],
        "http://[::1]/a%2Fb%5Cc%2f"
      ),
      ("tel:+1", nil, nil, [], "tel:+1"),
      ("about:blank", nil, nil, [], "about:blank"),
      ("myapp://open", "open", nil, ["/"], "myapp://open"),
      ("myapp://", nil, nil, ["/"], "myapp://"),
      ("myapp:/a/b", nil, nil, ["/", "a", "b"], "myapp:/a/b"),
      (
        "https://a/%e4%B8%AD%ff%E4%B8%zz%", "a", nil, ["/", "中%ff%E4%B8%zz%"],
        "https://a/%e4%B8%AD%ff%E4%B8%zz%"
      ),
      (
        "https://a/%C0%AF%ED%A0%80%00", "a", nil, ["/", "%C0%AF%ED%A0%80\0"],
        "https://a/%C0%AF%ED%A0%80%00"
      ),
      ("https://a/?x#y/z?", "a", nil, ["/"], "https://a/?x#y/z?"),
    ] as [(String, String?, Int?, [String], String)])
  func parts(
    _ text: String, _ host: String?, _ port: Int?, _ components: [String], _ normalized: String
  ) {
    let address = AddressParts(text)
    #expect(address.host.value == host)
    #expect(address.port.value == port)
    #expect(address.allComponents == components)
    #expect(address.text == normalized)
  }

  @Test func queryAndFragment() {
    let address = AddressParts("https://a/?x&a=1&a=2&b=%2B+%26&%63=d%3D&=e&f==g#h%20i")
    for (key, value) in [
      ("x", ""), ("a", "1"), ("b", "+ &"), ("c", "d="), ("", "e"), ("f", "=g"),
    ] as [(StaticString, String)] { #expect(address.query(key).value == value, "\(key)") }
    #expect(address.query("missing").value == nil)
    #expect(address.fragment.value == "h i")
    #expect(AddressParts("https://a/").query("a").value == nil)
    #expect(AddressParts("https://a/").fragment.value == nil)
  }

  @Test func pathIsReadInOnePieceOrByComponents() {
    for (text, path, count) in [
      ("https://a/b/c", "/b/c", 3), ("https://a//b/%63/", "/b/c", 3), ("https://a", "/", 1),
      ("mailto:a@b", nil, 0), ("x:/.//a", "/a", 2),
    ] as [(String, String?, Int)] {
      let parts = AddressParts(text)
      #expect(parts.path.value == path, "\(text)")
      #expect(parts.pathCount == count, "\(text)")
      #expect(parts.lastComponent.value == path?.split(separator: "/").last.map { String($0) })
    }
    let parts = AddressParts("https://a/b/%63")
    #expect(parts.component(0).value == "/")
    #expect(parts.component(1).value == "b")
    #expect(parts.component(2).value == "c")
    #expect(parts.component(3).exists == false)
  }

  /// Tests the parts that hand-written handlers read.
  @Test @MainActor func handlersReadTheParts() throws {
    let url = try #require(URL(string: "https://a.com/p/%C3%A9?k=1#f"))
    let page = try #require(URL(string: "https://shop.example/cart"))
    let request = NavigationRequest(
      url: url, navigation: .other, frame: .main, method: "GET", headers: [:], isDownload: false,
      page: page)
    #expect(request.address.components == ["/", "p", "é"])
    #expect(request.address.path == "/p/é")
    #expect(request.address.query("k") == "1")
    #expect(request.address.query("x") == nil)
    #expect(request.address.fragment == "f")
    #expect(request.page?.host == "shop.example")
  }

  /// Tests that the parts are those that the interpreter reads.
  @Test(.seeded) func partsAreThoseOfTheInterpreter() {
    var requests = RandomRequests(rules: RuleSet(), random: RandomChoice(seed: Seed.of(11)))
    for _ in 0..<TestOptions.cases(20_000, long: 400_000) {
      guard let url = WebURL.parse(requests.text()) else { continue }
      let parts = AddressParts(url.normalized)
      let read: [String?] =
        [parts.text, parts.scheme.value, parts.host.value, parts.port.value.map(String.init)]
        + [parts.path.value, parts.rawQuery.value, parts.rawFragment.value, parts.fragment.value]
        + [parts.lastComponent.value] + parts.allComponents
        + RequestWords.keys.map { key in
          key.withBytes { parts.query($0, .query) }.value
        }
      let expected: [String?] =
        [url.normalized, url.scheme, url.host, url.port.map(String.init)]
        + [url.path, url.rawQuery, url.rawFragment, url.fragment]
        + [url.components.dropFirst().last] + url.components
        + RequestWords.keys.map { key in
          url.queryItems.first { $0.name.utf8.elementsEqual(key.utf8) }?.value
        }
      #expect(
        read.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } },
        "\(url.normalized): \(read), expected \(expected)")
    }
  }

  /// Tests that the search by words of eight bytes finds the same offsets as a loop over the bytes.
  @Test func wordsFindEveryByte() {
    for length in 0..<40 {
      for place in 0..<max(length, 1) {
        var bytes = Array(repeating: UInt8(ascii: "a"), count: length)
        if place < length { bytes[place] = UInt8(ascii: "/") }
        bytes.withUnsafeBufferPointer { bytes in
          for start in 0...length {
            let expected = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? length
            #expect(bytes.firstIndex(of: UInt8(ascii: "/"), in: start..<length) == expected)
            let escaped = bytes.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "+") : $0 }
            escaped.withUnsafeBufferPointer {
              #expect($0.hasEscapes(start..<length, .query) == (expected < length))
            }
          }
        }
      }
    }
  }

  /// Tests that a host of the app is read as the URL standard requires.
  @Test func hostsOfTheAppAreThoseOfTheStandard() throws {
    var hosts = [
      "1.2.3.4", "01.2.3.4", "1.2.3.4.", "1.2.3.256", "1.2.3", "a.1.2.3.4", "a!b", "a_b.c", "%61.B",
    ]
    var last = [""]
    for _ in 0..<5 {
      last = last.flatMap { text in "01.xg".map { text + String($0) } }
      hosts += last
    }
    for host in hosts {
      let text = "http://\(host)/"
      let expected = WebURL.parse(text)?.host
      let url = try #require(URL(string: text))
      #expect(AddressParts(app: url)?.host.value == expected, "\(host)")
    }
  }
}

extension AddressParts {
  fileprivate var allComponents: [String] {
    if layout.isOpaque { return [] }
    return (0..<pathCount).compactMap { component($0).value }
  }
}
