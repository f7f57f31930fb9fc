import Interpreter
import ParsedRules
import Reachability
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

/// Tests conditions that compare values, against the enumeration of small worlds.
@Suite struct ComparedValuesTests {
  @Test(.seeded, arguments: World.all)
  func randomChains(_ world: World) throws {
    var dice = Dice(Seed.of(11))
    let chains = (0..<TestOptions.cases(250, long: 4_000)).map { _ in
      RandomRules(&dice, world.conditions.count)
    }
    let counts = try expectRightVerdicts(of: chains, in: world)
    #expect(counts.undecided <= counts.rules / 100)
    #expect(counts.outside <= counts.rules / 100)
    #expect(counts.dead > counts.rules / 20 && counts.dead < counts.rules / 2)
  }

  /// Tests rules of three conditions, each of them possibly negated; a long run tests all such rules. In them, values
  /// that are equal, different or missing occur in each combination.
  @Test(.seeded, arguments: World.all)
  func conjunctions(_ world: World) throws {
    let literals = world.conditions.indices.flatMap { number in
      [RandomRules.Tree.atom(number), .not(.atom(number))]
    }
    var all: [RandomRules] = []
    for (first, one) in literals.enumerated() {
      for second in literals.indices where second / 2 > first / 2 {
        for third in literals.indices where third / 2 > second / 2 {
          all.append(RandomRules(rules: [.all(.all(one, literals[second]), literals[third])]))
        }
      }
    }
    var dice = Dice(Seed.of(12))
    let chosen = TestOptions.isLong ? all : (0..<300).map { _ in dice.pick(all) }
    for start in stride(from: 0, to: chosen.count, by: 600) {
      let some = Array(chosen[start..<min(start + 600, chosen.count)])
      _ = try expectRightVerdicts(of: some, in: world)
    }
  }

  /// Compares the verdict of each rule with the requests of the world.
  private func expectRightVerdicts(
    of chains: [RandomRules], in world: World
  ) throws -> (rules: Int, dead: Int, outside: Int, undecided: Int) {
    let requests = try world.requests()
    let single = try RuleText(
      Self.declarations + Self.site
        + world.conditions.enumerated().map { "chain C\($0) { when \($1) cancel }\n" }.joined())
    let truths = try world.conditions.indices.map { index in
      let chain = try single.chain("C\(index)")
      var bits = ChainUniverse.Bits(requests.count)
      for (number, request) in requests.enumerated() where chain.matches(0, request) {
        bits[number] = true
      }
      return bits
    }
    let text = try RuleText(
      Self.declarations + Self.site
        + chains.enumerated().map { $1.text("C\($0)", world.conditions) }.joined())
    let analyzer = ChainAnalyzer(text.rules)
    var counts = (rules: 0, dead: 0, outside: 0, undecided: 0)
    for (index, chain) in chains.enumerated() {
      let analysis = analyzer.analyze(ID(index), [.redundancy, .interpreted])
      let interpreter = try text.chain("C\(index)")
      var left = ChainUniverse.Bits.all(requests.count)
      for (entry, rule) in chain.rules.enumerated() {
        let matches = rule.holds(truths)
        let isReached = !(left & matches).isEmpty
        counts.rules += 1
        switch analysis.entries[entry] {
        case .reachable(let witness):
          // The interpreter confirms the witness, even if it is a request that the small world lacks.
          if !isReached { counts.outside += 1 }
          #expect(
            interpreter.reaches(entry, witness.request),
            "\(entry) of \(chain.text("C", world.conditions)): \(witness)")
        case .unreachable:
          counts.dead += 1
          #expect(!isReached, "\(entry) of \(chain.text("C", world.conditions))")
        case .undecided: counts.undecided += 1
        }
        left = left - matches
      }
    }
    print(
      "compared \(world.name), \(requests.count) requests: \(counts.rules) rules, \(counts.dead)",
      "unreachable, \(counts.undecided) undecided, \(counts.outside) reached only outside of it")
    return counts
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

