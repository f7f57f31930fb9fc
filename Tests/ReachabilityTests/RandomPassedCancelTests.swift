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

/// Compares findings about rules that cancel only with an argument of the page, and about loads of forms, in random
/// chains, with the interpreter on requests of a small universe.
@Suite struct RandomPassedCancelTests {
  private static let conditions = [
    #"host == "a.com""#, #"host != "a.com""#, #"path[1] == "a""#, #"path like "/a/{text}""#,
    "exists query.k", "!exists query.k", #"query.k == "1""#, "exists path[2]", "isHome",
    #"method == "POST""#, #"header["X-A"] == "1""#, "exists fragment", "true",
  ]

  private static let steps = [
    "perform note(id: query.k) cancel", "perform count(of: query.k) cancel",
    "perform count(of: path[2]) cancel", "perform note(id: header[\"X-A\"]) cancel",
    "perform note(id: query.k) perform count(of: query.j) cancel",
    "perform maybe(id: query.k) cancel", "perform note(id: token) cancel",
    "perform note(id: page.host) cancel", "present S(id: query.k) cancel",
    "attempt ask(id: query.k) cancel", "open url setting query.k = query.j cancel",
    "load url setting query.a = query.j cancel", "perform note(id: fragment) cancel",
    "allow", "cancel", "download", "perform note(id: query.k) continue", "load url cancel",
  ]

  private static func chain(_ random: inout RandomChoice) -> String {
    var lines: [String] = []
    for _ in 0..<(1 + random.below(5)) {
      let parts = (0..<(1 + random.below(2))).map { _ in random.one(of: conditions) }
      let condition = parts.joined(separator: random.once(in: 4) ? " || " : " && ")
      lines.append("  when \(condition) \(random.one(of: steps))\n")
    }
    let last = random.one(of: ["", "  otherwise allow\n", "  otherwise cancel\n"])
    return """
      flag isHome
      value token: String?
      screen S(id: String)
      action note(id: String)
      action count(of: Int)
      action maybe(id: String?)
      action ask(id: String) -> Bool
      chain C {
      \(lines.joined())\(last)}

      """
  }

  private static func request(_ random: inout RandomChoice) throws -> Request {
    let text =
      "https://" + random.one(of: ["a.com", "b.com"])
      + random.one(of: ["/", "/a", "/a/1", "/a/x", "/b/1", "/b"])
      + random.one(of: ["", "?k=1", "?k=x", "?j=1", "?j=x&k=1", "?k=2&j=2"])
      + random.one(of: ["", "#x"])
    var request = Request(url: try #require(WebURL.parse(text)))
    if random.once(in: 3) { request.settings.set(.frame, .choice(.frame(.new))) }
    if random.once(in: 3) { request.settings.set(.method, .string("POST")) }
    if random.once(in: 2) { request.settings.set(.flag(ExactString("isHome")), .bool(true)) }
    if random.once(in: 2) { request.settings.set(.header(ExactString("x-a")), .string("1")) }
    if random.once(in: 2) { request.settings.setPage(WebURL.parse("https://a.com/")) }
    if random.once(in: 2) {
      request.settings.set(
        .value(AppValueKey(ExactString("token"), .string, isOptional: true)), .string("t"))
    }
    return request
  }

  @Test(.seeded) func agreesWithTheInterpreter() throws {
    var random = RandomChoice(seed: Seed.of(52))
    let requests = try (0..<300).map { _ in try Self.request(&random) }
    var (passed, stopped, bodies) = (0, 0, 0)
    for _ in 0..<TestOptions.cases(80, long: 3000) {
      let text = Self.chain(&random)
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))
      let rules = Resolution([tree]) { _ in nil }.rules
      let analysis = ChainAnalyzer(rules).analyze(ID(0), [.redundancy])
      let interpreter = Interpreter(ID<Chain>(0), in: rules)
      for (entry, rule) in interpreter.chain.rules.enumerated() {
        guard case .reachable = analysis.entries[entry] else { continue }
        let witness = analysis.passedCancels[entry]
        if let witness {
          passed += 1
          #expect(Self.passes(entry, rule, witness.request, interpreter), "\(entry)\n\(text)")
        } else if rule.decision == .cancel {
          stopped += 1
          let missed = requests.first { Self.passes(entry, rule, $0, interpreter) }
          #expect(missed == nil, "\(entry) \(missed?.url.normalized ?? "")\n\(text)")
        }
        let losesBody = requests.contains {
          $0.method != "GET" && interpreter.reaches(entry, $0)
            && rule.steps.contains(where: \.isLoad)
        }
        if let witness = analysis.lostBodies[entry] {
          bodies += 1
          let outcome = interpreter.performed(entry, witness.request)
          #expect(interpreter.reaches(entry, witness.request), "\(entry)\n\(text)")
          #expect(outcome?.last { $0.kind.verb == "load" }?.kind.handed?.losses.body == true)
        } else {
          #expect(!losesBody, "\(entry) loses a body\n\(text)")
        }
      }
    }
    print("cancels: \(passed) passed, \(stopped) not; \(bodies) lost bodies")
    #expect(passed > 5 && stopped > 20 && bodies > 5)
  }

  /// Returns whether the rule fails to cancel the request only because an argument of the page is missing, and no other
  /// rule cancels it.
  private static func passes(
    _ entry: Int, _ rule: Rule, _ request: Request, _ interpreter: Interpreter
  ) -> Bool {
    if rule.decision != .cancel || rule.isAttempt || rule.steps.contains(where: \.isShown) {
      return false
    }
    let outcome = interpreter.decide(request)
    if outcome.decision == .cancel { return false }
    for tried in outcome.tried where tried.entry == entry {
      if case .unusable(let unusable) = tried.result {
        if case .input(.value)? = unusable.subject { return false }
        return true
      }
    }
    return false
  }
}

extension Step {
  fileprivate var isShown: Bool { ["present", "push"].contains(kind.verb) }
}
