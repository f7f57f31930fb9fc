import Automata
import PatternMatching

/// The automaton of a regular expression, as the list of numbers that the run-time support reads.
struct ExpressionTable: Hashable {
  /// The type of the run-time support that reads the numbers.
  let type: SwiftRuntime
  let words: [Int]

  init(_ matcher: ExpressionMatcher) {
    switch matcher {
    case .table(let table):
      type = .textExpression
      words = Self.words(table)
    case .positions(let positions):
      type = .largeTextExpression
      words = Self.words(positions)
    }
  }

  /// Returns the words of a `TextExpression`, in which the accepting states come last.
  private static func words(_ table: DeterministicAutomaton) -> [Int] {
    let states = table.isAccepting.indices
    let order = states.filter { !table.isAccepting[$0] } + states.filter { table.isAccepting[$0] }
    var places = [Int](repeating: 0, count: order.count)
    for (place, state) in order.enumerated() { places[state] = place }
    let end = order.firstIndex { table.isAccepting[$0] } ?? order.count
    var words = [table.classCount, places[table.start], end] + runs(table.classes)
    for state in order.dropFirst() {
      let first = state * table.classCount
      let row = table.next[first..<first + table.classCount].map { places[$0] }
      let usual = mostFrequent(row)
      let others = row.enumerated().filter { $0.element != usual }
      words += [usual, others.count] + others.flatMap { [$0.offset, $0.element] }
    }
    return words
  }

  /// Returns the most frequent number; the lowest of several.
  private static func mostFrequent(_ numbers: [Int]) -> Int {
    var counts: [Int: Int] = [:]
    for number in numbers { counts[number, default: 0] += 1 }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
  }

  /// Returns the words of a `LargeTextExpression`.
  private static func words(_ positions: PositionAutomaton) -> [Int] {
    let count = positions.classCount
    var words = [count, positions.ignored ?? count] + runs(positions.classes)
    for state in positions.isAccepting.indices {
      words.append(positions.isAccepting[state] ? 1 : 0)
      words.append(positions.entries[state].count)
      words += positions.entries[state]
      words.append(positions.followers[state].count)
      words += positions.followers[state]
    }
    return words
  }

  /// Returns the runs of bytes with the same class, each as a length and a class.
  private static func runs(_ classes: [UInt8]) -> [Int] {
    var runs: [Int] = []
    for place in classes.indices {
      if place > 0, classes[place] == classes[place - 1] {
        runs[runs.count - 2] += 1
      } else {
        runs += [1, Int(classes[place])]
      }
    }
    return runs
  }

  /// The words as text. Each word has two characters of six bits, lower bits first. The character `0` is 0.
  var text: String {
    var characters: [UInt8] = []
    for word in words {
      for bits in [word & 0x3F, word >> 6 & 0x3F] {
        characters.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: bits))
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
