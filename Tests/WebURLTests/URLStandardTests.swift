import Foundation
import TestSupport
import Testing
import WebURL

/// Runs the test cases of the web platform, `urltestdata.json`.
@Suite struct URLStandardTests {
  struct Case: Decodable {
    var input: String
    var base: String?
    var failure: Bool?
    var href: String?
    var `protocol`: String?
    var username: String?
    var password: String?
    var hostname: String?
    var port: String?
    var pathname: String?
    var search: String?
    var hash: String?
  }

  /// A member of the list: a case, or a comment between cases.
  enum Member: Decodable {
    case test(Case)
    case comment

    init(from decoder: any Decoder) throws {
      if (try? decoder.singleValueContainer().decode(String.self)) != nil {
        self = .comment
      } else {
        self = .test(try Case(from: decoder))
      }
    }
  }

  static func cases() throws -> [Case]? {
    let file = TestPackage.shared.appendingPathComponent("data/urltestdata.json")
    guard let data = Tool.data(file, for: "the cases of the URL standard") else { return nil }
    return try JSONDecoder().decode([Member].self, from: data).compactMap {
      if case .test(let test) = $0 { test } else { nil }
    }
  }

  @Test func everyCase() throws {
    guard let cases = try Self.cases() else { return }
    #expect(cases.count > 800)
    for test in cases {
      let name = "\(test.input.debugDescription) on \(test.base ?? "nothing")"
      var base: WebURL?
      if let text = test.base {
        base = WebURL.parse(text)
        // A case whose base fails is a failure too.
        if base == nil, test.failure == true { continue }
        #expect(base != nil, "\(name)")
      }
      let url = WebURL.parse(test.input, base: base)
      if test.failure == true {
        #expect(url == nil, "\(name) gives \(url?.href ?? "")")
        continue
      }
      guard let url else {
        Issue.record("\(name) fails")
        continue
      }
      #expect(url.href == test.href, "\(name)")
      #expect(url.scheme + ":" == test.protocol, "\(name)")
      #expect(url.username == test.username, "\(name)")
      #expect(url.password == test.password, "\(name)")
      #expect((url.hostname ?? "") == test.hostname, "\(name)")
      #expect(url.port.map(String.init) ?? "" == test.port, "\(name)")
      #expect(pathname(url) == test.pathname, "\(name)")
      #expect(url.rawQuery.flatMap { $0.isEmpty ? nil : "?" + $0 } ?? "" == test.search, "\(name)")
      #expect(url.rawFragment.flatMap { $0.isEmpty ? nil : "#" + $0 } ?? "" == test.hash, "\(name)")
      #expect(WebURL.parse(url.href) == url, "\(name) does not parse back")
      #expect(WebURL.parse(url.normalized)?.normalized == url.normalized, "\(name)")
    }
  }

  private func pathname(_ url: WebURL) -> String {
    switch url.rawPath {
    case .opaque(let path): path
    case .list(let segments): segments.map { "/" + $0 }.joined()
    }
  }
}
