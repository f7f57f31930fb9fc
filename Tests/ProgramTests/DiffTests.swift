import Foundation
import TestSupport
import Testing

/// Runs `bascule diff`.
@Suite struct DiffTests {
  private static let old = """
    screen Product(id: String)
    action take(url: URL) -> Bool
    flag isHome
    chain Main {
      when path[1] == "p" present Product(id: path[2]) cancel
      when isHome attempt take(url: url) cancel
      when host == "a|b`.com" || query.q == "a|b`" cancel
      otherwise allow
    }
    chain Gone { otherwise cancel }

    """
  private static let new = """
    screen Product(id: String)
    action take(url: URL) -> Bool
    flag isHome
    handler Products { when path like "/p/{id}/**" present Product(id: id) cancel }
    chain Fresh { otherwise cancel }
    chain Main {
      use Products
      when isHome attempt take(url: url) cancel
      when query["q"] == "a|b`" dismiss cancel
      otherwise allow
    }

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["diff"] + arguments, in: folder)
  }

  private func json(_ arguments: String...) throws -> [[String: Any]] {
    let result = try Executable.run(["diff", "--format", "json"] + arguments, in: folder)
    #expect(result.errors == "")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(object?["version"] as? Int == 1)
    let chains = try #require(object?["chains"] as? [[String: Any]])
    #expect(result.code == (chains.isEmpty ? 0 : 1))
    return chains
  }

  /// Tests that each breaking change is accepted by the entry that is printed for it, and only by this entry.
  @Test func acceptedChanges() throws {
    let old = """
      origin Store = "https://store.example"
      model Item { sku: String }
      strategy Cart receives Item replies Int from Store
      strategy Close from Store
      event Changed sends { count: Int } to Store

      """
    let new = """
      origin Store = "https://store.example"
      model Item { sku: String, warehouse: Int }
      strategy Cart receives Item replies String from Store
      event Changed sends { count: String } to Store

      """
    try folder.write(["old/a.bascule": old, "new/a.bascule": new, "new/bascule.json": "{}"])
    let diff = ["diff", "old", "new", "--fail-on", "breaking"]
    let start = try Executable.run(diff, in: folder)
    #expect(start.code == 1)
    let entries = start.errors.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /accepted` in new\/bascule.json: (\{.*\})$/).map { String($0.1) }
    }
    #expect(entries.count >= 4, "\(start.errors)")
    func write(_ entries: [String]) throws {
      let list = entries.joined(separator: ",\n").replacing("…", with: "none is released")
      try folder.write(["new/bascule.json": "{\"accepted\": [\n\(list)]}"])
    }
    for left in entries.indices {
      var rest = entries
      let entry = rest.remove(at: left)
      try write(rest)
      let result = try Executable.run(diff, in: folder)
      #expect(result.code == 1)
      #expect(result.errors.contains(entry))
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
    try write(entries)
    let all = try Executable.run(diff, in: folder)
    #expect(all.code == 0 && all.errors == "", "\(all.errors)")
    #expect(all.output.contains("    accepted: ") && !all.output.contains("    breaking"))
    let markdown = try Executable.run(diff + ["--format", "markdown"], in: folder).output
    #expect(markdown.contains("No change breaks released pages or apps."))
    #expect(markdown.contains("| accepted: "))
    // The program warns of entries that no longer accept a change.
    try folder.write(["old/a.bascule": new])
    let stale = try Executable.run(diff, in: folder)
    #expect(stale.code == 0)
    #expect(
      stale.errors.contains(
        "warning: new/bascule.json:2: `accepted` has an entry for no breaking change"))
    #expect(stale.errors.matches(of: /has an entry for no/).count == entries.count)
  }

  private func git(_ arguments: String...) throws {
    let result = try ProcessRunner.run(
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments,
      in: folder.url)
    try #require(result.status == 0, "git \(arguments): \(result.output)")
  }

  private func valid(_ text: String) -> String {
    text.replacingOccurrences(of: "host == \"a|b`.com\" || ", with: "")
  }

  // MARK: - Causes

  /// Tests that a renamed path is one change of each version.
  @Test func requestsOfOneRuleAreTogether() throws {
    let rules = """
      origin Shop = "https://shop.example"
      action leave
      value hosts: [String]
      chain Main {
        when path == "/logout" perform leave cancel
        when host in hosts download
        when scheme in ["tel", "mailto"] open url cancel
        otherwise allow
      }

