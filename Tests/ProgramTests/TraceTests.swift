import Foundation
import TestSupport
import Testing

/// Runs `bascule trace`.
@Suite struct TraceTests {
  private static let rules = """
    flag isHome
    screen Product(id: String, tab: Int?)
    screen Shop(id: Int)
    enum Order { up, down = "d" }
    screen List(order: Order, ratio: Double)
    action take(url: URL) -> Bool
    handler Native {
      when path like "/shop/{id}" present Shop(id: id) cancel
      when path[1] == "product" /* the id */ present Product(
        id: path[2], // and the tab
        tab: query.tab) cancel
    }
    chain Main {
      when exists query.o present List(order: query.o, ratio: query.r) continue
      when isHome && host == "a.com" attempt take(url: url) cancel
      use Native
      when header["X-A"] == "1" && method == "POST" && navigation == reload && frame == new
        load url cancel
      when page.host == "b.com" && download download
      when scheme == "tel" open url cancel
    }

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(["app/a.bascule": Self.rules])
  }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["trace"] + arguments, in: folder)
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let result = try Executable.run(
      ["trace", "--rules", "app", "--format", "json"] + arguments, in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }

  // MARK: - Traces

  @Test func forPeople() throws {
    let result = try run("https://a.com/product/7?tab=x", "--rules", "app")
    #expect(
      result.output == """
        chain Main  "https://a.com/product/7?tab=x"

          app/a.bascule:14:3  when exists query.o present List(order: query.o, ratio: query.r) continue
            no   `exists query.o`: query.o is missing
          app/a.bascule:15:3  when isHome && host == "a.com" attempt take(url: url) cancel
            no   `isHome` is false
          app/a.bascule:8:3   when path like "/shop/{id}" present Shop(id: id) cancel
            no   `path like "/shop/{id}"`: path is "/product/7"
          app/a.bascule:9:3   when path[1] == "product" present Product( id: path[2], tab: query.tab) cancel
            yes

          present Product(id: "7")
          cancel, decided at app/a.bascule:9:3

        """)
    #expect(result.code == 0)
    #expect(result.errors == "")
  }

  @Test func reasonsForPeople() throws {
    let guarded = try run("https://a.com/shop/abc", "--rules", "app").output
    #expect(
      guarded.contains(
        "no   `id: id` gets no value: id is \"abc\", which does not convert to `Int`\n"))
    #expect(guarded.hasSuffix("\n  allow, since no rule decides\n"))
    let missing = try run("https://a.com/product", "--rules", "app").output
    #expect(missing.contains("no   `id: path[2]` gets no value: path[2] is missing\n"))
    let declined = try run(
      "https://a.com/", "--rules", "app", "--set", "isHome", "--set", "take=false"
    ).output
    #expect(declined.contains("no   `take` answers false\n"))
    try folder.write([
      "b.bascule": "chain B {\n  when scheme == \"tel\" attempt open url cancel\n}\n"
    ])
    #expect(
      try run("tel:1", "--rules", "b.bascule").output.hasSuffix(
        "    yes\n\n  attempt open url\n  cancel, decided at b.bascule:2:3\n"))
    #expect(
      try run("tel:1", "--rules", "b.bascule", "--set", "open url=false").output == """
        chain B  "tel:1" with !open url

          b.bascule:2:3  when scheme == "tel" attempt open url cancel
            no   the system does not open the URL

          allow, since no rule decides

        """)
    let sub = try run("https://a.com/", "--rules", "app", "--frame", "sub").output
    #expect(
      sub == """
        chain Main  "https://a.com/" with frame == sub

          allow, since the chain ignores requests of that frame

        """)
    let escaped = try run("https://a.com/%1B%5Bm?o=d", "--rules", "app").output
    #expect(escaped.contains("path is \"/\\u{1B}[m\""))
    #expect(!escaped.contains("\u{1B}"))
  }

  @Test func jsonShape() throws {
    let result = try run(
      "https://a.com/product/7?o=d&r=0.5&tab=2", "--rules", "app", "--format", "json")
    #expect(
      result.output == """
        {"version":1,"chain":"Main","decision":"cancel","rule":{"file":"app/a.bascule","line":9,"place":"a.bascule:9"},\
        "steps":[{"kind":"present","name":"List","arguments":{"order":"d","ratio":0.5}},\
        {"kind":"present","name":"Product","arguments":{"id":"7","tab":2}}],"refused":[],\
        "tried":[{"rule":{"file":"app/a.bascule","line":14,"place":"a.bascule:14"},"matched":true,"failed":[]},\
        {"rule":{"file":"app/a.bascule","line":15,"place":"a.bascule:15"},"matched":false,"failed":[{"part":"isHome",\
        "file":"app/a.bascule","line":15,"column":8,"seen":[{"name":"isHome","value":false}],\
        "expected":null}]},{"rule":{"file":"app/a.bascule","line":8,"place":"a.bascule:8"},"matched":false,\
        "failed":[{"part":"path like \\"/shop/{id}\\"","file":"app/a.bascule","line":8,"column":8,\
        "seen":[{"name":"path","value":"/product/7"}],"expected":null}]},\
        {"rule":{"file":"app/a.bascule","line":9,"place":"a.bascule:9"},"matched":true,"failed":[]}],"invariants":[]}

