import Foundation
import ParsedRules
import Reachability
import Requests
import Semantics
import TestSupport
import Testing

/// Compares the analysis with z3, an independent solver.
@Suite struct SolverTests {
  indirect enum Tree: Sendable {
    /// A condition in the rule language, and in the form for the solver.
    case part(String, String)
    case not(Tree)
    case all([Tree])
    case any([Tree])

    var text: String {
      switch self {
      case .part(let text, _): text
      case .not(let inner): "!(\(inner.text))"
      case .all(let parts): "(\(parts.map(\.text).joined(separator: " && ")))"
      case .any(let parts): "(\(parts.map(\.text).joined(separator: " || ")))"
      }
    }

    var json: String {
      switch self {
      case .part(_, let json): json
      case .not(let inner): #"{"not":\#(inner.json)}"#
      case .all(let parts): #"{"and":[\#(parts.map(\.json).joined(separator: ","))]}"#
      case .any(let parts): #"{"or":[\#(parts.map(\.json).joined(separator: ","))]}"#
      }
    }
  }

  static let subjects = [
    "path": "path", "host": "host", "scheme": "scheme", "query": "query.q",
    "page host": "page.host", "page query": "page.query.q", "mime": "mime", "server": "server",
    "token": "token", "home scheme": "home.scheme", "home host": "home.host",
    "home path": "home.path", "source scheme": "source.scheme", "source host": "source.host",
  ]

  /// The conditions from which the rules of a chain are chosen.
  enum Pool: String, CaseIterable {
    case requests, responses
    /// Values that the app gives, given origins, and the page that makes the request.
    case values

    var kind: ChainKind { self == .responses ? .responses : .requests }

    /// The conditions that other pools do not have.
    var own: [Tree] {
      switch self {
      case .requests: pool
      case .responses: responsePool
      case .values: valuePool
      }
    }
  }

