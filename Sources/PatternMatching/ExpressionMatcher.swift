package import Automata
package import Requests

/// The way in which an app matches a regular expression: in one pass over the bytes of the value.
///
/// Values are texts, so the automaton need not know what it does with bytes that are not UTF-8. If no set of
/// the expression tells scalars outside of ASCII apart, their first bytes are one class, and the bytes
/// after those are ignored. Otherwise a set that holds all of them is a first byte and any number of others.
package enum ExpressionMatcher: Hashable, Sendable {
  /// The next state is looked up.
  case table(DeterministicAutomaton)
  /// The states that the text can lead to are kept as bits, since a table would be too large.
  case positions(PositionAutomaton)

  /// The most entries of a table where the bits will do: source code of 8 kB.
  package static let tableEntries = 4_096
  /// The most entries and states of any table.
  package static let largestTable = 65_535
  package static let mostStates = 4_095
  /// The bits of a set of states, which app code keeps in registers.
  package static let positionBits = 256
  /// The most groups of eight bits that have other followers than themselves and the next bit. Each takes
  /// a look into a table, for every byte of the value.
  package static let branchingGroups = 8

  /// Expressions with fewer sets of bytes have a matcher.
  private static let fewSets = 32

  /// The matcher of an expression; nil if every way would take too long, or too much space.
  ///
  /// - Parameter store: makes the languages; one for several expressions saves time.
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

  /// Returns true if there is a matcher for the expression. Costs little for most expressions.
  package static func exists(for expression: RegularExpression) -> Bool {
    // Few sets make few bits: one for each way in which a part of the expression is entered.
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

  /// Returns true if the text is of the expression.
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

  /// Those that follow the first byte of a scalar.
  private static let laterBytes: ClosedRange<UInt8> = 0x80...0xBF
}

extension ScalarSet {
  /// True if it holds all scalars outside of ASCII or none of them.
  fileprivate var isPlain: Bool { !holdsOthers || intersection(.nonASCII) == .nonASCII }

  /// The first bytes of its scalars; nil if it is not plain.
  fileprivate var plainBytes: [ClosedRange<UInt8>]? {
    guard isPlain else { return nil }
    let ascii = ranges.filter { $0.lowerBound < 0x80 }.map {
      UInt8(truncatingIfNeeded: $0.lowerBound)...UInt8(min($0.upperBound, 0x7F))
    }
    return holdsOthers ? ascii + [0xC2...0xF4] : ascii
  }

  /// The most sets of bytes that its language is made of, or a number above the limit.
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

  /// True if no set tells scalars outside of ASCII apart.
  fileprivate var isPlain: Bool { allSets { $0.isPlain } }
  /// True if a set holds scalars outside of ASCII.
  fileprivate var holdsOthers: Bool { !allSets { !$0.holdsOthers } }

  /// The sum of the counts of its sets with the repetitions written out, or a number above the limit.
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