      """
    try folder.write([
      "old/a.bascule": rules, "new/a.bascule": rules.replacing("/logout", with: "/signout"),
    ])
    #expect(
      try run("old", "new").output == """
        chain Main  new/a.bascule:4:7
          "https://shop.example/logout"
            - perform leave cancel
                old/a.bascule:5:3  when path == "/logout" perform leave cancel
            + allow
                new/a.bascule:8:3  otherwise allow
            also "https://shop.example/logout" with hosts == ["shop.example"]
            + download
                new/a.bascule:6:3  when host in hosts download
            also "tel://example.com/logout"
            + open url cancel
                new/a.bascule:7:3  when scheme in ["tel", "mailto"] open url cancel
          "https://shop.example/signout"
            - allow
                old/a.bascule:8:3  otherwise allow
            + perform leave cancel
                new/a.bascule:5:3  when path == "/signout" perform leave cancel
            also "https://shop.example/signout" with hosts == ["shop.example"]
            - download
                old/a.bascule:6:3  when host in hosts download
            also "tel://example.com/signout"
            - open url cancel
                old/a.bascule:7:3  when scheme in ["tel", "mailto"] open url cancel

        """)
    let rows = try run("old", "new", "--format", "markdown").output.split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    #expect(
      rows.first == #"""
        | `"https://shop.example/logout"` | `perform leave cancel`<br>`old/a.bascule:5` | \#
        `allow`<br>`new/a.bascule:8`<br>`"https://shop.example/logout" with hosts == \#
        ["shop.example"]`: `download`<br>`new/a.bascule:6`<br>`"tel://example.com/logout"`: \#
        `open url cancel`<br>`new/a.bascule:7` |
        """#)
    #expect(rows.count == 2)
  }

  /// Tests that a value of an enum that several messages send is one change, with the place of each message.
  @Test func messagesOfOneTypeAreTogether() throws {
    let rules = """
      origin Shop = "https://shop.example"
      enum Level { info, warning, error }
      model Entry { level: Level }
      strategy Log "log" receives Entry from Shop
      strategy Track "track" receives Level from Shop
      event Alarm sends Entry to Shop
      configuration Main { strategies Log, Track }

      """
    try folder.write([
      "old/a.bascule": rules, "new/a.bascule": rules.replacing(", error", with: ""),
    ])
    #expect(
      try run("old", "new").output == """
        strategy Log "log", message level  new/a.bascule:4:10
        strategy Track "track", message  new/a.bascule:5:10
        event Alarm "alarm", payload level  new/a.bascule:6:7
          the value `error` of an open enum was removed
            compatible

        """)
    let rows = try run("old", "new", "--format", "markdown").output.split(separator: "\n")
      .filter { $0.contains("`error`") }
    #expect(
      rows == [
        "| strategy `Log`<br>message `level`<br>`new/a.bascule:4`<br>strategy `Track`<br>message"
          + "<br>`new/a.bascule:5`<br>event `Alarm`<br>payload `level`<br>`new/a.bascule:6`"
          + " | the value `error` of an open enum was removed | works | works |"
      ])
  }

  /// Tests that the text names the change if it is not a change of the identifier.
  @Test(arguments: [
    (
      #"by "type" {"#, #"by "kind" {"#,
      "it was sent with the name in `type` and the payload in `payload`, and is sent with the name in `kind` and the payload in `payload`"
    ),
    (
      #"by "type" {"#, #"by "type" payload "data" {"#,
      "it was sent with the name in `type` and the payload in `payload`, and is sent with the name in `type` and the payload in `data`"
    ),
  ])
  func theChangedPartIsNamed(_ old: String, _ new: String, _ text: String) throws {
    let rules = """
      origin Shop = "https://shop.example"
      channel App "app" by "type" { strategy Close "close" from Shop }
      configuration Main { channels App }

