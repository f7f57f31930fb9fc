import Automata
import Requests
import WebURL

/// The state of one question to a `WitnessSolver`.
struct WitnessSearch {
  typealias Candidate = WitnessSolver.Candidate
  typealias Verdict = WitnessSolver.Verdict

  private struct SearchNode {
    /// The requests of the node, with the request that has been built for the proposed values.
    var candidate: Candidate
    /// The disjunctions that must hold.
    var clauses: [Formula]
    /// The disjuncts of a disjunction: at least one of them must hold. Earlier disjuncts are excluded. They are
    /// split when the node is taken from the stack.
    var alternatives: ArraySlice<Formula> = []
  }

  /// A set of URLs of a request.
  private struct Roots: OptionSet {
    let rawValue: UInt64

    static let all = Roots(rawValue: .max)
    static let request = Roots(rawValue: 1)

    /// The set of one URL other than the request's.
    ///
    /// - Parameter place: an index into `AtomTable.otherRoots`.
    static func other(_ place: Int) -> Roots { Roots(rawValue: place < 63 ? 2 << place : .max) }
  }

  private let solver: WitnessSolver
  private let context: AnalysisContext
  private let limit: StepLimit
  private let need: WitnessSolver.Need
  private let learnsEarly: Bool
  /// The atoms that are true for the request that was examined last.
  var assignment = Assignment()
  /// The URLs of the values that were read last, if encoded forms of their parts are tested.
  private var urls: PlainURLs?
  private var seenNamedURLs: [Int] = []
  /// True for each URL of `AtomTable.otherRoots` that a formula is about.
  private var sawOther: [Bool]
  private var sawURL = false
  private var unusable = 0
  /// The URLs whose forms matter for the last proof that there is no request. The proof is valid for all forms of
  /// the other URLs.
  private var proofRoots: Roots = []
  /// The number of requests that were built to read their values.
  private var builtCount = 0
  private static let fewBuilt = 4
  /// The first formulas that candidates violated and every request must satisfy. They are also valid in the other
  /// forms, and may leave no request there, since a rule often takes the candidates of all forms.
  private var learned: [Formula] = []
  private static let mostLearned = 4
  /// True if some requests were skipped without a proof.
  private(set) var isIncomplete = false
  /// The number of literals that constrain each component.
  var constrained = ComponentCounts()
  /// True if the last literal names the URL, although the form is not that of the named URL.
  private var namesURL = false
  /// True if the last goal was given up for this reason.
  private var needsNamedURL = false

  /// Creates the search for a question.
  ///
  /// - Parameter learnsEarly: whether values that no request may have together are examined, too, after several
  ///   requests have been built without success.
  init(
    _ solver: WitnessSolver, within limit: StepLimit, need: WitnessSolver.Need, learnsEarly: Bool
  ) {
    self.solver = solver
    self.learnsEarly = learnsEarly
    context = solver.context
    self.limit = limit
    self.need = need
    sawOther = Array(repeating: false, count: solver.otherForms.count)
  }

  /// The component that was constrained most often, in the syntax of conditions.
  var costliest: String? {
    constrained.greatest.map { context.atomTable.components[$0].text }
  }

