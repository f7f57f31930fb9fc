import Interpreter
import Reachability
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

/// Conditions that compare two values, against the enumeration of small worlds.
@Suite struct ComparedValuesTests {
  /// Conditions, and the URLs that request and page have in the world. It contains a request of each class that
  /// a few of the conditions distinguish.
  struct World: Sendable {
    var name: String
    var conditions: [String]
    var urls: [String]
  }

  static let origins = World(
    name: "origins",
    conditions: [
      "host == page.host", "host != page.host", "scheme == page.scheme", "scheme != page.scheme",
      "port == page.port", "port != page.port", "url in page.origin", "url !in page.origin",
      #"host == "a""#, #"page.host == "b""#, #"page.host in ["a", "b"]"#, #"scheme == "https""#,
      #"page.scheme != "http""#, "exists page.port", "port == 81", "page.port != 81",
      "exists page.host", "exists host", "exists page.scheme", #"host != "c""#,
    ],
    urls: ["https", "http", "x"].flatMap { scheme in
      ["a", "b", "c"].flatMap { host in
        ["", ":81", ":82"].map { "\(scheme)://\(host)\($0)/" }
      }
    } + ["x:y"])

  static let texts = World(
    name: "texts",
    conditions: [
      "path[1] == page.path[1]", "path[1] != page.path[1]", "path[2] == page.path[1]",
      "query.k == page.query.k", "query.k != page.query.k", "path[1] == query.k",
      "path.last != page.path.last", "path[1] == path[2]", "path == page.path",
      #"path[1] == "a""#, #"page.path[1] == "a""#, #"query.k == "a""#, #"page.query.k != "a""#,
      "exists page.path[1]", "exists query.k", #"path like "/a/*""#, "exists page.scheme",
    ],
    urls: (["/"]
      + ["a", "b", "c", "d"].flatMap { one in
        ["/\(one)"] + ["a", "b", "c", "d"].map { "/\(one)/\($0)" }
      }).flatMap { path in
        ["", "?k=a", "?k=b", "?k=c", "?k=d"].map { "https://a\(path)\($0)" }
      })

