/// Names that somebody may have meant by one that does not exist.
package enum NearestNames {
  /// The candidates within an edit distance that grows with the name, nearest first, then in the
  /// order given; at most `limit`. Distance counts inserted, removed, changed and swapped letters.
  package static func of(_ name: String, in candidates: [String], limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars)
    let bound = max(1, wanted.count / 3)
    var found: [(distance: Int, order: Int, name: String)] = []
    for (order, candidate) in candidates.enumerated() {
      let letters = Array(candidate.lowercased().unicodeScalars)
      if abs(letters.count - wanted.count) > bound { continue }
      let distance = distance(wanted, letters)
      if distance <= bound { found.append((distance, order, candidate)) }
    }
    found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
    return found.prefix(limit).map(\.name)
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [Int](repeating: 0, count: b.count + 1)
      row[0] = i
      for j in 1...b.count {
        let change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, change)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], before[j - 2] + 1)
        }
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
