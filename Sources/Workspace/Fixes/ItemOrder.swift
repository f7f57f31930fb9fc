/// An order of items that satisfies a set of ordering constraints (demands).
///
/// The order is updated with each new demand as by Pearce and Kelly: only items between the two of the demand move.
struct ItemOrder {
  /// A constraint: the first item must precede the second one.
  struct Demand: Hashable {
    var first: Int
    var second: Int
  }

  /// The item that moves if two items must change their order.
  enum Motion {
    /// The item that must precede moves just before the other one.
    case up
    /// The item that must follow moves just after the other one.
    case down
  }

  /// The items in the current order.
  private var order: [Int]
  /// The index of each item in the order, by item.
  private(set) var places: [Int]
  /// The items that each item must directly precede, by item.
  private var followers: [[Int]]
  /// The items that must directly precede each item, by item.
  private var leaders: [[Int]]
  /// The items that have left their places.
  private(set) var moved: Set<Int> = []

  /// - Parameter count: the number of items. They are initially in the order of their numbers.
  init(_ count: Int) {
    order = Array(0..<count)
    places = order
    followers = Array(repeating: [], count: count)
    leaders = followers
  }

  /// Returns whether the demands together require that the item precedes the other one.
  func mustPrecede(_ item: Int, _ other: Int) -> Bool {
    if item == other { return true }
    if places[item] > places[other] { return false }
    var seen: Set<Int> = [item]
    var open = [item]
    while let next = open.popLast() {
      for follower in followers[next] where places[follower] <= places[other] {
        if follower == other { return true }
        if seen.insert(follower).inserted { open.append(follower) }
      }
    }
    return false
  }

  /// A change of the order because of a demand, which can be undone.
  private struct Change {
    var demand: Demand
    /// The first place that the change affects; `items` are those from this place on before the change, and empty if
    /// none moved.
    var start = 0
    var items: [Int] = []
    var moved: Set<Int> = []
  }

  /// Adds either all demands or none.
  ///
  /// - Parameters:
  ///   - canMove: returns whether an item may leave its place.
  ///   - keeps: false to test only whether the demands can be added.
  /// - Returns: false if the demands contradict others, or an item cannot move.
  mutating func add(
    _ demands: [Demand], _ motion: Motion, keeps: Bool = true, canMove: (Int) -> Bool
  ) -> Bool {
    var changes: [Change] = []
    var isPossible = true
    for demand in demands where !followers[demand.first].contains(demand.second) {
      guard !mustPrecede(demand.second, demand.first),
        let change = add(demand, motion, canMove)
      else {
        isPossible = false
        break
      }
      changes.append(change)
    }
    if isPossible, keeps { return true }
    for change in changes.reversed() { undo(change) }
    return isPossible
  }

  private mutating func add(
    _ demand: Demand, _ motion: Motion, _ canMove: (Int) -> Bool
  ) -> Change? {
    var change = Change(demand: demand)
    let (start, end) = (places[demand.second], places[demand.first])
    if start < end {
      let leaving =
        motion == .up
        ? closure(demand.first, leaders) { $0 > start }
        : closure(demand.second, followers) { $0 < end }
      guard leaving.allSatisfy(canMove) else { return nil }
      change.start = start
      change.items = Array(order[start...end])
      change.moved = leaving.subtracting(moved)
      let those = change.items.filter { leaving.contains($0) }
      let others = change.items.filter { !leaving.contains($0) }
      replace(from: start, by: motion == .up ? those + others : others + those)
      moved.formUnion(leaving)
    }
    followers[demand.first].append(demand.second)
    leaders[demand.second].append(demand.first)
    return change
  }

  private mutating func undo(_ change: Change) {
    followers[change.demand.first].removeLast()
    leaders[change.demand.second].removeLast()
    replace(from: change.start, by: change.items)
    moved.subtract(change.moved)
  }

  private mutating func replace(from start: Int, by items: [Int]) {
    for (offset, item) in items.enumerated() {
      order[start + offset] = item
      places[item] = start + offset
    }
  }

  /// The item and all items that the demands connect to it, among the items within a range of places.
  private func closure(_ item: Int, _ next: [[Int]], _ isWithin: (Int) -> Bool) -> Set<Int> {
    var found: Set<Int> = [item]
    var open = [item]
    while let one = open.popLast() {
      for other in next[one] where isWithin(places[other]) && found.insert(other).inserted {
        open.append(other)
      }
    }
    return found
  }
}