      """
    try folder.write([
      "old/a.bascule": rules, "new/a.bascule": rules.replacing(old, with: new),
    ])
    let output = try run("old", "new").output
    #expect(output.contains("  \(text)\n"), "\(output)")
  }

  // MARK: - Two folders

  @Test func forPeople() throws {
    try folder.write(["old/a.bascule": valid(Self.old), "new/a.bascule": Self.new])
    let result = try run("old", "new")
    #expect(result.errors == "")
    #expect(result.code == 1)
    #expect(
      result.output == """
        chain Fresh  new/a.bascule:5:7
          + the chain was added

        chain Main  new/a.bascule:6:7
          "https://example.com/?q=a%7Cb%60"
            - cancel
                old/a.bascule:7:3  when query.q == "a|b`" cancel
            + dismiss cancel
                new/a.bascule:9:3  when query["q"] == "a|b`" dismiss cancel

        chain Gone  old/a.bascule:10:7
          - the chain was removed

        """)
  }

  /// Tests a renamed route whose hosts are opened outside of the app, which is shown as one change.
  @Test func whatReadsAsOneIsShownAsOne() throws {
    func rules(_ route: String) -> String {
      """
      chain Main {
        when path == "/\(route)" cancel
        when host == "a.com" open url cancel
        when host == "b.com" open url cancel
        when host == "c.com" open url cancel
        otherwise allow
      }

      """
    }
    try folder.write(["old/a.bascule": rules("old"), "new/a.bascule": rules("new")])
    #expect(
      try run("old", "new").output == """
        chain Main  new/a.bascule:1:7
          "https://a.com/old"
            - cancel
                old/a.bascule:2:3  when path == "/old" cancel
            + open url cancel
                new/a.bascule:3:3  when host == "a.com" open url cancel
                and 2 more rules
            also "https://example.com/old"
            + allow
                new/a.bascule:6:3  otherwise allow
          "https://a.com/new"
            - open url cancel
                old/a.bascule:3:3  when host == "a.com" open url cancel
                and 2 more rules
            + cancel
                new/a.bascule:2:3  when path == "/new" cancel
            also "https://example.com/new"
            - allow
                old/a.bascule:6:3  otherwise allow

        """)
    let markdown = try run("old", "new", "--format", "markdown").output
    #expect(
      markdown.contains(
        "| `open url cancel`<br>`old/a.bascule:3`<br>and 2 more rules<br>`\"https://example.com/new\"`: `allow`"
      ))
    let differences = try json("old", "new").first?["differences"] as? [Any]
    #expect(differences?.count == 8)
  }

  @Test func nothingWhereBothMeanTheSame() throws {
    try folder.write([
      "old/a.bascule": """
      screen S(id: String)
      chain Main {
        when scheme == "http" || scheme == "https" && path[1] == "s" present S(id: path[2]) cancel
        when path.count > 1 && !(host == "a.com") cancel
        when host == "a.com" allow
      }
      """,
      "new/b.bascule": """
      chain Main {
        use Web
        when host == "a.com" allow
        when path.count >= 2 cancel
        otherwise allow
      }
      """,
      "new/c.bascule": """
      screen S(id: String)
      handler Web {
        when scheme == "https" && path like "/s/{id}/**" present S(id: id) cancel
        when !(scheme != "http") present S(id: path[2]) cancel
      }
      """,
    ])
    for format in ["human", "markdown"] {
      let result = try run("old", "new", "--format", format)
      #expect(result.output == "")
      #expect(result.errors == "")
      #expect(result.code == 0)
    }
    #expect(
      try run("old", "new", "--format", "json").output
        == "{\"version\":1,\"chains\":[],\"contract\":[],\"invariants\":[]}\n")
    #expect(try run("old", "old").code == 0)
  }

  @Test func markdown() throws {
    try folder.write(["old/a.bascule": valid(Self.old), "new/a.bascule": Self.new])
    let result = try run("old", "new", "--format", "markdown")
    #expect(
      result.output == """
        ### Requests that are treated differently

        **Chain `Fresh`** in `new/a.bascule:5` was added.

        **Chain `Main`** in `new/a.bascule:6`

        | request | before | after |
        | --- | --- | --- |
        | `"https://example.com/?q=a%7Cb%60"` | `cancel`<br>`old/a.bascule:7` | `dismiss cancel`<br>`new/a.bascule:9` |

        **Chain `Gone`** in `old/a.bascule:10` was removed.

