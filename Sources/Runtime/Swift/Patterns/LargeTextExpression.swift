//: output BasculePatterns
//: needs RequestText ExpressionWords

/// A regular expression that the whole value must match, for which the table of a `TextExpression` would be too large.
///
/// The match keeps the set of states that the automaton can be in, one bit for each, and reads each byte once.
@_spi(Generated) public nonisolated struct LargeTextExpression: Sendable {
  private typealias States = SIMD4<UInt64>

  /// Eight states. The table holds the successors of each subset of them.
  private struct Group: Sendable {
    let byte: Int
    let table: Int
  }

  /// The class of each byte. The automaton does not distinguish bytes of one class.
  private let classes: [UInt8]
  /// The class of bytes that do not change the set of states.
  private let ignored: UInt8
  /// The set of states that can be entered with a byte, by the class of the byte.
  private var entered: [States]
  /// The states that are their own successors.
  private var staying = States.zero
  /// The states that succeed the state with the number before.
  private var advancing = States.zero
  /// The accepting states.
  private var ends = States.zero
  /// The groups of states that have other successors.
  private var groups: [Group] = []
  /// The other successors, for each group and each subset of its states.
  private var followers: [States] = []

  /// - Parameter text: words in this order:
  ///   - the number of classes
  ///   - the class that changes nothing
  ///   - the classes of the bytes
  ///   - for each state: 1 if it is accepting, the number of the classes that enter it, these classes, the number of
  ///     its successors, and these successors
  ///
  ///   The match starts in the first state.
  @_spi(Generated) public init(_ text: StaticString) {
    var words = ExpressionWords(text)
    entered = [States](repeating: .zero, count: words.next())
    ignored = UInt8(words.next())
    classes = words.classes()
    var state = 0
    while !words.isAtEnd {
      if words.next() == 1 { ends.insert(state) }
      for _ in 0..<words.next() { entered[words.next()].insert(state) }
      for _ in 0..<words.next() { add(words.next(), after: state) }
      state += 1
    }
  }

  private mutating func add(_ follower: Int, after state: Int) {
    if follower == state {
      staying.insert(follower)
    } else if follower == state + 1 {
      advancing.insert(follower)
    } else {
      if groups.last?.byte != state / 8 {
        groups.append(Group(byte: state / 8, table: followers.count))
        followers += repeatElement(.zero, count: 256)
      }
      for set in 0..<256 where set >> (state % 8) & 1 == 1 {
        followers[followers.count - 256 + set].insert(follower)
      }
    }
  }

  fileprivate func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    classes.withUnsafeBufferPointer { classes in
      entered.withUnsafeBufferPointer { entered in
        groups.withUnsafeBufferPointer { groups in
          followers.withUnsafeBufferPointer { followers in
            var states = States(1, 0, 0, 0)
            for byte in bytes {
              let kind = classes[Int(byte)]
              if kind == ignored { continue }
              let highest = states &>> 63
              let before = states &<< 1 | States(0, highest[0], highest[1], highest[2])
              var next = states & staying | before & advancing
              for group in groups {
                let set = states[group.byte / 8] &>> UInt64(group.byte % 8 * 8) & 0xFF
                next |= followers[group.table + Int(set)]
              }
              states = next & entered[Int(kind)]
              if states == .zero { return false }
            }
            return states & ends != .zero
          }
        }
      }
    }
  }
}

nonisolated extension SIMD4<UInt64> {
  fileprivate mutating func insert(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }
}

nonisolated extension RequestText {
  @_spi(Generated) public func matches(_ expression: LargeTextExpression) -> Bool {
    exists && withBytes(expression.matches)
  }
}
