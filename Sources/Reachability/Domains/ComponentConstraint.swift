import Automata
import Requests

/// The literals that constrain a component, and the values that remain.
///
/// Adding a literal usually only stores it. Emptiness is detected when a value is proposed. Usually a guess
/// satisfies all literals, so that no automaton is built.
struct ComponentConstraint {
  private enum Space {
    case text(TextConstraint)
    case port(allowsMissing: Bool, IntegerSet)
    /// The values as bits; the bit `missingChoice` is set if the value can be missing.
    case choice(UInt32)
  }

  /// The index of the component in `AtomTable.components`.
  let component: Int
  private(set) var literals = SmallList<AtomLiteral>()
  /// The literals as a set, if they are too many for a linear search.
  private var known: Set<AtomLiteral> = []
  private static let fewLiterals = 16
  private var space: Space
  /// Texts that are excluded although the literals allow them.
  private var excluded: [[UInt8]] = []
  /// The number of literals that `space` takes into account.
  private var forced = 0
  /// The number of searches for a value so far.
  private var searches = 0
  /// The numbers of searches at which a long text is searched.
  private static let searchesForLong = [4, 16]
  /// A value that satisfies all literals; nil if none has been proposed.
  private(set) var value: ComponentValue?

  init(_ component: Int, _ kind: RequestForm, _ context: AnalysisContext) {
    self.component = component
    space = Self.space(component, kind, context)
  }

  /// The values that the component can have in a request of the form.
  private static func space(
    _ component: Int, _ kind: RequestForm, _ context: AnalysisContext
  ) -> Space {
    let meaning = context.atomTable.kinds[component]
    if case .namedURL(let namedURL) = kind.url, meaning.root == .request {
      return only(context.values(ofNamedURL: namedURL)[component] ?? .missing)
    }
    var form = URLForm.https
    if meaning.root != nil {
      guard let known = kind.form(meaning) else { return .text(.missing) }
      form = known
    }
    switch meaning.values {
    case .text: return .text(context.start(component, form))
    case .number where meaning.domain == .status:
      return .port(allowsMissing: true, IntegerSet(ValueDomain.statuses))
    case .number where meaning.domain == .integer:
      return .port(allowsMissing: !meaning.isAlwaysPresent, .all)
    case .number: return .port(allowsMissing: true, form.canHavePort ? form.ports : .none)
    case .choices(let choices):
      return .choice(meaning.isAlwaysPresent ? choices : choices | missingChoice)
    case .url: preconditionFailure("decided by the kind")
    }
  }

  private static let missingChoice: UInt32 = 1 << 31

  private static func only(_ value: ComponentValue) -> Space {
    switch value {
    case .missing: .text(.missing)
    case .text(let bytes): .text(.value(bytes))
    case .port(let number): .port(allowsMissing: false, IntegerSet(number...number))
    case .choice(let bit): .choice(1 << UInt32(bit))
    }
  }

  /// Adds a literal. Returns false if obviously no value is left.
  mutating func restrict(
    _ literal: AtomLiteral, _ context: AnalysisContext
  ) -> Bool {
    if contains(literal) { return true }
    if contains(literal.negated) { return false }
    insert(literal)
    // The cost of copying the constraint when a cube is split grows with the number of literals.
    context.store.count(steps: literals.count >> 8)
    if let value, !context.holds(literal, value) { self.value = nil }
    let test = context.atomTable.atoms[literal.atom].test
    switch space {
    case .choice(let mask):
      guard case .choice(let wanted) = test else {
        preconditionFailure("no question about a choice")
      }
      let left = mask & (literal.isNegated ? ~wanted : wanted)
      space = .choice(left)
      return left != 0
    case .port(let allowsMissing, let numbers):
      let wanted: IntegerSet
      switch test {
      case .isPresent: wanted = .all
      case .numbers(let set): wanted = set
      default: preconditionFailure("no question about a port")
      }
      let left = numbers.intersection(literal.isNegated ? wanted.complement : wanted)
      let isMissing = allowsMissing && literal.isNegated
      space = .port(allowsMissing: isMissing, left)
      return isMissing || !left.isEmpty
    case .text(var texts):
      if !literal.isNegated { texts.allowsMissing = false }
      switch (texts.texts, test) {
      case (.value(let only), _):
        if !context.holds(literal, .text(only)) { texts.texts = .none }
      case (.language(let language), .literal(let wanted)) where !literal.isNegated:
        texts.texts = .value(wanted)
        guard context.store.contains(language, wanted), !excluded.contains(wanted) else {
          return false
        }
        for other in literals where !context.holds(other, .text(wanted)) { return false }
      case (_, .isPresent) where literal.isNegated: texts.texts = .none
      default: break
      }
      space = .text(texts)
      if case .none = texts.texts { return texts.allowsMissing }
      return true
    }
  }

  func contains(_ literal: AtomLiteral) -> Bool {
    known.isEmpty ? literals.contains(literal) : known.contains(literal)
  }

  private mutating func insert(_ literal: AtomLiteral) {
    literals.append(literal)
    if !known.isEmpty {
      known.insert(literal)
    } else if literals.count > Self.fewLiterals {
      known = Set(literals)
    }
  }

