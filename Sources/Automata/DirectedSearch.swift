extension LanguageStore {
  /// The result of `shortest`, also if there are too many states to visit them all.
  package func shortestDirected(
    _ language: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> [UInt8]? {
    do throws(OutOfSteps) {
      return try shortest(language, self.limit(part: 4, of: limit))
    } catch {
      return try directed(language, limit)
    }
  }

  /// The result of `shortest`, found by a search that prefers texts near their end.
  ///
  /// `shortest` visits all states up to the length of the shortest member. In `/{url}/9007199254740991`, each of the
  /// many states of a URL is followed for as many bytes as the number has. Here the states are visited in the order
  /// of the bytes read before plus those left to read at least, as the expression shows (`leastLength`). That is A*
  /// search, whose estimate is never too great: states on the way to a longer member are not visited, and all states
  /// on the way to a shortest member are. The most readable shortest member is chosen.
  package func directed(
    _ language: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> [UInt8]? {
    var bounds: [Language: Int] = [:]
    /// The least number of bytes that lead to each state.
    var lengths = [language: 0]
    /// The open states by the least length of a member through them.
    var open: [[(state: Language, length: Int)]] = []
    func insert(_ state: Language, _ length: Int) -> Int {
      let whole = length + leastLength(state, &bounds)
      while open.count <= whole { open.append([]) }
      open[whole].append((state, length))
      return whole
    }
    var whole = insert(language, 0)
    var shortest = Int.max
    while whole < open.count, whole <= shortest {
      guard let (state, length) = open[whole].popLast() else {
        whole += 1
        continue
      }
      if lengths[state] != length { continue }
      if holdsEpsilon(state) {
        shortest = min(shortest, length)
        continue
      }
      for edge in row(state) {
        steps += 1
        try check(limit)
        if let known = lengths[edge.target], known <= length + 1 { continue }
        if case .isEmpty = knowledge[Int(edge.target.index)] { continue }
        lengths[edge.target] = length + 1
        // An estimate can also fall along an edge, so that an earlier list has an open state again.
        whole = min(whole, insert(edge.target, length + 1))
      }
    }
    return shortest == .max ? nil : text(from: language, lengths, shortest)
  }

  /// The most readable text of the given length.
  ///
  /// - Parameter lengths: the least number of bytes that lead to each state.
  private func text(
    from language: Language, _ lengths: [Language: Int], _ shortest: Int
  ) -> [UInt8] {
    var layers = [[Language]](repeating: [], count: shortest + 1)
    for (state, length) in lengths where length <= shortest { layers[length].append(state) }
    var onTheWay = Set(layers[shortest].filter { holdsEpsilon($0) })
    for length in (0..<shortest).reversed() {
      for state in layers[length] {
        guard let row = rows[Int(state.index)] else { continue }
        if row.contains(where: { onTheWay.contains($0.target) && lengths[$0.target] == length + 1 })
        {
          onTheWay.insert(state)
        }
      }
    }
    var result: [UInt8] = []
    var state = language
    for length in 0..<shortest {
      let best = row(state)
        .filter { lengths[$0.target] == length + 1 && onTheWay.contains($0.target) }
        .map { (byte: Self.preferred($0.low, $0.high), target: $0.target) }
        .min { Self.rank($0.byte) < Self.rank($1.byte) }
      guard let best else { preconditionFailure("a state on the way has a next state") }
      result.append(best.byte)
      state = best.target
    }
    return result
  }

  private static let longestBound = 4_096

  /// A length that no member is shorter than, read off the expression.
  private func leastLength(_ language: Language, _ known: inout [Language: Int]) -> Int {
    if holdsEpsilon(language) { return 0 }
    if let length = known[language] { return length }
    let length: Int
    switch node(language) {
    case .empty, .epsilon: length = 0
    case .bytes, .complement, .preimage, .first: length = 1
    case .word(let word, let rest): length = word.count + leastLength(rest, &known)
    case .concatenation(let first, let rest):
      length = leastLength(first, &known) + leastLength(rest, &known)
    case .alternation(let parts):
      length = parts.reduce(.max) { min($0, leastLength($1, &known)) }
    case .intersection(let parts):
      length = parts.reduce(1) { max($0, leastLength($1, &known)) }
    case .repetition(let part, let lower, _):
      length = min(lower, Self.longestBound) * min(leastLength(part, &known), Self.longestBound)
    }
    let bound = min(length, Self.longestBound)
    known[language] = bound
    return bound
  }
}
