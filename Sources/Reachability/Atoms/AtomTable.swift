import Automata
import Requests
import WebURL

/// The numbered components, atoms and named URLs of the rules.
final class AtomTable {
  @exclusivity(unchecked) private(set) var components: [Component] = []
  /// The default value of each component; missing for parts of URLs.
  @exclusivity(unchecked) private(set) var defaults: [ComponentValue] = []
  /// The number of each common component; negative if no rule mentions it.
  @exclusivity(unchecked) private var commonNumbers = [Int](
    repeating: -1, count: CommonComponent.allCases.count)
  /// The kind of each component.
  @exclusivity(unchecked) private(set) var kinds: [ComponentKind] = []
  @exclusivity(unchecked) private(set) var atoms: [Atom] = []
  /// The normalized URLs that `url ==` names.
  @exclusivity(unchecked) private(set) var namedURLs: [WebURL] = []
  /// The pairs of values that conditions compare.
  @exclusivity(unchecked) private(set) var pairs: [ComponentPair] = []
  /// The atom of each pair.
  @exclusivity(unchecked) private(set) var pairAtoms: [Int] = []
  /// The relations that conditions test.
  @exclusivity(unchecked) private(set) var relations: [Relation] = []
  /// The atom of each relation.
  @exclusivity(unchecked) private(set) var relationAtoms: [Int] = []
  /// The URLs that rules mention, without the URL of the request.
  @exclusivity(unchecked) private(set) var otherRoots: [URLRoot] = []
  /// The atoms of each component.
  @exclusivity(unchecked) private(set) var atomsOfComponent: [[Int]] = []
  /// The components without a key, which are few.
  @exclusivity(unchecked) private(set) var fewComponents: [Int] = []
  @exclusivity(unchecked) private(set) var hasQueries = false
  /// The components for query keys of URLs other than the request's.
  @exclusivity(unchecked) private(set) var otherQueries: [Int] = []
  /// The roots of URLs whose text after the scheme is a component.
  @exclusivity(unchecked) private(set) var rootsWithAfterScheme: Set<URLRoot> = []
  /// The roots of URLs whose query or fragment has several views.
  @exclusivity(unchecked) private(set) var rootsWithViews: Set<URLRoot> = []
  /// The roots of URLs whose whole text is a component.
  @exclusivity(unchecked) private(set) var rootsWithText: Set<URLRoot> = []
  /// The components that are written forms of parts of URLs.
  @exclusivity(unchecked) private(set) var views: [Int] = []
  /// True for each component in `views`.
  @exclusivity(unchecked) private(set) var isView: [Bool] = []
  /// True for each component that is part of a pair or relation.
  @exclusivity(unchecked) private(set) var isCompared: [Bool] = []
  /// The relations without those about lists of the app. Relations about lists hold only if a cube requires it.
  @exclusivity(unchecked) private(set) var relationsWithoutList: [Int] = []
  /// True if a relation compares whole URLs with one another or with a text.
  @exclusivity(unchecked) private(set) var relatesURLs = false
  /// Formulas that hold for every request because of the meaning of atoms of several components. Their order is
  /// by name, so that it does not depend on which rules were lowered before.
  @exclusivity(unchecked) private(set) var requirements: [Formula] = []
  private var requirementNames: [String] = []
  /// The roots for which the requirements have been added.
  private var requiring: Set<URLRoot> = []
  /// The numbers of components with a key.
  @exclusivity(unchecked) private var otherNumbers: [Component: Int] = [:]
  @exclusivity(unchecked) private var atomNumbers: [Atom: Int] = [:]
  @exclusivity(unchecked) private var namedURLNumbers: [String: Int] = [:]

  init() {}

