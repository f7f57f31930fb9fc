import Foundation
import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

/// Tests steps, guards and the order of rules.
@Suite struct InterpreterChainTests {
  // MARK: - Arguments

  static let guards: [(rule: String, rows: [(url: String, outcome: String)])] = [
    (
      "when true present Text(value: path[1]) cancel",
      [
        ("x:/a%20b", "present Text(value: \"a b\") cancel"), ("x:/", "allow"), ("x:y", "allow"),
      ]
    ),
    (
      "when true present Number(value: query.n) cancel",
      [
        ("x:?n=12", "present Number(value: 12) cancel"),
        ("x:?n=%2B007", "present Number(value: 7) cancel"),
        ("x:?n=-0", "present Number(value: 0) cancel"),
        ("x:?n=9223372036854775807", "present Number(value: 9223372036854775807) cancel"),
        ("x:?n=-9223372036854775808", "present Number(value: -9223372036854775808) cancel"),
        ("x:?n=9223372036854775808", "allow"), ("x:?n=-9223372036854775809", "allow"),
        ("x:?n=99999999999999999999999", "allow"), ("x:?n=", "allow"), ("x:?n=-", "allow"),
        ("x:?n=1.0", "allow"), ("x:?n=1e3", "allow"), ("x:?n=+1", "allow"),
        ("x:?n=%D9%A1", "allow"),
        ("x:", "allow"),
      ]
    ),
    (
      "when true present Number(value: port) cancel",
      [("x://h:7/", "present Number(value: 7) cancel"), ("x://h/", "allow")]
    ),
    (
      "when true present Number(value: path.count) cancel",
      [("x:y", "present Number(value: 0) cancel")]
    ),
    (
      "when true present Ratio(value: query.r) cancel",
      [
        ("x:?r=1.5", "present Ratio(value: 1.5) cancel"),
        ("x:?r=-2", "present Ratio(value: -2.0) cancel"),
        ("x:?r=%2B0.25", "present Ratio(value: 0.25) cancel"),
        ("x:?r=.5", "present Ratio(value: 0.5) cancel"),
        ("x:?r=1.", "present Ratio(value: 1.0) cancel"),
        ("x:?r=1e3", "present Ratio(value: 1000.0) cancel"), ("x:?r=1e400", "allow"),
        ("x:?r=nan", "allow"), ("x:?r=0x1p3", "allow"),
        ("x:?r=1.+2", "allow"), ("x:?r=" + String(repeating: "9", count: 309), "allow"),
        (
          "x:?r=1" + String(repeating: "0", count: 307), "present Ratio(value: 1e+307) cancel"
        ),
        (
          "x:?r=1." + String(repeating: "0", count: 400), "present Ratio(value: 1.0) cancel"
        ),
      ]
    ),
    (
      "when true present Ratio(value: port) cancel",
      [("x://h:7/", "present Ratio(value: 7.0) cancel")]
    ),
    (
      "when true present Truth(value: query.t) cancel",
      [
        ("x:?t=true", "present Truth(value: true) cancel"),
        ("x:?t=false", "present Truth(value: false) cancel"), ("x:?t=True", "allow"),
        ("x:?t=1", "allow"), ("x:?t", "allow"),
      ]
    ),
    (
      "when true present Truth(value: isHome) cancel",
      [("x:", "present Truth(value: false) cancel")]
    ),
    (
      "when true present Link(value: query.u) cancel",
      [
        ("x:?u=https://a.com", "present Link(value: <https://a.com/>) cancel"),
        ("x:?u=tel:%2B1", "present Link(value: <tel:+1>) cancel"),
        (
          "x:?u=https://a.com:80/%2541?b%26c%23d",
          "present Link(value: <https://a.com:80/%41?b&c#d>) cancel"
        ),
        ("x:?u=a:b?c?d%23e?f", "present Link(value: <a:b?c?d#e?f>) cancel"),
        ("x:?u=https://u:p@a.com/", "present Link(value: <https://u:p@a.com/>) cancel"),
        ("x:?u=/a/b", "allow"), ("x:?u=//a.com", "allow"), ("x:?u=", "allow"),
        ("x:?u=1x:y", "allow"),
        ("x:?u=https://a.com/a%20b", "present Link(value: <https://a.com/a%20b>) cancel"),
        ("x:?u=https://a.com/%25zz", "present Link(value: <https://a.com/%25zz>) cancel"),
        ("x:?u=https://[::1]/", "present Link(value: <https://[::1]/>) cancel"),
        ("x:?u=https://a:b@c:99999/", "allow"), ("x:?u=https://a.com:x/", "allow"),
        ("x:?u=https://%C3%A9.com/", "allow"),
        ("x:?u=https://a@b@c/", "present Link(value: <https://a%40b@c/>) cancel"),
        ("x:?u=https://0x7f.1/", "present Link(value: <https://127.0.0.1/>) cancel"),
        ("x:?u=a:b%23c%23d", "present Link(value: <a:b#c%23d>) cancel"),
      ]
    ),
    (
      "when true present Link(value: url) cancel",
      [("HTTPS://A.com", "present Link(value: <https://a.com/>) cancel")]
    ),
    (
      "when true present Text(value: url) cancel",
      [("tel:1", "present Text(value: \"tel:1\") cancel")]
    ),
    (
      "when true present Text(value: navigation) cancel",
      [("tel:1", "present Text(value: \"other\") cancel")]
    ),
    (
      "when true present Sorted(value: query.o) cancel",
      [
        ("x:?o=relevance", "present Sorted(value: .relevance) cancel"),
        ("x:?o=price_asc", "present Sorted(value: .price) cancel"), ("x:?o=price", "allow"),
        ("x:?o=", "allow"), ("x:", "allow"),
      ]
    ),
    (
      "when true present Sorted(value: price) cancel",
      [("x:", "present Sorted(value: .price) cancel")]
    ),
    (
      "when true present Maybe(text: query.t, number: query.n, order: query.o) cancel",
      [
        (
          "x:?t=a&n=1&o=relevance",
          "present Maybe(text: \"a\", number: 1, order: .relevance) cancel"
        ),
        ("x:?n=a&o=b", "present Maybe(text: nil, number: nil, order: nil) cancel"),
        ("x:?t", "present Maybe(text: \"\", number: nil, order: nil) cancel"),
      ]
    ),
    (
      "when true present Maybe(number: 3) present Defaults(flag: false) cancel",
      [
        (
          "x:",
          "present Maybe(text: nil, number: 3, order: nil) present Defaults(text: \"none\", flag: false) cancel"
        )
      ]
    ),
    (
      "when path like \"/shop/{id}\" present Number(value: id) cancel",
      [("x:/shop/12", "present Number(value: 12) cancel"), ("x:/shop/a", "allow")]
    ),
    (
      "when path like \"/{id: Int}/{o: Order}\" push Number(value: id) present Sorted(value: o) cancel",
      [
        ("x:/12/price_asc", "push Number(value: 12) present Sorted(value: .price) cancel"),
        ("x:/12/price", "allow"),
      ]
    ),
    (
      "when path like \"/{id: Int}\" present Ratio(value: id) cancel",
      [("x:/12", "present Ratio(value: 12.0) cancel")]
    ),
    (
      "when path like \"/docs/{rest**}\" present Text(value: rest) cancel",
      [
        ("x:/docs/a//b/", "present Text(value: \"a/b\") cancel"),
        ("x:/docs/", "present Text(value: \"\") cancel"),
      ]
    ),
    (
      "when path like \"/**/{a}/x/**\" present Text(value: a) cancel",
      [("x:/1/x/2/x", "present Text(value: \"1\") cancel")]
    ),
    (
      "when host like \"{shop}.a.com\" && path like \"/{id}\" present Text(value: shop) perform note(text: id) cancel",
      [("https://b.a.com/7", "present Text(value: \"b\") perform note(text: \"7\") cancel")]
    ),
    (
      "when url like \"https://{shop}.a.com/p/{id}\" present Text(value: id) perform note(text: shop) cancel",
      [("https://b.a.com/p/7?x", "present Text(value: \"7\") perform note(text: \"b\") cancel")]
    ),
    (
      "when path like \"/a/{id}\" && exists query.q || path like \"/{id}/**\" present Text(value: id) cancel",
      [
        ("x:/a/7?q", "present Text(value: \"7\") cancel"),
        ("x:/a/7", "present Text(value: \"a\") cancel"),
      ]
    ),
    (
      "when !(path like \"/{id}\") dismiss cancel\notherwise dismiss allow",
      [("x:/a", "dismiss allow"), ("x:/a/b", "dismiss cancel")]
    ),
  ]

