import RandomRules
import TestSupport
import Testing

/// Tests checks whose findings have a definition of a few lines. On random declarations, each check must report exactly
/// the findings of the definition.
struct DefinedFindingTests {
  // MARK: Names

  /// The kinds of declarations, each with its text for a name and the namespaces in which the name must be unique.
  private static let kinds: [(namespaces: Set<String>, text: @Sendable (String, Int) -> String)] = [
    (["origin"], { "origin \($0) = \"https://a\($1).example\"" }),
    (["fact"], { name, _ in "flag \(name)" }), (["fact"], { name, _ in "value \(name): String" }),
    (["fact"], { name, _ in "condition \(name) = path == \"/x\"" }),
    (["screen"], { name, _ in "screen \(name)" }), (["action"], { name, _ in "action \(name)" }),
    (["chain", "responses"], { name, _ in "handler \(name) { when path == \"/x\" cancel }" }),
    (["chain"], { name, _ in "chain \(name) { otherwise allow }" }),
    (["responses"], { name, _ in "responses \(name) { otherwise allow }" }),
    (["type"], { name, _ in "model \(name) { a: Int }" }),
    (["type"], { name, _ in "enum \(name) { a, b }" }),
    (["type"], { name, _ in "union \(name) by \"k\" { a(b: Int) }" }),
    (["strategy"], { "strategy \($0) \"s\($1)\"" }),
    (["channel"], { "channel \($0) \"c\($1)\" by \"t\" { strategy Inner\($1) }" }),
    (["event"], { "event \($0) \"e\($1)\"" }), (["call"], { "call \($0) \"f\($1)\"" }),
    (["script"], { name, _ in "script \(name) at documentEnd \"x\"" }),
    (["configuration"], { name, _ in "configuration \(name) { title web }" }),
  ]

  /// Tests that a declaration is a duplicate if an earlier one of its namespace has its name.
  @Test(.seeded) func duplicateDeclarations() {
    DefinedFindings.check(["duplicate-declaration"], seed: 51) { random in
      var (lines, expected, taken): ([String], [String], Set<String>) = ([], [], [])
      for number in 0..<2 + random.below(4) {
        let kind = random.one(of: Self.kinds)
        let name = random.one(of: ["Aa", "Bb", "Cc"])
        lines.append(kind.text(name, number))
        let names = kind.namespaces.map { $0 + " " + name }
        if !taken.isDisjoint(with: names) { expected.append(name) }
        taken.formUnion(names)
      }
      return (lines.joined(separator: "\n"), expected)
    }
  }

  /// The kinds of declarations, each with all ways to use its name `&`.
  private static let uses: [(declaration: String, uses: [String])] = [
    (
      "origin & = \"https://a.example\"",
      [
        "strategy With& from &", "event With& to &", "call With& to &", "rule url in &",
        "rule url !in &", "script With& at documentEnd on & \"x\"",
        "setting mediaCapture grant from &",
      ]
    ),
    ("flag &", ["rule &", "rule !& && path == \"/x\"", "rule path == \"/x\" || &"]),
    (
      "value &: String",
      ["rule path[1] == &", "rule & == \"x\"", "rule exists query.a && host != &"]
    ),
    ("condition & = path == \"/y\"", ["rule &", "rule !&", "condition With& = &\nrule With&"]),
    ("screen &", ["step present &", "step push &"]),
    ("action & -> Bool", ["step perform &", "step attempt &"]),
    ("handler & { when scheme == \"x\" download }", ["use &"]),
    (
      "model & { a: Int }",
      [
        "event With& sends &", "call With& sends [&]", "call With& replies &?",
        "event With& sends { b: [String: &] }",
      ]
    ),
    (
      "enum & { a, b }", ["event With& sends &", "screen With&(a: &?)\nstep present With&"]
    ),
    ("union & by \"k\" { a(b: Int) }", ["event With& sends &", "call With& replies [&]"]),
    ("chain & { otherwise allow }", ["configuration With& { chain & }"]),
    ("responses & { otherwise allow }", ["configuration With& { responses & }"]),
    ("strategy &", ["setting strategies &"]),
    ("channel & \"c&\" by \"t\" { strategy In& }", ["setting channels &"]),
    ("script & at documentEnd \"x\"", ["setting scripts &"]),
  ]

