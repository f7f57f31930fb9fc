import Text

/// The elements that are not in a long common subsequence of two sequences.
struct SequenceChanges {
  /// Indices into the old sequence, ascending.
  private(set) var removed: [Int] = []
  /// Indices into the new sequence, ascending.
  private(set) var inserted: [Int] = []

  /// The length from which elements that each sequence has once are matched first, in time that does not grow with the
  /// number of changes.
  private static let manyElements = 1_000

  init(from old: [Int], to new: [Int]) {
    guard min(old.count, new.count) >= Self.manyElements else {
      compare(old[...], new[...])
      return
    }
    var places = (old: 0, new: 0)
    for pair in Self.pairsInOrder(old, new) + [(old: old.count, new: new.count)] {
      compare(old[places.old..<pair.old], new[places.new..<pair.new])
      places = (pair.old + 1, pair.new + 1)
    }
  }

  private mutating func compare(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    let changes = new.difference(from: old)
    var (first, second): ([Int], [Int]) = ([], [])
    for change in changes {
      switch change {
      case .remove(let offset, _, _): first.append(old.startIndex + offset)
      case .insert(let offset, _, _): second.append(new.startIndex + offset)
      }
    }
    removed += first.sorted()
    inserted += second.sorted()
  }

  /// The most pairs of equal elements that have the same order in both sequences, of the elements that each has once.
  private static func pairsInOrder(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    let oldPlaces = uniquePlaces(old)
    let newPlaces = uniquePlaces(new)
    let pairs = old.indices.compactMap { place -> (old: Int, new: Int)? in
      guard oldPlaces[old[place]] == place, let other = newPlaces[old[place]], let other else {
        return nil
      }
      return (place, other)
    }
    // The last pair of the best sequence of each length, and by pair the one before it.
    var ends: [Int] = []
    var before: [Int?] = []
    for (number, pair) in pairs.enumerated() {
      let length = ends.partitionPoint { pairs[$0].new >= pair.new }
      before.append(length == 0 ? nil : ends[length - 1])
      if length == ends.count { ends.append(number) } else { ends[length] = number }
    }
    var chosen: [(old: Int, new: Int)] = []
    var next = ends.last
    while let number = next {
      chosen.append(pairs[number])
      next = before[number]
    }
    return chosen.reversed()
  }

  /// By element, its place; nil if it occurs several times.
  private static func uniquePlaces(_ elements: [Int]) -> [Int: Int?] {
    var places: [Int: Int?] = [:]
    for (place, element) in elements.enumerated() {
      places.updateValue(places.keys.contains(element) ? nil : place, forKey: element)
    }
    return places
  }
}
