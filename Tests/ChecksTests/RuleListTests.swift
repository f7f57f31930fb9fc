import Diagnostics
import RandomRules
import Testing

/// Tests files of content blocker rules.
@Suite struct RuleListTests {
  private static func findings(_ content: String, _ path: String = "a.json") -> [String] {
    let text = """
      configuration Default { block from "\(path)" }

      """
    let set = RuleSetUnderTest([("a.bascule", text)], resources: [path: Array(content.utf8)])
    return set.findings().map { "\($0.code): \($0.message)" }
  }

  private static func list(_ filter: String, _ action: String = #"{ "type": "block" }"#) -> String {
    let escaped = filter.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\")
    return #"[{ "trigger": { "url-filter": ""# + escaped + #"" }, "action": \#(action) }]"#
  }

  @Test(arguments: [
    ".*", "^https?://([^/]+\\.)?a\\.example[:/]", "(?:ab)+c$", "a*?b", "[^a-z\\]]", "\\x41", "()",
    "^^a", "^$", "a{", "a{x}", "a{1", "a{0,1}b{0,}c{1,}?", "(?<n>a)(?<m>b)", "\\k", "a\\0",
    "a[\\0]",
    "[--a]", "[a-c-e]", "[z-]", "[^-a]", "[\\x61-z]", "[\\]-a]", "[\\u00e9]", "[]", "\\x4", "\\c",
  ])
  func patterns(_ pattern: String) {
    #expect(Self.findings(Self.list(pattern)) == [])
  }

