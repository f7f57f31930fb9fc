extension LanguageStore {
  /// A short member read off the expression; nil where that is not enough to find one.
  ///
  /// Costs the size of the expression, and no state is made: the first guess of whoever needs any
  /// member. `shortest` is the answer where the guess does not do.
  package func sample(_ language: Language) -> [UInt8]? {
    if let known = samples[language] { return known }
    let sample = makeSample(language)
    samples[language] = .some(sample)
    return sample
  }

  private func makeSample(_ language: Language) -> [UInt8]? {
    if holdsEpsilon(language) { return [] }
    switch node(language) {
    case .empty, .epsilon, .complement: return nil
    case .bytes(let set):
      return set.ranges.map { Self.preferred($0.lowerBound, $0.upperBound) }
        .min { Self.rank($0) < Self.rank($1) }.map { [$0] }
    case .concatenation:
      var result: [UInt8] = []
      var rest = language
      while case .concatenation(let first, let second) = node(rest) {
        if let byte = single(first) {
          result.append(byte)
        } else {
          guard let head = sample(first) else { return nil }
          result += head
        }
        rest = second
      }
      guard let tail = sample(rest) else { return nil }
      return result + tail
    case .alternation(let parts):
      var best: [UInt8]?
      for part in parts.prefix(8) {
        if let sample = sample(part), best.map({ sample.count < $0.count }) ?? true {
          best = sample
        }
      }
      return best
    case .repetition(let part, let lower, _):
      guard let once = sample(part) else { return nil }
      return Array(repeatElement(once, count: lower).joined())
    case .intersection(let parts):
      for part in parts.prefix(4) {
        guard let sample = sample(part) else { continue }
        if parts.allSatisfy({ (try? contains($0, sample)) ?? false }) { return sample }
      }
      return nil
    }
  }
}

extension LanguageStore {
  /// Throws where the limit has been passed.
  package func checkLimit() throws(OutOfSteps) {
    if steps > limit { throw OutOfSteps() }
  }
}
