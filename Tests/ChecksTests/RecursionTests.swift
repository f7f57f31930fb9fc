import Diagnostics
import Testing
import Text

struct RecursionTests {
  private func check(_ text: String) -> RuleSetUnderTest {
    RuleSetUnderTest(text + "\nevent X sends A")
  }

  @Test(arguments: [
    "model A { a: A? }", "model A { a: [A] }", "model A { a: [String: A] }",
    "union A by \"k\" { leaf, node(left: A, right: A) }",
    "union A { text(String), list([A]) }", "union A { count(Int), b(B) }\nmodel B { a: A }",
    "model A { b: B }\nunion B by \"k\" { none, some(a: A) }",
    "model A { b: B?, c: [C] }\nmodel B { a: A }\nmodel C { b: B }",
    "model A { a: { b: A? } }",
  ])
  func finite(_ text: String) {
    #expect(check(text).codes() == [], "\(check(text).summary())")
  }

  @Test(arguments: [
    ("model A { a: A }", ["a"]),
    ("model A { b: B }\nmodel B { c: C }\nmodel C { a: A }", ["b"]),
    ("union A by \"k\" { node(left: A, right: A) }", ["left"]),
    ("union A by \"k\" { x(a: A), y(b: B) }\nmodel B { a: A }", ["a"]),
    ("union A { b(B) }\nmodel B { a: A }", ["a"]),
    // A type that is not in a cycle but leads into one is not reported.
    ("model A { b: B }\nmodel B { b: B }", ["b"]),
    ("model A { a: { b: A } }", ["a"]),
    ("model A { a: A, b: B }\nmodel B { b: B }", ["a", "b"]),
  ])
  func infinite(_ text: String, _ fields: [String]) {
    let set = check(text)
    let findings = set.findings()
    #expect(findings.allSatisfy { $0.code == "recursive-model" }, "\(set.summary())")
    #expect(findings.map { set.text($0) } == fields)
  }

  @Test func aLongCycleIsShownInPart() throws {
    var text = ""
    for i in 0..<50_000 { text += "model M\(i) { next: M\((i + 1) % 50_000) }\n" }
    let findings = RuleSetUnderTest(text).findings()
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(
      finding.message.contains(
        "`M0` → `M1` → `M2` → `M3` → … (49994 more) → `M49998` → `M49999` → `M0`"))
    #expect(finding.related.count == 6)
  }

  /// Thousands of declarations that each use the next one, and the codes of their findings. `&` is the name of a
  /// declaration, and `#` the name of the next one.
  static let rows: [(declaration: String, end: String, cycle: Set<String>, row: Set<String>)] = [
    (
      "condition & = # || path == \"/&\"", "condition & = path == \"/\"",
      ["condition-cycle"], ["condition-too-large"]
    ),
    ("condition & = #", "condition & = path == \"/\"", ["condition-cycle"], []),
    ("condition & = !#", "condition & = download", ["condition-cycle"], ["condition-too-large"]),
    (
      "handler & {\n  when path == \"/&\" cancel\n  use #\n}",
      "handler & { when path == \"/\" cancel }", ["use-cycle", "chain-too-large"],
      ["chain-too-large"]
    ),
    (
      "chain & {\n  when path == \"/&\" cancel\n  use #\n}", "chain & { otherwise allow }",
      ["use-cycle", "chain-too-large"],
      ["chain-too-large"]
    ),
    ("model & { a: # }", "model & { a: Int }", ["recursive-model"], []),
    (
      "union & by \"k\" { a(b: #) }", "union & by \"k\" { a(b: Int) }", ["recursive-model"], []
    ),
    (
      "configuration & extends # { title web }", "configuration & { title web }",
      ["extends-cycle"], []
    ),
  ]

  @Test(arguments: rows.indices)
  func manyDeclarationsInARow(_ index: Int) {
    let (declaration, end, cycle, row) = Self.rows[index]
    let count = 5_000
    func line(_ text: String, _ number: Int) -> String {
      text.replacing("&", with: "n\(number)").replacing("#", with: "n\(number + 1)")
    }
    let lines = (0..<count).map { line(declaration, $0) }
    // Types are unused.
    let others: Set<String> = ["unused-declaration", "shadowing-rule"]
    for (last, expected) in [
      (line(end, count), row),
      (declaration.replacing("&", with: "n\(count)").replacing("#", with: "n0"), cycle),
    ] {
      for lines in [lines + [last], [last] + lines.reversed()] {
        let findings = RuleSetUnderTest(lines.joined(separator: "\n")).findings()
        let codes = Set(findings.map(\.code)).subtracting(others)
        #expect(codes == expected, "\(declaration)")
      }
    }
  }

  /// Tests that a condition whose size doubles with each name is rejected, and that conditions using it have no
  /// findings of their own.
  @Test(arguments: ["#  && !#", "# || !#", "# || (path == \"/a\" && #)", "!(# && #)"])
  func conditionsThatDouble(_ form: String) {
    let lines = (1...60).map { number in
      "condition c\(number) = " + form.replacing("#", with: "c\(number - 1)")
    }
    let set = RuleSetUnderTest(
      "condition c0 = path == \"/x\"\n" + lines.joined(separator: "\n")
        + "\nchain Main {\n  when c60 cancel\n  otherwise allow\n}\n")
    #expect(set.codes() == ["condition-too-large"], "\(set.summary())")
  }

  /// Tests that the names in the condition of a rule also count.
  @Test func aRuleOfLargeConditions() {
    let lines = (1...16).map { "condition c\($0) = c\($0 - 1) || !c\($0 - 1)" }
    let set = RuleSetUnderTest(
      "condition c0 = path == \"/x\"\n" + lines.joined(separator: "\n")
        + "\nchain Main {\n  when c16 && c16 cancel\n  when c16 { when c3 cancel }\n  otherwise allow\n}\n"
    )
    #expect(
      set.findings().filter { $0.code == "condition-too-large" }.map { set.text($0) }
        == ["c16 && c16"])
  }
}
