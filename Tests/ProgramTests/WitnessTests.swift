import Foundation
import TestSupport
import Testing

/// Runs `bascule witness` and `bascule test --write`.
@Suite struct WitnessTests {
  private static let rules = """
    flag isHome
    screen Product(id: Int, tab: String?)
    action take(url: URL) -> Bool
    action note(text: String)
    handler Native {
      when path like "/p/{id}" present Product(id: id, tab: query.tab) cancel
      when path hasPrefix "/p/1" && path.count == 3 cancel
    }
    chain Main {
      when exists query.n perform note(text: query.n) continue
      when isHome attempt take(url: url) cancel
      when isHome && host == "a.com" allow
      use Native
      when header["X-A"] == "\\"" && method == "POST" && page.host == "b.com" download
      when path == "/p/12" dismiss cancel
      when frame == sub cancel
      when scheme == "tel" && isHome && scheme == "mailto" cancel
      otherwise allow
    }
    chain Same {
      when path == "/x" attempt take(url: url) cancel
      when path hasPrefix "/x" && path hasSuffix "x" && path.count == 2 && path matches /.{2}/
        attempt take(url: url) dismiss cancel
    }

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(["a.bascule": Self.rules])
  }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(arguments, in: folder)
  }

  // MARK: - witness

  @Test func forPeople() throws {
    let result = try run("witness", "--chain", "Main")
    #expect(result.errors == "")
    #expect(result.code == 0)
    #expect(
      result.output == """
        chain Main  a.bascule:9:7
          a.bascule:10:3  when exists query.n perform note(text: query.n) continue
            "https://example.com/?n=a"
          a.bascule:11:3  when isHome attempt take(url: url) cancel
            "https://example.com/" with isHome
          a.bascule:12:3  when isHome && host == "a.com" allow
            "https://a.com/" with isHome, !take
          a.bascule:6:3   when path like "/p/{id}" present Product(id: id, tab: query.tab) cancel
            "https://example.com/p/0"
          a.bascule:7:3   when path hasPrefix "/p/1" && path.count == 3 cancel
            "https://example.com/p/1a"
          a.bascule:14:3  when header["X-A"] == "\\"" && method == "POST" && page.host == "b.com" download
            "https://example.com/" with method == "POST", header["x-a"] == "\\"", page == "https://b.com/"
          a.bascule:15:3  when path == "/p/12" dismiss cancel
            unreachable: earlier rules handle every request that it matches
              a.bascule:6:3  when path like "/p/{id}" present Product(id: id, tab: query.tab) cancel
                "https://example.com/p/12"
          a.bascule:16:3  when frame == sub cancel
            unreachable: the chain ignores requests of that frame
          a.bascule:17:3  when scheme == "tel" && isHome && scheme == "mailto" cancel
            unreachable: these parts are never true together
              scheme == "tel"
              scheme == "mailto"
          a.bascule:18:3  otherwise allow
            "https://example.com/"

