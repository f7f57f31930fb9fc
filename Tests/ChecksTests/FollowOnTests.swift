import Checks
import Diagnostics
import Foundation
import TestSupport
import Testing
import Text

/// Tests that one cause has one finding.
struct FollowOnTests {
  @Test func languageExampleIsClean() {
    let set = RuleSetUnderTest(LanguageExample.text)
    // The example loads any URL for a new frame, also the URL of a form. It declares messages, events, calls and
    // scripts for every page.
    #expect(
      set.findings().map { "\($0.code) \(set.text($0))" } == [
        "lost-body load url", "unsafe-load load url", "any-origin Page", "any-origin Ready",
        "any-origin PaymentFinished",
        "any-origin ResizeImages", "any-origin DisableZoom",
      ])
    let closed = LanguageExample.text
      .replacingOccurrences(
        of: "frame == new load url",
        with: "frame == new && method == \"GET\" && url in Store load url"
      )
      .replacingOccurrences(of: "receives CloseReason\n", with: "receives CloseReason from Store\n")
      .replacingOccurrences(of: "\"onReady\"\n", with: "\"onReady\" from Store\n")
      .replacingOccurrences(of: "sends PaymentResult\n", with: "sends PaymentResult to Store\n")
      .replacingOccurrences(of: "replies Int\n", with: "replies Int to Store\n")
      .replacingOccurrences(of: "frames main \"\"\"", with: "frames main on Store \"\"\"")
    #expect(RuleSetUnderTest(closed).codes() == [])
  }

  @Test func thereAreExampleSets() { #expect(ExampleRules.folders.count >= 5) }

  @Test(arguments: ExampleRules.folders)
  func exampleSetsAreClean(_ folder: String) throws {
    let files = try ExampleRules.files(in: folder).map {
      (name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
    }
    var resources: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(
      atPath: TestPackage.url("rules/\(folder)").path)
    {
      resources[name] = ExampleRules.resource(name, in: folder)
    }
    #expect(!files.isEmpty)
    let set = RuleSetUnderTest(files, resources: resources)
    #expect(set.codes() == [], "\(set.summary())")
  }

  /// Tests that the name of a declaration with a syntax error is still known.
  @Test(arguments: [
    (
      "screen A(id String)\nchain C { when path == \"/a\" present A(id: host) cancel }",
      "syntax-error"
    ),
    (
      "scren A(id: String)\nchain C { when path == \"/a\" present A(id: host) cancel }",
      "syntax-error"
    ),
    ("model M { a: Int, b Int }\ncall K sends M\nrender R { K(a: 1, b: 2) }", "syntax-error"),
    ("enum E { a, b = 3, c }\nmodel M { e: E = b }\nevent X sends M", "syntax-error"),
    (
      "channel H by \"type\" { strategy A recieves String\n strategy B }\nconfiguration W { channels H }",
      "syntax-error"
    ),
    ("union U { a( }\nevent X sends U", "syntax-error"),
    ("union U by \"k\" { a(: }\nevent X sends U", "syntax-error"),
    ("enum E { = }\nevent X sends E", "syntax-error"),
    ("channel H by \"type\" { strategie A }\nconfiguration W { channels H }", "syntax-error"),
    ("origin O = https\nstrategy S from O", "unknown-name"),
    ("origin O = https://a.com\nstrategy S from O", "syntax-error"),
    ("origin O = a.com\nstrategy S from O", "syntax-error"),
    ("chain C { when port == 8O cancel }", "invalid-number"),
    (
      "screen A(id: Sting)\nchain C { when path == \"/a\" present A(id: host) cancel }",
      "unknown-name"
    ),
    ("model A { b: B }\nmodel B { c: Missing }\nstrategy S receives A", "unknown-name"),
    (
      "chain C { when path like \"/a/{id\" present A(id: id) cancel }\nscreen A(id: String)",
      "invalid-pattern"
    ),
    ("origin O = \"example.com\"\nstrategy S from O", "invalid-origin"),
    (
      "screen (id: String)\nchain C { when path == \"/a\" present A(id: host) cancel }",
      "syntax-error"
    ),
    ("\"screen\" A\nchain C { when path == \"/a\" present A cancel }", "syntax-error"),
    ("A(id: String)\nchain C { when path == \"/a\" present A(id: host) cancel }", "syntax-error"),
    (".screen A\nchain C { when path == \"/a\" present A cancel }", "syntax-error"),
    ("flag\nflag b\nchain C { when a && b cancel }", "syntax-error"),
    ("value maxPort Int\nchain C { when port > maxPort cancel }", "syntax-error"),
    ("value server: RUL?\nchain C { when host == server.host cancel }", "unknown-name"),
    (
      "action a() async (-> Bool\nchain C { when path == \"/a\" attempt a cancel }", "syntax-error"
    ),
    (
      "chain C {\n  frames all\n  when path = \"/a\" allow\n  when scheme == \"https\" open url cancel\n}",
      "syntax-error"
    ),
    (
      "chain C { otherwise allow }\nconfiguration A extends B { chain C }\nconfiguration B extends A { title web }",
      "extends-cycle"
    ),
  ])
  func oneFinding(_ text: String, _ code: String) {
    let set = RuleSetUnderTest(text)
    #expect(set.codes() == [code], "\(set.summary())")
  }

  /// Tests that a cause that hides text, or that the parser corrects, causes no other findings in any file.
  @Test(arguments: [
    // The configuration names the chain.
    (
      "chian Default { otherwise allow }", "configuration Default { chain Default }", "syntax-error"
    ),
    (
      "/* our rules\nhandler H { when path == \"/a\" cancel }", "chain C { use H }",
      "unterminated-comment"
    ),
    (
      "script S at documentEnd \"\"\"\n x\nhandler H { when path == \"/a\" cancel }",
      "chain C { use H }",
      "unterminated-string"
    ),
    (
      "<<<<<<< HEAD\nhandler H { when path == \"/a\" cancel }\n=======\nhandler K { use }\n>>>>>>> b\n",
      "chain C { use K }", "merge-conflict"
    ),
    (
      "<<<<<<< HEAD\nflag a\n||||||| base\nflag b\n=======\nflag c\n>>>>>>> b\n",
      "chain C { when a cancel }", "merge-conflict"
    ),
  ])
  func oneFindingInAllFiles(_ one: String, _ other: String, _ code: String) {
    for names in [("a.bascule", "b.bascule"), ("b.bascule", "a.bascule")] {
      let files = [(name: names.0, text: one), (name: names.1, text: other)]
      let set = RuleSetUnderTest(files.sorted { $0.name < $1.name })
      #expect(set.codes() == [code], "\(set.summary())")
    }
  }

  /// Tests that a rule in a foreign or misspelled form is analyzed like any other rule.
  @Test func meantRulesAreAnalyzed() {
    let set = RuleSetUnderTest(
      """
      chain C {
        if path.startsWith("/a") => block
        wehn path == "/a/b" allow
        otherwise allow
      }
      """)
    #expect(
      Set(set.codes()) == ["foreign-spelling", "syntax-error", "unreachable-rule"],
      "\(set.summary())")
  }

  @Test func findingsAreSorted() {
    let set = RuleSetUnderTest([
      (
        "a.bascule",
        "screen host\nchain C { when hots == \"a.com\" cancel when path == \"a\" present A cancel }"
      ),
      ("b.bascule", "model URL { a: Sting }\nstrategy title \"x\"\nstrategy B \"x\""),
    ])
    let findings = set.findings()
    #expect(
      findings.map(\.code) == [
        "reserved-name", "unknown-name", "never-equal", "unknown-name", "reserved-name",
        "unknown-name", "reserved-name", "duplicate-strategy-identifier",
      ])
    #expect(zip(findings, findings.dropFirst()).allSatisfy { $0.location <= $1.location })
    #expect(set.findings().map(\.message) == findings.map(\.message))
  }

  /// Tests that no fix corrects other data, which can look like rules with many mistakes.
  @Test func filesThatAreNotUTF8() {
    let text = "chain Main { when host = \"a\" allow otherwise allow }"
    let sound = RuleSetUnderTest(text).findings()
    #expect(sound.contains { $0.fix != nil })
    let damaged = RuleSetUnderTest(Array(text.utf8) + Array("\n// ".utf8) + [0xFF]).findings()
    #expect(damaged.map(\.code) == sound.map(\.code) + ["invalid-utf8"])
    #expect(damaged.allSatisfy { $0.fix == nil })
    #expect(damaged.dropLast().map(\.help) == sound.map(\.help))
  }

  @Test func emptySets() {
    #expect(RuleSetUnderTest([(name: String, text: String)]()).codes() == [])
    #expect(RuleSetUnderTest("").codes() == [])
    #expect(RuleSetUnderTest([0xFF]).codes().first == "invalid-utf8")
  }

  /// Tests that the finding is at the first malformed byte, which can be anywhere.
  @Test func malformedBytesAreLocated() {
    let text = Array("flag f // ä\nchain C { when path == \"/é\" cancel }".utf8)
    for place in 0...text.count where place == text.count || text[place] & 0xC0 != 0x80 {
      let set = RuleSetUnderTest(text[..<place] + [0xFF] + text[place...] + [0xFF])
      let found = set.findings().filter { $0.code == "invalid-utf8" }
      #expect(found.map(\.location) == [Location(FileID(0), Span(place, place + 1))])
    }
  }
}
