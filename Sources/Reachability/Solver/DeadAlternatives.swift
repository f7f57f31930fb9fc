import Interpreter
import Semantics
import Text

/// Finds the operands of `||` that can be left out of a part of a condition.
///
/// An operand matters for a request only if it holds and the parts of the condition around it let that through:
/// the other operands of each `&&` around it hold, and the other operands of each `||` do not. If this is so for
/// no request that reaches the rule, the operand is dead. The same is true under `!`. Of equal operands the last
/// one is dead. All operands that are found are dead together, since each is left out before the next question.
struct DeadAlternatives {
  /// A dead operand.
  struct Dead {
    var tree: ConditionTree
    /// The other operands of each `&&` around the dead operand.
    var together: [ConditionTree]
    /// The operands of the `||` that contains the dead operand. All dead operands of a `||` share them, since a
    /// list of its own for each would take quadratic space.
    fileprivate var operands: Operands
    /// The index of the dead operand in `operands`.
    fileprivate var index: Int
    /// The other operands of each outer `||`.
    fileprivate var outer: [ConditionTree]

    /// The first operand that satisfies the predicate, in a `||` around the dead operand. Only operands that were
    /// left at that time are considered.
    func other(where isWanted: (ConditionTree) -> Bool) -> ConditionTree? {
      operands.first(besides: index, where: isWanted) ?? outer.first(where: isWanted)
    }
  }

  /// The operands of a `||`, which are examined from the last to the first.
  fileprivate struct Operands {
    let all: [ConditionTree]
    /// True if captures have the texts of the first operand that holds.
    let isOrdered: Bool
    /// True for each operand that is not dead.
    var isAlive: [Bool]

    /// The first operand that satisfies the predicate, among those that matter for the operand at the index.
    /// These are the earlier operands and, if the order does not matter, the later ones that are not dead.
    func first(
      besides index: Int, where isWanted: (ConditionTree) -> Bool
    ) -> ConditionTree? {
      let others = isOrdered ? all.startIndex..<index : all.indices
      for other in others where other != index && (other < index || isAlive[other]) {
        if isWanted(all[other]) { return all[other] }
      }
      return nil
    }
  }

  /// A search for a request that reaches the rule.
  ///
  /// - Parameters:
  ///   - goal: formulas that the request satisfies.
  ///   - other: returns a formula that holds for a proposed request although it must not.
  /// - Returns: false if it is proved that there is no such request.
  typealias Search = (_ goal: [Formula], _ other: (Assignment) -> Formula?) -> Bool

  private(set) var found: [Dead] = []
  /// Returns false if the budget is too small for a question about this number of operands.
  private let canAsk: (Int) -> Bool
  private let mayBe: Search

  init(canAsk: @escaping (Int) -> Bool, mayBe: @escaping Search) {
    self.canAsk = canAsk
    self.mayBe = mayBe
  }

  /// Finds the dead operands of a tree.
  ///
  /// - Parameters:
  ///   - together: the other operands of each `&&` around the tree. They hold.
  ///   - others: the other operands of each `||` around the tree. They do not hold.
  /// - Returns: the tree without the dead operands.
  @discardableResult
  mutating func prune(
    _ tree: ConditionTree, together: [ConditionTree], others: [ConditionTree] = []
  ) -> ConditionTree {
    var tree = tree
    switch tree.kind {
    case .leaf: break
    case .not(let inner): tree.kind = .not(prune(inner, together: together, others: others))
    case .all(var parts):
      for index in parts.indices where parts[index].hasParts {
        let siblings = parts.indices.filter { $0 != index }.map { parts[$0] }
        parts[index] = prune(parts[index], together: together + siblings, others: others)
      }
      tree.kind = .all(parts)
    case .any(let all):
      var parts = alive(all, isOrdered: tree.binds, together: together, others: others)
      for index in parts.indices where parts[index].hasParts {
        let siblings = Self.siblings(of: index, in: parts, isOrdered: tree.binds)
        parts[index] = prune(parts[index], together: together, others: siblings + others)
      }
      if parts.count == 1 { return parts[0] }
      tree.kind = .any(parts)
    }
    return tree
  }

  /// Returns the operands of a `||` that are not dead.
  private mutating func alive(
    _ all: [ConditionTree], isOrdered: Bool, together: [ConditionTree], others: [ConditionTree]
  ) -> [ConditionTree] {
    let (goal, outer) = (together.map { $0.formula }, others.map { $0.formula })
    var operands = Operands(
      all: all, isOrdered: isOrdered, isAlive: [Bool](repeating: true, count: all.count))
    var dead: [Int] = []
    for index in all.indices.reversed()
    where dead.count + 1 < all.count && !all[index].isConstant {
      guard canAsk(1 + (all.count + outer.count) / 64) else { break }
      let isAlive = mayBe([all[index].formula] + goal) { [operands] assignment in
        operands.first(besides: index) { assignment.holds($0.formula) }?.formula
          ?? outer.first { assignment.holds($0) }
      }
      if isAlive { continue }
      dead.append(index)
      operands.isAlive[index] = false
    }
    for index in dead {
      found.append(
        Dead(
          tree: all[index], together: together, operands: operands, index: index, outer: others))
    }
    return all.indices.filter { operands.isAlive[$0] }.map { all[$0] }
  }

