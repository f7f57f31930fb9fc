/// A nondeterministic automaton whose states each are entered by one set of bytes, so that the set of the
/// states that a text can lead to is found with operations on words of bits.
///
/// State 0 is the start, which nothing enters. The others are numbered along the paths of the automaton: most
/// are followed by the next one, by themselves, or by both.
package struct PositionAutomaton: Hashable, Sendable {
  /// The class of each byte.
  package let classes: [UInt8]
  package let classCount: Int
  /// The class of bytes that leave all states as they are.
  package let ignored: Int?
  package private(set) var isAccepting: [Bool] = []
  /// For each state the classes by which it is entered, ascending.
  package private(set) var entries: [[Int]] = []
  /// For each state those that can follow, ascending.
  package private(set) var followers: [[Int]] = []

  package var stateCount: Int { isAccepting.count }

  private struct Position: Hashable {
    var state: Int
    var entries: [Int]
  }

  /// - Returns: nil if there are more states.
  package init?(_ automaton: NondeterministicAutomaton, states limit: Int) {
    classes = automaton.classes
    classCount = automaton.classCount
    ignored = automaton.ignored
    var numbers: [Position: Int] = [:]
    var positions: [Position] = []
    /// The positions after some states, those of a later state first.
    func after(_ states: [Int]) -> [Position] {
      var entries: [Int: [Int]] = [:]
      for symbol in 0..<automaton.classCount {
        for target in Set(states.flatMap { automaton.followers[$0][symbol] }) {
          entries[target, default: []].append(symbol)
        }
      }
      return entries.sorted { $0.key < $1.key }.map { Position(state: $0.key, entries: $0.value) }
    }
    // Depth first, so that a path gets numbers in a row. The start is not one of the positions.
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
    entries = [[]] + positions.map(\.entries)
    followers =
      [after(automaton.starts).compactMap { numbers[$0] }.sorted()]
      + positions.map { after([$0.state]).compactMap { numbers[$0] }.sorted() }
  }

  /// The states that others follow than themselves and the next one.
  package var branching: [Int] {
    followers.indices.filter { state in
      followers[state].contains { $0 != state && $0 != state + 1 }
    }
  }

  /// Returns true if the text is in the language.
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
