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
  private var rest = 4_000
  private let earlier: Answers
  /// The answers of all questions so far.
  private(set) var answers = Answers()

  /// The requests that answer questions; nil for a question without one.
  struct Answers: Sendable {
    fileprivate struct Question: Hashable {
      let subject: RequestValue
      let parts: [CoreCondition]
      let captures: [Capture]
    }

    fileprivate var known: [Question: Witness?] = [:]
  }

  /// - Parameters:
  ///   - places: the locations of tests that are asked about.
  ///   - earlier: of the same declarations, but perhaps other rules.
  init(_ rules: RuleSet, at places: [Location] = [], reusing earlier: Answers = Answers()) {
    self.rules = rules
    self.earlier = earlier
    if places.isEmpty { return }
    let places = places.sorted()
    func hasPlace(_ location: Location) -> Bool {
      let next = places.partitionPoint { $0 >= location.start }
      return next < places.count && places[next].file == location.file
        && places[next].span.start < location.span.end
    }
    for declared in rules.conditions {
      if let condition = declared.condition, hasPlace(condition.location) { add(condition) }
    }
    for items in rules.handlers.map(\.items) + rules.chains.map(\.items) {
      for case .rule(let rule) in items {
        guard let condition = rule.condition,
          hasPlace(rule.location) || rule.blocks.contains(where: { hasPlace($0.head) })
        else { continue }
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
    // An edit above moves the captures.
    let captures = (captures[location] ?? []).map { capture in
      var capture = capture
      capture.location = Location(FileID(0), Span(0, 0))
      return capture
    }
    let question = Answers.Question(subject: subject, parts: parts, captures: captures)
    let answer = answers.known[question] ?? earlier.known[question] ?? ask(question, location)
    answers.known[question] = .some(answer)
    return answer
  }

  private func ask(_ question: Answers.Question, _ location: Location) -> Witness? {
    let chain = rules.chain(
      asking: .all(question.parts), of: question.subject, at: location,
      captures: question.captures)
    let analysis = ChainAnalyzer(chain).analyze(ID(0), [.interpreted])
    guard case .reachable(let witness)? = analysis.entries.first else { return nil }
    return witness
  }
}