        """)
  }

  /// Tests a URL that the app does not load, since the rule does not name its scheme.
  @Test func refusedSteps() throws {
    let arguments = [
      "--rules", "app", "--header", "x-a:1", "--method", "post", "--navigation", "reload",
      "--frame", "new",
    ]
    let result = try Executable.run(["trace", "ftp://a.com/x"] + arguments, in: folder)
    #expect(
      result.output.contains(
        "\n  `load url` is refused: the condition does not name the scheme `ftp`\n  cancel, decided"
      ),
      "\(result.output)")
    let object = try json(
      "ftp://a.com/x", "--header", "x-a:1", "--method", "post", "--navigation", "reload", "--frame",
      "new")
    #expect((object["steps"] as? [Any])?.count == 0)
    let refused = try #require(object["refused"] as? [[String: Any]])
    #expect(refused.map { $0["kind"] as? String } == ["load"])
    // URLs whose scheme the condition names are not refused.
    let named = try json("tel:1")
    #expect((named["refused"] as? [Any])?.count == 0)
    #expect((named["steps"] as? [Any])?.count == 1)
  }

  @Test func everyPartOfTheRequest() throws {
    let loaded = try json(
      "https://c.com/", "--header", "x-a:1 ", "--method", "post", "--navigation", "reload",
      "--frame", "new")
    #expect(loaded["decision"] as? String == "cancel")
    let steps = try #require(loaded["steps"] as? [[String: Any]])
    #expect(steps.count == 1)
    #expect(steps[0]["kind"] as? String == "load")
    #expect(steps[0]["name"] is NSNull)
    #expect(steps[0]["arguments"] as? [String: String] == ["url": "https://c.com/"])
    #expect(
      try json("https://c.com/", "--header", "X-A: 1", "--method", "POST")["decision"] as? String
        == "allow")
    #expect(
      try json("https://c.com/", "--page", "https://B.com", "--download")["decision"] as? String
        == "download")
    #expect(try json("https://c.com/", "--download")["rule"] is NSNull)
    let taken = try json("https://A.com", "--set", "isHome=true")
    #expect(
      try #require(taken["steps"] as? [[String: Any]])[0]["arguments"] as? [String: String]
        == ["url": "https://a.com/"])
    #expect(try json("https://a.com", "--set", "isHome=false")["decision"] as? String == "allow")
  }

  @Test func valuesOfTheApp() throws {
    try folder.write([
      "values/a.bascule": """
      value server: String?
      chain Main { when host == server && path != page.path cancel }
      test Main {
        "https://a.com/x" with page == "https://a.com/y", server == "a.com" cancel
        "https://a.com/x" with page == "https://a.com/y" allow
      }
      """
    ])
    let page = ["--rules", "values", "--page", "https://a.com/y"]
    func decides(_ settings: String...) throws -> String {
      let result = try Executable.run(
        ["trace", "https://a.com/x"] + page + settings.flatMap { ["--set", $0] }, in: folder)
      return result.output + result.errors
    }
    #expect(try decides("server=a.com").contains("  cancel,"))
    #expect(try decides("server=b=c").contains("host is \"a.com\", server is \"b=c\""))
    #expect(try decides().contains("server is missing"))
    #expect(try decides("server").contains("help: write `server=TEXT`"))
    #expect(try Executable.run(["test", "values"], in: folder).code == 0)
    let witness = try Executable.run(["witness", "values", "--format", "json"], in: folder).output
    #expect(witness.contains(#""values":{"server":"a.com"}"#))
    let text = try Executable.run(["witness", "values"], in: folder).output
    #expect(text.contains(#"server == "a.com""#))
  }

  @Test func sameOutputOnEveryRun() throws {
    let first = try run("tel:1", "--rules", "app", "--format", "json").output
    for _ in 0..<3 {
      #expect(try run("tel:1", "--rules", "app", "--format", "json").output == first)
    }
  }

  // MARK: - Invalid arguments

  @Test(arguments: [
    ([], "`trace` needs a URL", "--help"),
    (["a.com"], "`a.com` is no URL", "https://a.com"),
    (["https://a b/"], "is no URL", "does not accept it"),
    (["tel:1", "--page", "x"], "`x` is no URL", "https://x"),
    (["tel:1", "--chain", "Mian"], "there is no chain `Mian`", "did you mean `Main`?"),
    (["tel:1", "--chain", "Zzzzzz"], "there is no chain `Zzzzzz`", "`Main`"),
    (["tel:1", "--set", "ishome"], "there is no flag or value `ishome`", "did you mean `isHome`?"),
    (["tel:1", "--set", "zzzzzz"], "there is no flag or value `zzzzzz`", "there is `isHome`"),
    (["tel:1", "--set", "isHome=yes"], "`isHome` cannot be `yes`", "`isHome=true`"),
    (["tel:1", "--header", "X-A"], "`X-A` is no header", "Name: value"),
    (["tel:1", "--header", ": x"], "is no header", "Name: value"),
    (["tel:1", "--frame", "nev"], "`--frame` cannot be `nev`", "did you mean `new`?"),
    (["tel:1", "--navigation", "reloaded"], "`--navigation` cannot be", "did you mean `reload`?"),
    (["tel:1", "--frame", "new", "--frame", "sub"], "is given twice", "--help"),
    (["tel:1", "tel:2"], "takes one URL", "--help"),
  ])
  func wrongUsage(_ arguments: [String], _ message: String, _ help: String) throws {
    let result = try Executable.run(["trace", "--rules", "app"] + arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.output == "")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("error: ") == true && lines[0].contains(message))
    #expect(lines.dropFirst().contains { $0.hasPrefix("help: ") && $0.contains(help) })
  }

  @Test func theRuleSetCanFollowTheURL() throws {
    let results = try [["tel:1", "app"], ["tel:1", "--rules", "app"]].map {
      try Executable.run(["trace"] + $0, in: folder)
    }
    #expect(results[0].code == 0 && results[0].output == results[1].output)
    let missing = try Executable.run(["trace", "tel:1", "missing"], in: folder)
    #expect(missing.code == 3 && missing.errors.contains("missing"))
  }

  @Test func choosingTheChain() throws {
    try folder.write([
      "two/a.bascule": "chain A { otherwise cancel }\nchain B { otherwise download }\n",
      "two/bascule.json": "{}", "app/bascule.json": "{}", "none/a.bascule": "flag f\n",
      "none/bascule.json": "{}",
    ])
    let several = try run("tel:1", "--rules", "two")
    #expect(several.code == 2)
    #expect(several.errors.contains("error: the rule set has 2 chains: `A`, `B`\n"))
    #expect(try run("tel:1", "--rules", "two", "--chain", "B").output.contains("  download,"))
    #expect(try run("tel:1", "--rules", "none").errors.contains("the rule set has no chain"))
    let sets = try run("tel:1")
    #expect(sets.code == 2)
    #expect(sets.errors.contains("2 rule sets have chains: `app`, `two`\n"))
    #expect(try run("tel:1", "--chain", "A").output.contains("  cancel,"))
    let near = try run("tel:1", "--chain", "Mai")
    #expect(near.code == 2)
    #expect(near.errors.contains("did you mean `Main`?"))
    try folder.write(["two/b.bascule": "chain Main { }\n"])
    #expect(
      try run("tel:1", "--chain", "Main").errors.contains(
        "2 rule sets have a chain `Main`: `app`, `two`"))
    let files = try run(
      "tel:1", "--chain", "A", "--rules", "two/a.bascule", "--rules", "two/b.bascule")
    #expect(files.output.contains("two/a.bascule:1:11  otherwise cancel\n"))
  }

  @Test func brokenRuleSets() throws {
    try folder.write(["bad/a.bascule": "chain Main { use Missing }\n"])
    let bad = try run("tel:1", "--rules", "bad")
    #expect(bad.code == 1)
    #expect(bad.output == "")
    #expect(bad.errors.contains("error[unknown-name]: "))
    let missing = try run("tel:1", "--rules", "nowhere")
    #expect(missing.code == 3)
    #expect(missing.output == "")
    #expect(missing.errors.contains("cannot read `nowhere`"))
  }
}