  @Test(arguments: [
    ("", "the pattern is empty"),
    ("a|b", "`|` is not supported; write a rule for each alternative"),
    ("a{2}", "a count in `{}` is not supported; repeat the term"),
    ("a^", "`^` is supported at the start only"),
    ("a$b", "`$` is supported at the end only"),
    ("*a", "there is nothing to repeat before `*`"),
    ("a**", "there is nothing to repeat before `*`"),
    ("a{1}", "a count in `{}` is not supported; repeat the term"),
    ("a{0,2}", "a count in `{}` is not supported; repeat the term"),
    ("{0,1}", "there is nothing to repeat before `{0,1}`"),
    ("(^a)", "`^` is supported at the start only"),
    ("()^a", "`^` is supported at the start only"),
    ("(a$)", "`$` is supported at the end only"),
    ("a$$", "`$` is supported at the end only"),
    ("(?=a)", "look-around is not supported"),
    ("(?<=a)b", "look-around is not supported"),
    ("(?<n>a)(?<n>b)", "two groups are called `n`"),
    ("(?<n>a)\\k<n>", "back-references are not supported"),
    ("[z-a]", "a range such as `[z-a]` has its ends in the wrong order"),
    ("[a\\x7a-y]", "a range such as `[z-a]` has its ends in the wrong order"),
    ("\\0a", "`\\0` is supported at the end only"),
    ("[\\x00]a", "`\\0` is supported at the end only"),
    ("\\xe9", "only ASCII characters are supported; a URL has no others"),
    ("(a", "there is no `)` for a `(`"),
    ("a)", "there is no `(` for a `)`"),
    ("[a", "there is no `]` for a `[`"),
    ("\\d+", "`\\d` is not supported; write a class such as `[0-9]`"),
    ("[\\w]", "`\\w` is not supported; write a class such as `[0-9]`"),
    ("(a)\\1", "back-references are not supported"),
    ("\\bad", "`\\b` is not supported"),
    ("ü", "only ASCII characters are supported; a URL has no others"),
  ])
  func refusedPatterns(_ pattern: String, _ problem: String) {
    #expect(
      Self.findings(Self.list(pattern))
        == ["invalid-rule-list: \"a.json\", line 1, column 31: `url-filter`: \(problem)"])
  }

  /// Tests that patterns in the grammar of WebKit's compiler are accepted, and that one construct outside of the
  /// grammar, at any place, is named. The grammar is a sequence of terms, each with at most one quantifier, with `^`
  /// first and `$` last (`URLFilterParser` in WebKit).
  @Test func randomPatterns() {
    var random = RandomChoice(seed: 4_501)
    let quantifiers = ["", "", "*", "+", "?", "*?", "+?", "??"]
    let refused: [(text: String, problem: String)] = [
      ("|", "`|` is not supported; write a rule for each alternative"),
      ("a{2,}", "a count in `{}` is not supported; repeat the term"),
      ("a{0}", "a count in `{}` is not supported; repeat the term"),
      ("[b-a]", "a range such as `[z-a]` has its ends in the wrong order"),
      ("a*+", "there is nothing to repeat before `+`"),
      ("(*a)", "there is nothing to repeat before `*`"),
      ("a???", "there is nothing to repeat before `?`"),
      ("(?=a)", "look-around is not supported"), ("(?<!a)", "look-around is not supported"),
      ("(?!a)", "look-around is not supported"),
      ("\\D", "`\\D` is not supported; write a class such as `[0-9]`"),
      ("[a\\s]", "`\\s` is not supported; write a class such as `[0-9]`"),
      ("\\B", "`\\B` is not supported"), ("(a)\\9", "back-references are not supported"),
    ]
    func term(_ depth: Int) -> String {
      let group = depth > 0 ? random.below(6) : 0
      let text =
        group == 1
        ? "(" + terms(depth - 1).joined() + ")"
        : group == 2
          ? "(?:" + terms(depth - 1).joined() + ")"
          : random.one(of: [
            "a", "Z", "0", ".", "/", ":", "-", "=", "%2f", "\\.", "\\/", "\\$", "\\-", "[a-z]",
            "[^/]", "{", "{a}",
            "[]", "[\\]^$|*{]", "[^^]", "[\\b\\1]", "]", "}",
          ])
      // A quantifier after a text applies to its last character.
      return text + random.one(of: quantifiers)
    }
    func terms(_ depth: Int) -> [String] { (0..<random.below(5)).map { _ in term(depth) } }
    for _ in 0..<400 {
      let terms = ["a"] + terms(3)
      let (start, end) = (random.one(of: ["", "^"]), random.one(of: ["", "$"]))
      let pattern = start + terms.joined() + end
      #expect(Self.findings(Self.list(pattern)) == [], "\(pattern)")
      let (text, problem) = random.one(of: refused)
      let place = random.below(terms.count + 1)
      let faulty =
        start + terms[..<place].joined() + text + terms[place...].joined() + end
      #expect(
        Self.findings(Self.list(faulty)).map { $0.contains(problem) } == [true],
        "\(faulty): \(Self.findings(Self.list(faulty)))")
      for (text, problem) in [
        (start + terms.joined() + "^" + end, "`^` is supported at the start only"),
        (start + "$" + terms.joined() + end, "`$` is supported at the end only"),
        (pattern + "(", "there is no `)` for a `(`"), (pattern + ")", "there is no `(` for a `)`"),
        (start + terms.joined() + "[a" + end, "there is no `]` for a `[`"),
        (start + "?" + terms.joined(), "there is nothing to repeat before `?`"),
        (start + terms.joined() + "\\", "there is nothing after `\\`"),
      ] where !(text.dropLast().hasSuffix("$")) {
        #expect(
          Self.findings(Self.list(text)).map { $0.contains(problem) } == [true],
          "\(text): \(Self.findings(Self.list(text)))")
      }
    }
  }

  @Test(arguments: [
    ("{", "line 1, column 2: expected a key in quotes"),
    ("{}", "line 1, column 1: expected an array of rules, found an object"),
    ("[]", "line 1, column 1: WebKit refuses a list without rules"),
    ("\n [1]", "line 2, column 3: expected a rule as an object, found a number"),
    (
      #"[{ "action": { "type": "block" } }]"#, "line 1, column 2: the rule has no `trigger`"
    ),
    (
      #"[{ "trigger": {}, "action": { "type": "block" } }]"#,
      #"line 1, column 2: the trigger has no `url-filter`; `".*"` matches every URL"#
    ),
    (
      #"[{ "trigger": { "url-filter": "a" } }]"#, "line 1, column 2: the rule has no `action`"
    ),
    (
      #"[{ "trigger": { "url-filter": "a", "if-domain": ["A.com"] }, "action": { "type": "block" } }]"#,
      #"line 1, column 50: "A.com" must be written in lower case"#
    ),
    (
      #"[{ "trigger": { "url-filter": "a", "load-type": ["third"] }, "action": { "type": "block" } }]"#,
      #"line 1, column 50: "third" is no `load-type`; write `first-party` or `third-party`"#
    ),
  ])
  func wrongLists(_ list: String, _ problem: String) {
    #expect(Self.findings(list) == ["invalid-rule-list: \"a.json\", \(problem)"])
  }

  @Test func wrongActions() {
    #expect(
      Self.findings(Self.list("a", #"{ "type": "hide" }"#)).first?
        .contains("is no type of an action; there are `block`, `block-cookies`,") == true)
    #expect(
      Self.findings(Self.list("a", #"{ "type": "css-display-none" }"#)).first?
        .hasSuffix("`css-display-none` needs a `selector`") == true)
  }

  /// Tests that a list with conditions on domains and on addresses of pages is reported once, in any order, since older
  /// versions of WebKit reject it. A list in which all rules have the same kind is accepted.
  @Test func mixedConditions() {
    func rule(_ key: String) -> String {
      #"{ "trigger": { "url-filter": "a", "\#(key)": ["a"] }, "action": { "type": "block" } }"#
    }
    let (domains, pages) = (["if-domain", "unless-domain"], ["if-top-url", "unless-top-url"])
    let others = ["if-frame-url", "unless-frame-url", "if-ancestor-frame-url"]
    var random = RandomChoice(seed: 4_703)
    for _ in 0..<200 {
      let keys = (0..<1 + random.below(4)).map { _ in random.one(of: domains + pages + others) }
      let list = "[\n" + keys.map(rule).joined(separator: ",\n") + "\n]"
      let lines = [domains, pages].compactMap { kind in keys.firstIndex { kind.contains($0) } }
      guard lines.count == 2, let first = lines.min(), let second = lines.max() else {
        #expect(Self.findings(list) == [], "\(keys)")
        continue
      }
      #expect(
        Self.findings(list) == [
          "invalid-rule-list: \"a.json\", line \(second + 2), column 35: older versions of WebKit refuse a list with "
            + "`\(keys[second])` and, in line \(first + 2), `\(keys[first])`; write two lists"
        ])
    }
  }

  /// Tests that the app gets the list without the byte order mark, which WebKit rejects.
  @Test func byteOrderMark() { #expect(Self.findings("\u{FEFF}" + Self.list("a")) == []) }

  /// Tests that a file with many problems is reported at its first places.
  @Test func manyProblems() {
    let list = "[" + Array(repeating: "1", count: 9).joined(separator: ",") + "]"
    #expect(Self.findings(list).count == 5)
  }

  @Test func missingFiles() {
    let set = RuleSetUnderTest(
      [("a.bascule", "configuration A { block from \"b.json\", \"../c.json\", \"b.json\" }\n")])
    #expect(set.codes() == ["invalid-rule-list", "invalid-rule-list", "duplicate-member"])
  }
}
