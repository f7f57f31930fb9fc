/// An order of items in which some must precede others.
///
/// Each new demand moves only items between both (as Pearce and Kelly do), so that all demands hold after each one.
struct ItemOrder {
  /// The first item must precede the second one.
  struct Demand: Hashable {
    var first: Int
    var second: Int
  }

  /// The item that leaves its place if two must change their order.
  enum Motion {
    /// The first one moves just before the second one.
    case up
    /// The second one moves just after the first one.
    case down
  }

  /// The items in their order.
  private var order: [Int]
  /// By item, its index in the order.
  private(set) var places: [Int]
  /// By item, those that it must precede.
  private var followers: [[Int]]
  /// By item, those that must precede it.
  private var leaders: [[Int]]
  /// The items that have left their place.
  private(set) var moved: Set<Int> = []

  /// - Parameter count: the number of items, which are in the order of their numbers at first.
  init(_ count: Int) {
    order = Array(0..<count)
    places = order
    followers = Array(repeating: [], count: count)
    leaders = followers
  }

  /// Returns whether the demands require that one item precedes another.
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

  /// A change of the order by a demand.
  private struct Change {
    var demand: Demand
    /// The items from that place on before the change; empty if none moved.
    var start = 0
    var items: [Int] = []
    var moved: Set<Int> = []
  }

  /// Adds demands, or none of them.
  ///
  /// - Parameters:
  ///   - canMove: whether an item may leave its place.
  ///   - keeps: false only to find out whether they can be added.
  /// - Returns: false if they contradict others or an item cannot move.
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

  /// The item, and those that follow from it by the demands, among the items whose places are in question.
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
