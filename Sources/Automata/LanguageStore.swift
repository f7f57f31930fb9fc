import Text

/// Creates languages and caches facts about them; see `Language.swift` for the method.
///
/// A language is valid only in the store that created it.
///
/// Inner loops use the properties without checks for exclusive access. That is safe, since no closure that is
/// called during a change of a property reads it.
package final class LanguageStore {
  @exclusivity(unchecked) var nodes: [LanguageNode] = []
  /// True for each node that contains the empty string.
  @exclusivity(unchecked) var nullable: [Bool] = []
  /// The derivatives of each node; nil before they are computed.
  @exclusivity(unchecked) var rows: [[Edge]?] = []
  /// The known bounds of the shortest member of each node.
  @exclusivity(unchecked) var knowledge: [Knowledge] = []
  /// The storage of the current search.
  @exclusivity(unchecked) var visits = VisitedStates()
  /// Results of `cheapMember` by the index of the language. The keys are integers because the runtime takes time
  /// to prepare a table for each other type of keys, which matters in a check of a few rules.
  @exclusivity(unchecked) var cheapMembers: [Int: [UInt8]?] = [:]
  /// The indices of all nodes except the first ones.
  @exclusivity(unchecked) private var table = NodeTable()
  /// The language of each single byte. These are not in `table`.
  @exclusivity(unchecked) private var singles: [Language] = []
  /// The result of `anyScalar`; nil before its first use.
  @exclusivity(unchecked) var everyScalar: Language?
  /// The languages of classes of scalars by their ranges; most regular expressions share a few classes.
  @exclusivity(unchecked) var scalarClasses: [[ClosedRange<UInt32>]: Language] = [:]

  /// The number of edges created and followed so far.
  @exclusivity(unchecked) package internal(set) var steps = 0

  package init() {
    reserve(259)
    // `empty`, `epsilon` and `everything`, which no operation looks up in `table`.
    append(.empty, isNullable: false)
    append(.epsilon, isNullable: true)
    append(.complement(.empty), isNullable: true)
    singles = (UInt8.min...UInt8.max).map { byte in
      append(.bytes(ByteSet(byte...byte)), isNullable: false)
      return Language(nodes.count - 1)
    }
  }

  private func reserve(_ count: Int) {
    nodes.reserveCapacity(count)
    nullable.reserveCapacity(count)
    rows.reserveCapacity(count)
    knowledge.reserveCapacity(count)
  }

  /// The number of languages created so far.
  package var count: Int { nodes.count }

  func node(_ language: Language) -> LanguageNode { nodes[Int(language.index)] }

  /// Returns whether the language contains the empty string.
  package func holdsEpsilon(_ language: Language) -> Bool { nullable[Int(language.index)] }

  func place(_ node: LanguageNode, isNullable: Bool) -> Language {
    let number = table.number(hash: node.quickHash, next: nodes.count) { nodes[$0] == node }
    if number == nodes.count { append(node, isNullable: isNullable) }
    return Language(number)
  }

  private func append(_ node: LanguageNode, isNullable: Bool) {
    nodes.append(node)
    nullable.append(isNullable)
    rows.append(nil)
    knowledge.append(isNullable ? .distance(0) : .nothing)
  }

  // MARK: Words and classes

  /// The texts of one byte in the range.
  package func bytes(_ range: ClosedRange<UInt8>) -> Language {
    bytes(ByteSet(range))
  }

  private func bytes(_ set: ByteSet) -> Language {
    if let byte = set.onlyMember { return singles[Int(byte)] }
    return place(.bytes(set), isNullable: false)
  }

  /// The only member of the language, if it is one byte and the language is stored as such.
  func single(_ language: Language) -> UInt8? {
    // The first 256 nodes after the three constants are the single bytes.
    (3..<259).contains(language.index) ? UInt8(language.index - 3) : nil
  }

  /// The language whose only member is these bytes.
  package func literal(_ bytes: [UInt8]) -> Language {
    var result = Language.epsilon
    var end = bytes.count
    while end > 0 {
      let start = max(0, end - Word.capacity)
      result = word(Word(bytes[start..<end]), then: result)
      end = start
    }
    return result
  }

  package func literal(_ text: String) -> Language { literal(Array(text.utf8)) }

  /// Returns the texts that begin with the word and go on with a text of the language.
  ///
  /// - Requires: if `rest` itself begins with a word, that word is full.
  func word(_ word: Word, then rest: Language) -> Language {
    if word.count == 0 { return rest }
    if word.count == 1, rest == .epsilon { return singles[Int(word.first)] }
    return place(.word(word, then: rest), isNullable: false)
  }

  /// The texts that begin with the bytes and go on with a text of the language, which is not `empty`.
  private func concatenation(_ bytes: Word, _ second: Language) -> Language {
    let (next, rest) = firstWord(second)
    let room = Word.capacity - next.count
    if room == 0 || next.count == 0 { return word(bytes, then: second) }
    var (before, full) = bytes.split(at: bytes.count - room)
    full.append(next)
    return word(before, then: word(full, then: rest))
  }

  /// The bytes with which the expression begins, as many as one word holds, and the rest of the expression.
  func firstWord(_ language: Language) -> (Word, Language) {
    if let byte = single(language) { return (Word(byte), .epsilon) }
    if case .word(let word, let rest) = node(language) { return (word, rest) }
    return (Word(), language)
  }

  // MARK: Operations

  package func concatenation(_ first: Language, _ second: Language) -> Language {
    if first == .empty || second == .empty { return .empty }
    if first == .epsilon { return second }
    if second == .epsilon { return first }
    if first == .everything, second == .everything { return .everything }
    let (bytes, after) = firstWord(first)
    if bytes.count > 0 { return concatenation(bytes, concatenation(after, second)) }
    switch node(first) {
    case .concatenation(let head, let tail):
      return concatenation(head, concatenation(tail, second))
    default:
      if case .concatenation(.everything, _) = node(second), first == .everything { return second }
      return place(
        .concatenation(first, second), isNullable: holdsEpsilon(first) && holdsEpsilon(second))
    }
  }

  package func concatenation(_ parts: [Language]) -> Language {
    parts.reversed().reduce(.epsilon) { concatenation($1, $0) }
  }

  package func alternation(_ parts: [Language]) -> Language {
    if parts.count == 1 { return parts[0] }
    var flat: [Language] = []
    for part in parts {
      if part == .everything { return .everything }
      if part == .empty { continue }
      if case .alternation(let inner) = node(part) { flat += inner } else { flat.append(part) }
    }
    guard let result = canonical(&flat) else { return .everything }
    if result.isEmpty { return .empty }
    if result.count == 1 { return result[0] }
    if let merged = mergedBytes(result) { return merged }
    return place(.alternation(result), isNullable: result.contains(where: holdsEpsilon))
  }

  package func intersection(_ parts: [Language]) -> Language {
    if parts.count == 1 { return parts[0] }
    var flat: [Language] = []
    for part in parts {
      if part == .empty { return .empty }
      if part == .everything { continue }
      if case .intersection(let inner) = node(part) { flat += inner } else { flat.append(part) }
    }
    guard let result = canonical(&flat) else { return .empty }
    if result.isEmpty { return .everything }
    if result.count == 1 { return result[0] }
    if result.contains(.epsilon) {
      return result.allSatisfy(holdsEpsilon) ? .epsilon : .empty
    }
    return place(.intersection(result), isNullable: result.allSatisfy(holdsEpsilon))
  }

  package func complement(_ language: Language) -> Language {
    if language == .empty { return .everything }
    if case .complement(let inner) = node(language) { return inner }
    return place(.complement(language), isNullable: !holdsEpsilon(language))
  }

  /// The members of the first language that are not in the second.
  package func difference(_ first: Language, _ second: Language) -> Language {
    intersection([first, complement(second)])
  }

  /// The concatenations of at least `lower` and at most `upper` members of the language.
  ///
  /// - upper: nil for no bound; not below `lower`.
  package func repetition(_ language: Language, lower: Int = 0, upper: Int? = nil) -> Language {
    let high = upper ?? .max
    if high == 0 || language == .epsilon { return .epsilon }
    if language == .empty { return lower == 0 ? .epsilon : .empty }
    if lower == 1, high == 1 { return language }
    let low = holdsEpsilon(language) ? 0 : lower
    if high == .max, low == 0 {
      if language == .everything { return .everything }
      if case .repetition(_, 0, .max) = node(language) { return language }
    }
    return place(.repetition(language, lower: low, upper: high), isNullable: low == 0)
  }

  /// The texts that consist of a member of `taken` and a member of `language`, if no shorter first part leaves a
  /// text of `among`.
  ///
  /// - Parameters:
  ///   - language: a subset of `among`.
  ///   - taken: the possible first parts.
  ///   - canEnd: whether the first part may be empty. After its first byte it may always end.
  package func first(
    _ language: Language, among: Language, taken: Language, canEnd: Bool = true
  ) -> Language {
    if language == .empty || taken == .empty { return .empty }
    return place(
      .first(language, among: among, taken: taken, canEnd: canEnd),
      isNullable: holdsEpsilon(language) && holdsEpsilon(taken))
  }

  /// The members of the language, and the empty string.
  package func optional(_ language: Language) -> Language { alternation([.epsilon, language]) }

  /// The parts, sorted and without repetitions; nil if a language and its complement are both among them.
  private func canonical(_ parts: inout [Language]) -> [Language]? {
    parts.sort()
    var result: [Language] = []
    result.reserveCapacity(parts.count)
    for part in parts where part != result.last { result.append(part) }
    for part in result {
      if case .complement(let inner) = node(part), contains(result, inner) { return nil }
    }
    return result
  }

  private func contains(_ sorted: [Language], _ language: Language) -> Bool {
    let place = sorted.partitionPoint { $0 >= language }
    return place < sorted.count && sorted[place] == language
  }

  /// The union of the parts if each is a set of bytes; otherwise nil.
  private func mergedBytes(_ parts: [Language]) -> Language? {
    var union = ByteSet()
    for part in parts {
      guard case .bytes(let set) = node(part) else { return nil }
      union.formUnion(set)
    }
    return bytes(union)
  }
}
