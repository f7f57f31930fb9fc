import Automata
import Interpreter
import PatternMatching
import Requests
import Semantics
import Text
import WebURL

/// Turns conditions and implicit guards into formulas over atoms.
final class Lowering {
  let languages: TextLanguages
  let atomTable: AtomTable
  /// The types of the current rule's captures.
  private var types: [ValueType] = []
  /// The languages that the steps of the current rule require of its captures.
  private var guards: [Int: [Language]] = [:]
  /// The URLs that the current rule names.
  private var namedURLs: Set<Int> = []

  private var store: LanguageStore { languages.store }

  init(_ languages: TextLanguages, _ atomTable: AtomTable) {
    self.languages = languages
    self.atomTable = atomTable
  }

  func lower(_ rule: Rule, in rules: RuleSet) -> LoweredRule {
    types = rule.captures.map { $0.type }
    guards = [:]
    namedURLs = []
    var demands: [LoweredRule.Part] = []
    var chosenByPage: [Formula] = []
    for argument in rule.arguments where argument.isRequired {
      let language = languages.language(of: argument.conversion)
      switch argument.value {
      case .literal, .condition, .changedURL: break
      case .request(let value):
        let formula =
          value.type == .string
          ? member(value, .language(language)) : present(value)
        if value.isChosenByPage { chosenByPage.append(formula) }
        demands.append(
          LoweredRule.Part(
            formula: formula, plain: formula, place: LoweredRule.Place(argument.location, in: rule),
            binds: false,
            isGuard: true, isConstant: false))
      case .capture(let index):
        if language != .everything { guards[index, default: []].append(language) }
      }
    }
    var parts: [LoweredRule.Part] = []
    if let condition = rule.condition { append(condition, of: rule, to: &parts) }
    if !demands.isEmpty { parts += demands }
    for step in rule.steps {
      for root in step.originSources { parts.append(isWebPage(root, step, of: rule)) }
    }
    if let step = rule.steps.first(where: { $0.needsWebPage }) {
      parts.append(isWebPage(.request, step, of: rule))
    }
    let lacksArgument =
      rule.readsAsBlock ? lacksArgument(parts, chosenByPage: chosenByPage) : nil
    return LoweredRule(
      parts: parts, covers: !rule.isAttempt && rule.decision.isFinal,
      effect: NormalizedEffect(rule, in: rules), namedURLs: namedURLs, unsafeURL: unsafeURL(rule),
      loads: loads(rule), unchanged: unchanged(rule), bodies: bodies(rule),
      lacksArgument: lacksArgument, atomTable)
  }

  /// Holds if the conditions hold before arguments that the page chooses are converted, but one of these does not
  /// convert.
  private func lacksArgument(
    _ parts: [LoweredRule.Part], chosenByPage: [Formula]
  ) -> Formula? {
    let converts = chosenByPage + parts.filter { $0.formula != $0.plain }.map { $0.formula }
    if converts.isEmpty { return nil }
    let others = parts.filter { !($0.isGuard && chosenByPage.contains($0.formula)) }
    return .conjunction(others.map { $0.plain } + [Formula.conjunction(converts).negated])
  }

  private func bodies(_ rule: Rule) -> [Formula] {
    if rule.loadedSchemes == nil { return [] }
    let methods = Request.methodsWithoutBody.map { equal(.input(.method), ExactString($0)).negated }
    return [equal(.input(.method), "POST"), .conjunction(methods)]
  }

  private func isWebPage(_ root: URLRoot, _ step: Step, of rule: Rule) -> LoweredRule.Part {
    let formula = Formula.disjunction(
      ChangedPart.webPageSchemes.map { equal(.part(.scheme, of: root), ExactString($0)) })
    return LoweredRule.Part(
      formula: formula, plain: formula, place: LoweredRule.Place(step.location, in: rule),
      binds: false, isGuard: true, isConstant: false)
  }

  private func unsafeURL(_ rule: Rule) -> Formula? {
    let schemes = rule.unsafeSchemes
    if schemes.isEmpty { return nil }
    return .disjunction(schemes.map { equal(.part(.scheme, of: .request), ExactString($0)) })
  }

