import Interpreter
import Requests
import Semantics
import WebURL

/// The request that `load url` makes in the main frame, as a change of the request for which the step runs.
struct LoadedRequest {
  private let context: AnalysisContext
  /// The truth of atoms whose component gets a known value.
  private var truths: [Int: Bool] = [:]
  /// A formula for each atom of a port that is copied from a URL of the app. It holds for a request if the atom
  /// is true for the loaded request.
  private var sources: [Int: Formula] = [:]
  private var unknown: Set<Int> = []

  /// Creates the loaded request of a step.
  ///
  /// - Parameter changes: the changes of the step.
  init(_ context: AnalysisContext, _ changes: [RequestChange<Argument>] = []) {
    self.context = context
    let atomTable = context.atomTable
    let loaded = atomTable.components.map { Self.value(of: $0, changes) }
    for (number, value) in loaded.enumerated() {
      switch value {
      case .same: break
      case .unknown: unknown.formUnion(atomTable.atomsOfComponent[number])
      case .fixed(let value):
        for atom in atomTable.atomsOfComponent[number] {
          truths[atom] = context.holds(AtomLiteral(atom: atom), ComponentValue(value))
        }
      }
    }
    // Comparisons between a changed value and another one.
    for (atom, one) in atomTable.atoms.enumerated() where one.test.isComparison {
      truths[atom] = nil
      if case .equal(let number) = one.test,
        Self.makesEqual(atomTable.pairs[number], atomTable, changes)
      {
        truths[atom] = true
        unknown.remove(atom)
        continue
      }
      let changesPart = atomTable.components(ofAtom: atom).contains { number in
        if case .same = loaded[number] { return false }
        return true
      }
      let comparesURL = context.relation(atom)?.isOfWholeRequest == true
      if changesPart || comparesURL && Self.changesURL(changes) { unknown.insert(atom) }
    }
    if let port = Self.portOfApp(changes) { noteSources(port) }
  }

  /// The port of the app's URL that is copied to the loaded URL, or whose absence removes the port; nil for other
  /// changes.
  private static func portOfApp(_ changes: [RequestChange<Argument>]) -> Component? {
    guard let argument = changes.first(where: { $0.part == .port })?.value, !argument.isRequired,
      case .request(let value) = argument.value
    else { return nil }
    return value
  }

  private mutating func noteSources(_ port: Component) {
    let table = context.atomTable
    for (atom, one) in table.atoms.enumerated() {
      let source: Formula?
      switch one.test {
      case .equal(let number):
        let pair = [table.pairs[number].first, table.pairs[number].second]
        let isOfPorts = Set(pair.map { table.components[$0.component] }) == [.port, port]
        source = isOfPorts ? table.known(port, .isPresent) : nil
      case .isPresent, .numbers:
        source = table.components[one.component] == .port ? table.known(port, one.test) : nil
      case .literal, .language, .choice, .namedURL, .related: source = nil
      }
      guard let source else { continue }
      sources[atom] = source
      unknown.remove(atom)
    }
  }

  /// The formula that holds for a request if the given one holds for the loaded request. Unknown values are taken
  /// from the request.
  func holding(_ formula: Formula) -> Formula {
    switch formula {
    case .constant: formula
    case .literal(let literal):
      if let source = sources[literal.atom] {
        literal.isNegated ? source.negated : source
      } else {
        truths[literal.atom].map { .constant($0 != literal.isNegated) } ?? formula
      }
    case .all(let parts): .conjunction(parts.map(holding))
    case .any(let parts): .disjunction(parts.map(holding))
    }
  }

  /// Returns whether the formula may have another truth for the loaded request.
  func changes(_ formula: Formula) -> Bool {
    mentions(formula) { truths[$0] != nil || sources[$0] != nil || unknown.contains($0) }
  }

  /// Returns whether the formula tests an unknown value of the loaded request.
  func isUnknown(_ formula: Formula) -> Bool { mentions(formula) { unknown.contains($0) } }

  private func mentions(_ formula: Formula, _ isMeant: (Int) -> Bool) -> Bool {
    var found = false
    formula.eachAtom { if isMeant($0) { found = true } }
    return found
  }

  /// The atoms that are true for the loaded request.
  func assignment(_ old: Assignment) -> Assignment {
    var assignment = Assignment()
    assignment.clear(context.atomTable.atoms.count)
    for atom in old.trueAtoms where truths[atom] == nil && sources[atom] == nil {
      assignment.insert(atom)
    }
    for (atom, isTrue) in truths where isTrue { assignment.insert(atom) }
    for (atom, source) in sources where source.holds({ old.holds($0) }) { assignment.insert(atom) }
    return assignment
  }

  private static func changesURL(_ changes: [RequestChange<Argument>]) -> Bool {
    changes.contains { !$0.part.isHeader }
  }

  /// Returns whether the changes set one of the two values, a scheme, host or port, to the other one.
  private static func makesEqual(
    _ pair: ComponentPair, _ atomTable: AtomTable, _ changes: [RequestChange<Argument>]
  ) -> Bool {
    let components = [pair.first, pair.second].map { atomTable.components[$0.component] }
    return changes.contains { change in
      guard change.part.isOfWebPage, let argument = change.value, argument.isRequired,
        case .request(let value) = argument.value, let part = change.part.value
      else { return false }
      return components == [part, value] || components == [value, part]
    }
  }

