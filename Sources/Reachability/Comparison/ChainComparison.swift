// Where two versions of a chain differ
// ====================================
//
// Two chains mean the same when every request comes to the same decision by the same steps. The naive
// way compares what they do with every class of requests. But a request that only rules match which
// both versions have, in the same order, is treated the same by both: the same rules match, and the
// first of them that covers is the same. So a difference needs a rule that is not *common*.
//
// The rules are lowered into one vocabulary, so that the same condition is the same formula, however
// it is written in its file. The longest common sequence of rules (same formula, same effect) is left
// out; for each rule that remains, and each rule of the other version, a search (`WitnessSolver`) asks for a
// request that the one takes in its chain and the other in its own; unless a rule before either asks for
// just what the other one does, as after most changes one does. What both do with it is compared value
// by value. A chain that leaves some frames alone starts with a rule that allows them, and every
// chain ends with one that allows everything.
//
// Traced: the old chain is `A: when path[1] == "a" cancel`, `B: otherwise allow`, the new one
// `A': when path hasPrefix "/a" cancel`, `B`. Common is B. For A and A' the request /a is cancelled by
// both. For A and B: a path with first component `a`, and not with prefix /a: none. For B and A' (it
// is A' that is not common): a path with prefix /a whose first component is not `a`: /aa, which was
// allowed and is cancelled now. That is the only cube.

import Automata
package import Interpreter
package import Semantics
import Text
import WebURL

/// Requests that two versions of a chain treat differently, by one that shows it.
package struct ChainDifference: Sendable {
  package var witness: Witness
  /// Entry of the old chain that decides; nil for its end, and where it leaves the frame alone.
  package var oldEntry: Int?
  package var newEntry: Int?
  package var old: Outcome
  package var new: Outcome
  /// Whether attempted actions have to answer false for the difference to be seen.
  package var attemptsDecline: Bool
}

/// Two rules, or what stands in place of one, of which it is not known whether some request that both
/// take is treated differently.
package struct UndecidedPair: Sendable {
  /// What decides in a chain.
  package enum Decider: Sendable, Equatable {
    /// The chain does not look at requests of that frame.
    case frame
    case entry(Int)
    /// No rule.
    case end
  }

  package var old: Decider
  package var new: Decider
  package var why: Undecided
}

package struct ChainComparison: Sendable {
  package var old: FlatChain
  package var new: FlatChain
  /// One for each pair of rules, an old one and a new one, that take the same requests and treat some
  /// of them differently; in the order of the old chain. Empty where both chains mean the same.
  package internal(set) var differences: [ChainDifference] = []
  /// Pairs of which that could not be decided, in the order of the old chain and then of the new one.
  package internal(set) var undecided: [UndecidedPair] = []
}

/// Compares chains of two rule sets.
package final class ChainComparer {
  private let sets: [RuleSet]
  private let context = AnalysisContext()
  private let lowered: [LoweredRuleSet]
  private let search: WitnessSolver

  /// - Requires: neither rule set has errors.
  package init(old: RuleSet, new: RuleSet) {
    sets = [old, new]
    lowered = [LoweredRuleSet(old, context), LoweredRuleSet(new, context)]
    search = WitnessSolver(context)
  }

  package func compare(_ old: ID<Chain>, _ new: ID<Chain>) -> ChainComparison {
    let chains = [FlatChain(old, in: sets[0]), FlatChain(new, in: sets[1])]
    let versions = (0..<2).map { side in
      ChainVersion(chains[side], sets[side], context, lowered[side])
    }
    let solver = ComparisonSolver(versions, context, search)
    return solver.compare()
  }
}

/// One of the chains that are compared, as rows: the frames that it leaves alone, its rules, its end.
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
    _ chain: FlatChain, _ set: RuleSet, _ context: AnalysisContext, _ lowered: LoweredRuleSet
  ) {
    interpreter = Interpreter(chain, in: set)
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where !chain.frames.contains(frame) {
      mask |= 1 << UInt32(frame.position)
    }
    let ignored: Formula =
      mask == 0 ? .constant(false) : context.atomTable.atom(.frame, .choice(mask))
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

  /// What is written; nil for the first row and the last.
  func rule(_ row: Int) -> Rule? { entry(row).map { interpreter.chain.rules[$0] } }

  /// Entries that may match; all others do not.
  func candidates(_ assignment: Assignment) -> [Int] {
    holding.all(assignment).compactMap { entry($0) }
  }

  /// Rows of which something is seen, up to the one that decides.
  func course(_ assignment: Assignment) -> (acts: [Int], decider: Int) {
    let decider = covers.first(in: 0..<rows.count, assignment)!
    var acts: [Int] = []
    var start = 0
    while let next = acting.first(in: start..<decider, assignment) {
      acts.append(next)
      start = next + 1
    }
    return (acts, decider)
  }
}