  static func same(_ subject: String, _ other: String) -> Tree {
    .part(
      "\(subjects[subject]!) == \(subjects[other]!)",
      #"{"part":"\#(subject)","is":"same","other":"\#(other)"}"#)
  }

  static func part(_ subject: String, _ question: String, _ text: String) -> Tree {
    let word =
      switch question {
      case "equal": "=="
      case "prefix": "hasPrefix"
      case "suffix": "hasSuffix"
      default: question
      }
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
    let literal =
      question == "matches"
      ? "/\(text.replacingOccurrences(of: "/", with: "\\/"))/" : "\"\(escaped)\""
    return .part(
      question == "exists"
        ? "exists \(subjects[subject]!)" : "\(subjects[subject]!) \(word) \(literal)",
      #"{"part":"\#(subject)","is":"\#(question)","text":"\#(escaped)"}"#)
  }

  /// - Parameter expression: a regular expression for the texts that differ from the text only in case.
  static func caseless(
    _ subject: String, _ sign: String, _ text: String, _ expression: String
  ) -> Tree {
    .part(
      "\(subjects[subject]!) \(sign) \"\(text)\" ignoring case",
      #"{"part":"\#(subject)","is":"matches","text":"\#(expression)"}"#)
  }

  static func component(_ index: Int, _ text: String) -> Tree {
    .part(
      #"path[\#(index)] == "\#(text)""#,
      #"{"part":"path","is":"component","index":\#(index),"text":"\#(text)"}"#)
  }

  static func status(_ sign: String, _ number: Int) -> Tree { self.number("status", sign, number) }

  static func number(_ subject: String, _ sign: String, _ number: Int) -> Tree {
    .part(
      "\(subject.replacing(" ", with: ".")) \(sign) \(number)",
      #"{"number":"\#(subject)","is":"\#(sign)","value":\#(number)}"#)
  }

  static func sameNumber(_ subject: String, _ other: String) -> Tree {
    .part(
      "\(subject.replacing(" ", with: ".")) == \(other.replacing(" ", with: "."))",
      #"{"number":"\#(subject)","is":"same","other":"\#(other)"}"#)
  }

  /// Returns a test that the value is in the list of the app, or that a pattern in the list matches it.
  static func listed(_ subject: String, isLike: Bool = false) -> Tree {
    .part(
      "\(subjects[subject]!) \(isLike ? "like patterns" : "in names")",
      #"{"part":"\#(subject)","is":"\#(isLike ? "like" : "listed")"}"#)
  }

  static func origin(_ text: String, of other: String) -> Tree {
    .part(text, #"{"origin":"url","of":"\#(other)"}"#)
  }

  /// The conditions about values of the app and about the page that makes the request.
  static let valuePool: [Tree] =
    [
      same("host", "server"), same("query", "token"), same("server", "token"),
      part("server", "equal", "a.com"), part("server", "exists", ""), part("token", "equal", ""),
      part("server", "suffix", ".com"), part("token", "matches", #"\d*"#),
    ]
    + [
      same("host", "home host"), same("scheme", "home scheme"), part("home host", "equal", "a.com"),
      part("home scheme", "exists", ""), part("home path", "prefix", "/s"),
      origin("url in Own", of: "home"), origin("url in home.origin", of: "home"),
      .not(origin("url in Own", of: "home")),
      .part(
        "path hasPrefix home.path", #"{"part":"path","is":"starts","other":"home path"}"#),
    ]
    + [
      listed("host"), listed("page host"), listed("server"), listed("host", isLike: true),
      listed("page host", isLike: true), origin("url in Partners", of: "pages"),
      origin("url in pages.origin", of: "pages"),
    ]
    + [
      sameNumber("port", "limit"), sameNumber("limit", "room"), sameNumber("port", "home port"),
      number("limit", "<", 90), number("room", ">=", 81), number("port", "==", 81),
      .part("exists room", #"{"number":"room","is":"exists"}"#),
    ]
    + [
      .part("source == main", #"{"flag":"source main"}"#),
      .part("exists source", #"{"flag":"exists source"}"#),
      .part(
        "source != main",
        #"{"and":[{"flag":"exists source"},{"not":{"flag":"source main"}}]}"#),
      origin("url in source.origin", of: "source"), same("host", "source host"),
      part("source scheme", "equal", "https"), part("source host", "exists", ""),
      part("source host", "suffix", "a.com"), sameNumber("port", "source port"),
    ]

  /// The conditions that only responses have.
  static let responsePool: [Tree] =
    [
      status("==", 200), status("!=", 404), status(">=", 400), status("<", 300), status(">", 999),
      status("<=", 100), flag("displayable"),
      .part("exists status", #"{"number":"status","is":"exists"}"#),
    ]
    + ["text/html", "application/pdf"].map { part("mime", "equal", $0) }
    + [
      part("mime", "prefix", "text/"), part("mime", "suffix", "/html"), part("mime", "exists", ""),
    ]
    + [part("mime", "matches", #"[a-z]+/(html|pdf)"#), part("mime", "contains", "HTML")]

  static func flag(_ name: String) -> Tree { .part(name, #"{"flag":"\#(name)"}"#) }

  static let pool: [Tree] =
    ["/shop", "/shop/new", "/s", "/"].map { part("path", "equal", $0) }
    + ["/s", "/shop/", "/a"].map { part("path", "prefix", $0) }
    + ["new", "/1", "p"].map { part("path", "suffix", $0) }
    + ["ho", "/new", "7"].map { part("path", "contains", $0) }
    + [
      #"/shop/\d+"#, #"/(shop|sale)/[a-z]+"#, #"/[a-z]{2,4}(/[a-z0-9]+)?"#,
      #"(/[a-z]+){2}"#,
    ].map { part("path", "matches", $0) }
    + [component(1, "shop"), component(1, "sale"), component(2, "new"), part("path", "exists", "")]
    + [
      part("host", "equal", "a.com"), part("host", "suffix", ".a.com"), part("host", "exists", ""),
    ]
    + [part("host", "matches", #"[a-z]+\.com"#), part("host", "contains", "sh")]
    + ["https", "http", "tel"].map { part("scheme", "equal", $0) }
    + [part("query", "exists", ""), part("query", "equal", ""), part("query", "equal", "12")]
    + [part("query", "matches", #"\d*"#), part("query", "prefix", "1")]
    + [
      caseless("query", "==", "Ab", #"[aA][bB]"#), part("query", "equal", "ab"),
      caseless("query", "hasPrefix", "NEW", #"[nN][eE][wW].*"#),
      caseless("query", "contains", "b", #".*[bB].*"#), part("query", "contains", "B"),
    ]
    + [flag("f"), flag("g")]
    + [
      same("host", "page host"), same("host", "page host"), same("query", "page query"),
      same("query", "host"), part("page host", "equal", "a.com"),
      part("page query", "matches", #"\d*"#), part("page query", "exists", ""),
    ]

  /// - Returns: the rules, and whether each of them covers.
  static func chain(_ dice: inout Dice, _ from: Pool) -> [(tree: Tree, covers: Bool)] {
    let few = (0..<5).map { _ in
      dice.pick(from != .requests && dice.roll(from == .values ? 4 : 2) != 1 ? from.own : pool)
    }
    func tree(_ depth: Int) -> Tree {
      switch dice.roll(depth == 0 ? 2 : 6) {
      case 0, 1: dice.pick(few)
      case 2: .not(tree(depth - 1))
      case 3, 4: .all((0..<2).map { _ in tree(depth - 1) })
      default: .any((0..<2).map { _ in tree(depth - 1) })
      }
    }
    return (0..<(3 + dice.roll(3))).map { _ in (tree(2), dice.roll(5) > 0) }
  }

  static let declarations = """
    flag f
    flag g
    action note
    value server: String?
    value token: String
    value home: URL
    value names: [String]
    value patterns: [String]
    value pages: [URL]
    value limit: Int
    value room: Int?
    origin Own = home
    origin Partners = pages

    """

  /// Tests invariants. `never cancel when C` is broken for a rule if a rule with `C` and its condition would be reached
  /// in its place.
  @Test(.seeded, arguments: Pool.allCases) func randomInvariants(_ pool: Pool) throws {
    guard let python = Tool.python(with: "z3-solver", for: "agreement with z3") else { return }
    var dice = Dice(Seed.of(5))
    let count = TestOptions.cases(12, long: 300)
    let chains = (0..<count).map { _ in Self.chain(&dice, pool) }
    // The conditions come from several rules, so that some claims hold.
    let asked = chains.map { rules in
      Tree.all(
        (0..<(1 + dice.roll(3))).map { _ in
          let tree = rules[dice.roll(rules.count)].tree
          return dice.roll(2) == 0 ? .not(tree) : tree
        })
    }
    let scope = pool.kind == .responses ? "responses " : ""
    let source = chains.enumerated().map { index, rules in
      let lines = rules.map {
        "when \($0.tree.text) \($0.covers ? "cancel" : "perform note continue")"
      }
      return "\(pool.kind.rawValue) C\(index) {\nframes all\n\(lines.joined(separator: "\n"))\n}\n"
        + "invariant I\(index) for \(scope)C\(index) { never cancel when \(asked[index].text) }\n"
    }
    let text = try RuleText(Self.declarations + source.joined())
    // The question about each rule that cancels is a chain of the rules before it, and of the rule with the condition
    // of the claim.
    let questions = chains.indices.flatMap { index in
      chains[index].indices.filter { chains[index][$0].covers }.map { place in
        var rules = Array(chains[index][...place])
        rules[place].tree = .all([asked[index], rules[place].tree])
        return rules
      }
    }
    let answers = try Self.solved(questions, python)
    var next = 0
    var (sat, unsat, undecided) = (0, 0, 0)
    for (index, proof) in InvariantProver.proofs(text.rules).enumerated() {
      let own = answers[next..<(next + chains[index].count { $0.covers })].compactMap(\.last)
      next = next + own.count
      switch proof.verdicts[0] {
      case .holds:
        unsat += 1
        #expect(!own.contains("sat"), "\(source[index])")
      case .broken:
        sat += 1
        #expect(own.contains { $0 != "unsat" }, "\(source[index])")
      case .undecided: undecided += 1
      }
    }
    print("z3: \(sat) invariants of \(pool) broken, \(unsat) hold, \(undecided) undecided")
    #expect(sat > count / 8 && unsat > count / 8)
    #expect(undecided <= (pool == .values ? max(2, count / 30) : 0))
  }

  /// Returns the answers of z3 for each rule of the chains.
  private static func solved(
    _ chains: [[(tree: Tree, covers: Bool)]], _ python: URL
  ) throws -> [[String]] {
    let questions = chains.map { rules in
      "["
        + rules.map { #"{"condition":\#($0.tree.json),"covers":\#($0.covers)}"# }
        .joined(separator: ",") + "]"
    }
    let solved = try ProcessRunner.run(
      python, [TestPackage.url("Tests/Solver/reachability.py").path],
      input: Data("[\(questions.joined(separator: ","))]".utf8), errors: .apart, timeLimit: 1_200)
    try #require(solved.status == 0, "\(solved.errors)")
    let answers = try JSONDecoder().decode([[String]].self, from: solved.outputData)
    try #require(answers.count == chains.count)
    return answers
  }

  @Test(.seeded, arguments: Pool.allCases) func randomChains(_ pool: Pool) throws {
    guard let python = Tool.python(with: "z3-solver", for: "agreement with z3") else { return }
    var dice = Dice(Seed.of(3))
    let count = TestOptions.cases(12, long: 300)
    let chains = (0..<count).map { _ in Self.chain(&dice, pool) }
    let source = chains.enumerated().map { index, rules in
      let lines = rules.map {
        "when \($0.tree.text) \($0.covers ? "cancel" : "perform note continue")"
      }
      return "\(pool.kind.rawValue) C\(index) {\n\(lines.joined(separator: "\n"))\n}\n"
    }
    let text = try RuleText(Self.declarations + source.joined())
    let analyzer = ChainAnalyzer(text.rules)
    let answers = try Self.solved(chains, python)
    var counts: [String: Int] = [:]
    for (index, rules) in chains.enumerated() {
      let analysis = analyzer.analyze(ID(index), [.interpreted])
      for (entry, answer) in answers[index].enumerated() {
        counts[answer, default: 0] += 1
        let ours =
          switch analysis.entries[entry] {
          case .reachable: "sat"
          case .unreachable: "unsat"
          case .undecided: "undecided"
          }
        if answer == "unknown" { continue }
        // Comparisons of several values may end undecided.
        if pool == .values, ours == "undecided" {
          counts["undecided", default: 0] += 1
          continue
        }
        #expect(
          ours == answer,
          "rule \(entry) of\n\(rules.map(\.tree.text).joined(separator: "\n"))")
      }
    }
    print(
      "z3: \(chains.count) \(pool); \(counts["sat", default: 0]) rules reachable,",
      "\(counts["unsat", default: 0]) not, \(counts["unknown", default: 0]) without an answer,",
      "\(counts["undecided", default: 0]) undecided")
    #expect(counts["unsat", default: 0] > count / 3 && counts["sat", default: 0] > count / 3)
    #expect(counts["unknown", default: 0] < count / 3)
    #expect(counts["undecided", default: 0] <= max(2, count / 30))
  }
}
