import TestSupport
import Testing

/// Tests verbs that show requests of an app with origins and tests. People who work on the app must recognize the hosts
/// and values.
@Suite struct LikelyRequestTests {
  private static let rules = """
    origin Dev = "http://localhost:3000"
    origin Shop = "https://*.shop.example", "https://shop.example:8443", "https://shop.example"
    value hosts: [String]
    value token: String
    value prefix: String
    value server: URL?
    screen Item(id: String)
    screen Search(q: String)
    chain Main {
      when url in Shop {
        when path[1] == "item" present Item(id: path[2]) cancel
        when path == "/search" present Search(q: query["q"]) cancel
      }
      when path hasPrefix prefix && frame == new open url cancel
      when host in hosts allow
      when path == "/token" && fragment == token cancel
      when url in server.origin && path == "/api" download
      when !(url in Shop) && path == "/out" open url cancel
      when page.host == "b.example" && path == "/from" cancel
      when scheme == "http" && path == "/plain" cancel
      when path hasPrefix "/a" cancel
      when path == "/a/b" allow
      otherwise allow
    }
    test Main {
      "https://www.shop.example/item/1234" present Item(id: "1234") cancel
      "https://shop.example/x" with token == "t-81" allow
    }

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(["a.bascule": Self.rules])
  }

  private func run(_ arguments: String...) throws -> String {
    try Executable.run(arguments, in: folder).output
  }

  /// Tests the request that is printed below each rule.
  @Test func requestsAreLikely() throws {
    let lines = try run("witness").split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(
      lines.map { String($0.drop { $0 == " " }) } == [
        #""https://www.shop.example/item/1234""#,
        #""https://a.shop.example/search?q=a""#,
        #""https://shop.example/" with frame == new, prefix == "/""#,
        #""https://shop.example/" with hosts == ["shop.example"]"#,
        #""https://shop.example/token#t-81" with token == "t-81""#,
        #""https://shop.example/api" with server == "https://shop.example/""#,
        // The condition excludes the origin.
        #""https://example.com/out""#,
        #""https://shop.example/from" with page == "https://b.example/""#,
        #""http://localhost:3000/plain""#,
        #""https://shop.example/a""#,
        "unreachable: earlier rules handle every request that it matches",
        #"a.bascule:21:3  when path hasPrefix "/a" cancel"#,
        #""https://shop.example/a/b""#,
        #""https://shop.example/""#,
      ])
  }

  @Test func findingsAndProposedTestsHaveTheSameRequests() throws {
    #expect(
      try run("check").contains(
        #"- handles `"https://shop.example/a/b"`"#))
    #expect(
      try run("test", "--uncovered").contains(
        #"test Main { "https://a.shop.example/search?q=a" present Search(q: "a") cancel }"#))
  }

  /// Tests that a rule in blocks is shown together with the blocks.
  @Test func blocksAreShown() throws {
    let rule = #"when url in Shop { when path == "/search" present Search(q: query["q"]) cancel }"#
    #expect(try run("witness").contains("a.bascule:12:5  \(rule)\n"))
    #expect(try run("trace", "https://shop.example/search?q=1").contains("  \(rule)\n    yes\n"))
    let text = rule.replacing("\"", with: "\\\"")
    #expect(try run("page", "--format", "json").contains("\"at\":[0,12,5,\"\(text)\"]"))
  }
}
