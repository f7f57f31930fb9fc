import Interpreter
import ParsedRules
import RandomRules
import Reachability
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

/// Compares two versions of a chain whose declarations, facts and values differ with the decisions of the interpreter
/// about requests of a small world. No difference is missed, and each reported difference is real.
@Suite struct RandomVersionTests {
  /// A version of a rule set.
  private struct Version {
    struct Rule {
      var condition: String
      /// The captures of the condition.
      var captures: [String] = []
      var verb = "present"
      var target = "Text"
      /// The values by parameter; nil for a parameter that gets none.
      var values: [String?] = []
      var decision = "cancel"
    }

    var cases = [(name: "up", raw: "up"), (name: "down", raw: "d"), (name: "left", raw: "a")]
    /// The default of the field `Mixed.text`.
    var standard = "\"a\""
    var named = #"path[1] == "a""#
    var origin = #""https://a.com""#
    var takesAnswer = true
    /// True if declarations are reversed, which changes the numbers of all of them.
    var isReversed = false
    var rules: [Rule] = []
    var last = "allow"

    static let parameters: [String: [(label: String, type: String, isOptional: Bool)]] = [
      "Text": [("text", "String", false)], "Number": [("number", "Int", false)],
      "Ratio": [("ratio", "Double", false)], "Truth": [("truth", "Bool", false)],
      "Link": [("link", "URL", false)], "Sorted": [("order", "Order", false)],
      "Mixed": [("text", "String", true), ("order", "Order", true), ("number", "Int", true)],
      "take": [("text", "String", false)],
    ]

    var text: String {
      let list = cases.map { "\($0.name) = \"\($0.raw)\"" }.joined(separator: ", ")
      let declarations = [
        "enum Order { \(list) }", "screen Text(text: String)", "screen Number(number: Int)",
        "screen Ratio(ratio: Double)", "screen Truth(truth: Bool)", "screen Link(link: URL)",
        "screen Sorted(order: Order)",
        "screen Mixed(text: String = \(standard), order: Order?, number: Int?)",
        "action take(text: String)" + (takesAnswer ? " -> Bool" : ""), "flag f",
        "value token: String", "condition named = \(named)", "origin Site = \(origin)",
      ]
      let lines = rules.map { rule in
        let arguments = zip(Self.parameters[rule.target] ?? [], rule.values).compactMap {
          parameter, value in value.map { "\(parameter.label): \($0)" }
        }
        let call = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        return "  when \(rule.condition) \(rule.verb) \(rule.target)\(call) \(rule.decision)\n"
      }
      return (isReversed ? declarations.reversed() : declarations).joined(separator: "\n")
        + "\nchain C {\n\(lines.joined())  otherwise \(last)\n}\n"
    }
  }

