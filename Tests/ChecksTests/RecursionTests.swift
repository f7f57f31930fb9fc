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
    // A type that only leads into a cycle is not reported.
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
}
