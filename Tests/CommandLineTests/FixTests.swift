import Diagnostics
import Foundation
import RandomRules
import TestSupport
import Testing
import Text
import Workspace

@testable import CommandLine

/// Runs `bascule check --fix` and applies its patches.
@Suite struct FixTests {
  private static let faulty = """
    origin Own = "https://example.com"

    /// A screen that no rule shows.
    screen Unused(id: String)

    screen Product(id: String)
    strategy Cart receives String from Own

    // bascule:ignore any-origin -- not any more
    strategy Other from Own

    handler H {
      when path hasPrefix "/h" cancel
    }

    chain Main {
      when path hasPrefix "/legal/terms" cancel   // why?
      when path hasPrefix "/legal" cancel
      when path hasPrefix "/shop/" && path.count > 1 && frame == new cancel
      when path.count > 1 && path hasPrefix "/chop/" cancel

      when path hasPrefix "/p" download
      /// Products.
      when path like "/product/{id}"
        present Product(id: id) cancel // native
      use H
      when path hasPrefix "/h/x" download
      otherwise allow
    }

    """
  private static let safe = """
    origin Own = "https://example.com"

    /// A screen that no rule shows.
    screen Unused(id: String)

    screen Product(id: String)
    strategy Cart receives String from Own

    // bascule:ignore any-origin -- not any more
    strategy Other from Own

    handler H {
      when path hasPrefix "/h" cancel
    }

    chain Main {
      when path hasPrefix "/legal/terms" cancel   // why?
      when path hasPrefix "/legal" cancel
      when path hasPrefix "/shop/" && frame == new cancel
      when path hasPrefix "/chop/" cancel

      when path hasPrefix "/p" download
      /// Products.
      when path like "/product/{id}"
        present Product(id: id) cancel // native
      use H
      when path hasPrefix "/h/x" download
      otherwise allow
    }

    """
  private static let all = """
    origin Own = "https://example.com"

    screen Product(id: String)
    strategy Cart receives String from Own

    strategy Other from Own

    handler H {
      when path hasPrefix "/h" cancel
    }

    chain Main {
      when path hasPrefix "/legal" cancel
      when path hasPrefix "/shop/" && frame == new cancel
      when path hasPrefix "/chop/" cancel

      /// Products.
      when path like "/product/{id}"
        present Product(id: id) cancel // native
      when path hasPrefix "/p" download
      when path hasPrefix "/h/x" download
      use H
      otherwise allow
    }

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["check"] + arguments, in: folder)
  }

  @Test(arguments: ["\n", "\r\n"])
  func fixedPoints(lineEnd: String) throws {
    func text(_ text: String) -> String { text.replacingOccurrences(of: "\n", with: lineEnd) }
    for (option, expected, count) in [("--fix", Self.safe, 2), ("--fix=all", Self.all, 7)] {
      try folder.write(["r/a.bascule": text(Self.faulty)])
      let options = ["check", "r", option] + (option == "--fix" ? [] : ["--allow-weaker"])
      func run(_ further: String...) throws -> Executable.Result {
        try Executable.run(options + further, in: folder)
      }
      let patch = try run("--diff")
      #expect(patch.code == 1)
      #expect(try folder.text("r/a.bascule") == text(Self.faulty))
      let result = try run()
      #expect(result.errors.hasPrefix("note: fixed \(count) findings in 1 file\n"))
      #expect(try folder.text("r/a.bascule") == text(expected))
      #expect(result.code == (option == "--fix" ? 1 : 0))
      let again = try run()
      #expect(again.errors == "")
      #expect(try run("--diff").output == "")
      // The patch has the same effect as the option.
      try folder.write(["r/a.bascule": text(Self.faulty), "the.patch": patch.output])
      for (tool, words) in [
        ("git", ["apply", "the.patch"]), ("patch", ["-p1", "-i", "the.patch"]),
      ] {
        try folder.write(["r/a.bascule": text(Self.faulty)])
        guard let url = Tool.find(tool, for: "patches with `\(tool)`") else { continue }
        let applied = try ProcessRunner.run(url, words, in: folder.url)
        #expect(applied.status == 0, "\(tool): \(applied.output)")
        #expect(try folder.text("r/a.bascule") == text(expected))
      }
    }
  }

  @Test func patchesOfOddNamesAndEnds() throws {
    let faulty = "chain C {\n  when path[1] == \"a\" continue\n  otherwise allow\n}"
    let files = ["a b.bascule", "tab\there.bascule", "quote\".bascule", "é.bascule"]
    for name in files {
      try folder.write(["r/\(name)": faulty.replacingOccurrences(of: "C", with: "C\(name.count)")])
    }
    let patch = try check("r", "--fix=all", "--diff")
    #expect(patch.output.contains("\\ No newline at end of file\n"))
    try folder.write(["the.patch": patch.output])
    for (tool, words) in [
      ("git", ["apply", "the.patch"]), ("patch", ["-p1", "-R", "-i", "the.patch"]),
    ] {
      guard let url = Tool.find(tool, for: "patches with `\(tool)`") else { continue }
      let applied = try ProcessRunner.run(url, words, in: folder.url)
      #expect(applied.status == 0, "\(tool): \(applied.output)")
      if tool == "git" { #expect(try check("r").code == 0) }
      #expect(try check("r", "--fix=all", "--diff").output == (tool == "git" ? "" : patch.output))
    }
  }

  @Test func misspeltNamesAndConfigurations() throws {
    try folder.write([
      "r/a.bascule": """
      screen Product(id: String)
      chain Main {
        wehn path like "/p/{id}" present Prodct(idd: id) cancel
        otherwise allow
      }
      """,
      "r/bascule.json": "{\n  \"stict\": true\n}\n",
    ])
    let result = try check("r", "--fix=all")
    #expect(result.code == 0, "\(result.output)")
    #expect(try folder.text("r/bascule.json") == "{\n  \"strict\": true\n}\n")
    #expect(
      try folder.text("r/a.bascule").contains(
        "  when path like \"/p/{id}\" present Product(id: id) cancel"))
  }

  @Test func whatCannotBe() throws {
    try folder.write(["r/a.bascule": Self.faulty])
    for arguments in [
      ["-", "--fix"], ["r", "--diff", "--format", "json"], ["r", "--fix=some"],
      ["r", "--fix", "--since", "HEAD"], ["r", "--write-baseline"], ["r", "r", "--since", "HEAD"],
    ] {
      let result = try Executable.run(["check"] + arguments, in: folder)
      #expect(result.code == 2, "\(arguments)")
    }
    let input = try Executable.run(
      ["check", "-", "--diff", "--stdin-path", "x/y.bascule"], in: folder,
      input: Data(Self.faulty.utf8))
    #expect(input.output.hasPrefix("--- a/x/y.bascule\n+++ b/x/y.bascule\n@@ "))
    #expect(try folder.text("r/a.bascule") == Self.faulty)
  }

  /// Tests that safe fixes of random chains change the treatment of no request, and that no safe fix remains after
  /// them.
  @Test(.seeded) func safeFixesKeepTheMeaning() throws {
    var chains = RandomChains(random: RandomChoice(seed: Seed.of(20)))
    var fixed = 0
    for _ in 0..<TestOptions.cases(150, long: 300) {
      let text = RandomChains.prelude + chains.chain("Main")
      let input = RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)])
      let old = Workspace.load(input)
      if old.hasErrors { continue }
      let source = RuleSetSource(
        found: .init(folder: Path("."), files: [Path("a.bascule")], configuration: nil),
        input: input, configuration: nil)
      let run = FixRun(source, Severities(), all: false)
      if run.applied.isEmpty { continue }
      fixed += 1
      let new = Workspace.load(run.source.input)
      #expect(!new.hasErrors)
      let diff = RuleSetDiff([(old, new)])
      let json = try JSONSerialization.jsonObject(with: Data(diff.json)) as? [String: Any]
      let chains = try #require(json?["chains"] as? [[String: Any]])
      let areSame = chains.allSatisfy { ($0["differences"] as? [Any])?.isEmpty == true }
      #expect(areSame, "\(text)\n\(String(decoding: diff.human(.plain), as: UTF8.self))")
      #expect(FixRun(run.source, Severities(), all: false).applied.isEmpty)
    }
    #expect(fixed > 5, "\(fixed)")
  }

  // MARK: - What fixes must not do

  /// Returns the file after `check --fix=all`, and the output of the command.
  private func fixAll(_ text: String) throws -> (text: String, result: Executable.Result) {
    try folder.write(["r/a.bascule": text])
    let result = try check("r", "--fix=all", "--allow-weaker")
    return (try folder.text("r/a.bascule"), result)
  }

  /// Tests that `--fix=all` changes no rule such that a cancelled request passes, and names the option that would.
  @Test(arguments: [
    "when path like \"/a/*\" cancel\n  when path == \"/a/b\" allow",
    "when path like \"/a/*\" cancel\n  when path == \"/a/b\" cancel\n  when path == \"/a/b\" download",
    "when path.count >= 0 cancel\n  when scheme == \"https\" allow",
    "when host hasSuffix \"bank.example\" cancel",
    "when url contains \"ads.example\" cancel\n  when port == 443 cancel",
  ])
  func nothingPassesThatWasCancelled(_ rules: String) throws {
    let text =
      "chain Default {\n  \(rules)\n  otherwise allow\n}\nconfiguration X { chain Default }\n"
    try folder.write(["r/a.bascule": text])
    let found = try check("r")
    #expect(found.output.contains("with --fix=all --allow-weaker\n"), "\(found.output)")
    _ = try check("r", "--fix=all")
    #expect(try folder.text("r/a.bascule") == text)
    #expect(try fixAll(text).text != text)
    #expect(try check("r", "--allow-weaker").code == 2)
  }

  /// Tests rules with `open url` for URLs that a page must not choose: the decisions about such requests stay the same.
  @Test func refusedSchemesKeepTheirDecision() throws {
    let text = """
      chain Default {
        when host == "hotel.example" || host == "inn.example" open url cancel
        otherwise allow
      }
      configuration X { chain Default }

