extension Glob {
  /// The elements that a matcher has to search for; the first is a wildcard. Empty for most globs.
  ///
  /// The elements before the first wildcard are matched from the start of the text, and the elements after the
  /// last wildcard from its end. A `*` next to a separator counts as no wildcard here, since it takes all
  /// characters up to the next separator.
  package var searchedElements: Range<Int> {
    guard let first = elements.indices.first(where: { isOpen($0, before: $0 + 1) }),
      let last = elements.indices.last(where: { isOpen($0, before: $0 - 1) }), first < last
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Returns whether the end of the element depends on the text that the other elements match.
  ///
  /// - Parameter next: the index of the next element in the direction of matching.
  private func isOpen(_ index: Int, before next: Int) -> Bool {
    switch elements[index] {
    case .literal, .capture: return false
    case .captureRest: return next < index
    case .anything, .components, .captureText: return true
    case .run:
      guard elements.indices.contains(next) else { return false }
      switch elements[next] {
      case .literal(let text):
        return (next > index ? text.utf8.first : text.utf8.last) != separator.asciiValue
      case .components, .captureRest: return false
      case .run, .anything, .capture, .captureText: return true
      }
    }
  }

  /// The greatest cost of a search, so that no pattern takes much longer than others.
  static let greatestSearchCost = 400

  /// The cost of the search for each character of the text: one for a character of the pattern, more for a
  /// wildcard, and most for a capture whose text has to convert.
  ///
  /// - Parameter typeName: returns the name of the type of the capture with the index.
  func searchCost(_ typeName: (Int) -> String?) -> Int {
    searchedElements.reduce(0) { cost, index in
      switch elements[index] {
      case .literal(let text): return cost + text.utf8.count
      case .run, .anything, .components, .captureText, .captureRest: return cost + 8
      case .capture(let number):
        switch typeName(number) {
        case nil, "String": return cost + 8
        case "Int", "Double", "Bool", "URL": return cost + 110
        default: return cost + 200
        }
      }
    }
  }
}
