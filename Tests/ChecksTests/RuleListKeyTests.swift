import Diagnostics
import RandomRules
import TestSupport
import Testing

/// Tests the keys of content blocker rules, each with all of its values and with values of other kinds.
@Suite struct RuleListKeyTests {
  /// A member of a trigger or an action, as the documentation of WebKit describes it.
  private struct Key {
    var name: String
    /// The values that the key accepts, as JSON.
    var values: [String]
    /// The words of the message about a value of another kind.
    var expected: String
  }

  private static func list(_ words: String...) -> [String] {
    words.map { "[\"\($0)\"]" } + ["[\(words.map { "\"\($0)\"" }.joined(separator: ", "))]"]
  }

  private static let domains = ["if-domain", "unless-domain"]
  private static let conditions =
    domains + [
      "if-top-url", "unless-top-url", "if-frame-url", "unless-frame-url", "if-ancestor-frame-url",
    ]

  private static let trigger =
    [
      Key(name: "url-filter", values: ["\".*\"", "\"^https?://\""], expected: "must be a string"),
      Key(
        name: "resource-type",
        values: list(
          "document", "image", "style-sheet", "script", "font", "raw", "svg-document", "media",
          "popup", "ping", "fetch", "websocket", "other", "csp-report"),
        expected: "must be an array"),
      Key(
        name: "load-type", values: list("first-party", "third-party"), expected: "must be an array"),
      Key(
        name: "load-context", values: list("top-frame", "child-frame"), expected: "must be an array"
      ),
    ]
    + domains.map {
      Key(name: $0, values: list("a.example", "*b.example"), expected: "must be an array")
    }
    + conditions.dropFirst(domains.count).map {
      Key(name: $0, values: list("a.example", "^https:"), expected: "must be an array")
    } + [
      Key(
        name: "request-method", values: ["\"get\"", "\"POST\"", "\"Patch\""],
        expected: "must be a string")
    ]

  /// The actions with their required keys.
  private static let actions: [[(String, String)]] = [
    [("type", "\"block\"")], [("type", "\"block-cookies\"")], [("type", "\"make-https\"")],
    [("type", "\"ignore-previous-rules\"")],
    [("type", "\"css-display-none\""), ("selector", "\".ad\"")],
    [("type", "\"notify\""), ("notification", "\"\"")],
    [("type", "\"redirect\""), ("redirect", #"{"url": "https://a.example/"}"#)],
    [("type", "\"redirect\""), ("redirect", #"{"extension-path": "/a.html"}"#)],
    [("type", "\"redirect\""), ("redirect", #"{"regex-substitution": "a"}"#)],
    [("type", "\"redirect\""), ("redirect", #"{"transform": {"host": "a.example"}}"#)],
    [("type", "\"modify-headers\""), ("priority", "1")],
    [
      ("type", "\"modify-headers\""), ("priority", "1"),
      ("request-headers", #"[{"operation": "set", "header": "A", "value": "b"}]"#),
      ("response-headers", #"[{"operation": "remove", "header": "A"}]"#),
    ],
  ]

  /// The values of all kinds of JSON, with the words for each kind in messages.
  private static let kinds: [(text: String, found: String)] = [
    ("1", "a number"), ("true", "a boolean"), ("null", "null"), ("\"x\"", "a string"),
    ("[]", "an array"), ("{}", "an object"),
  ]

  /// Returns the problems of one rule, without their places.
  private func problems(_ trigger: [(String, String)], _ action: [(String, String)]) -> [String] {
    func object(_ members: [(String, String)]) -> String {
      "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }
    let rule = object([("trigger", object(trigger)), ("action", object(action))])
    let set = RuleSetUnderTest(
      [("a.bascule", "configuration Default { block from \"a.json\" }\n")],
      resources: ["a.json": Array("[\(rule)]".utf8)])
    return set.findings().map { finding in
      #expect(finding.code == "invalid-rule-list")
      return finding.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
    }
  }

  private static let filter = ("url-filter", "\"a\"")
  private static let block = [("type", "\"block\"")]

  @Test(.seeded) func documentedRulesAreAccepted() {
    var random = RandomChoice(seed: Seed.of(4_502))
    for _ in 0..<TestOptions.cases(40, long: 2_000) {
      var trigger = [Self.filter]
      var hasDomains = false
      for key in Self.trigger.dropFirst() where random.once(in: 2) {
        if Self.conditions.contains(key.name) {
          if hasDomains { continue }
          hasDomains = true
        }
        trigger.append((key.name, random.one(of: key.values)))
      }
      for key in ["url-filter-is-case-sensitive", "top-url-filter-is-case-sensitive", "x"]
      where random.once(in: 4) {
        // WebKit ignores values of another kind.
        trigger.append((key, random.one(of: Self.kinds).text))
      }
      let action = random.one(of: Self.actions)
      let found = problems(trigger.shuffled(using: &random), action.shuffled(using: &random))
      #expect(found == [], "\(trigger) \(action)")
    }
    for key in Self.trigger.dropFirst() {
      for value in key.values {
        #expect(problems([Self.filter, (key.name, value)], Self.block) == [])
      }
    }
    #expect(problems([Self.filter], [("type", "\"block\""), ("selector", "1")]) == [])
  }

  @Test func valuesOfOtherKinds() {
    for key in Self.trigger {
      let own = String(key.values[0].prefix(1))
      for (text, found) in Self.kinds {
        let isOwn = text.prefix(1) == own || own == "t" && text == "true"
        if isOwn { continue }
        let trigger = [Self.filter].filter { $0.0 != key.name } + [(key.name, text)]
        #expect(
          problems(trigger, Self.block) == ["`\(key.name)` \(key.expected), found \(found)"])
      }
    }
    for (text, found) in Self.kinds {
      for key in Self.trigger where key.values[0].hasPrefix("[") && !text.hasPrefix("\"") {
        #expect(
          problems([Self.filter, (key.name, "[\(text)]")], Self.block)
            == ["`\(key.name)` takes strings, found \(found)"])
      }
      if !text.hasPrefix("\"") {
        #expect(
          problems([Self.filter], [("type", text)]) == ["`type` must be a string, found \(found)"])
        let hiding = [("type", "\"css-display-none\""), ("selector", text)]
        #expect(problems([Self.filter], hiding) == ["`selector` must be a string, found \(found)"])
      }
    }
    #expect(problems([Self.filter], []) == ["the action has no `type`"])
  }

  /// Tests that an action without one of its keys, or with a value of another kind for it, has one problem, which names
  /// the key.
  @Test func actionsWithoutTheirKeys() {
    for action in Self.actions {
      for (index, (key, value)) in action.enumerated() {
        var without = action
        without.remove(at: index)
        let isOptional = key.hasSuffix("-headers")
        let missing = problems([Self.filter], without)
        #expect(missing.map { $0.contains("`\(key)`") } == (isOptional ? [] : [true]), "\(action)")
        for (text, _) in Self.kinds
        where text.first != value.first && (key, text) != ("priority", "1") {
          if key == "type" || key.hasSuffix("-headers") && text == "[]" { continue }
          var other = action
          other[index].1 = text
          let found = problems([Self.filter], other)
          #expect(found.map { $0.contains("`\(key)` must be") } == [true], "\(other): \(found)")
        }
      }
    }
    for (members, problem) in [
      ("{}", "`redirect` needs `extension-path`, `regex-substitution`, `transform` or `url`"),
      (#"{"extension-path": "a"}"#, "`extension-path` begins with `/`"),
      (#"{"url": "JavaScript:a"}"#, "a `url` with the scheme `javascript` is refused"),
    ] {
      let action = [("type", "\"redirect\""), ("redirect", members)]
      #expect(problems([Self.filter], action) == [problem])
    }
    for (header, problem) in [
      ("1", "`request-headers` takes objects, found a number"),
      ("{}", "the header needs a `operation`"),
      (
        #"{"operation": "put", "header": "A", "value": "b"}"#,
        "\"put\" is no `operation`; write `append`, `remove` or `set`"
      ),
      (#"{"operation": "set", "value": "b"}"#, "the header needs a `header`"),
      (#"{"operation": "append", "header": "A"}"#, "the header needs a `value`"),
    ] {
      let action = [
        ("type", "\"modify-headers\""), ("priority", "0"), ("request-headers", "[\(header)]"),
      ]
      #expect(problems([Self.filter], action) == [problem])
    }
  }

  /// Tests that a word that a list does not accept is named, with a similar word that it accepts.
  @Test func otherWords() {
    for key in Self.trigger
    where key.values[0].hasPrefix("[") && !Self.conditions.contains(key.name) {
      for value in key.values.dropLast() {
        let word = value.dropFirst(2).dropLast(2)
        let found = problems([Self.filter, (key.name, "[\"\(word)s\"]")], Self.block)
        #expect(found == ["\"\(word)s\" is no `\(key.name)`; write `\(word)`"])
      }
    }
  }

  @Test func domains() {
    #expect(
      problems([Self.filter, ("request-method", "\"fetch\"")], Self.block).map {
        $0.hasPrefix("\"fetch\" is no `request-method`; write `get`, `head`")
      } == [true])
    for key in Self.conditions {
      #expect(problems([Self.filter, (key, "[]")], Self.block) == ["`\(key)` must not be empty"])
      for text in ["", "ä.example"] {
        #expect(
          problems([Self.filter, (key, "[\"\(text)\"]")], Self.block)
            == ["`\(key)` takes ASCII texts that are not empty"])
      }
      // Addresses may have letters in upper case, hosts may not.
      let upper = problems([Self.filter, (key, "[\"A.example\"]")], Self.block)
      let isHost = Self.domains.contains(key)
      #expect(problems([Self.filter, (key, #"["a\\d"]"#)], Self.block).isEmpty == isHost)
      for text in ["a|b", "(a", "a)", "a\\\\b|c"] {
        #expect(problems([Self.filter, (key, "[\"\(text)\"]")], Self.block).count == 1, "\(text)")
      }
      #expect(upper == (isHost ? ["\"A.example\" must be written in lower case"] : []))
      for other in Self.conditions where other != key {
        let values = [(key, "[\"a\"]"), (other, "[\"a\"]")]
        #expect(
          problems([Self.filter] + values, Self.block)
            == ["a trigger has either `\(key)` or `\(other)`"])
      }
    }
  }
}