  /// Excludes the text although the literals allow it.
  mutating func exclude(_ text: [UInt8], _ context: AnalysisContext) {
    excluded.append(text)
    if value == .text(text) { value = nil }
    guard case .text(var texts) = space else { return }
    switch texts.texts {
    case .none: return
    case .value(let only): if only == text { texts.texts = .none }
    case .language(let language):
      texts.texts = .language(
        context.store.difference(language, context.store.literal(text)))
    }
    space = .text(texts)
  }

  /// Excludes the missing value although the literals allow it.
  mutating func excludeMissing() {
    if value == .missing { value = nil }
    if case .text(var texts) = space {
      texts.allowsMissing = false
      space = .text(texts)
    }
  }

  /// Returns whether the value satisfies all literals and is not excluded.
  func allows(_ value: ComponentValue, _ context: AnalysisContext) -> Bool {
    switch (value, space) {
    case (.text(let bytes), _): if excluded.contains(bytes) { return false }
    case (.missing, .text(let texts)): if !texts.allowsMissing { return false }
    default: break
    }
    return literals.allSatisfy { context.holds($0, value) }
  }

  /// Sets the value.
  ///
  /// - Requires: the value satisfies all literals.
  mutating func set(_ value: ComponentValue) { self.value = value }

  /// Excludes all texts that are not in the language, and the missing value.
  mutating func narrow(to language: Language, _ context: AnalysisContext) {
    value = nil
    guard case .text(var texts) = space else { return }
    texts.allowsMissing = false
    texts.texts = .language(
      context.store.intersection([texts.language(context.store), language]))
    space = .text(texts)
  }

  /// Leaves the proposed value as the only one.
  mutating func fix() {
    if let value { space = Self.only(value) }
  }

  // MARK: Proposing a value

  /// Chooses a value. Returns false if there is none.
  ///
  /// - Parameter preferred: a value that is chosen if it satisfies all literals.
  mutating func propose(
    preferred: ComponentValue, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    if value != nil { return true }
    switch space {
    case .choice(let mask):
      if case .choice(let bit) = preferred, mask >> UInt32(bit) & 1 == 1 {
        value = preferred
      } else if mask & Self.missingChoice != 0 {
        value = .missing
      } else {
        value = mask == 0 ? nil : .choice(mask.trailingZeroBitCount)
      }
    case .port(let allowsMissing, let numbers):
      if allowsMissing {
        value = .missing
      } else if case .port(let number) = preferred, numbers.contains(number) {
        value = preferred
      } else {
        let usual: [Int64] =
          context.atomTable.kinds[component].domain == .status ? [200] : [8080, 8443]
        value = (usual.first(where: numbers.contains) ?? numbers.first).map { .port($0) }
      }
    case .text(let texts):
      switch texts.texts {
      case .none: value = texts.allowsMissing ? .missing : nil
      case .value(let only):
        value = texts.allowsMissing ? .missing : .text(only)
      case .language(let language):
        value = try text(texts, language, preferred, context, limit)
      }
    }
    return value != nil
  }

