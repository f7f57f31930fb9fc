import Automata
import Interpreter
import Requests
import Semantics
import Text
import WebURL

/// The state that all questions about one or two chains share: languages, atoms, domains and matchers.
final class AnalysisContext {
  let store: LanguageStore
  let atomTable: AtomTable
  let domains: ComponentDomains
  /// The languages that do not depend on a rule set.
  let languages: TextLanguages
  let preimages: PercentDecodingPreimage
  private let matchers: MatcherTable
  @exclusivity(unchecked) private var namedURLValues: [[Int: ComponentValue]] = []
  @exclusivity(unchecked) private var namedURLComponentCount = 0
  /// The results of `start` by component and form.
  @exclusivity(unchecked) private var starts: [[TextConstraint?]] = []
  /// The answer for the first form. Chains of a few rules need no other, so they create no table.
  @exclusivity(unchecked) private var firstTruth: (kind: RequestForm, truth: PlainTruth)?
  /// The answers for other forms.
  @exclusivity(unchecked) private var plainTruths: [RequestForm: PlainTruth] = [:]
  /// The answer to the last question about a form.
  @exclusivity(unchecked) private var lastTruth: (kind: RequestForm, truth: PlainTruth)?
  @exclusivity(unchecked) private var plainCount = 0
  /// The storage that searches reuse.
  @exclusivity(unchecked) var componentCounts = ComponentCounts()
  /// The storage that is reused for the atoms of a component.
  @exclusivity(unchecked) private var plainScratch = Assignment()

  init() {
    store = LanguageStore()
    atomTable = AtomTable()
    matchers = MatcherTable(store, atomTable)
    live = nil
    languages = TextLanguages(store: store, rules: RuleSet())
    domains = ComponentDomains(languages)
    preimages = PercentDecodingPreimage(store)
  }

  /// Continues an earlier context after an edit. Its languages and atoms are kept, but atoms that no rule
  /// mentions any more are ignored.
  init(continuing earlier: AnalysisContext, live: LoweredRules) {
    store = earlier.store
    atomTable = earlier.atomTable
    domains = earlier.domains
    languages = earlier.languages
    preimages = earlier.preimages
    matchers = earlier.matchers
    namedURLValues = earlier.namedURLValues
    namedURLComponentCount = earlier.namedURLComponentCount
    starts = earlier.starts
    (firstTruth, plainTruths) = (earlier.firstTruth, earlier.plainTruths)
    plainCount = earlier.plainCount
    self.live = live
  }

  /// The steps of all questions so far.
  var steps: Int { store.steps }

  /// A measure of the memory that atoms and languages take.
  var size: Int { atomTable.atoms.count + store.count / 8 }

  /// Returns whether most of the context belongs to removed rules.
  ///
  /// - Parameter firstSize: the size after the first analysis.
  func hasOutgrown(_ firstSize: Int) -> Bool { size > 3 * firstSize + 20_000 }

  /// The rules whose atoms are in use; nil if all atoms are.
  private let live: LoweredRules?
  private var longestLiterals: [Int: Int] = [:]

  /// The number of the URL if a `url ==` names it, so that it has a form of its own; otherwise nil.
  func namedURL(of normalized: String) -> Int? {
    guard let namedURL = atomTable.namedURL(of: normalized),
      live?.namedURLs.contains(namedURL) ?? true
    else { return nil }
    return namedURL
  }

  /// The length of the longest literal in the atoms of the component.
  func longestLiteral(_ component: Int) -> Int? {
    guard let matcher = matcher(component) else { return nil }
    guard let live else { return matcher.longestLiteral }
    if let longest = longestLiterals[component] { return longest }
    var longest = 0
    live.eachAtom { atom in
      if atomTable.atoms[atom].component == component {
        longest = max(longest, matcher.literalLength(atom))
      }
    }
    longestLiterals[component] = longest
    return longest
  }

  func lowering(_ rules: RuleSet) -> Lowering {
    Lowering(TextLanguages(store: store, rules: rules), atomTable)
  }

  private func matcher(_ component: Int) -> MultiPatternMatcher? { matchers[component] }

  // MARK: Values

