import Interpreter
import Requests
import Semantics

/// One of two chains that are compared, as rows: one for the frames that it ignores, one for each rule, and one
/// for its end. A rule has further rows for the URLs that the app refuses to load or to open.
final class ChainVersion {
  struct Row: Hashable {
    var formula: Formula
    var effect: NormalizedEffect
    var covers: Bool
    /// The entry of the rule; nil for the first row and the last.
    fileprivate var entry: Int?
    /// The kinds of steps that the app refuses for the URLs of the row.
    fileprivate var refused: Set<Handing> = []

    /// Returns whether both rows treat the same requests alike; their entries may differ.
    static func == (one: Row, other: Row) -> Bool {
      one.covers == other.covers && one.formula == other.formula && one.effect == other.effect
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(formula)
      hasher.combine(effect)
      hasher.combine(covers)
    }

    /// True if the row can decide.
    var decides: Bool { covers || effect.attempt != nil }
  }

  let interpreter: Interpreter
  let rows: [Row]
  let covers: RuleIndex
  /// The rows that act without covering, in ascending order.
  let acts: [Int]
  let acting: RuleIndex
  private lazy var holding = RuleIndex(rows.map { $0.formula }, context.atomTable)
  private lazy var starts = RuleStarts(rows.map { $0.formula }, context)
  private let context: AnalysisContext

  init(
    _ chain: FlatChain, _ set: RuleSet, _ context: AnalysisContext, _ lowered: LoweredRules
  ) {
    interpreter = Interpreter(chain, in: set)
    self.context = context
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where !chain.frames.contains(frame) {
      mask |= 1 << UInt32(frame.position)
    }
    let ignored: Formula =
      mask == 0 ? .constant(false) : context.atomTable.atom(.input(.frame), .choice(mask))
    var rows = [Row(formula: ignored, effect: .allow, covers: true)]
    for (entry, lowered) in lowered[chain, context.atomTable].rules.enumerated() {
      Self.append(lowered, entry, chain.rules[entry], set, &rows)
    }
    rows.append(Row(formula: .constant(true), effect: .allow, covers: true))
    self.rows = rows
    let formulas = rows.map { $0.formula }
    covers = RuleIndex(formulas, context.atomTable) { rows[$0].covers }
    acts = rows.indices.filter { !rows[$0].covers && !rows[$0].effect.isInert }
    let areActing = Set(acts)
    acting = RuleIndex(formulas, context.atomTable) { areActing.contains($0) }
  }

  /// The rows that may match a request of the formula, in ascending order. No other row does.
  func mayMeet(_ formula: Formula) -> [Int] { starts.mayMeet(formula) }

  private static func append(
    _ lowered: LoweredRule, _ entry: Int, _ rule: Rule, _ set: RuleSet, _ rows: inout [Row]
  ) {
    let opens = rule.steps.contains { $0.kind.handing == .open }
    var parts: [(Formula, Set<Handing>)] = []
    if opens, let unopened = lowered.unsafeURL { parts.append((unopened, [.load, .open])) }
    if let loads = lowered.loads {
      // A URL that the app does not open is not loaded either.
      parts.append((.conjunction([loads.negated] + parts.map { $0.0.negated }), [.load]))
    }
    var rest = [lowered.formula]
    for (formula, refused) in parts {
      if case .constant(false) = formula { continue }
      let effect = NormalizedEffect(rule, in: set, without: refused)
      rows.append(
        Row(
          formula: .conjunction([lowered.formula, formula]), effect: effect, covers: lowered.covers,
          entry: entry, refused: refused))
      rest.append(formula.negated)
    }
    rows.append(
      Row(
        formula: rest.count == 1 ? lowered.formula : .conjunction(rest), effect: lowered.effect,
        covers: lowered.covers, entry: entry))
  }

  /// The rows of each version that are not in the longest common subsequence.
  static func notCommon(_ versions: [ChainVersion]) -> [[Int]] {
    let (old, new) = (versions[0].rows, versions[1].rows)
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    {
      end += 1
    }
    var kinds: [ChainVersion.Row: Int] = [:]
    func numbers(_ rows: ArraySlice<ChainVersion.Row>) -> [Int] {
      rows.map { row in
        let next = kinds.count
        let number = kinds[row, default: next]
        kinds[row] = number
        return number
      }
    }
    let changes = SequenceChanges(
      from: numbers(old[start..<(old.count - end)]), to: numbers(new[start..<(new.count - end)]))
    return [changes.removed, changes.inserted].map { places in places.map { start + $0 } }
  }

  /// The entry of the row; nil for the first row and the last.
  func entry(_ row: Int) -> Int? { rows[row].entry }

  func decider(_ row: Int) -> UndecidedPair.Decider {
    if let entry = entry(row) { return .entry(entry) }
    return row == 0 ? .frame : .end
  }

  /// Returns whether the row does the act for its requests.
  ///
  /// - Parameter isDeclined: whether the attempt of the row fails.
  func does(_ act: Act, _ row: Int, isDeclined: Bool = false) -> Bool {
    guard let entry = entry(row) else { return act == .allow }
    let rule = interpreter.chain.rules[entry]
    func isRefused(_ step: Step) -> Bool {
      step.kind.handing.map(rows[row].refused.contains) ?? false
    }
    if rule.isAttempt, isDeclined || isRefused(rule.steps[0]) {
      return isDeclined && !isRefused(rule.steps[0])
        && act.isDone(by: rule.steps[0].kind, isDeclined: true)
    }
    return act.isDone(by: rule.decision)
      || rule.steps.contains { act.isDone(by: $0.kind) && !isRefused($0) }
  }

  /// The entries that may match the request, in ascending order. No other entry does.
  func candidates(_ assignment: Assignment) -> [Int] {
    Set(holding.all(assignment).compactMap { entry($0) }).sorted()
  }

  /// The rows that act on one request, for some answers of its attempts.
  struct Course {
    /// The rows that act before the decider, with failing attempts.
    var acts: [Int]
    /// The row that decides; if it has an attempt, that succeeds.
    var decider: Int

    var rows: [Int] { acts + [decider] }

    /// Returns the course in which the attempt of this row succeeds.
    ///
    /// - Parameter row: one of `rows`.
    func ending(at row: Int) -> Course { Course(acts: acts.filter { $0 < row }, decider: row) }
  }

  /// The rows of the course from `row` on that can decide, depending on the answers of attempts.
  func deciders(_ course: Course, from row: Int) -> [Int] {
    course.rows.filter { $0 >= row && rows[$0].decides }
  }

  /// Returns whether both courses are possible with the same answers of attempts: the n-th attempt of an action
  /// has the same answer in both versions.
  static func canBothHappen(_ courses: [Course], _ versions: [ChainVersion]) -> Bool {
    func failures(_ side: Int, _ action: String) -> Int {
      courses[side].acts.count { versions[side].rows[$0].effect.attempt == action }
    }
    return courses.indices.allSatisfy { side in
      guard let accepted = versions[side].rows[courses[side].decider].effect.attempt else {
        return true
      }
      return failures(1 - side, accepted) <= failures(side, accepted)
    }
  }

  /// The course in which every attempt fails.
  func course(_ assignment: Assignment) -> Course {
    let decider = covers.first(in: 0..<rows.count, assignment)!
    var acts: [Int] = []
    var start = 0
    while let next = acting.first(in: start..<decider, assignment) {
      acts.append(next)
      start = next + 1
    }
    return Course(acts: acts, decider: decider)
  }
}