  private func loads(_ rule: Rule) -> Formula? {
    guard let schemes = rule.loadedSchemes else { return nil }
    return schemes.map { equal(.part(.scheme, of: .request), ExactString($0)) }
      .reduce(nil) { sum, one in sum.map { .disjunction([$0, one]) } ?? one } ?? .constant(true)
  }

  /// Holds if each part that `load url` sets to another value of the request has that value already; nil if it
  /// sets no such part.
  private func unchanged(_ rule: Rule) -> Formula? {
    guard case .loadURL(let changes)? = rule.steps.last(where: { $0.isLoad })?.kind else {
      return nil
    }
    let formulas = changes.compactMap { change -> Formula? in
      guard let argument = change.value, case .request(let value) = argument.value,
        let part = change.part.value, part != value, part.type == value.type
      else { return nil }
      let isEqual = equal(part, value)
      if argument.isRequired, !change.onlyIfMissing { return isEqual }
      // If the URL of the app has no port, the port is removed. With `if missing`, a part that is present is not
      // set.
      let keeps = change.onlyIfMissing ? present(part) : present(part).negated
      return .disjunction([
        isEqual, change.onlyIfMissing ? keeps : .conjunction([keeps, present(value).negated]),
      ])
    }
    return formulas.isEmpty ? nil : .conjunction(formulas)
  }

  private func append(
    _ condition: Condition, of rule: Rule, to parts: inout [LoweredRule.Part]
  ) {
    if case .all(let operands, _) = condition {
      for operand in operands { append(operand, of: rule, to: &parts) }
    } else {
      parts.append(part(condition, of: rule))
    }
  }

  private func part(_ condition: Condition, of rule: Rule) -> LoweredRule.Part {
    let core = condition.core
    let captures = core.captures
    let tree = condition.hasAlternatives ? tree(condition, of: rule) : nil
    // Without captures no step requires conversions.
    let formula =
      captures.isEmpty
      ? tree?.formula ?? lower(core, isGuarded: true) : lower(core, isGuarded: true)
    var isConstant = false
    if case .constant = condition { isConstant = true }
    let isGuarded = !guards.isEmpty && captures.contains { guards[$0] != nil }
    return LoweredRule.Part(
      formula: formula, plain: isGuarded ? lower(core, isGuarded: false) : formula,
      place: LoweredRule.Place(condition.location, in: rule), binds: !captures.isEmpty,
      isGuard: false, isConstant: isConstant,
      tree: tree)
  }

  private func tree(_ condition: Condition, of rule: Rule) -> ConditionTree {
    var isConstant = false
    let kind: ConditionTree.Kind
    switch condition {
    case .constant:
      isConstant = true
      kind = .leaf(lower(condition.core, isGuarded: false))
    case .test(let test): kind = .leaf(lower(test.core, isGuarded: false))
    case .named(let test):
      if let parts = test.parts {
        return tree(
          parts, of: test.id, [], at: LoweredRule.Place(condition.location, in: rule))
      }
      kind = .leaf(lower(test.core, isGuarded: false))
    case .not(let inner, _): kind = .not(tree(inner, of: rule))
    case .all(let operands, _): kind = .all(operands.map { tree($0, of: rule) })
    case .any(let operands, _): kind = .any(operands.map { tree($0, of: rule) })
    }
    return ConditionTree(
      kind: kind, place: LoweredRule.Place(condition.location, in: rule), isConstant: isConstant,
      binds: !condition.core.captures.isEmpty)
  }

  /// The tree of a declared condition.
  ///
  /// - Parameters:
  ///   - path: the indices of the operands that lead to the part.
  ///   - place: the place of the condition's name in the rule.
  private func tree(
    _ part: ConditionPart, of id: ID<NamedCondition>, _ path: [Int], at place: LoweredRule.Place
  ) -> ConditionTree {
    func trees(_ parts: [ConditionPart]) -> [ConditionTree] {
      parts.indices.map { tree(parts[$0], of: id, path + [$0], at: place) }
    }
    var isConstant = false
    let kind: ConditionTree.Kind
    switch part {
    case .leaf(let core):
      if case .constant = core { isConstant = true }
      kind = .leaf(lower(core, isGuarded: false))
    case .not(let inner): kind = .not(tree(inner, of: id, path + [0], at: place))
    case .all(let parts): kind = .all(trees(parts))
    case .any(let parts): kind = .any(trees(parts))
    case .named(let other, let inner): return tree(inner, of: other, [], at: place)
    }
    return ConditionTree(
      kind: kind, place: place, isConstant: isConstant, binds: false,
      named: NamedPlace(condition: id, path: path))
  }

