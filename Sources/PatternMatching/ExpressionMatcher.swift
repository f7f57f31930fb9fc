package import Automata
package import Requests

/// The automaton with which an app matches a regular expression in one pass over the bytes of the value.
///
/// Values are valid UTF-8, so the automaton may do anything with other bytes. If no set of the expression
/// distinguishes scalars outside of ASCII, their first bytes form one class, and all later bytes of a scalar are
/// ignored. Otherwise a set that contains all of them matches a first byte and any number of later ones.
package enum ExpressionMatcher: Hashable, Sendable {
  /// A table in which the next state is looked up.
  case table(DeterministicAutomaton)
  /// A bit for each state that the text can lead to, if a table would be too large.
  case positions(PositionAutomaton)

  /// The most entries of a table for which bits are not tried: source code of 8 kB.
  package static let tableEntries = 4_096
  /// The most entries of any table.
  package static let largestTable = 65_535
  package static let mostStates = 4_095
  /// The number of bits for the states; app code keeps them in registers.
  package static let positionBits = 256
  /// The most groups of eight bits in which a state has other successors than itself and the next one. Each group
  /// takes a look into a table for every byte of the value.
  package static let branchingGroups = 8

  /// The number of sets of bytes below which an expression without anchors always has a matcher.
  private static let fewSets = 32

  /// Creates the matcher of an expression; nil if every kind would need too much time or space.
  ///
  /// - Parameter store: creates the languages; one store for several expressions saves time.
  package init?(_ expression: RegularExpression, in store: LanguageStore = LanguageStore()) {
    guard let automaton = NondeterministicAutomaton(expression, in: store) else { return nil }
    let small = Self.table(automaton, states: Self.tableEntries / 2, entries: Self.tableEntries)
    if let small {
      self = .table(small)
    } else if let positions = Self.positions(automaton) {
      self = .positions(positions)
    } else if let large = Self.table(
      automaton, states: 2 * Self.mostStates, entries: Self.largestTable)
    {
      self = .table(large)
    } else {
      return nil
    }
  }

  /// Returns whether the expression has a matcher. Costs little for most expressions.
  package static func exists(for expression: RegularExpression) -> Bool {
    // Few sets make few bits, since each way to enter a part of the expression has one bit.
    let isPlain = expression.isPlain
    let count = expression.count(upTo: fewSets) { isPlain ? 1 : $0.byteSetCount(upTo: fewSets) }
    if !expression.hasAnchors, count < fewSets { return true }
    let store = LanguageStore()
    guard let automaton = NondeterministicAutomaton(expression, in: store) else { return false }
    return positions(automaton) != nil || Self(expression, in: store) != nil
  }

  private static func table(
    _ automaton: NondeterministicAutomaton, states: Int, entries: Int
  ) -> DeterministicAutomaton? {
    let table = DeterministicAutomaton(automaton, states: states, work: 200 * entries)
    guard let table, table.stateCount <= mostStates, table.next.count <= entries else { return nil }
    return table
  }

  private static func positions(_ automaton: NondeterministicAutomaton) -> PositionAutomaton? {
    guard let positions = PositionAutomaton(automaton, states: positionBits - 1) else { return nil }
    let groups = Set(positions.branching.map { $0 / 8 })
    return groups.count <= branchingGroups ? positions : nil
  }

  /// Returns whether the expression matches the text.
  package func matches(_ text: some Sequence<UInt8>) -> Bool {
    switch self {
    case .table(let table): table.matches(text)
    case .positions(let positions): positions.matches(text)
    }
  }
}

extension NondeterministicAutomaton {
  fileprivate init?(_ expression: RegularExpression, in store: LanguageStore) {
    let isPlain = expression.isPlain
    let languages = ExpressionLanguages(store) { set in
      guard let plain = set.plainBytes else { return store.scalars(set.ranges) }
      let first = store.alternation(plain.map { store.bytes($0) })
      if isPlain || !set.holdsOthers { return first }
      return store.concatenation(first, store.repetition(store.bytes(Self.laterBytes)))
    }
    let ignored = isPlain && expression.holdsOthers ? Self.laterBytes : nil
    self.init(
      languages.language(of: expression), in: store, ignoring: ignored,
      states: ExpressionMatcher.mostStates)
  }

  /// The bytes of a scalar after its first.
  private static let laterBytes: ClosedRange<UInt8> = 0x80...0xBF
}

extension ScalarSet {
  /// True if the set contains all scalars outside of ASCII or none of them.
  fileprivate var isPlain: Bool { !holdsOthers || intersection(.nonASCII) == .nonASCII }

  /// The first bytes of the UTF-8 forms of the set's scalars; nil if the set is not plain.
  fileprivate var plainBytes: [ClosedRange<UInt8>]? {
    guard isPlain else { return nil }
    let ascii = ranges.filter { $0.lowerBound < 0x80 }.map {
      UInt8(truncatingIfNeeded: $0.lowerBound)...UInt8(min($0.upperBound, 0x7F))
    }
    return holdsOthers ? ascii + [0xC2...0xF4] : ascii
  }

  /// An upper bound of the number of byte sets in the set's language, or a number above the limit.
  fileprivate func byteSetCount(upTo limit: Int) -> Int {
    if isPlain { return holdsOthers ? 2 : 1 }
    // A scalar has at most four bytes; a range of scalars is cut into ranges of bytes.
    return ranges.filter { $0.upperBound >= 0x80 }.reduce(1) { $0 + ($1.count == 1 ? 4 : limit) }
  }

  fileprivate var holdsOthers: Bool { ranges.last.map { $0.upperBound >= 0x80 } ?? false }

  private static let nonASCII = ScalarSet(canonical: [0...0x7F]).complement
}

extension RegularExpression {
  fileprivate func allSets(_ test: (ScalarSet) -> Bool) -> Bool {
    switch self {
    case .empty, .start, .end: true
    case .set(let set): test(set)
    case .sequence(let parts), .alternatives(let parts): parts.allSatisfy { $0.allSets(test) }
    case .repetition(let part, _, _): part.allSets(test)
    }
  }

  /// True if no set distinguishes scalars outside of ASCII.
  fileprivate var isPlain: Bool { allSets { $0.isPlain } }
  /// True if a set contains scalars outside of ASCII.
  fileprivate var holdsOthers: Bool { !allSets { !$0.holdsOthers } }

  /// The sum of the counts of the expression's sets with the repetitions expanded, or a number above the limit.
  fileprivate func count(upTo limit: Int, _ ofSet: (ScalarSet) -> Int) -> Int {
    switch self {
    case .empty, .start, .end: return 0
    case .set(let set): return ofSet(set)
    case .sequence(let parts), .alternatives(let parts):
      var sum = 0
      for part in parts where sum <= limit { sum += part.count(upTo: limit, ofSet) }
      return sum
    case .repetition(let part, let lower, let upper):
      return min(part.count(upTo: limit, ofSet), limit + 1) * max(upper ?? lower + 1, 1)
    }
  }
}