  @Test(arguments: guards.indices)
  func steps(_ index: Int) throws {
    let rules = try RuleText(items: Self.guards[index].rule)
    for row in Self.guards[index].rows {
      #expect(rules.describe(try rules.decide(row.url)) == row.outcome, "\(row.url)")
    }
  }

  @Test func unusableArgument() throws {
    let rules = try RuleText(
      items: "when path like \"/{id}/**\" present Number(value: id) cancel\n"
        + "when true present Text(value: query.t) cancel")
    let tried = try rules.decide("x:/a").tried
    guard case .unusable(let first) = tried[0].result, case .unusable(let second) = tried[1].result
    else {
      Issue.record("\(tried)")
      return
    }
    #expect(rules.file.text(first.location.span) == "value: id")
    #expect(first.value == .string("a") && first.subject == nil && first.type == .int)
    #expect(second.value == nil && second.subject == .query("t"))
  }

  // MARK: - Order

  @Test func openLoadDismiss() throws {
    let rules = try RuleText(
      items: """
        when scheme == "tel" open url cancel
        when frame == new load url cancel
        when path == "/done" dismiss download
        otherwise allow
        """)
    #expect(rules.describe(try rules.decide("tel:1")) == "open tel:1 cancel")
    #expect(
      rules.describe(try rules.decide("https://a.com", { $0.frame = .new }))
        == "load https://a.com/ cancel")
    #expect(rules.describe(try rules.decide("https://a.com/done")) == "dismiss download")
    let last = try rules.decide("https://a.com")
    #expect(last.entry == 3)
    #expect(last.tried.map(\.isMatch) == [false, false, false, true])
  }

  @Test func framesOfTheChain() throws {
    let plain = try RuleText(items: "otherwise cancel")
    for frame in FrameKind.allCases {
      let outcome = try plain.decide("x:", { $0.frame = frame })
      #expect(outcome.decision == (frame == .sub ? .allow : .cancel))
      #expect(outcome.isLookedAt == (frame != .sub))
      #expect(outcome.tried.isEmpty == (frame == .sub))
    }
    let sub = try RuleText(items: "frames sub\notherwise cancel")
    for frame in FrameKind.allCases {
      let outcome = try sub.decide("x:", { $0.frame = frame })
      #expect(outcome.decision == (frame == .sub ? .cancel : .allow))
    }
  }

  /// Tests that the app's answer decides, and that a URL that must not be opened counts as one that no app opens.
  @Test func attemptsToOpen() throws {
    let rules = try RuleText(
      items: """
        when scheme == "tel" attempt open url dismiss cancel
        when frame == new attempt open url cancel
        when scheme == "tel" || frame == new load url cancel
        otherwise allow
        """)
    #expect(
      rules.describe(try rules.decide("tel:1")) == "attempt open tel:1 dismiss cancel")
    let failing = try rules.decide("tel:1", answers: ["open url": false])
    #expect(rules.describe(failing) == "load tel:1 cancel")
    #expect(failing.failedAttempts.count == 1)
    for (url, opened) in [("myapp:x", true), ("javascript:x", false), ("file:///x", false)] {
      let outcome = try rules.decide(url, { $0.frame = .new })
      #expect(rules.describe(outcome) == (opened ? "attempt open \(url) cancel" : "cancel"))
      #expect(outcome.refusedSteps.map(\.kind.verb) == (opened ? [] : ["attempt open", "load"]))
    }
  }

  /// Tests that a rule with `leave` ends the innermost block, or the handler including the handlers that it uses.
  @Test func leave() throws {
    let rules = try RuleText(
      """
      screen Text(value: String)
      action note(text: String)
      handler Inner {
        when path[3] == "inner" perform note(text: "inner") leave
        when path[2] == "b" perform note(text: "b") continue
      }
      handler Outer {
        when path[1] == "left" perform note(text: "left") leave
        use Inner
        when path[1] == "a" {
          when path[2] == "x" perform note(text: "x") leave
          when path[4] == "deep" { when exists query.q leave  otherwise perform note(text: "deep") continue }
          otherwise perform note(text: "other") continue
        }
        when path[2] == "stop" cancel
      }
      chain C {
        use Outer
        otherwise download
      }
      """)
    let expected = [
      "left/stop": "note left download", "a/x": "note x download",
      "a/b": "note b note other download", "z/b/inner": "note inner download",
      "a/stop": "note other cancel", "a/1/2/deep?q": "note other download",
      "a/1/2/deep": "note deep note other download", "a/x/2/deep": "note x download",
    ]
    for (path, outcome) in expected {
      let steps = rules.describe(try rules.decide("https://a.example/" + path))
        .replacing("perform note(text: \"", with: "note ").replacing("\")", with: "")
      #expect(steps == outcome, "\(path)")
    }
  }

  /// Tests that a rule loads and opens URLs that its condition names, and URLs that pages may choose.
  @Test func refusedSteps() throws {
    let rules = try RuleText(
      items: """
        frames all
        when scheme == "file" load url cancel
        when frame == new || scheme == "blob" load url open url cancel
        when frame == sub open url continue
        otherwise load url cancel
        """)
    func steps(_ url: String, _ frame: FrameKind) throws -> [String] {
      let outcome = try rules.decide(url, { $0.frame = frame })
      #expect(outcome.decision == .cancel)
      return outcome.steps.map(\.kind.verb) + outcome.refusedSteps.map { "no \($0.kind.verb)" }
    }
    #expect(try steps("file:///x", .main) == ["load"])
    #expect(try steps("blob:x", .main) == ["load", "open"])
    #expect(try steps("data:,x", .new) == ["no load", "no open"])
    #expect(try steps("ftp://a.com/", .new) == ["open", "no load"])
    #expect(try steps("about:blank", .new) == ["load", "open"])
    #expect(try steps("javascript:x", .sub) == ["no open", "no load"])
    #expect(try steps("tel:1", .main) == ["no load"])
    #expect(try steps("https://a.com/", .sub) == ["open", "load"])
  }

  @Test func attempts() throws {
    let rules = try RuleText(
      items: """
        when isHome attempt take(url: url) dismiss cancel
        when true attempt confirm(host: host) download
        otherwise allow
        """)
    let home = try rules.flag("isHome")
    #expect(
      rules.describe(try rules.decide("tel:1", { $0.flags = [home] }))
        == "attempt take(url: <tel:1>) dismiss cancel")
    let declined = try rules.decide("tel:1", { $0.flags = [home] }, answers: ["take": false])
    #expect(rules.describe(declined) == "attempt confirm(host: nil) download")
    guard case .declined(let action) = declined.tried[0].result else {
      Issue.record("\(declined.tried)")
      return
    }
    #expect(action == .action(try rules.action("take")))
    let none = try rules.decide("tel:1", answers: ["take": false, "confirm": false])
    #expect(rules.describe(none) == "allow")
    #expect(none.entry == 2)
  }

  @Test func continuing() throws {
    let rules = try RuleText(
      items: """
        when exists query.a perform note(text: query.a) continue
        when exists query.b perform note(text: query.b) continue
        when path == "/x" dismiss cancel
        """)
    #expect(
      rules.describe(try rules.decide("x:/x?b=2&a=1"))
        == "perform note(text: \"1\") perform note(text: \"2\") dismiss cancel")
    let end = try rules.decide("x:/y?b=2")
    #expect(rules.describe(end) == "perform note(text: \"2\") allow")
    #expect(end.entry == nil)
  }

  @Test func handlersAndChains() throws {
    let rules = try RuleText(
      RuleText.declarations + """
        handler Inner { when path[1] == "a" present Text(value: "inner") cancel }
        handler Outer { use Inner
          when path[1] == "b" present Text(value: "outer") cancel }
        chain Base { frames all
          use Outer
          when path[1] == "c" present Text(value: "base") cancel
          otherwise cancel }
        chain C { use Base
          when path[1] == "d" present Text(value: "own") cancel
          otherwise download }
        chain Empty { }
        """)
    for (path, text) in [("a", "inner"), ("b", "outer"), ("c", "base"), ("d", "own")] {
      #expect(
        rules.describe(try rules.decide("x:/" + path)) == "present Text(value: \"\(text)\") cancel")
    }
    #expect(try rules.decide("x:/e").decision == .download)
    #expect(try rules.decide("x:/e", in: "Base").decision == .cancel)
    #expect(try rules.decide("x:/e", { $0.frame = .sub }).decision == .allow)
    #expect(try rules.decide("x:/e", in: "Base", { $0.frame = .sub }).decision == .cancel)
    let empty = try rules.decide("x:/e", in: "Empty")
    #expect(empty.decision == .allow && empty.entry == nil && empty.isLookedAt)
  }

  // MARK: - Test blocks

  @Test func verdicts() throws {
    let rules = try RuleText(
      RuleText.declarations + """
        chain C {
          when isHome attempt take(url: url) cancel
          when header["X"] == "1" && method == "POST" && download && frame == new download
          when exists query.u present Link(value: query.u) cancel
        }
        test C {
          "tel:1" with isHome attempt take(url: "TEL:1") cancel
          "tel:1" with isHome, !take allow
          "x:y" with header["x"] == "1", method == "POST", download, frame == new download
          "x:?u=https://A.com" present Link(value: "https://a.com/") cancel
          "tel:1" with isHome allow
          "tel:1" with isHome attempt take(url: "tel:2") cancel
          "tel:1" with isHome perform take(url: "tel:1") cancel
          "tel:1" with isHome attempt take(url: "tel:1") download
          "x:?u=https://A.com" cancel
        }
        """)
    let interpreter = try rules.chain()
    let verdicts = rules.rules.tests[0].cases.map { TestVerdict($0, interpreter)?.holds }
    #expect(verdicts == [true, true, true, true, false, false, false, false, false])
  }

  /// Tests the rule sets that ship as examples.
  @Test(arguments: ExampleRules.folders)
  func examples(_ name: String) throws {
    let trees = try ExampleRules.files(in: name).map { SyntaxTree.parse($0) }
    let resolution = Resolution(trees) { ExampleRules.resource($0, in: name) }
    #expect(resolution.faults.isEmpty)
    #expect(!resolution.rules.tests.isEmpty)
    for block in resolution.rules.tests {
      let interpreter = Interpreter(block.chain, in: resolution.rules)
      #expect(!block.cases.isEmpty)
      for test in block.cases {
        let verdict = try #require(TestVerdict(test, interpreter))
        #expect(verdict.holds, "\(test.url): \(verdict.outcome.decision) \(verdict.outcome.steps)")
      }
    }
  }
}
