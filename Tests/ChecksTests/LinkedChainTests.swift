import AssociationFiles
import Diagnostics
import Interpreter
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

@testable import Checks

/// Tests `unhandled-link` and `excluded-link`, which compare an app's universal links with a chain.
struct LinkedChainTests {
  private struct Pair {
    let rules: RuleSet
    let link: LinkChain
    let findings: [Finding]

    init(components: String, rules text: String, severities: Severities = Severities()) throws {
      let file = SourceFile(
        name: "links",
        text:
          #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.a"], "components": [\#(components)]}]}}"#
      )
      let trees = [SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))]
      let resolution = Resolution(trees) { _ in nil }
      try #require(resolution.faults.isEmpty && trees[0].faults.isEmpty)
      rules = resolution.rules
      link = try #require(AssociationFile(file).chains.first)
      findings = LinkedChain(link, of: file, host: "shop.example")
        .findings(rules, ID(0), severities)
      for finding in findings {
        let faults = FindingForm.faults(finding)
        #expect(faults.isEmpty, "\(faults)")
      }
    }

    var codes: [String] { findings.map(\.code) }
  }

  private static let patterns = [
    "unhandled-link": #"{"/": "/product/*"}"#,
    "excluded-link": #"{"/": "/product/*", "exclude": true}, {"/": "/help"}"#,
  ]

  @Test(arguments: ["unhandled-link", "excluded-link"]) func examplesOfThePage(code: String) throws
  {
    let page = try #require(Check.named(code)).page.text
    for (fence, expected) in [("```bascule wrong\n", [code]), ("```bascule right\n", [])] {
      let start = try #require(page.firstRange(of: fence)).upperBound
      let end = try #require(page[start...].firstRange(of: "```")).lowerBound
      let pair = try Pair(
        components: try #require(Self.patterns[code]), rules: String(page[start..<end]))
      #expect(pair.codes == expected)
      #expect(pair.findings.allSatisfy { $0.witness?.contains("https://shop.example/") == true })
    }
  }

  @Test(arguments: [
    // Only https requests of the app's host count.
    (#"{"/": "/a"}"#, #"when path == "/a" && scheme == "https" cancel"#, 0),
    (
      #"{"/": "/a"}"#,
      #"when path == "/a" && host == "shop.example" && navigation == other cancel"#, 0
    ),
    (#"{"/": "/a"}"#, #"when path == "/a" && navigation == linkActivated cancel"#, 1),
    (#"{"/": "/a"}"#, #"when path == "/a" && frame == new cancel"#, 1),
    (#"{"/": "/a"}"#, #"when path == "/a" && port == 8443 cancel"#, 1),
    (#"{"/": "/a"}"#, #"when path == "/a" && isHome cancel"#, 1),
    // URLs that are excluded, or that an earlier pattern matches, are no links of the pattern.
    (
      #"{"/": "/a", "?": {"k": "?*"}, "exclude": true}, {"/": "/a"}"#,
      "when path == \"/a\" && (query.k == \"\" || !exists query.k) cancel",
      // The witness is `?k=a&k`, since each occurrence of a repeated key must match.
      1
    ),
    (
      #"{"/": "/a", "?": {"k": "?*"}, "exclude": true}, {"/": "/a", "?": "k="}"#,
      #"when path == "/a" && query.k == "" cancel"#, 0
    ),
    (#"{"/": "/a/*", "exclude": true}, {"/": "/*"}"#, #"when path[1] != "a" cancel"#, 1),
    (#"{"/": "/a/*", "exclude": true}, {"/": "/?*"}"#, #"when exists path[1] cancel"#, 0),
    (#"{"/": "/*"}"#, "when true cancel", 0),
    (#"{"/": "/a"}, {"/": "/b"}"#, #"when path == "/c" cancel"#, 2),
  ])
  func linksWithoutARule(components: String, rules: String, count: Int) throws {
    let pair = try Pair(
      components: components, rules: "flag isHome\nchain Default { \(rules) otherwise allow }")
    #expect(pair.codes == Array(repeating: "unhandled-link", count: count))
  }

  @Test func severitiesApply() throws {
    var severities = Severities()
    severities["unhandled-link"] = .error
    let pair = try Pair(
      components: #"{"/": "/a"}"#, rules: "chain Default { otherwise allow }",
      severities: severities)
    #expect(pair.findings.map(\.severity) == [.error])
  }

  /// Tests that each verdict agrees with the interpreters of both chains, for every URL of a small universe.
  @Test func verdictsAgreeWithInterpreters() throws {
    let patterns = ["/*", "/a", "/a/*", "/?", "/b/?*", "*b"]
    let conditions = [
      #"path == "/a""#, #"path[1] == "a""#, #"path like "/*b""#, "exists query.k", "isHome",
    ]
    let urls = ["/", "/a", "/a/b", "/b", "/b/a", "/ab", "/a?k=1", "/c?k"].compactMap {
      WebURL.parse("https://shop.example" + $0)
    }
    var count = 0
    for (first, second) in patterns.flatMap({ one in patterns.map { (one, $0) } }) {
      for (condition, other) in zip(conditions, conditions.dropFirst() + ["path == \"/\""]) {
        let pair = try Pair(
          components: #"{"/": "\#(first)", "exclude": true}, {"/": "\#(second)"}"#,
          rules: """
            flag isHome
            screen S
            chain Default { when \(condition) present S cancel when \(other) cancel otherwise allow }
            """)
        let links = Interpreter(ID(0), in: RuleSet([pair.link]))
        let chain = Interpreter(ID(0), in: pair.rules)
        var expected: Set<String> = []
        for url in urls {
          for isHome in [false, true] {
            var request = Request(url: url)
            request.settings.set(.flag("isHome"), .bool(isHome))
            let link = links.decide(request).entry
            let rule = chain.decide(request).entry
            if link == 1, rule == 2 { expected.insert("unhandled-link") }
            if link == 0, rule == 0 { expected.insert("excluded-link") }
          }
        }
        let found = Set(pair.codes)
        #expect(expected.isSubset(of: found), "\(first) \(second) \(condition) \(other)")
        for finding in pair.findings {
          let text = try #require(finding.witness?.split(separator: "\"").first)
          let url = try #require(WebURL.parse(String(text)))
          let link = links.decide(Request(url: url)).entry
          #expect(link == (finding.code == "unhandled-link" ? 1 : 0))
        }
        count += found.count
      }
    }
    #expect(count > 60)
  }
}