        """)
    // Bars and backquotes of a value do not leave their cell.
    try folder.write([
      "old/a.bascule": "action note(text: String)\nchain Main { otherwise allow }",
      "new/a.bascule": """
      action note(text: String)
      chain Main { when path == "/x" perform note(text: "a|``b") cancel }
      """,
    ])
    #expect(
      try run("old", "new", "--format", "markdown").output.hasSuffix(
        "| ```  perform note(text: \"a\\|``b\") cancel  ```<br>`new/a.bascule:2` |\n"
          .replacingOccurrences(of: "  ", with: " ")))
  }

  /// Tests that `trace` on both versions confirms the different treatment of the request.
  @Test func requestsShowTheDifference() throws {
    try folder.write([
      "old/a.bascule": """
      flag isHome
      action take(url: URL) -> Bool
      chain Main {
        when isHome attempt take(url: url) cancel
        when header["X"] == "1" && frame == new cancel
        when path hasPrefix "/a" download
        otherwise allow
      }
      """,
      "new/a.bascule": """
      flag isHome
      action take(url: URL) -> Bool
      chain Main {
        when isHome attempt take(url: url) cancel
        when isHome cancel
        when path hasPrefix "/a" download
        otherwise allow
      }
      """,
    ])
    let chains = try json("old", "new")
    #expect(chains.count == 1)
    let differences = try #require(chains[0]["differences"] as? [[String: Any]])
    #expect(differences.count >= 3)
    for difference in differences {
      let request = try #require(difference["request"] as? [String: Any])
      for side in ["old", "new"] {
        var arguments = ["trace", try #require(request["url"] as? String), "--rules", side]
        arguments += ["--format", "json", "--frame", try #require(request["frame"] as? String)]
        for (name, value) in try #require(request["headers"] as? [String: String]) {
          arguments += ["--header", "\(name): \(value)"]
        }
        for flag in try #require(request["flags"] as? [String]) { arguments += ["--set", flag] }
        for action in try #require(request["declined"] as? [String]) {
          arguments += ["--set", action + "=false"]
        }
        let traced =
          try JSONSerialization.jsonObject(
            with: Data(try Executable.run(arguments, in: folder).output.utf8)) as? NSDictionary
        let told = try #require(difference[side] as? NSDictionary)
        #expect(traced?["decision"] as? String == told["decision"] as? String)
        #expect(traced?["steps"] as? NSArray == told["steps"] as? NSArray)
        #expect(traced?["rule"] as? NSDictionary == told["rule"] as? NSDictionary)
      }
      let old = try #require(difference["old"] as? NSDictionary)
      let new = try #require(difference["new"] as? NSDictionary)
      #expect(old["decision"] as? String != new["decision"] as? String)
    }
  }

  /// Tests that a second attempt counts as a difference, since it may have another result than the first.
  @Test func attemptsCount() throws {
    let rule = "  when path == \"/x\" attempt take(url: url) cancel\n"
    let head = "action take(url: URL) -> Bool\nchain Main {\n"
    try folder.write([
      "old/a.bascule": "\(head)\(rule)}\n", "new/a.bascule": "\(head)\(rule)\(rule)}\n",
    ])
    #expect(
      try run("old", "new").output == """
        chain Main  new/a.bascule:2:7
          "https://example.com/x"
            - attempt take fails, allow
                no rule decides
            + attempt take fails, attempt take(url: "https://example.com/x") cancel
                new/a.bascule:4:3  when path == "/x" attempt take(url: url) cancel
            also "https://example.com/x" with !take
            + attempt take fails, attempt take fails, allow
                no rule decides

        """)
    // The JSON output distinguishes them, too.
    let differences = try #require(try json("old", "new")[0]["differences"] as? [[String: Any]])
    let failed = differences.map { difference in
      ["old", "new"].map {
        ((difference[$0] as? [String: Any])?["failed"] as? [[String: Any]]) ?? []
      }
    }
    #expect(failed.map { $0.map(\.count) } == [[1, 1], [1, 2]])
    #expect(failed[0][0][0]["name"] as? String == "take")
  }

  /// Tests that both pairs of rules are listed, one for each answer of the attempted action.
  @Test func everyPairWithAttempts() throws {
    let head = "action take() -> Bool\nchain Main {\n"
    try folder.write([
      "old/a.bascule": "\(head)  when path hasPrefix \"/a\" cancel\n  otherwise allow\n}\n",
      "new/a.bascule":
        "\(head)  when path == \"/a\" attempt take() cancel\n  otherwise allow\n}\n",
    ])
    #expect(
      try run("old", "new").output == """
        chain Main  new/a.bascule:2:7
          "https://example.com/a"
            - cancel
                old/a.bascule:3:3  when path hasPrefix "/a" cancel
            + attempt take cancel
                new/a.bascule:3:3  when path == "/a" attempt take() cancel
            also "https://example.com/a" with !take
            + allow
                new/a.bascule:4:3  otherwise allow