  // MARK: Conditions

  /// The formula of a condition that belongs to no rule and binds no captures.
  func lower(_ condition: CoreCondition) -> Formula {
    (types, guards) = ([], [:])
    return lower(condition, isGuarded: false)
  }

  /// The formula of a condition.
  ///
  /// - Parameter isGuarded: whether the captures of the condition belong to the current rule, whose steps may
  ///   require conversions.
  func lower(
    _ condition: CoreCondition, isGuarded: Bool
  ) -> Formula {
    switch condition {
    case .constant(let value): return .constant(value)
    case .test(let value, let test): return lower(value, test, isGuarded: isGuarded)
    case .not(let inner): return lower(inner, isGuarded: false).negated
    case .all(let parts):
      var formulas: [Formula] = []
      for part in parts { formulas.append(lower(part, isGuarded: isGuarded)) }
      return .conjunction(formulas)
    case .any(let parts):
      let isOrdered = isGuarded && condition.captures.contains { guards[$0] != nil }
      var formulas: [Formula] = []
      var before: [Formula] = []
      for part in parts {
        let formula = lower(part, isGuarded: isGuarded)
        formulas.append(.conjunction(before + [formula]))
        // The first part that holds binds the captures.
        if isOrdered { before.append(lower(part, isGuarded: false).negated) }
      }
      return .disjunction(formulas)
    }
  }

  // MARK: Tests

  private func lower(
    _ value: RequestValue, _ test: RequestTest, isGuarded: Bool
  ) -> Formula {
    switch test {
    case .present: return present(value)
    case .member(let pattern): return member(value, pattern, isGuarded: isGuarded)
    case .number(let set):
      if set.ranges.first?.lowerBound == .min, set.ranges.last?.upperBound == .max {
        // `!=` excludes a few numbers, and the others have no least one.
        let excluded = Formula.disjunction(set.complement.ranges.map { number(value, $0) })
        return .conjunction([present(value), excluded.negated])
      }
      return .disjunction(set.ranges.map { number(value, $0) })
    case .choice(let set):
      // A flag without constraints is false, and no atom is true then. So a test for false is a negated test for
      // true.
      return value.type == .bool && set.contains(0)
        ? atomTable.atom(value, .choice(set.complement(2).bits)).negated
        : atomTable.atom(value, .choice(set.bits))
    case .origin(let origin):
      guard let root = value.root else { return .constant(false) }
      return isIn(origin, root)
    case .equal(let other): return equal(value, other)
    case .different(let other):
      return .conjunction([present(value), present(other), equal(value, other).negated])
    case .sameOrigin(let other):
      guard let root = value.root else { return .constant(false) }
      return haveSameOrigin(root, other)
    case .related(let relation, let other): return related(relation, value, other)
    case .listed(let list):
      if case .part(.whole, let root) = value {
        return .conjunction([isKnown(root), listed(.listedURL(root, in: list))])
      }
      return whereOpaque([value], atomTable.related(.listed(view(value), in: list)))
    case .likeListed(let list): return atomTable.related(.likeListed(view(value), in: list))
    case .originListed(let list):
      guard let root = value.root else { return .constant(false) }
      return .conjunction([
        present(.part(.host, of: root)), listed(.listedOrigin(root, in: list)),
      ])
    }
  }

  // MARK: Two values

  func equal(_ one: RequestValue, _ other: RequestValue) -> Formula {
    if case .part(.whole, let root) = one.whole, case .part(.whole, let otherRoot) = other.whole {
      return haveSameURL(root, otherRoot)
    }
    if case .choice(let type) = one.type { return haveSameName(one, other, type) }
    if one.isOfItem(in: other) || other.isOfItem(in: one) { return .constant(false) }
    for (root, compared) in [(one, other), (other, one)] where root.isRootComponent {
      return .conjunction([present(root), equal(compared, "/")])
    }
    if let isSame = isSameValue(one, other) { return isSame }
    let isEqual = atomTable.equal(view(one), view(other))
    if let count = countOfSame(one, other) ?? countOfSame(other, one) {
      return .disjunction([count, isEqual])
    }
    return whereOpaque([one, other], isEqual)
  }

