import Text

extension LanguageStore {
  /// The derivatives of a language by all bytes, as ascending, disjoint ranges; the remaining bytes lead to
  /// `empty`.
  func row(_ language: Language) -> [Edge] {
    if let row = rows[Int(language.index)] { return row }
    let row = makeRow(language)
    steps += row.count + 1
    rows[Int(language.index)] = row
    return row
  }

  /// The texts that may follow the byte in the language.
  package func derivative(_ language: Language, by byte: UInt8) -> Language {
    if language == .everything || language == .empty { return language }
    let place = Int(language.index)
    if rows[place] == nil { _ = row(language) }
    return rows[place]?.first { byte <= $0.high }.flatMap { $0.low <= byte ? $0.target : nil }
      ?? .empty
  }

  private func makeRow(_ language: Language) -> [Edge] {
    switch node(language) {
    case .empty, .epsilon:
      return []
    case .bytes(let set):
      return set.ranges.map { Edge(low: $0.lowerBound, high: $0.upperBound, target: .epsilon) }
    case .word(let word, let rest):
      return [Edge(low: word.first, high: word.first, target: self.word(word.rest, then: rest))]
    case .concatenation(let first, let second):
      let edges = row(first).map {
        Edge(low: $0.low, high: $0.high, target: concatenation($0.target, second))
      }
      if !holdsEpsilon(first) { return edges }
      return merge([edges, row(second)], all: false)
    case .repetition(let part, let lower, let upper):
      let rest = repetition(
        part, lower: max(lower - 1, 0), upper: upper == .max ? nil : upper - 1)
      return row(part).map {
        Edge(low: $0.low, high: $0.high, target: concatenation($0.target, rest))
      }
    case .alternation(let parts):
      var children: [[Edge]] = []
      for part in parts { children.append(row(part)) }
      return merge(children, all: false)
    case .intersection(let parts):
      var children: [[Edge]] = []
      for part in parts {
        children.append(row(part))
        if children[children.count - 1].isEmpty { return [] }
      }
      return merge(children, all: true)
    case .complement(let part):
      return complementRow(row(part))
    case .preimage(let part, let function):
      return preimageRow(part, function)
    case .first(let part, let among, let taken, let canEnd):
      var edges: [Edge] = []
      for edge in row(taken) {
        let next = first(part, among: among, taken: edge.target)
        guard canEnd else {
          edges.append(Edge(low: edge.low, high: edge.high, target: next))
          continue
        }
        for other in complementRow(row(among)) {
          let (low, high) = (max(edge.low, other.low), min(edge.high, other.high))
          if low > high { continue }
          edges.append(Edge(low: low, high: high, target: intersection([next, other.target])))
        }
      }
      return merge(holdsEpsilon(taken) ? [row(part), edges] : [edges], all: false)
    }
  }

  private func complementRow(_ row: [Edge]) -> [Edge] {
    var result: [Edge] = []
    var next = 0
    for edge in row {
      if Int(edge.low) > next {
        append(Edge(low: UInt8(next), high: edge.low - 1, target: .everything), to: &result)
      }
      append(
        Edge(low: edge.low, high: edge.high, target: complement(edge.target)), to: &result)
      next = Int(edge.high) + 1
    }
    if next < 256 { append(Edge(low: UInt8(next), high: 255, target: .everything), to: &result) }
    return result
  }

  /// The row of the union of the languages with these rows, or, if `all` is true, of their intersection.
  private func merge(_ children: [[Edge]], all: Bool) -> [Edge] {
    var bounds = ByteSet()
    var hasLast = false
    for edges in children {
      for edge in edges {
        bounds.insert(edge.low...edge.low)
        if edge.high == .max {
          hasLast = true
        } else {
          bounds.insert((edge.high + 1)...(edge.high + 1))
        }
      }
    }
    var starts: [Int] = []
    bounds.eachMember { starts.append(Int($0)) }
    if hasLast { starts.append(256) }
    if starts.count < 2 { return [] }
    var targets = [[Language]](repeating: [], count: starts.count - 1)
    for edges in children {
      for edge in edges {
        let low = Int(edge.low)
        var index = starts.partitionPoint { $0 >= low }
        while starts[index] <= Int(edge.high) {
          targets[index].append(edge.target)
          index += 1
        }
      }
    }
    var result: [Edge] = []
    for (index, parts) in targets.enumerated() where !parts.isEmpty {
      if all && parts.count < children.count { continue }
      steps += parts.count
      append(
        Edge(
          low: UInt8(starts[index]), high: UInt8(starts[index + 1] - 1),
          target: all ? intersection(parts) : alternation(parts)), to: &result)
    }
    return result
  }

  func append(_ edge: Edge, to row: inout [Edge]) {
    if edge.target == .empty { return }
    if let last = row.last, last.target == edge.target, last.high &+ 1 == edge.low {
      row[row.count - 1].high = edge.high
    } else {
      row.append(edge)
    }
  }
}
