/// A nondeterministic automaton that enters each state by one set of bytes. The states that a text can lead to
/// are therefore found with bit operations on words.
///
/// State 0 is the start, which no edge enters. The others are numbered along the paths of the automaton: the
/// successors of most states are only the next state, the state itself, or both.
package struct PositionAutomaton: Hashable, Sendable {
  /// The class of each byte.
  package let classes: [UInt8]
  package let classCount: Int
  /// The class of bytes that have no effect in any state.
  package let ignored: Int?
  package private(set) var isAccepting: [Bool] = []
  /// The classes by which each state is entered, ascending.
  package private(set) var entries: [[Int]] = []
  /// The successors of each state, ascending.
  package private(set) var followers: [[Int]] = []

  package var stateCount: Int { isAccepting.count }

  private struct Position: Hashable {
    var state: Int
    var entries: [Int]
  }

  /// - Parameter limit: the most states.
  /// - Returns: nil if the automaton would have more states.
  package init?(_ automaton: NondeterministicAutomaton, states limit: Int) {
    classes = automaton.classes
    classCount = automaton.classCount
    ignored = automaton.ignored
    var numbers: [Position: Int] = [:]
    var positions: [Position] = []
    /// The positions that some states lead to, in the order of their states.
    func after(_ states: [Int]) -> [Position] {
      var entries: [Int: [Int]] = [:]
      for symbol in 0..<automaton.classCount {
        for target in Set(states.flatMap { automaton.followers[$0][symbol] }) {
          entries[target, default: []].append(symbol)
        }
      }
      return entries.sorted { $0.key < $1.key }.map { Position(state: $0.key, entries: $0.value) }
    }
    // Depth first, so that the states of a path get consecutive numbers. The start is not one of the positions.
    var pending = Array(after(automaton.starts).reversed())
    while let position = pending.popLast() {
      if numbers[position] != nil { continue }
      if positions.count >= limit { return nil }
      numbers[position] = positions.count + 1
      positions.append(position)
      pending += after([position.state]).reversed()
    }
    isAccepting =
      [automaton.starts.contains { automaton.isAccepting[$0] }]
      + positions.map { automaton.isAccepting[$0.state] }
    entries = [[]] + positions.map { $0.entries }
    followers =
      [after(automaton.starts).compactMap { numbers[$0] }.sorted()]
      + positions.map { after([$0.state]).compactMap { numbers[$0] }.sorted() }
  }

  /// The states with other successors than themselves and the next state.
  package var branching: [Int] {
    followers.indices.filter { state in
      followers[state].contains { $0 != state && $0 != state + 1 }
    }
  }

  /// Returns whether the language contains the text.
  package func matches(_ text: some Sequence<UInt8>) -> Bool {
    var states: Set<Int> = [0]
    for byte in text {
      let symbol = Int(classes[Int(byte)])
      if symbol == ignored { continue }
      states = Set(states.lazy.flatMap { followers[$0] }.filter { entries[$0].contains(symbol) })
      if states.isEmpty { return false }
    }
    return states.contains { isAccepting[$0] }
  }
}
