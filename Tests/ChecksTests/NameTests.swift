import Checks
import Diagnostics
import Foundation
import GeneratedNames
import Testing
import Text

struct NameTests {
  @Test(arguments: [
    "flag _", "screen _", "screen A(_: Int)", "action _(a: Int)", "action a(_: Int)",
    "model _ { a: Int }", "model M { _: Int }", "model M { _ \"a\": Int }", "enum _ { a }",
    "enum E { _, b }", "union U by \"k\" { _(a: Int) }", "union U by \"k\" { a(_: Int) }",
    "strategy _", "event _", "call _", "origin _ = \"https://a.com\"", "script _ \"x\"",
    "dispatch _ customEvent \"a\"", "configuration _ { title web }",
    "chain _ { otherwise allow }", "handler _ { when true cancel }",
  ])
  func aNameIsNotBlank(_ text: String) {
    let codes = RuleSetUnderTest(text).codes()
    #expect(codes.filter { $0 == "reserved-name" }.count == 1, "\(text): \(codes)")
    // Two underscores are a name.
    let named = RuleSetUnderTest(text.replacingOccurrences(of: "_", with: "__")).codes()
    #expect(!named.contains("reserved-name"), "\(text): \(named)")
  }

  /// Tests members with the name of the function that makes URLs in generated Swift, which they would hide.
  @Test(arguments: [
    "model M { constantURL: Int }", "screen A(constantURL: Int)", "screen ConstantURL",
    "union U by \"k\" { constantURL(a: Int) }", "union U by \"k\" { a(constantURL: Int) }",
  ])
  func theFunctionForURLsIsNotHidden(_ text: String) {
    let codes = RuleSetUnderTest(text).codes()
    #expect(codes.filter { $0 == "reserved-name" }.count == 1, "\(text): \(codes)")
  }

  @Test(arguments: [
    "screen Product(id: String)\nscreen product(id: String)\nchain C { when path == \"/a\" present Product(id: host) cancel when path == \"/b\" present product(id: host) cancel }",
    "enum E { URL, Url }\nevent X sends E",
    "union U by \"k\" { Done, done }\nevent X sends U",
    "model item { a: Int }\nmodel Item { b: item }\nevent X sends Item",
    "event cart\nevent Cart \"c\"",
    "call cart\ncall Cart \"c\"",
    "model CartEvent { a: Int }\nevent Cart sends CartEvent",
    "model AScriptMessageStrategy { a: Int }\nstrategy A receives AScriptMessageStrategy",
    "model ItemInput { a: Int }\nmodel Item { a: Int = 1, b: ItemInput }\nevent X sends Item",
    "model ItemNote { a: Int }\nmodel Item { note: { b: ItemNote } }\nevent X sends Item",
    "flag ready\naction Ready\nchain C { when ready perform Ready cancel }",
    "model M { @deprecated(\"x\") tag: Int, tagStorage: Int }\nevent X sends M",
    "configuration Web { title web }\nconfiguration web { title web }",
    "model sendCart { a: Int }\nstrategy Cart receives sendCart",
    "origin O = \"https://a.com\"\nscript S(class: String, class_: Int) at documentStart on O \"x\"",
    "model item { a: Int }\nenum Item { b }\nevent X sends item\nevent Y sends Item",
  ])
  func collisions(_ text: String) {
    let set = RuleSetUnderTest(text)
    #expect(set.codes() == ["name-collision"], "\(set.summary())")
    #expect(set.findings().first?.related.count == 1)
  }

  @Test(arguments: [
    "screen Product(id: String)\nscreen Products(id: String)\nchain C { when path == \"/a\" present Product(id: host) cancel when path == \"/b\" present Products(id: host) cancel }",
    "model ItemInput { a: Int }\nmodel Item { a: Int, b: ItemInput }\nevent X sends Item",
    "model AppEvent { a: Int }\nevent X sends AppEvent",
    "flag ready\naction Ready(a: Int)\nchain C { when ready perform Ready(a: 1) cancel }",
    "enum E { URL, URLs, url2 }\nevent X sends E",
  ])
  func noCollision(_ text: String) {
    let set = RuleSetUnderTest(text)
    #expect(set.codes() == [], "\(set.summary())")
  }