  func component(_ component: Component) -> Int {
    if let number = number(of: component) { return number }
    let next = components.count
    components.append(component)
    if let common = CommonComponent(component) { commonNumbers[common.rawValue] = next }
    defaults.append(Self.defaultValue(component))
    kinds.append(ComponentKind(component, place: place(of: component.root)))
    atomsOfComponent.append([])
    if case .part(.queryItem, of: let root) = component {
      if root == .request { hasQueries = true } else { otherQueries.append(next) }
    }
    if case .part(let part, of: let root) = component { note(part, of: root) }
    if component.isWritten { views.append(next) }
    isView.append(component.isWritten)
    isCompared.append(false)
    if component.hasKey { otherNumbers[component] = next } else { fewComponents.append(next) }
    require(component.root)
    return next
  }

  private func note(_ part: URLPart, of root: URLRoot) {
    switch part {
    case .afterScheme, .opaque: rootsWithAfterScheme.insert(root)
    case .writtenURL: rootsWithText.insert(root)
    case .writtenQuery, .rawQueryItem, .writtenFragment: rootsWithViews.insert(root)
    case .whole, .scheme, .host, .port, .path, .queryItem, .fragment: break
    }
  }

  private func place(of root: URLRoot?) -> Int? {
    guard let root, root != .request else { return nil }
    if let place = otherRoots.firstIndex(of: root) { return place }
    otherRoots.append(root)
    return otherRoots.count - 1
  }

  /// Adds the requirements that the presence of the URL implies, if they have not been added before.
  private func require(_ root: URLRoot?) {
    guard let root, let required = root.input?.required, requiring.insert(root).inserted else {
      return
    }
    let value = RequestValue.input(required)
    require(
      .disjunction([
        atom(.part(.scheme, of: root), .isPresent).negated, atom(value, .choice(value.choices)),
      ]), named: root.word ?? "")
  }

  /// Adds a requirement.
  ///
  /// - Parameter formula: a formula that holds for every request.
  func require(_ formula: Formula, named name: String) {
    let place = requirementNames.firstIndex { name < $0 } ?? requirements.count
    requirementNames.insert(name, at: place)
    requirements.insert(formula, at: place)
  }

  func number(of component: Component) -> Int? {
    if let common = CommonComponent(component) {
      let number = commonNumbers[common.rawValue]
      return number < 0 ? nil : number
    }
    return component.hasKey
      ? otherNumbers[component] : fewComponents.first { components[$0] == component }
  }

  /// True if the values of some components may follow from the values of others.
  var hasDerivedComponents: Bool {
    !rootsWithText.isEmpty || !rootsWithAfterScheme.isEmpty || !rootsWithViews.isEmpty
  }

  /// The number of the component for the scheme of the request's URL; negative if no rule mentions the scheme.
  var schemeNumber: Int { commonNumbers[CommonComponent.scheme.rawValue] }

  /// The components that most rules mention. Their numbers are found without hashing.
  private enum CommonComponent: Int, CaseIterable {
    case scheme, host, url, path

    init?(_ component: Component) {
      guard case .part(let part, of: .request) = component else { return nil }
      if case .path(.whole) = part {
        self = .path
      } else if case .host = part {
        self = .host
      } else if case .scheme = part {
        self = .scheme
      } else if case .whole = part {
        self = .url
      } else {
        return nil
      }
    }
  }

  private static func defaultValue(_ component: Component) -> ComponentValue {
    guard case .input(let input) = component else { return .missing }
    return ComponentValue(input.row.defaultValue)
  }

  func atom(_ component: Component, _ test: AtomTest) -> Formula {
    let atom = Atom(component: self.component(component), test: test)
    let next = atoms.count
    func read(_ number: inout Int) -> Int { number }
    // A single lookup, which also inserts the number.
    let number = read(&atomNumbers[atom, default: next])
    if number == next {
      atoms.append(atom)
      atomsOfComponent[atom.component].append(next)
    }
    return .literal(AtomLiteral(atom: number))
  }

