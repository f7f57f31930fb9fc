/// The atoms that are true for recent texts, by the hash of the text. A text replaces an earlier one in its slot.
struct TextCache {
  private struct Entry {
    let hash: UInt32
    let text: [UInt8]
    let atoms: [Int]
  }

  /// The slots; their number is a power of two, or 0 before the first text.
  private var slots: [Entry?] = []
  /// The number of texts that were replaced since the last doubling of the slots.
  private var evictions = 0
  /// The greatest number of slots.
  private static let most = 1 << 14

  mutating func removeAll() { self = TextCache() }

  subscript(text: [UInt8]) -> [Int]? {
    if slots.isEmpty { return nil }
    let hash = Self.hash(text)
    guard let entry = slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)], entry.hash == hash,
      entry.text == text
    else { return nil }
    return entry.atoms
  }

  mutating func insert(_ text: [UInt8], _ atoms: [Int]) {
    if slots.isEmpty { slots = [Entry?](repeating: nil, count: 8) }
    let entry = Entry(hash: Self.hash(text), text: text, atoms: atoms)
    let place = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
    if slots[place] != nil { evictions += 1 }
    slots[place] = entry
    if evictions == slots.count, slots.count < Self.most { grow() }
  }

  private mutating func grow() {
    let old = slots
    evictions = 0
    slots = [Entry?](repeating: nil, count: 2 * old.count)
    for case let entry? in old {
      slots[Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)] = entry
    }
  }

  private static func hash(_ text: [UInt8]) -> UInt32 {
    var hash: UInt64 = 0
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15 }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