  mutating func run(
    _ goal: [Formula], _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> WitnessSolver.Found? {
    for form in forms(for: goal) {
      if let found = try search(.form(form), goal, examine) { return found }
      // A named URL is in none of these forms.
      if !sawURL || needsNamedURL || !proofRoots.contains(.request) { break }
    }
    var next = 0
    while next < seenNamedURLs.count {
      if let found = try search(.namedURL(seenNamedURLs[next]), goal, examine) { return found }
      next += 1
    }
    return nil
  }

  /// Returns the forms in the order in which they are tried. For example, `mailto:a` comes before
  /// `mailto://example.com/`.
  private func forms(for goal: [Formula]) -> [URLForm] {
    let forms = solver.forms
    var namesOpaque = false
    for formula in goal where Self.namesOpaqueScheme(formula, context.atomTable) {
      namesOpaque = true
    }
    guard namesOpaque, let place = forms.firstIndex(of: .customHost) else { return forms }
    return forms[..<place] + [.opaque] + forms[place...].filter { $0 != .opaque }
  }

  private static func namesOpaqueScheme(_ formula: Formula, _ atomTable: AtomTable) -> Bool {
    switch formula {
    case .constant: return false
    case .literal(let literal):
      guard atomTable.atoms[literal.atom].component == atomTable.schemeNumber,
        case .literal(let text) = atomTable.atoms[literal.atom].test
      else { return false }
      return URLForm.opaqueSchemes.contains(text)
    case .all(let parts), .any(let parts):
      for part in parts where namesOpaqueScheme(part, atomTable) { return true }
      return false
    }
  }

  private mutating func search(
    _ url: RequestForm.URL, _ goal: [Formula],
    _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> WitnessSolver.Found? {
    try search(
      RequestForm(url: url, others: Array(repeating: nil, count: sawOther.count)), from: 0, goal,
      examine)
  }

  /// Searches all forms of the other URLs from an index of `otherPlaces` on. A URL that no formula is about is
  /// missing.
  private mutating func search(
    _ form: RequestForm, from index: Int, _ goal: [Formula],
    _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> WitnessSolver.Found? {
    if index == sawOther.count { return try solve(form, goal, examine) }
    let place = solver.otherPlaces[index]
    var form = form
    var roots: Roots = []
    for other in solver.otherForms[place] {
      form.others[place] = other
      if let found = try search(form, from: index + 1, goal, examine) { return found }
      if !sawOther[place] || !proofRoots.contains(.other(place)) { return nil }
      roots.formUnion(proofRoots)
    }
    proofRoots = roots.subtracting(isIncomplete ? [] : .other(place))
    return nil
  }

  private mutating func solve(
    _ form: RequestForm, _ goal: [Formula],
    _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> WitnessSolver.Found? {
    proofRoots = []
    var first = SearchNode(candidate: Candidate(cube: Cube(form)), clauses: [])
    namesURL = false
    for formula in goal where !add(formula, to: &first) {
      needsNamedURL = namesURL
      return nil
    }
    needsNamedURL = false
    for formula in context.atomTable.requirements where !add(formula, to: &first) { return nil }
    for formula in learned where !add(formula, to: &first) { return nil }
    var stack: [SearchNode] = []
    var next: SearchNode? = consume first
    nodes: while var node = next.take() ?? stack.popLast() {
      if !node.alternatives.isEmpty, !takeAlternative(&node, &stack) { continue }
      while true {
        context.store.count(steps: 1 + node.candidate.cube.components.count + node.clauses.count)
        try context.store.check(limit)
        if let component = try node.candidate.cube.propose(context, limit) {
          proofRoots.formUnion(roots(ofComponent: component))
          continue nodes
        }
        if !node.candidate.cube.comparisons.isEmpty {
          switch try node.candidate.cube.choose(context, limit) {
          case .chosen: break
          case .none:
            proofRoots.formUnion(roots(ofComparisons: node.candidate.cube))
            continue nodes
          case .notFound:
            // A clause may show that there are no such values.
            node.candidate.cube.read(into: &assignment, context)
            if let violated = node.clauses.firstIndex(where: { !assignment.holds($0) }) {
              guard split(&node, violated, &stack) else { continue nodes }
              continue
            }
            guard giveUp(&node, nil) else { continue nodes }
            continue
          }
        }
        if node.candidate.cube.hasRelations(context) {
          // Parts of URLs are made equal before whole URLs are.
          node.candidate.cube.read(into: &assignment, context)
          if let violated = node.clauses.firstIndex(where: { !assignment.holds($0) }) {
            guard split(&node, violated, &stack) else { continue nodes }
            continue
          }
          switch node.candidate.cube.nameOfRequest(context) {
          case .none, .url: break
          case .contradictory:
            proofRoots.formUnion(roots(ofComparisons: node.candidate.cube).union(.request))
            continue nodes
          case .named(let number):
            proofRoots.formUnion(roots(ofComparisons: node.candidate.cube).union(.request))
            if !seenNamedURLs.contains(number) { seenNamedURLs.append(number) }
            continue nodes
          }
        }
        node.candidate.witness = nil
        if !readValues(node.candidate.cube) {
          builtCount += 1
          if learnsEarly, builtCount > Self.fewBuilt {
            // A condition on all requests may show that there is none, without building another one.
            node.candidate.cube.read(into: &assignment, context)
            if let violated = node.clauses.firstIndex(where: { !assignment.holds($0) }) {
              guard split(&node, violated, &stack) else { continue nodes }
              continue
            }
            if let formula = try requirement(of: node, examine) {
              guard add(formula, to: &node) else { continue nodes }
              continue
            }
          }
          switch try realized(node) {
          case .request(let real): node.candidate.witness = real
          case .none: continue nodes
          case .notFound:
            // A condition on all requests may show that there is none.
            if let formula = try requirement(of: node, examine) {
              guard add(formula, to: &node) else { continue nodes }
              continue
            }
            guard giveUp(&node, nil) else { continue nodes }
            continue
          }
        }
        if let violated = node.clauses.firstIndex(where: { !assignment.holds($0) }) {
          guard split(&node, violated, &stack) else { continue nodes }
          continue
        }
        switch try examine(assignment, node.candidate) {
        case .require(let formula):
          if learned.count < Self.mostLearned { learned.append(formula) }
          guard add(formula, to: &node) else { continue nodes }
        case .reject(let formula):
          guard giveUp(&node, formula) else { continue nodes }
        case .accept:
          if let witness = node.candidate.witness { return found(witness, node.candidate) }
          if need == .any { return found(Self.placeholder, node.candidate) }
          if need == .real,
            let plain = WitnessBuilder(context: context, cube: node.candidate.cube).plain(urls)
          {
            if node.candidate.cube.kind.hasOthers { node.candidate.witness = plain }
            return found(plain, node.candidate)
          }
          switch try realized(node) {
          case .none: continue nodes
          case .notFound: break
          case .request(let real):
            node.candidate.witness = real
            if case .accept = try examine(assignment, node.candidate) {
              return found(real, node.candidate)
            }
          }
          guard giveUp(&node, nil) else { continue nodes }
        }
      }
    }
    return nil
  }

  /// Reads the proposed values. Returns false if the true atoms are unknown before a request is built.
  private mutating func readValues(_ cube: Cube) -> Bool {
    urls = nil
    switch cube.views(context) {
    case .none:
      cube.read(into: &assignment, context)
      return true
    case .of(let urls):
      self.urls = urls
      cube.read(into: &assignment, context, urls)
      return isRight(cube)
    case .unknown: return false
    }
  }

  /// A formula that every request must satisfy, but the proposed values of the node violate; nil if there is
  /// none.
  private mutating func requirement(
    of node: SearchNode, _ examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) throws(OutOfSteps) -> Formula? {
    node.candidate.cube.read(into: &assignment, context)
    guard isRight(node.candidate.cube), node.clauses.allSatisfy({ assignment.holds($0) }),
      case .require(let formula) = try examine(
        assignment, Candidate(cube: node.candidate.cube, witness: nil)),
      !assignment.holds(formula)
    else { return nil }
    return formula
  }

  /// Returns whether the assignment satisfies the literals of the cube.
  private func isRight(_ cube: Cube) -> Bool {
    cube.constraints.allSatisfy { constraint in
      constraint.literals.allSatisfy { assignment.holds($0) }
    } && cube.comparisons.allSatisfy { assignment.holds($0) }
  }

  private func found(_ witness: Witness, _ candidate: Candidate) -> WitnessSolver.Found {
    WitnessSolver.Found(
      witness: witness, candidate: candidate, trueAtoms: assignment.trueAtoms)
  }

  private enum Realized {
    /// A real request that satisfies the node. Its atoms are in `assignment`.
    case request(Witness)
    /// No request is in the cube.
    case none
    case notFound
  }

  private mutating func realized(_ node: SearchNode) throws(OutOfSteps) -> Realized {
    let cube = node.candidate.cube
    let witnesses: [Witness]
    switch try WitnessBuilder(context: context, cube: cube).witnesses(limit) {
    case .requests(let built): witnesses = built
    case .none(let root):
      proofRoots.formUnion(roots(ofComparisons: cube).union(roots(of: root)))
      return .none
    }
    for witness in witnesses {
      context.store.count(steps: 50)
      if case .form = node.candidate.cube.kind.url,
        let namedURL = context.namedURL(of: witness.url.normalized)
      {
        // The URL has a form of its own, which is searched later.
        if !seenNamedURLs.contains(namedURL) { seenNamedURLs.append(namedURL) }
        continue
      }
      context.read(witness, into: &assignment)
      if isRight(node.candidate.cube),
        node.clauses.allSatisfy({ assignment.holds($0) || isOpen($0) })
      {
        return .request(witness)
      }
    }
    return .notFound
  }

  /// Returns whether splitting may satisfy the clause.
  private func isOpen(_ formula: Formula) -> Bool {
    if case .any = formula { return true }
    return false
  }

  /// Excludes the proposed value of a component. Returns false if the whole node is given up instead.
  ///
  /// - Parameter formula: contains the components that may vary; nil for all components of the cube.
  private mutating func giveUp(_ node: inout SearchNode, _ formula: Formula?) -> Bool {
    isIncomplete = true
    proofRoots = .all
    unusable += 1
    if unusable > Budget.unusableRequests { return false }
    var candidates: [Int] = []
    if let formula {
      formula.eachAtom { candidates += context.atomTable.components(ofAtom: $0) }
    } else {
      candidates = Array(node.candidate.cube.components)
    }
    let atomTable = context.atomTable
    let texts = candidates.filter { atomTable.kinds[$0].isText }
    guard !texts.isEmpty else { return false }
    let written = texts.filter { atomTable.components[$0].isWritten }
    let choice = written.isEmpty ? texts : written
    node.candidate.cube.exclude(choice[unusable % choice.count], context)
    return true
  }

  // MARK: Formulas

  /// Adds a formula to the node. Returns false if no request is left.
  private mutating func add(_ formula: Formula, to node: inout SearchNode) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .literal(let literal): return restrict(&node.candidate.cube, literal)
    case .all(let parts):
      for part in parts where !add(part, to: &node) { return false }
      return true
    case .any:
      node.clauses.append(formula)
      return true
    }
  }

  private mutating func restrict(_ cube: inout Cube, _ literal: AtomLiteral) -> Bool {
    note(literal, cube.kind)
    if cube.restrict(literal, context) { return true }
    // A literal and its negation contradict each other in every form.
    if !cube.contains(literal.negated, context) {
      let component = context.atomTable.atoms[literal.atom].component
      proofRoots.formUnion(roots(ofComponent: component))
    }
    return false
  }

  private func roots(ofComparisons cube: Cube) -> Roots {
    cube.comparisons.reduce(into: Roots()) { found, literal in
      for component in context.atomTable.components(ofAtom: literal.atom) {
        found.formUnion(roots(ofComponent: component))
      }
    }
  }

  private func roots(ofComponent component: Int) -> Roots {
    let kind = context.atomTable.kinds[component]
    if let place = kind.place { return .other(place) }
    return kind.root == nil ? [] : .request
  }

  private func roots(of root: URLRoot) -> Roots {
    context.atomTable.otherRoots.firstIndex(of: root).map { .other($0) } ?? .request
  }

  private mutating func note(_ literal: AtomLiteral, _ form: RequestForm) {
    let atom = context.atomTable.atoms[literal.atom]
    constrained.add(atom.component)
    if atom.test.isComparison {
      for component in context.atomTable.components(ofAtom: literal.atom) {
        noteRoot(of: component)
      }
      return
    }
    noteRoot(of: atom.component)
    guard case .namedURL(let namedURL) = atom.test, !literal.isNegated else { return }
    if !seenNamedURLs.contains(namedURL) { seenNamedURLs.append(namedURL) }
    if case .form = form.url { namesURL = true }
  }

  private mutating func noteRoot(of component: Int) {
    if let place = context.atomTable.kinds[component].place {
      sawOther[place] = true
    } else if context.atomTable.kinds[component].root != nil {
      sawURL = true
    }
  }

  /// Replaces a clause that the proposed request violates by its disjuncts. Each disjunct gets a node of its own,
  /// in which the earlier ones do not hold. The first that leaves requests uses the given node.
  private mutating func split(
    _ node: inout SearchNode, _ index: Int, _ stack: inout [SearchNode]
  ) -> Bool {
    let formula = node.clauses.remove(at: index)
    guard case .any(let parts) = formula else { preconditionFailure("only `any` is kept") }
    node.alternatives =
      parts.enumerated().sorted {
        (cost($0.element), $0.offset) < (cost($1.element), $1.offset)
      }
      .map { $0.element }[...]
    return takeAlternative(&node, &stack)
  }

  /// Continues with the first alternative that leaves requests, and pushes a node for the others. Returns false
  /// if no alternative leaves any.
  private mutating func takeAlternative(_ node: inout SearchNode, _ stack: inout [SearchNode])
    -> Bool
  {
    while let alternative = node.alternatives.popFirst() {
      var rest = node
      node.alternatives = []
      let isOpen = add(alternative, to: &node)
      let isRest = rest.alternatives.isEmpty ? false : add(alternative.negated, to: &rest)
      if isOpen {
        if isRest { stack.append(rest) }
        return true
      }
      guard isRest else { return false }
      node = rest
    }
    return false
  }

  /// The cost of a formula. Cheaper formulas leave more requests and are tried first.
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
      case .equal, .related: return literal.isNegated ? 1 : 5
      }
    case .all, .any: return 7
    }
  }

  private static let placeholder = Witness(href: "https://example.com/")
}
