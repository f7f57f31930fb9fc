/// At most two atoms: for the rule to hold, at least one must be true. They alone reject most rules.
struct WatchedLiterals: Equatable {
  /// -1 if the rule can hold without a true atom, or if it has too many of them; -2 if it need not be found.
  private let first: Int32
  private let second: Int32

  /// The key of rules that are not searched for, or that never hold.
  static let never = WatchedLiterals(first: -2, second: -2)

  private init(first: Int, second: Int) {
    self.first = Int32(first)
    self.second = Int32(second)
  }

  init(_ formula: Formula, _ atomTable: AtomTable) {
    var (count, first, second) = (0, -1, -1)
    guard
      formula.watch(
        atomTable.commonness,
        { atom in
          if count == 0 { first = atom }
          second = atom
          count += 1
        })
    else {
      self.init(first: -1, second: -1)
      return
    }
    switch count {
    case 0: self = .never
    case 1, 2: self.init(first: first, second: second)
    default: self.init(first: -1, second: -1)
    }
  }

  var isNever: Bool { first == -2 }

  /// The only atom, which must be true; nil if there are two or none.
  var atom: Int? { first >= 0 && first == second ? Int(first) : nil }

  /// A number below 64. Rules with equal formulas have equal keys, and so equal signatures.
  var signature: UInt64 {
    let both = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    return (both &* 0x9E37_79B9_7F4A_7C15) >> 58
  }

  /// Returns false if none of the atoms is true.
  func mayHold(_ assignment: Assignment) -> Bool {
    if first < 0 { return first == -1 }
    return assignment.holds(Int(first)) || assignment.holds(Int(second))
  }
}
