/// A nondeterministic automaton of a language: a byte may lead from one state to several.
///
/// Its states are the *partial derivatives* of the language: if the derivative by a byte is a union, each part of
/// the union is a state of its own. Their number is at most the number of byte sets in the expression with its
/// bounded repetitions expanded. The number of full derivatives can be exponential in it.
package struct NondeterministicAutomaton: Sendable {
  /// The class of each byte. Bytes of one class have the same successors in all states.
  package private(set) var classes: [UInt8] = []
  package private(set) var classCount = 0
  /// The class of bytes that leave every state as it is.
  package private(set) var ignored: Int?
  package private(set) var starts: [Int] = []
  /// The successors of each state by each class, ascending.
  private(set) var followers: [[[Int]]] = []
  package private(set) var isAccepting: [Bool] = []
  /// The repetition with which each state begins.
  private(set) var bounds: [RepetitionBounds?] = []

  package var stateCount: Int { isAccepting.count }

  /// - Parameters:
  ///   - ignoredBytes: bytes that have no effect in any state.
  ///   - limit: the most states.
  /// - Returns: nil if the automaton would have more states.
  package init?(
    _ language: Language, in store: LanguageStore, ignoring ignoredBytes: ClosedRange<UInt8>?,
    states limit: Int
  ) {
    var numbers: [Language: Int] = [:]
    var languages: [Language] = []
    var edges: [[(low: UInt8, high: UInt8, targets: [Int])]] = []
    func number(_ part: Language) -> Int {
      let next = languages.count
      let number = numbers[part, default: next]
      if number == next {
        numbers[part] = next
        languages.append(part)
      }
      return number
    }
    func number(_ parts: [Language]) -> [Int] {
      parts.count == 1 ? [number(parts[0])] : Set(parts.map { number($0) }).sorted()
    }
    starts = number(store.parts(of: language))
    while edges.count < languages.count {
      if languages.count > limit { return nil }
      edges.append(
        store.row(languages[edges.count]).map {
          ($0.low, $0.high, number(store.parts(of: $0.target)))
        })
    }
    isAccepting = languages.map(store.holdsEpsilon)
    bounds = languages.map(store.bounds)
    setClasses(edges)
    if let ignoredBytes {
      for byte in ignoredBytes { classes[Int(byte)] = UInt8(truncatingIfNeeded: classCount) }
      ignored = classCount
      classCount += 1
      for state in followers.indices { followers[state].append([]) }
    }
  }

  /// Merges the bytes that have the same successors in every state.
  private mutating func setClasses(_ edges: [[(low: UInt8, high: UInt8, targets: [Int])]]) {
    var isStart = [Bool](repeating: false, count: 257)
    isStart[0] = true
    for edge in edges.joined() {
      isStart[Int(edge.low)] = true
      isStart[Int(edge.high) + 1] = true
    }
    // Runs of bytes that no edge distinguishes. Each state then divides their classes by its successors.
    let runs = (0..<256).filter { isStart[$0] }
    var numbered = [Int](repeating: 0, count: runs.count)
    for edges in edges {
      var column = [Int](repeating: edges.count, count: runs.count)
      var run = 0
      for edge in edges {
        let first = edges.firstIndex { $0.targets == edge.targets } ?? 0
        while runs[run] < edge.low { run += 1 }
        while run < runs.count, runs[run] <= edge.high {
          column[run] = first
          run += 1
        }
      }
      var numbers: [Int: Int] = [:]
      for run in runs.indices {
        let (key, next) = (numbered[run] * (edges.count + 1) + column[run], numbers.count)
        let number = numbers[key, default: next]
        if number == next { numbers[key] = next }
        numbered[run] = number
      }
    }
    // The first byte of each class.
    var firsts: [Int] = []
    for run in runs.indices where numbered[run] == firsts.count { firsts.append(runs[run]) }
    classCount = firsts.count
    var run = -1
    classes = (0..<256).map { byte in
      if isStart[byte] { run += 1 }
      return UInt8(truncatingIfNeeded: numbered[run])
    }
    followers = edges.map { edges in
      firsts.map { byte in edges.first { $0.low <= byte && byte <= $0.high }?.targets ?? [] }
    }
  }
}

/// A state that reads between `lower` and `upper` repetitions of `part` before `rest`.
struct RepetitionBounds: Hashable, Sendable {
  var part: Language
  var rest: Language
  var lower: Int
  var upper: Int

  /// Returns whether the bounds allow every text that the other bounds allow.
  func include(_ other: RepetitionBounds) -> Bool {
    part == other.part && rest == other.rest && lower <= other.lower && upper >= other.upper
  }
}

extension LanguageStore {
  /// Languages whose union is the given one, none of them a union. They are states of a nondeterministic
  /// automaton.
  fileprivate func parts(of language: Language) -> [Language] {
    switch node(language) {
    case .empty: return []
    case .alternation(let parts): return parts.flatMap { self.parts(of: $0) }
    case .concatenation(let first, let second):
      let heads = parts(of: first)
      if heads == [first] { return [language] }
      return heads.flatMap { $0 == .epsilon ? parts(of: second) : [concatenation($0, second)] }
    case .epsilon, .bytes, .word, .intersection, .complement, .repetition, .preimage, .first:
      return [language]
    }
  }

  fileprivate func bounds(_ language: Language) -> RepetitionBounds? {
    switch node(language) {
    case .repetition(let part, let lower, let upper):
      return RepetitionBounds(part: part, rest: .epsilon, lower: lower, upper: upper)
    case .word(let word, let rest):
      return RepetitionBounds(
        part: bytes(word.first...word.first), rest: self.word(word.rest, then: rest), lower: 1,
        upper: 1)
    case .concatenation(let first, let rest):
      if case .repetition(let part, let lower, let upper) = node(first) {
        return RepetitionBounds(part: part, rest: rest, lower: lower, upper: upper)
      }
      return RepetitionBounds(part: first, rest: rest, lower: 1, upper: 1)
    default: return nil
    }
  }
}