  /// Holds if `query.k` and `rawQuery.k` are equal: the value is written without `+`. Nil for other values, and for
  /// keys that the two values read differently.
  private func isSameValue(_ one: RequestValue, _ other: RequestValue) -> Formula? {
    switch (one, other) {
    case (.part(.rawQueryItem, _), .part(.queryItem, _)): return isSameValue(other, one)
    case (.part(.queryItem(let key), let root), .part(.rawQueryItem(let rawKey), let rawRoot)):
      let preimages = PercentDecodingPreimage(store)
      guard key == rawKey, root == rawRoot, !key.utf8.contains(where: { $0 == 0x20 || $0 == 0x2B }),
        let forms = QueryForms(.queryItem(key), languages, preimages)
      else { return nil }
      let queries = forms.queries(writing: languages.without(0x2B), canLackValue: true)
      return .conjunction([
        present(one), atomTable.atom(.part(.writtenQuery, of: root), .language(queries)),
      ])
    case (.part, _), (.input, _): return nil
    }
  }

  /// Holds if the formula holds, and each URL with a compared `opaque` has no path.
  ///
  /// - Parameter values: the values that the formula compares.
  private func whereOpaque(_ values: [RequestValue], _ formula: Formula) -> Formula {
    let conditions = values.compactMap(hasNoPath)
    return conditions.isEmpty ? formula : .conjunction(conditions + [formula])
  }

  /// Holds if both values are present and have the same name, as in `source == frame`.
  private func haveSameName(
    _ one: RequestValue, _ other: RequestValue, _ type: ChoiceType
  ) -> Formula {
    guard case .choice(let otherType) = other.type else { return .constant(false) }
    func has(_ value: RequestValue, _ position: Int) -> Formula {
      atomTable.atom(value, .choice(ChoiceSet([position]).bits))
    }
    return .disjunction(
      type.names.enumerated().compactMap { position, name in
        Choice(otherType, named: name).map { same in
          .conjunction([has(one, position), has(other, same.position)])
        }
      })
  }

  /// Holds if the path is exactly so long that its last component is the other value; nil for other pairs of
  /// values.
  private func countOfSame(_ last: RequestValue, _ component: RequestValue) -> Formula? {
    guard case .part(.path(.last), let root) = last,
      case .part(.path(.component(let index)), root) = component
    else { return nil }
    return number(.part(.path(.count), of: root), Int64(index + 1)...Int64(index + 1))
  }

  /// Holds if the URL has no path, for the value `opaque`, which exists only then; nil for other values.
  private func hasNoPath(_ value: RequestValue) -> Formula? {
    guard case .part(.opaque, let root) = value else { return nil }
    return present(.part(.path(.whole), of: root)).negated
  }

  /// Holds if the URLs are the same. The equality of their parts is added, so that contradictions of parts are
  /// found.
  private func haveSameURL(_ one: URLRoot, _ other: URLRoot) -> Formula {
    let parts = Relation.wholeParts.map { part in
      haveSame(part, .part(part, of: one), .part(part, of: other))
    }
    return .conjunction([atomTable.related(.sameURL(one, other))] + parts)
  }

  /// Holds if both values are missing, or both are present and equal.
  private func haveSame(_ part: URLPart, _ one: RequestValue, _ other: RequestValue) -> Formula {
    if part == .scheme { return equal(one, other) }
    return .disjunction([
      equal(one, other), .conjunction([present(one).negated, present(other).negated]),
    ])
  }

  /// Holds if a URL other than the request's equals the text.
  private func isURL(_ root: URLRoot, _ text: ExactString) -> Formula {
    guard let url = WebURL.parse(text.string) else { return .constant(false) }
    let parts = Relation.wholeParts.map { part -> Formula in
      let value = RequestValue.part(part, of: root)
      let found = part.value(in: url)
      if let text = found?.text { return equal(value, ExactString(text)) }
      if case .int(let port) = found { return number(value, port...port) }
      return present(value).negated
    }
    return .conjunction([atomTable.related(.namedURL(root, text))] + parts)
  }

  private static let webSchemes: [ExactString] = ["https", "http", "wss", "ws", "ftp"]

