import Automata

/// Finds all questions about one component that a given text answers with yes.
///
/// Equality is looked up; prefixes, suffixes and substrings are found in tries; any other language
/// waits in the trie of prefixes at the end of the literal text that it begins with, and is followed
/// from there. So a text costs about its length, however many questions there are.
final class Scanner {
  private struct Waiting {
    var atom: Int
    var residual: Language
  }

  private let store: LanguageStore
  private var presence: Int?
  private var literals: [[UInt8]: Int] = [:]
  private var prefixes = Trie()
  private var suffixes = Trie()
  private var substrings = Trie()
  /// By node of `prefixes`.
  private var waiting: [Int: [Waiting]] = [:]
  /// By node of `suffixes` and `substrings`.
  private var endings: [Int: [Int]] = [:]
  private var inner: [Int: [Int]] = [:]
  private var known: [[UInt8]: [Int]] = [:]

  init(_ atoms: [(number: Int, test: AtomTest)], _ store: LanguageStore) {
    self.store = store
    for (number, test) in atoms {
      switch test {
      case .isPresent: presence = number
      case .literal(let bytes): literals[bytes] = number
      case .language(let language): add(number, language)
      case .numbers, .choice, .point: preconditionFailure("not a question about text")
      }
    }
  }

  private func add(_ number: Int, _ language: Language) {
    let (start, rest) = store.literalPrefix(language)
    if start.isEmpty, let after = store.afterEverything(language) {
      let (literal, end) = store.literalPrefix(after)
      if end == .epsilon {
        endings[suffixes.insert(literal.reversed()), default: []].append(number)
        return
      }
      if end == .everything {
        inner[substrings.insert(literal), default: []].append(number)
        return
      }
    }
    waiting[prefixes.insert(start), default: []].append(Waiting(atom: number, residual: rest))
  }

  /// Ascending numbers of the atoms that are true of the text.
  func trueAtoms(_ text: [UInt8]) throws(OutOfSteps) -> [Int] {
    if let found = known[text] { return found }
    var found: [Int] = []
    if let presence { found.append(presence) }
    if let literal = literals[text] { found.append(literal) }
    try scanPrefixes(text, &found)
    if !endings.isEmpty {
      suffixes.walk(text.reversed()) { found += endings[$0] ?? [] }
    }
    if !inner.isEmpty {
      for start in 0...text.count {
        substrings.walk(text[start...]) { found += inner[$0] ?? [] }
      }
    }
    found.sort()
    var result: [Int] = []
    for atom in found where atom != result.last { result.append(atom) }
    store.steps(text.count + result.count)
    known[text] = result
    return result
  }

  private func scanPrefixes(_ text: [UInt8], _ found: inout [Int]) throws(OutOfSteps) {
    if waiting.isEmpty { return }
    var active: [Waiting] = []
    var node: Int? = Trie.root
    for position in 0...text.count {
      if let current = node {
        for new in waiting[current] ?? [] {
          if new.residual == .everything { found.append(new.atom) } else { active.append(new) }
        }
      }
      if position == text.count { break }
      if node == nil, active.isEmpty { return }
      let byte = text[position]
      node = node.flatMap { prefixes.child($0, byte) }
      var next: [Waiting] = []
      for waiting in active {
        let residual = try store.derivative(waiting.residual, by: byte)
        if residual == .everything {
          found.append(waiting.atom)
        } else if residual != .empty {
          next.append(Waiting(atom: waiting.atom, residual: residual))
        }
      }
      store.steps(active.count)
      active = next
    }
    for waiting in active where store.holdsEpsilon(waiting.residual) {
      found.append(waiting.atom)
    }
  }
}

/// Byte strings by their common beginnings.
private struct Trie {
  static let root = 0
  private var children: [Int: Int] = [:]
  private var count = 1

  func child(_ node: Int, _ byte: UInt8) -> Int? { children[node << 8 | Int(byte)] }

  /// The node at the end of the bytes.
  mutating func insert(_ bytes: some Sequence<UInt8>) -> Int {
    var node = Self.root
    for byte in bytes {
      let key = node << 8 | Int(byte)
      if let next = children[key] {
        node = next
      } else {
        children[key] = count
        node = count
        count += 1
      }
    }
    return node
  }

  /// Calls the body for every node on the way, the root included.
  func walk(_ bytes: some Sequence<UInt8>, _ body: (Int) -> Void) {
    var node = Self.root
    body(node)
    for byte in bytes {
      guard let next = child(node, byte) else { return }
      node = next
      body(node)
    }
  }
}
