import Automata
import Requests

/// A set of requests: a form, and a constraint for each component.
struct Cube {
  let kind: RequestForm
  /// The constraints, in the order in which the components were first constrained.
  private(set) var constraints: [ComponentConstraint] = []
  /// The comparisons that must hold, or must not.
  private(set) var comparisons: [AtomLiteral] = []
  /// The index of each component's constraint, if there are many constraints.
  private var places: [Int: Int] = [:]
  private static let few = 12

  init(_ kind: RequestForm) { self.kind = kind }

  /// The components of the constraints.
  var components: LazyMapCollection<[ComponentConstraint], Int> {
    constraints.lazy.map { $0.component }
  }

  /// The constraint of the component; nil if it has none.
  func constraint(_ component: Int) -> ComponentConstraint? {
    place(component).map { constraints[$0] }
  }

  private func place(_ component: Int) -> Int? {
    constraints.count > Self.few
      ? places[component] : constraints.firstIndex { $0.component == component }
  }

  /// Keeps only the requests for which the literal holds. Returns false if obviously none is left.
  mutating func restrict(
    _ literal: AtomLiteral, _ context: AnalysisContext
  ) -> Bool {
    let atom = context.atomTable.atoms[literal.atom]
    if case .namedURL(let namedURL) = atom.test {
      return (kind.url == .namedURL(namedURL)) != literal.isNegated
    }
    if atom.test.isComparison {
      if comparisons.contains(literal) { return true }
      if comparisons.contains(literal.negated) { return false }
      comparisons.append(literal)
      for component in context.atomTable.components(ofAtom: literal.atom) {
        _ = open(component, context)
      }
      return true
    }
    return constraints[open(atom.component, context)].restrict(literal, context)
  }

  /// Returns whether the literal has been added.
  func contains(_ literal: AtomLiteral, _ context: AnalysisContext) -> Bool {
    let atom = context.atomTable.atoms[literal.atom]
    if case .namedURL = atom.test { return false }
    if atom.test.isComparison { return comparisons.contains(literal) }
    return place(atom.component).map { constraints[$0].contains(literal) } ?? false
  }

  private mutating func open(_ component: Int, _ context: AnalysisContext) -> Int {
    if let place = place(component) { return place }
    append(ComponentConstraint(component, kind, context))
    return constraints.count - 1
  }

  private mutating func append(_ constraint: consuming ComponentConstraint) {
    if constraints.isEmpty { constraints.reserveCapacity(4) }
    if constraints.count == Self.few {
      for (place, component) in components.enumerated() { places[component] = place }
    }
    if constraints.count >= Self.few { places[constraint.component] = constraints.count }
    constraints.append(constraint)
  }

  /// True if a value may depend on other rules than those whose literals constrain it.
  var dependsOnOthers: Bool { constraints.contains { $0.dependsOnOthers } }