  /// Holds if the texts are in the relation.
  ///
  /// If one URL begins with another, both have the same scheme, and on the web also the same host and port. This
  /// is added, so that contradictions of parts are found.
  private func related(
    _ relation: TextRelation, _ one: RequestValue, _ other: RequestValue
  ) -> Formula {
    if case .ignoringCase(let caseless) = relation {
      // Texts that are in the relation that respects case are also in this one.
      let withCase = caseless.withCase.map { related($0, one, other) } ?? equal(one, other)
      if one.isInLowerCase, other.isInLowerCase { return withCase }
      return .disjunction([withCase, relatedTexts(relation, one, other)])
    }
    return relatedTexts(relation, one, other)
  }

  private func relatedTexts(
    _ relation: TextRelation, _ one: RequestValue, _ other: RequestValue
  ) -> Formula {
    if one.isOfItem(in: other) { return .constant(false) }
    if case (.part(.writtenURL, let root), .part(.scheme, let otherRoot)) = (one, other),
      root == otherRoot, relation.holdsOfStart
    {
      return isKnown(root)
    }
    // Both texts have the same length, and none of the bytes that differ is a letter.
    if let isSame = isSameValue(one, other) { return isSame }
    if other.isRootComponent {
      let texts = relation.texts(around: store.literal("/"), store)
      return .conjunction([present(other), member(one, .language(texts))])
    }
    if one.isRootComponent {
      let parts: [ExactString] = relation == .ignoringCase(.whole) ? ["/"] : ["", "/"]
      return .conjunction([present(one), .disjunction(parts.map { equal(other, $0) })])
    }
    let texts = whereOpaque(
      [one, other], atomTable.related(.text(relation, view(one), view(other))))
    guard relation.beginsWithAll, case .part(.writtenURL, let root) = one,
      case .part(.writtenURL, let otherRoot) = other
    else { return texts }
    let (scheme, otherScheme) = (
      RequestValue.part(.scheme, of: root), RequestValue.part(.scheme, of: otherRoot)
    )
    let isOfWeb = Formula.disjunction(Self.webSchemes.map { equal(otherScheme, $0) })
    return .conjunction([
      equal(scheme, otherScheme),
      .disjunction([isOfWeb.negated, haveSameOrigin(root, otherRoot)]), texts,
    ])
  }

  private func view(_ value: RequestValue) -> ComponentView {
    let component = atomTable.component(value.component)
    switch value {
    case .part(.path(.component(let index)), _):
      return ComponentView(component: component, view: .pathComponent(index))
    case .part(.path(.last), _):
      return ComponentView(component: component, view: .lastPathComponent)
    case .part, .input: return ComponentView(component: component, view: .whole)
    }
  }

  func haveSameOrigin(_ one: URLRoot, _ other: URLRoot) -> Formula {
    func equal(_ part: URLPart) -> Formula {
      self.equal(.part(part, of: one), .part(part, of: other))
    }
    let hasPort = present(.part(.port, of: one))
    let otherHasPort = present(.part(.port, of: other))
    return .conjunction([
      equal(.scheme), equal(.host),
      .disjunction([equal(.port), .conjunction([hasPort.negated, otherHasPort.negated])]),
    ])
  }

  func present(_ value: RequestValue) -> Formula {
    if value.isAlwaysPresent { return .constant(true) }
    switch value {
    case .part(.path(.count), let root), .part(.whole, let root), .part(.writtenURL, let root):
      return isKnown(root)
    case .part, .input: break
    }
    if case .choice = value.type { return atomTable.atom(value, .choice(value.choices)) }
    if value.component != value { return member(value, .language(.everything)) }
    return atomTable.atom(value, .isPresent)
  }

  /// Holds if the request has the URL.
  private func isKnown(_ root: URLRoot) -> Formula {
    root.isAlwaysPresent ? .constant(true) : present(.part(.scheme, of: root))
  }