        """)
  }

  /// Tests attempts of one action with other arguments, and in another order among the steps.
  @Test(arguments: [
    (
      "when path == \"/a\" attempt one(i: 1) cancel", "when path == \"/a\" attempt one(i: 2) cancel"
    ),
    (
      "when true dismiss continue when path == \"/a\" attempt one(i: 1) cancel",
      "when path == \"/a\" attempt one(i: 1) cancel when true dismiss continue"
    ),
  ])
  func whatDiffersLooksDifferent(_ old: String, _ new: String) throws {
    let head = "action one(i: Int) -> Bool\nchain Main {\n"
    try folder.write([
      "old/a.bascule": "\(head)\(old)\notherwise allow }\n",
      "new/a.bascule": "\(head)\(new)\notherwise allow }\n",
    ])
    let differences = try #require(try json("old", "new")[0]["differences"] as? [[String: Any]])
    #expect(!differences.isEmpty)
    for difference in differences {
      #expect(
        (difference["old"] as? [String: Any])?.filter { $0.key != "rule" } as? NSDictionary
          != (difference["new"] as? [String: Any])?.filter { $0.key != "rule" } as? NSDictionary)
    }
    let lines = try run("old", "new").output.split(separator: "\n")
    let treatments = lines.filter { $0.hasPrefix("    -") || $0.hasPrefix("    +") }
    for pair in stride(from: 0, to: treatments.count, by: 2) {
      #expect(treatments[pair].dropFirst(5) != treatments[pair + 1].dropFirst(5))
    }
  }

  @Test func setsOfTheSameFolder() throws {
    let allow = "chain Main { otherwise allow }"
    let cancel = "chain Main { otherwise cancel }"
    try folder.write([
      "old/a/a.bascule": allow, "old/a/bascule.json": "{}",
      "old/b/b.bascule": cancel, "old/b/bascule.json": "{}",
      "new/a/x.bascule": allow, "new/a/bascule.json": "{}",
      "new/b/b.bascule": allow, "new/b/bascule.json": "{}",
      "new/c/c.bascule": allow, "new/c/bascule.json": "{}",
    ])
    let chains = try json("old", "new")
    #expect(chains.count == 2)
    #expect((chains[0]["new"] as? NSDictionary)?["file"] as? String == "new/b/b.bascule")
    #expect((chains[1]["new"] as? NSDictionary)?["file"] as? String == "new/c/c.bascule")
    #expect(chains[1]["old"] is NSNull)
    #expect(try json("new/c", "old/b").count == 1)
    #expect(try json("new/c/c.bascule", "old/a/a.bascule").isEmpty)
  }

  /// Tests values whose equality `diff` cannot prove.
  @Test func namesTheRulesThatCouldNotBeCompared() throws {
    func version(_ letters: String, isRepeated: Bool) -> String {
      "screen Shop(name: String) flag isHome\nchain Main {\n"
        + letters.map { letter in
          let host = "host like \"{shop}.\(letter).com\""
          let condition = isRepeated ? "(\(host) || isHome && \(host))" : host
          return "  when \(condition) present Shop(name: shop) cancel\n"
        }.joined() + "}\n"
    }
    func compare(_ letters: String) throws -> (
      human: String, markdown: String, json: [[String: Any]]
    ) {
      try folder.write([
        "old/a.bascule": version(letters, isRepeated: false),
        "new/a.bascule": version(letters, isRepeated: true),
      ])
      let chains = try json("old", "new")
      let chain = try #require(chains.first)
      #expect(chains.count == 1)
      return (
        try run("old", "new").output, try run("old", "new", "--format", "markdown").output,
        try #require(chain["undecided"] as? [[String: Any]])
      )
    }
    let one = try compare("a")
    #expect(
      one.human == """
        chain Main  new/a.bascule:2:7
          one pair of rules could not be compared; more requests may differ
            - old/a.bascule:3:3  when host like "{shop}.a.com" present Shop(name: shop) cancel
            + new/a.bascule:3:3  when (host like "{shop}.a.com" || isHome && host like "{shop}.a.com") present Shop(name: shop) cancel

