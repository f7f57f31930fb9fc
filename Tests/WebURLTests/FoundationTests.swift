import Foundation
import TestSupport
import Testing

/// Tests that the table of the page about requests names the differences between Foundation and the rules.
@Suite struct FoundationTests {
  /// Returns the texts of the third column, and whether Foundation agrees with each.
  private static func rows() throws -> [(text: String, isTrue: Bool)] {
    func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
    func item(_ query: String) throws -> String? {
      try #require(URLComponents(string: "https://a.example/?\(query)")?.queryItems?.first).value
    }
    let capitals = try url("HTTPS://A.Example/")
    let bare = try url("https://a.example")
    return [
      (
        "`url.scheme` is `HTTPS`, `url.host` is `A.Example`",
        capitals.scheme == "HTTPS" && capitals.host == "A.Example"
      ),
      (
        "`url.path` is empty, `pathComponents` too; not equal to `https://a.example/`",
        try bare.path.isEmpty && bare.pathComponents.isEmpty && bare != url("https://a.example/")
      ),
      ("`url.path` keeps the second `/`", try url("https://a.example/a//b/").path.contains("//")),
      ("`url.path` is `/a/../b`", try url("https://a.example/a/../b").path == "/a/../b"),
      (
        "`pathComponents` has the component `a/b`",
        try url("https://a.example/a%2Fb").pathComponents == ["/", "a/b"]
      ),
      ("`URLQueryItem` has `a+b`: `rawQuery.q`", try item("q=a+b") == "a+b"),
      ("the value of the item is nil", try item("q") == nil),
      ("`url.fragment` is `x%20y`", try url("https://a.example/#x%20y").fragment == "x%20y"),
      ("`url.port` is 443", try url("https://a.example:443/").port == 443),
      ("`url.path` is `+1`", try url("tel:+1").path == "+1"),
      ("`url.host` is `127.1`", try url("http://127.1/").host == "127.1"),
      ("`Double(\"0x10\")` is 16", Double("0x10") == 16),
    ]
  }

  @Test func theTableIsRight() throws {
    let page = try TestPackage.text("Sources/Documentation/the-request.md")
    let table = try #require(page.components(separatedBy: "\n## Foundation\n").last)
    let lines = table.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst(2)
    let rows = try Self.rows()
    #expect(lines.count == rows.count)
    for (line, row) in zip(lines, rows) {
      #expect(line.hasSuffix("| \(row.text) |"))
      #expect(row.isTrue, "\(row.text)")
    }
  }
}