  /// Sets the atoms of the component that are true for the value.
  func insert(
    _ value: ComponentValue, of component: Int, into assignment: inout Assignment
  ) {
    switch value {
    case .missing: break
    case .text(let bytes):
      if let matcher = matcher(component) { assignment.insert(matcher.trueAtoms(bytes)) }
    case .port(let number):
      for atom in atomTable.atomsOfComponent[component] {
        switch atomTable.atoms[atom].test {
        case .isPresent: assignment.insert(atom)
        case .numbers(let set): if set.contains(number) { assignment.insert(atom) }
        default: break
        }
      }
    case .choice(let bit):
      for atom in atomTable.atomsOfComponent[component] {
        if case .choice(let mask) = atomTable.atoms[atom].test, mask >> UInt32(bit) & 1 == 1 {
          assignment.insert(atom)
        }
      }
    }
  }

  /// Returns whether both values are present and equal.
  func areEqual(_ pair: ComponentPair, _ value: (Int) -> ComponentValue) -> Bool {
    let first = pair.first.part(of: value(pair.first.component))
    return first != .missing && first == pair.second.part(of: value(pair.second.component))
  }

  /// Returns whether the literal is true for the value.
  ///
  /// - Requires: the literal is about one component.
  func holds(
    _ literal: AtomLiteral, _ value: ComponentValue
  ) -> Bool {
    let atom = atomTable.atoms[literal.atom]
    let isTrue: Bool
    switch (atom.test, value) {
    case (_, .missing): isTrue = false
    case (.isPresent, _): isTrue = true
    case (.literal(let wanted), .text(let bytes)): isTrue = wanted == bytes
    case (.language, .text(let bytes)):
      isTrue = matcher(atom.component)!.isTrue(literal.atom, of: bytes)
    case (.numbers(let set), .port(let number)): isTrue = set.contains(number)
    case (.choice(let mask), .choice(let bit)): isTrue = mask >> UInt32(bit) & 1 == 1
    default: isTrue = false
    }
    return isTrue != literal.isNegated
  }

  /// The texts of the component that no literal restricts.
  func start(_ component: Int, _ form: URLForm) -> TextConstraint {
    while starts.count <= component {
      starts.append(Array(repeating: nil, count: URLForm.allCases.count))
    }
    if let start = starts[component][form.rawValue] { return start }
    let start = domains.text(of: atomTable.components[component], form)
    starts[component][form.rawValue] = start
    return start
  }

  /// The true atoms and the equal values of requests of a form whose components are not constrained.
  final class PlainTruth {
    /// The components that have true atoms.
    fileprivate(set) var components: [Int] = []
    /// The end of the atoms of each component, in the order of `components`.
    fileprivate(set) var ends: [Int] = []
    fileprivate(set) var atoms: [Int] = []
    /// True for each pair whose values are equal, by its number.
    fileprivate(set) var pairs: [Bool] = []
  }

  func plainTruth(_ kind: RequestForm) -> PlainTruth {
    if plainCount != atomTable.atoms.count {
      plainCount = atomTable.atoms.count
      (firstTruth, lastTruth) = (nil, nil)
      plainTruths = [:]
    }
    if let lastTruth, lastTruth.kind == kind { return lastTruth.truth }
    let truth: PlainTruth
    if let firstTruth, firstTruth.kind == kind {
      truth = firstTruth.truth
    } else {
      truth = plainTruths[kind] ?? makePlainTruth(kind)
    }
    lastTruth = (kind, truth)
    return truth
  }

  private func makePlainTruth(_ kind: RequestForm) -> PlainTruth {
    let truth = PlainTruth()
    for component in atomTable.fewComponents {
      plainScratch.clear(atomTable.atoms.count)
      if case .url = atomTable.components[component] {
        if case .namedURL(let namedURL) = kind.url, let atom = atomTable.atom(ofNamedURL: namedURL)
        {
          plainScratch.insert(atom)
        }
      } else {
        insert(preferred(component, kind), of: component, into: &plainScratch)
      }
      if !plainScratch.trueAtoms.isEmpty {
        truth.components.append(component)
        truth.atoms += plainScratch.trueAtoms
        truth.ends.append(truth.atoms.count)
      }
    }
    truth.pairs = atomTable.pairs.map { areEqual($0) { preferred($0, kind) } }
    if firstTruth == nil {
      firstTruth = (kind, truth)
    } else if plainTruths.count < 4_096 {
      plainTruths[kind] = truth
    }
    return truth
  }

