import Foundation
import TestSupport
import Testing

/// Tests the verbs on a rule set in which a chain and responses have the same name.
@Suite struct ResponsesTests {
  private static let rules = """
    screen Document(url: URL)
    action showError(status: Int, url: URL)

    handler Blocked {
      when header["X-Blocked"] == "1" cancel
    }

    chain Main {
      use Blocked
      when path == "/old" cancel
      otherwise allow
    }

    responses Main {
      use Blocked
      when status >= 500 && frame == main perform showError(status: status, url: url) cancel
      when header["Content-Disposition"] hasPrefix "attachment" || !displayable download
      when mime == "application/pdf" present Document(url: url) cancel
      otherwise allow
    }

    configuration Default { chain Main  responses Main }

    test responses Main {
      "https://a.example/x" with status == 503
        perform showError(status: 503, url: "https://a.example/x") cancel
      "https://a.example/x" with frame == sub, status == 503 allow
    }
    test Main { "https://a.example/old" cancel }

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(["app/a.bascule": Self.rules])
  }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(arguments, in: folder)
  }

  private func lines(_ arguments: String...) throws -> [String] {
    let result = try Executable.run(arguments, in: folder)
    #expect(result.code == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func findsNothing() throws {
    let result = try run("check", "app")
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let format = try run("format", "--check", "app")
    #expect(format.code == 0, "\(format.output)\(format.errors)")
  }

  /// Tests that a value that only responses have selects the responses.
  @Test(arguments: [["--status", "503"], ["--responses", "Main", "--status", "503"]])
  func traces(_ options: [String]) throws {
    let result = try Executable.run(
      ["trace", "https://a.example/x", "--rules", "app"] + options, in: folder)
    #expect(
      result.output == """
        responses Main  "https://a.example/x" with status == 503

          app/a.bascule:5:3   when header["X-Blocked"] == "1" cancel
            no   `header["X-Blocked"] == "1"`: header["x-blocked"] is missing
          app/a.bascule:16:3  when status >= 500 && frame == main perform showError(status: status, url: url) cancel
            yes

          perform showError(status: 503, url: "https://a.example/x")
          cancel, decided at app/a.bascule:16:3

        """)
  }

  @Test func tracesEveryValue() throws {
    func outcome(_ options: String...) throws -> String {
      let result = try Executable.run(
        ["trace", "https://a.example/x", "--rules", "app"] + options, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      return result.output.split(separator: "\n").last.map(String.init) ?? ""
    }
    #expect(try outcome("--displayable", "false") == "  download, decided at app/a.bascule:17:3")
    #expect(
      try outcome("--mime", "Application/PDF; q=1") == "  cancel, decided at app/a.bascule:18:3")
    #expect(
      try outcome("--responses", "Main", "--header", "content-disposition: attachment")
        == "  download, decided at app/a.bascule:17:3")
    #expect(
      try outcome("--responses", "Main", "--filename", "a.txt")
        == "  allow, decided at app/a.bascule:19:3")
    // Without such a value, the chain is selected.
    #expect(try outcome() == "  allow, decided at app/a.bascule:11:3")
  }

  @Test(arguments: [
    (["--status", "many"], "`many` is no number"),
    (["--status", "1000"], "`status` cannot be 1000"),
    (["--chain", "Main", "--status", "503"], "`--status` is a value of a response"),
    (["--responses", "Main", "--method", "POST"], "`--method` is a value of a request"),
    (["--responses", "Other"], "there is no responses `Other`"),
    (["--responses", "Main", "--chain", "Main"], "`--chain` and `--responses` exclude each other"),
  ])
  func refusesWrongQueries(_ options: [String], _ message: String) throws {
    let result = try Executable.run(
      ["trace", "https://a.example/x", "--rules", "app"] + options, in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func listsWitnesses() throws {
    #expect(
      try lines("witness", "app", "--responses", "Main") == [
        "responses Main  app/a.bascule:14:11",
        #"  app/a.bascule:5:3   when header["X-Blocked"] == "1" cancel"#,
        #"    "https://example.com/" with header["x-blocked"] == "1""#,
        #"  app/a.bascule:16:3  when status >= 500 && frame == main perform showError(status: status, url: url) cancel"#,
        #"    "https://a.example/x" with status == 503"#,
        #"  app/a.bascule:17:3  when header["Content-Disposition"] hasPrefix "attachment" || !displayable download"#,
        #"    "https://example.com/" with !displayable"#,
        #"  app/a.bascule:18:3  when mime == "application/pdf" present Document(url: url) cancel"#,
        #"    "https://example.com/" with mime == "application/pdf""#,
        "  app/a.bascule:19:3  otherwise allow", #"    "https://example.com/""#,
      ])
    let all = try run("witness", "app", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(all.output.utf8)) as? [String: Any]
    let chains = try #require(object?["chains"] as? [[String: Any]])
    #expect(chains.map { $0["chain"] as? String } == ["Main", nil])
    #expect(chains.map { $0["responses"] as? String } == [nil, "Main"])
    let rules = try #require(chains[1]["rules"] as? [[String: Any]])
    let request = try #require(rules[1]["request"] as? [String: Any])
    #expect(request["status"] as? Int == 503)
    #expect(request["displayable"] as? Bool == true)
    #expect(request["mime"] is NSNull && request["filename"] is NSNull)
    #expect(request["method"] == nil && request["navigation"] == nil)
  }

  @Test func testsAndWritesTests() throws {
    let first = try run("test", "app")
    #expect(first.code == 0)
    #expect(first.output.contains("3 tests passed"))
    #expect(
      first.output.contains(
        #"test responses Main { "https://example.com/" with !displayable download }"#))
    #expect(try run("test", "--write", "app").code == 0)
    let second = try run("test", "app")
    #expect(second.output.contains("all 7 rules are reached"), "\(second.output)")
  }

  @Test func comparesVersions() throws {
    try folder.write([
      "new/a.bascule": Self.rules.replacingOccurrences(of: ">= 500", with: ">= 501")
    ])
    let output = try run("diff", "app", "new").output
    #expect(output.hasPrefix("responses Main  new/a.bascule:14:11\n"), "\(output)")
    #expect(output.contains(#""https://example.com/" with status == 500"#))
    #expect(!output.contains("chain Main"))
    try folder.write([
      "none/a.bascule": """
      handler Blocked {
        when header["X-Blocked"] == "1" cancel
      }

      chain Main {
        use Blocked
        when path == "/old" cancel
        otherwise allow
      }

      """
    ])
    let removed = try run("diff", "app", "none").output
    #expect(removed.contains("responses Main"))
    #expect(removed.contains("  - the responses were removed"), "\(removed)")
    #expect(!removed.contains("chain Main"))
  }
}
