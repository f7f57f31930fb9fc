import Interpreter
import Requests
import Semantics
import Testing
import Text
import WebURL

@testable import AssociationFiles

/// An association file whose answers for single URLs are tested.
struct LinkFile {
  let file: AssociationFile

  static let app = "ABCDE12345.com.example.app"

  init(_ text: String) {
    file = AssociationFile(SourceFile(name: AssociationFile.name, text: text))
  }

  /// - Parameters:
  ///   - components: the elements of the list.
  ///   - more: additional members of `applinks`, with a comma at the end.
  init(components: String, more: String = "") {
    self.init(
      """
      {"applinks": {\(more) "details": [{"appIDs": ["\(Self.app)"], "components": [\(components)]}]}}
      """)
  }

  init(paths: String) {
    self.init(
      """
      {"applinks": {"details": [{"appID": "\(Self.app)", "paths": [\(paths)]}]}}
      """)
  }

  enum Answer: String { case opens, excluded, nothing }

  /// Returns the entry that decides; nil if none matches.
  func entry(_ url: WebURL, app: Int = 0) -> Int? {
    Interpreter(ID(app), in: file.rules).decide(Request(url: url)).entry
  }

  func answer(_ text: String, app: Int = 0) throws -> Answer {
    let url = try #require(WebURL.parse(text))
    guard let entry = entry(url, app: app) else { return .nothing }
    return file.chains[app].rules[entry].isExcluded ? .excluded : .opens
  }
}