  /// The other operands, which must not hold. If captures have the texts of the first operand that holds, later
  /// operands do not matter.
  private static func siblings(
    of index: Int, in parts: [ConditionTree], isOrdered: Bool
  ) -> [ConditionTree] {
    parts.indices.filter { isOrdered ? $0 < index : $0 != index }.map { parts[$0] }
  }
}

extension ChainSolver {
  /// Searches for operands of `||` that can be left out.
  ///
  /// - Parameters:
  ///   - known: a request that reaches the rule. It may show without a search that an operand is not dead.
  ///   - parts: the parts of the condition that are not always true.
  func deadAlternatives(
    _ evidence: inout RuleVerdict.Evidence, of known: WitnessSolver.Found, _ entry: Int,
    parts: [LoweredRule.Part]
  ) {
    if parts.allSatisfy({ $0.tree == nil }) { return }
    var open: [Undecided] = []
    var counterexamples: [RecordedRequest] = []
    var search = DeadAlternatives { count in
      self.budget.takeParts(count)
    } mayBe: { goal, other in
      if self.satisfies(known, goal, other) { return true }
      let answer = self.ask(goal + self.frames, need: .any) { assignment, _ in
        let verdict = self.pass(before: entry, assignment)
        guard case .accept = verdict, let other = other(assignment) else { return verdict }
        return .require(other.negated)
      }
      switch answer {
      case .none: return false
      case .found(let found):
        if self.remembers {
          counterexamples.append(RecordedRequest(found.candidate, self.context))
        }
      case .undecided(let undecided): open.append(undecided)
      }
      return true
    }
    var trees = parts.map { part in
      part.tree
        ?? ConditionTree(
          kind: .leaf(part.plain), place: part.place, isConstant: part.isConstant,
          binds: part.binds)
    }
    for index in trees.indices where parts[index].tree != nil {
      let others = trees.indices.filter { $0 != index }.map { trees[$0] }
      trees[index] = search.prune(trees[index], together: others)
    }
    evidence.counterexamples += counterexamples
    for undecided in open { evidence.note(undecided) }
    evidence.deadAlternatives = search.found.map { dead in
      ChainAnalysis.DeadOperand(
        location: dead.tree.place.location(in: chain.rules[entry]), named: dead.tree.named,
        cause: cause(of: dead, entry))
    }
    .sorted { $0.location < $1.location }
  }

  /// Returns whether the request satisfies the goal, and `other` returns no formula.
  private func satisfies(
    _ known: WitnessSolver.Found, _ goal: [Formula], _ other: (Assignment) -> Formula?
  ) -> Bool {
    let assignment = assignment(of: known)
    return goal.allSatisfy { assignment.holds($0) } && other(assignment) == nil
  }

  /// The most handlers of a dead alternative that are listed.
  private static let shownHandlers = 4

  private func cause(
    of dead: DeadAlternatives.Dead, _ entry: Int
  ) -> ChainAnalysis.DeadOperand.Cause {
    let rule = chain.rules[entry]
    let goal = [dead.tree.formula] + dead.together.map { $0.formula } + frames
    var handlers: [ChainAnalysis.DeadOperand.Handler] = []
    var excluded: [Formula] = []
    while handlers.count < Self.shownHandlers {
      var place: (ChainAnalysis.DeadOperand.Handler.Place, Formula)?
      let answer = ask(goal + excluded) { assignment, candidate in
        if let taker = taker(before: entry, assignment) {
          place = (.entry(taker), rules[taker].negated)
          guard let witness = candidate.witness else { return .accept }
          return interpreter.matches(taker, witness.request)
            ? .accept : .reject(rules[taker].formula)
        }
        let other = dead.other { assignment.holds($0.formula) }
        place = other.map {
          (.alternative($0.place.location(in: rule)), $0.formula.negated)
        }
        return .accept
      }
      if handlers.isEmpty, case .none = answer {
        return isEmpty(Array(goal.dropLast(frames.count)))
          ? .contradictory(contradiction(dead, rule)) : .frames
      }
      guard case .found(let found) = answer, let place else { break }
      handlers.append(
        ChainAnalysis.DeadOperand.Handler(place: place.0, witness: found.witness))
      excluded.append(place.1)
    }
    return .handled(handlers)
  }

  /// The other parts of a minimal set that no request satisfies together with the alternative. If the alternative
  /// contradicts itself, parts of the alternative instead.
  private func contradiction(_ dead: DeadAlternatives.Dead, _ rule: Rule) -> [Location] {
    var own = [dead.tree]
    if case .all(let parts) = dead.tree.kind { own = parts }
    let kept = minimal(own + dead.together) { $0.formula }
    let places = kept.map { $0.place.location(in: rule) }
    return places.count == 1 && own.count == 1 ? [] : places
  }
}
