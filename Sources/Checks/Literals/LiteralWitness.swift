import Reachability
import Requests
import Semantics
import Text

/// Finds requests that match the tests in the source, by the analysis of chains.
struct LiteralWitness {
  private let rules: RuleSet
  /// The test at each location.
  private var tests: [Location: Test] = [:]
  /// The captures of the rule of each test with a pattern.
  private var captures: [Location: [Capture]] = [:]
  /// The whole condition of the rule, for each test that holds for every request of the rule.
  private var wholes: [Location: Condition] = [:]
  /// The number of questions that may still be asked. It limits the time for a set with very many such literals.
  private var rest = 4_000
  private let earlier: Answers
  /// The answers to all questions so far.
  private(set) var answers = Answers()

  /// The answers to questions: a request, or nil if none was found.
  struct Answers: Sendable {
    fileprivate struct Question: Hashable {
      let subject: RequestValue
      let parts: [CoreCondition]
      let captures: [Capture]
    }

    fileprivate var known: [Question: Witness?] = [:]
  }

  /// - Parameters:
  ///   - places: the locations of the tests that questions will be about.
  ///   - earlier: answers for the same declarations. The rules may have been others.
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
    for items in rules.handlers.map({ $0.items }) + rules.chains.map({ $0.items }) {
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

  /// A request that satisfies the test at the location and further ones; nil if none is found.
  ///
  /// - Parameter others: further tests of the same value.
  mutating func request(_ location: Location, _ others: [CoreCondition] = []) -> Witness? {
    guard let test = tests[location] else { return nil }
    return request(test.subject, [test.core] + others, location)
  }

  /// A request that satisfies the test at the location, the other conditions of its rule, and further ones; nil if
  /// none is found.
  mutating func request(inRule location: Location, _ others: [CoreCondition]) -> Witness? {
    guard let test = tests[location] else { return nil }
    return request(test.subject, [wholes[location]?.core ?? test.core] + others, location)
  }

  /// A request that satisfies all conditions; nil if none is found.
  mutating func request(
    _ subject: RequestValue, _ parts: [CoreCondition], _ location: Location
  ) -> Witness? {
    guard rest > 0 else { return nil }
    rest -= 1
    // Captures have no location in a question, since an edit above them would change it.
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
