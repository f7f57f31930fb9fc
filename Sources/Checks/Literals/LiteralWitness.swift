import Reachability
import Requests
import Semantics
import Text

/// Finds requests that written tests match, by the analysis of chains.
struct LiteralWitness {
  private let rules: RuleSet
  /// The test at each location.
  private var tests: [Location: Test] = [:]
  /// The names that the rule of each test with a pattern binds.
  private var captures: [Location: [Capture]] = [:]
  /// For a test that holds for every request of its rule, the whole condition of the rule.
  private var wholes: [Location: Condition] = [:]
  /// The questions that may still be asked, so that a set with very many such literals takes no longer.
  private var rest = 500

  init(_ rules: RuleSet) {
    self.rules = rules
    for condition in rules.conditions {
      if let condition = condition.condition { add(condition) }
    }
    for items in rules.handlers.map(\.items) + rules.chains.map(\.items) {
      for case .rule(let rule) in items {
        guard let condition = rule.condition else { continue }
        add(condition)
        if !rule.captures.isEmpty {
          condition.eachTest { captures[$0.location] = rule.captures }
        }
        for case .test(let test) in condition.operands { wholes[test.location] = condition }
      }
    }
  }

  private mutating func add(_ condition: Condition) {
    condition.eachTest { tests[$0.location] = $0 }
  }

  func test(at location: Location) -> Test? { tests[location] }

  /// A request that satisfies the test at the location and the others; nil if none is found.
  ///
  /// - Parameter others: further tests of the same value.
  mutating func request(_ location: Location, _ others: [CoreCondition] = []) -> Witness? {
    guard let test = tests[location] else { return nil }
    return request(test.subject, [test.core] + others, location)
  }

  /// A request that satisfies the test at the location, the others, and what else its rule requires; nil if none is found.
  mutating func request(inRule location: Location, _ others: [CoreCondition]) -> Witness? {
    guard let test = tests[location] else { return nil }
    return request(test.subject, [wholes[location]?.core ?? test.core] + others, location)
  }

  /// A request that satisfies all tests; nil if none is found.
  mutating func request(
    _ subject: RequestValue, _ parts: [CoreCondition], _ location: Location
  ) -> Witness? {
    guard rest > 0 else { return nil }
    rest -= 1
    let chain = rules.chain(
      asking: .all(parts), of: subject, at: location, captures: captures[location] ?? [])
    let analysis = ChainAnalyzer(chain).analyze(ID(0), [.interpreted])
    guard case .reachable(let witness)? = analysis.entries.first else { return nil }
    return witness
  }
}
