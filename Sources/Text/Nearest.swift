/// Finds the names that are similar to an unknown one.
package enum Nearest {
  /// The names that are similar to a word, nearest first, ties in the given order; at most `limit`.
  ///
  /// Similar means an edit distance of at most a third of the word's length. An edit inserts, deletes or replaces a
  /// character or swaps two neighbours; a difference in case only breaks ties.
  package static func names(
    to word: String, among candidates: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let letters = folded(word)
    guard letters.count <= 100 else { return [] }
    let bound = max(1, letters.count / 3)
    var found: [(distance: Int, order: Int, name: String)] = []
    for (order, candidate) in candidates.enumerated()
    where candidate != word && !negates(word, candidate) {
      guard abs(candidate.utf8.count - letters.count) <= bound else { continue }
      guard let distance = distance(letters, folded(candidate), within: bound) else { continue }
      found.append((distance, order, candidate))
    }
    found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
    var names: [String] = []
    for entry in found where !names.contains(entry.name) {
      names.append(entry.name)
      if names.count == limit { break }
    }
    return names
  }

  /// Returns whether the words are equal, or become so by one edit, ignoring the case of letters.
  package static func isOneEdit(_ word: String, _ other: String) -> Bool {
    distance(folded(word), folded(other), within: 1) != nil
  }

  /// True if the first word is the other one with a negating prefix: a suggestion must not reverse the meaning.
  private static func negates(_ word: String, _ other: String) -> Bool {
    ["non", "not", "no", "un", "dis"].contains { syllable in
      word.count > syllable.count && word.lowercased().hasPrefix(syllable)
        && word.dropFirst(syllable.count).lowercased() == other.lowercased()
    }
  }

  /// The bytes with ASCII letters in lower case.
  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The optimal string alignment distance of two texts; nil if it exceeds the bound.
  ///
  /// Computes the table of distances between prefixes row by row, and keeps three rows. Once two consecutive rows
  /// exceed the bound, all later rows do.
  private static func distance(_ a: [UInt8], _ b: [UInt8], within bound: Int) -> Int? {
    let width = b.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
      for j in 0..<width { rows[j] = j }
      var lastLeast = 0
      for i in 0..<a.count {
        let (row, last, before) = ((i + 1) % 3 * width, i % 3 * width, (i + 2) % 3 * width)
        rows[row] = i + 1
        var least = i + 1
        for j in 0..<b.count {
          var cost = min(rows[last + j + 1], rows[row + j]) + 1
          cost = min(cost, rows[last + j] + (a[i] == b[j] ? 0 : 1))
          if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
            cost = min(cost, rows[before + j - 1] + 1)
          }
          rows[row + j + 1] = cost
          least = min(least, cost)
        }
        if least > bound, lastLeast > bound { return nil }
        lastLeast = least
      }
      let distance = rows[a.count % 3 * width + b.count]
      return distance <= bound ? distance : nil
    }
  }
}