  /// The values of the components of a URL that `url ==` names.
  func values(ofNamedURL namedURL: Int) -> [Int: ComponentValue] {
    if namedURLComponentCount != atomTable.components.count {
      namedURLComponentCount = atomTable.components.count
      namedURLValues = []
    }
    while namedURLValues.count <= namedURL {
      namedURLValues.append([:])
    }
    if namedURLValues[namedURL].count != 0 { return namedURLValues[namedURL] }
    let url = atomTable.namedURLs[namedURL]
    var values: [Int: ComponentValue] = [:]
    for (number, component) in atomTable.components.enumerated()
    where component.isOfURL && component != .url {
      values[number] = Self.value(of: component, url)
    }
    namedURLValues[namedURL] = values
    return values
  }

  /// The query values of a named URL whose keys atoms test.
  func queries(ofNamedURL namedURL: Int) -> [(component: Int, value: ComponentValue)] {
    let url = atomTable.namedURLs[namedURL]
    guard url.rawQuery != nil else { return [] }
    var result: [(component: Int, value: ComponentValue)] = []
    for item in url.queryItems {
      guard let number = atomTable.number(of: .query(ExactString(item.name))),
        !result.contains(where: { $0.component == number })
      else { continue }
      result.append((number, .text(Array(item.value.utf8))))
    }
    return result
  }

  static func value(of component: Component, _ url: WebURL) -> ComponentValue {
    switch component {
    case .part(let part, _): ComponentValue(part.value(in: url))
    case .input: preconditionFailure("no part of a URL")
    }
  }

  /// Sets exactly the atoms that are true for the request.
  func read(_ witness: Witness, into assignment: inout Assignment) {
    _ = matcher(0)
    let atomTable = atomTable
    assignment.clear(atomTable.atoms.count)
    let url = witness.url
    let others = atomTable.otherRoots.map { witness.settings.url($0) }
    var known = [ComponentValue?](repeating: nil, count: atomTable.components.count)
    func value(_ number: Int) -> ComponentValue {
      if let value = known[number] { return value }
      guard case .part(let part, _) = atomTable.components[number] else {
        return Self.value(of: atomTable.components[number], witness)
      }
      guard let place = atomTable.kinds[number].place else {
        return ComponentValue(part.value(in: url))
      }
      return ComponentValue(others[place].flatMap { part.value(in: $0) })
    }
    for number in atomTable.fewComponents {
      if atomTable.components[number] == .url {
        if let atom = atomTable.atom(ofNamedURL: url.normalized) { assignment.insert(atom) }
      } else {
        let value = value(number)
        known[number] = value
        insert(value, of: number, into: &assignment)
      }
    }
    if atomTable.hasQueries, url.rawQuery != nil {
      var seen: Set<ExactString> = []
      for (name, value) in url.queryItems {
        let key = ExactString(name)
        if seen.insert(key).inserted, let number = atomTable.number(of: .query(key)) {
          insert(.text(Array(value.utf8)), of: number, into: &assignment)
        }
      }
    }
    for number in atomTable.otherQueries { insert(value(number), of: number, into: &assignment) }
    for setting in witness.settings.unordered where setting.input.hasKey {
      if let number = atomTable.number(of: .input(setting.input)) {
        insert(ComponentValue(setting.value), of: number, into: &assignment)
      }
    }
    for (number, pair) in atomTable.pairs.enumerated() where areEqual(pair, value) {
      assignment.insert(atomTable.pairAtoms[number])
    }
    for (number, relation) in atomTable.relations.enumerated() where holds(relation, witness) {
      assignment.insert(atomTable.relationAtoms[number])
    }
  }

  // MARK: Forms

  /// Returns whether an atom tells some schemes of the root apart.
  private func distinguishesSchemes(of root: URLRoot) -> Bool {
    guard let scheme = atomTable.number(of: .part(.scheme, of: root)) else { return false }
    return atomTable.atomsOfComponent[scheme].contains { atomTable.atoms[$0].test != .isPresent }
      || comparesSchemes(of: root)
  }

  /// Returns whether a comparison is about the scheme or the port of the root.
  private func comparesSchemes(of root: URLRoot) -> Bool {
    let parts = [Component.part(.scheme, of: root), .part(.port, of: root)]
      .compactMap { atomTable.number(of: $0) }
    return (atomTable.pairAtoms + atomTable.relationAtoms).contains { atom in
      atomTable.components(ofAtom: atom).contains { parts.contains($0) }
    }
  }