  private mutating func text(
    _ texts: TextConstraint, _ language: Language, _ preferred: ComponentValue,
    _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ComponentValue? {
    if case .text(let bytes) = preferred, isRight(bytes, language, context) {
      return preferred
    }
    if texts.allowsMissing { return .missing }
    for filler in ["a", "b"] {
      guard let guess = hinted(filler, context) else { break }
      if isRight(guess, language, context) { return .text(guess) }
    }
    for literal in literals where !literal.isNegated {
      guard case .language(let wanted) = context.atomTable.atoms[literal.atom].test,
        let member = context.store.cheapMember(wanted)
      else { continue }
      if let prefix = context.atomTable.kinds[component].usualPrefix(member) {
        let longer = prefix + member
        if isRight(longer, language, context) { return .text(longer) }
      }
      if isRight(member, language, context) { return .text(member) }
      let longer = member + [UInt8(ascii: "a")]
      if isRight(longer, language, context) { return .text(longer) }
    }
    return try searched(texts, language, context, limit)
  }

  /// A path whose components satisfy the hints; nil if a positive literal has no hint.
  ///
  /// - Parameter filler: the text of components without a hint.
  private func hinted(_ filler: String, _ context: AnalysisContext) -> [UInt8]? {
    var components: [(index: Int, language: Language)] = []
    var count = 0
    for literal in literals where !literal.isNegated {
      switch context.atomTable.hints[literal.atom] {
      case .component(let index, let language):
        components.append((index, language))
        count = max(count, index)
      case .count(let least): count = max(count, least)
      case nil:
        if case .isPresent = context.atomTable.atoms[literal.atom].test { continue }
        return nil
      }
    }
    if count == 0 { return nil }
    var path: [UInt8] = []
    for index in 1...count {
      path.append(UInt8(ascii: "/"))
      guard let first = components.firstIndex(where: { $0.index == index }) else {
        path += filler.utf8
        continue
      }
      let isOnly = !components[(first + 1)...].contains { $0.index == index }
      let language =
        isOnly
        ? components[first].language
        : context.store.intersection(
          components.filter { $0.index == index }.map { $0.language })
      guard let member = context.store.cheapMember(language) else { return nil }
      path += member
    }
    return path
  }

  private func isRight(
    _ bytes: [UInt8], _ language: Language, _ context: AnalysisContext
  ) -> Bool {
    if excluded.contains(bytes) { return false }
    guard context.store.contains(language, bytes) else { return false }
    for literal in literals where !context.holds(literal, .text(bytes)) { return false }
    return true
  }

  /// True if the value may depend on other rules than those whose literals constrain it.
  var dependsOnOthers: Bool { searches >= Self.searchesForLong[0] }

  /// A shortest text. After several searches it is longer than all literals of atoms, since earlier rules keep
  /// matching short texts.
  private mutating func searched(
    _ start: TextConstraint, _ language: Language, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ComponentValue? {
    let store = context.store
    let parts = parts(of: language, context)
    let left = store.intersection(parts)
    forced = literals.count
    guard let shortest = try Self.shortest(left, of: parts, store, limit) else {
      space = .text(TextConstraint(allowsMissing: start.allowsMissing, texts: .none))
      return start.allowsMissing ? .missing : nil
    }
    space = .text(TextConstraint(allowsMissing: start.allowsMissing, texts: .language(left)))
    searches += 1
    if Self.searchesForLong.contains(searches),
      let longest = context.longestLiteral(component), longest < 128
    {
      let long = store.intersection([
        left, store.repetition(store.bytes(0...255), lower: longest + 1),
      ])
      if let text = try store.shortest(long, limit) { return .text(text) }
    }
    return .text(shortest)
  }

  /// A shortest member of the intersection; nil if there is none.
  ///
  /// Intersections of languages with large automata are often empty because supersets of the languages, or one of
  /// the languages and a superset of another, have no common member. That takes few steps to find out, so it is tried
  /// first.
  private static func shortest(
    _ intersection: Language, of parts: [Language], _ store: LanguageStore, _ limit: StepLimit
  ) throws(OutOfSteps) -> [UInt8]? {
    if parts.count > 1, parts.count <= mostParts {
      do throws(OutOfSteps) {
        return try store.shortest(intersection, store.limit(after: fewSteps, within: limit))
      } catch {
        let hulls = parts.map { store.hull($0) }
        let steps = store.limit(after: fewSteps, within: limit)
        if (try? store.isEmpty(store.intersection(hulls), steps)) == true { return nil }
        for (part, hull) in zip(parts, hulls) {
          for other in parts where other != part {
            let steps = store.limit(after: fewSteps, within: limit)
            if (try? store.isEmpty(store.intersection([hull, other]), steps)) == true {
              return nil
            }
          }
        }
      }
    }
    return try store.shortestDirected(intersection, limit)
  }

  private static let mostParts = 8
  private static let fewSteps = 2_000

  /// The remaining values of a port or another number; nil for any other component.
  var ports: (allowsMissing: Bool, numbers: IntegerSet)? {
    if case .port(let allowsMissing, let numbers) = space { (allowsMissing, numbers) } else { nil }
  }

  /// The remaining texts, and whether the component may be missing.
  func remaining(_ context: AnalysisContext) -> TextConstraint {
    guard case .text(let texts) = space, case .language(let language) = texts.texts else {
      if case .text(let texts) = space { return texts }
      return .missing
    }
    return TextConstraint(
      allowsMissing: texts.allowsMissing,
      texts: .language(context.store.intersection(parts(of: language, context))))
  }

  /// The languages whose intersection remains: the language of the space, and those of literals that it does not
  /// take into account yet.
  private func parts(of language: Language, _ context: AnalysisContext) -> [Language] {
    let store = context.store
    var parts = [language]
    for literal in literals[forced...] {
      switch context.atomTable.atoms[literal.atom].test {
      case .literal(let bytes):
        let only = store.literal(bytes)
        parts.append(literal.isNegated ? store.complement(only) : only)
      case .language(let wanted):
        parts.append(literal.isNegated ? store.complement(wanted) : wanted)
      default: break
      }
    }
    return parts
  }
}

extension ComponentKind {
  /// The prefix that turns the text into a typical value, such as `/` for a path.
  fileprivate func usualPrefix(_ text: [UInt8]) -> [UInt8]? {
    switch domain {
    case .path: text.first == UInt8(ascii: "/") ? nil : [UInt8(ascii: "/")]
    case .host: text.first == UInt8(ascii: ".") ? Array("www".utf8) : nil
    case .any, .scheme, .port, .pathComponent, .pathCount, .method, .status, .mime, .integer:
      nil
    }
  }
}

extension URLForm {
  /// The ports that a URL of the form can contain.
  var ports: IntegerSet {
    switch self {
    case .http, .ws: IntegerSet(80...80).complement.intersection(.ports)
    case .https, .wss: IntegerSet(443...443).complement.intersection(.ports)
    case .ftp: IntegerSet(21...21).complement.intersection(.ports)
    default: .ports
    }
  }
}