        """)
    #expect(
      one.markdown == """
        ### Requests that are treated differently

        **Chain `Main`** in `new/a.bascule:2`

        One pair of rules could not be compared; more requests may differ.

        | before | after |
        | --- | --- |
        | `when host like "{shop}.a.com" present Shop(name: shop) cancel`<br>`old/a.bascule:3` | `when (host like "{shop}.a.com" \\|\\| isHome && host like "{shop}.a.com") present Shop(name: shop) cancel`<br>`new/a.bascule:3` |

        """)
    let pair = try #require(one.json.first)
    #expect(one.json.count == 1)
    #expect(
      pair["old"] as? NSDictionary
        == ["file": "old/a.bascule", "line": 3, "place": "a.bascule:3"])
    #expect(
      pair["new"] as? NSDictionary
        == ["file": "new/a.bascule", "line": 3, "place": "a.bascule:3"])
    #expect(pair["why"] as? String == "views")

    let four = try compare("abcd")
    #expect(four.human.contains("  4 pairs of rules could not be compared;"))
    #expect(four.human.hasSuffix("\n    and one more pair\n"))
    #expect(four.human.split(separator: "\n").count == 2 + 2 * 3 + 1)
    #expect(four.json.count == 4)
    let six = try compare("abcdef")
    #expect(six.human.contains(":5:3") && !six.human.contains(":6:3"))
    #expect(six.human.hasSuffix("\n    and 3 more pairs\n"))
    #expect(six.markdown.hasSuffix("|\n\nAnd 3 more pairs.\n"))
    #expect(six.json.map { ($0["old"] as? NSDictionary)?["line"] as? Int } == [3, 4, 5, 6, 7, 8])

    // A rule that cannot be compared with many others does not hide another rule.
    let old = version("z", isRepeated: false).replacingOccurrences(
      of: "when", with: "when host like \"{shop}.*.com\" present Shop(name: shop) cancel\n  when")
    try folder.write([
      "old/a.bascule": old.replacingOccurrences(of: "z.com", with: "z.org"),
      "new/a.bascule": version("abcdz", isRepeated: true)
        .replacingOccurrences(of: "z.com", with: "z.org"),
    ])
    let undecided = try #require(json("old", "new")[0]["undecided"] as? [[String: Any]])
    #expect(undecided.map { ($0["old"] as? NSDictionary)?["line"] as? Int } == [3, 3, 3, 3, 4])
    let human = try run("old", "new").output.split(separator: "could not be compared")[1]
    #expect(
      human.split(separator: "    - old/a.bascule:").map { $0.prefix(2) }.dropFirst() == [
        "3:", "3:", "4:",
      ])
    #expect(human.hasSuffix("\n    and 2 more pairs\n"))
  }

  /// Tests that a changed rule that overlaps with many others has ten examples and is named, since there may be more.
  @Test func examplesOfEachRule() throws {
    func rules(_ first: String) -> String {
      let others = (0..<12).map {
        "  when query.k\($0) == \"1\" present Page(number: \($0)) cancel\n"
      }
      return "screen Page(number: Int)\nchain Main {\n\(first)" + others.joined()
        + "  otherwise allow\n}\n"
    }
    try folder.write([
      "old/a.bascule": rules(""), "new/a.bascule": rules("  when path == \"/a\" cancel\n"),
    ])
    func requests(_ text: String) -> Int {
      text.split(separator: "\n").count { $0.contains(/^ +(also )?"https:/) }
    }
    let short = try run("old", "new")
    #expect(short.code == 1)
    #expect(requests(short.output) == 10)
    #expect(short.output.contains("  \"https://example.com/a\"\n    - allow\n"))
    #expect(
      short.output.hasSuffix(
        """
          more requests of one changed rule may differ; `bascule diff --all` searches for them
            + new/a.bascule:3:3  when path == "/a" cancel