  /// The value of a component of the loaded request.
  private static func value(
    of component: Component, _ changes: [RequestChange<Argument>]
  ) -> RequestInput.LoadedValue {
    func change(_ part: ChangedPart) -> RequestChange<Argument>? {
      changes.first { $0.part == part }
    }
    /// The value of a part that only its own change affects.
    func value(_ part: ChangedPart, or other: RequestInput.LoadedValue) -> RequestInput.LoadedValue
    {
      guard let change = change(part) else { return other }
      if change.onlyIfMissing { return .unknown }
      guard let argument = change.value else { return .fixed(nil) }
      if case .literal(.string(let text)) = argument.value { return .fixed(.string(text)) }
      return .unknown
    }
    let changesURL = changesURL(changes)
    switch component {
    case .input(.header(let name)): return value(.header(name), or: .unknown)
    case .input(let input): return input.loaded
    case .part(_, of: .page), .part(_, of: .value): return .same
    case .part(_, of: .document), .part(_, of: .source): return .unknown
    case .part(let part, of: .request):
      switch part {
      case .scheme: return value(.scheme, or: .same)
      case .host: return value(.host, or: .same)
      // The default port depends on the scheme.
      case .port:
        if let change = change(.port), change.value == nil { return .fixed(nil) }
        return change(.port) ?? change(.scheme) == nil ? .same : .unknown
      case .path(.whole):
        guard case .literal(.string(let text))? = change(.path)?.value?.value else { return .same }
        var url = WebURL.parse("https://example.com/")
        url?.setPath(text)
        return .fixed(url?.path.map { .string($0) })
      case .queryItem(let key): return value(.query(key), or: .same)
      case .fragment: return value(.fragment, or: .same)
      case .writtenFragment:
        guard let change = change(.fragment) else { return .same }
        return change.value == nil ? .fixed(nil) : .unknown
      case .writtenQuery, .rawQueryItem:
        return changes.contains { if case .query = $0.part { true } else { false } }
          ? .unknown : .same
      case .whole, .writtenURL, .opaque, .afterScheme, .path(.component), .path(.last),
        .path(.count):
        return changesURL ? .unknown : .same
      }
    }
  }
}

extension ChainSolver {
  /// The most earlier rules that may treat the loaded request differently. With more of them, no proof is
  /// attempted that the loaded request always comes back.
  private static let mostDifferences = 32

  /// Searches for a request of the rule whose `load url` leads to the rule again.
  func endlessLoad(_ evidence: inout RuleVerdict.Evidence, _ entry: Int) {
    guard let loads = rules[entry].loads, let loaded = loadedRequest(entry) else { return }
    if !chain.frames.main {
      evidence.loadTakers = []
      return
    }
    let formula = rules[entry].formula
    let again = loaded.holding(formula)
    var takers: Set<Int> = []
    func search(_ further: [Formula]) -> WitnessSolver.Answer {
      ask([formula, loads, again] + further + frames) { assignment, candidate in
        let verdict = pass(before: entry, assignment) { takers.insert($0) }
        guard case .accept = verdict else { return verdict }
        if let taker = finders.covers.first(in: 0..<entry, loaded.assignment(assignment)) {
          takers.insert(taker)
          return .require(loaded.holding(rules[taker].formula).negated)
        }
        guard let witness = candidate.witness else { return .accept }
        return isEndless(entry, witness.request) ? .accept : .reject(formula)
      }
    }
    var answer = search([])
    var isProved = false
    if case .none = answer { isProved = true }
    if let unchanged = rules[entry].unchanged {
      // The new values are not known, so the search is repeated for a request that has them already.
      if case .found = answer {} else { answer = search([unchanged]) }
    }
    switch answer {
    case .none: if isProved { evidence.loadTakers = takers.sorted().map { rules[$0] } }
    case .undecided(let undecided): evidence.note(undecided)
    case .found(let found):
      evidence.endlessLoad = ChainAnalysis.EndlessLoad(
        witness: found.witness, isCertain: isCertain(entry, leadsTo: entry))
    }
  }

  /// Returns whether the request and the request that the rule loads for it both reach the rule.
  private func isEndless(_ entry: Int, _ request: Request) -> Bool {
    guard interpreter.reaches(entry, request), let steps = interpreter.performed(entry, request)
    else { return false }
    let loads = steps.compactMap { step in
      if case .loadURL(let handed) = step.kind { handed } else { nil }
    }
    return loads.last.map { interpreter.reaches(entry, request.loading($0)) }
      ?? false
  }

  /// Returns whether it is proved that every request that the rule loads leads to the target, which may be the
  /// same rule.
  func isCertain(_ entry: Int, leadsTo target: Int) -> Bool {
    guard let loads = rules[entry].loads, let loaded = loadedRequest(entry) else { return false }
    let rule = rules[target]
    // An earlier rule that does not take the request can take the loaded one only if it tests a changed value.
    let earlier = (0..<target).filter {
      decides($0) && ($0 >= entry || loaded.changes(rules[$0].formula))
    }.map { rules[$0].formula }
    if chain.rules[entry].isAttempt || earlier.count > Self.mostDifferences
      || loaded.isUnknown(rule.formula) || earlier.contains(where: { loaded.isUnknown($0) })
    {
      return false
    }
    let leaves = Formula.disjunction(
      [loaded.holding(rule.formula).negated] + earlier.map { loaded.holding($0) })
    let goal = [rules[entry].formula, loads, leaves] + frames
    let answer = ask(goal, need: .any) { assignment, _ in pass(before: entry, assignment) }
    if case .none = answer { return true }
    return false
  }
}