  /// The atom that is true if both values are present and equal.
  func equal(_ first: ComponentView, _ second: ComponentView) -> Formula {
    // The order is by name, since the numbers of components depend on the rules that were lowered before.
    func name(_ view: ComponentView) -> (String, String) {
      (components[view.component].text, view.view.name)
    }
    let isTurned = name(second) < name(first)
    let pair =
      isTurned
      ? ComponentPair(first: second, second: first) : ComponentPair(first: first, second: second)
    let number = pairs.firstIndex(of: pair) ?? pairs.count
    let atom = atom(components[pair.first.component], .equal(number))
    if number == pairs.count, case .literal(let literal) = atom {
      pairs.append(pair)
      pairAtoms.append(literal.atom)
      isCompared[pair.first.component] = true
      isCompared[pair.second.component] = true
    }
    return atom
  }

  /// The atom that is true if the relation holds.
  func related(_ relation: Relation) -> Formula {
    let number = relations.firstIndex(of: relation) ?? relations.count
    let about = relation.components { self.component($0) }
    let atom = atom(components[about[0]], .related(number))
    if number == relations.count, case .literal(let literal) = atom {
      relations.append(relation)
      for component in about { isCompared[component] = true }
      if !relation.isOfList { relationsWithoutList.append(number) }
      if relation.isOfTexts { relatesURLs = true }
      relationAtoms.append(literal.atom)
    }
    return atom
  }

  /// The atom that is true if the URL of the request is the given one.
  ///
  /// - Parameter normalized: the normalized text of the URL, which is ASCII.
  func namedURL(_ normalized: String) -> Formula {
    if let number = namedURLNumbers[normalized] { return atom(.url, .namedURL(number)) }
    guard let url = WebURL.parse(normalized), url.normalized == normalized else {
      return .constant(false)
    }
    let number = namedURLs.count
    namedURLNumbers[normalized] = number
    namedURLs.append(url)
    return atom(.url, .namedURL(number))
  }

  /// The number of the URL in `namedURLs`; nil if no `url ==` names it.
  func namedURL(of normalized: String) -> Int? { namedURLNumbers[normalized] }

  /// The atom that is true if the request has this URL; nil if there is none.
  func atom(ofNamedURL normalized: String) -> Int? {
    guard let namedURL = namedURLNumbers[normalized], let url = number(of: .url) else { return nil }
    return atomNumbers[Atom(component: url, test: .namedURL(namedURL))]
  }

  /// The atom that is true if the request has this URL of `namedURLs`; nil if there is none.
  func atom(ofNamedURL namedURL: Int) -> Int? {
    guard let url = number(of: .url) else { return nil }
    return atomNumbers[Atom(component: url, test: .namedURL(namedURL))]
  }

  /// A property of the paths that satisfy an atom. Helps to guess such a path.
  enum PathHint {
    /// The component at the index, counted from 1, is a member of the language.
    case component(Int, Language)
    /// The path has this many components, without the root.
    case count(Int)
  }

  /// The hints by the numbers of the atoms.
  @exclusivity(unchecked) private(set) var hints: [Int: PathHint] = [:]

  /// Sets the hint of an atom.
  ///
  /// - Parameter formula: the literal of the atom.
  func hint(_ formula: Formula, _ hint: PathHint) {
    if case .literal(let literal) = formula { hints[literal.atom] = hint }
  }

  /// The components that the atom tests.
  func components(ofAtom atom: Int) -> SmallList<Int> {
    switch atoms[atom].test {
    case .equal(let number):
      SmallList(contentsOf: [pairs[number].first.component, pairs[number].second.component])
    case .related(let number): SmallList(contentsOf: relations[number].components { component($0) })
    case .isPresent, .literal, .language, .numbers, .choice, .namedURL:
      SmallList(atoms[atom].component)
    }
  }

  /// The atom with this test; nil if no rule has such a test.
  func known(_ component: Component, _ test: AtomTest) -> Formula? {
    guard let component = number(of: component) else { return nil }
    return atomNumbers[Atom(component: component, test: test)].map {
      .literal(AtomLiteral(atom: $0))
    }
  }

  func component(of atom: Int) -> Component { components[atoms[atom].component] }
}