/// Asks for the requests that two versions treat differently.
final class ComparisonSolver {
  private let versions: [ChainVersion]
  private let context: AnalysisContext
  private let search: WitnessSolver
  private var result: ChainComparison
  private var stepsLeft: Int
  /// Pairs, an old row and a new one.
  private var seen: Set<[Int]> = []
  private var leftOpen: [[Int]: Undecided] = [:]
  /// Requests that are treated the same by other values, before the pair is left open.
  private static let mostSame = 12
  private static let fullyAsked = 16
  private let scratch = Assignment()
  /// By version and row, the number of its formula: equal formulas of either version have one number.
  private let formulas: [[Int]]
  /// By version and number, the first row that covers what the formula asks for; `Int.max` for none.
  private let firstCovers: [[Int]]

  init(_ versions: [ChainVersion], _ context: AnalysisContext, _ search: WitnessSolver) {
    self.versions = versions
    self.context = context
    self.search = search
    result = ChainComparison(
      old: versions[0].interpreter.chain, new: versions[1].interpreter.chain)
    var numbers: [Formula: Int] = [:]
    formulas = versions.map { version in
      version.rows.map { row in
        let next = numbers.count
        let number = numbers[row.formula, default: next]
        if number == next { numbers[row.formula] = next }
        return number
      }
    }
    firstCovers = zip(versions, formulas).map { version, formulas in
      var first = [Int](repeating: .max, count: numbers.count)
      for (row, number) in formulas.enumerated().reversed() where version.rows[row].covers {
        first[number] = row
      }
      return first
    }
    stepsLeft = 12_000_000 + 4_000 * (versions[0].rows.count + versions[1].rows.count)
  }

