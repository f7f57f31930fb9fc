import Semantics
import Syntax
import Testing
import Text

/// Tests the schemes that a rule's condition names.
@Suite struct NamedSchemesTests {
  private func names(_ rule: String) throws -> NamedSchemes {
    let source = SourceFile(
      name: "a.bascule",
      text: """
        origin Store = "https://a.com", "app://a.com"
        flag isHome
        chain Main { \(rule) }
        """)
    let resolution = Resolution([SyntaxTree.parse(source)]) { _ in nil }
    try #require(resolution.faults.isEmpty, "\(resolution.faults)")
    let items = resolution.rules.chains[0].items
    return try #require(
      items.compactMap { if case .rule(let rule) = $0 { rule.namedSchemes } else { nil } }.first)
  }

  @Test(
    arguments: [
      (#"when scheme == "tel" cancel"#, ["tel"], true),
      (#"when scheme in ["tel", "mailto"] cancel"#, ["mailto", "tel"], true),
      (#"when scheme like "tel" cancel"#, ["tel"], true),
      (#"when url like "tel:*" cancel"#, ["tel"], true),
      (#"when url like "app://*/x" cancel"#, ["app"], true),
      (#"when url == "TEL:112" cancel"#, ["tel"], true),
      (#"when url in Store cancel"#, ["app", "https"], true),
      (#"when !(scheme != "tel") cancel"#, ["tel"], true),
      (#"when !(scheme != "tel" || isHome) cancel"#, ["tel"], true),
      (#"when scheme == "tel" && isHome cancel"#, ["tel"], true),
      (#"when scheme == "tel" || scheme == "sms" cancel"#, ["sms", "tel"], true),
      (#"when scheme == "tel" || isHome cancel"#, ["tel"], false),
      (#"when !(scheme != "tel" && isHome) cancel"#, ["tel"], false),
      (#"when scheme != "tel" cancel"#, [], false),
      (#"when !(scheme == "tel") cancel"#, [], false),
      (#"when scheme !in ["tel"] cancel"#, [], false),
      (#"when url !in Store cancel"#, [], false),
      (#"when url like "*://a.com/**" cancel"#, [], false),
      (#"when scheme hasPrefix "tel" cancel"#, [], false),
      (#"when page.scheme == "tel" cancel"#, [], false),
      (#"when frame == new cancel"#, [], false),
      ("otherwise cancel", [], false),
    ] as [(String, [String], Bool)])
  func schemes(rule: String, expected: [String], areAll: Bool) throws {
    let found = try names(rule)
    #expect(found.names.sorted() == expected, "\(rule)")
    #expect(found.areAll == areAll, "\(rule)")
  }
}
