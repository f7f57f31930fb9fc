import Foundation
import TestSupport
import Testing

/// Tests the verbs that accept an `apple-app-site-association` file.
@Suite struct LinkVerbTests {
  private static let name = "public/.well-known/apple-app-site-association"
  private static let text = """
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.shop"],
            "components": [
              { "/": "/product/?*" },
              { "/": "/product/old", "exclude": true },
              { "/": "/legal/*", "exclude": true },
              { "/": "/*", "?": { "q": "?*" } }
            ]
          }
        ]
      }
    }

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([Self.name: Self.text, "links.json": Self.text])
  }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(arguments, in: folder)
  }

  private func git(_ arguments: String...) throws {
    let result = try ProcessRunner.run(
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments,
      in: folder.url)
    try #require(result.status == 0, "git \(arguments): \(result.output)")
  }

  @Test(arguments: [[name], ["--links", "links.json"]]) func check(_ path: [String]) throws {
    let result = try Executable.run(["check", "--format", "json"] + path, in: folder)
    #expect(result.code == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["late-exclusion"])
    #expect(findings.first?["file"] as? String == path.last)
    let range = try #require(findings.first?["range"] as? [String: [String: Int]])
    #expect(range["start"] == ["line": 8, "column": 13])
    #expect(range["end"] == ["line": 8, "column": 32])
    #expect(result.output.contains("https://example.com/product/old"))
  }

  @Test(arguments: ["human", "sarif", "github", "gitlab", "checkstyle", "junit", "xcode"])
  func everyFormatHasThePlace(_ format: String) throws {
    let result = try run("check", "--format", format, Self.name)
    #expect(result.output.contains("late-exclusion"), "\(result.output)")
    #expect(result.output.contains("apple-app-site-association"))
    #expect(result.output.contains("8"))
  }

  @Test func trace() throws {
    let opened = try run("trace", "https://shop.example/product/old?a", "--rules", Self.name)
    #expect(opened.code == 0 && opened.errors == "")
    #expect(
      opened.output == """
        chain ABCDE12345.shop  "https://shop.example/product/old?a"

          \(Self.name):7:11  { "/": "/product/?*" }
            yes

          perform openInApp
          cancel, decided at \(Self.name):7:11

        """, "\(opened.output)")
    let excluded = try run("trace", "https://shop.example/legal/x", "--links", "links.json")
    #expect(excluded.output.contains("allow, decided at links.json:9:11"), "\(excluded.output)")
    #expect(excluded.output.contains("no   `\"/\": \"/product/?*\"`: url is "))
    let query = try run("trace", "https://shop.example/?p=1", "--links", "links.json")
    #expect(query.output.contains("no   `\"q\": \"?*\"`: query is \"p=1\""), "\(query.output)")
  }

  @Test func witness() throws {
    let result = try run("witness", "--links", "links.json")
    #expect(result.output.contains("unreachable: earlier rules handle every request"))
    #expect(result.output.contains("\"https://example.com/?q="), "\(result.output)")
  }

  @Test func diff() throws {
    try git("init", "-q", ".")
    try git("add", "-A")
    try git("commit", "-q", "-m", "one")
    #expect(try run("diff", Self.name, "--against", "HEAD").code == 0)
    let changed = Self.text.replacingOccurrences(of: "/legal/*", with: "/legal/*/print")
    try folder.write([Self.name: changed, "links.json": changed])
    for path in [[Self.name], ["--links", "links.json"]] {
      let result = try Executable.run(["diff", "--against", "HEAD"] + path, in: folder)
      #expect(result.code == 1)
      #expect(result.output.contains("+ perform openInApp cancel"), "\(result.output)")
      #expect(result.output.contains("- allow"))
    }
    let since = try run("check", "--since", "HEAD", Self.name)
    #expect(since.output.contains("no findings"), "\(since.output)")
  }

  @Test func fixes() throws {
    let patch = try run("check", "--fix=all", "--diff", "--links", "links.json")
    #expect(patch.code == 1)
    #expect(patch.output.contains("-          { \"/\": \"/product/?*\" },"), "\(patch.output)")
    let result = try run("check", "--fix=all", Self.name)
    #expect(result.code == 0)
    #expect(result.errors.contains("moved `{ \"/\": \"/product/old\", \"exclude\": true }` up"))
    let fixed = try String(
      contentsOf: folder.url.appendingPathComponent(Self.name), encoding: .utf8)
    #expect(
      fixed.contains(
        """
                  { "/": "/product/old", "exclude": true },
                  { "/": "/product/?*" },
                  { "/": "/legal/*", "exclude": true },
        """), "\(fixed)")
    #expect(try run("check", Self.name).code == 0)
  }

  @Test func page() throws {
    let result = try run("page", Self.name, "-o", "page.html")
    #expect(result.code == 0, "\(result.errors)")
    let page = try String(
      contentsOf: folder.url.appendingPathComponent("page.html"), encoding: .utf8)
    #expect(page.contains("openInApp"))
  }

  @Test(arguments: ["generate", "format", "test"]) func otherVerbsRefuse(_ verb: String) throws {
    let result = try run(verb, Self.name)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("only `check`, `trace`, `witness`, `diff` and `page` take"))
  }

  @Test func wrongUses() throws {
    #expect(try run("check", "--links", "none.json").errors.contains("no such file"))
    #expect(try run("check", "--links", "public").errors.contains("it is a folder"))
    #expect(try run("check", "--add-ignores", Self.name).code == 2)
    #expect(try run("check", "public").errors.contains("no rule files"))
  }

  @Test func standardInput() throws {
    let result = try Executable.run(
      ["check", "-", "--stdin-path", Self.name], in: folder, input: Data(Self.text.utf8))
    #expect(result.output.contains("late-exclusion"), "\(result.output)")
  }

  // MARK: - Rules beside links

  private func check(_ links: String) throws -> Executable.Result {
    try folder.write([
      "rules/bascule.json": "{ \"links\": { \(links) } }",
      "rules/a.bascule": """
      screen Product(id: String)
      chain Default {
        when path like "/product/{id}" present Product(id: id) cancel
        otherwise allow
      }

      """,
    ])
    return try run("check", "rules")
  }

  @Test func linksOfTheConfiguration() throws {
    let result = try check(
      #""file": "../links.json", "app": "ABCDE12345.shop", "host": "shop.example", "chain": "Default""#
    )
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("warning[unhandled-link]"), "\(result.output)")
    #expect(result.output.contains("rules/a.bascule:4:3"))
    #expect(result.output.contains("of `links.json:7`"))
    #expect(result.output.contains("\"https://shop.example/"))
  }

  @Test(arguments: [
    (#""file": "none", "app": "a", "host": "b", "chain": "c""#, "cannot read `none`"),
    (#""file": "../links.json", "app": "a", "host": "b", "chain": "c""#, "has no links for `a`"),
    (
      #""file": "../links.json", "app": "ABCDE12345.shop", "host": "b c", "chain": "c""#,
      "`b c` is no host"
    ),
    (
      #""file": "../links.json", "app": "ABCDE12345.shop", "host": "b", "chain": "c""#,
      "the rule set has no chain `c`"
    ),
    (#""file": "../links.json""#, "`app` of `links` is missing"),
  ])
  func wrongConfigurations(links: String, message: String) throws {
    let result = try check(links)
    #expect(result.code == 1)
    #expect(result.output.contains("error[invalid-configuration]"), "\(result.output)")
    #expect(result.output.contains(message), "\(result.output)")
  }
}