  func compare() -> ChainComparison {
    let own = notCommon()
    for side in 0..<2 {
      for row in own[side] where !versions[side].rows[row].effect.isInert {
        for other in versions[1 - side].rows.indices
        where versions[1 - side].rows[other].covers && mayMeet(side, row, other) {
          // What decides after a row that does not is found one by one.
          while ask(side, row, other), !versions[side].rows[row].covers {}
        }
      }
    }
    result.differences.sort { a, b in
      let order = { (entry: Int?) in entry ?? Int.max }
      return (order(a.oldEntry), order(a.newEntry), a.witness.url.href)
        < (order(b.oldEntry), order(b.newEntry), b.witness.url.href)
    }
    result.undecided = leftOpen.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      pair, why in
      UndecidedPair(old: versions[0].decider(pair[0]), new: versions[1].decider(pair[1]), why: why)
    }
    return result
  }

  /// Whether no row before either takes all that the other row asks for.
  private func mayMeet(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    firstCovers[1 - side][formulas[side][row]] >= other
      && firstCovers[side][formulas[1 - side][other]] >= row
  }

  /// Rows of each version that are in no common sequence.
  private func notCommon() -> [[Int]] {
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
    let changes = numbers(new[start..<(new.count - end)])
      .difference(from: numbers(old[start..<(old.count - end)]))
    var own: [[Int]] = [[], []]
    for change in changes {
      switch change {
      case .remove(let offset, _, _): own[0].append(start + offset)
      case .insert(let offset, _, _): own[1].append(start + offset)
      }
    }
    return own.map { $0.sorted() }
  }

  /// Looks for a request for which the row is seen in its version and `other` decides in the other,
  /// and that the two treat differently; whether one was found that no pair noted so far shows.
  private func ask(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    let (mine, theirs) = (versions[side], versions[1 - side])
    let asked = side == 0 ? [row, other] : [other, row]
    if mine.rows[row].covers, seen.contains(asked) || leftOpen[asked] != nil { return false }
    if context.areDisjoint(mine.rows[row].formula, theirs.rows[other].formula) { return false }
    var same = 0
    let before = context.store.steps
    var found: (old: Int, new: Int)?
    var isLeftOpen = false
    let answer = search.run(
      [mine.rows[row].formula, theirs.rows[other].formula],
      steps: max(ChainSolver.leastSteps, min(ChainSolver.stepsEach, stepsLeft))
    ) { (assignment, candidate) throws(OutOfSteps) -> WitnessSolver.Verdict in
      if let taker = mine.covers.first(in: 0..<row, assignment) {
        return .require(mine.rows[taker].formula.negated)
      }
      if let taker = theirs.covers.first(in: 0..<other, assignment) {
        return .require(theirs.rows[taker].formula.negated)
      }
      let courses = [mine.course(assignment), theirs.course(assignment)]
      let pair = [courses[side].decider, courses[1 - side].decider]
      if self.seen.contains(pair) {
        return .require(.disjunction(self.otherDeciders(mine, row, courses[0].decider)))
      }
      let effects = [
        self.effects(mine, courses[0]), self.effects(theirs, courses[1]),
      ]
      if effects[0] == effects[1] || self.haveSameValues(courses, [mine, theirs]) {
        return .require(self.others(courses, row, assignment, mine, theirs))
      }
      guard let witness = candidate.witness else { return .accept }
      if self.isDifferent(witness) {
        found = (pair[0], pair[1])
        return .accept
      }
      same += 1
      if same > Self.mostSame {
        isLeftOpen = true
        throw OutOfSteps()
      }
      return .reject(.conjunction([mine.rows[row].formula, theirs.rows[other].formula]))
    }
    stepsLeft -= context.store.steps - before
    switch answer {
    case .none: break
    case .found(let witness):
      guard let found, seen.insert([found.old, found.new]).inserted else { return false }
      note(witness, found)
      return true
    case .undecided(var undecided):
      if isLeftOpen { undecided.reason = .views }
      if leftOpen[asked] == nil { leftOpen[asked] = undecided }
    }
    return false
  }

  /// Whether the courses do the same to all requests that take them, because their conditions leave no
  /// choice about the values that they hand on.
  private func haveSameValues(
    _ courses: [(acts: [Int], decider: Int)], _ versions: [ChainVersion]
  ) -> Bool {
    let courses = zip(courses, versions).map { course, version in
      (course.acts + [course.decider]).map { version.rule($0) }
    }
    var known = ConstantFacts()
    for case let condition? in courses.joined().map({ $0?.condition }) { known.learn(condition) }
    let effects = zip(courses, versions).map { course, version in
      NormalizedEffect.course(
        course.map { rule in
          rule.map { NormalizedEffect($0, in: version.interpreter.rules, knowing: known) } ?? .allow
        })
    }
    return effects[0] == effects[1]
  }

  private func effects(_ version: ChainVersion, _ course: (acts: [Int], decider: Int))
    -> [NormalizedEffect]
  {
    NormalizedEffect.course((course.acts + [course.decider]).map { version.rows[$0].effect })
  }

  /// That the rules seen are others.
  private func others(
    _ courses: [(acts: [Int], decider: Int)], _ row: Int, _ assignment: Assignment,
    _ mine: ChainVersion,
    _ theirs: ChainVersion
  ) -> Formula {
    var alternatives: [Formula] = []
    for (course, version) in zip(courses, [mine, theirs]) {
      for act in 0..<course.decider
      where !version.rows[act].covers && !version.rows[act].effect.isInert {
        let formula = version.rows[act].formula
        alternatives.append(assignment.holds(formula) ? formula.negated : formula)
      }
    }
    // Where the row itself decides nothing, what follows it may vary.
    alternatives += otherDeciders(mine, row, courses[0].decider)
    return .disjunction(alternatives)
  }

  /// Ways in which another row than that one decides, for requests that reach the first row.
  private func otherDeciders(_ version: ChainVersion, _ row: Int, _ decider: Int) -> [Formula] {
    if version.rows[row].covers { return [] }
    return [version.rows[decider].formula.negated]
      + (row..<decider).filter { version.rows[$0].covers }.map { version.rows[$0].formula }
  }

  // MARK: Real requests

  private func isDifferent(_ witness: Witness) -> Bool {
    context.read(witness, into: scratch)
    let courses = versions.map { version in
      ObservedTrace.of(
        witness.request(in: version.interpreter.rules), version.interpreter,
        asking: version.candidates(scratch))
    }
    return courses[0] != courses[1]
  }

  private func note(_ witness: Witness, _ rows: (old: Int, new: Int)) {
    // The first ones are decided by asking every rule, as the interpreter does.
    var asked = versions.map { Array($0.interpreter.chain.rules.indices) }
    if result.differences.count >= Self.fullyAsked {
      context.read(witness, into: scratch)
      asked = versions.map { $0.candidates(scratch) }
    }
    func outcomes(_ decline: Bool) -> [Outcome] {
      zip(versions, asked).map { version, asked in
        let interpreter = version.interpreter
        var answers: [ID<Action>: Bool] = [:]
        if decline { for index in interpreter.rules.actions.indices { answers[ID(index)] = false } }
        return interpreter.decide(
          witness.request(in: interpreter.rules), answers: answers, asking: asked)
      }
    }
    func isSame(_ outcomes: [Outcome]) -> Bool {
      ObservedTrace.of(outcomes[0], versions[0].interpreter.rules)
        == ObservedTrace.of(outcomes[1], versions[1].interpreter.rules)
    }
    var shown = outcomes(false)
    let attemptsDecline = isSame(shown)
    if attemptsDecline { shown = outcomes(true) }
    result.differences.append(
      ChainDifference(
        witness: witness, oldEntry: versions[0].entry(rows.old),
        newEntry: versions[1].entry(rows.new), old: shown[0], new: shown[1],
        attemptsDecline: attemptsDecline))
  }
}

