import Automata
import Interpreter
import ParsedRules
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

@testable import Reachability

/// Tests conditions on the written form of a URL's part, combined with conditions on its decoded values.
@Suite struct URLPartPreimageTests {
  // MARK: Decoding

  private static let pieces = [
    "%", "%4", "%41", "%61", "%C3", "%A9", "%c3%a9", "%E2", "%82", "%AC", "%2F", "%5c", "%25",
    "%F0", "%9F", "%98%80", "%ED", "%A0", "%zz", "a", "4", "C3", "+", "/", "//", "=", "é",
  ]

  private static func text(_ dice: inout Dice) -> String {
    (0..<dice.roll(7)).map { _ in dice.pick(pieces) }.joined()
  }

  private static func canonicalPath(_ text: String) -> String {
    let components = text.utf8.split(separator: 0x2F).map {
      PercentEscapes.decode(String(decoding: $0, as: UTF8.self), as: .pathComponent)
    }
    return "/" + components.joined(separator: "/")
  }

  /// Tests that a text is in the preimage of a language exactly if its decoded form is in the language.
  @Test func preimagesAreWhatIsDecoded() throws {
    let context = AnalysisContext()
    let store = context.store
    let ways: [((String) -> String, (Language) -> Language)] = [
      ({ PercentEscapes.decode($0, as: .queryValue) }, context.preimages.query),
      ({ PercentEscapes.decode($0, as: .fragment) }, context.preimages.fragment),
      (Self.canonicalPath, context.preimages.path),
    ]
    var dice = Dice(5)
    var held = 0
    for _ in 0..<300 {
      let (text, other) = (Self.text(&dice), Self.text(&dice))
      for (decode, preimage) in ways {
        let decoded = decode(text)
        let literal = preimage(store.literal(decoded))
        #expect(store.contains(literal, text), "\(text) is \(decoded)")
        #expect(
          store.contains(literal, other) == (decode(other) == decoded), "\(text) \(other)")
        let part = Self.text(&dice)
        let inner = store.concatenation([.everything, store.literal(part), .everything])
        let language = dice.roll(2) == 0 ? inner : store.complement(inner)
        let isMember = store.contains(language, decoded)
        #expect(store.contains(preimage(language), text) == isMember, "\(text) \(part)")
        held += isMember ? 1 : 0
      }
    }
    #expect(held > 100 && held < 800)
  }

  /// Tests that preimages without members are proved empty despite the many sequences of escapes.
  @Test func preimagesOfAllTextsStaySmall() throws {
    let context = AnalysisContext()
    let store = context.store
    let before = store.steps
    let notA = store.difference(store.text, store.literal("a"))
    let ascii = store.repetition(store.bytes(0x21...0x7E))
    let written = store.intersection([ascii, context.preimages.query(notA)])
    #expect(try store.isEmpty(store.difference(ascii, written), .none) == false)
    let rest = store.difference(ascii, store.alternation([written, store.literal("a")]))
    #expect(try store.shortest(rest, .none).map { String(decoding: $0, as: UTF8.self) } == "%61")
    let more = store.difference(rest, store.literal("%61"))
    #expect(try store.isEmpty(more, .none))
    #expect(store.steps - before < 20_000, "\(store.steps - before)")
  }

  // MARK: Chains

  /// Conditions on several views of one text, with the requests for which they are true.
  private struct World {
    let requests: [Request]
    var truths: [(condition: String, bits: ChainUniverse.Bits)] = []

    init(_ conditions: [String], _ texts: [String]) throws {
      var seen: Set<String> = []
      requests = try texts.compactMap { text in
        let url = try #require(WebURL.parse(text), "\(text)")
        return seen.insert(url.normalized).inserted ? Request(url: url) : nil
      }
      let source = conditions.enumerated().map { "chain C\($0) { when \($1) cancel }\n" }
      let text = try RuleText(source.joined())
      for (index, condition) in conditions.enumerated() {
        let chain = try text.chain("C\(index)")
        var bits = ChainUniverse.Bits(requests.count)
        for (number, request) in requests.enumerated() where chain.matches(0, request) {
          bits[number] = true
        }
        truths.append((condition, bits))
      }
    }
  }

  private static func tails() -> [String] {
    let tokens = ["a", "b", "=", "&", "1", "%31", "+", "%61"]
    var queries = [""]
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { query in tokens.map { query + $0 } }
      queries += longest
    }
    queries += ["a=1&a=b", "a=b&a=1", "b=1&a=1", "a=1&b=1", "%61=%31&b", "a=1+1", "&&a=1", "a=%2B"]
    return [""] + queries.map { "?" + $0 }
  }

  private static let queryConditions = [
    #"url like "https://a.com/?a=1""#, #"url like "https://a.com/?*""#,
    #"url like "https://a.com/?*a=1*""#, #"url like "https://a.com/?a=*""#,
    #"url like "https://a.com/?*&*""#, #"url like "https://a.com/?*%31*""#,
    #"url like "https://a.com/?*=*=*""#, #"url like "https://a.com/?""#,
    #"url like "https://a.com/?*#*""#, #"url like "https://a.com/#a""#,
    #"url like "https://a.com/#%61""#, #"url like "https://a.com/#*""#,
    #"query.a == "1""#, #"query.a != "1""#, "exists query.a", #"query.a == """#, "exists query.b",
    #"query.b == "1""#, #"query.a in ["1", "b", " "]"#, #"query.a hasPrefix "1""#,
    #"query.a contains "a""#, #"query[""] == "1""#, "exists fragment", #"fragment == "a""#,
    #"fragment != "a""#,
  ]

  private static let restConditions = [
    #"url like "x:*""#, #"url like "x:**""#, #"url like "x:*a*""#, #"url like "x:**a**""#,
    #"url like "x:**?*""#, #"url like "x:**?a=1""#, #"url like "x:**#*""#, #"url like "x:*%61**""#,
    #"url like "x://h/**""#, #"url like "x:/**""#, #"path == "/a""#, #"path like "/a/*""#,
    #"path.count == 0"#, "exists path", #"path[1] == "a""#, "exists host", #"host == "h""#,
    "exists port", "port == 1", #"query.a == "1""#, "exists query.a", "exists fragment",
    #"fragment == "a""#, #"scheme == "x""#, #"host hasPrefix "h""#, "path.count > 2",
  ]

  private static func customURLs() -> [String] {
    var bodies = ["", "a", "a%61", "%61", "a/a", "1", "b a"]
    for path in ["/", "/a", "//a", "/a/", "/%61", "/a/a", "/a//b/1", "/b", "/a%2Fa", "/%61/%61"] {
      bodies += ["/." + path, "//" + path]
      if !path.hasPrefix("//") { bodies.append(path) }
      for host in ["h", "ha", "u@h", "u:p@h", "a@b", "h:1", "h:2", "u@h:1", "a"] {
        bodies += ["//\(host)\(path)", "//\(host)"]
      }
    }
    let tails = [
      "", "?", "?a", "?a=1", "?%61=1", "?b&a=1", "?a=%31#a", "#", "#a", "#%61", "#b", "?#", "?a=1#",
    ]
    return bodies.flatMap { body in tails.map { "x:" + body + $0 } }
  }

  @Test(.seeded) func queriesAndFragments() throws {
    let texts = Self.tails().flatMap { tail in
      ["", "#", "#a", "#%61", "#b"].map { "https://a.com/" + tail + $0 }
    }
    try check(World(Self.queryConditions, texts + ["https://b.com/", "x:a"]), seed: Seed.of(1))
  }

  @Test(.seeded) func customSchemes() throws {
    try check(World(Self.restConditions, Self.customURLs() + ["https://a.com/"]), seed: Seed.of(2))
  }

  /// Compares random chains with every request of the world.
  private func check(_ world: World, seed: UInt64) throws {
    var dice = Dice(seed)
    var (reached, dead) = (0, 0)
    for _ in 0..<Self.batches {
      let chains = (0..<100).map { _ in Self.chain(world, &dice) }
      let source = chains.enumerated().map { number, rules in
        "chain C\(number) {\n\(rules.map { "when \($0.text) cancel" }.joined(separator: "\n"))\n}\n"
      }
      let text = try RuleText(source.joined())
      let analyzer = ChainAnalyzer(text.rules)
      for (number, rules) in chains.enumerated() {
        let interpreter = try text.chain("C\(number)")
        var left = ChainUniverse.Bits.all(world.requests.count)
        for (entry, found) in analyzer.analyze(ID(number)).entries.enumerated() {
          let reaching = left & rules[entry].bits
          switch found {
          case .reachable(let witness):
            reached += 1
            let request = witness.request
            #expect(interpreter.reaches(entry, request), "\(entry) \(witness)\n\(source[number])")
          case .unreachable:
            dead += 1
            #expect(reaching.isEmpty, "\(entry) is reached\n\(source[number])")
          case .undecided(let why):
            Issue.record("\(entry) is undecided: \(why)\n\(source[number])")
          }
          left = left - rules[entry].bits
        }
      }
    }
    #expect(dead > reached / 10 && dead < reached * 2, "\(reached) \(dead)")
  }

  /// The number of batches of a hundred chains.
  private static let batches = TestOptions.cases(1, long: 4)

  /// A few rules of one to three parts each.
  private static func chain(
    _ world: World, _ dice: inout Dice
  ) -> [(text: String, bits: ChainUniverse.Bits)] {
    let pool = (0..<4).map { _ in dice.pick(world.truths) }
    return (0..<(2 + dice.roll(3))).map { _ in
      var texts: [String] = []
      var bits = ChainUniverse.Bits.all(world.requests.count)
      for _ in 0...dice.roll(3) {
        let part = dice.pick(pool)
        let isNegated = dice.roll(3) == 0
        texts.append(isNegated ? "!(\(part.condition))" : part.condition)
        bits = bits & (isNegated ? ~part.bits : part.bits)
      }
      return (texts.joined(separator: " && "), bits)
    }
  }
}