/// Tests the URLs that patterns match, by Apple's documentation and by recorded answers of `swcutil` on macOS 27.
struct LinkMatchingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var component: String
    var matching: [String]
    var others: [String]
    var more = ""

    var testDescription: String { component }
  }

  private static let rows: [Row] = [
    // Wildcards.
    Row(component: #"{"/": "*"}"#, matching: ["/", "", "/a/b?c#d"], others: []),
    Row(component: #"{}"#, matching: ["/", "/a?b#c"], others: []),
    Row(
      component: #"{"/": "/id/????"}"#, matching: ["/id/4815", "/id/4815/"],
      others: ["/id/481", "/id/481/", "/id/48151"]),
    Row(component: #"{"/": "/a/?*"}"#, matching: ["/a/b", "/a/b/c"], others: ["/a/", "/a"]),
    Row(
      component: #"{"/": "/a/*/c"}"#, matching: ["/a/b/c", "/a/b/b/c", "/a//c"], others: ["/a/c"]),
    Row(component: #"{"/": "/a*"}"#, matching: ["/a", "/ab", "/a/b"], others: ["/b", "/ba"]),
    // The ends of paths.
    Row(
      component: #"{"/": "/buy/*"}"#, matching: ["/buy/42", "/buy", "/buy/", "/buy//"],
      others: ["/buyer", "/bu", "/x/buy"]),
    Row(component: #"{"/": "/buy"}"#, matching: ["/buy", "/buy/"], others: ["/buy/x"]),
    Row(component: #"{"/": "/buy/"}"#, matching: ["/buy", "/buy/", "/buy//"], others: ["/"]),
    Row(component: #"{"/": "/"}"#, matching: ["/", ""], others: ["/a"]),
    Row(component: #"{"/": "/*/*"}"#, matching: ["/a/b", "/a", "/"], others: []),
    Row(component: #"{"/": "/*/?*"}"#, matching: ["/a/b"], others: ["/a", "/a/", "/"]),
    Row(component: #"{"/": "*/*"}"#, matching: ["/a/b", "/a", "/"], others: []),
    Row(component: #"{"/": "abc"}"#, matching: ["/abc", "/abc/"], others: ["/abcd", "/xabc"]),
    Row(component: #"{"/": "buy/*"}"#, matching: ["/buy/42", "/buy"], others: ["/x"]),
    Row(component: #"{"/": "*abc"}"#, matching: ["/xabc", "/abc"], others: ["/abcx"]),
    Row(component: #"{"/": "//abc"}"#, matching: ["/abc"], others: ["/x"]),
    // Queries as text.
    Row(component: #"{"?": "a=1"}"#, matching: ["/x?a=1"], others: ["/x?a=1&b=2", "/x"]),
    Row(component: #"{"?": "*"}"#, matching: ["/x?a=1", "/x", "/x?"], others: []),
    Row(component: #"{"?": ""}"#, matching: ["/x", "/x?"], others: ["/x?a"]),
    Row(component: #"{"?": "?*"}"#, matching: ["/x?a"], others: ["/x", "/x?"]),
    Row(
      component: ##"{"/": "/abc", "?": "def", "#": "*"}"##, matching: ["/abc?def", "/abc?def#x"],
      others: ["/abc", "/?def"]),
    // Query keys.
    Row(component: #"{"?": {"b": "*"}}"#, matching: ["/x?a=1", "/x", "/x?b=1"], others: []),
    Row(
      component: #"{"?": {"b": "?*"}}"#, matching: ["/x?b=1", "/x?a&b=1"],
      others: ["/x?a=1", "/x?b=", "/x?b"]),
    Row(
      component: #"{"?": {"b": ""}}"#, matching: ["/x?a=1", "/x?b", "/x?b=", "/x"],
      others: ["/x?b=1"]),
    Row(
      component: #"{"?": {"b": "1"}}"#, matching: ["/x?b=1", "/x?a=2&b=1&c"],
      others: ["/x?a=1", "/x?bb=1", "/x?B=1"]),
    Row(
      component: #"{"?": {"id": "42"}}"#, matching: ["/?id=42&id=42"],
      others: ["/?id=42&id=7", "/?id=7&id=42", "/?id=7&id=42&id=9", "/?id=42&id"]),
    Row(component: #"{"?": {"id": "?*"}}"#, matching: ["/?id=7&id=42"], others: ["/?id=7&id="]),
    Row(component: #"{"?": {"a": "1", "b": "*"}}"#, matching: ["/?a=1"], others: ["/?b=1"]),
    Row(
      component: #"{"?": {"a": "1", "b": "2"}}"#, matching: ["/?b=2&a=1", "/?a=1&c&b=2"],
      others: ["/?a=1", "/?b=2"]),
    Row(component: #"{"?": {"a": "x=y"}}"#, matching: ["/?a=x=y"], others: ["/?a=x"]),
    Row(component: #"{"?": {"a": "1", "flag": true}}"#, matching: ["/?a=2", "/"], others: []),
    // Fragments.
    Row(component: ##"{"#": "*"}"##, matching: ["/", "/#", "/#a"], others: []),
    Row(component: ##"{"#": "?*"}"##, matching: ["/#a"], others: ["/", "/#"]),
    Row(component: ##"{"#": ""}"##, matching: ["/", "/#"], others: ["/#a"]),
    Row(
      component: ##"{"/": "/", "#": "login*"}"##, matching: ["/#login", "/#login/a?b"],
      others: ["/a#login", "/#/login"]),
    // Escapes.
    Row(component: #"{"/": "/a%20b"}"#, matching: ["/a%20b", "/a b"], others: ["/a+b"]),
    Row(component: #"{"/": "/a b"}"#, matching: [], others: ["/a%20b"]),
    Row(
      component: #"{"/": "/a b", "percentEncoded": false}"#, matching: ["/a%20b", "/a b"],
      others: ["/a%2520b"]),
    Row(
      component: #"{"/": "/a%20b", "percentEncoded": false}"#, matching: ["/a%2520b"],
      others: ["/a%20b"]),
    Row(component: #"{"/": "/a/b"}"#, matching: ["/a/b"], others: ["/a%2Fb"]),
    Row(
      component: #"{"/": "/a/b", "percentEncoded": false}"#,
      matching: ["/a/b", "/a%2Fb", "/a%2fb"], others: ["/ab"]),
    Row(
      component: #"{"/": "/caf%C3%A9"}"#, matching: ["/caf%C3%A9", "/café"], others: ["/caf%c3%a9"]),
    Row(component: #"{"/": "/café"}"#, matching: [], others: ["/caf%C3%A9", "/café"]),
    Row(
      component: #"{"/": "/café", "percentEncoded": false}"#,
      matching: ["/caf%C3%A9", "/caf%c3%a9", "/café"], others: ["/cafe"]),
    Row(
      component: #"{"/": "/?", "percentEncoded": false}"#,
      matching: ["/%C3%A9", "/%F0%9F%98%80", "/%41"], others: ["/ab", "/%C3%A9a"]),
    Row(
      component: #"{"?": {"ä": "ö"}, "percentEncoded": false}"#,
      matching: ["/?ä=ö", "/?%c3%a4=%C3%B6"], others: ["/?a=ö", "/?%c3%a5=%C3%B6"]),
    Row(
      component: #"{"?": {"a": "x&y"}, "percentEncoded": false}"#, matching: ["/?a=x%26y"],
      others: ["/?a=x&y"]),
    // Letters.
    Row(component: #"{"/": "/foo"}"#, matching: ["/foo"], others: ["/FOO"]),
    Row(
      component: #"{"/": "/foo", "caseSensitive": false}"#, matching: ["/foo", "/FOO", "/fOo"],
      others: ["/fo"]),
    Row(
      component: #"{"?": {"Id": "a"}, "caseSensitive": false}"#, matching: ["/?iD=A"],
      others: ["/?id=b"]),
    Row(
      component: #"{"/": "/É", "caseSensitive": false, "percentEncoded": false}"#,
      matching: ["/é", "/É"], others: ["/e"]),
    // Variables.
    Row(
      component: #"{"/": "/$(digit)$(xdigit)"}"#, matching: ["/1f", "/0A"],
      others: ["/f1", "/1", "/1g"]),
    Row(
      component: #"{"/": "/$(upper)$(lower)$(alpha)$(alnum)"}"#, matching: ["/AaB0", "/ZzzZ"],
      others: ["/aaB0", "/AAB0"]),
    Row(
      component: #"{"/": "/$(upper)", "caseSensitive": false}"#, matching: ["/a", "/A"],
      others: ["/1"]),
    Row(
      component: #"{"/": "/$(region)/$(lang)"}"#, matching: ["/GB/en", "/DE/fil"],
      others: ["/UK/en", "/gb/en", "/GB/xx"]),
    Row(
      component: #"{"/": "/$(food)/menu"}"#, matching: ["/pizza/menu", "/sushi-4/menu"],
      others: ["/burger/menu", "/sushi/menu"],
      more: #""substitutionVariables": {"food": ["pizza", "sushi-?"]},"#),
    Row(component: #"{"/": "/$(none)"}"#, matching: [], others: ["/", "/none", "/$(none)"]),
    // Defaults.
    Row(
      component: #"{"/": "/foo"}"#, matching: ["/FOO"], others: ["/x"],
      more: #""defaults": {"caseSensitive": false},"#),
    Row(
      component: #"{"/": "/foo", "caseSensitive": true}"#, matching: ["/foo"], others: ["/FOO"],
      more: #""defaults": {"caseSensitive": false},"#),
    Row(
      component: ##"{"#": "*"}"##, matching: ["/foo/1"], others: ["/bar"],
      more: #""defaults": {"/": "/foo/*"},"#),
  ]

  @Test(arguments: rows)
  func pattern(_ row: Row) throws {
    let file = LinkFile(components: row.component, more: row.more)
    for url in row.matching {
      #expect(try file.answer("https://www.example.com:8443" + url) == .opens, "\(url)")
      #expect(try file.answer("http://example.com" + url) == .opens, "\(url)")
    }
    for url in row.others {
      #expect(try file.answer("https://example.com" + url) == .nothing, "\(url)")
    }
    for url in ["tel:+1", "app://host/foo", "file:///a", "httpsx://a/"] {
      #expect(try file.answer(url) == .nothing, "\(url)")
    }
  }

  @Test func firstPatternDecides() throws {
    let file = LinkFile(
      components: ##"""
        {"#": "stay", "exclude": true}, {"/": "/buy/*"}, {"/": "/help/site/*", "exclude": true},
        {"/": "/help/*", "?": {"article": "????"}}
        """##)
    let rows: [(String, LinkFile.Answer)] = [
      ("/buy/1", .opens), ("/buy/1#stay", .excluded), ("/help/site/a?article=1234", .excluded),
      ("/help/1?article=1234", .opens), ("/help/1?article=123", .nothing), ("/x", .nothing),
    ]
    for (url, answer) in rows {
      #expect(try file.answer("https://example.com" + url) == answer, "\(url)")
    }
  }

  @Test func pathsOfOlderSystems() throws {
    let file = LinkFile(paths: #""/buy", "NOT /buy/old/*", "/buy/*""#)
    for (url, answer) in [
      ("/buy", LinkFile.Answer.opens), ("/buy/old/1", .excluded), ("/buy/1?x", .opens),
      ("/", .nothing),
    ] {
      #expect(try file.answer("https://example.com" + url) == answer, "\(url)")
    }
  }

  @Test func appsHaveChainsOfTheirEntries() throws {
    let file = LinkFile(
      """
      {"applinks": {"apps": [], "details": [
        {"appIDs": ["ABCDE12345.a", "ABCDE12345.b"], "components": [{"/": "/a"}]},
        {"appID": "ABCDE12345.b", "paths": ["/b"]},
        {"appIDs": ["ABCDE12345.c", "ABCDE12345.a"], "components": [{"/": "/c"}], "paths": ["/d"]}
      ]}}
      """)
    #expect(file.file.chains.map(\.name) == ["ABCDE12345.a", "ABCDE12345.b", "ABCDE12345.c"])
    let opened = try (0..<3).map { app in
      try ["/a", "/b", "/c", "/d"].filter {
        try file.answer("https://x.example\($0)", app: app) == .opens
      }
    }
    #expect(opened == [["/a", "/c"], ["/a", "/b"], ["/c"]])
    #expect(file.file.representatives == [0, 1, 2])
    let same = LinkFile(
      """
      {"applinks": {"details": {"ABCDE12345.a": {"paths": ["/a"]}}}}
      """)
    #expect(try same.answer("https://x.example/a") == .opens)
  }
}
