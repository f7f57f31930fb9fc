import Automata
import Requests

/// The search for two texts that are in a relation, or are not, and that keep the other comparisons satisfied.
struct RelatedPair {
  let cube: Cube
  /// The comparison that the texts have to satisfy.
  let literal: AtomLiteral
  let relation: TextRelation
  let one: ComponentView
  let other: ComponentView
  let context: AnalysisContext
  let limit: StepLimit
  /// The texts that satisfy this comparison, but change another one.
  private var fallback: Cube?
  private var tries = 0
  /// False if some texts were not tried.
  private var isComplete = true
  private static let mostTries = 16
  private static let fewTexts = 4

  private var store: LanguageStore { context.store }

  /// Creates the search for a comparison that the cube's values do not satisfy; nil if it is no relation of texts.
  ///
  /// If the texts must also be in another relation, pairs of that relation are tried, since these are fewer.
  init?(
    _ cube: Cube, _ violated: AtomLiteral, _ context: AnalysisContext, _ limit: StepLimit
  ) {
    func related(_ literal: AtomLiteral) -> (TextRelation, ComponentView, ComponentView)? {
      guard case .text(let relation, let one, let other)? = context.relation(literal.atom),
        relation != .pattern
      else { return nil }
      return (relation, one, other)
    }
    guard let (_, one, other) = related(violated) else { return nil }
    let wanted = cube.comparisons.first { literal in
      guard !literal.isNegated, let (_, first, second) = related(literal) else { return false }
      return first == one && second == other
    }
    literal = violated.isNegated ? wanted ?? violated : violated
    guard let (relation, _, _) = related(literal) else { return nil }
    (self.relation, self.one, self.other) = (relation, one, other)
    self.cube = cube
    self.context = context
    self.limit = limit
  }

  /// Changes the proposed values of the cube so that they satisfy the comparison.
  consuming func choose(_ cube: inout Cube) throws(OutOfSteps) -> ChosenValues {
    if let found = try literal.isNegated ? unrelated() : related() {
      cube = found
      return .chosen
    }
    if let fallback {
      cube = fallback
      return .chosen
    }
    return isComplete ? .none : .notFound
  }

  /// True if both texts must be equal.
  private var areEqual: Bool { cube.equals(of: one, context).contains(other) }

  // MARK: Texts in the relation

  private mutating func related() throws(OutOfSteps) -> Cube? {
    let areEqual = areEqual
    var left = relation.texts(around: cube.texts(of: other, context), store)
    if let text = try proposal(), store.contains(left, text) {
      if let found = try related(text, areEqual) { return found }
      left = store.difference(left, store.literal(text))
    }
    if let part = cube.text(of: other, context) {
      var around = relation.texts(around: store.literal(part), store)
      for _ in 0..<Self.fewTexts {
        guard let text = try text(of: one, in: around) else { break }
        if let found = try accepted(text, part) { return found }
        around = store.difference(around, store.literal(text))
      }
    }
    while let text = try text(of: one, in: left) {
      if let found = try related(text, areEqual) { return found }
      if tries >= Self.mostTries {
        isComplete = false
        return nil
      }
      left = store.difference(left, store.literal(text))
    }
    return nil
  }

  /// Searches for a part with which the text is in the relation.
  private mutating func related(_ text: [UInt8], _ areEqual: Bool) throws(OutOfSteps) -> Cube? {
    if text.count > TextRelation.longestText {
      tries += 1
      isComplete = false
      return nil
    }
    var parts = areEqual ? store.literal(text) : relation.parts(of: text, store)
    while let part = try self.text(of: other, in: parts) {
      if let found = try accepted(text, part) { return found }
      if areOfOneURL, let other = try self.text(with: part),
        let found = try accepted(other, part)
      {
        return found
      }
      if tries >= Self.mostTries {
        isComplete = false
        return nil
      }
      parts = store.difference(parts, store.literal(part))
    }
    return nil
  }

  /// True if both values are parts of one URL, so that one may determine the other.
  private var areOfOneURL: Bool {
    let components = context.atomTable.components
    guard let root = components[one.component].root else { return false }
    return root == components[other.component].root
  }

  /// A text of the first value in a URL with the part.
  private func text(with part: [UInt8]) throws(OutOfSteps) -> [UInt8]? {
    try cube.narrowed(other, to: part, context).text(
      of: one, in: relation.texts(around: store.literal(part), store), context, limit)
  }

