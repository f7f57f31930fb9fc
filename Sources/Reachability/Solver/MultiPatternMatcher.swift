import Automata

/// Finds all atoms of a component that are true for a text.
///
/// Equality is a table lookup; suffixes and substrings are found in tries. Any other language is listed in a trie
/// of prefixes, at the end of its literal prefix, and stepped from there byte by byte. If many languages have the
/// same prefix, a language is listed by another literal that all its members contain, and is tested only if the
/// text contains this literal. The languages without such a literal are stepped together: their set is a state of
/// a lazy automaton, whose transitions are stored. Languages that start at different prefixes are never in one
/// state, since each text would combine them in another way. So the cost is about the length of the text, however
/// large the number of atoms is.
final class MultiPatternMatcher {
  private struct Waiting: Hashable {
    var atom: Int
    var residual: Language
  }

  /// A set of languages that are stepped together.
  private struct State {
    var members: [Waiting]
    /// The transitions by byte.
    var steps: [UInt8: Step] = [:]
    /// The atoms that are true if the text ends here.
    var accepted: [Int]
  }

  private struct Step {
    var next: Int
    /// The atoms that are true for any rest of the text.
    var settled: [Int]
  }

  private let store: LanguageStore
  @exclusivity(unchecked) private var presence: Int?
  @exclusivity(unchecked) private var literals: [[UInt8]: Int] = [:]
  @exclusivity(unchecked) private var prefixes = Trie<Waiting>()
  /// The atoms of suffixes. Each suffix is stored from its end to its start.
  @exclusivity(unchecked) private var suffixes = Trie<Int>()
  /// The atoms of substrings.
  @exclusivity(unchecked) private var substrings = Trie<Int>()
  /// The languages to test if the text contains a required text, by that text in lower case.
  @exclusivity(unchecked) private var requiredTexts = Trie<Waiting>()
  @exclusivity(unchecked) private var known = TextCache()
  /// The last text. Most texts are looked up several times in a row.
  @exclusivity(unchecked) private var lastText: [UInt8]?
  @exclusivity(unchecked) private var lastAtoms: [Int] = []

  private static let nothing = 0
  @exclusivity(unchecked) private var states: [State] = [State(members: [], accepted: [])]
  @exclusivity(unchecked) private var numbers: [[Waiting]: Int] = [:]
  /// The state of the languages at each node of `prefixes`.
  @exclusivity(unchecked) private var starts: [Int: Step] = [:]
  /// The number of languages in all states together.
  @exclusivity(unchecked) private var size = 0
  private static let largestSize = 1 << 21
  /// The most languages with the same prefix that are stepped individually instead of in a combined state.
  private static let few = 8
  /// The least length of a required text that is used.
  private static let leastRequiredLength = 3
  /// The number of bytes of a required text that are used.
  private static let comparedLength = 24
  /// The most languages that are listed by the same required text.
  private static let mostRequiring = 32
  /// The storage that is reused for the languages and states that are stepped; empty between calls.
  @exclusivity(unchecked) private var spare: [Waiting] = []
  @exclusivity(unchecked) private var spareStates: [Int] = []

  /// The length of the longest literal of all atoms.
  @exclusivity(unchecked) private(set) var longestLiteral = 0
  @exclusivity(unchecked) private var literalLengths: [Int: Int] = [:]

  /// The length of the longest literal of the atom.
  func literalLength(_ atom: Int) -> Int { literalLengths[atom] ?? 0 }

  private func noteLiteral(_ length: Int, _ atom: Int) {
    longestLiteral = max(longestLiteral, length)
    if length > 0 { literalLengths[atom] = max(literalLength(atom), length) }
  }

  init(_ store: LanguageStore) { self.store = store }

  func add(_ number: Int, _ test: AtomTest) {
    known.removeAll()
    lastText = nil
    switch test {
    case .isPresent: presence = number
    case .literal(let bytes):
      literals[bytes] = number
      noteLiteral(bytes.count, number)
    case .language(let language): add(number, language)
    case .numbers, .choice, .namedURL, .equal, .related: preconditionFailure("not a test of text")
    }
  }

  private func add(_ number: Int, _ language: Language) {
    let (start, rest) = store.literalPrefix(language)
    noteLiteral(start.count, number)
    if start.isEmpty, let after = store.afterEverything(language) {
      let (literal, end) = store.literalPrefix(after)
      noteLiteral(literal.count, number)
      if end == .epsilon {
        suffixes.add(number, at: suffixes.insert(literal.reversed()))
        return
      }
      if end == .everything {
        substrings.add(number, at: substrings.insert(literal))
        return
      }
    }
    let node = prefixes.insert(start)
    if prefixes.values(node).count >= Self.few, addRequiring(number, language) { return }
    starts[node] = nil
    prefixes.add(Waiting(atom: number, residual: rest), at: node)
  }

  /// Lists the language by the required text that has the fewest other languages. Returns false if the language
  /// is not listed.
  private func addRequiring(_ number: Int, _ language: Language) -> Bool {
    var best: (users: Int, text: ArraySlice<UInt8>)?
    for text in store.requiredTexts(language) where text.count >= Self.leastRequiredLength {
      let text = text.suffix(Self.comparedLength)
      let users = requiredTexts.find(text).map { requiredTexts.values($0).count } ?? 0
      if let best, (best.users, -best.text.count) <= (users, -text.count) { continue }
      best = (users, text)
    }
    guard let best, best.users < Self.mostRequiring else { return false }
    requiredTexts.add(
      Waiting(atom: number, residual: language), at: requiredTexts.insert(best.text))
    return true
  }