        """))
    let all = try run("old", "new", "--all")
    #expect(all.code == 1)
    #expect(requests(all.output) == 13)
    #expect(!all.output.contains("may differ"))
    #expect(
      try run("old", "new", "--format", "markdown").output.hasSuffix(
        """

        More requests of one changed rule may differ; `bascule diff --all` searches for them.

        | version | rule |
        | --- | --- |
        | after | `when path == "/a" cancel`<br>`new/a.bascule:3` |

        """))
    let shortened = try #require(try json("old", "new")[0]["shortened"] as? [[String: Any]])
    #expect(shortened.count == 1)
    #expect(shortened[0]["version"] as? String == "new")
    #expect((shortened[0]["rule"] as? [String: Any])?["place"] as? String == "a.bascule:3")
    let listed = try json("old", "new", "--all")[0]
    #expect((listed["shortened"] as? [Any])?.isEmpty == true)
    #expect((listed["differences"] as? [Any])?.count == 13)
  }

  // MARK: - A git revision

  @Test func againstRevision() throws {
    try git("init", "-q", "-b", "master")
    try folder.write([
      "app/one/a.bascule": "chain Main { when path == \"/x\" cancel }\n",
      "app/one/bascule.json": "{}",
      "app/two/b.bascule": """
      chain Main { otherwise allow }
      configuration Main { chain Main  scripts S }
      script S at documentEnd frames main from "js/é s.js"
      """, "app/two/bascule.json": "{}", "app/two/js/é s.js": "1", "app/.hidden/c.bascule": "?",
      "other/d.bascule": "chain",
    ])
    try git("add", "-A")
    try git("commit", "-q", "-m", "one")
    #expect(try run("app", "--against", "HEAD").output == "")
    #expect(try run("app", "--against", "HEAD").code == 0)
    try folder.write([
      "app/one/a.bascule": "chain Main { when path hasPrefix \"/x\" && path != \"/x\" cancel }\n"
    ])
    let result = try run("app", "--against", "HEAD")
    #expect(result.code == 1)
    #expect(result.errors == "")
    #expect(
      result.output.contains("\n        HEAD:app/one/a.bascule:1:14  when path == \"/x\" cancel\n"))
    #expect(result.output.contains("\n        app/one/a.bascule:1:14  when path hasPrefix"))
    #expect(try json("app/one", "--against", "HEAD").count == 1)
    #expect(try json("app/one/a.bascule", "--against", "HEAD").count == 1)
    #expect(try json("app/two", "--against", "HEAD").isEmpty)
    try git("commit", "-q", "-a", "-m", "two")
    #expect(try json("app", "--against", "HEAD").isEmpty)
    #expect(try json("app", "--against", "HEAD~1").count == 1)
    // A branch is compared with the commit at which it began.
    try git("checkout", "-q", "-b", "branch", "HEAD~1")
    #expect(try json("app", "--against", "master").isEmpty)
    #expect(try json("app", "--against-tip", "master").count == 1)
    try git("checkout", "-q", "master")
    // A moved folder is compared with its earlier place.
    try git("mv", "app", "moved")
    try git("commit", "-q", "-m", "three")
    #expect(try json("moved", "--against", "HEAD~1").isEmpty)
    #expect(try json("moved/one", "--against", "HEAD~1").isEmpty)
    try git("mv", "moved", "app")
    try git("commit", "-q", "-m", "four")
    // A folder that did not exist in the revision has only new chains.
    try folder.write(["late/e.bascule": "chain Late { otherwise cancel }"])
    let object = try JSONSerialization.jsonObject(
      with: Data(try run("late", "--against", "HEAD", "--format", "json").output.utf8))
    let late = try #require((object as? [String: Any])?["chains"] as? [[String: Any]])
    #expect(late.map { $0["chain"] as? String } == ["Late"])
    #expect(late[0]["old"] is NSNull)
    #expect(
      try run("late", "--against", "HEAD").errors.contains("`late` has no rule files in `HEAD`"))
    #expect(folder.contents.allSatisfy { !$0.contains(".bascule-") })
  }

  @Test func wrongUsage() throws {
    try git("init", "-q")
    try folder.write(["a.bascule": "chain Main { otherwise allow }"])
    try git("add", "-A")
    try git("commit", "-q", "-m", "one")
    for (arguments, message) in [
      ([], "`diff` needs OLD and NEW, found 0"), (["a.bascule"], "needs OLD and NEW, found 1"),
      (["a", "b", "c"], "needs OLD and NEW, found 3"),
      (["-", "a.bascule"], "cannot read standard input"),
      (["--against", "nowhere"], "there is no git revision `nowhere`"),
      (["--against=--all"], "there is no git revision `--all`"),
      (["a", "b", "--against", "HEAD"], "takes one path, not 2"),
    ] {
      let result = try Executable.run(["diff"] + arguments, in: folder)
      #expect(result.code == 2, "\(arguments)")
      #expect(result.output == "")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    #expect(try run("a.bascule", "nowhere").code == 3)
    try folder.write(["b/b.bascule": "chain Main { use Missing }"])
    let broken = try run("a.bascule", "b")
    #expect(broken.code == 1)
    #expect(broken.output == "")
    #expect(broken.errors.contains("error[unknown-name]"))
    let outside = try TemporaryFolder()
    try outside.write(["a.bascule": "chain Main { otherwise allow }"])
    let result = try Executable.run(["diff", "--against", "HEAD"], in: outside)
    #expect(result.code == 2)
    #expect(result.errors.contains("`.` is not in a git repository"))
  }
}

/// Tests `bascule diff --fail-on`.
@Suite struct DiffGateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func diff(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["diff", "old", "new"] + arguments, in: folder)
  }

  @Test func whatFails() throws {
    let chain = "chain Main { otherwise allow }\n"
    for (old, new, codes) in [
      (chain, chain, [0, 0, 0, 0, 0]),
      (chain, "chain Main { otherwise cancel }\n", [1, 0, 0, 0, 0]),
      ("strategy A receives Int\n", "strategy A receives Double\n", [1, 1, 0, 1, 0]),
      ("strategy A receives Double\n", "strategy A receives Int\n", [1, 1, 1, 0, 0]),
      ("enum E { a }\nevent X sends E\n", "enum E { a, b }\nevent X sends E\n", [1, 0, 0, 0, 0]),
    ] {
      try folder.write(["old/a.bascule": old, "new/a.bascule": new])
      var found = [try diff().code]
      for gate in ["breaking", "pages", "apps", "nothing"] {
        found.append(try diff("--fail-on", gate, "--format", "markdown").code)
      }
      #expect(found.map(Int.init) == codes, "\(new)")
      #expect(try diff("--fail-on", "any").code == found[0])
    }
    #expect(try diff("--fail-on", "all").code == 2)
  }

  @Test func threeForms() throws {
    try folder.write([
      "old/a.bascule": "strategy A receives { a: Int }\n",
      "new/a.bascule": "// moved\nstrategy A receives { a: Double, b: String }\n",
    ])
    #expect(
      try diff().output == """
        strategy A "a"  new/a.bascule:2:10
          message a: the type was `Int` and is `Double`
            breaking: released apps do not decode it
          message b: the required field was added
            breaking: released pages do not send it

        """)
    #expect(
      try diff("--format", "markdown").output == """
        ### Contract between pages and app

        **One change breaks released pages.** \
        **One change breaks released apps.**

        | | change | released pages | released apps |
        | --- | --- | --- | --- |
        | strategy `A`<br>message `a`<br>`new/a.bascule:2` | the type was `Int` and is `Double` | works | \
        **breaks**: released apps do not decode it |
        | strategy `A`<br>message `b`<br>`new/a.bascule:2` | the required field was added | \
        **breaks**: released pages do not send it | works |

        """)
    let json = try JSONSerialization.jsonObject(
      with: Data(try diff("--format", "json").output.utf8))
    let contract = try #require((json as? [String: Any])?["contract"] as? [[String: Any]])
    #expect(contract.map { $0["path"] as? String } == ["a", "b"])
    #expect(contract[0]["pages"] is NSNull)
    #expect(contract[0]["apps"] as? String == "released apps do not decode it")
    #expect(contract[1]["apps"] is NSNull)
    #expect((contract[1]["new"] as? [String: Any])?["line"] as? Int == 2)
  }
}
