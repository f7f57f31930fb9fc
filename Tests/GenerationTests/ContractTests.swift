import ParsedRules
import Semantics
import Testing

@testable import Generation

/// Tests that the version of a contract changes exactly if the data that crosses the bridge changes.
@Suite struct ContractTests {
  private static let text = """
    model Item { sku: String, quantity: Int = 1, parts: [Part] }
    model Part { name: String, item: Item? }
    enum Level { low, high }
    union Result by "kind" { done(item: Item), failed(code: Int) }
    strategy Cart "cart" receives Item replies Int
    strategy Pick "pick" receives Level
    channel App "app" by "type" { strategy Open "open" receives Part }
    event Changed "changed" sends Result
    call Ask "ask" sends { a: Int } replies [String: Item]
    """

  private func contract(_ text: String) throws -> Contract {
    let set = SwiftRuleSet(text)
    try #require(set.faults.isEmpty, "\(set.faults)")
    return Contract(set.rules)
  }

  private func changed(_ old: String, _ new: String) throws -> Contract {
    let text = Self.text.replacing(old, with: new)
    try #require(text != Self.text)
    return try contract(text)
  }

  @Test func listsAreSorted() throws {
    let contract = try contract(Self.text)
    #expect(contract.messages == ["app.open", "cart", "pick"])
    #expect(contract.events == ["changed"])
    #expect(contract.calls == ["ask"])
    #expect(contract.version == "381c88d808e9eef9")
  }

  @Test(arguments: [
    ("Part", "Piece"), ("strategy Cart", "/// Adds.\nstrategy Basket"),
    ("model Item", "@deprecated(\"x\") model Item"),
    ("sku: String, quantity: Int = 1", "quantity: Int = 3, sku: String"),
    ("quantity: Int = 1", "amount \"quantity\": Int = 1"),
    ("done(item: Item), failed(code: Int)", "failed(code: Int), done(item: Item)"),
    ("low, high", "high, low = \"low\""),
    ("sends Result", "sends Result queue newest"),
    ("by \"type\"", "by \"type\" payload \"payload\""),
    ("event Changed", "origin Own = \"https://a.example\"\nevent Changed"),
  ])
  func isTheSame(_ old: String, _ new: String) throws {
    #expect(try changed(old, new).version == contract(Self.text).version)
  }

  @Test func orderMeansNothing() throws {
    let lines = Self.text.split(separator: "\n").reversed().joined(separator: "\n")
    #expect(try contract(lines).version == contract(Self.text).version)
  }

  @Test(arguments: [
    ("\"cart\"", "\"basket\""), ("sku: String", "sku: Int"), ("sku: String", "sku \"id\": String"),
    ("Int = 1", "Int"), ("item: Item?", "item: [Item]"), ("[Part]", "[Part?]"),
    ("low, high", "low, high, highest"), ("low, high", "low = \"l\", high"),
    ("by \"kind\"", "by \"type\""), ("failed(code: Int)", "failed(code: Double)"),
    ("failed(", "wrong("), (" replies Int", ""), ("by \"type\"", "by \"name\""),
    ("\"app\" by", "\"main\" by"), ("sends Result", ""), ("event", "call"),
    ("[String: Item]", "[Item]"), ("receives Level", "receives String"),
    ("by \"type\"", "by \"type\" payload \"data\""), ("by \"type\"", "by \"type\" payload inline"),
    ("call Ask \"ask\" sends { a: Int }", "call Ask function \"ask\"(a: Int)"),
    (
      "replies Int",
      "replies Int via Way\ndispatch Way function \"a\" replies (reply) fails (error.code)"
    ),
    ("by \"type\"", "by \"type\" world app"), ("receives Item", "receives Item world app"),
    ("receives Item", "receives Item as text"), ("replies Int", "replies Int as text"),
  ])
  func isAnother(_ old: String, _ new: String) throws {
    #expect(try changed(old, new).version != contract(Self.text).version)
  }

  /// Tests that recursive types and long chains of types terminate.
  @Test func deepTypes() throws {
    var text = "event Deep sends M0\nmodel M20000 { a: M0? }\n"
    for number in 0..<20_000 { text += "model M\(number) { a: M\(number + 1)? }\n" }
    #expect(try contract(text).version.utf8.count == 16)
  }
}
