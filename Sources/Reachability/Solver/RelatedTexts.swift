import Automata
import Requests

/// Chooses texts for conditions such as `path hasPrefix server.path`.
///
/// Some text of a language L begins with a text of a language M if and only if L has a member in M followed by
/// any text. So one relation of whole components can be decided exactly. If several comparisons are about one
/// component, or a relation is about a component of a path, the answer may be `notFound`.
extension Cube {
  private static let triedTexts = 4
  private static let triedPairs = 16

  /// Returns whether the proposed values satisfy the relations of texts that the cube requires.
  func areRelated(_ context: AnalysisContext) -> Bool {
    relations(context).allSatisfy { relation, mustHold in
      relation.holdsOfTexts { value(of: $0, context) }.map { $0 == mustHold } ?? true
    }
  }

  /// Changes the proposed values so that they satisfy the required relations of texts.
  mutating func relate(
    _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    for (relation, mustHold) in relations(context) {
      guard case .text(let kind, let one, let other) = relation,
        relation.holdsOfTexts({ value(of: $0, context) }) != mustHold
      else { continue }
      guard one.view == .whole, other.view == .whole, one.component != other.component else {
        return .notFound
      }
      // A text is in such a relation with itself.
      if !mustHold, kind != .pattern, mustBeEqual(one.component, other.component, context) {
        return .none
      }
      let result =
        switch (mustHold, kind) {
        case (true, .pattern): try joinPattern(one.component, other.component, context, limit)
        case (true, _): try join(kind, one.component, other.component, context, limit)
        case (false, _): try part(kind, one.component, other.component, context, limit)
        }
      if result != .chosen { return result }
    }
    return areRelated(context) ? .chosen : .notFound
  }

  private func remaining(_ component: Int, _ context: AnalysisContext) -> TextConstraint {
    constraint(component)?.remaining(context) ?? .missing
  }

  private func mustBeEqual(_ one: Int, _ other: Int, _ context: AnalysisContext) -> Bool {
    comparisons.contains { literal in
      guard !literal.isNegated,
        case .equal(let pair) = context.atomTable.atoms[literal.atom].test
      else { return false }
      return context.atomTable.pairs[pair].isOf(one, other)
    }
  }

  /// Returns whether two texts satisfy all comparisons in the cube of these two components as a whole.
  private func areRight(
    _ text: [UInt8], of one: Int, _ part: [UInt8], of other: Int, _ context: AnalysisContext
  ) -> Bool {
    func value(_ component: Int) -> ComponentValue { .text(component == one ? text : part) }
    return comparisons.allSatisfy { literal in
      if case .equal(let number) = context.atomTable.atoms[literal.atom].test {
        let pair = context.atomTable.pairs[number]
        return !pair.isOf(one, other) || context.areEqual(pair, value) != literal.isNegated
      }
      guard let relation = context.relation(literal.atom),
        case .text(_, let first, let second) = relation,
        ComponentPair(first: first, second: second).isOf(one, other)
      else { return true }
      return relation.holdsOfTexts(value).map { $0 != literal.isNegated } ?? true
    }
  }

