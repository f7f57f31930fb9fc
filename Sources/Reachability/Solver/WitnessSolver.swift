import Automata
import Semantics
import WebURL

/// Why a question was left open.
package struct Undecided: Sendable {
  package enum Reason: Sendable {
    /// The budget of steps ran out.
    case budget
    /// Every request that was found turned out to be another once it was written as a URL, or not to
    /// show what is looked for; and nothing proves that the rest does not either.
    case views
  }

  package var reason: Reason
  /// What the most was asked of, as conditions name it.
  package var component: String?
}

/// Looks for a request that has what is asked, and that somebody else lets pass.
///
/// See `ChainAnalysis.swift` for how and why.
final class WitnessSolver {
  enum Verdict {
    case accept
    /// What is looked for has that too, and the request does not.
    case require(Formula)
    /// Not this request, but nothing general can be said of why; the components that it depends on.
    case reject(Formula)
  }

  /// What the request has to be that is found.
  enum Need {
    /// Any that the components allow; the answer's witness means nothing.
    case any
    /// Real, and known by how it is written.
    case real
    /// Parsed and examined once more.
    case parsed
  }

  enum Answer {
    case found(Witness)
    case none
    case undecided(Undecided)
  }

  /// A request as it is examined.
  struct Candidate {
    let cube: Cube
    /// The real request where it has been made already.
    let witness: Witness?
  }

  private struct SearchNode {
    var cube: Cube
    var clauses: [Formula]
    /// Ways of which one has to be taken, those before having failed; taken when its turn comes.
    var alternatives: ArraySlice<Formula> = []
  }

  private let context: AnalysisContext
  private let forms: [URLForm]
  private let pages: [URLForm?]
  /// Speaks of the last request that was examined.
  let assignment = Assignment()
  @exclusivity(unchecked) private var seenNamedURLs: [Int] = []
  @exclusivity(unchecked) private var sawPage = false
  @exclusivity(unchecked) private var sawURL = false
  private var limit = StepLimit.none
  private var unrealized = 0
  private var isIncomplete = false
  /// By component, how often something was asked of it.
  @exclusivity(unchecked) private var asked: [Int] = []
  private static let mostUnrealized = 24

  init(_ context: AnalysisContext) {
    self.context = context
    forms = context.forms(ofPage: false)
    pages = [nil] + (context.forms(ofPage: true))
  }

  /// - Parameters:
  ///   - goal: what has to hold.
  ///   - steps: the budget.
  ///   - examine: lets a candidate pass or says what it lacks. What is required has to hold for
  ///     everything that is looked for.
  func run(
    _ goal: [Formula], steps: Int, need: Need = .parsed,
    examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) -> Answer {
    seenNamedURLs = []
    sawPage = false
    sawURL = false
    unrealized = 0
    isIncomplete = false
    asked.removeAll(keepingCapacity: true)
    limit = context.store.limit(after: steps)
    do throws(OutOfSteps) {
      if let witness = try search(goal, need, examine) { return .found(witness) }
    } catch {
      return .undecided(Undecided(reason: .budget, component: costliest))
    }
    return isIncomplete ? .undecided(Undecided(reason: .views, component: costliest)) : .none
  }

  private var costliest: String? {
    guard let most = asked.max(), most > 0, let component = asked.firstIndex(of: most) else {
      return nil
    }
    return context.atomTable.components[component].described
  }