  /// The present text of the first value. For a whole URL, the text of its present parts.
  private func proposal() throws(OutOfSteps) -> [UInt8]? {
    guard one.view == .whole,
      case .part(.writtenURL, let root) = context.atomTable.components[one.component],
      let form = context.form(of: root, cube.kind)
    else { return cube.text(of: one, context) }
    return try WitnessBuilder(context: context, cube: cube).text(form, of: root, limit)
      .map { Array($0.utf8) }
  }

  // MARK: Texts that are not in the relation

  private mutating func unrelated() throws(OutOfSteps) -> Cube? {
    for view in [one, other] {
      guard let found = try missing(view) else { continue }
      if isKept(found) { return found }
      fallback = fallback ?? found
    }
    // A text is in each relation with itself.
    if areEqual { return nil }
    if let part = cube.text(of: other, context),
      let text = try text(of: one, in: texts(without: part)),
      let found = try accepted(text, part)
    {
      return found
    }
    if let text = cube.text(of: one, context), text.count <= TextRelation.longestText,
      let part = try self.text(
        of: other, in: store.complement(relation.parts(of: text, store))),
      let found = try accepted(text, part)
    {
      return found
    }
    var parts = Language.everything
    for number in 0...Self.fewTexts {
      guard let part = try text(of: other, in: parts) else { return nil }
      if number == Self.fewTexts { break }
      parts = store.difference(parts, likenesses(of: part))
      var left = texts(without: part)
      for number in 0...Self.fewTexts {
        guard let text = try text(of: one, in: left) else { break }
        if number == Self.fewTexts {
          isComplete = false
          break
        }
        if let found = try accepted(text, part) { return found }
        left = store.difference(left, store.literal(text))
      }
    }
    isComplete = false
    return nil
  }

  /// The texts that are not in the relation with the part.
  private func texts(without part: [UInt8]) -> Language {
    store.complement(relation.texts(around: store.literal(part), store))
  }

  /// The texts that the only comparison of the two values does not distinguish from the text: the text itself, or all
  /// its case variants.
  private func likenesses(of text: [UInt8]) -> Language {
    guard case .ignoringCase = relation, cube.comparisons.count(where: isOfPair) == 1 else {
      return store.literal(text)
    }
    return store.caseVariants(of: store.literal(text))
  }

  /// The cube in which the view is missing; nil if it cannot be.
  private func missing(_ view: ComponentView) throws(OutOfSteps) -> Cube? {
    if cube.equals(of: view, context).count > 1 { return nil }
    guard let remaining = cube.constraint(view.component)?.remaining(context) else { return nil }
    var changed = cube
    if remaining.allowsMissing {
      changed.set(view.component, .missing)
      return changed
    }
    if view.view == .whole { return nil }
    let paths = store.difference(
      remaining.language(store), context.languages.paths(with: view.view, in: .everything))
    guard let path = try store.shortest(paths, limit) else { return nil }
    changed.set(view.component, .text(path))
    return changed
  }

  // MARK: Candidates

  private func text(of view: ComponentView, in language: Language) throws(OutOfSteps) -> [UInt8]? {
    try cube.text(of: view, in: language, context, limit)
  }

  /// The cube with the two texts; nil if they contradict the cube or change another comparison.
  private mutating func accepted(
    _ text: [UInt8], _ part: [UInt8]
  ) throws(OutOfSteps) -> Cube? {
    tries += 1
    store.count(steps: 1)
    try store.check(limit)
    var changed = cube
    switch try changed.assign([(one, text), (other, part)], context, limit) {
    case .impossible: return nil
    case .unknown:
      isComplete = false
      return nil
    case .done: break
    }
    // The two texts determine each comparison of these views.
    for other in cube.comparisons where isOfPair(other) && !changed.isSatisfied(other, context) {
      return nil
    }
    if isKept(changed) { return changed }
    fallback = fallback ?? changed
    return nil
  }

  private func isOfPair(_ literal: AtomLiteral) -> Bool {
    let views: [ComponentView]
    if case .equal(let number) = context.atomTable.atoms[literal.atom].test {
      let pair = context.atomTable.pairs[number]
      views = [pair.first, pair.second]
    } else if case .text(_, let first, let second)? = context.relation(literal.atom) {
      views = [first, second]
    } else {
      return false
    }
    return views.allSatisfy { $0 == one || $0 == other }
  }

  /// Returns whether the values satisfy the comparison, and each other one that the cube's values satisfy.
  private func isKept(_ changed: Cube) -> Bool {
    cube.comparisons.allSatisfy { other in
      changed.isSatisfied(other, context) || other != literal && !cube.isSatisfied(other, context)
    }
  }
}