      """
    try folder.write(["r/a.bascule": text, "old.bascule": text])
    #expect(try check("r", "--fix=all").output.hasPrefix("no findings"))
    #expect(
      try folder.text("r/a.bascule").contains(
        """
          when scheme in ["blob", "data", "file", "javascript"]
              && (host == "hotel.example" || host == "inn.example")
            cancel

        """))
    let diff = try Executable.run(["diff", "old.bascule", "r/a.bascule"], in: folder)
    #expect(!diff.output.contains("+ allow"), "\(diff.output)")
  }

  /// Tests that a mistake in one rule does not affect other rules.
  @Test func aBroadRuleCostsNoOtherRule() throws {
    let (text, result) = try fixAll(
      """
      chain Default {
        when path.count >= 0 cancel
        when host == "evil.example" cancel
        when scheme == "https" allow
        otherwise cancel
      }
      configuration X { chain Default }

      """)
    #expect(text.contains("when host == \"evil.example\" cancel"))
    #expect(text.contains("when path.count >= 0"))
    // It says what it did, and which requests change.
    #expect(
      result.errors.contains(
        "  r/a.bascule:2: moved `when path.count >= 0 cancel` down (shadowing-rule)\n"))
    #expect(result.errors.contains("- cancel\n") && result.errors.contains("+ allow\n"))
  }

  /// Tests two rules that cover each other by mistake. They are corrected in two runs: the first deletes one rule and
  /// moves the other, and the second deletes a rule that the move has made redundant.
  @Test func equalBroadRulesAreSettledInTwoRuns() throws {
    let (text, _) = try fixAll(
      """
      chain Default {
        when path.count >= 0 allow
        when path.count >= 0 allow
        when host == "evil.example" cancel
        when scheme == "https" download
      }
      configuration X { chain Default }

