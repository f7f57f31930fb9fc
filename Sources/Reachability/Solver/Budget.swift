import Automata

/// The work that may still be spent on questions about one chain, or about two chains that are compared.
///
/// Work is counted instead of timed, so that the same rules get the same answers on every machine. Each question
/// also has a limit of its own, so that a hard rule does not use up the work for the others.
struct Budget {
  /// The number of steps (`LanguageStore.steps`) left for all questions together.
  private(set) var steps: Int
  /// The number of pairs of rules left for the search for redundant rules.
  private(set) var redundancyPairs = 50_000
  /// The number of pairs of rules left for the search for rules whose order matters.
  private(set) var orderPairs = 200_000
  /// The number of parts of conditions left for the search for parts that are always true.
  private(set) var parts: Int
  /// The number of rules left that the interpreter evaluates to confirm answers. They take about a hundredth of a
  /// second, or a thousandth after an edit.
  private(set) var interpretations: Int

  /// The most steps of a question since `startRule`.
  private var largestQuestion = 0

  private let stepsPerQuestion: Int

  /// The number of steps that a question may take even if the others have used up the budget.
  private static let leastSteps = 4_000
  private static let leastStepsPerQuestion = 100_000
  /// The least number of steps for a question about two chains. There are fewer such questions, and each is about
  /// the rules of both chains.
  private static let leastStepsPerComparison = 800_000
  /// The most requests of a question that turn out to be unusable when they are written as URLs.
  static let unusableRequests = 24
  /// The most requests of a question that two chains treat alike although their rules differ.
  static let equalRequests = 12

  /// Creates the budget of an analysis or a comparison.
  ///
  /// - Parameters:
  ///   - rules: the number of rules of each chain.
  ///   - atoms: the number of atoms. The first question that reads a text also pays for the derivatives of all
  ///     other languages that are read with it.
  ///   - isAfterEdit: whether most verdicts are known.
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

  /// Takes a pair of rules. Returns false if none is left.
  mutating func takeRedundancyPair() -> Bool {
    if redundancyPairs == 0 { return false }
    redundancyPairs -= 1
    return true
  }

  /// Takes a pair of rules. Returns false if none is left.
  mutating func takeOrderPair() -> Bool {
    if orderPairs == 0 { return false }
    orderPairs -= 1
    return true
  }

  /// Takes a number of parts. Returns false if fewer are left.
  mutating func takeParts(_ count: Int) -> Bool {
    parts -= count
    return parts >= 0
  }

  /// Takes a number of rules to interpret. Returns false if fewer are left.
  mutating func takeInterpretations(_ count: Int) -> Bool {
    if interpretations < count { return false }
    interpretations -= count
    return true
  }

  // MARK: Cost

  /// Work that has been spent.
  struct Cost {
    var steps = 0
    /// The most steps of a question.
    var largestQuestion = 0
    var pairs = 0
    var parts = 0

    static func += (sum: inout Cost, other: Cost) {
      sum.steps += other.steps
      sum.largestQuestion = max(sum.largestQuestion, other.largestQuestion)
      sum.pairs += other.pairs
      sum.parts += other.parts
    }

    /// Returns whether an analysis of the chain would have the same result at twice the cost, and even if no
    /// automaton had been built by earlier questions.
    ///
    /// These automata took at most all steps of the context so far. With that bound, many long chains would be
    /// analyzed from the start each time. So for long chains they are estimated to have taken seven times the
    /// steps of the question.
    ///
    /// - Parameter lifetime: the steps of the context so far.
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

  /// Returns the work that has been spent since an earlier state of the budget, in which a rule was started.
  func cost(since earlier: Budget) -> Cost {
    Cost(
      steps: earlier.steps - steps, largestQuestion: largestQuestion,
      pairs: earlier.redundancyPairs - redundancyPairs, parts: earlier.parts - parts)
  }
}
