import Diagnostics
import RandomRules
import TestSupport
import Testing

/// The keys of content blocker rules, each with all of its values and with values of other kinds.
@Suite struct RuleListKeyTests {
  /// A member of a trigger or an action, as the documentation of WebKit describes it.
  private struct Key {
    var name: String
    /// The values that it takes, as JSON.
    var values: [String]
    /// The words of a message about a value of another kind.
    var expected: String
  }

  private static func list(_ words: String...) -> [String] {
    words.map { "[\"\($0)\"]" } + ["[\(words.map { "\"\($0)\"" }.joined(separator: ", "))]"]
  }

  private static let domains = ["if-domain", "unless-domain", "if-top-url", "unless-top-url"]

  private static let trigger =
    [
      Key(name: "url-filter", values: ["\".*\"", "\"^https?://\""], expected: "must be a string"),
      Key(
        name: "url-filter-is-case-sensitive", values: ["true", "false"],
        expected: "must be `true` or `false`"),
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

  private static let actions = [
    "block", "block-cookies", "css-display-none", "ignore-previous-rules", "make-https",
    "modify-headers", "notify", "redirect",
  ]

  /// Values of all kinds, with the words that say what was found.
  private static let kinds: [(text: String, found: String)] = [
    ("1", "a number"), ("true", "a boolean"), ("null", "null"), ("\"x\"", "a string"),
    ("[]", "an array"), ("{}", "an object"),
  ]

  /// The problems of one rule, without the place.
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
        if Self.domains.contains(key.name) {
          if hasDomains { continue }
          hasDomains = true
        }
        trigger.append((key.name, random.one(of: key.values)))
      }
      let type = random.one(of: Self.actions)
      var action = [("type", "\"\(type)\"")]
      if type == "css-display-none" { action.append(("selector", "\".ad\"")) }
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
    #expect(problems([Self.filter], [("type", "\"css-display-none\"")]).count == 1)
  }

  /// A word that a list does not take is named, with a similar one that it takes.
  @Test func otherWords() {
    for key in Self.trigger where key.values[0].hasPrefix("[") && !Self.domains.contains(key.name) {
      for value in key.values.dropLast() {
        let word = value.dropFirst(2).dropLast(2)
        let found = problems([Self.filter, (key.name, "[\"\(word)s\"]")], Self.block)
        #expect(found == ["\"\(word)s\" is no `\(key.name)`; write `\(word)`"])
      }
    }
  }

  @Test func domains() {
    for key in Self.domains {
      #expect(problems([Self.filter, (key, "[]")], Self.block) == ["`\(key)` must not be empty"])
      for text in ["", "ä.example"] {
        #expect(
          problems([Self.filter, (key, "[\"\(text)\"]")], Self.block)
            == ["`\(key)` takes ASCII texts that are not empty"])
      }
      // Addresses have parts in upper case, hosts have none.
      let upper = problems([Self.filter, (key, "[\"A.example\"]")], Self.block)
      let isHost = key.hasSuffix("domain")
      #expect(upper == (isHost ? ["\"A.example\" must be written in lower case"] : []))
      for other in Self.domains where other != key {
        let values = [(key, "[\"a\"]"), (other, "[\"a\"]")]
        #expect(
          problems([Self.filter] + values, Self.block)
            == ["a trigger has either `\(key)` or `\(other)`"])
      }
    }
  }
}
