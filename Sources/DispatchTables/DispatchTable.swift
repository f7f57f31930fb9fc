package import Interpreter

/// Finds the rules of a chain that may match, without evaluating the others.
///
/// # Method
///
/// A chain is a list of rules, and the first that matches decides. Evaluating them one after the other takes
/// time proportional to their number. Most rules match only requests with a property that is easy to look
/// up: a path that begins with `/product`, the scheme `tel`, the value `7` of a query key. Such a property is
/// a *key* (`DispatchKey`), and a list of keys is *necessary* for a rule if each request that the rule
/// matches has at least one of them (`DispatchKeyExtractor`). A dispatch table lists each rule under a
/// necessary list of keys; a rule without one is *free*.
///
/// For a request the table returns, in ascending order, the free rules and those listed under a key that the
/// request has: the *candidates*. The code of each candidate, with its condition and steps, runs in this
/// order, until one decides.
///
/// # Correctness
///
/// For a rule that is no candidate the request has none of its necessary keys, so the rule does not match;
/// at most, evaluating it would have read a flag. The candidates keep their order. So the first candidate
/// that decides is the first rule that decides. It remains to show that keys are necessary, which tests
/// check against the interpreter. A table with too many candidates is only slower, so the table is inexact
/// where exactness has a cost:
///
/// - keys are looked up by a hash of 24 bits, and the table holds no texts to compare: keys with the same
///   hash share their rules;
/// - if a request has more keys than a small constant, all rules are candidates.
///
/// # An example
///
///     0  when deeplinkCheck attempt openDeepLink(url: url) cancel        free
///     1  when path like "/shop/{id}" present Shop(id: id) cancel         path /shop/any, whole
///     2  when path[1] == "shop" && path[3] == "edit" cancel              path /shop/any/edit…
///     3  when path hasPrefix "/shop/new-" cancel                         path /shop/new-…
///     4  when scheme in ["tel", "mailto"] open url cancel                scheme tel or mailto
///     5  otherwise allow                                                 free
///
/// Paths form a trie whose edges are components: the root has an edge `shop`, and that node has an edge for
/// any component and a prefix of four bytes, `new-`. The node after the former lists rule 1 for paths that
/// end there, and has an edge `edit` to a node that lists rule 2 for all paths that reach it.
/// `https://a.com/shop/new-1` has the nodes `/shop`, `/shop/any` and `/shop/new-…`; with the free rules the
/// lists are 0 5, 1 and 3, and the candidates 0, 1, 3, 5. A thousand rules for other paths would add none.
///
/// The ends of hosts (`host like "*.example.com"`) are listed in the same way: the table contains the lengths
/// of all such ends, and the end of the request's host is looked up for each length.
///
/// The trie is not stored as such: a node *is* the hash of the edges that lead to it, and a step is one
/// lookup of the next hash. A node lists the kinds of its edges, so that no other kind is looked up.
///
/// # Format
///
/// Words of 24 bits, which the generated code decodes once; offsets are in words, 0 is none.
///
///     head     count of rules, places, free list, mask, slots, kinds of key, root of paths,
///              lengths of host ends
///     leaves   for each rule with `leave`: its number, the number of the rule after its block or handler
///     places   for each rule: number of its owner, number within that
///     slots    for each of mask + 1: hash, offset of the node; 0 0 if the slot is free
///     node     list of rules if the path ends here, list of rules for longer paths too, kinds of edge,
///              lengths of prefixes; for keys other than paths only the second
///     list     numbers in ascending order, then 2^24 − 1
package struct DispatchTable {
  /// The handlers and chains that contain the rules, in the order of their first rule.
  package private(set) var owners: [RuleOwner] = []
  /// The keys under which each rule of the chain is listed: nil for a free rule, empty for a rule that never
  /// matches.
  package private(set) var keys: [[DispatchKey]?] = []
  /// True if some rules have the decision `leave`.
  package let hasLeaves: Bool
  /// The words of the table, each below 2^24.
  package private(set) var words: [UInt32] = []

  /// The kinds of keys and edges, as bits.
  enum Kind {
    static let host: UInt32 = 1
    static let scheme: UInt32 = 2
    static let query: UInt32 = 4
    static let hostSuffix: UInt32 = 8
    static let component: UInt32 = 1
    static let any: UInt32 = 2
  }

  package init(_ chain: FlatChain) {
    hasLeaves = !chain.leaves.isEmpty
    keys = Self.keys(of: chain)
    write(chain)
    if words.count >= 1 << 24 {
      keys = Array(repeating: nil, count: keys.count)
      write(chain)
    }
  }

  /// The keys under which each rule is listed; nil for a free rule.
  static func keys(of chain: FlatChain) -> [[DispatchKey]?] {
    var crowds: [DispatchKey: Int] = [:]
    return chain.rules.map { rule in
      let keys = keys(DispatchKeyExtractor(rule), crowds)
      for key in keys ?? [] { crowds[key, default: 0] += 1 }
      return keys
    }
  }

  /// The most selective list of keys. Keys cost more the more rules share them.
  private static func keys(
    _ extractor: DispatchKeyExtractor, _ crowds: [DispatchKey: Int]
  ) -> [DispatchKey]? {
    if extractor.isNever { return [] }
    let costs = extractor.lists.map { list in
      (list, DispatchKeyExtractor.cost(list) + 8 * list.reduce(0) { max($0, crowds[$1] ?? 0) })
    }
    return costs.min { $0.1 < $1.1 }?.0
  }

  // MARK: Nodes

  private struct Node {
    var whole: [UInt32] = []
    var below: [UInt32] = []
    var edges: UInt32 = 0
    var prefixes: Set<Int> = []
  }

  private struct Nodes {
    var all: [UInt32: Node] = [:]
    var root = Node()
    var kinds: UInt32 = 0
    var hostSuffixes: Set<Int> = []

    mutating func file(_ rule: UInt32, under key: DispatchKey) {
      switch key {
      case .host(let host):
        kinds |= Kind.host
        add(rule, at: DispatchHash.host.edge(host))
      case .hostSuffix(let suffix):
        kinds |= Kind.hostSuffix
        hostSuffixes.insert(suffix.count)
        add(rule, at: DispatchHash.hostSuffix.edge(suffix))
      case .scheme(let scheme):
        kinds |= Kind.scheme
        add(rule, at: DispatchHash.scheme.edge(scheme))
      case .queryName(let name):
        kinds |= Kind.query
        add(rule, at: DispatchHash.query.edge(name))
      case .queryValue(let name, let value):
        kinds |= Kind.query
        add(rule, at: DispatchHash.query.edge(name).edge(value))
      case .path(let shape): file(rule, under: shape)
      }
    }

    private mutating func add(_ rule: UInt32, at hash: DispatchHash) {
      all[hash.key, default: Node()].below.append(rule)
    }

    private mutating func file(_ rule: UInt32, under shape: PathShape) {
      var hash = DispatchHash.path
      var isRoot = true
      func change(_ change: (inout Node) -> Void) {
        if isRoot { change(&root) } else { change(&all[hash.key, default: Node()]) }
      }
      for step in shape.steps {
        let next: DispatchHash
        switch step {
        case .component(let bytes):
          change { $0.edges |= Kind.component }
          next = hash.edge(bytes)
        case .any:
          change { $0.edges |= Kind.any }
          next = hash.anyEdge
        case .prefix(let bytes):
          change { $0.prefixes.insert(bytes.count) }
          next = hash.prefixEdge(bytes)
        }
        hash = next
        isRoot = false
      }
      change { if shape.isWhole { $0.whole.append(rule) } else { $0.below.append(rule) } }
    }
  }

  // MARK: Words

  private mutating func write(_ chain: FlatChain) {
    var nodes = Nodes()
    var free: [UInt32] = []
    for (rule, keys) in keys.enumerated() {
      guard let keys else {
        free.append(UInt32(rule))
        continue
      }
      for key in keys { nodes.file(UInt32(rule), under: key) }
    }
    owners = []
    words = Array(repeating: 0, count: 8)
    words[0] = UInt32(keys.count)
    for leave in chain.leaves { words += [UInt32(leave.entry), UInt32(leave.exit)] }
    words[1] = offset
    var numbers: [RuleOwner: Int] = [:]
    for entry in chain.entries {
      if numbers[entry.owner] == nil {
        numbers[entry.owner] = owners.count
        owners.append(entry.owner)
      }
      words += [UInt32(numbers[entry.owner] ?? 0), UInt32(entry.number)]
    }
    words[2] = write(list: free)
    words[5] = nodes.kinds
    words[6] = write(nodes.root)
    words[7] = write(list: nodes.hostSuffixes.sorted().map { UInt32($0) })
    write(slots: nodes.all.sorted { $0.key < $1.key }.map { ($0.key, write($0.value)) })
  }

  private var offset: UInt32 { UInt32(words.count) }

  private mutating func write(list: [UInt32]) -> UInt32 {
    var ascending: [UInt32] = []
    for number in list where ascending.last != number { ascending.append(number) }
    if ascending.isEmpty { return 0 }
    defer { words += ascending + [(1 << 24) - 1] }
    return offset
  }

  private mutating func write(_ node: Node) -> UInt32 {
    let whole = write(list: node.whole)
    let below = write(list: node.below)
    let prefixes = write(list: node.prefixes.sorted().map { UInt32($0) })
    defer { words += [whole, below, node.edges, prefixes] }
    return offset
  }

  /// Writes the hash table. At most half of its slots are used, so that lookups of missing keys are short.
  private mutating func write(slots entries: [(key: UInt32, node: UInt32)]) {
    var size = 1
    while size < 2 * entries.count { size *= 2 }
    var slots = Array(repeating: UInt32(0), count: 2 * size)
    for entry in entries {
      var slot = Int(entry.key) & (size - 1)
      while slots[2 * slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[2 * slot] = entry.key
      slots[2 * slot + 1] = entry.node
    }
    words[3] = UInt32(size - 1)
    words[4] = offset
    words += slots
  }
}

/// The hash of a key, or of the edges of the trie that lead to a node.
///
/// `RuleHash` in the generated code computes the same hash.
struct DispatchHash {
  private var state: UInt64

  static let path = DispatchHash(state: 1)
  static let host = DispatchHash(state: 2)
  static let scheme = DispatchHash(state: 3)
  static let query = DispatchHash(state: 4)
  static let hostSuffix = DispatchHash(state: 5)

  /// The hash after an edge with these bytes. They are read eight at a time; the first has the lowest bits.
  func edge(_ bytes: [UInt8]) -> DispatchHash {
    var hash = self
    var index = 0
    while index < bytes.count {
      let word = bytes[index..<min(index + 8, bytes.count)].reversed()
      hash = hash.mixed(word.reduce(0) { $0 << 8 | UInt64($1) })
      index += 8
    }
    return hash
  }

  var anyEdge: DispatchHash { mixed(1) }
  func prefixEdge(_ bytes: [UInt8]) -> DispatchHash { mixed(2).edge(bytes) }

  /// The hash that tables contain: 24 bits, never 0.
  var key: UInt32 { max(1, UInt32(truncatingIfNeeded: state >> 40)) }

  private func mixed(_ value: UInt64) -> DispatchHash {
    let product = (state ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return DispatchHash(state: product.high ^ product.low)
  }
}
