import Requests

/// Decides whether a regular expression matches a whole text.
///
/// The expression becomes a nondeterministic automaton with repetitions expanded; the parser limits their number.
/// The text is read once, with the set of all states that the automaton can be in. So the time is at most the
/// number of states times the length of the text, without backtracking.
struct RegularExpressionMatcher {
  private enum State {
    case scalar(ScalarSet)
    case split
    case start
    case end
    case accept
  }

  private var states: [State] = []
  /// The successors of each state.
  private var followers: [[Int]] = []
  private var first = 0

  init(_ expression: RegularExpression) {
    let accept = add(.accept, [])
    first = build(expression, then: accept)
  }

  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var current = StateSet(states.count)
    var next = StateSet(states.count)
    enter(first, at: 0, of: scalars.count, &current)
    for (position, scalar) in scalars.enumerated() {
      next.removeAll()
      for state in current.members {
        guard case .scalar(let set) = states[state], set.contains(scalar) else { continue }
        for follower in followers[state] {
          enter(follower, at: position + 1, of: scalars.count, &next)
        }
      }
      swap(&current, &next)
      if current.members.isEmpty { return false }
    }
    return current.members.contains { if case .accept = states[$0] { true } else { false } }
  }

  /// Adds a state and all states that it leads to without reading a scalar.
  private func enter(_ state: Int, at position: Int, of count: Int, _ set: inout StateSet) {
    var pending = [state]
    while let state = pending.popLast() {
      guard set.insert(state) else { continue }
      switch states[state] {
      case .split: pending += followers[state]
      case .start: if position == 0 { pending += followers[state] }
      case .end: if position == count { pending += followers[state] }
      case .scalar, .accept: break
      }
    }
  }

  private mutating func add(_ state: State, _ followers: [Int]) -> Int {
    states.append(state)
    self.followers.append(followers)
    return states.count - 1
  }

  /// The state at which the expression, followed by `next`, begins.
  private mutating func build(_ expression: RegularExpression, then next: Int) -> Int {
    switch expression {
    case .empty: return next
    case .set(let set): return add(.scalar(set), [next])
    case .start: return add(.start, [next])
    case .end: return add(.end, [next])
    case .sequence(let parts):
      return parts.reversed().reduce(next) { build($1, then: $0) }
    case .alternatives(let parts):
      let entries = parts.map { build($0, then: next) }
      return add(.split, entries)
    case .repetition(let part, let lower, let upper):
      var entry = next
      if let upper {
        for _ in 0..<max(0, upper - lower) {
          let once = build(part, then: entry)
          entry = add(.split, [once, next])
        }
      } else {
        let loop = add(.split, [])
        let body = build(part, then: loop)
        followers[loop] = [body, next]
        entry = loop
      }
      for _ in 0..<lower { entry = build(part, then: entry) }
      return entry
    }
  }
}

/// A set of numbers below a bound, in the order of their insertion.
private struct StateSet {
  private(set) var members: [Int] = []
  private var isMember: [Bool]

  init(_ count: Int) { isMember = Array(repeating: false, count: count) }

  /// Inserts the number. Returns false if the set contained it before.
  mutating func insert(_ number: Int) -> Bool {
    if isMember[number] { return false }
    isMember[number] = true
    members.append(number)
    return true
  }

  mutating func removeAll() {
    for number in members { isMember[number] = false }
    members.removeAll(keepingCapacity: true)
  }
}