  /// The forms to search, plain ones first. Of several forms that no atom tells apart only one is returned.
  func forms(of root: URLRoot) -> [URLForm] {
    struct Key: Equatable {
      var scheme: [Int]
      var traits: [Bool]
      var port: Int?
    }
    _ = matcher(0)
    let schemes = atomTable.number(of: .part(.scheme, of: root)).flatMap { matcher($0) }
    let hasPort = atomTable.number(of: .part(.port, of: root)) != nil
    let hasText = atomTable.rootsWithText.contains(root)
    // Atoms of one component are not the only tests of the request's URL, or of a URL whose text is tested.
    let isRequest =
      root == .request || hasText || atomTable.rootsWithAfterScheme.contains(root)
      || atomTable.rootsWithViews.contains(root)
    let testsScheme = isRequest || distinguishesSchemes(of: root)
    let hasHost = isRequest || hasPort || atomTable.number(of: .part(.host, of: root)) != nil
    let hasPath = isRequest || atomTable.number(of: .part(.path(.whole), of: root)) != nil
    let hasWritten = atomTable.components.contains { $0.root == root && $0.isWritten }
    // The text of a URL contains its scheme, and a comparison can tell any two schemes and their ports apart.
    let isEachDifferent = hasText || comparesSchemes(of: root)
    var seen: [Key] = []
    var result: [URLForm] = []
    for form in URLForm.allCases.sorted(by: { ($0.cost, $0.rawValue) < ($1.cost, $1.rawValue) }) {
      var key = Key(
        scheme: [],
        traits: [
          form.isSpecial && (testsScheme || hasHost || hasPath || hasWritten),
          form.hasHost && hasHost,
          form.hasPath && hasPath, form.canHavePort && hasHost,
        ], port: nil)
      if let scheme = form.scheme {
        if let schemes, testsScheme { key.scheme = schemes.trueAtoms(Array(scheme.utf8)) }
        if hasPort { key.port = WebURL.defaultPort(scheme) }
        if isEachDifferent { key.port = form.rawValue }
      }
      if seen.contains(key) { continue }
      seen.append(key)
      result.append(form)
    }
    return result
  }
}

extension AnalysisContext {
  /// The relation that the atom tests; nil if it tests none.
  func relation(_ atom: Int) -> Relation? {
    guard case .related(let number) = atomTable.atoms[atom].test else { return nil }
    return atomTable.relations[number]
  }

  /// Returns whether the relation holds for the request.
  func holds(_ relation: Relation, _ witness: Witness) -> Bool {
    func value(_ component: Int) -> ComponentValue {
      Self.value(of: atomTable.components[component], witness)
    }
    func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
    switch relation {
    case .text: return relation.holdsOfTexts(value) == true
    case .listed(let view, let list):
      let items = witness.settings.items(list)
      guard !items.isEmpty, case .text(let text) = view.part(of: value(view.component))
      else { return false }
      return items.contains { $0.utf8.elementsEqual(text) }
    case .likeListed(let view, let list):
      let items = witness.settings.items(list)
      guard !items.isEmpty, case .text(let text) = view.part(of: value(view.component))
      else { return false }
      return items.contains { HostPattern($0)?.matches(text) == true }
    case .sameURL(let one, let other):
      guard let one = witness.url(one), let other = witness.url(other) else { return false }
      return isSame(one.normalized, other.normalized)
    case .namedURL(let root, let text):
      return witness.url(root).map { isSame($0.normalized, text.string) } == true
    case .listedURL(let root, let list):
      let items = witness.settings.items(list)
      guard !items.isEmpty, let found = witness.url(root)?.normalized else { return false }
      return items.contains { isSame($0, found) }
    case .listedOrigin(let root, let list):
      let items = witness.settings.items(list)
      guard !items.isEmpty, let found = witness.url(root) else { return false }
      return items.contains { item in
        WebURL.parse(item).map { found.hasSameOrigin(as: $0) } == true
      }
    }
  }
}

extension RequestSettings {
  /// The texts in a list of the app.
  fileprivate func items(_ list: AppValueKey) -> [String] {
    guard case .list(let items) = self[.value(list)] else { return [] }
    return items.compactMap { $0.text }
  }
}
