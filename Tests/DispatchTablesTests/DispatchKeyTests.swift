import DispatchTables
import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import TestSupport
import Testing
import Text
import WebURL

/// Tests the assumption of dispatch tables: a rule matches only requests that have one of its keys.
@Suite struct DispatchKeyTests {
  @Test(.seeded, arguments: [UInt64(3), 5, 8]) func keysAreNecessary(_ seed: UInt64) throws {
    let seed = Seed.of(seed)
    var chains = RandomChains(random: RandomChoice(seed: seed))
    var text = RandomChains.prelude
    for number in 0..<120 {
      let chain = chains.chain("Chain\(number)")
      if SwiftRuleSet(RandomChains.prelude + chain).faults.isEmpty { text += chain }
    }
    let set = SwiftRuleSet(text)
    try #require(set.faults.isEmpty)
    var requests = RandomRequests(rules: set.rules, random: RandomChoice(seed: seed &+ 1))
    let asked = (0..<450).map { _ in requests.next() }
    // The numbers of requests that do or do not have one of a rule's keys, for rules with keys.
    var matched = 0
    var leftOut = 0
    for index in set.rules.chains.indices {
      var chain = FlatChain(ID(index), in: set.rules)
      let table = DispatchTable(chain)
      #expect(table.keys.count == chain.rules.count)
      chain.frames.sub = true
      chain.frames.main = true
      chain.frames.new = true
      let interpreter = Interpreter(chain, in: set.rules)
      let index = RuleIndex(chain)
      let candidates = asked.map { index.candidates(for: $0.request) }
      #expect(candidates.allSatisfy { $0 == $0.sorted() })
      let listed = candidates.map { Set($0) }
      for (entry, keys) in table.keys.enumerated() {
        guard let keys else {
          #expect(listed.allSatisfy { $0.contains(entry) })
          continue
        }
        let location = chain.rules[entry].location
        for (number, request) in asked.enumerated() {
          let hasKey = keys.contains { $0.holds(for: request.request) }
          if hasKey { #expect(listed[number].contains(entry)) }
          let outcome = interpreter.decide(
            request.request, answers: request.answers, evaluating: CollectionOfOne(entry))
          if Self.holds(outcome) {
            #expect(
              hasKey,
              """
              \(set.sources[Int(location.file.index)].text(location.span))
              \(request.request.url.normalized) \(keys)
              """)
            matched += 1
          } else if !hasKey {
            leftOut += 1
          }
        }
      }
    }
    // Otherwise too few rules were tested, or the keys exclude too little.
    #expect(matched > 500)
    #expect(leftOut > 10 * matched)
  }

  /// Returns whether the condition and the guard of the only rule hold.
  private static func holds(_ outcome: Outcome) -> Bool {
    outcome.tried.contains { tried in
      switch tried.result {
      case .matched, .declined, .refused: true
      case .failed, .unusable: false
      }
    }
  }

