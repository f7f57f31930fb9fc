import Testing

@testable import WebURL

/// Tests that changes keep the place and spelling of all other parts.
struct ChangeTests {
  private func changed(_ text: String, _ change: (inout WebURL) -> Void) throws -> String {
    var url = try #require(WebURL.parse(text))
    change(&url)
    // The result must be a URL as the standard serializes it.
    #expect(WebURL.parse(url.href)?.href == url.href)
    #expect(WebURL.parse(url.href) == url)
    return url.href
  }

  @Test(arguments: [
    ("https://a.com/", "https://a.com/?a%20b=%C3%A9%26"),
    ("https://a.com/?", "https://a.com/?a%20b=%C3%A9%26"),
    ("https://a.com/?x=%zz+1#f", "https://a.com/?x=%zz+1&a%20b=%C3%A9%26#f"),
    ("https://a.com/?a+b=1&x&a%20b&&y=", "https://a.com/?a%20b=%C3%A9%26&x&&y="),
    ("mailto:x?A+b=1", "mailto:x?A+b=1&a%20b=%C3%A9%26"),
    ("https://a.com/?&", "https://a.com/?&&a%20b=%C3%A9%26"),
  ]) func setsQueryItems(_ url: String, _ expected: String) throws {
    #expect(try changed(url) { $0.setQueryItem("a b", "é&") } == expected)
  }

  @Test(arguments: [
    ("https://a.com/", "https://a.com/"), ("https://a.com/?", "https://a.com/?"),
    ("https://a.com/?utm=1#f", "https://a.com/#f"), ("https://a.com/?ut%6D", "https://a.com/"),
    ("https://a.com/?a&utm=1&b=%20&utm=2", "https://a.com/?a&b=%20"),
    ("https://a.com/?utm=1&&x", "https://a.com/?&x"),
    ("https://a.com/?utm2", "https://a.com/?utm2"),
  ]) func removesQueryItems(_ url: String, _ expected: String) throws {
    #expect(try changed(url) { $0.removeQueryItem("utm") } == expected)
  }

  @Test func otherParts() throws {
    let url = "http://u:p@a.com:443/x%2fy/?q#f"
    #expect(try changed(url) { $0.setScheme("https") } == "https://u:p@a.com/x%2fy/?q#f")
    #expect(try changed(url) { $0.setScheme("myapp") } == "myapp://u:p@a.com:443/x%2fy/?q#f")
    #expect(try changed(url) { $0.setHost("b.org") } == "http://u:p@b.org:443/x%2fy/?q#f")
    #expect(try changed(url) { $0.setPort(80) } == "http://u:p@a.com/x%2fy/?q#f")
    #expect(try changed(url) { $0.setPort(8080) } == "http://u:p@a.com:8080/x%2fy/?q#f")
    #expect(try changed(url) { $0.setPath("/é b/") } == "http://u:p@a.com:443/%C3%A9%20b/?q#f")
    #expect(try changed(url) { $0.setPath("/") } == "http://u:p@a.com:443/?q#f")
    #expect(try changed(url) { $0.removeUser() } == "http://a.com:443/x%2fy/?q#f")
    #expect(
      try changed(url) { $0.setFragment("a b#?") } == "http://u:p@a.com:443/x%2fy/?q#a%20b%23?")
    #expect(try changed(url) { $0.setFragment(nil) } == "http://u:p@a.com:443/x%2fy/?q")
  }
}