  /// Chooses a value for every constrained component. Returns a component without possible values; nil if there
  /// is none.
  mutating func propose(
    _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> Int? {
    for place in constraints.indices where constraints[place].value == nil {
      let component = constraints[place].component
      let preferred = context.preferred(component, kind)
      guard try constraints[place].propose(preferred: preferred, context, limit)
      else { return component }
    }
    return nil
  }

  mutating func exclude(_ component: Int, _ context: AnalysisContext) {
    let value = value(of: component, context)
    let place = open(component, context)
    switch value {
    case .text(let text): constraints[place].exclude(text, context)
    case .missing: constraints[place].excludeMissing()
    case .port, .choice: break
    }
  }

  /// The proposed value of the component.
  ///
  /// - Requires: a value has been proposed.
  func value(of component: Int, _ context: AnalysisContext) -> ComponentValue {
    if let place = place(component), let value = constraints[place].value { return value }
    return context.preferred(component, kind)
  }

  /// The proposed value of the component; nil if no rule mentions the component.
  ///
  /// - Requires: a value has been proposed.
  func value(of component: Component, _ context: AnalysisContext) -> ComponentValue? {
    context.atomTable.number(of: component).map { value(of: $0, context) }
  }

  /// The cube with the constraints of inputs and other URLs, and an `https` URL without constraints.
  func withUsualURL(_ context: AnalysisContext) -> Cube {
    var cube = Cube(RequestForm(url: .form(.https), others: kind.others))
    for constraint in constraints
    where context.atomTable.kinds[constraint.component].root != .request {
      cube.append(constraint)
    }
    return cube
  }

  /// The cube with another constraint of the component, and without comparisons.
  ///
  /// - Parameter constraint: the new constraint; nil for none.
  func with(_ constraint: ComponentConstraint?, for component: Int) -> Cube {
    var cube = Cube(kind)
    for other in constraints where other.component != component { cube.append(other) }
    if let constraint { cube.append(constraint) }
    return cube
  }

  /// The cube in which the components have only their proposed values.
  func fixing(_ components: some Sequence<Int>) -> Cube {
    var cube = self
    for component in components {
      if let place = place(component) { cube.constraints[place].fix() }
    }
    return cube
  }

  /// Excludes all texts of the component that are not in the language, and the missing value.
  mutating func narrow(_ component: Int, to language: Language, _ context: AnalysisContext) {
    if let place = place(component) { constraints[place].narrow(to: language, context) }
  }

  /// Excludes the missing value of the component.
  mutating func require(_ component: Int) {
    if let place = place(component) { constraints[place].excludeMissing() }
  }

  /// Sets the atoms that are true for the proposed values.
  ///
  /// - Parameter urls: the URLs of these values, if encoded forms of their parts are tested. Without it, these
  ///   are read as missing.
  func read(
    into assignment: inout Assignment, _ context: AnalysisContext, _ urls: PlainURLs? = nil
  ) {
    let atomTable = context.atomTable
    func known(_ component: Int) -> ComponentValue {
      if let urls, atomTable.isView[component], let written = urls.written(component) {
        return written
      }
      return value(of: component, context)
    }
    assignment.clear(atomTable.atoms.count)
    func isOpen(_ component: Int) -> Bool { place(component) == nil }
    let plain = context.plainTruth(kind)
    var start = 0
    for (index, component) in plain.components.enumerated() {
      let end = plain.ends[index]
      if isOpen(component) { for place in start..<end { assignment.insert(plain.atoms[place]) } }
      start = end
    }
    if case .namedURL(let namedURL) = kind.url {
      for query in context.queries(ofNamedURL: namedURL) where isOpen(query.component) {
        context.insert(query.value, of: query.component, into: &assignment)
      }
    }
    // The constraints are accessed by index, since a copy of a constraint retains all its parts.
    for place in constraints.indices {
      let component = constraints[place].component
      // The proposed values of encoded forms may differ from those of the URLs.
      if let urls, atomTable.isView[component], urls.written(component) != nil { continue }
      if let value = constraints[place].value {
        context.insert(value, of: component, into: &assignment)
      }
    }
    if let urls {
      for view in atomTable.views {
        guard let value = urls.written(view) else { continue }
        context.insert(value, of: view, into: &assignment)
      }
    }
    func isPlain(_ component: Int) -> Bool {
      isOpen(component) && (urls == nil || !atomTable.isView[component])
    }
    for (number, pair) in atomTable.pairs.enumerated() {
      let isTrue =
        isPlain(pair.first.component) && isPlain(pair.second.component)
        ? plain.pairs[number] : context.areEqual(pair, known)
      if isTrue { assignment.insert(atomTable.pairAtoms[number]) }
    }
    let relations =
      comparisons.isEmpty ? atomTable.relationsWithoutList : Array(atomTable.relations.indices)
    for number in relations {
      let (relation, atom) = (atomTable.relations[number], atomTable.relationAtoms[number])
      let isTrue =
        urls?.holds(relation) ?? holds(atom, relation, context, known)
      if isTrue { assignment.insert(atom) }
    }
  }

  /// Sets the proposed value of the component.
  ///
  /// - Requires: the component is constrained, and the value satisfies its literals.
  mutating func set(_ component: Int, _ value: ComponentValue) {
    if let place = place(component) { constraints[place].set(value) }
  }
}

extension AnalysisContext {
  /// The value of a component without a constraint.
  func preferred(_ component: Int, _ kind: RequestForm) -> ComponentValue {
    let meaning = atomTable.kinds[component]
    guard let root = meaning.root else { return atomTable.defaults[component] }
    if root == .request, case .namedURL(let namedURL) = kind.url {
      return values(ofNamedURL: namedURL)[component] ?? .missing
    }
    return kind.form(meaning).map { Self.preferred(meaning.domain, $0) } ?? .missing
  }