  private func search(
    _ goal: [Formula], _ need: Need,
    _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> Witness? {
    for form in forms(for: goal) {
      if let witness = try search(.form(form), goal, need, examine) { return witness }
      if !sawURL { break }
    }
    var next = 0
    while next < seenNamedURLs.count {
      if let witness = try search(.namedURL(seenNamedURLs[next]), goal, need, examine) {
        return witness
      }
      next += 1
    }
    return nil
  }

  /// The shapes in the order in which they are tried: `mailto:a` before `mailto://example.com/`.
  private func forms(for goal: [Formula]) -> [URLForm] {
    guard let scheme = context.atomTable.number(of: .scheme) else { return forms }
    var namesOpaque = false
    for formula in goal {
      formula.eachAtom { atom in
        let atom = context.atomTable.atoms[atom]
        if atom.component == scheme, case .literal(let text) = atom.test,
          URLForm.opaqueSchemes.contains(text)
        {
          namesOpaque = true
        }
      }
    }
    guard namesOpaque, let place = forms.firstIndex(of: .customHost) else { return forms }
    return forms[..<place] + [.opaque] + forms[place...].filter { $0 != .opaque }
  }

  private func search(
    _ url: RequestForm.URL, _ goal: [Formula], _ need: Need,
    _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> Witness? {
    for page in pages {
      let kind = RequestForm(url: url, page: page)
      if let witness = try solve(kind, goal, need, examine) { return witness }
      if !sawPage { break }
    }
    return nil
  }

  private func solve(
    _ kind: RequestForm, _ goal: [Formula], _ need: Need,
    _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> Witness? {
    var first = SearchNode(cube: Cube(kind), clauses: [])
    for formula in goal where !add(formula, to: &first) { return nil }
    var stack = [consume first]
    branches: while var branch = stack.popLast() {
      if !branch.alternatives.isEmpty, !takeWay(&branch, &stack) { continue }
      while true {
        context.store.count(steps: 1 + branch.cube.components.count + branch.clauses.count)
        try context.store.check(limit)
        guard try branch.cube.propose(context, limit) else { continue branches }
        var witness: Witness?
        if hasDerived(branch.cube) {
          switch try realized(branch) {
          case .request(let real): witness = real
          case .none: continue branches
          case .notFound:
            guard giveUp(&branch, nil) else { continue branches }
            continue
          }
        } else {
          branch.cube.read(into: assignment, context)
        }
        if let violated = branch.clauses.firstIndex(where: { !assignment.holds($0) }) {
          guard split(&branch, violated, &stack) else { continue branches }
          continue
        }
        let candidate = Candidate(cube: branch.cube, witness: witness)
        switch try examine(assignment, candidate) {
        case .require(let formula):
          guard add(formula, to: &branch) else { continue branches }
        case .reject(let formula):
          guard giveUp(&branch, formula) else { continue branches }
        case .accept:
          if let witness { return witness }
          if need == .any { return Self.placeholder }
          if need == .real,
            let plain = WitnessBuilder(context: context, cube: branch.cube).plain()
          {
            return plain
          }
          switch try realized(branch) {
          case .none: continue branches
          case .notFound: break
          case .request(let real):
            if case .accept = try examine(assignment, Candidate(cube: branch.cube, witness: real)) {
              return real
            }
          }
          guard giveUp(&branch, nil) else { continue branches }
        }
      }
    }
    return nil
  }

  /// Whether the values of some component follow from what others are.
  func hasDerived(_ cube: Cube) -> Bool {
    let atomTable = context.atomTable
    guard case .form(let form) = cube.kind.url else { return false }
    if !form.isSpecial, atomTable.number(of: .rest) != nil { return true }
    guard
      atomTable.number(of: .writtenQuery) != nil || atomTable.number(of: .writtenFragment) != nil
    else { return false }
    return cube.components.contains { component in
      switch atomTable.components[component] {
      case .query, .fragment, .writtenQuery, .writtenFragment:
        cube.value(of: component, context) != .missing
      default: false
      }
    }
  }

  private enum Realized {
    /// Real, and has all that the branch asks for; `truth` speaks of it.
    case request(Witness)
    /// No request has what the cube asks for.
    case none
    case notFound
  }

  private func realized(_ branch: SearchNode) throws(OutOfSteps) -> Realized {
    guard
      let witnesses = try WitnessBuilder(context: context, cube: branch.cube).witnesses(limit)
    else { return .none }
    for witness in witnesses {
      context.store.count(steps: 50)
      if case .form = branch.cube.kind.url,
        let namedURL = context.namedURL(of: witness.url.normalized)
      {
        // It has a kind of its own, which is asked later.
        if !seenNamedURLs.contains(namedURL) { seenNamedURLs.append(namedURL) }
        continue
      }
      context.read(witness, into: assignment)
      let isRight = branch.cube.constraints.allSatisfy { constraint in
        constraint.literals.allSatisfy { assignment.holds($0) }
      }
      if isRight, branch.clauses.allSatisfy({ assignment.holds($0) || isOpen($0) }) {
        return .request(witness)
      }
    }
    return .notFound
  }

  /// Whether the obligation may be met by splitting.
  private func isOpen(_ formula: Formula) -> Bool {
    if case .any = formula { return true }
    return false
  }

  /// Leaves the proposed value of a component out; false where the search had better stop here.
  ///
  /// - Parameter formula: speaks of the components that may be to blame; nil for those that are views
  ///   of others.
  private func giveUp(_ branch: inout SearchNode, _ formula: Formula?) -> Bool {
    isIncomplete = true
    unrealized += 1
    if unrealized > Self.mostUnrealized { return false }
    var candidates: [Int] = []
    if let formula {
      formula.eachAtom { candidates.append(context.atomTable.atoms[$0].component) }
    } else {
      candidates = branch.cube.components
    }
    let atomTable = context.atomTable
    let texts = candidates.filter { atomTable.components[$0].isText }
    guard !texts.isEmpty else { return false }
    let written = texts.filter { atomTable.components[$0].isWritten }
    let choice = written.isEmpty ? texts : written
    branch.cube.exclude(choice[unrealized % choice.count], context)
    return true
  }

  // MARK: Formulas

  /// Asks one thing more of the branch; false where nothing is left.
  private func add(_ formula: Formula, to branch: inout SearchNode) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .literal(let literal): return restrict(&branch.cube, literal)
    case .all(let parts):
      for part in parts where !add(part, to: &branch) { return false }
      return true
    case .any:
      branch.clauses.append(formula)
      return true
    }
  }

  private func restrict(_ cube: inout Cube, _ literal: AtomLiteral) -> Bool {
    note(literal)
    return cube.restrict(literal, context)
  }

  private func note(_ literal: AtomLiteral) {
    let atom = context.atomTable.atoms[literal.atom]
    while asked.count <= atom.component { asked.append(0) }
    asked[atom.component] += 1
    let component = context.atomTable.components[atom.component]
    if component.isOfURL { sawURL = true }
    if component.isOfPage { sawPage = true }
    if case .namedURL(let namedURL) = atom.test, !literal.isNegated,
      !seenNamedURLs.contains(namedURL)
    {
      seenNamedURLs.append(namedURL)
    }
  }

  /// Replaces an obligation that the proposed request does not meet by the ways to meet it, each in a
  /// branch of its own in which the ways before it fail; the first that is open is the branch itself.
  private func split(
    _ branch: inout SearchNode, _ index: Int, _ stack: inout [SearchNode]
  ) -> Bool {
    let formula = branch.clauses.remove(at: index)
    guard case .any(let parts) = formula else { preconditionFailure("only `any` is kept") }
    branch.alternatives =
      parts.enumerated().sorted {
        (cost($0.element), $0.offset) < (cost($1.element), $1.offset)
      }
      .map(\.element)[...]
    return takeWay(&branch, &stack)
  }

  /// Goes the first of the branch's ways that is open and leaves the others for later; false where
  /// none is.
  private func takeWay(_ branch: inout SearchNode, _ stack: inout [SearchNode])
    -> Bool
  {
    while let way = branch.alternatives.popFirst() {
      var rest = branch
      branch.alternatives = []
      let isOpen = add(way, to: &branch)
      let isRest = rest.alternatives.isEmpty ? false : add(way.negated, to: &rest)
      if isOpen {
        if isRest { stack.append(rest) }
        return true
      }
      guard isRest else { return false }
      branch = rest
    }
    return false
  }

  /// What is asked first: what leaves the most.
  private func cost(_ formula: Formula) -> Int {
    switch formula {
    case .constant: return 0
    case .literal(let literal):
      switch context.atomTable.atoms[literal.atom].test {
      case .choice: return 1
      case .numbers, .isPresent: return 2
      case .literal: return literal.isNegated ? 2 : 4
      case .language: return literal.isNegated ? 3 : 5
      case .namedURL: return literal.isNegated ? 0 : 6
      }
    case .all, .any: return 7
    }
  }

  private static let placeholder = Witness(href: "https://example.com/")
}
