import Text

/// The elements that are not in a long common subsequence of two sequences.
struct SequenceChanges {
  /// The indices of elements of the old sequence, ascending.
  private(set) var removed: [Int] = []
  /// The indices of elements of the new sequence, ascending.
  private(set) var inserted: [Int] = []

  /// The length from which on elements that occur once in each sequence are matched first. That takes time that
  /// does not grow with the number of changes.
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

  /// The longest list of pairs of equal elements that is in order in both sequences. Only elements that occur
  /// once in each sequence are used.
  private static func pairsInOrder(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    let oldPlaces = uniquePlaces(old)
    let newPlaces = uniquePlaces(new)
    let pairs = old.indices.compactMap { place -> (old: Int, new: Int)? in
      guard oldPlaces[old[place]] == place, let other = newPlaces[old[place]], let other else {
        return nil
      }
      return (place, other)
    }
    // The last pair of the best list of each length, and for each pair the one before it in its list.
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

  /// The index of each element; nil if the element occurs several times.
  private static func uniquePlaces(_ elements: [Int]) -> [Int: Int?] {
    var places: [Int: Int?] = [:]
    for (place, element) in elements.enumerated() {
      places.updateValue(places.keys.contains(element) ? nil : place, forKey: element)
    }
    return places
  }
}