  /// The conditions with their captures. Many of them fix values.
  private static let conditions: [(text: String, captures: [String])] = [
    (#"path == "/a""#, []), (#"path == "/a/b""#, []), (#"path like "/a*""#, []),
    (#"path like "/a/*""#, []), (#"path like "/*/b""#, []), (#"path like "/a/**""#, []),
    (#"path like "/a/{x}""#, ["x"]), (#"path like "/{x}""#, ["x"]),
    (#"path like "/**/{x}""#, ["x"]), (#"path like "/{x}/b/**""#, ["x"]),
    (#"path like "/a{x}""#, ["x"]), (#"path like "/{x: Int}""#, ["x"]),
    (#"path[1] == "a""#, []), (#"path[2] == "12""#, []), (#"path[1] in ["a", "b"]"#, []),
    ("path.count == 2", []), ("path.count == 3", []), (#"path.last == "b""#, []),
    (#"host == "a.com""#, []), (#"scheme == "https""#, []), ("port == 81", []),
    (#"url == "https://a.com/a""#, []), (#"query.k == "12""#, []), (#"query.k == "a""#, []),
    (#"fragment == "f""#, []), ("f", []), ("frame == sub", []), ("named", []),
    ("url in Site", []), (#"token == "a""#, []), (#"host like "{x}.com""#, ["x"]),
    (#"query.k like "{x}""#, ["x"]), (#"!(path like "/a/*")"#, []), ("true", []),
  ]

  /// Two values that may be equal if a condition holds.
  private static let facts: [(condition: String, target: String, values: [String])] = {
    let subjects: [(String, [String])] = [
      ("path", ["path", "path[1]", "path[2]", "path.last"]), ("host", ["host"]),
      ("scheme", ["scheme"]), ("query", ["query.k"]), ("fragment", ["fragment"]),
      ("token", ["token"]), ("frame", ["frame"]), ("url", ["url", "scheme", "host", "path[1]"]),
    ]
    let literals = [
      "path": ["/a", "/a/b"], "host": ["a.com"], "scheme": ["https"], "query.k": ["12", "a"],
      "fragment": ["f"], "url": ["https://a.com/a"], "token": ["a"], "frame": ["sub"],
    ]
    var facts: [(String, String, [String])] = []
    for (condition, captures) in conditions {
      let subject = condition.drop { $0 == "!" || $0 == "(" }.prefix { $0.isLetter }
      let parts = captures + subjects.filter { $0.0 == subject }.flatMap(\.1)
      for part in parts {
        for literal in literals[part] ?? ["a", "b", "12"] {
          facts.append((condition, "Text", [part, "\"\(literal)\""]))
        }
        facts += parts.filter { part < $0 }.map { (condition, "Text", [part, $0]) }
        if part.hasPrefix("path") || captures.contains(part) || part == "query.k" {
          facts += ["left", "down"].map { (condition, "Sorted", [part, $0]) }
        }
      }
      if subject == "path" || subject == "port" {
        facts += ["2", "3"].map { (condition, "Number", ["path.count", $0]) }
        facts.append((condition, "Number", [subject == "path" ? "path[2]" : "port", "81"]))
        facts.append((condition, "Number", ["path[2]", "12"]))
      }
    }
    return facts
  }()

  private static let values: [String: [String]] = [
    "String": [
      "path", "path[1]", "path[2]", "path.last", "query.k", "host", "scheme", "fragment", "url",
      "token", "frame", #""a""#, #""b""#, #""12""#, #""/a""#, #""https""#, #""a.com""#,
      #""https://a.com/a""#, #""f""#, #""sub""#,
    ],
    "Int": ["path.count", "port", "path[1]", "path[2]", "query.k", "12", "81", "2", "3"],
    "Double": ["path[2]", "query.k", "12.0", "path.count", "2.0"],
    "Bool": ["f", "path[1]", "true", "false"],
    "URL": ["url", #""https://a.com/a""#],
    "Order": ["path[1]", "path[2]", "query.k", "path.last", "up", "down", "left"],
  ]

  private static let urls: [WebURL] = {
    var texts: [String] = []
    for start in ["https://a.com", "https://b.com", "http://a.com:81", "x://a.com", "x://A.com:81"]
    {
      for path in [
        "", "/a", "/a/", "/b", "/ab", "/a/b", "/b/b", "/a/12", "/12", "/a/b/c", "/d", "/up",
        "/true",
        "/a/d", "/a/12/",
      ] {
        for rest in ["", "?k=12", "?k=a", "?k=d#f", "#f"] { texts.append(start + path + rest) }
      }
    }
    return texts.compactMap { WebURL.parse($0) }
  }()

  // MARK: - Versions

  private static func values(_ rule: Version.Rule, _ random: inout RandomChoice) -> [String?] {
    (Version.parameters[rule.target] ?? []).map { parameter in
      if parameter.isOptional, random.once(in: 3) { return nil }
      let isCapture = !rule.captures.isEmpty && random.once(in: 2)
      return random.one(of: isCapture ? rule.captures : values[parameter.type] ?? [])
    }
  }

  private static func rule(_ random: inout RandomChoice) -> Version.Rule {
    let parts = (0..<random.one(of: [1, 1, 2])).map { _ in random.one(of: conditions) }
    var rule = Version.Rule(condition: parts.map(\.text).joined(separator: " && "))
    rule.captures = Array(Set(parts.flatMap(\.captures))).sorted()
    rule.target = random.one(of: Version.parameters.keys.sorted())
    if rule.target == "take" { rule.verb = random.one(of: ["perform", "attempt"]) }
    rule.values = values(rule, &random)
    rule.decision = random.one(of: ["cancel", "cancel", "allow", "continue"])
    return rule
  }

  private static func change(_ version: inout Version, _ random: inout RandomChoice) {
    let index = random.below(version.rules.count)
    switch random.below(15) {
    case 0...5:
      // A fact may make the new value equal to the old one.
      let place = random.below(version.rules[index].values.count)
      version.rules[index].values[place] = values(version.rules[index], &random)[place]
    case 6:
      let part = random.one(of: conditions)
      if part.captures.isEmpty { version.rules[index].condition += " && " + part.text }
    case 7: version.rules.swapAt(index, random.below(version.rules.count))
    case 8: version.cases.shuffle(using: &random)
    case 9: version.cases[random.below(3)].raw = random.one(of: ["e", "12", "b"])
    case 10: version.standard = random.one(of: [#""a""#, #""b""#])
    case 11: version.named = random.one(of: [#"path like "/a/**""#, #"path[1] == "b""#])
    case 12:
      if version.rules[index].target == "take" {
        version.rules[index].verb = random.one(of: ["perform", "attempt"])
      }
    case 13: version.origin = random.one(of: [#""https://*.com""#, #""https://a.com:443""#])
    default:
      version.isReversed.toggle()
      if random.once(in: 3) { version.rules[index].decision = "cancel" }
    }
  }

  private func text(_ version: Version) throws -> RuleText? {
    let file = SourceFile(name: "a.bascule", text: version.text)
    let resolution = Resolution([SyntaxTree.parse(file)]) { _ in nil }
    guard resolution.faults.isEmpty else { return nil }
    var text = try RuleText(version.text)
    text.usesRawValues = true
    return text
  }

  /// Returns the steps, failed attempts and decision, in words that both versions share.
  private func course(_ text: RuleText, _ outcome: Outcome) -> String {
    text.describe(outcome)
      + outcome.failedAttempts.map { "; \(text.describe($0.step)) fails at \($0.stepsBefore)" }
      .joined()
  }

  // MARK: - Comparison

  @Test(.seeded) func versionsAreComparedAsRequestsAreDecided() throws {
    var random = RandomChoice(seed: Seed.of(46))
    var counts = (compared: 0, invalid: 0, equal: 0, undecided: 0, outside: 0)
    while counts.compared < TestOptions.cases(120, long: 6_000) {
      var version = Version()
      version.rules = (0..<1 + random.below(3)).map { _ in Self.rule(&random) }
      version.last = random.one(of: ["allow", "cancel"])
      var changed = version
      for _ in 0...random.below(2) { Self.change(&changed, &random) }
      guard let old = try text(version), let new = try text(changed) else {
        counts.invalid += 1
        continue
      }
      counts.compared += 1
      let comparison = ChainComparer(old: old.rules, new: new.rules).compare(ID(0), ID(0))
      let texts: Comment = "\(version.text)\n\(changed.text)"
      let differs = try check(comparison, old, new, requests(&random), texts)
      if !comparison.undecided.isEmpty { counts.undecided += 1 }
      if !differs { counts.equal += 1 }
      if !differs, !comparison.differences.isEmpty { counts.outside += 1 }
    }
    print(
      "versions: \(counts.compared) compared, \(counts.invalid) invalid, \(counts.equal) equal in",
      "the small world, \(counts.outside) of them different outside of it,",
      "\(counts.undecided) undecided")
    #expect(counts.equal > counts.compared / 5 && counts.equal < counts.compared * 4 / 5)
    #expect(counts.outside < counts.compared / 10)
    #expect(counts.undecided < counts.compared / 20)
  }

  /// Tests that the value of a request and a constant are the same only if the condition fixes the value.
  @Test func factsMakeValuesEqual() throws {
    let requests = Self.urls.enumerated().filter { $0.offset % 7 == 0 }.flatMap { place, url in
      var request = Request(url: url)
      request.frame = place % 3 == 0 ? .sub : .main
      return ["a", "b"].map { token in
        request.settings.set(.value(AppValueKey("token", .string)), .string(token))
        return request
      }
    }
    var (compared, equal, undecided) = (0, 0, 0)
    for fact in Self.facts {
      let versions = try fact.values.map { value in
        var version = Version()
        version.rules = [
          Version.Rule(condition: fact.condition, target: fact.target, values: [value])
        ]
        return try text(version)
      }
      guard let old = versions[0], let new = versions[1] else { continue }
      compared += 1
      let comparison = ChainComparer(old: old.rules, new: new.rules).compare(ID(0), ID(0))
      if !comparison.undecided.isEmpty { undecided += 1 }
      if try !check(comparison, old, new, requests, "\(fact)") { equal += 1 }
    }
    print(
      "facts: \(compared) pairs of values, \(equal) equal in the small world,",
      "\(undecided) undecided")
    #expect(compared > 200 && equal > 20 && undecided < compared / 100)
  }

  /// Checks a comparison against the decisions, and returns whether a request is treated differently.
  private func check(
    _ comparison: ChainComparison, _ old: RuleText, _ new: RuleText, _ requests: [Request],
    _ comment: Comment
  ) throws -> Bool {
    let texts = [old, new]
    let chains = try texts.map { try $0.chain() }
    for difference in comparison.differences {
      let entries = [difference.oldEntry, difference.newEntry]
      let courses = texts.indices.map { side in
        let outcome = chains[side].decide(
          difference.witness.request, acceptingOnly: entries[side],
          evaluating: chains[side].chain.rules.indices)
        #expect(outcome.entry == entries[side], comment)
        return course(texts[side], outcome)
      }
      #expect(courses[0] != courses[1], comment)
    }
    let shown = try requests.first { request in
      try [true, false].contains { answer in
        let courses = try texts.indices.map { side in
          let answers: [Attempted: Bool] = [.action(try texts[side].action("take")): answer]
          return course(texts[side], chains[side].decide(request, answers: answers))
        }
        return courses[0] != courses[1]
      }
    }
    if let shown {
      let found = !comparison.differences.isEmpty || !comparison.undecided.isEmpty
      #expect(found, "\(comment)\n\(shown)")
    }
    return shown != nil
  }

  /// Returns each URL of the small world once, with other values chosen at random.
  private func requests(_ random: inout RandomChoice) -> [Request] {
    Self.urls.map { url in
      var request = Request(url: url)
      if random.once(in: 3) { request.frame = random.one(of: [.sub, .new]) }
      if random.once(in: 2) { request.flags = ["f"] }
      if random.once(in: 2) {
        request.settings.set(
          .value(AppValueKey("token", .string)), .string(random.one(of: ["a", "b"])))
      }
      return request
    }
  }
}
