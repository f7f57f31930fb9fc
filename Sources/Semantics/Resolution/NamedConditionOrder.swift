import Text

/// The order in which named conditions are resolved. Each condition comes after those that it uses.
///
/// The search is not recursive, since thousands of conditions can each use the next.
struct NamedConditionOrder {
  /// A use of a condition in the declaration of another one.
  struct Use {
    var condition: Int
    var location: Location
  }

  /// A link of a cycle of uses.
  struct Link {
    /// The condition whose declaration contains the use.
    var from: Int
    var location: Location
  }

  /// The conditions in the order in which they are resolved.
  private(set) var indices: [Int] = []
  /// The cycles, by the location of the use that closes each one.
  private(set) var cycles: [Location: [Link]] = [:]

  /// - Parameter uses: for each condition, its uses of others in source order.
  init(_ uses: [[Use]]) {
    // The path from the condition at which the search began to the current one. Each element has the number of its
    // uses that have been followed.
    var way: [(condition: Int, followed: Int)] = []
    var positions: [Int: Int] = [:]
    var isDone = [Bool](repeating: false, count: uses.count)
    for start in uses.indices where !isDone[start] {
      positions[start] = 0
      way.append((start, 0))
      while let (condition, followed) = way.last {
        guard followed < uses[condition].count else {
          way.removeLast()
          positions[condition] = nil
          isDone[condition] = true
          indices.append(condition)
          continue
        }
        way[way.count - 1].followed += 1
        let use = uses[condition][followed]
        if let position = positions[use.condition] {
          cycles[use.location] = way[position...].map {
            Link(from: $0.condition, location: uses[$0.condition][$0.followed - 1].location)
          }
        } else if !isDone[use.condition] {
          positions[use.condition] = way.count
          way.append((use.condition, 0))
        }
      }
    }
  }
}