  private func member(
    _ value: RequestValue, _ pattern: TextPattern, isGuarded: Bool
  ) -> Formula {
    switch pattern {
    case .oneOf(let texts):
      var formulas: [Formula] = []
      for text in texts { formulas.append(equal(value, text)) }
      return .disjunction(formulas)
    case .noneOf(let texts):
      var formulas = [present(value)]
      for text in texts { formulas.append(equal(value, text).negated) }
      return .conjunction(formulas)
    case .prefix(let text):
      return member(
        value, .language(store.concatenation(store.literal(text.string), .everything)))
    case .suffix(let text):
      return member(
        value, .language(store.concatenation(.everything, store.literal(text.string))))
    case .infix(let text):
      return member(
        value,
        .language(store.concatenation([.everything, store.literal(text.string), .everything])))
    case .glob(let glob):
      return member(value, .language(language(of: glob, isGuarded: isGuarded)))
    case .expression(let expression):
      return member(value, .language(languages.expressions.language(of: expression)))
    case .ignoringCase(let relation, let text):
      let variants = store.caseVariants(of: text.string)
      return member(
        value, .language(relation.withCase?.texts(around: variants, store) ?? variants))
    }
  }

  private func language(of glob: Glob, isGuarded: Bool) -> Language {
    languages.language(of: glob) { capture in
      let type =
        types.indices.contains(capture) ? languages.language(of: types[capture]) : .everything
      let guards = isGuarded ? guards[capture] ?? [] : []
      return TextLanguages.CaptureTexts(
        matching: type, wanted: store.intersection([type] + guards))
    }
  }

  func equal(_ value: RequestValue, _ text: ExactString) -> Formula {
    if value == .url { return namedURL(text.string) }
    if case .part(.whole, of: let root) = value, case .value = root { return isURL(root, text) }
    return member(value.asText, .value(Array(text.utf8)))
  }

  /// Holds if the request has this URL. The formula is false if the text is not a normalized URL.
  private func namedURL(_ text: String) -> Formula {
    let formula = atomTable.namedURL(text)
    if let number = atomTable.namedURL(of: text) { namedURLs.insert(number) }
    return formula
  }

  // MARK: Values

  private enum Texts {
    case value([UInt8])
    case language(Language)
  }

  /// Holds if the text is present and one of these texts.
  ///
  /// - Requires: the value is a text.
  private func member(
    _ value: RequestValue, _ texts: Texts
  ) -> Formula {
    switch value {
    case .part(.path(let view), _):
      switch view {
      case .component(let index): return pathComponent(value.component, index, texts)
      case .last: return lastPathComponent(value.component, texts)
      case .whole: break
      case .count: preconditionFailure("a count is no text")
      }
    case .part(.opaque, let root):
      let text = member(.part(.afterScheme, of: root), texts)
      return .conjunction([present(.part(.path(.whole), of: root)).negated, text])
    case .part, .input: break
    }
    switch texts {
    case .value(let bytes): return atomTable.atom(value, .literal(bytes))
    case .language(.everything): return present(value)
    case .language(.empty): return .constant(false)
    case .language(let language): return atomTable.atom(value, .language(language))
    }
  }

  private func pathComponent(
    _ path: Component, _ index: Int, _ texts: Texts
  ) -> Formula {
    if index == 0 {
      return store.contains(language(of: texts), "/")
        ? atomTable.atom(path, .isPresent) : .constant(false)
    }
    let one = components(in: texts)
    let language = languages.paths(withComponent: index, in: one)
    if language == .empty { return .constant(false) }
    let atom = atomTable.atom(path, .language(language))
    atomTable.hint(atom, .component(index, one))
    return atom
  }

  private func lastPathComponent(_ path: Component, _ texts: Texts) -> Formula {
    let one = components(in: texts)
    if one == .empty { return .constant(false) }
    return atomTable.atom(path, .language(languages.paths(withLast: one)))
  }

  /// The texts that can be components of a path: not empty, and without `/`.
  private func components(in texts: Texts) -> Language {
    if case .value(let bytes) = texts, !bytes.isEmpty, !bytes.contains(0x2F) {
      return store.literal(bytes)
    }
    return languages.pathComponents(in: language(of: texts))
  }

  private func language(of texts: Texts) -> Language {
    switch texts {
    case .value(let bytes): store.literal(bytes)
    case .language(let language): language
    }
  }

  // MARK: Numbers

