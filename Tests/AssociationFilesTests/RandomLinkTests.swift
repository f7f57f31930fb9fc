import Interpreter
import RandomRules
import Reachability
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

@testable import AssociationFiles

/// Compares random files with the oracle. The decisions about every URL of a small universe and the verdicts of the
/// analysis must agree.
@Suite struct RandomLinkTests {
  private static let variables = ["v": ["a", "b?", "/"], "w": ["ab", "*b"]]

  private static let urls: [WebURL] = {
    let paths = [
      "", "/a", "/a/", "/A", "/ab", "/a/b", "/b/a/", "/a//b", "//a", "/%61", "/a%2Fb", "/aab",
      "/a%2F", "/%", "/%b", "/%bb", "/%C3%A9", "/a%C3",
    ]
    let queries = [
      "", "?", "?k=a", "?k", "?k=a&k=b", "?K=ab", "?j=a&k=ab", "?%6B=%61", "?kk=a&&k%=a",
      "?k=%&j=%61",
    ]
    let fragments = ["", "#", "#a", "#%41b%", "#Ab"]
    return paths.flatMap { path in
      queries.flatMap { query in
        fragments.compactMap { WebURL.parse("https://x.example" + path + query + $0) }
      }
    }
  }()

  private struct Source {
    var random: RandomChoice

    mutating func pattern(_ tokens: [String], upTo count: Int) -> String {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        tokens.randomElement(using: &random) ?? ""
      }.joined()
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func component() -> LinkOracle.Component {
      var component = LinkOracle.Component()
      let text = ["a", "b", "*", "?", "A", "ab", "$(v)", "$(w)", "$(none)"]
      if chance(80) {
        component.path = (chance(70) ? "/" : "") + pattern(text + ["/", "/", "/*"], upTo: 4)
      }
      if chance(20) {
        component.query = pattern(text + ["k=", "&"], upTo: 3)
      } else if chance(30) {
        for key in ["k", "j", "K", "kk"] where chance(40) {
          component.items[key] = pattern(text, upTo: 2)
        }
      }
      if chance(25) { component.fragment = pattern(text, upTo: 2) }
      component.isExcluded = chance(35)
      component.isCaseSensitive = chance(75)
      component.isEncoded = chance(75)
      return component
    }
  }

  @Test(.seeded) func filesAreDecidedAsTheOracleDecides() throws {
    var seed = Seed.of(1)
    var counts = (unreachable: 0, reachable: 0, undecided: 0, decided: 0)
    for _ in 0..<TestOptions.cases(16, long: 3_000) {
      seed &+= 1
      var source = Source(random: RandomChoice(seed: seed))
      let components = (0..<Int.random(in: 1...6, using: &source.random)).map { _ in
        source.component()
      }
      let values = Self.variables.map { name, list in
        "\"\(name)\": [\(list.map { "\"\($0)\"" }.joined(separator: ", "))]"
      }.sorted().joined(separator: ", ")
      let file = LinkFile(
        components: components.map(\.json).joined(separator: ",\n"),
        more: "\"substitutionVariables\": {\(values)},")
      let oracle = LinkOracle(variables: Self.variables)
      let text = components.map(\.json).joined(separator: "\n")
      let interpreter = Interpreter(ID(0), in: file.file.rules)
      var reached: Set<Int> = []
      for url in Self.urls.shuffled(using: &source.random).prefix(400) {
        let expected = components.firstIndex { oracle.matches($0, url) }
        let found = interpreter.decide(Request(url: url)).entry
        #expect(found == expected, "seed \(seed): \(url.href)\n\(text)")
        if found != expected { return }
        if let found { reached.insert(found) }
        counts.decided += 1
      }
      let analysis = ChainAnalyzer(file.file.rules).analyze(ID(0))
      for (entry, verdict) in analysis.entries.enumerated() {
        switch verdict {
        case .reachable(let witness):
          counts.reachable += 1
          let first = components.firstIndex { oracle.matches($0, witness.request.url) }
          #expect(
            first == entry, "seed \(seed): witness \(witness.request.url.href) of \(entry)\n\(text)"
          )
        case .unreachable:
          counts.unreachable += 1
          #expect(!reached.contains(entry), "seed \(seed): \(entry) is reached\n\(text)")
        case .undecided: counts.undecided += 1
        }
      }
    }
    #expect(counts.decided > 5_000 && counts.reachable > 20 && counts.unreachable > 3)
    #expect(counts.undecided * 100 <= counts.reachable, "\(counts)")
    print("links:", counts)
  }
}
