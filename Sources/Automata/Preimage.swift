/// A total function on texts that is read byte by byte, such as the decoding of escapes.
///
/// Two functions are the same only where they are one object.
package final class TextFunction: Hashable {
  /// What may follow each byte in a text that the function makes a member of the language.
  package typealias Derivatives = (Language) throws(OutOfSteps) -> [Language]

  /// What is written for a text without bytes.
  let empty: [UInt8]
  let derivatives: Derivatives

  /// - Parameter derivatives: gives 256, one for each byte.
  package init(empty: [UInt8] = [], derivatives: @escaping Derivatives) {
    self.empty = empty
    self.derivatives = derivatives
  }

  package static func == (one: TextFunction, other: TextFunction) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension LanguageStore {
  /// The texts that the function makes members of the language.
  package func preimage(
    of language: Language, under function: TextFunction
  ) throws(OutOfSteps) -> Language {
    if language == .empty || language == .everything { return language }
    if case .complement(let inner) = node(language) {
      return complement(try preimage(of: inner, under: function))
    }
    return place(
      .preimage(language, function), isNullable: try contains(language, function.empty))
  }

  func preimageRow(_ language: Language, _ function: TextFunction) throws(OutOfSteps) -> [Edge] {
    var edges: [Edge] = []
    for (byte, target) in try function.derivatives(language).enumerated() {
      append(Edge(low: UInt8(byte), high: UInt8(byte), target: target), to: &edges)
    }
    return edges
  }

  /// What may follow each byte of the range: ascending, disjoint ranges, those left out leading to
  /// nothing.
  package func derivatives(
    _ language: Language, by range: ClosedRange<UInt8>
  ) throws(OutOfSteps) -> [(bytes: ClosedRange<UInt8>, rest: Language)] {
    var result: [(bytes: ClosedRange<UInt8>, rest: Language)] = []
    for edge in try row(language)
    where edge.low <= range.upperBound && edge.high >= range.lowerBound {
      let bytes = max(edge.low, range.lowerBound)...min(edge.high, range.upperBound)
      result.append((bytes, edge.target))
    }
    return result
  }
}
