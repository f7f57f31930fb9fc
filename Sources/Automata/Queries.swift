extension LanguageStore {
  /// Returns whether the text is a member.
  package func contains(_ language: Language, _ text: [UInt8]) -> Bool {
    var state = language
    for byte in text {
      if state == .empty || state == .everything { break }
      steps += 1
      state = derivative(state, by: byte)
    }
    return holdsEpsilon(state)
  }

  package func contains(_ language: Language, _ text: String) -> Bool {
    contains(language, Array(text.utf8))
  }

  /// Returns whether the language has no member.
  package func isEmpty(
    _ language: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    try shortestLength(language, limit) == nil
  }

  package func isEquivalent(
    _ one: Language, _ other: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    if one == other { return true }
    guard try isSubset(one, of: other, limit) else { return false }
    return try isSubset(other, of: one, limit)
  }

  package func isSubset(
    _ one: Language, of other: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    try isEmpty(difference(one, other), limit)
  }

  /// A shortest member; nil if there is none.
  ///
  /// Of several shortest members this is the most readable one: at each position, letters come before digits, and
  /// digits before other bytes.
  package func shortest(
    _ language: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> [UInt8]? {
    guard var left = try shortestLength(language, limit) else { return nil }
    var result: [UInt8] = []
    var state = language
    while left > 0 {
      var best: (rank: Int, byte: UInt8, target: Language)?
      for edge in row(state) {
        steps += 1
        guard try isWithin(edge.target, left - 1, limit) else { continue }
        let byte = Self.preferred(edge.low, edge.high)
        let rank = Self.rank(byte)
        if best == nil || rank < best!.rank { best = (rank, byte, edge.target) }
      }
      result.append(best!.byte)
      state = best!.target
      left -= 1
    }
    return result
  }

  /// The length in bytes of the shortest member; nil if there is none.
  package func shortestLength(
    _ language: Language, _ limit: StepLimit
  ) throws(OutOfSteps) -> Int? {
    switch knowledge[Int(language.index)] {
    case .distance(let length): return length
    case .isEmpty: return nil
    case .nothing, .atLeast: break
    }
    visits.start()
    var layer = [language]
    /// The states whose edges have been followed, by depth.
    var layers: [[Language]] = []
    var depth = 0
    var best: (length: Int, through: Language)?
    visits.insert(language, from: language)
    while !layer.isEmpty, best == nil || depth + 1 < best!.length {
      var next: [Language] = []
      for state in layer {
        try check(limit)
        for edge in row(state) where !visits.contains(edge.target) {
          steps += 1
          switch knowledge[Int(edge.target.index)] {
          case .isEmpty: continue
          case .distance(let rest):
            visits.insert(edge.target, from: state)
            if best == nil || depth + 1 + rest < best!.length {
              best = (depth + 1 + rest, edge.target)
            }
          case .nothing, .atLeast:
            visits.insert(edge.target, from: state)
            next.append(edge.target)
          }
        }
      }
      layers.append(layer)
      layer = next
      depth += 1
    }
    layers.append(layer)
    guard let best else {
      for state in layers.joined() { knowledge[Int(state.index)] = .isEmpty }
      return nil
    }
    guard case .distance(var distance) = knowledge[Int(best.through.index)] else {
      preconditionFailure("a search ends in a state whose distance is known")
    }
    for (depth, states) in layers.enumerated() {
      for state in states { noteBound(best.length - depth, of: state) }
    }
    var state = best.through
    while state != language {
      state = visits.previous(state)
      distance += 1
      knowledge[Int(state.index)] = .distance(distance)
    }
    return best.length
  }

  /// Returns whether the shortest member has the given length. No deeper search is made.
  private func isWithin(
    _ language: Language, _ length: Int, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    switch knowledge[Int(language.index)] {
    case .distance(let distance): return distance == length
    case .isEmpty: return false
    case .atLeast(let bound) where bound > length: return false
    case .atLeast, .nothing: break
    }
    if length == 0 {
      // The distance of a state that holds the empty string is always known.
      noteBound(1, of: language)
      return false
    }
    visits.start()
    visits.insert(language, from: language)
    var layer = [language]
    var layers: [[Language]] = []
    var depth = 0
    while !layer.isEmpty, depth < length {
      var next: [Language] = []
      for state in layer {
        try check(limit)
        for edge in row(state) where !visits.contains(edge.target) {
          visits.insert(edge.target, from: state)
          steps += 1
          switch knowledge[Int(edge.target.index)] {
          case .isEmpty: continue
          case .distance(let rest):
            if depth + 1 + rest == length {
              knowledge[Int(language.index)] = .distance(length)
              return true
            }
          case .atLeast(let bound) where depth + 1 + bound > length: continue
          case .atLeast, .nothing: next.append(edge.target)
          }
        }
      }
      layers.append(layer)
      layer = next
      depth += 1
    }
    for (depth, states) in layers.enumerated() {
      for state in states { noteBound(length + 1 - depth, of: state) }
    }
    return false
  }

  /// Notes that no member of the language is shorter than the given length.
  private func noteBound(_ length: Int, of language: Language) {
    switch knowledge[Int(language.index)] {
    case .nothing: knowledge[Int(language.index)] = .atLeast(length)
    case .atLeast(let bound) where bound < length:
      knowledge[Int(language.index)] = .atLeast(length)
    case .atLeast, .distance, .isEmpty: break
    }
  }

  static func preferred(_ low: UInt8, _ high: UInt8) -> UInt8 {
    for range in [0x61...0x7A, 0x31...0x39, 0x30...0x30, 0x41...0x5A, 0x21...0x7E]
      as [ClosedRange<UInt8>]
    {
      let first = max(low, range.lowerBound)
      if first <= min(high, range.upperBound) { return first }
    }
    return low
  }

  static func rank(_ byte: UInt8) -> Int {
    switch byte {
    case 0x61...0x7A: 0
    case 0x30...0x39: 1
    case 0x41...0x5A: 2
    case 0x21...0x7E: 3
    default: 4
    }
  }
}

extension LanguageStore {
  /// The literal prefix of an expression, and the rest after it.
  package func literalPrefix(_ language: Language) -> (bytes: [UInt8], rest: Language) {
    var bytes: [UInt8] = []
    var rest = language
    while true {
      let (word, after) = firstWord(rest)
      if word.count == 0 { return (bytes, rest) }
      word.eachByte { bytes.append($0) }
      rest = after
    }
  }

  /// The first word or part of a concatenation, and the rest; nil for other expressions.
  func firstPart(_ language: Language) -> (Language, Language)? {
    switch node(language) {
    case .word(let word, let rest) where rest != .epsilon:
      (self.word(word, then: .epsilon), rest)
    case .concatenation(let first, let rest): (first, rest)
    case .empty, .epsilon, .bytes, .word, .alternation, .intersection, .complement, .repetition,
      .preimage, .first:
      nil
    }
  }

  /// Texts that every member contains in lower or upper case, in lower case. Only texts that can be read off the
  /// expression are found.
  package func requiredTexts(_ language: Language) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var run: [UInt8] = []
    func endRun() {
      if !run.isEmpty { texts.append(run) }
      run = []
    }
    var rest: Language? = language
    while let whole = rest {
      var part = whole
      rest = nil
      let (bytes, after) = literalPrefix(whole)
      run += bytes.map { $0.asciiLowercase }
      if after == .epsilon { break }
      part = after
      if case .concatenation(let first, let second) = node(after) { (part, rest) = (first, second) }
      if let letter = letter(part) {
        run.append(letter)
        continue
      }
      endRun()
      switch node(part) {
      case .repetition(let repeated, let lower, _) where lower > 0:
        texts += requiredTexts(repeated)
      case .intersection(let parts) where parts.count <= Self.fewParts:
        for part in parts { texts += requiredTexts(part) }
      case .alternation(let parts) where parts.count <= Self.fewParts:
        let others = parts.dropFirst().map(requiredTexts)
        texts += requiredTexts(parts[0]).filter { text in
          others.allSatisfy { $0.contains { Self.contains($0, text) } }
        }
      default: break
      }
    }
    endRun()
    return texts
  }

  private static let fewParts = 4

  /// The byte in lower case if the only members are one byte, or both cases of a letter; otherwise nil.
  private func letter(_ language: Language) -> UInt8? {
    if let byte = single(language) { return byte.asciiLowercase }
    guard case .bytes(let set) = node(language), set.ranges.count == 2 else { return nil }
    let (upper, lower) = (set.ranges[0], set.ranges[1])
    guard upper.count == 1, lower.count == 1, lower.lowerBound != upper.lowerBound,
      upper.lowerBound.asciiLowercase == lower.lowerBound
    else { return nil }
    return lower.lowerBound
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    if part.count > text.count { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  /// The rest of an expression that begins with `everything`; nil for other expressions.
  package func afterEverything(_ language: Language) -> Language? {
    if case .concatenation(.everything, let rest) = node(language) { return rest }
    return nil
  }
}

extension UInt8 {
  /// The byte itself, or the lower case of an ASCII letter.
  package var asciiLowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
