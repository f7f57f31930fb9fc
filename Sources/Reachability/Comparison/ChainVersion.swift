import Interpreter
import Requests
import Semantics

/// One of two chains that are compared, as rows: one for the frames that it ignores, its rules, and its end.
final class ChainVersion {
  struct Row: Hashable {
    var formula: Formula
    var effect: NormalizedEffect
    var covers: Bool

    /// True if it can decide.
    var decides: Bool { covers || effect.attempt != nil }
  }

  let interpreter: Interpreter
  let rows: [Row]
  let covers: RuleIndex
  let acting: RuleIndex
  private let holding: RuleIndex
  private let starts: RuleStarts

  init(
    _ chain: FlatChain, _ set: RuleSet, _ context: AnalysisContext, _ lowered: LoweredRules
  ) {
    interpreter = Interpreter(chain, in: set)
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where !chain.frames.contains(frame) {
      mask |= 1 << UInt32(frame.position)
    }
    let ignored: Formula =
      mask == 0 ? .constant(false) : context.atomTable.atom(.input(.frame), .choice(mask))
    let rules = lowered[chain].rules
    let rows =
      [Row(formula: ignored, effect: .allow, covers: true)]
      + rules.map { Row(formula: $0.formula, effect: $0.effect, covers: $0.covers) }
      + [Row(formula: .constant(true), effect: .allow, covers: true)]
    self.rows = rows
    let formulas = rows.map(\.formula)
    holding = RuleIndex(formulas, context.atomTable)
    covers = RuleIndex(formulas, context.atomTable) { rows[$0].covers }
    acting = RuleIndex(formulas, context.atomTable) {
      !rows[$0].covers && !rows[$0].effect.isInert
    }
    starts = RuleStarts(formulas, context)
  }

  /// The rows that may match a request of the formula, ascending; all others do not.
  func mayMeet(_ formula: Formula) -> [Int] { starts.mayMeet(formula) }

  /// Index into the chain's entries; nil for the first row and the last.
  func entry(_ row: Int) -> Int? { row == 0 || row == rows.count - 1 ? nil : row - 1 }

  func decider(_ row: Int) -> UndecidedPair.Decider {
    if let entry = entry(row) { return .entry(entry) }
    return row == 0 ? .frame : .end
  }

  /// The rule of the row; nil for the first row and the last.
  func rule(_ row: Int) -> Rule? { entry(row).map { interpreter.chain.rules[$0] } }

  /// The entries that may match; all others do not.
  func candidates(_ assignment: Assignment) -> [Int] {
    holding.all(assignment).compactMap { entry($0) }
  }

  /// The rows that act on one request, for some answers of attempted actions.
  struct Course {
    /// Rows with an effect before the one that decides; their attempts fail.
    var acts: [Int]
    /// The row that decides; its attempt, if any, succeeds.
    var decider: Int

    var rows: [Int] { acts + [decider] }

    /// The course if the attempt of one of the acting rows succeeds.
    ///
    /// - Parameter row: one of `rows`.
    func ending(at row: Int) -> Course { Course(acts: acts.filter { $0 < row }, decider: row) }
  }

  /// The rows of the course that decide for some answers of attempted actions.
  func deciders(_ course: Course, from row: Int) -> [Int] {
    course.rows.filter { $0 >= row && rows[$0].decides }
  }

  /// Returns whether the same answers of attempted actions lead to both courses: the n-th attempt of an action
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

  /// The course if every attempted action answers false.
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