  /// Tests that a declaration is unused if no use names it.
  @Test(.seeded) func unusedDeclarations() {
    DefinedFindings.check(["unused-declaration"], seed: 52) { random in
      var lines: [String] = []
      var expected: [String] = []
      var (rules, settings): ([String], [String]) = ([], [])
      for (number, kind) in Self.uses.enumerated() where random.once(in: 2) {
        let name = "N\(number)x"
        lines.append(kind.declaration.replacing("&", with: name))
        if random.once(in: 4) {
          expected.append(name)
          continue
        }
        for use in random.one(of: kind.uses).replacing(" &&", with: " and").replacing(
          "&", with: name
        )
        .replacing(" and", with: " &&").split(separator: "\n") {
          let rest = use.drop { $0 != " " }
          switch use.prefix(while: { $0 != " " }) {
          case "rule": rules.append("  when scheme == \"s\(number)\" && (\(rest)) download\n")
          case "step": rules.append("  when scheme == \"s\(number)\"\(rest) download\n")
          case "use": rules.append("  \(use)\n")
          case "setting": settings.append("  \(rest)\n")
          default:
            lines.append(String(use))
            if use.hasPrefix("strategy ") { settings.append("  strategies With\(name)\n") }
            if use.hasPrefix("script ") { settings.append("  scripts With\(name)\n") }
          }
        }
      }
      lines.append("chain Main {\n\(rules.joined())  otherwise allow\n}")
      let settingLines = Dictionary(grouping: settings) { $0.split(separator: " ")[0] }.values
        .map { lines in
          let first = lines[0].split(whereSeparator: \.isWhitespace)[0]
          return first == "mediaCapture"
            ? lines[0]
            : "  \(first) "
              + lines.map { $0.split(whereSeparator: \.isWhitespace)[1] }.joined(separator: ", ")
              + "\n"
        }
      lines.append("configuration Only {\n  chain Main\n\(settingLines.sorted().joined())}")
      return (lines.shuffled(using: &random).joined(separator: "\n") + "\n", expected)
    }
  }

  // MARK: Popups

  /// Tests popups. A popup needs requests of the frame `new` only, one configuration for each chain, and the data store
  /// of its opener, which it has by default.
  @Test(.seeded) func invalidPopups() {
    DefinedFindings.check(["invalid-popup"], seed: 53) { random in
      let stores = ["", "dataStore persistent", "dataStore ephemeral"]
      let popups = (0..<2).map { _ in random.one(of: stores) }
      let opener = random.one(of: stores)
      let isInherited = random.once(in: 2)
      let (frames, looked) = random.one(of: [
        ("", ["main", "new"]), ("  frames new\n", ["new"]),
        ("  frames all\n", ["main", "new", "sub"]),
      ])
      var rules = ""
      var expected: [String] = []
      var first: Int?
      var role = random.below(2)
      for number in 0..<1 + random.below(2) {
        if random.once(in: 4) { role = 1 - role }
        let (condition, matched) = random.one(of: [
          ("frame == new && path == \"/\(number)\"", ["new"]),
          ("path == \"/\(number)\"", ["main", "new", "sub"]),
          ("frame in [new] && path == \"/\(number)\"", ["new"]),
          ("(frame == new || frame == sub) && path == \"/\(number)\"", ["new", "sub"]),
          ("!(frame in [main, sub]) && path == \"/\(number)\"", ["new"]),
          ("frame != main && path == \"/\(number)\"", ["new", "sub"]),
        ])
        rules += "  when \(condition) popup Popup\(role)\n"
        if matched.contains(where: { $0 != "new" && looked.contains($0) }) {
          expected.append(condition)
        }
        if let first, first != role { expected.append(condition) }
        if first == nil {
          first = role
          let own = opener.isEmpty ? stores[1] : opener
          if !popups[role].isEmpty, popups[role] != own { expected.append(condition) }
        }
      }
      let text = """
        chain Main {
        \(frames)\(rules)  otherwise allow
        }
        configuration Base { \(isInherited ? opener : "title web") }
        configuration Only extends Base { chain Main \(isInherited ? "" : opener) }
        configuration Popup0 { \(popups[0]) inlineMedia true }
        configuration Popup1 { \(popups[1]) inlineMedia true }

        """
      return (text, expected)
    }
  }

