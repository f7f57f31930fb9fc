import Interpreter
import Semantics
import Testing

@testable import Automata
@testable import Reachability

/// The tables that a second thread gets.
@Suite struct ContextCopyTests {
  private static let rules = """
    flag f
    value names: [String]
    value home: URL
    chain C {
      when url contains "/u/" && !f cancel
      when url == "https://a.example/named" cancel
      when page.url hasPrefix "https://page.example/k/" && frame == main cancel
      when host in names && path[1] == "n" && query.a == page.query.b cancel
      when path matches /\\/[a-z]+\\/k\\/\\d{2,4}/ && header["X-Tag"] contains "t" cancel
      when home.host == "b.example" && fragment == "ü" cancel
      when url like "https://shop.example/k?page={number}" cancel
    }
    """

  /// Compares all stored properties, so that a new one cannot be forgotten.
  private func expectCopy(of one: AnyObject, _ other: AnyObject, except left: Set<String> = []) {
    let (children, others) = (Mirror(reflecting: one).children, Mirror(reflecting: other).children)
    #expect(!children.isEmpty && children.count == others.count)
    for (child, copy) in zip(children, others) where !left.contains(child.label ?? "") {
      #expect(
        String(describing: child.value) == String(describing: copy.value), "\(child.label ?? "")")
    }
  }

  @Test func nothingIsLeftOut() throws {
    let rules = try RuleText(Self.rules).rules
    let flat = FlatChain(ID(0), in: rules)
    let context = AnalysisContext()
    let lowered = LoweredRules(flat, rules, context.lowering(rules))
    let solver = ChainSolver(flat, rules, context, WitnessSolver(context), lowered)
    let analysis = solver.analyze([.redundancy])
    #expect(analysis.entries.count == 7 && context.steps > 0)
    expectCopy(of: context.atomTable, AtomTable(copying: context.atomTable))
    // Marks of the search that runs at the moment.
    expectCopy(of: context.store, LanguageStore(copying: context.store), except: ["visits"])
  }
}
