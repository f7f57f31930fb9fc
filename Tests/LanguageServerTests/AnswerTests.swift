import Diagnostics
import GrammarSentences
import Syntax
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests answers about places in rule files.
@Suite struct AnswerTests {
  private static let rules = """
    /// Our pages.
    origin Store = "https://a.example"
    flag isHome
    value server: URL
    enum Kind { plain, rare }
    screen Product(zeta: String, alpha: Kind, mid: Int?)
    screen Cart
    action openLink(url: URL) async -> Bool
    action log
    model Item { sku "item_sku": String, count: Int }
    strategy Add "add" receives Item from Store
    strategy Drop from Store
    script Zoom at documentEnd from "zoom.js"
    handler Native {
      when path like "/product/{id}" present Product(zeta: id, alpha: plain) cancel
    }

    """

  private func server(_ more: String) -> AskedServer {
    AskedServer(Self.rules + more, others: ["/w/zoom.js": "zoom()"])
  }

  // MARK: - Hover

  private static let hovers: [(String, String?)] = [
    (#"chain A { when query.ti‸tle == "x" cancel }"#, "query.title: String"),
    (#"chain A { when page.query.cha‸in == "x" cancel }"#, "page.query.chain: String"),
    (#"chain A { when query["m‸odel"] == "x" cancel }"#, #"query["model"]: String"#),
    (#"chain A { when path[‸2] == "x" cancel }"#, "path[2]: String"),
    (#"chain A { when pa‸th[2] == "x" cancel }"#, "path[2]: String"),
    (#"chain A { when pa‸th == "/" cancel }"#, "path: String"),
    (#"chain A { when page.pat‸h[1] == "x" cancel }"#, "page.path[1]: String"),
    (#"chain A { when server.ho‸st == host cancel }"#, "server.host: String"),
    ("chain A { otherwise present we‸b cancel }", nil),
    ("screen t‸itle", "screen title"),
    ("chain A { otherwise present Product(tit‸le: 1) cancel }", nil),
    (#"model M { s‸ku "item": Int }"#, #"sku "item": Int"#),
    (#"model M { sku "it‸em": Int }"#, #"sku "item": Int"#),
    (#"script T(‸a: Int) at documentEnd "x""#, "a: Int"),
    ("value v: { ‸a: Int }", "a: Int"),
    ("channel C \"c\" by \"k\" { strategy T replies { ‸a: Int } }", "a: Int"),
    (#"event Paid "pa‸id" sends Int"#, "event Paid"),
    (#"chain A { when path like "/a/*‸*" cancel }"#, "across components"),
    (#"chain A { when path like "/‸*/b" cancel }"#, "within one component"),
    (#"script S at documentStart from "zo‸om.js""#, "zoom()"),
    (#"dispatch custom‸Event "a""#, "DOM event"),
    ("event E queue ne‸west", "last event"),
    (#"@depre‸cated("x") flag a"#, "deprecated"),
    ("action a asy‸nc -> Bool", "answers later"),
    ("configuration C { title nat‸ive }", "title"),
    ("chain A { when host =‸= path cancel }", "equal"),
    (
      #"chain A { use Native } test A { "https://a.exam‸ple/product/1" present Cart cancel }"#,
      #"path like "/product/{id}""#
    ),
  ]

  @Test(arguments: hovers) func hoverTells(_ text: String, _ part: String?) throws {
    let found = try server(text).hover()
    if let part {
      #expect(found?.contains(part) == true, "\(found ?? "nothing")")
    } else {
      #expect(found == nil)
    }
  }

  /// Tests hover at every name. Sentences of the grammar have names in every place that can declare or use one.
  @Test(.seeded) func hoverAnswersAtEveryName() throws {
    var generator = SentenceGenerator(
      try Grammar(TestPackage.text("grammar/bascule.ebnf")), seed: Seed.of(44))
    var count = 0
    for _ in 0..<TestOptions.cases(40, long: 3000) {
      let server = AskedServer(generator.sentence("declaration").joined(separator: " "))
      let tokens = TokenList(SourceFile(name: "a", text: server.text)).tokens
      for token in tokens where token.kind == .identifier {
        let offset = String(decoding: server.text.utf8.prefix(Int(token.start)), as: UTF8.self)
          .utf16.count
        if try server.ask("hover", at: offset)?["contents"] != nil { count += 1 }
      }
    }
    #expect(count > 100, "\(count)")
  }

  // MARK: - Completion

  private static let lists: [(String, all: [String], none: [String])] = [
    (#"test A { "https://a.example/" ‸"#, ["with", "present", "allow"], ["&&", "continue"]),
    (#"test A { "https://a.example/" with frame ‸"#, ["=="], ["allow"]),
    (#"test A { "https://a.example/" with frame == ‸"#, ["main", "new", "sub"], ["path"]),
    (#"test A { "https://a.example/" with isHome ‸"#, ["==", "allow"], ["present Cart"]),
    (#"test A { "https://a.example/" with isHome, ‸"#, ["frame", "openLink"], ["isHome", "log"]),
    (
      #"test A { "https://a.example/" present Product(alpha: ‸"#, ["plain", "rare"],
      ["path", "host"]
    ),
    ("action a() -> ‸", ["Bool", "async"], []),
    ("action a(x: Int) ‸", ["->", "async"], []),
    ("action a(x: Int) async -> ‸", ["Bool"], ["async"]),
    (
      "chain A { when exists ‸", ["host", "query", "page", "server"],
      ["isHome", "true", "url", "frame"]
    ),
    ("chain A { when host == server.host cancel use ‸", ["Native"], ["A"]),
    ("chain A { use Native use ‸", [], ["Native", "A"]),
    ("chain A { use B } chain B { use ‸", ["Native"], ["A", "B"]),
    ("configuration C { strategies Add, ‸", ["Drop"], ["Add"]),
    ("configuration C { title web ‸", ["chain", "bounces"], ["title"]),
    ("union U ‸", ["by"], []),
    ("condition near = isHome && ‸", ["isHome"], ["near"]),
    ("condition near = isHome chain A { when ‸", ["isHome", "near"], []),
    (#"chain A { when header["‸"] == "a" cancel }"#, ["Accept", "Referer"], []),
    (
      #"chain A { when query.‸ } test A { "https://a.example/?utm_source=x&a%20b=1" allow }"#,
      ["utm_source"], ["a%20b"]
    ),
    (
      "chain A { when isHome present Product(zeta: ‸",
      ["path[1]", "host", "url", "frame"], ["download", "port", "isHome"]
    ),
    ("chain A { when isHome present Product(mid: ‸", ["path[1]", "port"], ["url", "frame"]),
    (
      "condition near = isHome action a(b: Bool) chain A { when isHome perform a(b: ‸",
      ["isHome", "near", "exists", "true"], ["frame"]
    ),
    ("chain A { when isHome perform a(b: exists ‸", ["host", "query"], ["isHome", "url"]),
    ("action a(b: ‸", ["String", "Request", "Kind"], ["Item"]),
    ("action a(b: ‸ )", ["Request"], []),
    ("action a(b: ‸?)", ["String", "Kind"], ["Request"]),
    ("action a(b: ‸ = 1)", ["Int"], ["Request"]),
    ("chain A { when isHome load url setting query.a = \"b\" ‸", ["if", "cancel"], []),
    ("chain A { when isHome load url setting query.a = \"b\" if ‸", ["missing"], ["cancel"]),
    ("chain A { when isHome load url setting host = \"b\" ‸", ["cancel"], ["if"]),
    (
      "test A { \"https://a.example/\" load url setting query.a = \"b\" ‸", ["setting", "cancel"],
      ["if"]
    ),
    ("chain A { when host ‸", ["==", "like"], ["&&", "cancel"]),
    ("chain A { when isHome ‸", ["&&", "cancel", "attempt"], ["like", "popup"]),
    ("chain A { when frame == new ‸", ["popup", "cancel"], []),
    ("chain A { when isHome attempt openLink(url: url) ‸", ["cancel"], ["continue", "attempt"]),
    ("chain A { ‸ otherwise allow }", ["when", "use"], ["otherwise"]),
    ("chain A { otherwise allow\n ‸ }", [], ["when", "otherwise"]),
    ("handler H { ‸ }", ["when"], ["otherwise"]),
    ("value v: ‸", ["String", "Int", "URL"], ["Item", "Kind", "Date"]),
    ("strategy S from Store ‸", ["frames", "world"], ["receives"]),
    ("strategy S ‸", ["receives", "replies"], ["via"]),
    ("strategy S replies Int ‸", ["via", "world"], ["receives"]),
    ("strategy S replies Int via D ‸", ["from"], ["world"]),
    (#"channel C by "k" via D ‸"#, [], ["world"]),
  ]

  @Test(arguments: lists) func completionOffers(
    _ text: String, _ all: [String], _ none: [String]
  ) throws {
    let labels = try server(text).labels()
    #expect(Set(all).subtracting(labels) == [], "\(labels)")
    #expect(Set(none).isDisjoint(with: labels), "\(labels)")
  }

  @Test func labelsAreInDeclaredOrder() throws {
    let labels = try server("chain A { when isHome present Product(‸").labels()
    #expect(labels == ["zeta:", "alpha:", "mid:"])
  }

  @Test func testsAreOfferedTheRequestsOfRules() throws {
    let chain = "chain A { use Native when isHome cancel otherwise allow }\n"
    let cases = try server(chain + "test A { ‸ }").labels()
    #expect(cases.contains { $0.contains("/product/") }, "\(cases)")
    #expect(cases.contains { $0.hasSuffix("with isHome") }, "\(cases)")
    let given = #"test A { "\#(cases[0].split(separator: "\"")[0])" cancel ""#
    let urls = try server(chain + given + "‸\"").labels()
    #expect(!urls.isEmpty && urls.allSatisfy { $0.hasPrefix("http") }, "\(urls)")
    #expect(!urls.contains { cases[0].contains($0) && $0.contains("/product/") }, "\(urls)")
  }

  @Test func everyOfferedOperatorIsDocumented() throws {
    let items = try server("chain A { when path.count ‸").ask("completion")?["items"]?.array ?? []
    #expect(items.count > 4)
    for item in items { #expect(item["documentation"]?.isNull == false, "\(item)") }
  }

  // MARK: - Navigation

  @Test func definitionOfTheUrlOfATest() throws {
    let server = server(
      "chain A { use Native\n  when isHome cancel }\n"
        + #"test A { "https://a.example/‸" with isHome cancel }"#)
    let found = try server.ask("definition")?.array ?? []
    #expect(server.texts(found.compactMap { $0["range"] }) == ["when isHome cancel"])
  }

  @Test func definitionOfAWireIdentifier() throws {
    let server = server(#"event Paid "pa‸id""#)
    let found = try server.ask("definition")?.array ?? []
    #expect(server.texts(found.compactMap { $0["range"] }) == ["Paid"])
  }

  @Test func outlineListsRules() throws {
    let server = AskedServer(
      """
      chain A {
        use H
        when host == "a" {
          when path == "/b" present P cancel
        }
        otherwise allow
      }
      test A {
        "https://a.example/" allow
      }
      """,
      capabilities: """
        {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}
        """)
    let symbols = try server.ask("documentSymbol")?.array ?? []
    func names(_ symbols: [JSONValue]) -> [String] {
      symbols.flatMap { [$0["name"]?.string ?? ""] + names($0["children"]?.array ?? []) }
    }
    #expect(
      names(symbols) == [
        "A", "use H", #"when host == "a""#, #"when path == "/b""#, "otherwise", "test A",
        "https://a.example/",
      ])
  }

  @Test func callHierarchyOfAScreen() throws {
    let server = server(
      "chain A { use Native when isHome push Produ‸ct(zeta: host, alpha: rare) cancel }")
    let item = try server.ask("prepareCallHierarchy")?.array?.first
    #expect(item?["name"]?.string == "Product" && item?["detail"]?.string == "screen")
    let more = #""item": {"uri": "file:///w/a.bascule", "name": "Product", "detail": "screen"}"#
    let callers = try server.request("callHierarchy/incomingCalls", more)?["result"]?.array ?? []
    #expect(callers.compactMap { $0["from"]?["name"]?.string }.sorted() == ["A", "Native"])
    let chain = #""item": {"uri": "file:///w/a.bascule", "name": "A", "detail": "chain"}"#
    let callees = try server.request("callHierarchy/outgoingCalls", chain)?["result"]?.array ?? []
    #expect(callees.compactMap { $0["to"]?["name"]?.string } == ["Native", "Product"])
  }

  @Test func allNamesAreFoundInTheWorkspace() throws {
    let flags = (0..<2500).map { "flag f\($0)" }.joined(separator: "\n")
    let found = try AskedServer(flags).request("workspace/symbol", #""query": "f""#)
    #expect(found?["result"]?.array?.count == 2500)
  }

  @Test func renamingIsRefusedWithTheReason() throws {
    func refusal(_ name: String) throws -> String? {
      let server = server("screen Car‸d")
      return try server.request(
        "textDocument/rename",
        """
        "textDocument": {"uri": "file:///w/a.bascule"}, "newName": "\(name)",
        "position": {"line": \(Self.rules.count { $0 == "\n" }), "character": 8}
        """)?["error"]?["message"]?.string
    }
    #expect(try refusal("Cart")?.contains("duplicate declaration of screen `Cart`") == true)
    #expect(try refusal("_")?.contains("reserved name `_`") == true)
    #expect(try refusal("a b")?.contains("not a name") == true)
  }

  /// Tests that the server sends a client only requests for which it has announced the capability.
  @Test func asksNothingOfAClientWithoutCapabilities() throws {
    let server = server("chain A { use Native ‸ }")
    let document = #""uri": "file:///w/a.bascule""#
    server.notify(
      "textDocument/didOpen",
      #""textDocument": {\#(document), "languageId": "bascule", "version": 1, "text": "flag a"}"#)
    for (version, text) in ["chain A { when }", "flag a", "screen A"].enumerated() {
      server.notify(
        "textDocument/didChange",
        """
        "textDocument": {\(document), "version": \(version + 2)},
        "contentChanges": [{"text": "\(text)"}]
        """)
    }
    let methods = Set(server.announced.compactMap { $0["method"]?.string })
    #expect(methods == ["textDocument/publishDiagnostics"])
  }

  // MARK: - Rule sets with errors

  /// The capability of a client that resolves the lenses that it shows.
  private static let lenses = #""codeLens": {"resolveSupport": {"properties": ["command"]}}"#

  /// Tests that an error does not affect answers about other rules.
  @Test func rulesWithoutErrorsKeepTheirAnswers() throws {
    let broken = """
      chain A {
        when host == "a.example" cancel
        when host == "a.example" && isHome allow
        otherwise allow
      }
      model Bad { a: Nope }
      chain B { whe
      """
    func server(_ needle: String) -> AskedServer {
      AskedServer(
        "flag isHome\n" + broken.replacing(needle, with: "‸" + needle), others: [:],
        capabilities:
          #"{"textDocument": {"hover": {"contentFormat": ["markdown"]}, \#(Self.lenses)}}"#)
    }
    let reached = try server(#"when host == "a.example" cancel"#).hover()
    #expect(reached?.contains("reached by `\"https://a.example/\"") == true, "\(reached ?? "")")
    let shadowed = try server(#"when host == "a.example" && isHome"#).hover()
    #expect(shadowed?.contains("no request reaches it") == true, "\(shadowed ?? "")")
    let asked = server("otherwise")
    let lens = #""textDocument": {"uri": "file:///w/a.bascule"}"#
    let lenses = try asked.request("textDocument/codeLens", lens)?["result"]?.array ?? []
    let data = lenses.compactMap { $0["data"] }.filter { $0["kind"]?.string == "rule" }
    #expect(data.count == 2)
    let resolved = try data.map { data in
      let offset = data["offset"]?.int ?? 0
      return try asked.request(
        "codeLens/resolve",
        """
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
        "data": {"uri": "file:///w/a.bascule", "kind": "rule", "name": "A", "offset": \(offset)}
        """)?["result"]?["command"]?["title"]?.string
    }
    #expect(resolved.first??.hasPrefix("reached by") == true, "\(resolved)")
    #expect(resolved.last == "never reached", "\(resolved)")
  }

  /// Tests that a client that does not resolve actions gets the edit at once.
  @Test func actionsCarryTheirEdit() throws {
    let text =
      "chain A { when host == \"a.example\" cancel‸ otherwise allow }\nmodel Bad { a: Nope }\n"
    func actions(_ capabilities: String) throws -> [JSONValue] {
      let range =
        #""range": {"start": {"line": 0, "character": 12}, "end": {"line": 0, "character": 12}}"#
      return try AskedServer(text, capabilities: capabilities).request(
        "textDocument/codeAction",
        #""textDocument": {"uri": "file:///w/a.bascule"}, "context": {"diagnostics": []}, \#(range)"#
      )?["result"]?.array?.filter { $0["title"]?.string == "Write a test for this rule" } ?? []
    }
    let now = try actions("{}")
    #expect(now.count == 1 && now[0]["edit"]?.isNull == false && now[0]["data"] == nil)
    let later = try actions(
      #"{"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}"#)
    #expect(later.count == 1 && later[0]["edit"] == nil && later[0]["data"]?.isNull == false)
  }
}
