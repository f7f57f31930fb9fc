import Automata

/// The work that may still be spent on the questions about one chain, or about two chains that are compared.
///
/// Work is counted and not timed, so that the same rules get the same answers on every machine. Each
/// question has limits of its own, so that one hard rule does not use up what the others need.
struct Budget {
  /// Steps (`LanguageStore.steps`) left for all questions together.
  private(set) var steps: Int
  /// Pairs of rules left to compare while looking for redundant rules.
  private(set) var redundancyPairs = 50_000
  /// Pairs of rules left to compare while looking for rules whose order matters.
  private(set) var orderPairs = 200_000
  /// Parts of conditions left to examine while looking for parts that are always true.
  private(set) var parts: Int
  /// Rules left that the interpreter evaluates to confirm an answer: about a hundredth of a second, or a thousandth after
  /// an edit.
  private(set) var interpretations: Int

  /// The most steps of one question since `startRule`.
  private var largestQuestion = 0

  private let stepsPerQuestion: Int

  /// Steps that a question may take even if the others have used up the rest.
  private static let leastSteps = 4_000
  private static let leastStepsPerQuestion = 100_000
  /// Two versions of a chain lead to fewer questions, each about the rules of both.
  private static let leastStepsPerComparison = 800_000
  /// Requests of one question that turn out to be unusable once they are written as URLs.
  static let unusableRequests = 24
  /// Requests of one question that two chains treat alike although their rules differ.
  static let equalRequests = 12

  /// - Parameters:
  ///   - rules: the number of rules of each chain.
  ///   - atoms: the number of atoms. The first question that reads a text pays for the derivatives of
  ///     all languages that are read along with it.
  ///   - isAfterEdit: true if most verdicts are known.
  init(rules: [Int], atoms: Int, isAfterEdit: Bool = false) {
    interpretations = isAfterEdit ? 1_000 : 10_000
    steps = rules.reduce(0) { $0 + Self.steps($1) }
    parts = 1_000_000 + 20 * rules.reduce(0, +)
    let least = rules.count > 1 ? Self.leastStepsPerComparison : Self.leastStepsPerQuestion
    stepsPerQuestion = least + 100 * atoms
  }

  private static func steps(_ rules: Int) -> Int { 6_000_000 + 4_000 * rules }

  // MARK: Spending

  /// Returns the limit of the next question.
  func limit(_ store: LanguageStore) -> StepLimit {
    store.limit(after: max(Self.leastSteps, min(stepsPerQuestion, steps)))
  }

  mutating func spend(steps count: Int) {
    steps -= count
    largestQuestion = max(largestQuestion, count)
  }

  /// Starts the questions about another rule.
  mutating func startRule() { largestQuestion = 0 }

  /// Returns false if nothing is left.
  mutating func takeRedundancyPair() -> Bool {
    if redundancyPairs == 0 { return false }
    redundancyPairs -= 1
    return true
  }

  /// Returns false if nothing is left.
  mutating func takeOrderPair() -> Bool {
    if orderPairs == 0 { return false }
    orderPairs -= 1
    return true
  }

  /// Returns false if not that many are left.
  mutating func takeParts(_ count: Int) -> Bool {
    parts -= count
    return parts >= 0
  }

  /// Returns false if not that many are left.
  mutating func takeInterpretations(_ count: Int) -> Bool {
    if interpretations < count { return false }
    interpretations -= count
    return true
  }

  // MARK: Cost

  /// Work that has been spent.
  struct Cost {
    var steps = 0
    /// The most steps of one question.
    var largestQuestion = 0
    var pairs = 0
    var parts = 0

    static func += (sum: inout Cost, other: Cost) {
      sum.steps += other.steps
      sum.largestQuestion = max(sum.largestQuestion, other.largestQuestion)
      sum.pairs += other.pairs
      sum.parts += other.parts
    }

    /// Returns whether the analysis of a chain with that many rules and atoms would be the same at twice the cost, and
    /// if each question also took the steps that it saves since others have built its automata before.
    ///
    /// These are at most all steps so far. A chain of many rules would often be analyzed from the start for that, so
    /// they are estimated to be seven times the steps of the question.
    ///
    /// - Parameter lifetime: all steps of the context so far.
    func isFarFromBudget(lifetime: Int, rules: Int, atoms: () -> Int) -> Bool {
      let whole = Budget(rules: [rules], atoms: 0)
      guard steps < whole.steps / 2, pairs < whole.redundancyPairs / 2, parts < whole.parts / 2
      else { return false }
      let most = rules <= Self.fewRules ? lifetime + largestQuestion : 8 * largestQuestion
      return most < whole.stepsPerQuestion
        || most < Budget(rules: [rules], atoms: atoms()).stepsPerQuestion
    }

    private static let fewRules = 200
  }

  /// Returns the work that has been spent since the budget was in an earlier state, where a rule started.
  func cost(since earlier: Budget) -> Cost {
    Cost(
      steps: earlier.steps - steps, largestQuestion: largestQuestion,
      pairs: earlier.redundancyPairs - redundancyPairs, parts: earlier.parts - parts)
  }
}