  /// Tests the keys of rules; `nil` means that a rule is always tested.
  @Test(
    arguments: [
      ("path like \"/shop/{id}\"", ["/shop/*"]), ("path like \"/shop/{id}/**\"", ["/shop/*..."]),
      ("path like \"/**\"", nil), ("path like \"/*\"", nil), ("path like \"/a*/b\"", ["/*/b"]),
      ("path like \"/a/b*\"", ["/a/b-..."]), ("path like \"/a/**/b\"", ["/a..."]),
      ("path == \"/a/b\"", ["/a/b"]), ("path == \"/\"", ["/"]),
      ("path hasPrefix \"/a/\"", ["/a/*..."]),
      ("path hasPrefix \"/a/b\"", ["/a/b-..."]), ("path[2] == \"b\"", ["/*/b..."]),
      ("path[1] == \"a\" && path[2] == \"b\"", ["/a/b..."]),
      ("path[1] == \"a\" && path.count == 3", ["/a/*"]),
      ("path[1] == \"a\" && path.count > 2", ["/a/*..."]),
      ("path[1] == \"a\" && path.count >= 2", ["/a..."]),
      ("path[1] == \"a\" && path.count in [2, 3]", ["/a..."]),
      ("path[1] in [\"a\", \"b\"]", ["/a...", "/b..."]), ("path[1] != \"a\"", nil),
      ("path[1] == \"a\" && path[1] == \"b\"", []),
      ("path[1] == \"a\" || path[1] == \"b\" && isHome", ["/a...", "/b..."]),
      ("path[1] == \"a\" || isHome", nil), ("!(path[1] == \"a\")", nil),
      ("scheme in [\"tel\", \"mailto\"]", ["tel:", "mailto:"]),
      ("host == \"a.com\" && scheme == \"https\"", ["//a.com"]),
      ("host hasSuffix \".a.com\"", ["//-.a.com"]), ("host hasSuffix \"\"", nil),
      ("host like \"*.a.com\"", ["//-.a.com"]), ("host like \"a.*\"", nil),
      ("url like \"https://**.a.com/**\"", ["//-.a.com"]),
      ("query.k == \"1\" && host == \"a.com\"", ["?k=1"]), ("exists query.k", ["?k"]),
      ("url == \"https://a.com/x/y?q=1\"", ["/x/y"]), ("url == \"tel:12\"", ["tel:"]),
      ("url like \"https://a.com/**\"", ["//a.com"]), ("url like \"*://*.a.com/p/{id}\"", ["/p/*"]),
      ("url in Site", ["//a.com", "//-.a.com"]), ("isHome", nil), ("frame == new", nil),
      ("true", nil),
    ] as [(String, [String]?)])
  func filesRules(_ condition: String, _ expected: [String]?) throws {
    let set = SwiftRuleSet(
      RandomChains.prelude + "chain Default { when \(condition) cancel otherwise allow }")
    try #require(set.faults.isEmpty, "\(set.faults)")
    let table = DispatchTable(FlatChain(ID(0), in: set.rules))
    #expect(table.keys[0]?.map(Self.text) == expected)
  }

  /// Tests paths with exactly the number of components that a condition requires, one fewer and one more.
  @Test(
    arguments: ["<", "<=", "==", "!=", ">=", ">"].flatMap { sign in
      (0...4).map { "path.count \(sign) \($0)" }
    } + ["path.count in [1, 3]", "path.count !in [1, 3]", "exists path[2]", "path like \"/a/*\""])
  func boundsOfCounts(_ condition: String) throws {
    let set = SwiftRuleSet(
      RandomChains.prelude + "chain Default { when path[1] == \"a\" && \(condition) cancel }")
    try #require(set.faults.isEmpty, "\(set.faults)")
    let interpreter = Interpreter(ID(0), in: set.rules)
    let keys = DispatchTable(interpreter.chain).keys[0] ?? []
    for path in ["", "/a", "/a/b", "/a/b/c", "/a/b/c/d", "/b", "/a//"] {
      let request = Request(url: try #require(WebURL.parse("https://x.com" + path)))
      if interpreter.matches(0, request) {
        #expect(keys.contains { $0.holds(for: request) }, "\(path) \(keys)")
      }
    }
  }

  private static func text(_ key: DispatchKey) -> String {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    switch key {
    case .host(let host): return "//" + text(host)
    case .hostSuffix(let suffix): return "//-" + text(suffix)
    case .scheme(let scheme): return text(scheme) + ":"
    case .queryName(let name): return "?" + text(name)
    case .queryValue(let name, let value): return "?" + text(name) + "=" + text(value)
    case .path(let shape):
      let steps = shape.steps.map { step in
        switch step {
        case .component(let bytes): text(bytes)
        case .any: "*"
        case .prefix(let bytes): text(bytes) + "-"
        }
      }
      return "/" + steps.joined(separator: "/") + (shape.isWhole ? "" : "...")
    }
  }
}