  /// The atoms that are true for the text, in ascending order.
  func trueAtoms(_ text: [UInt8]) -> [Int] {
    if lastText == text { return lastAtoms }
    let atoms = known[text] ?? scan(text)
    (lastText, lastAtoms) = (text, atoms)
    return atoms
  }

  private func scan(_ text: [UInt8]) -> [Int] {
    var found: [Int] = []
    if let presence { found.append(presence) }
    if let literal = literals[text] { found.append(literal) }
    if !prefixes.isEmpty { scanPrefixes(text, &found) }
    if !suffixes.isEmpty { suffixes.eachPrefix(of: text.reversed()) { found += $0 } }
    if !requiredTexts.isEmpty { scanRequired(text, &found) }
    if !substrings.isEmpty { substrings.eachPart(of: text) { found += $0 } }
    found.sort()
    var kept = 0
    for index in found.indices where index == 0 || found[index] != found[kept - 1] {
      found[kept] = found[index]
      kept += 1
    }
    found.removeLast(found.count - kept)
    store.count(steps: text.count + kept)
    known.insert(text, found)
    return found
  }

  func isTrue(_ atom: Int, of text: [UInt8]) -> Bool {
    let atoms = trueAtoms(text)
    var low = 0
    var high = atoms.count
    while low < high {
      let middle = (low + high) / 2
      if atoms[middle] < atom { low = middle + 1 } else { high = middle }
    }
    return low < atoms.count && atoms[low] == atom
  }

  private func scanRequired(_ text: [UInt8], _ found: inout [Int]) {
    requiredTexts.eachPart(of: text.map { $0.asciiLowercase }) { languages in
      for one in languages where store.contains(one.residual, text) { found.append(one.atom) }
    }
  }

  private func scanPrefixes(_ text: [UInt8], _ found: inout [Int]) {
    if size > Self.largestSize { forgetStates() }
    var followed = spare
    var active = spareStates
    (spare, spareStates) = ([], [])
    defer {
      followed.removeAll(keepingCapacity: true)
      active.removeAll(keepingCapacity: true)
      (spare, spareStates) = (followed, active)
    }
    // The local constant avoids retaining the storage of the property at each access.
    let prefixes = prefixes
    var place: Int? = prefixes.root
    for position in 0...text.count {
      if let node = place, prefixes.hasValues(node) {
        let waiting = prefixes.values(node)
        if waiting.count <= Self.few {
          for one in waiting {
            if one.residual.isEverything { found.append(one.atom) } else { followed.append(one) }
          }
        } else {
          let step = start(node)
          found += step.settled
          if step.next != Self.nothing { active.append(step.next) }
        }
      }
      if position == text.count { break }
      let byte = text[position]
      place = place.flatMap { prefixes.child($0, byte) }
      if place == nil, active.isEmpty, followed.isEmpty { return }
      if !active.isEmpty { step(&active, byte, &found) }
      if !followed.isEmpty { step(&followed, byte, &found) }
    }
    for state in active { found += states[state].accepted }
    for one in followed where store.holdsEpsilon(one.residual) { found.append(one.atom) }
  }

  private func step(_ active: inout [Int], _ byte: UInt8, _ found: inout [Int]) {
    var kept = 0
    for index in active.indices {
      let step = step(active[index], byte)
      found += step.settled
      if step.next == Self.nothing { continue }
      active[kept] = step.next
      kept += 1
    }
    active.removeLast(active.count - kept)
  }

  private func step(
    _ followed: inout [Waiting], _ byte: UInt8, _ found: inout [Int]
  ) {
    let (store, count) = (store, followed.count)
    store.count(steps: count)
    var kept = 0
    followed.withUnsafeMutableBufferPointer { followed in
      for index in 0..<count {
        let atom = followed[index].atom
        let residual = store.derivative(followed[index].residual, by: byte)
        if residual.isEverything {
          found.append(atom)
        } else if !residual.isEmpty {
          followed[kept] = Waiting(atom: atom, residual: residual)
          kept += 1
        }
      }
    }
    if kept < count { followed.removeLast(count - kept) }
  }

  /// The state of the languages at the node.
  private func start(_ node: Int) -> Step {
    if let step = starts[node] { return step }
    let step = place(prefixes.values(node))
    starts[node] = step
    return step
  }

  private func step(_ state: Int, _ byte: UInt8) -> Step {
    if let step = states[state].steps[byte] { return step }
    var members: [Waiting] = []
    for waiting in states[state].members {
      let residual = store.derivative(waiting.residual, by: byte)
      if !residual.isEmpty { members.append(Waiting(atom: waiting.atom, residual: residual)) }
    }
    store.count(steps: states[state].members.count)
    let step = place(members)
    states[state].steps[byte] = step
    return step
  }

  private func place(_ members: [Waiting]) -> Step {
    let settled = members.filter { $0.residual == .everything }.map { $0.atom }
    let open = settled.isEmpty ? members : members.filter { $0.residual != .everything }
    if open.isEmpty { return Step(next: Self.nothing, settled: settled) }
    if let number = numbers[open] { return Step(next: number, settled: settled) }
    numbers[open] = states.count
    size += open.count
    states.append(
      State(
        members: open,
        accepted: open.filter { store.holdsEpsilon($0.residual) }.map { $0.atom }))
    return Step(next: states.count - 1, settled: settled)
  }

  private func forgetStates() {
    states = [State(members: [], accepted: [])]
    numbers = [:]
    starts = [:]
    size = 0
  }
}
