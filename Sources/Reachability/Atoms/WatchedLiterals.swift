/// The key of a rule: at most two atoms. The rule can hold only if at least one of them is true, which rejects
/// most rules at once.
struct WatchedLiterals: Equatable {
  /// The first atom; -1 if the rule can hold without a true atom or has too many atoms; -2 if the rule need not
  /// be found.
  private let first: Int32
  private let second: Int32

  /// The key of rules that never hold or that no search needs.
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

  /// The atom that must be true; nil if there are two or none.
  var atom: Int? { first >= 0 && first == second ? Int(first) : nil }

  /// A hash below 64. Rules with equal formulas have equal keys, and so equal signatures.
  var signature: UInt64 {
    let both = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    return (both &* 0x9E37_79B9_7F4A_7C15) >> 58
  }

  /// Returns false if the rule cannot hold, since none of its atoms is true.
  func mayHold(_ assignment: Assignment) -> Bool {
    if first < 0 { return first == -1 }
    return assignment.holds(Int(first)) || assignment.holds(Int(second))
  }
}