  /// Chooses two texts that are in the relation and satisfy all other comparisons of the two components.
  private mutating func join(
    _ relation: TextRelation, _ one: Int, _ other: Int, _ context: AnalysisContext,
    _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    let store = context.store
    let parts = remaining(other, context).language(store)
    var left = store.intersection([
      remaining(one, context).language(store), relation.texts(around: parts, store),
    ])
    var proposed: [UInt8]?
    if case .text(let text) = value(of: one, context), store.contains(left, text) {
      proposed = text
    }
    var areAll = true
    for _ in 0..<Self.triedPairs {
      let shortest = try store.shortest(left, limit)
      guard let text = proposed ?? shortest else { return areAll ? .none : .notFound }
      proposed = nil
      left = store.difference(left, store.literal(text))
      if text.count > TextRelation.longestText {
        areAll = false
        continue
      }
      var own = store.intersection([parts, relation.parts(of: text, store)])
      var tried = 0
      while let part = try store.shortest(own, limit) {
        if areRight(text, of: one, part, of: other, context) {
          set(one, .text(text))
          set(other, .text(part))
          return .chosen
        }
        tried += 1
        if tried == Self.triedPairs {
          areAll = false
          break
        }
        own = store.difference(own, store.literal(part))
      }
    }
    return .notFound
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
    let patterns = try candidates(relation, other, context, limit)
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

  /// Chooses two texts that are not in the relation.
  private mutating func part(
    _ relation: TextRelation, _ one: Int, _ other: Int, _ context: AnalysisContext,
    _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    for component in [one, other] where remaining(component, context).allowsMissing {
      set(component, .missing)
      return .chosen
    }
    let texts = try candidates(relation, one, context, limit)
    let parts = try candidates(relation, other, context, limit)
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

  /// The shortest texts of the component that the relation distinguishes, at most `triedTexts`. If there are fewer,
  /// the relation does not distinguish any other text of the component from one of these.
  private func candidates(
    _ relation: TextRelation, _ component: Int, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> [[UInt8]] {
    let store = context.store
    var left = remaining(component, context).language(store)
    var found: [[UInt8]] = []
    while found.count < Self.triedTexts, let text = try store.shortest(left, limit) {
      found.append(text)
      left = store.difference(left, relation.likenesses(of: text, store))
    }
    return found
  }
}

extension ComponentPair {
  /// Returns whether the pair compares these two components as a whole, in either order.
  fileprivate func isOf(_ one: Int, _ other: Int) -> Bool {
    first.view == .whole && second.view == .whole
      && (first.component == one && second.component == other
        || first.component == other && second.component == one)
  }
}

extension TextRelation {
  /// The length above which a text has too many parts.
  static let longestText = 256

  /// A member of the language that the text contains as the relation demands; nil if there is none. For patterns
  /// the host itself is preferred, otherwise a shortest member.
  func part(
    of text: [UInt8], in parts: Language, _ store: LanguageStore, _ limit: StepLimit
  ) throws(OutOfSteps) -> [UInt8]? {
    if self == .pattern {
      let host = Array(HostPattern.text(of: text).utf8)
      if store.contains(parts, host) { return host }
    }
    return try store.shortest(store.intersection([parts, self.parts(of: text, store)]), limit)
  }

  /// The texts that the relation does not distinguish from the text: itself, or all its case variants.
  fileprivate func likenesses(of text: [UInt8], _ store: LanguageStore) -> Language {
    if case .ignoringCase = self { return store.caseVariants(of: store.literal(text)) }
    return store.literal(text)
  }

  /// The parts with which the text is in the relation; for patterns only some of them.
  fileprivate func parts(of text: [UInt8], _ store: LanguageStore) -> Language {
    let parts: [[UInt8]]
    switch self {
    case .prefix: parts = (0...text.count).map { Array(text[..<$0]) }
    case .suffix: parts = (0...text.count).map { Array(text[$0...]) }
    case .infix:
      parts = (0...text.count).flatMap { start in
        (start...text.count).map { Array(text[start..<$0]) }
      }
    case .pattern: parts = Self.patterns(of: text)
    case .ignoringCase(let relation):
      return store.caseVariants(
        of: relation.withCase?.parts(of: text, store) ?? store.literal(text))
    }
    return store.alternation(parts.map { store.literal($0) })
  }

  /// The patterns that match the host and have a wildcard at the start or the end.
  private static func patterns(of host: [UInt8]) -> [[UInt8]] {
    let ends = (0...host.count).filter { place in
      place == 0 || place == host.count || host[place] == UInt8(ascii: ".")
        || host[place - 1] == UInt8(ascii: ".")
    }
    let patterns = ends.flatMap { place in
      let start = HostPattern.text(of: Array(host[..<place]))
      let end = HostPattern.text(of: Array(host[place...]))
      return ["*", "**"].flatMap { [$0 + end, start + $0] }
    }
    return patterns.map { Array($0.utf8) }.filter { Self.pattern.holds(host, $0) }
  }

  /// The texts that are in the relation with a member of the language; for patterns a superset.
  func texts(around parts: Language, _ store: LanguageStore) -> Language {
    switch self {
    case .prefix: store.concatenation(parts, .everything)
    case .suffix: store.concatenation(.everything, parts)
    case .infix: store.concatenation([.everything, parts, .everything])
    case .pattern: .everything
    case .ignoringCase(let relation):
      relation.around(store.caseVariants(of: parts), store)
    }
  }
}

extension CaselessRelation {
  /// The texts that are in the relation with a member of the language.
  ///
  /// - Parameter parts: the parts, with all case variants of their letters.
  fileprivate func around(_ parts: Language, _ store: LanguageStore) -> Language {
    withCase?.texts(around: parts, store) ?? parts
  }
}
