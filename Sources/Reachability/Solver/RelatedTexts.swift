import Automata
import Requests

/// Chooses texts for conditions such as `path hasPrefix server.path`.
///
/// Some text of a language L begins with a text of a language M if and only if L has a member in M followed by
/// any text. So one relation of two texts can be decided exactly. A relation is changed so that all comparisons
/// that are satisfied stay so, if a few tries find such texts; otherwise the other relations are changed again. If
/// several relations contradict one another, the answer may be `notFound`.
extension Cube {
  private static let triedTexts = 4
  private static let rounds = 3

  /// Returns whether the proposed values satisfy the relations of texts that the cube requires.
  func areRelated(_ context: AnalysisContext) -> Bool {
    relations(context).allSatisfy { relation, mustHold in
      relation.holdsOfTexts { value(of: $0, context) }.map { $0 == mustHold } ?? true
    }
  }

  /// Returns whether the proposed values satisfy a comparison. Comparisons of whole URLs count as satisfied.
  func isSatisfied(_ literal: AtomLiteral, _ context: AnalysisContext) -> Bool {
    if case .equal(let pair) = context.atomTable.atoms[literal.atom].test {
      let isEqual = context.areEqual(context.atomTable.pairs[pair]) { value(of: $0, context) }
      return isEqual != literal.isNegated
    }
    guard let relation = context.relation(literal.atom) else { return true }
    switch relation {
    case .text, .listed, .likeListed:
      return holds(literal.atom, relation, context) != literal.isNegated
    case .sameURL, .namedURL, .listedURL, .listedOrigin: return true
    }
  }

  /// Excludes missing values of texts that must be in a relation. Returns false if a text has no value then.
  mutating func requireRelated(
    _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    for case (.text(_, let one, let other), true) in relations(context) {
      require(one.component)
      require(other.component)
    }
    return try propose(context, limit) == nil
  }

  /// Changes the proposed values so that they satisfy the required relations of texts.
  mutating func relate(
    _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    for _ in 0..<Self.rounds {
      for literal in comparisons {
        guard case .text(let kind, let one, let other)? = context.relation(literal.atom),
          !isSatisfied(literal, context)
        else { continue }
        let result: ChosenValues
        if kind == .pattern {
          let (host, pattern) = (one.component, other.component)
          result =
            literal.isNegated
            ? try partPattern(host, pattern, context, limit)
            : try joinPattern(host, pattern, context, limit)
        } else {
          result = try RelatedPair(self, literal, context, limit)?.choose(&self) ?? .notFound
        }
        if result != .chosen { return result }
      }
      if areRelated(context) { return .chosen }
    }
    return .notFound
  }

  private func remaining(_ component: Int, _ context: AnalysisContext) -> TextConstraint {
    constraint(component)?.remaining(context) ?? .missing
  }

  /// Chooses a host and a pattern that matches it.
  private mutating func joinPattern(
    _ one: Int, _ other: Int, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    let relation = TextRelation.pattern
    let store = context.store
    let texts = remaining(one, context).language(store)
    let parts = remaining(other, context).language(store)
    if case .text(let text) = value(of: one, context), text.count <= TextRelation.longestText,
      let part = try relation.part(of: text, in: parts, store, limit)
    {
      // The pattern may have to match other hosts, too.
      let wildcards = ["**", "*"].map { Array($0.utf8) }
      for part in [part] + wildcards where store.contains(parts, part) && relation.holds(text, part)
      {
        set(other, .text(part))
        if areRelated(context) { return .chosen }
      }
      set(other, .text(part))
      return .chosen
    }
    let patterns = try candidates(other, context, limit)
    let around = hosts(matching: patterns, context)
    guard let text = try store.shortest(store.intersection([texts, around]), limit) else {
      return .none
    }
    if text.count > TextRelation.longestText { return .notFound }
    let found = try relation.part(of: text, in: parts, store, limit)
    guard let part = found ?? patterns.first(where: { relation.holds(text, $0) }) else {
      return .notFound
    }
    set(one, .text(text))
    set(other, .text(part))
    return .chosen
  }

  /// The hosts that the patterns match; all texts if there may be more patterns.
  private func hosts(matching patterns: [[UInt8]], _ context: AnalysisContext) -> Language {
    if patterns.count == Self.triedTexts { return .everything }
    var hosts: [Language] = []
    for pattern in patterns.map({ String(decoding: $0, as: UTF8.self) }) {
      if HostPattern(pattern) == nil { continue }
      guard case .success(let parsed) = Glob.parse(pattern, separator: ".") else {
        return .everything
      }
      // A pattern of the app has no captures.
      hosts.append(
        context.languages.language(of: parsed.glob) { _ in
          TextLanguages.CaptureTexts(matching: .everything, wanted: .everything)
        })
    }
    return context.store.alternation(hosts)
  }

  /// Chooses a host and a pattern that does not match it.
  private mutating func partPattern(
    _ one: Int, _ other: Int, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    let relation = TextRelation.pattern
    for component in [one, other] where remaining(component, context).allowsMissing {
      set(component, .missing)
      return .chosen
    }
    let texts = try candidates(one, context, limit)
    let parts = try candidates(other, context, limit)
    var isFound = false
    func current(_ component: Int) -> [[UInt8]] {
      if case .text(let text) = value(of: component, context) { [text] } else { [] }
    }
    // Other texts are tried first with the present part, so that the other relations of the part still hold.
    for (texts, parts) in [(texts, current(other)), (current(one), parts), (texts, parts)] {
      for text in texts {
        for part in parts where !relation.holds(text, part) {
          isFound = true
          set(one, .text(text))
          set(other, .text(part))
          if areRelated(context) { return .chosen }
        }
      }
    }
    if isFound { return .chosen }
    let areAll = texts.count < Self.triedTexts && parts.count < Self.triedTexts
    return areAll ? .none : .notFound
  }

  /// The shortest texts of the component, at most `triedTexts`.
  private func candidates(
    _ component: Int, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> [[UInt8]] {
    let store = context.store
    var left = remaining(component, context).language(store)
    var found: [[UInt8]] = []
    while found.count < Self.triedTexts, let text = try store.shortest(left, limit) {
      found.append(text)
      left = store.difference(left, store.literal(text))
    }
    return found
  }
}
