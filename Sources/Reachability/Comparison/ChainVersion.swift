import Interpreter
import Requests
import Semantics

/// One of two chains that are compared, as rows: one for the frames that it ignores, its rules, and its end.
struct ChainVersion {
  struct Row: Hashable {
    var formula: Formula
    var effect: NormalizedEffect
    var covers: Bool
  }

  let interpreter: Interpreter
  let rows: [Row]
  let covers: RuleIndex
  let acting: RuleIndex
  private let holding: RuleIndex

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
  }

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

  /// The rows that act on one request.
  struct Course {
    /// Rows with an effect before the one that decides.
    var acts: [Int]
    /// The row that decides if every attempted action declines.
    var decider: Int

    var rows: [Int] { acts + [decider] }
  }

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