        """)
  }

  /// Tests that the places of rules are those in the generated code, from any working folder.
  @Test(arguments: ["", "app", "app/more"]) func placesAreThoseOfGeneratedCode(
    _ subfolder: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write([
      "app/bascule.json": "{}",
      "app/a.bascule": """
      flag isHome
      action take(url: URL) -> Bool
      handler Native {
        when path == "/p" attempt take(url: url) cancel
      }
      chain Main {
        when exists query.n continue
        use Native
        when isHome cancel
        otherwise allow
      }
      """,
      "app/more/b.bascule": "chain Other { when path == \"/b\" cancel otherwise allow }\n",
    ])
    let root = String(repeating: "../", count: subfolder.split(separator: "/").count)
    let arguments = ["--swift", root + "out", root + "app"]
    #expect(try Executable.run(["generate"] + arguments, in: folder, subfolder).code == 0)
    let code = try folder.text("out/BasculeDispatch.swift")
    let generated = code.matches(of: /RulePlaces\("([^"]+)", lines: ([0-9, ]+)\)/)
      .flatMap { match in match.2.split(separator: ", ").map { "\(match.1):\($0)" } }
    let list = try Executable.run(
      ["witness", "--format", "json", root + "app"], in: folder, subfolder)
    let listed = list.output.matches(of: /"rule":{"file":"[^"]+","line":\d+,"place":"([^"]+)"}/)
    #expect(Set(generated) == Set(listed.map { String($0.1) }))
    #expect(generated.contains("a.bascule:4") && generated.contains("more/b.bascule:1"))
  }

  /// Tests that `trace` confirms that each listed request reaches its rule.
  @Test func requestsReachTheirRules() throws {
    let result = try run("witness", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    let chains = try #require(object["chains"] as? [[String: Any]])
    #expect(chains.map { $0["chain"] as? String } == ["Main", "Same"])
    #expect(chains[0]["line"] as? Int == 9)
    var statuses: [String] = []
    for chain in chains {
      for rule in try #require(chain["rules"] as? [[String: Any]]) {
        let status = try #require(rule["status"] as? String)
        statuses.append("\(status) \(rule["why"] as? String ?? "")")
        guard let request = rule["request"] as? [String: Any] else {
          #expect(status != "reachable")
          continue
        }
        var arguments = ["trace", try #require(request["url"] as? String), "--format", "json"]
        arguments += ["--chain", try #require(chain["chain"] as? String)]
        arguments += ["--frame", try #require(request["frame"] as? String)]
        arguments += ["--navigation", try #require(request["navigation"] as? String)]
        arguments += ["--method", try #require(request["method"] as? String)]
        for (name, value) in try #require(request["headers"] as? [String: String]) {
          arguments += ["--header", "\(name): \(value)"]
        }
        if request["download"] as? Bool == true { arguments.append("--download") }
        if let page = request["page"] as? String { arguments += ["--page", page] }
        for flag in try #require(request["flags"] as? [String]) { arguments += ["--set", flag] }
        for action in try #require(request["declined"] as? [String]) {
          arguments += ["--set", action + "=false"]
        }
        let traced = try JSONSerialization.jsonObject(
          with: Data(try Executable.run(arguments, in: folder).output.utf8))
        let tried = try #require((traced as? [String: Any])?["tried"] as? [[String: Any]])
        // The rule is reached: it matches, or attempts an action that an earlier rule has attempted without success.
        let again = rule["attemptedAgain"] as? String
        let asked = try #require(
          tried.first { $0["rule"] as? NSDictionary == rule["rule"] as? NSDictionary })
        #expect((asked["matched"] as? Bool) == (again == nil), "\(arguments)")
        #expect(again == (statuses.count == 12 ? "take" : nil))
      }
    }
    #expect(
      statuses == [
        "reachable ", "reachable ", "reachable ", "reachable ", "reachable ", "reachable ",
        "unreachable shadowed", "unreachable frames", "unreachable contradictory", "reachable ",
        "reachable ", "reachable ",
      ])
  }

  /// Tests that every attempt before the rule has to fail, and not only that of the same action.
  @Test func everyEarlierAttemptIsDeclined() throws {
    try folder.write([
      "a.bascule": """
      action one(i: Int) -> Bool
      action two() -> Bool
      chain D {
        when path == "/a" attempt one(i: 1) cancel
        when path == "/a" attempt two() cancel
        when path == "/a" attempt one(i: 2) download
        otherwise allow
      }
      """
    ])
    let result = try run("witness")
    #expect(
      result.output.contains(
        """
            "https://example.com/a" with !one, !two
            attempts `one` again, after it has failed in an earlier rule

        """))
    let json = try run("witness", "--format", "json").output
    #expect(json.contains("\"declined\":[\"one\",\"two\"]},\"attemptedAgain\":\"one\","))
    #expect(json.contains("\"declined\":[\"one\"]},\"attemptedAgain\":null,"))
  }

  @Test func wrongQuestions() throws {
    let unknown = try run("witness", "--chain", "Mian")
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("did you mean `Main`?"))
    #expect(try run("witness", "nowhere").code == 3)
    try folder.write(["b.bascule": "chain Other { use Missing }\n"])
    let broken = try run("witness")
    #expect(broken.code == 1)
    #expect(broken.output == "")
  }

  // MARK: - test --write

  @Test func uncoveredRulesWithTests() throws {
    let result = try run("test", "--uncovered")
    #expect(result.code == 0)
    #expect(
      result.output.contains(
        """
          a.bascule:12:3  when isHome && host == "a.com" allow
            test Main { "https://a.com/" with isHome, !take allow }

