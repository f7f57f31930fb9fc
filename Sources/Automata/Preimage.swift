extension LanguageStore {
  /// The texts that the function maps to members of the language.
  package func preimage(
    of language: Language, under function: TextFunction
  ) -> Language {
    if language == .empty || language == .everything { return language }
    if case .complement(let inner) = node(language) {
      return complement(preimage(of: inner, under: function))
    }
    return place(
      .preimage(language, function), isNullable: contains(language, function.empty))
  }

  func preimageRow(_ language: Language, _ function: TextFunction) -> [Edge] {
    var edges: [Edge] = []
    for (byte, target) in function.derivatives(language, self).enumerated() {
      append(Edge(low: UInt8(byte), high: UInt8(byte), target: target), to: &edges)
    }
    return edges
  }

  /// The derivatives by the bytes of a range, as ascending, disjoint ranges; the remaining bytes lead to `empty`.
  package func derivatives(
    _ language: Language, by range: ClosedRange<UInt8>
  ) -> [(bytes: ClosedRange<UInt8>, rest: Language)] {
    var result: [(bytes: ClosedRange<UInt8>, rest: Language)] = []
    for edge in row(language)
    where edge.low <= range.upperBound && edge.high >= range.lowerBound {
      let bytes = max(edge.low, range.lowerBound)...min(edge.high, range.upperBound)
      result.append((bytes, edge.target))
    }
    return result
  }
}