      """)
    #expect(text.contains("when host == \"evil.example\" cancel"))
    let second = try fixAll(text).text
    #expect(second.contains("when scheme == \"https\" download"))
    #expect(try fixAll(second).text == second)
  }

  /// Tests that a fix that fails beside others is tried again after them.
  @Test func refutedFixesAreTriedAgain() throws {
    let text = #"""
      origin Site = "https://a.com", "https://*.a.com"
      origin Other = "http://**.b.org:8080", "myapp://host", "ws://localhost", "file://"
      screen ShowNumber(number: Int)
      action note(text: String)
      action confirm(text: String?) async -> Bool
      handler First {
        when path like "/*/日本" attempt confirm(text: host) open url cancel
        when path like "/**" && path like "/*/**" && url in Site, Other attempt open url perform note(text: fragment) allow
        when navigation != other presnt ShowNumber(number: query["k"]) continue
      }
      chain Main {
        use First
        when path hasPrefix "/" && path[1] == "a" allow
        when source.host like "*.com" && (!(source.host != page.host) || url like "https://.a.com:*/**") && page.host like "**.a.com" attempt confirm(text: path[1]) cancel
        otherwise allow
      }
      configuration Only { chain Main }

      """#
    try folder.write(["r/a.bascule": text])
    _ = try check("r", "--fix")
    let once = try folder.text("r/a.bascule")
    #expect(once.contains("  when url in Site, Other attempt"))
    _ = try check("r", "--fix")
    #expect(try folder.text("r/a.bascule") == once)
  }

  /// Tests that a syntax error that hides a finding, here that `Other` is unused, does not prevent the fix of its
  /// scheme.
  @Test func aFindingThatAnErrorHidStopsNoFix() throws {
    let once = try fixAll(
      """
      origin Other = "http://b.org"
      chain Main {
        otherwise allow
      handler Rules {
      }
      configuration Only { chain Main }

      """
    ).text
    #expect(once.contains("origin Other = \"https://b.org\""))
    #expect(try fixAll(once).text == once)
  }

  /// Tests that a rule is kept if it is redundant only because of a mistake in another rule.
  @Test func redundancyBySlipIsNoReasonToDelete() throws {
    let (text, _) = try fixAll(
      """
      chain Default {
        when navigation == backForward && scheme == "https" cancel
        when path.count > -5 cancel
        when scheme == "https" allow
        otherwise cancel
      }
      configuration X { chain Default }

      """)
    #expect(text.contains("when navigation == backForward"))
    #expect(text.contains("when scheme == \"https\" allow"))
  }

  /// Tests that rules that are useless in any order stay where they are.
  @Test(arguments: [
    // One of the two rules is dead in either order.
    """
    screen P(id: String)
    chain Default {
      when path like "/p/*" cancel
      when path like "/p/{id}" present P(id: id) cancel
      otherwise allow
    }
    configuration X { chain Default }

    """,
    // The second rule is redundant above the first, and the third is dead in either order with the second.
    """
    chain Default {
      when host == "a.example" && path like "/shop/**" cancel
      when path == "/shop/admin" && host == "a.example" cancel
      otherwise allow
    }
    configuration X { chain Default }

    """,
    // `otherwise` must stay last.
    """
    chain Default {
      when path.count >= 0 cancel
      otherwise allow
    }
    configuration X { chain Default }

    """,
    // An `otherwise` in a handler covers all rules after it.
    """
    handler Tabs {
      when path == "/tab" cancel
      otherwise allow
    }
    chain Default {
      use Tabs
      when path == "/pay" allow
      otherwise cancel
    }
    configuration X { chain Default }

    """,
    // The text has no interpolation, so a change of it would change the meaning.
    #"""
    action track(name: String)
    chain Default {
      when path == "/a" perform track(name: "utm \(query.utm)") cancel
      otherwise allow
    }
    configuration X { chain Default }

    """#,
  ])
  func noFixIsOffered(_ text: String) throws {
    let (fixed, result) = try fixAll(text)
    #expect(fixed == text)
    #expect(result.errors == "")
    #expect(!result.output.contains("\nhelp ("), "\(result.output)")
    #expect(try check("r", "--diff").output == "")
  }

  /// Tests that safe fixes do not delete an allow-list above a temporary `otherwise allow`.
  @Test func safeFixesDeleteNothing() throws {
    let text = """
      chain Default {
        when path == "/login" allow
        when host == "cdn.example.com" allow
        otherwise allow // TODO back to cancel
      }
      configuration X { chain Default }

      """
    try folder.write(["r/a.bascule": text])
    #expect(try check("r", "--fix").errors == "")
    #expect(try folder.text("r/a.bascule") == text)
  }

  /// Tests that files with other data are not changed, even if they look like rules with many mistakes.
  @Test(arguments: ["--fix", "--fix=all"])
  func filesThatAreNoTextStay(option: String) throws {
    var bytes = Data("chain Main { when host = 'a' allow }\nchain Main { otherwise allow }\n".utf8)
    bytes.append(contentsOf: [0xFF, 0xFE, 0x00, 0x80])
    bytes.append(contentsOf: "\nflag a flag a == b ; \u{201C}x\u{201D}\n".utf8)
    try folder.write("a.bascule", bytes)
    let result = try check("a.bascule", option)
    #expect(result.code == 1)
    #expect(try Data(contentsOf: folder.url.appending(path: "a.bascule")) == bytes)
    #expect(!result.output.contains("can be fixed"))
  }

  @Test func whatIsPrinted() throws {
    try folder.write(["r/a.bascule": Self.faulty])
    let result = try check("r")
    #expect(
      result.output.hasSuffix(
        "\n2 errors, 5 warnings in 1 file, 2 can be fixed with --fix, 3 more with --fix=all, 1 more with"
          + " --fix=all --allow-weaker\n"),
      "\(result.output)")
    #expect(result.output.contains("\nhelp (--fix): delete this part\n"))
    #expect(result.output.contains("\nhelp (--fix=all): "))
    let statistics = try check("r", "--statistics")
    #expect(
      statistics.output == """
        2 warnings  redundant-condition, 2 can be fixed with --fix
          2 errors  unreachable-rule, 1 can be fixed with --fix=all, 1 more with --fix=all --allow-weaker
         1 warning  redundant-rule
         1 warning  unused-declaration, 1 can be fixed with --fix=all
         1 warning  unused-ignore, 1 can be fixed with --fix=all

        """, "\(statistics.output)")
    #expect(statistics.code == 1)
    let quiet = try check("r", "--quiet", "--fix", "--exit-zero")
    #expect(quiet.code == 0)
    #expect(quiet.errors == "")
    #expect(!quiet.output.contains("in 1 file") && quiet.output.contains("unreachable-rule"))
  }

  @Test func aRepeatedUseIsDeleted() throws {
    let (text, result) = try fixAll(
      """
      handler H {
        when path == "/a" cancel
      }
      chain D {
        use H
        use H
        otherwise allow
      }
      configuration X { chain D }

      """)
    #expect(text.components(separatedBy: "use H").count == 2)
    #expect(result.code == 0)
    #expect(!result.errors.contains("requests"))
    // A handler with the same rules would become unused, so no fix deletes its `use`.
    let nested = try fixAll(
      """
      handler H {
        when path == "/a" cancel
      }
      handler Both {
        use H
      }
      chain D {
        use H
        use Both
        otherwise allow
      }
      configuration X { chain D }

      """)
    #expect(nested.text.contains("  use H\n  use Both\n"))
    #expect(nested.result.output.contains("delete it: the chain contains these rules already"))
  }

  /// Tests conditions that compare a part with a whole URL.
  @Test(arguments: [
    (
      #"path like "https://bank.example/support/**""#,
      #"url like "https://bank.example/support/**""#
    ),
    (#"path == "https://bank.example/x""#, #"url == "https://bank.example/x""#),
    (#"host == "bank.example:8080""#, #"host == "bank.example" && port == 8080"#),
  ])
  func theWholeURLIsMeant(_ wrong: String, _ right: String) throws {
    func text(_ condition: String) -> String {
      "chain D {\n  when \(condition) cancel\n  otherwise allow\n}\nconfiguration X { chain D }\n"
    }
    let fixed = try fixAll(text(wrong))
    #expect(fixed.text == text(right))
    #expect(fixed.result.code == 0)
  }

  /// Tests that the fix of a test case without a decision writes that of its chain, unless the chain runs other steps.
  @Test func testCasesAskTheirChain() throws {
    let (text, result) = try fixAll(
      """
      chain D {
        when path == "/a" cancel
        when path == "/b" dismiss cancel
        otherwise allow
      }
      configuration X { chain D }
      test D {
        "https://example.com/a"
        "https://example.com/b"
        "https://example.com/c"
      }

      """)
    #expect(text.contains("/a\" cancel\n  \"https://example.com/b\"\n"))
    #expect(text.contains("/c\" allow\n"))
    #expect(result.output.contains("test case has no decision"))
  }

  @Test func commentsTravelWithTheirRules() throws {
    let (text, _) = try fixAll(
      """
      chain Default {
        // A: shop is native
        when path like "/shop/**" cancel
        /* B: reviews
           stay on the web */
        // (all of them)
        when path like "/shop/*/reviews" allow // since 2.1
        otherwise allow
      }
      configuration X { chain Default }

      """)
    #expect(
      text.hasPrefix(
        """
        chain Default {
          /* B: reviews
             stay on the web */
          // (all of them)
          when path like "/shop/*/reviews" allow // since 2.1
          // A: shop is native
          when path like "/shop/**" cancel
          otherwise allow
        }
        """), "\(text)")
  }

  /// Tests that one move repairs all rules that a broad rule shadows, and that one round repairs all pairs of rules.
  @Test func manyFindingsAreFixedAtOnce() throws {
    let count = TestOptions.cases(200, long: 2000)
    let rules = (0..<count).map { "  when path == \"/p\($0)/a\" download\n" }
    let head = "chain Default {\n"
    let tail = "  otherwise cancel\n}\nconfiguration X { chain Default }\n"
    let broad = "  when path.count >= 0 allow\n"
    let shadowed = try fixAll(head + broad + rules.joined() + tail)
    #expect(shadowed.result.errors.hasPrefix("note: fixed 1 finding in 1 file\n"))
    #expect(shadowed.text == head + rules.joined() + broad + tail)
    let general = (0..<count).map { "  when path like \"/p\($0)/*\" allow\n" }
    let pairs = try fixAll(head + zip(general, rules).map { $0 + $1 }.joined() + tail)
    #expect(pairs.result.errors.hasPrefix("note: fixed \(count) findings in 1 file\n"))
    #expect(pairs.result.code == 0)
    #expect(
      try check("r", "--fix=all", "--diff").output == ""
        && pairs.text.contains("  when path == \"/p7/a\" download\n  when path like \"/p7/*\" "))
  }

  @Test(.seeded) func lineDifferencesAreApplicable() {
    var random = RandomChoice(seed: Seed.of(4))
    for _ in 0..<500 {
      func text() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<random.below(12) {
          bytes += [UInt8(ascii: "a") + UInt8(random.below(3)), 0x0A]
        }
        if random.once(in: 2) { bytes.append(UInt8(ascii: "z")) }
        return bytes
      }
      let (old, new) = (text(), text())
      let start = random.below(1 + zip(old, new).prefix { $0 == $1 }.count)
      let whole = (old: start..<old.count, new: start..<new.count)
      let diff =
        random.once(in: 3) ? LineDiff(old, new, replaced: [whole]) : LineDiff(old, new)
      var lines = Array(diff.oldLines)
      for change in diff.changes.reversed() {
        lines.replaceSubrange(change.old, with: diff.newLines[change.new])
      }
      #expect(lines.flatMap { $0 } == new)
      for (a, b) in zip(diff.changes, diff.changes.dropFirst()) {
        #expect(a.old.upperBound < b.old.lowerBound)
        #expect(a.new.upperBound < b.new.lowerBound)
      }
      #expect((old == new) == diff.changes.isEmpty)
    }
  }
}