  // MARK: Messages

  /// Tests that every declaration that can be limited to origins has to be, if the set declares an origin.
  @Test(.seeded) func anyOrigin() {
    let kinds = [
      ("strategy &", "from Own"), ("strategy & receives Int", "from Own"),
      ("strategy & receives String as text replies Int", "from Own frames all"),
      ("channel C& \"c&\" by \"t\" {\n  strategy &", "from Own"), ("event & sends Int", "to Own"),
      ("event & queue 3", "to Own"), ("call & replies Int", "to Own"),
      ("script & at documentEnd", "on Own"), ("script &", "at documentStart on Own"),
    ]
    DefinedFindings.check(["any-origin"], seed: 54) { random in
      let isDeclared = !random.once(in: 4)
      var lines = isDeclared ? ["origin Own = \"https://own.example\""] : []
      var expected: [String] = []
      for number in 0..<1 + random.below(4) {
        let (declaration, clause) = random.one(of: kinds)
        let name = "N\(number)"
        let isLimited = isDeclared && random.once(in: 2)
        if isDeclared, !isLimited { expected.append(name) }
        var text = declaration.replacing("&", with: name)
        if isLimited { text += " " + clause }
        if text.hasPrefix("script ") {
          text += text.contains(" at ") ? " \"x\"" : " at documentStart \"x\""
        }
        lines.append(text + (text.hasPrefix("channel ") ? "\n}" : ""))
      }
      return (lines.joined(separator: "\n"), expected)
    }
  }

  /// Tests that the identifiers of messages of one kind must differ. Without a text, the identifier is the name in
  /// lower camel case.
  @Test(
    .seeded,
    arguments: [
      ("strategy", "duplicate-strategy-identifier"), ("event", "duplicate-event-identifier"),
      ("call", "duplicate-call-identifier"),
    ])
  func duplicateIdentifiers(_ word: String, _ code: String) {
    DefinedFindings.check([code], seed: 55) { random in
      var (lines, expected, taken): ([String], [String], Set<String>) = ([], [], [])
      for name in ["First", "Second", "Third"] {
        let own = random.one(of: ["", "first", "second", "Third", "other"])
        let identifier = own.isEmpty ? name.lowercased() : own
        lines.append("\(word) \(name)" + (own.isEmpty ? "" : " \"\(own)\""))
        if !taken.insert(identifier).inserted { expected.append(own.isEmpty ? name : "\"\(own)\"") }
        // The identifiers of other kinds are separate.
        lines.append(
          word == "event" ? "call Other\(name) \"\(name)\"" : "event Other\(name) \"\(name)\"")
      }
      return (lines.joined(separator: "\n"), expected)
    }
  }

  // MARK: Arguments

  /// Tests that each required parameter has exactly one argument, and that each argument has a parameter.
  @Test(.seeded) func arguments() {
    DefinedFindings.check(["missing-argument", "unknown-argument", "repeated-argument"], seed: 56) {
      random in
      let parameters = ["one", "two", "three"].map { name in
        (name, random.one(of: [": String", ": String?", ": String = \"x\""]))
      }
      let labels = (0..<random.below(4)).map { _ in
        random.one(of: ["one", "one", "two", "three", "zzzzzz"])
      }
      let (word, step) = random.one(of: [
        ("screen", "present"), ("screen", "push"), ("action", "perform"),
      ])
      let given = labels.map { "\($0): path" }.joined(separator: ", ")
      let text = """
        \(word) Target(\(parameters.map { $0 + $1 }.joined(separator: ", ")))
        chain Main {
          when path == "/x" \(step) Target\(given.isEmpty ? "" : "(\(given))") cancel
          otherwise allow
        }

        """
      var expected: [String] = []
      var seen: Set<String> = []
      for label in labels where label == "zzzzzz" || !seen.insert(label).inserted {
        expected.append(label)
      }
      let isMissing = parameters.contains { name, type in
        type == ": String" && !labels.contains(name)
      }
      // One finding names all missing arguments. A wrong label may be a misspelled one.
      if isMissing, expected.isEmpty { expected.append("Target") }
      return (text, expected)
    }
  }
}