      /// Returns the requests for which the tree holds.
      ///
      /// - Parameter truths: the requests for which each condition holds.
      func holds(_ truths: [ChainUniverse.Bits]) -> ChainUniverse.Bits {
        switch self {
        case .atom(let number): truths[number]
        case .not(let inner): ~inner.holds(truths)
        case .all(let a, let b): a.holds(truths) & b.holds(truths)
        case .any(let a, let b): a.holds(truths) | b.holds(truths)
        }
      }
    }

    let rules: [Tree]

    init(rules: [Tree]) { self.rules = rules }

    /// Creates rules from a few conditions, so that the rules overlap.
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

  /// The conditions that no request satisfies.
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
    "query.k == query", "query hasSuffix query.k && query.k contains query", "path[0] == path[1]",
    "path hasPrefix path[1]", "!(path contains path[0]) && exists path", "!(url hasPrefix scheme)",
    "opaque hasPrefix token && exists host", "opaque in names && exists path",
    "rawQuery.k hasPrefix query.k && rawQuery.k != query.k",
    #"path[1] hasPrefix path[2] && path like "/a/b""#,
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
    #"host == server && server matches /[a-z*.]*b/ && !(host like server) && !(host contains "..") && !(host contains "***") && !(host hasPrefix ".")"#,
    #"host in names && host == "a" && !(host like names)"#,
    #"query.k != token ignoring case && token == "aB" ignoring case && query.k == "ab""#,
    #"query.k == token ignoring case && query.k != token && query.k == "1" && exists query.k"#,
    #"query.k hasPrefix token ignoring case && token == "ab" && query.k == "Xa""#,
    #"query.k == token && !(query.k hasPrefix token ignoring case)"#,
    "port == limit && limit < 0",
    "port == limit && limit == 70000", "limit == room && limit > 5 && room < 6",
    "room != limit && room == 3 && limit == 3", "limit > 0 && limit < 1",
  ]

  private static let site = "origin Site = \"https://a\", \"http://b:81\"\n"

  static let declarations = """
    value server: String?
    value token: String
    value home: URL
    value base: URL?
    value names: [String]
    value pages: [URL]
    value limit: Int
    value room: Int?
    origin Own = home
    origin Partners = pages

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

  /// The conditions that some request satisfies.
  static let possible = [
    #"query.k == token ignoring case && query.k != token"#,
    #"query.k == token ignoring case && query.k != token && token == "ab" && query.k != "AB""#,
    #"query.k hasPrefix token ignoring case && !(query.k hasPrefix token) && query.k == "abc""#,
    #"query.k contains token ignoring case && query.k != token && token == "B""#,
    "host == server", "host != server && exists server", "!exists server", #"token != "" "#,
    #"token == query.t && token like "a/*""#, #"server == token && path[1] == token"#,
    "host == home.host && path hasPrefix home.path", "scheme != home.scheme && host == home.host",
    "url == home", "url != home", "exists home && !(url == home)", "url == home && url == base",
    "home == base && url != home", #"home == "https://a.com/x" && url == home"#,
    #"url == home && path[1] == "a" && query.k == "1""#,
    #"home.scheme == "x" && !exists home.host"#,
    "home.query.k == query.k && query.k != base.query.k",
    "query.k == page.query.k && path == page.path && !(path[1] == page.path[1])",
    "host == page.host && path == page.path && !(path.last == page.path.last)",
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
    "query contains token", "path[1] hasPrefix token && path[1] != token",
    "path[1] hasSuffix path[2]",
    "path[2] hasPrefix path[1] && path[1] != path[2]", "query == page.scheme && query != scheme",
    "opaque hasSuffix page.path && opaque != page.path", "query.k != rawQuery.k",
    "query hasSuffix query.k && query.k contains path.last", "url hasPrefix path.last",
    "url contains page.query", "query in names && opaque !in names",
    "host hasPrefix token ignoring case && !(host hasPrefix token)", "page.url hasSuffix path[2]",
    #"exists host && token == "" && !(opaque hasPrefix token)"#,
    #"path like "/{c: URL}/*" && path[1] == page.path[1]"#,
    "host like names", "!(host like names)",
    "host like names && page.host like names && host != page.host",
    "host like names && !(page.host like names) && exists page.host",
    "host like names && host !in names",
    "host in names && !(page.host like names)", "host like server",
    "host like server && host != server",
    // A brace in a host is no pattern.
    "host == server && !(host like server)", "host in names && !(host like names)",
    "page.host like server && !(host like server) && exists host",
    "host like server && page.host like server && host != page.host",
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

  /// Tests that a host without wildcards is a pattern that matches itself.
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