        """))
    #expect(result.output.contains("\n    no request reaches it\n"))
    #expect(result.output.contains("\n    an earlier rule attempts the same action\n"))
    let object = try JSONSerialization.jsonObject(
      with: Data(try run("test", "--format", "json").output.utf8))
    let uncovered = try #require((object as? [String: Any])?["uncovered"] as? [[String: Any]])
    #expect(uncovered.count == 12)
    #expect(
      uncovered[4]["test"] as? String
        == "test Main { \"https://a.com/\" with isHome, !take allow }")
    #expect(uncovered[4]["why"] is NSNull)
    #expect(uncovered.count { $0["test"] is NSNull } == 4)
  }

  @Test func writesTests() throws {
    let result = try run("test", "--write")
    #expect(result.code == 0)
    #expect(
      result.output == """
        wrote tests into a.bascule
        not reached by any test:
          a.bascule:15:3  when path == "/p/12" dismiss cancel
            no request reaches it
          a.bascule:16:3  when frame == sub cancel
            no request reaches it
          a.bascule:17:3  when scheme == "tel" && isHome && scheme == "mailto" cancel
            no request reaches it
          a.bascule:22:3  when path hasPrefix "/x" && path hasSuffix "x" && path.count == 2 && path \
        matches /.{2}/ attempt take(url: url) dismiss cancel
            an earlier rule attempts the same action

        7 tests passed
        4 of 12 rules are not reached by any test

        """)
    let written = try folder.text("a.bascule")
    #expect(
      written == Self.rules + """

        test Main {
          "https://example.com/?n=a" perform note(text: "a") allow
          "https://example.com/" with isHome attempt take(url: "https://example.com/") cancel
          "https://a.com/" with isHome, !take allow
          "https://example.com/p/0" present Product(id: 0) cancel
          "https://example.com/p/1a" cancel
          "https://example.com/" with method == "POST", header["x-a"] == "\\"", page == "https://b.com/"
            download
        }

        test Same {
          "https://example.com/x" attempt take(url: "https://example.com/x") cancel
        }

        """)
    #expect(folder.contents == ["a.bascule"])
    // There is nothing left to add.
    #expect(try run("test", "--write").output.hasPrefix("not reached by any test:\n"))
    #expect(try folder.text("a.bascule") == written)
  }

  /// Tests that new tests are added to the existing block, in its file and with its line ends.
  @Test(arguments: [
    (
      "test Main {\n  \"tel:1\" allow\n}",
      "test Main {\n  \"tel:1\" allow\n  \"https://a.com/x\" cancel\n}"
    ),
    (
      "test Main { \"tel:1\" allow }",
      "test Main { \"tel:1\" allow\n  \"https://a.com/x\" cancel\n}"
    ),
    (
      "  test Main {\n  }// }\n",
      "  test Main {\n    \"https://a.com/x\" cancel\n    ELSE\n  }// }\n"
    ),
    ("test Main {\r\n}\r\n", "test Main {\r\n  \"https://a.com/x\" cancel\r\n  ELSE\r\n}\r\n"),
  ])
  func writesIntoBlocks(_ block: String, _ expected: String) throws {
    let rules = "chain Main { when url == \"https://a.com/x\" cancel otherwise allow }"
    let lineEnd = block.contains("\r\n") ? "\r\n" : "\n"
    try folder.write(["a.bascule": rules + lineEnd, "b.bascule": block])
    #expect(try run("test", "--write").output.contains("all 2 rules are reached"))
    #expect(try folder.text("a.bascule") == rules + lineEnd)
    #expect(
      try folder.text("b.bascule")
        == expected.replacingOccurrences(of: "ELSE", with: "\"https://example.com/\" allow"))
  }

  @Test func writesNothingWhereItCannot() throws {
    let input = try Executable.run(
      ["test", "-", "--write"], in: folder, input: Data(Self.rules.utf8))
    #expect(input.code == 2)
    try folder.write(["a.bascule": Self.rules + "test Main { \"tel:1\" dismiss allow }\n"])
    // A failing test still fails.
    let failing = try run("test", "--write", "--format", "json")
    #expect(failing.code == 1)
    #expect(failing.output.hasPrefix("{\"version\":1,\"passed\":7,\"failed\":1,"))
    let broken = Self.rules + "test Main { \"tel:1\" }\n"
    try folder.write(["a.bascule": broken])
    #expect(try run("test", "--write").code == 1)
    #expect(try folder.text("a.bascule") == broken)
  }
}
