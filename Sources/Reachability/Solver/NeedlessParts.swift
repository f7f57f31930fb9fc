import Automata
import Interpreter
import Requests
import Text

extension ChainSolver {
  /// Searches for parts of the condition that hold for every request that reaches the rule and satisfies the
  /// other parts.
  ///
  /// - Parameter found: a request that reaches the rule.
  /// - Returns: the other parts of the condition.
  func alwaysTrue(
    _ evidence: inout RuleVerdict.Evidence, _ found: WitnessSolver.Found, _ entry: Int
  ) -> [LoweredRule.Part] {
    let parts = rules[entry].parts
    var isKept = parts.map { !$0.isGuard }
    var keptCount = isKept.count { $0 }
    var places: [Location] = []
    let plain = self.plain
    for index in parts.indices.reversed() where isKept[index] {
      if parts[index].isConstant || parts[index].binds { continue }
      guard budget.takeParts(keptCount) else { break }
      let part = parts[index].plain
      var others: [Formula] = []
      if keptCount > 1 {
        others.reserveCapacity(keptCount - 1)
        for other in parts.indices where isKept[other] && other != index {
          others.append(parts[other].plain)
        }
      }
      if let plain, plain.taker >= entry, !plain.assignment.holds(part),
        others.allSatisfy({ plain.assignment.holds($0) })
      {
        evidence.restsOnPlain = true
        continue
      }
      if let candidate = counterexample(to: part, others, like: found, entry) {
        if remembers { evidence.counterexamples.append(RecordedRequest(candidate, context)) }
        continue
      }
      let answer = ask(inFrames(others + [part.negated]), need: .any) {
        assignment, candidate in
        pass(before: entry, assignment)
      }
      switch answer {
      case .none:
        places.append(parts[index].location(in: chain.rules[entry]))
        isKept[index] = false
        keptCount -= 1
      case .found(let found):
        if remembers {
          evidence.counterexamples.append(RecordedRequest(found.candidate, context))
        }
      case .undecided(let undecided): evidence.note(undecided)
      }
    }
    evidence.alwaysTrue = places.reversed()
    if keptCount == parts.count { return parts }
    return parts.indices.filter { isKept[$0] }.map { parts[$0] }
  }

  /// A request that reaches the rule and satisfies the other parts, but not this one; nil if a search is needed.
  ///
  /// Tries requests that differ from a known one in one component, which suffices for most parts.
  private func counterexample(
    to part: Formula, _ others: [Formula], like found: WitnessSolver.Found, _ entry: Int
  ) -> WitnessSolver.Candidate? {
    var components: [Int] = []
    part.eachAtom { atom in
      for component in context.atomTable.components(ofAtom: atom)
      where !components.contains(component) {
        components.append(component)
      }
    }
    let negated = part.negated
    for component in components {
      let constraint: ComponentConstraint?
      switch self.constraint(of: component, found.candidate.cube.kind, negated, others) {
      case .impossible: continue
      case .unknown: constraint = nil
      case .value(let known): constraint = known
      }
      guard let candidate = changed(found, component, constraint), !scratch.holds(part),
        others.allSatisfy({ scratch.holds($0) }), frames.allSatisfy({ scratch.holds($0) }),
        isRequest(scratch), taker(before: entry, scratch) == nil
      else { continue }
      return candidate
    }
    return nil
  }

  private enum ChangedConstraint {
    /// A constraint with a proposed value.
    case value(ComponentConstraint)
    /// No constraint, since none can be about the component.
    case unknown
    /// There is no value, or finding it takes too many steps.
    case impossible
  }

  private static let fewSteps = 2_000

  /// A constraint of the component with a value for which the goal and the other formulas may hold.
  private func constraint(
    of component: Int, _ kind: RequestForm, _ goal: Formula, _ others: [Formula]
  ) -> ChangedConstraint {
    if case .url = context.atomTable.kinds[component].values { return .unknown }
    var constraint = ComponentConstraint(component, kind, context)
    guard restrict(&constraint, component, goal),
      others.allSatisfy({ restrict(&constraint, component, $0) })
    else { return .impossible }
    let before = context.store.steps
    defer { budget.spend(steps: context.store.steps - before) }
    let limit = context.store.limit(after: Self.fewSteps, within: budget.limit(context.store))
    let hasValue = try? constraint.propose(
      preferred: context.preferred(component, kind), context, limit)
    return hasValue == true ? .value(constraint) : .impossible
  }

  /// Adds the requirements of the formula on the component. Of several alternatives, only the first that is about
  /// the component is used. Returns false if no value is left.
  private func restrict(
    _ constraint: inout ComponentConstraint, _ component: Int, _ formula: Formula
  ) -> Bool {
    switch formula {
    case .constant: return true
    case .literal(let literal):
      let atom = context.atomTable.atoms[literal.atom]
      if atom.component != component || atom.test.isComparison { return true }
      return constraint.restrict(literal, context)
    case .all(let parts):
      for part in parts where !restrict(&constraint, component, part) { return false }
      return true
    case .any(let parts):
      for part in parts where isAbout(component, part) {
        return restrict(&constraint, component, part)
      }
      return true
    }
  }

  private func isAbout(_ component: Int, _ formula: Formula) -> Bool {
    switch formula {
    case .constant: return false
    case .literal(let literal): return context.atomTable.atoms[literal.atom].component == component
    case .all(let parts), .any(let parts):
      for part in parts where isAbout(component, part) { return true }
      return false
    }
  }

  /// Changes one component of a request, and reads the result into `scratch`. Returns nil if the result is
  /// unknown before a request is built. If evidence is recorded, the returned candidate has the changed value.
  ///
  /// - Parameter constraint: the constraint of the component, with a value; nil for the value without a
  ///   constraint.
  private func changed(
    _ found: WitnessSolver.Found, _ component: Int, _ constraint: ComponentConstraint?
  ) -> WitnessSolver.Candidate? {
    let (atomTable, cube) = (context.atomTable, found.candidate.cube)
    let value = constraint?.value ?? context.preferred(component, cube.kind)
    if case .input(let input) = atomTable.components[component], !atomTable.isCompared[component] {
      // No other component depends on this one.
      scratch.clear(atomTable.atoms.count)
      for atom in found.trueAtoms where atomTable.atoms[atom].component != component {
        scratch.insert(atom)
      }
      context.insert(value, of: component, into: &scratch)
      if !remembers { return found.candidate }
      var witness = found.candidate.witness
      witness?.settings.set(input, value.constant(of: input.kind.type))
      return WitnessSolver.Candidate(cube: cube.with(constraint, for: component), witness: witness)
    }
    let changed: Cube
    if atomTable.components[component] == .url, case .namedURL = cube.kind.url {
      changed = cube.withUsualURL(context)
    } else {
      changed = cube.with(constraint, for: component)
    }
    switch changed.views(context) {
    case .none: changed.read(into: &scratch, context)
    case .of(let urls): changed.read(into: &scratch, context, urls)
    case .unknown: return nil
    }
    return WitnessSolver.Candidate(cube: changed, witness: nil)
  }
}
