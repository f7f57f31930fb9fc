import Diagnostics
import RandomRules
import Semantics
import TestSupport
import Testing
import Text
import Workspace

/// Tests that after any edits, a session has the same findings as a new check of the same files.
@Suite struct RuleSetSessionTests {
  /// The three files: declarations, handlers, chains.
  private struct Edited {
    var declarations = RandomChains.prelude
    var handlers: [[String]]
    var main: [String]
    var other: [String]
    var isMainLast = false

    var files: [SourceFile] {
      let bodies = handlers.enumerated().map { index, rules in
        "handler H\(index) {\n" + rules.map { "  \($0)\n" }.joined() + "}\n"
      }
      let chains = [
        "chain Main {\n" + main.map { "  \($0)\n" }.joined() + "}\n",
        "chain Other {\n  frames all\n" + other.map { "  \($0)\n" }.joined() + "}\n",
      ]
      return [
        SourceFile(name: "a.bascule", text: declarations),
        SourceFile(name: "b.bascule", text: bodies.joined()),
        SourceFile(
          name: "c.bascule", text: (isMainLast ? chains.reversed() : chains).joined()),
      ]
    }
  }

  @Test(.seeded) func findsWhatAFreshCheckFinds() {
    var random = RandomChoice(seed: Seed.of(11))
    var kinds: [String: Int] = [:]
    var (checks, soundChecks) = (0, 0)
    var (brokenOff, finished) = (0, 0)
    var gaps = 0
    let rounds = TestOptions.cases(6, long: 60)
    for round in 0..<rounds {
      var writer = RandomChains(random: RandomChoice(seed: Seed.of(UInt64(100 + round))))
      // There are few rules, so that they recur.
      let pool =
        (0..<14).map { _ in writer.rule() }
        + [
          #"when path hasPrefix "/a" cancel"#, #"when path[1] == "a" allow"#,
          #"when path like "/a/{id}" present ShowText(text: id) cancel"#, "when isHome cancel",
          #"when isHome && path hasPrefix "/a" cancel"#, #"when scheme == "tel" open url cancel"#,
          #"when path.count > 1 && path[1] == "a" cancel"#, "when true continue",
          #"when url == "https://a.com/b" cancel"#, #"when url == "https://a.com/" cancel"#,
          #"when host == "a.com" && path == "/b" allow"#,
          #"when query.x == "1" && exists query.x cancel"#,
        ]
      func rules(_ count: Int) -> [String] {
        (0..<count).map { _ in random.one(of: pool) }
      }
      var edited = Edited(
        handlers: [rules(4), rules(3)], main: rules(3) + ["use H0", "use H1"],
        other: ["use H1"] + rules(2))
      let session = RuleSetSession(recordsReferences: true)
      for step in 0..<40 {
        edit(&edited, &random, pool)
        faulty(&edited, &random)
        // Checks that newer edits interrupt, at any point, must leave no state.
        while round % 2 == 1, random.below(3) > 0 {
          var patience = random.below(16)
          let isBrokenOff =
            session.check(RuleSetInput(files: edited.files)) {
              patience -= 1
              return patience < 0
            } == nil
          if isBrokenOff { brokenOff += 1 } else { finished += 1 }
          // A check of the same files may follow.
          if random.below(3) > 0 { edit(&edited, &random, pool) }
        }
        let input = RuleSetInput(files: edited.files)
        let found = session.check(input)
        let expected = Workspace.check(input)
        let resolution =
          RuleSetSession(isReused: false, recordsReferences: true).resolution(of: input)
        #expect(
          session.resolution.references == resolution.references, "round \(round), step \(step)")
        checks += 1
        if session.analyses != nil { soundChecks += 1 }
        for finding in expected { kinds[finding.code, default: 0] += 1 }
        let files = input.files
        let (one, two) = (text(found, files), text(expected, files))
        if one != two, let gap = expected.first(where: { isGap($0, in: found) }) {
          // The session keeps a request that a new check cannot find again within its steps.
          gaps += 1
          func others(_ findings: [Finding]) -> String {
            let file = gap.location.file
            return text(
              findings.filter {
                $0.location.file != file || line($0, files) != line(gap, files)
              }, files)
          }
          #expect(others(found) == others(expected), "round \(round), step \(step)")
          continue
        }
        #expect(one == two, "round \(round), step \(step)")
        if one != two { return }
      }
    }
    print(
      "session: \(checks) checks, \(soundChecks) with chains, \(kinds.sorted { $0.key < $1.key })")
    #expect(soundChecks >= checks / 3)
    #expect(gaps <= checks / 500, "\(gaps) rules were decided that a new check leaves open")
    #expect(
      brokenOff > 3 * rounds && finished > rounds / 2, "\(brokenOff) broken off, \(finished) not")
    for code in [
      "unreachable-rule", "redundant-rule", "redundant-condition", "syntax-error", "unknown-name",
      "wrong-kind", "never-equal",
    ] {
      #expect(kinds[code, default: 0] > rounds / 2, "\(code)")
    }
  }

  /// Tests that values that earlier rules mention do not change the choice of a witness.
  @Test func earlierRulesDoNotChangeAWitness() throws {
    let compared = "when source.host != page.host cancel"
    for first in ["when source.host == \"a\" cancel", "when page.host == \"a\" cancel"] {
      let session = RuleSetSession()
      for rules in [[first], [first, compared, compared], [compared, compared]] {
        let lines = rules + ["otherwise allow"]
        let input = RuleSetInput(files: [
          SourceFile(name: "a.bascule", text: "chain Main {\n\(lines.joined(separator: "\n"))\n}\n")
        ])
        let found = session.check(input)
        #expect(found.contains { $0.code == "unreachable-rule" } == rules.contains(compared))
        #expect(text(found, input.files) == text(Workspace.check(input), input.files), "\(rules)")
      }
    }
  }

  /// Tests that a rule stays shadowed, possibly by other rules, while an earlier or later rule changes.
  @Test func proofsOfShadowedRulesFollowEdits() {
    let session = RuleSetSession()
    var covers: Set<String> = []
    for first in [
      #"path == "/none""#, #"path == "/shop""#, #"path == "/nope""#, #"host == "shop.example""#,
      #"url == "https://example.com/shop""#, #"url == "https://example.com/none""#,
      #"!(path hasPrefix "/s") || path == "/shop""#, #"isHome"#, #"path == "/shop" && isHome"#,
      #"path == "/none""#,
    ] {
      for (first, last) in [(first, #"path == "/none""#), (#"path == "/none""#, first)] {
        let input = RuleSetInput(files: [
          SourceFile(
            name: "a.bascule",
            text: """
              flag isHome
              chain Main {
                when \(first) download
                when isHome cancel
                when path hasPrefix "/" cancel
                when path == "/shop" allow
                when \(last) allow
                otherwise allow
              }
              """)
        ])
        let found = text(session.check(input), input.files)
        #expect(found == text(Workspace.check(input), input.files), "\(first)")
        covers.insert(found)
      }
    }
    #expect(covers.count > 4)
  }

  /// Tests that the files of scripts and rule lists may change while the rule files stay the same.
  @Test func resourcesAreComparedWithThoseOfTheLastCheck() {
    let session = RuleSetSession()
    let files = [
      SourceFile(
        name: "a.bascule",
        text: """
          script S at documentStart from "s.js"
          configuration Web {
            scripts S
            block from "b.json"
          }
          """)
    ]
    let list = #"[{"trigger": {"url-filter": "x"}, "action": {"type": "block"}}]"#
    let contents: [[String: String]] = [
      [:], ["s.js": ""], ["s.js": "", "b.json": list], ["s.js": "a()", "b.json": list],
      ["s.js": "a()", "b.json": "["], ["s.js": "a()", "b.json": "["], ["b.json": list],
    ]
    var counts: [Int] = []
    for content in contents {
      let input = RuleSetInput(files: files) { content[$0].map { Array($0.utf8) } }
      let found = session.check(input)
      #expect(text(found, files) == text(Workspace.check(input), files))
      counts.append(found.filter { $0.severity == .error }.count)
    }
    #expect(counts == [2, 1, 0, 0, 1, 1, 1])
  }

  /// Adds, changes or removes rules that are incomplete or refer to missing declarations.
  private func faulty(_ edited: inout Edited, _ random: inout RandomChoice) {
    let faults = [
      "w", "when", "when path[1] == cancel", #"when path == "/a" present Nowhere cancel"#,
      "when Other cancel", #"when isHome && path == "a" cancel"#, "use Nowhere", "use ShowText",
      #"when path hasPrefix "/a" present isHome cancel"#,
    ]
    func isFault(_ line: String) -> Bool { faults.contains(line) }
    func change(_ lines: inout [String], _ random: inout RandomChoice) {
      if lines.contains(where: isFault), random.once(in: 2) { lines.removeAll(where: isFault) }
      if random.once(in: 18) {
        lines.insert(random.one(of: faults), at: random.below(lines.count + 1))
      }
    }
    change(&edited.handlers[0], &random)
    change(&edited.handlers[1], &random)
    change(&edited.main, &random)
  }

  /// Returns whether a new check leaves a question undecided that the session has decided.
  private func isGap(_ finding: Finding, in found: [Finding]) -> Bool {
    finding.code == "undecided"
      && !found.contains { $0.code == finding.code && $0.location == finding.location }
  }

  private func line(_ finding: Finding, _ files: [SourceFile]) -> Int {
    let bytes = files[Int(finding.location.file.index)].bytes
    return bytes.prefix(Int(finding.location.span.start)).count { $0 == 0x0A }
  }

  private func text(_ findings: [Finding], _ files: [SourceFile]) -> String {
    String(decoding: JSONRenderer.render(findings, files: files), as: UTF8.self)
  }

  private func edit(_ edited: inout Edited, _ random: inout RandomChoice, _ pool: [String]) {
    func change(_ lines: inout [String], _ random: inout RandomChoice) {
      let place = random.below(lines.count + 1)
      switch random.below(6) {
      case 0, 1: lines.insert(random.one(of: pool), at: place)
      case 2: if place < lines.count { lines.remove(at: place) }
      case 3:
        if place < lines.count, !lines[place].hasPrefix("use") {
          lines[place] = random.one(of: pool)
        }
      case 4:
        if place < lines.count {
          lines.insert(lines.remove(at: place), at: random.below(lines.count + 1))
        }
      default: lines.insert("// \(place)", at: place)
      }
    }
    switch random.below(12) {
    case 0...3: change(&edited.handlers[0], &random)
    case 4, 5: change(&edited.handlers[1], &random)
    case 6...8: change(&edited.main, &random)
    case 9: change(&edited.other, &random)
    case 10:
      switch random.below(4) {
      case 0: edited.declarations += "screen More\(edited.declarations.utf8.count)\n"
      case 1: edited.declarations = "// Moved\n" + edited.declarations
      case 2: edited.isMainLast.toggle()
      default: edited.declarations = RandomChains.prelude
      }
    default: break
    }
  }

  /// Tests that after a change of a declaration, each attempt continues with the files and handlers that it has not
  /// reached yet.
  @Test func interruptedChecksEnd() throws {
    func input(_ flag: String) -> RuleSetInput {
      let handlers = (0..<20).map { number in
        SourceFile(
          name: "h\(number + 10).bascule",
          text: "handler H\(number) { when path == \"/r\(number)\" cancel }")
      }
      let uses = (0..<20).map { "use H\($0)" }.joined(separator: "\n")
      return RuleSetInput(
        files: [SourceFile(name: "a.bascule", text: "flag \(flag)\nchain C {\n\(uses)\n}")]
          + handlers)
    }
    let session = RuleSetSession()
    _ = session.check(input("one"))
    var attempts = 0
    while true {
      var calls = 0
      attempts += 1
      let findings = session.check(input("two")) {
        calls += 1
        return calls > 2
      }
      if let findings {
        #expect(
          text(findings, input("two").files)
            == text(Workspace.check(input("two")), input("two").files))
        break
      }
      try #require(attempts < 100)
    }
    // An attempt resolves two files, or lowers the rules of one or two handlers.
    #expect(attempts > 15)
  }
}