  private static let schemes = URLForm.allCases.map {
    ComponentValue.text(Array($0.usualScheme.utf8))
  }
  private static let example = ComponentValue.text(URLForm.usualHost)
  private static let root = ComponentValue.text(Array("/".utf8))

  static func preferred(_ domain: ValueDomain, _ form: URLForm) -> ComponentValue {
    switch domain {
    case .scheme: schemes[form.rawValue]
    case .host: form.hasHost ? example : .missing
    case .path: form.hasPath ? root : .missing
    case .any, .port, .pathComponent, .pathCount, .method, .status, .mime, .integer: .missing
    }
  }
}

extension Cube {
  /// Returns whether the relation holds for the proposed values. The app's lists contain only what the cube
  /// requires. The results for whole URLs are assumptions that a request has to confirm.
  func holds(_ atom: Int, _ relation: Relation, _ context: AnalysisContext) -> Bool {
    holds(atom, relation, context) { value(of: $0, context) }
  }

  /// Returns whether the relation holds.
  ///
  /// - Parameter read: returns the value of a component.
  private func holds(
    _ atom: Int, _ relation: Relation, _ context: AnalysisContext,
    _ read: (Int) -> ComponentValue
  ) -> Bool {
    func value(_ view: ComponentView) -> ComponentValue { view.part(of: read(view.component)) }
    switch relation {
    case .text: return relation.holdsOfTexts(read) == true
    case .listed(let view, let list):
      let text = value(view)
      guard text != .missing else { return false }
      return comparisons.contains { literal in
        guard !literal.isNegated, case .listed(let other, list)? = context.relation(literal.atom)
        else { return false }
        return value(other) == text
      }
    case .likeListed(let view, let list):
      let text = value(view)
      guard case .text(let host) = text else { return false }
      return comparisons.contains { literal in
        if literal.isNegated { return false }
        switch context.relation(literal.atom) {
        case .likeListed(let other, list): return value(other) == text
        case .listed(let other, list):
          guard case .text(let item) = value(other) else { return false }
          return TextRelation.pattern.holds(host, item)
        case .text, .listed, .likeListed, .sameURL, .namedURL, .listedURL, .listedOrigin, nil:
          return false
        }
      }
    case .sameURL(let one, let other):
      return required(atom) ?? areSame(Relation.wholeParts, one, other, context)
    case .namedURL: return required(atom) ?? false
    case .listedURL(let root, let list):
      return required(atom)
        ?? comparisons.contains { literal in
          guard !literal.isNegated,
            case .listedURL(let other, list)? = context.relation(literal.atom)
          else { return false }
          return areSame(Relation.wholeParts, root, other, context)
        }
    case .listedOrigin(let root, let list):
      return required(atom)
        ?? comparisons.contains { literal in
          guard !literal.isNegated,
            case .listedOrigin(let other, list)? = context.relation(literal.atom)
          else { return false }
          return areSame([.scheme, .host, .port], root, other, context)
        }
    }
  }

  /// True if the comparisons require the atom, false if they exclude it, otherwise nil.
  private func required(_ atom: Int) -> Bool? {
    comparisons.first { $0.atom == atom }.map { !$0.isNegated }
  }

  /// Returns whether both URLs exist and have the same proposed parts.
  private func areSame(
    _ parts: [URLPart], _ one: URLRoot, _ other: URLRoot, _ context: AnalysisContext
  ) -> Bool {
    func found(_ part: URLPart, _ root: URLRoot) -> ComponentValue {
      value(of: .part(part, of: root), context) ?? .missing
    }
    return found(.scheme, one) != .missing
      && parts.allSatisfy { found($0, one) == found($0, other) }
  }
}
