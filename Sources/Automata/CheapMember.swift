extension LanguageStore {
  /// A short member that is read off the expression; nil if none is found that way.
  ///
  /// Takes time linear in the size of the expression, and creates no state. Callers that can use any member try
  /// this first, then `shortest`.
  package func cheapMember(_ language: Language) -> [UInt8]? {
    let number = Int(language.index)
    if let known = cheapMembers[number] { return known }
    let member = makeCheapMember(language)
    cheapMembers[number] = .some(member)
    return member
  }

  private func makeCheapMember(_ language: Language) -> [UInt8]? {
    if holdsEpsilon(language) { return [] }
    switch node(language) {
    case .empty, .epsilon, .complement, .preimage: return nil
    case .first(let language, _, let taken, _):
      return holdsEpsilon(taken) ? cheapMember(language) : nil
    case .bytes(let set):
      return set.ranges.map { Self.preferred($0.lowerBound, $0.upperBound) }
        .min { Self.rank($0) < Self.rank($1) }.map { [$0] }
    case .word, .concatenation:
      var (result, rest) = literalPrefix(language)
      while case .concatenation(let first, let second) = node(rest) {
        guard let head = cheapMember(first) else { return nil }
        let (bytes, after) = literalPrefix(second)
        result += head + bytes
        rest = after
      }
      guard let tail = cheapMember(rest) else { return nil }
      return result + tail
    case .alternation(let parts):
      return parts.compactMap { cheapMember($0) }.min(by: Self.isBetter)
    case .repetition(let part, let lower, _):
      guard let once = cheapMember(part) else { return nil }
      return Array(repeatElement(once, count: lower).joined())
    case .intersection(let parts):
      if parts.count > 32 { return nil }
      return parts.compactMap { cheapMember($0) }
        .filter { member in parts.allSatisfy { contains($0, member) } }
        .min(by: Self.isBetter)
    }
  }
}

extension LanguageStore {
  /// Orders texts by length, then by readability, independently of the order of the operands.
  private static func isBetter(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one.count != other.count { return one.count < other.count }
    return one.lexicographicallyPrecedes(other) { (rank($0), $0) < (rank($1), $1) }
  }

}
