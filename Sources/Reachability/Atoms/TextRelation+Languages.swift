import Automata
import Requests

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

  /// The parts with which the text is in the relation; for patterns only some of them.
  func parts(of text: [UInt8], _ store: LanguageStore) -> Language {
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
