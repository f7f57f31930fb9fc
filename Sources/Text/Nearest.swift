/// Finds the names that somebody who wrote another one may have meant.
package enum Nearest {
  /// Those at most a third of the word's length in edits away, nearest first, ties in the order
  /// given; at most `limit`.
  ///
  /// An edit inserts, deletes or replaces a character or swaps two neighbours; case costs nothing
  /// more than a tie.
  package static func names(
    to word: String, among candidates: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let letters = Array(word.lowercased().utf8)
    guard letters.count <= 100 else { return [] }
    let bound = max(1, letters.count / 3)
    var found: [(distance: Int, order: Int, name: String)] = []
    for (order, candidate) in candidates.enumerated() where candidate != word {
      guard abs(candidate.utf8.count - letters.count) <= bound else { continue }
      let distance = distance(letters, Array(candidate.lowercased().utf8))
      if distance <= bound { found.append((distance, order, candidate)) }
    }
    found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
    var names: [String] = []
    for entry in found where !names.contains(entry.name) {
      names.append(entry.name)
      if names.count == limit { break }
    }
    return names
  }

  /// Optimal string alignment distance.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        var cost = min(last[j + 1], row[j]) + 1
        cost = min(cost, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
