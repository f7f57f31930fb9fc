import Text

/// Finds groups of moves to try. Each is planned with the covers that the analyses of earlier groups have found.
struct MoveSearch {
  /// A group of moves that are tried together.
  struct Group {
    /// The indices of the findings whose fixes are the moves.
    var fixes: [Int]
    var input: RuleSetInput
  }

  private let state: FixState
  private let items: ItemLists
  private var known: KnownCovers
  private var open: [Int]
  /// Groups of moves that failed together with others.
  private var waiting: [[Int]] = []
  /// The last group, if it was refuted, and the fixes in it that are known to be wrong.
  private var refuted: (group: Group, wrong: Set<Int>)?
  /// The moves that are refuted on their own.
  private(set) var wrong: [Int] = []
  /// True if moves that need other moves are left out.
  private let onlyAlone: Bool

  /// - Parameters:
  ///   - moves: the indices of the findings whose fixes are moves.
  ///   - onlyAlone: true to leave out moves that need other moves.
  init(_ moves: [Int], of state: FixState, _ known: KnownCovers, onlyAlone: Bool = false) {
    self.state = state
    self.known = known
    self.onlyAlone = onlyAlone
    open = moves
    items = ItemLists(state.trees, state.input.files)
  }

  /// The next group to try; nil if none is left.
  mutating func next() -> Group? {
    while true {
      if let group = planned() {
        guard let last = refuted, group.fixes == last.group.fixes,
          zip(group.input.files, last.group.input.files).allSatisfy({ $0.bytes == $1.bytes })
        else { return group }
        drop(last.wrong, from: group.fixes)
      } else {
        open = []
      }
      refuted = nil
      if open.isEmpty {
        guard let next = waiting.popLast() else { return nil }
        open = next
      }
    }
  }

  private func planned() -> Group? {
    if open.isEmpty { return nil }
    var plan = MovePlan(state, items, known)
    let possible = onlyAlone ? open.filter { plan.allows($0) } : open
    let fixes = possible.filter { plan.add($0) }
    guard !fixes.isEmpty, let files = plan.files else { return nil }
    var input = state.input
    input.files = files
    return Group(fixes: fixes, input: input)
  }

  /// Records that a group was refuted.
  ///
  /// - Parameters:
  ///   - wrong: the fixes that are known to be wrong; empty if any of them may be.
  ///   - known: the covers that are known after the attempt.
  mutating func refute(_ group: Group, _ wrong: Set<Int>, _ known: KnownCovers) {
    refuted = (group, wrong)
    self.known = known
  }

  /// Records that a group was proved.
  mutating func accept(_ group: Group) {
    refuted = nil
    let proved = Set(group.fixes)
    open.removeAll { proved.contains($0) }
  }

  /// Continues without the fixes that failed, or with one half of the group if it is unknown which ones did.
  private mutating func drop(_ wrong: Set<Int>, from fixes: [Int]) {
    if fixes.count == 1 {
      self.wrong += fixes
      open.removeAll { $0 == fixes[0] }
      return
    }
    var rest = fixes.filter { wrong.contains($0) }
    if rest.isEmpty || rest.count == fixes.count { rest = Array(fixes.suffix(fixes.count / 2)) }
    waiting.append(rest)
    let others = Set(rest)
    open.removeAll { others.contains($0) }
  }
}
