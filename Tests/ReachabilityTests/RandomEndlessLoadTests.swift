import Interpreter
import RandomRules
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

@testable import Reachability

/// Compares the loads that come back, in random chains with changed requests, with the interpreter on requests of a
/// small universe.
@Suite struct RandomEndlessLoadTests {
  private static let conditions = [
    #"path == "/a""#, #"path hasPrefix "/a""#, #"path[1] == "b""#, #"query.k == "1""#,
    "exists query.k",
    "!exists query.k", #"query.k != "1""#, "exists query.j", #"query == "k=1""#,
    #"fragment == "x""#,
    "!exists fragment", #"host == "a.com""#, #"host != "a.com""#, #"scheme == "https""#,
    #"scheme == "http""#, "port == 8080", "!exists port", "frame == new", #"method == "POST""#,
    #"header["X-A"] == "1""#, #"!exists header["X-A"]"#, "url in Own",
    #"url == "https://a.com/a?k=1""#, "host == home.host", "scheme != home.scheme",
    "port == home.port",
  ]

  private static let changes = [
    #"setting query.k = "1""#, #"setting query.k = "2""#, "removing query.k",
    #"setting query.j = "1" removing query.k"#, #"setting fragment = "x""#, "removing fragment",
    #"setting host = "a.com""#, #"setting scheme = "https""#,
    #"setting scheme = "https", host = "a.com""#,
    "setting port = 8080", #"setting path = "/a""#, #"setting path = "/b/c", query.k = "1""#,
    #"setting header["X-A"] = "1""#, #"removing header["X-A"]"#, "removing user", "",
    #"setting query.k = query.j"#, "setting host = home.host",
    "setting scheme = home.scheme, port = home.port", "setting port = home.port",
  ]

  private func chain(_ random: inout RandomChoice) -> String {
    var lines: [String] = []
    for _ in 0..<(1 + random.below(3)) {
      let parts = (0..<(1 + random.below(2))).map { _ in random.one(of: Self.conditions) }
      let condition = parts.joined(separator: random.once(in: 3) ? " || " : " && ")
      let step =
        random.once(in: 4) ? "allow" : "load url \(random.one(of: Self.changes)) cancel"
      lines.append("  when \(condition) \(step)\n")
    }
    return "origin Own = \"https://a.com\"\nvalue home: URL?\nchain C {\n\(lines.joined())}\n"
  }

  private func request(_ random: inout RandomChoice) throws -> Request {
    let text =
      random.one(of: ["https", "http"]) + "://" + random.one(of: ["", "", "u:p@"])
      + random.one(of: ["a.com", "b.org"]) + random.one(of: ["", "", ":8080", ":443"])
      + random.one(of: ["/", "/a", "/a/b", "/b"])
      + random.one(of: ["", "?k=1", "?k=2", "?j=1&k=1", "?k=1&k=2", "?j=1"])
      + random.one(of: ["", "#x", "#y"])
    var request = Request(url: try #require(WebURL.parse(text)))
    if random.once(in: 3) { request.frame = .new }
    if random.once(in: 3) { request.method = "POST" }
    if random.once(in: 2) { request.setHeader("X-A", random.one(of: ["1", "2"])) }
    if let home = random.one(of: [nil, "http://a.com", "https://b.org:8080", "file:///a"]) {
      request.settings.set(
        .value(AppValueKey(ExactString("home"), .url, isOptional: true)), .url(home))
    }
    return request
  }

  /// Returns the loaded request, with several values of a header that the web view may send.
  private func loaded(_ request: Request, _ handed: HandedRequest) -> [Request] {
    let loaded = request.loading(handed)
    if !handed.headers.isEmpty { return [loaded] }
    return [nil, "1", "2"].map { value in
      var other = loaded
      other.settings.set(.header("x-a"), value.map { .string($0) })
      return other
    }
  }

  @Test(.seeded) func agreesWithTheInterpreter() throws {
    var random = RandomChoice(seed: Seed.of(15))
    let requests = try (0..<400).map { _ in try request(&random) }
    var (certain, possible, missed, loads) = (0, 0, 0, 0)
    for _ in 0..<TestOptions.cases(200, long: 2000) {
      let text = chain(&random)
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))
      let rules = Resolution([tree]) { _ in nil }.rules
      let analysis = ChainAnalyzer(rules).analyze(ID(0), [.redundancy])
      let interpreter = Interpreter(ID(0), in: rules)
      for (entry, rule) in interpreter.chain.rules.enumerated()
      where rule.steps.contains(where: \.isLoad) {
        loads += 1
        var comesBack = false
        for request in requests where interpreter.reaches(entry, request) {
          guard case .loadURL(let handed)? = interpreter.performed(entry, request)?.last?.kind
          else {
            continue
          }
          let again = loaded(request, handed).map { interpreter.reaches(entry, $0) }
          // The value of a header that the web view sends is not known.
          if again.allSatisfy({ $0 }) { comesBack = true }
          if analysis.endlessLoads[entry]?.isCertain == true, again.contains(false) {
            Issue.record("rule \(entry) ends for \(request.url.normalized)\n\(text)")
          }
        }
        switch analysis.endlessLoads[entry]?.isCertain {
        case true?: certain += 1
        case false?: possible += 1
        case nil: if comesBack { missed += 1 }
        }
      }
    }
    print(
      "endless loads: \(loads) loads, \(certain) certain, \(possible) possible, \(missed) missed")
    #expect(certain > loads / 20 && possible > loads / 20)
    // A loop may be missed only because of values that are not known.
    #expect(missed < loads / 20)
  }
}
