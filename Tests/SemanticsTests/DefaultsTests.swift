import Semantics
import Syntax
import Testing
import Text

/// Tests the clauses that `defaults` gives to declarations without them.
@Suite struct DefaultsTests {
  private static let declarations = """
    origin Shop = "https://shop.example"
    origin Partner = "https://partner.example"
    strategy Cart receives String
    strategy Own receives String from Partner frames main
    strategy Open receives String from any
    event Paid sends Int
    event Spread sends Int to any
    call Scroll replies Int
    script Zoom at documentEnd "1;"
    script Everywhere at documentEnd frames main on any "1;"
    chain Default { otherwise allow }
    chain Main { frames main  otherwise allow }
    responses Answers { otherwise allow }

    """

  private func rules(_ text: String) -> Resolution {
    Resolution([SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))]) { _ in nil }
  }

  @Test func clausesOfOthers() throws {
    let resolution = rules(
      Self.declarations + "defaults { frames all  from Shop  to Shop, Partner  on Shop }")
    #expect(resolution.faults.isEmpty)
    let rules = resolution.rules
    func names(_ origins: [ID<Origin>]) -> [String] { origins.map { rules[$0].name } }
    #expect(rules.strategies.map { names($0.origins) } == [["Shop"], ["Partner"], []])
    #expect(rules.strategies.map(\.frames) == [.all, .main, .all])
    #expect(rules.events.map { names($0.origins) } == [["Shop", "Partner"], []])
    #expect(rules.calls.map { names($0.origins) } == [["Shop", "Partner"]])
    #expect(rules.scripts.map { names($0.origins) } == [["Shop"], []])
    #expect(rules.scripts.map(\.frames) == [.all, .main])
    #expect(rules.chains.map(\.frames.sub) == [true, false, true])
  }

  @Test func withoutDefaults() {
    let rules = rules(Self.declarations).rules
    #expect(rules.strategies.map(\.origins.count) == [0, 1, 0])
    #expect(rules.strategies.map(\.frames) == [.main, .main, .main])
    #expect(rules.chains.map(\.frames.sub) == [false, false, true])
  }

  @Test(arguments: [
    "defaults { from Shop }\ndefaults { to Shop }\n", "defaults { from Nowhere }\n",
    "defaults { frames some }\n",
  ])
  func faults(_ text: String) {
    #expect(rules(Self.declarations + text).faults.count == 1, "\(text)")
  }

  @Test(arguments: ["from Shop from Shop", "to Shop from Shop", "with Shop"])
  func syntaxFaults(_ clauses: String) {
    let file = SourceFile(name: "a.bascule", text: "defaults { \(clauses) }\n")
    #expect(SyntaxTree.parse(file).faults.count == 1, "\(clauses)")
  }
}
