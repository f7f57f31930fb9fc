/// A hash table with open addressing that finds the index of a store's node.
struct NodeTable {
  private struct Slot {
    var hash: UInt32
    /// The index of the node; negative if the slot is free.
    var number: Int32

    static let free = Slot(hash: 0, number: -1)
  }

  private var slots = [Slot](repeating: .free, count: 1 << 10)
  private var count = 0

  /// Returns the index of an equal node. If there is none, stores and returns `next`.
  ///
  /// - Parameter isEqual: returns whether the node with that index is equal; only called for nodes with the same
  ///   hash.
  @inline(__always)
  mutating func number(hash: UInt32, next: Int, where isEqual: (Int) -> Bool) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place].number >= 0 {
      let slot = slots[place]
      if slot.hash == hash, isEqual(Int(slot.number)) { return Int(slot.number) }
      place = (place + 1) & mask
    }
    slots[place] = Slot(hash: hash, number: Int32(next))
    count += 1
    if 2 * count > slots.count { grow() }
    return next
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: .free, count: 2 * old.count)
    let mask = slots.count - 1
    for slot in old where slot.number >= 0 {
      var place = Int(truncatingIfNeeded: slot.hash) & mask
      while slots[place].number >= 0 { place = (place + 1) & mask }
      slots[place] = slot
    }
  }
}
