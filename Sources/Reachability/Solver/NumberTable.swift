/// A hash table from integers to integers for inner loops, with open addressing and a hash of one multiplication.
struct NumberTable {
  private var keys: [UInt64]
  private var values: [Int32]
  private var count = 0
  private static let free = UInt64.max

  init() {
    keys = [UInt64](repeating: Self.free, count: 64)
    values = [Int32](repeating: 0, count: 64)
  }

  /// The value of the key; nil if it has none.
  ///
  /// - Requires: the key is not negative.
  subscript(key: Int) -> Int? {
    let slot = slot(UInt64(key))
    return keys[slot] == Self.free ? nil : Int(values[slot])
  }

  /// Returns the value of the key. If it has none, stores and returns the given value.
  mutating func value(_ key: Int, orInsert value: Int) -> Int {
    let slot = slot(UInt64(key))
    if keys[slot] != Self.free { return Int(values[slot]) }
    keys[slot] = UInt64(key)
    values[slot] = Int32(value)
    count += 1
    if 2 * count > keys.count { grow() }
    return value
  }

  /// The slot of the key, or the free slot in which it can be stored.
  private func slot(_ key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while keys[slot] != key, keys[slot] != Self.free { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = [UInt64](repeating: Self.free, count: 2 * oldKeys.count)
    values = [Int32](repeating: 0, count: 2 * oldKeys.count)
    for (index, key) in oldKeys.enumerated() where key != Self.free {
      let slot = slot(key)
      keys[slot] = key
      values[slot] = oldValues[index]
    }
  }
}