  func number(_ value: RequestValue, _ range: ClosedRange<Int64>) -> Formula {
    if value.kind.domain == .integer { return atomTable.atom(value, .numbers(IntegerSet(range))) }
    if range.upperBound < 0 { return .constant(false) }
    let range = max(0, range.lowerBound)...range.upperBound
    if case .part(.path(.count), let root) = value {
      return pathCount(value.component, range, isKnown(root))
    }
    return atomTable.atom(value, .numbers(IntegerSet(range)))
  }

  /// Holds if the number of components is in the range. The root counts as one; a URL without a path has 0.
  ///
  /// - Parameter isKnown: holds if the request has the URL.
  private func pathCount(
    _ path: Component, _ range: ClosedRange<Int64>, _ isKnown: Formula
  ) -> Formula {
    var lengths: [Language] = []
    if range.contains(1) { lengths.append(store.literal("/")) }
    if range.upperBound > 1 {
      lengths.append(
        store.repetition(
          languages.component, lower: Int(clamping: max(range.lowerBound, 2) - 1),
          upper: range.upperBound == .max ? nil : Int(clamping: range.upperBound - 1)))
    }
    let hasCount = atomTable.atom(path, .language(store.alternation(lengths)))
    atomTable.hint(hasCount, .count(Int(clamping: max(range.lowerBound, 1) - 1)))
    if !range.contains(0) { return hasCount }
    let hasNoPath = Formula.conjunction([isKnown, atomTable.atom(path, .isPresent).negated])
    return .disjunction([hasCount, hasNoPath])
  }

  // MARK: Origins

  private func isIn(
    _ origin: OriginSet, _ root: URLRoot
  ) -> Formula {
    func part(_ part: URLPart) -> RequestValue { .part(part, of: root) }
    var alternatives: [Formula] = []
    for pattern in origin.patterns {
      var formulas = [
        equal(part(.scheme), ExactString(pattern.scheme)),
        pattern.isOfFiles
          ? present(part(.host)).negated
          : member(part(.host), TextPattern(pattern.host), isGuarded: false),
      ]
      let port = pattern.port.flatMap { $0 == WebURL.defaultPort(pattern.scheme) ? nil : $0 }
      if let port {
        formulas.append(number(part(.port), Int64(port)...Int64(port)))
      } else {
        formulas.append(present(part(.port)).negated)
      }
      alternatives.append(.conjunction(formulas))
    }
    return .disjunction(alternatives)
  }
}

extension Condition {
  /// True if the condition contains `||`.
  fileprivate var hasAlternatives: Bool {
    switch self {
    case .constant, .test: false
    case .named(let test): test.parts != nil
    case .not(let inner, _): inner.hasAlternatives
    case .all(let parts, _): parts.contains { $0.hasAlternatives }
    case .any: true
    }
  }
}

extension RequestValue {
  /// The whole URL for a value that is the text of a URL; for other values the value itself.
  fileprivate var whole: RequestValue {
    if case .part(.writtenURL, let root) = self { .part(.whole, of: root) } else { self }
  }

  /// True for `path[0]`, which is `/` in every path.
  fileprivate var isRootComponent: Bool {
    if case .part(.path(.component(0)), _) = self { true } else { false }
  }

  /// Returns whether the value is decoded from an item of the other value, which is a query. A decoded text is no
  /// longer than the encoded one, and an item contains its key or `=`. So the value is shorter than the query.
  fileprivate func isOfItem(in other: RequestValue) -> Bool {
    guard case .part(.writtenQuery, let root) = other else { return false }
    return switch self {
    case .part(.queryItem, root), .part(.rawQueryItem, root): true
    case .part, .input: false
    }
  }

  /// True if the value has no upper-case letters and no other letters with case variants.
  fileprivate var isInLowerCase: Bool { kind.domain == .scheme || kind.domain == .host }
}

extension TextRelation {
  /// True if each text is in the relation with the texts that it begins with.
  fileprivate var holdsOfStart: Bool {
    switch self {
    case .prefix, .infix, .ignoringCase(.prefix), .ignoringCase(.infix): true
    case .suffix, .pattern, .ignoringCase: false
    }
  }

  /// True if each text in the relation begins with the whole other text, in any case of its letters.
  fileprivate var beginsWithAll: Bool {
    switch self {
    case .prefix, .ignoringCase(.prefix), .ignoringCase(.whole): true
    case .suffix, .infix, .pattern, .ignoringCase: false
    }
  }
}
