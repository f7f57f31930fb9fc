/// A deterministic automaton of a language, with as few states as possible.
///
/// No text is accepted from state 0. Automata of equal languages are equal if both were created with the same
/// classes of bytes.
package struct DeterministicAutomaton: Hashable, Sendable {
  /// The class of each byte.
  package private(set) var classes: [UInt8]
  package private(set) var classCount: Int
  package private(set) var start: Int
  /// The successor of each state by each class, row by row.
  package private(set) var next: [Int]
  package private(set) var isAccepting: [Bool]

  package var stateCount: Int { isAccepting.count }

  /// Creates a state for each set of states that a text can lead to in the nondeterministic automaton.
  ///
  /// - Parameters:
  ///   - limit: the most states before equivalent ones are merged.
  ///   - work: the most successors that are looked at.
  /// - Returns: nil if one of the limits is exceeded.
  package init?(_ automaton: NondeterministicAutomaton, states limit: Int, work: Int) {
    classes = automaton.classes
    classCount = automaton.classCount
    var sets: [[Int]] = [[]]
    // Most sets have at most one element, so those have a quicker table than `numbers`.
    var ofOne = [Int?](repeating: nil, count: automaton.stateCount)
    var numbers: [[Int]: Int] = [:]
    func number(_ set: [Int]) -> Int {
      if set.isEmpty { return 0 }
      let next = sets.count
      if set.count == 1 {
        if let number = ofOne[set[0]] { return number }
        ofOne[set[0]] = next
        sets.append(set)
        return next
      }
      let number = numbers[set, default: next]
      if number == next {
        numbers[set] = next
        sets.append(set)
      }
      return number
    }
    start = number(automaton.maximal(automaton.starts))
    next = []
    isAccepting = []
    var seen = [Int](repeating: 0, count: automaton.stateCount)
    var round = 0
    var left = work
    var state = 0
    while state < sets.count {
      if sets.count > limit || left < 0 { return nil }
      let set = sets[state]
      isAccepting.append(set.contains { automaton.isAccepting[$0] })
      for symbol in 0..<classCount {
        if symbol == automaton.ignored {
          next.append(state)
          continue
        }
        if set.count < 2 {
          let targets = set.isEmpty ? [] : automaton.followers[set[0]][symbol]
          left -= set.count + targets.count
          next.append(number(automaton.maximal(targets)))
          continue
        }
        round += 1
        var targets: [Int] = []
        for member in set {
          for target in automaton.followers[member][symbol] where seen[target] != round {
            seen[target] = round
            targets.append(target)
          }
        }
        left -= set.count + targets.count
        next.append(number(automaton.maximal(targets.sorted())))
      }
      state += 1
    }
    minimize()
  }

  /// Merges the states that accept the same texts (Hopcroft's algorithm), then the classes that no state
  /// distinguishes. Numbers both by their first appearance.
  private mutating func minimize() {
    let blocks = equivalentStates()
    renumber(blocks, mergedClasses(blocks))
  }

  /// The number of each state's block of equivalent states.
  private func equivalentStates() -> [Int] {
    let count = stateCount
    let sources = Sources(self)
    var block = isAccepting.map { $0 ? 1 : 0 }
    var members: [[Int]] = [[], []]
    for state in 0..<count { members[block[state]].append(state) }
    // Of the two parts of a split block, it is enough to process the smaller one (Hopcroft).
    let smaller = members[0].count < members[1].count ? 0 : 1
    var pending = [smaller]
    var isPending = [smaller == 0, smaller == 1]
    // The blocks that contain predecessors of the splitter, and these predecessors by block.
    var touched: [Int] = []
    var found: [[Int]] = [[], []]
    while let splitter = pending.popLast() {
      isPending[splitter] = false
      let states = members[splitter]
      for symbol in 0..<classCount {
        for state in states {
          for source in sources.before(state, symbol) {
            let old = block[source]
            if found[old].isEmpty { touched.append(old) }
            found[old].append(source)
          }
        }
        touched.sort()
        for old in touched {
          let moved = found[old]
          found[old].removeAll(keepingCapacity: true)
          if moved.count == members[old].count { continue }
          let new = members.count
          found.append([])
          for state in moved { block[state] = new }
          members.append(moved)
          members[old].removeAll { block[$0] != old }
          let isSmaller = isPending[old] || moved.count < members[old].count
          pending.append(isSmaller ? new : old)
          isPending.append(isSmaller)
          if !isSmaller { isPending[old] = true }
        }
        touched.removeAll(keepingCapacity: true)
      }
    }
    return block
  }

  /// The number that each class has after classes with the same successors are merged.
  private func mergedClasses(_ blocks: [Int]) -> [Int] {
    var numbers: [[Int]: Int] = [:]
    return (0..<classCount).map { symbol in
      let column = (0..<stateCount).map { blocks[next[$0 * classCount + symbol]] }
      let new = numbers.count
      let number = numbers[column, default: new]
      if number == new { numbers[column] = new }
      return number
    }
  }

  private mutating func renumber(_ blocks: [Int], _ merged: [Int]) {
    // Number the classes in the order of their first bytes.
    var classNumbers = [Int?](repeating: nil, count: classCount)
    var firstClasses: [Int] = []
    let newClasses = classes.map { old in
      let number = classNumbers[merged[Int(old)]] ?? firstClasses.count
      if number == firstClasses.count {
        classNumbers[merged[Int(old)]] = number
        firstClasses.append(Int(old))
      }
      return UInt8(truncatingIfNeeded: number)
    }
    // Number the states in the order of a walk from the start. The state that accepts nothing comes first.
    var numbers = [Int?](repeating: nil, count: stateCount)
    numbers[blocks[0]] = 0
    var states = [0]
    func number(_ state: Int) -> Int {
      let number = numbers[blocks[state]] ?? states.count
      if number == states.count {
        numbers[blocks[state]] = number
        states.append(state)
      }
      return number
    }
    let newStart = number(start)
    var newNext: [Int] = []
    var index = 0
    while index < states.count {
      for symbol in firstClasses {
        newNext.append(number(next[states[index] * classCount + symbol]))
      }
      index += 1
    }
    (classes, classCount) = (newClasses, firstClasses.count)
    isAccepting = states.map { isAccepting[$0] }
    (start, next) = (newStart, newNext)
  }

  /// Returns whether the language contains the text.
  package func matches(_ text: some Sequence<UInt8>) -> Bool {
    var state = start
    for byte in text {
      state = next[state * classCount + Int(classes[Int(byte)])]
      if state == 0 { return false }
    }
    return isAccepting[state]
  }
}