  @Test(.seeded, arguments: [origins, texts])
  func randomChains(_ world: World) throws {
    let urls = try world.urls.map { try #require(WebURL.parse($0)) }
    let requests = urls.flatMap { url in
      ([nil] + urls.map { Optional($0) }).map { page in
        var request = Request(url: url)
        request.settings.setPage(page)
        return request
      }
    }
    let single = try RuleText(
      world.conditions.enumerated().map { "chain C\($0) { when \($1) cancel }\n" }.joined())
    let truths = try world.conditions.indices.map { index in
      let chain = try single.chain("C\(index)")
      return requests.map { chain.matches(0, $0) }
    }
    var dice = Dice(Seed.of(11))
    let chains = (0..<TestOptions.cases(400, long: 4_000)).map { _ in
      RandomRules(&dice, world.conditions.count)
    }
    let text = try RuleText(
      chains.enumerated().map { $1.text("C\($0)", world.conditions) }.joined())
    let analyzer = ChainAnalyzer(text.rules)
    var counts = (rules: 0, dead: 0, undecided: 0)
    for (index, chain) in chains.enumerated() {
      let analysis = analyzer.analyze(ID(index), [.redundancy, .interpreted])
      let interpreter = try text.chain("C\(index)")
      var left = [Bool](repeating: true, count: requests.count)
      for (entry, rule) in chain.rules.enumerated() {
        let matches = requests.indices.map { rule.holds { truths[$0][$1] }($0) }
        let isReached = requests.indices.contains { left[$0] && matches[$0] }
        counts.rules += 1
        switch analysis.entries[entry] {
        case .reachable(let witness):
          #expect(isReached, "\(entry) of \(chain.text("C", world.conditions)): \(witness)")
          #expect(interpreter.reaches(entry, witness.request), "\(witness)")
        case .unreachable:
          counts.dead += 1
          #expect(!isReached, "\(entry) of \(chain.text("C", world.conditions))")
        case .undecided: counts.undecided += 1
        }
        for request in requests.indices where matches[request] { left[request] = false }
      }
    }
    print("compared \(world.name): \(counts)")
    #expect(counts.dead > counts.rules / 20 && counts.dead < counts.rules / 2)
    #expect(counts.undecided <= counts.rules / 100)
  }

  /// The rules of a random chain over numbered conditions.
  struct RandomRules {
    indirect enum Tree {
      case atom(Int)
      case not(Tree)
      case all(Tree, Tree)
      case any(Tree, Tree)

      func text(_ conditions: [String]) -> String {
        switch self {
        case .atom(let number): conditions[number]
        case .not(let inner): "!(\(inner.text(conditions)))"
        case .all(let a, let b): "(\(a.text(conditions)) && \(b.text(conditions)))"
        case .any(let a, let b): "(\(a.text(conditions)) || \(b.text(conditions)))"
        }
      }

      /// - Parameter isTrue: by condition and request.
      func holds(_ isTrue: @escaping (Int, Int) -> Bool) -> (Int) -> Bool {
        switch self {
        case .atom(let number): return { isTrue(number, $0) }
        case .not(let inner):
          let inner = inner.holds(isTrue)
          return { !inner($0) }
        case .all(let a, let b):
          let (a, b) = (a.holds(isTrue), b.holds(isTrue))
          return { a($0) && b($0) }
        case .any(let a, let b):
          let (a, b) = (a.holds(isTrue), b.holds(isTrue))
          return { a($0) || b($0) }
        }
      }
    }

    var rules: [Tree]

    /// A few conditions in each chain, so that rules meet.
    init(_ dice: inout Dice, _ count: Int) {
      let pool = (0..<4).map { _ in dice.roll(count) }
      func tree(_ depth: Int) -> Tree {
        switch dice.roll(depth == 0 ? 1 : 5) {
        case 0: .atom(dice.pick(pool))
        case 1: .not(tree(depth - 1))
        case 2, 3: .all(tree(depth - 1), tree(depth - 1))
        default: .any(tree(depth - 1), tree(depth - 1))
        }
      }
      rules = (0..<(2 + dice.roll(3))).map { _ in tree(2) }
    }

    func text(_ name: String, _ conditions: [String]) -> String {
      "chain \(name) {\n" + rules.map { "when \($0.text(conditions)) cancel\n" }.joined() + "}\n"
    }
  }

  /// Conditions that no request satisfies.
  static let impossible = [
    #"host == page.host && host == "a.example" && page.host == "b.example""#,
    #"host == page.host && !exists page.scheme"#,
    #"scheme == page.scheme && scheme == "https" && page.scheme != "https""#,
    #"url in page.origin && host == "a" && page.host like "*.example""#,
    #"url in page.origin && port == 81 && !exists page.port"#,
    "url in page.origin && host != page.host",
    #"path[1] == page.path[1] && path[1] == "a" && page.path[1] != "a""#,
    #"path like "/a/*" && path[1] == page.path[1] && page.path like "/b/**""#,
    "host == page.host && host != page.host",
    #"query.id != page.query.id && query.id == "1" && page.query.id == "1""#,
    "query.a == query.b && query.b == query.c && query.a != query.c",
    #"path.last == query.k && query.k == """#,
    "port == page.port && port < 100 && page.port > 100",
    "host == server && !exists server", #"host == server && server == "a b""#,
    #"host == server && host != "a" && server == "a""#, #"query.k == token && token != query.k"#,
    #"token hasPrefix "a" && token == """#,
    #"host == home.host && host == "a" && home.host == "b""#, "host == home.host && !exists home",
    #"url == home && home.path == "/a" && path != "/a""#, "url == home && scheme != home.scheme",
    #"url == home && url != "https://a.com/" && home == "https://a.com/""#,
    #"home == "https://a.com/" && home.host != "a.com""#,
    #"path hasPrefix home.path && path == "/a" && home.path == "/b""#,
    #"path hasPrefix home.path && path hasPrefix "/a/" && home.path hasPrefix "/b/""#,
    #"host hasSuffix server && host in ["a.com", "b.com"] && server == "c""#,
    #"query.k contains token && token == "ab" && query.k matches /[bc]*/"#,
    "path hasPrefix home.path && !exists home", "host in names && !exists host",
    "host in names && host !in names", "host == page.host && host in names && page.host !in names",
    #"host == "a" && page.host == "a" && host in names && page.host !in names"#,
    #"host == "a" && query.k == "a" && !(host in names) && query.k in names"#,
    "path[1] == path[2] && path[1] in names && path[2] !in names",
    "url in pages && url !in pages", "url in home.origin && host != home.host",
    #"url in pages.origin && !exists host"#, "url in pages.origin && !(url in pages.origin)",
    #"url in home.origin && home.port == 81 && port != 81"#,
    "url hasPrefix home && scheme != home.scheme", "url hasPrefix home && !exists home",
    #"url hasPrefix home && home == "https://a.com/x" && host == "b.com""#,
    #"url hasPrefix home && home.scheme == "https" && home.port == 81 && port != 81"#,
    #"url hasPrefix token && url hasPrefix "https://a" && token hasPrefix "http:""#,
    "host like names && !exists host", "host like names && !(host like names)",
    "host == page.host && host like names && !(page.host like names)",
    #"host == "a" && page.host == "a" && host like names && !(page.host like names)"#,
    "host like server && !exists server", #"host like server && server == "*.a" && host == "b""#,
    #"host like token && token == "{x}""#, #"host like token && token == "***""#,
    "port == limit && limit < 0",
    "port == limit && limit == 70000", "limit == room && limit > 5 && room < 6",
    "room != limit && room == 3 && limit == 3", "limit > 0 && limit < 1",
  ]

  static let declarations = """
    value server: String?
    value token: String
    value home: URL
    value base: URL?
    value names: [String]
    value pages: [URL]
    value limit: Int
    value room: Int?

    """

  @Test(arguments: impossible)
  func cannotOccur(_ condition: String) throws {
    let text = try RuleText(Self.declarations + "chain C { when \(condition) cancel }")
    let analysis = ChainAnalyzer(text.rules).analyze(ID(0), [.interpreted])
    guard case .unreachable(.contradictory) = analysis.entries[0] else {
      Issue.record("\(condition): \(analysis.entries[0])")
      return
    }
  }

  /// Conditions that some request satisfies.
  static let possible = [
    "host == server", "host != server && exists server", "!exists server", #"token != "" "#,
    #"token == query.t && token like "a/*""#, #"server == token && path[1] == token"#,
    "host == home.host && path hasPrefix home.path", "scheme != home.scheme && host == home.host",
    "url == home", "url != home", "exists home && !(url == home)", "url == home && url == base",
    "home == base && url != home", #"home == "https://a.com/x" && url == home"#,
    #"url == home && path[1] == "a" && query.k == "1""#,
    #"home.scheme == "x" && !exists home.host"#,
    "home.query.k == query.k && query.k != base.query.k",
    #"home.port == 81 && home.path.last == "b""#,
    #"path hasPrefix home.path && path like "/a/*" && home.path != "/""#,
    #"!(path hasPrefix home.path) && exists home"#, #"path hasSuffix token && token == "b/c""#,
    #"host contains server && server == "mple.c""#,
    "page.path hasPrefix path && path.count == 3",
    "host in names", "host !in names", #"host in names && page.host !in names"#,
    #"host == "a" && host in names && server in names && server != host"#, "path[2] in names",
    "url in home.origin && url != home", "url !in home.origin && host == home.host",
    "url in pages.origin && url !in pages", "url in pages.origin && url !in home.origin",
    #"url in pages.origin && port == 81 && scheme == "http""#, "!(url in pages.origin)",
    "url in pages", "url !in pages", "url in pages && home in pages && url != home",
    "home !in pages && url in pages", "port == limit", "limit < -100",
    "url hasPrefix home", "url hasPrefix home && url != home",
    #"url hasPrefix token && token != """#,
    #"url hasPrefix home && home.path == "/a" && home.host == "b.com""#,
    "!(url hasPrefix home) && exists home", "!(url hasPrefix home) && url in home.origin",
    #"url contains home && scheme == "http""#, #"url hasSuffix server && server contains "/""#,
    #"url hasPrefix server && server hasPrefix "https://a.com/x""#,
    "host like names", "!(host like names)",
    "host like names && page.host like names && host != page.host",
    "host like names && !(page.host like names) && exists page.host",
    "host like names && host !in names",
    "host in names && !(page.host like names)", "host like server",
    "host like server && host != server",
    #"host like server && server == "*.a.com" && host != "b.a.com""#, "!(host like token)",
    #"page.host like token && token hasPrefix "*.""#, "home.host like names && url != home",
    "exists room && room != limit", #"port == limit && port != room && exists room"#,
    "limit == 9223372036854775807",
    "host != page.host", #"host == page.host && host hasSuffix ".example""#,
    "url in page.origin && exists port", #"url !in page.origin && host == page.host"#,
    "path == page.path && path.count == 4", "query.id == page.query.id && exists page.query.id",
    #"path[1] == query.k && path like "/{id: Int}/**""#, "fragment != page.fragment",
    "header[\"Origin\"] == page.host", #"path.last == page.path[2] && path[1] != page.path[1]"#,
    #"url == "https://a.example/x?k=1" && query.k == page.query.k"#, "method == page.query.m",
    "query.a != query.b && query.b != query.c && query.a != query.c",
    #"host == query.host && url like "https://*.a.example/?**""#,
  ]

  @Test(arguments: possible)
  func canOccur(_ condition: String) throws {
    let text = try RuleText(Self.declarations + "chain C { when \(condition) cancel }")
    let analysis = ChainAnalyzer(text.rules).analyze(ID(0), [.interpreted])
    guard case .reachable(let witness) = analysis.entries[0] else {
      Issue.record("\(condition): \(analysis.entries[0])")
      return
    }
    #expect(try text.chain().reaches(0, witness.request), "\(witness)")
  }

  /// A witness says which value of the app it takes, also if that is the default.
  @Test func witnessesNameValues() throws {
    let text = try RuleText(
      Self.declarations + #"chain C { when host == server && token == "" cancel }"#)
    guard case .reachable(let witness) = ChainAnalyzer(text.rules).analyze(ID(0), []).entries[0]
    else { throw Missing() }
    #expect(
      RuleLanguagePrinter.requestText(witness)
        == #""https://example.com/" with server == "example.com", token == """#)
  }

  /// A host is its own pattern.
  @Test func witnessesNamePatterns() throws {
    let text = try RuleText(
      Self.declarations + "chain C { when host like names && page.host like server cancel }")
    guard case .reachable(let witness) = ChainAnalyzer(text.rules).analyze(ID(0), []).entries[0]
    else { throw Missing() }
    #expect(
      RuleLanguagePrinter.requestText(witness)
        == #""https://example.com/" with page == "https://example.com/", names == ["example.com"], server == "example.com""#
    )
  }

  private struct Missing: Error {}
}