/// What a chain does with one request, in names and values that two rule sets share.
struct ObservedTrace: Equatable {
  private var steps: [String]

  /// Everything that may be seen, attempted actions declining.
  ///
  /// - Parameter asked: the entries to ask, ascending; the others are known not to match.
  static func of(
    _ request: Request, _ interpreter: Interpreter, asking asked: [Int]
  ) -> ObservedTrace {
    var steps: [String] = []
    guard interpreter.chain.frames.contains(request.frame) else {
      return ObservedTrace(steps: [Decision.allow.rawValue])
    }
    for index in asked {
      let rule = interpreter.chain.rules[index]
      guard let performed = interpreter.performed(index, request) else { continue }
      steps += performed.map { text($0, interpreter.rules) }
      if rule.isAttempt {
        steps.append("or \(rule.decision.rawValue)")
      } else if rule.decision != .continue {
        return ObservedTrace(steps: steps + [rule.decision.rawValue])
      }
    }
    return ObservedTrace(steps: steps + [Decision.allow.rawValue])
  }

  static func of(_ outcome: Outcome, _ rules: RuleSet) -> ObservedTrace {
    ObservedTrace(steps: outcome.steps.map { text($0, rules) } + [outcome.decision.rawValue])
  }

  private static func text(_ step: PerformedStep, _ rules: RuleSet) -> String {
    func call(_ verb: String, _ name: String, _ parameters: [Field], _ values: [Literal]) -> String
    {
      let arguments = zip(parameters, values)
        .map { "\($0.name): \(text($1, rules))" }.joined(separator: ", ")
      return "\(verb) \(name)(\(arguments))"
    }
    return switch step.kind {
    case .present(let id, let values):
      call("present", rules[id].name, rules[id].parameters, values)
    case .push(let id, let values): call("push", rules[id].name, rules[id].parameters, values)
    case .perform(let id, let values):
      call("perform", rules[id].name, rules[id].parameters, values)
    case .attempt(let id, let values):
      call("attempt", rules[id].name, rules[id].parameters, values)
    case .openURL(let url): "open \(url)"
    case .loadURL(let url): "load \(url)"
    case .dismiss: "dismiss"
    }
  }

  private static func text(_ literal: Literal, _ rules: RuleSet) -> String {
    switch literal {
    case .enumerationCase(let id, let index): ".\(rules[id].cases[index].rawValue)"
    case .list(let items): "[\(items.map { text($0, rules) }.joined(separator: ", "))]"
    default: "\(literal)"
    }
  }
}