extension DeterministicAutomaton {
  /// The predecessors of each state by each class.
  private struct Sources {
    private let classCount: Int
    /// The index in `states` of the first predecessor for each state and class; at the end, the number of all.
    private var starts: [Int]
    private var states: [Int]

    init(_ automaton: DeterministicAutomaton) {
      classCount = automaton.classCount
      starts = [Int](repeating: 0, count: automaton.next.count + 1)
      states = [Int](repeating: 0, count: automaton.next.count)
      for (place, target) in automaton.next.enumerated() {
        starts[target * classCount + place % classCount] += 1
      }
      var sum = 0
      for place in starts.indices {
        sum += starts[place]
        starts[place] = sum
      }
      for place in automaton.next.indices.reversed() {
        let entry = automaton.next[place] * classCount + place % classCount
        starts[entry] -= 1
        states[starts[entry]] = place / classCount
      }
    }

    /// The predecessors of the state by the class, in ascending order.
    func before(_ state: Int, _ symbol: Int) -> ArraySlice<Int> {
      let entry = state * classCount + symbol
      return states[starts[entry]..<starts[entry + 1]]
    }
  }
}

extension NondeterministicAutomaton {
  /// The states without each one whose texts another state accepts too. Only bounds of repetitions are compared.
  fileprivate func maximal(_ states: [Int]) -> [Int] {
    if states.count < 2 { return states }
    var groups: [BoundsKey: [RepetitionBounds]] = [:]
    var hasSeveral = false
    for case let bounds? in states.lazy.map({ bounds[$0] }) {
      let key = BoundsKey(part: bounds.part, rest: bounds.rest)
      hasSeveral = hasSeveral || groups[key] != nil
      groups[key, default: []].append(bounds)
    }
    if !hasSeveral { return states }
    return states.filter { state in
      guard let own = bounds[state] else { return true }
      let group = groups[BoundsKey(part: own.part, rest: own.rest)] ?? []
      return !group.contains { $0 != own && $0.include(own) }
    }
  }
}

private struct BoundsKey: Hashable {
  var part: Language
  var rest: Language
}