  @Test(arguments: [
    "screen host\nchain C { when path == \"/a\" present host cancel }",
    "action url\nchain C { when path == \"/a\" perform url cancel }",
    "strategy title", "channel scripts by \"type\" { strategy A }",
    "model URL { a: Int }", "enum Screen { a }\nevent X sends Screen",
    "model Promise { a: Int }\nevent X sends Promise", "model Task { a: Int }\nevent X sends Task",
    "model M { self: Int }\nevent X sends M", "model M { a \"__proto__\": Int }\nevent X sends M",
    "union U by \"__proto__\" { a, b }\nevent X sends U",
    "enum E { Unknown }\nevent X sends E", "configuration AllCases { title web }",
    "action dismiss\nchain C { when path == \"/a\" perform dismiss cancel }",
    "action Dismiss\nchain C { when path == \"/a\" perform Dismiss cancel }",
    "flag dismiss\nchain C { when dismiss cancel }",
    "flag Dismiss\nchain C { when Dismiss cancel }",
    "value dismiss: String\nchain C { when path == dismiss cancel }",
    "value Dismiss: String\nchain C { when path == Dismiss cancel }",
  ])
  func reserved(_ text: String) {
    let set = RuleSetUnderTest(text)
    #expect(set.codes() == ["reserved-name"], "\(set.summary())")
  }

  /// Tests that no function of a declaration can have the name of a fixed function.
  @Test func fixedNamesAreNoFunctionsOfDeclarations() {
    for name in TypeScriptNames.fixed {
      for prefix in TypeScriptNames.Prefix.allCases where name.hasPrefix(prefix.rawValue) {
        let rest = name.dropFirst(prefix.rawValue.count)
        #expect(rest.first?.isUppercase != true, "\(name)")
      }
    }
  }

  /// Tests that a collision in two languages is one finding, and so are two collisions of the same pair.
  @Test(arguments: [
    (
      "model CartPayload { sku: String }\nstrategy Cart receives { items: [CartPayload] }",
      "are both `CartPayload` in Swift and TypeScript"
    ),
    ("event cart\nevent Cart \"c\"", "are both `CartEvent` in Swift"),
    ("enum E { URL, Url }\nevent X sends E", "are both `url` in Swift"),
  ])
  func collisionsNameTheLanguages(_ text: String, _ words: String) {
    let findings = RuleSetUnderTest(text).findings()
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
  }

  @Test func unusedNeedsASoundSet() {
    #expect(
      RuleSetUnderTest("screen A\nscreen B\n").codes() == [
        "unused-declaration", "unused-declaration",
      ])
    #expect(
      RuleSetUnderTest("screen A\nchain C { when path == \"x\" present A cancel }\nflag f\n")
        .codes()
        == ["never-equal"])
    #expect(
      RuleSetUnderTest("screen A\nchain C { when ; cancel }\n").codes() == ["invalid-character"])
  }

  @Test func unusedInConfigurations() {
    let unnamed = """
      chain C { otherwise allow }
      strategy S
      channel H by "type" { strategy T }
      script J at documentEnd "x"
      """
    #expect(RuleSetUnderTest(unnamed).codes() == [])
    let set = RuleSetUnderTest(unnamed + "\nconfiguration Web { title web }\n")
    #expect(set.findings().map { set.text($0) } == ["C", "S", "H", "J"])
    #expect(Set(set.codes()) == ["unused-declaration"])
    let used = unnamed + "\nconfiguration Web { chain C strategies S\n channels H\n scripts J }\n"
    #expect(RuleSetUnderTest(used).codes() == [])
    let tested =
      "chain C { otherwise allow }\nconfiguration Web { title web }\ntest C { \"https://a.com\" allow }"
    #expect(RuleSetUnderTest(tested).codes() == ["missing-chain"])
  }
}
