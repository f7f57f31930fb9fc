import ParsedRules
import Reachability
import Semantics
import Testing
import Text

/// Tests a chain that is analyzed again after each edit.
@Suite struct ChainSessionTests {
  /// The findings about one rule, without the request that shows that a rule is reachable.
  private struct Findings: Equatable {
    var reachability: String
    var cover: [Int]
    var redundant: Int?
    var alwaysTrue: [Location]
    var isUnsafe: Bool
    var loadsEndlessly: Bool
  }

  private func findings(_ analysis: ChainAnalysis) -> [Findings] {
    analysis.entries.indices.map { entry in
      let (reachability, cover) =
        switch analysis.entries[entry] {
        case .reachable: ("reachable", [Int]())
        case .undecided: ("undecided", [])
        case .unreachable(.shadowed(let cover)): ("shadowed", cover.map(\.entry))
        case .unreachable(.contradictory): ("contradictory", [])
        case .unreachable(.frames): ("frames", [])
        }
      return Findings(
        reachability: reachability, cover: cover, redundant: analysis.redundant[entry],
        alwaysTrue: analysis.alwaysTrue[entry], isUnsafe: analysis.unsafe[entry] != nil,
        loadsEndlessly: analysis.endlessLoads[entry] != nil)
    }
  }

  static let pathOfOneHost = #"when host == "example.com" && path[1] == "x" cancel"#

  @Test(arguments: [
    // The request `https://example.com/` shows that `path[1]` is not always true.
    [
      pathOfOneHost,
      #"when host == "example.com" && !(path[1] == "x") download"# + "\n" + pathOfOneHost,
      pathOfOneHost,
    ],
    [
      pathOfOneHost,
      #"when path == "/" download"# + "\n" + pathOfOneHost,
      #"when host == "example.com" && path == "/" download"# + "\n" + pathOfOneHost,
    ],
    // The recorded request of the last rule is lost, and another request reaches the rule.
    [
      #"when path hasPrefix "/a" cancel"#,
      #"when path == "/a" download"# + "\n" + #"when path hasPrefix "/a" cancel"#,
      #"when path hasPrefix "/" download"# + "\n" + #"when path hasPrefix "/a" cancel"#,
      #"when path hasPrefix "/a" cancel"#,
    ],
    // The rule after a redundant one changes.
    [
      #"when path == "/a" cancel when path hasPrefix "/" cancel"#,
      #"when path == "/a" cancel when path hasPrefix "/" download"#,
      #"when path == "/a" cancel when path == "/a" download when path hasPrefix "/" cancel"#,
      #"when path == "/a" cancel when path hasPrefix "/" cancel"#,
    ],
    // The rule after another one is removed after rules were inserted before it, or removed.
    [
      #"when path == "/a" allow when path hasPrefix "/" download"#,
      #"when path == "/a" allow when path == "/b" cancel when path hasPrefix "/" download"#,
      #"when path == "/a" allow when path == "/b" cancel"#,
    ],
    [
      #"when path == "/a" allow when path == "/b" cancel when path hasPrefix "/" download"#,
      #"when path == "/a" allow when path hasPrefix "/" download"#,
      #"when path == "/a" allow"#,
    ],
    // A new rule takes the only requests that show that the second of these rules is not redundant.
    [
      #"when path hasPrefix "/a" cancel when path == "/a/b" download when path hasPrefix "/a" cancel"#,
      #"when path == "/a/b" allow when path hasPrefix "/a" cancel when path == "/a/b" download when path hasPrefix "/a" cancel"#,
    ],
    // The first rule that tests the path takes requests that were recorded before.
    [
      #"when host == "a.com" download when host == "a.com" && method == "POST" cancel"#,
      #"when path matches /\/.*/ allow when host == "a.com" download when host == "a.com" && method == "POST" cancel"#,
    ],
    // The removed rule has kept another rule from unsafe URLs, or from loading its own URL again.
    [
      #"when scheme in ["blob", "data", "file", "javascript"] cancel when exists fragment open url cancel"#,
      "when exists fragment open url cancel",
    ],
    [
      #"when frame == main allow when scheme == "https" load url cancel"#,
      #"when scheme == "https" load url cancel"#,
    ],
  ])
  func equalsAFreshAnalysis(_ versions: [String]) throws {
    let session = ChainSession()
    for version in versions {
      let rules = try RuleText(items: version + "\notherwise allow").rules
      let edited = try #require(session.analyze(rules, nil))
      #expect(findings(edited[0]) == findings(ChainAnalyzer(rules).analyze(ID(0))), "\(version)")
    }
  }

  /// Tests that an edit solves few rules again, even if a broad rule shadows half of them.
  @Test(arguments: [
    #"path == "/new""#, #"url == "https://a.example/new""#, #"header["X"] == "new""#,
    "frame == new",
  ])
  func editSolvesFewRules(_ condition: String) throws {
    var lines = (0..<100).map { #"when path == "/r\#($0)" cancel"# }
    lines[3] = #"when header["X"] == "old" cancel"#
    lines.insert(#"when path like "/**" download"#, at: 50)
    let session = ChainSession()
    func solved() throws -> Int {
      var count = 0
      let rules = try RuleText(items: lines.joined(separator: "\n") + "\notherwise allow").rules
      let found = try #require(
        session.analyze(rules, nil) {
          count += 1
          return false
        })
      #expect(findings(found[0]) == findings(ChainAnalyzer(rules).analyze(ID(0))))
      return count
    }
    #expect(try solved() == 101)
    lines[3] = "when \(condition) cancel"
    #expect(try solved() < 5)
    lines[3] = ""
    #expect(try solved() < 5)
  }

  /// Tests that each attempt continues where the last one was interrupted, also after an edit.
  @Test(arguments: [false, true]) func interruptedAnalysisContinues(_ edits: Bool) throws {
    var lines = (0..<40).map { #"when path == "/r\#($0)" cancel"# }
    lines.insert(#"when path == "/r7" download"#, at: 9)
    let session = ChainSession()
    var attempts = 0
    while true {
      let rules = try RuleText(items: lines.joined(separator: "\n") + "\notherwise allow").rules
      var calls = 0
      attempts += 1
      let found = session.analyze(rules, nil) {
        calls += 1
        return calls == 5
      }
      if let found {
        #expect(findings(found[0]) == findings(ChainAnalyzer(rules).analyze(ID(0))))
        break
      }
      try #require(attempts < 20)
      if edits { lines[1] = #"when path == "/e\#(attempts)" cancel"# }
    }
    // An attempt decides four or five rules, and one of them again after an edit.
    #expect((8...14).contains(attempts), "\(attempts) attempts for 42 rules")
  }

  /// Tests that results about one chain do not shorten the analysis of another one, since verdicts would then depend on
  /// the order of the chains.
  @Test func chainsAreAnalyzedIndependently() throws {
    let rules = (0..<40).map {
      #"when path matches /\/[a-z]*[a-z0-9]{\#(5 + $0 % 7)}k\#($0)z/ cancel"#
    }
    .joined(separator: "\n")
    let text = try RuleText("handler H {\n\(rules)\n}\nchain A { use H }\nchain B { use H }\n")
    func steps(_ chains: [Int]) -> [Int] {
      let analyzer = ChainAnalyzer(text.rules)
      return chains.map { chain in
        let before = analyzer.steps
        _ = analyzer.analyze(ID(chain))
        return analyzer.steps - before
      }
    }
    #expect(steps([0, 1, 0]) == steps([0, 0, 1]))
    #expect(Set(steps([0, 1])).count == 1)
  }
}
