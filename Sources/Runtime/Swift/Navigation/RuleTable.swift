//: output BasculeDispatch
//: needs PathComponents Query

/// The rules of a chain, indexed by the properties that a request must have for a rule to match.
///
/// A lookup only excludes rules that cannot match; the code of each remaining rule tests the request, in the order of
/// the rules.
///
/// The table is a list of words:
/// - the number of rules
/// - the offset of the rules' places
/// - the offset of the list of rules that are always tested
/// - the number of slots of the hash table, less one
/// - the offset of the slots
/// - the kinds of key
/// - the node of the root path
/// - the offset of the list of lengths of host suffixes
///
/// A node has the list of rules for a path that ends there, the list for a longer path, the kinds of its outgoing
/// edges, and the list of lengths of prefix edges. All lists ascend. For each rule with `leave`, two words before the
/// places hold its number and the number of the rule after its block or handler.
@_spi(Generated) public nonisolated struct RuleTable {
  /// The word that ends a list of numbers.
  fileprivate static let end: UInt32 = 0xFF_FFFF

  /// The words of the table. They are never freed, since a table is used until the program ends.
  fileprivate let words: UnsafeBufferPointer<UInt32>

  /// - Parameter text: words of 24 bits, each written as four characters of six bits, lowest first. The character `0`
  ///   is 0.
  @_spi(Generated) public init(_ text: StaticString) {
    let count = text.utf8CodeUnitCount / 4
    let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: count)
    text.withUTF8Buffer { characters in
      for index in 0..<count {
        var word: UInt32 = 0
        for place in (0..<4).reversed() {
          word = word << 6 | UInt32(characters[4 * index + place] - UInt8(ascii: "0"))
        }
        words.initializeElement(at: index, to: word)
      }
    }
    self.words = UnsafeBufferPointer(words)
  }

  /// The rules that may match the request.
  @_spi(Generated) @MainActor @inline(__always) public func candidates(
    for request: NavigationRequest
  ) -> RuleCandidates {
    RuleCandidates(words, request.parts.text, request.parts.layout)
  }
}

/// The rules that may match a request, in their order.
@_spi(Generated) public nonisolated struct RuleCandidates {
  private let words: UnsafeBufferPointer<UInt32>
  private var lists = RuleLists()
  /// The next rule if all rules are tested, because the request has too many lists; otherwise nil.
  private var nextOfAll: UInt32?
  //: if LeftRules
  /// The number of the last rule.
  private var last: UInt32 = 0
  //: end

  @inline(__always) fileprivate init(
    _ words: UnsafeBufferPointer<UInt32>, _ text: borrowing String, _ layout: AddressLayout
  ) {
    self.words = words
    text.withBytes { find($0, layout) }
  }

  private mutating func find(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: AddressLayout) {
    add(words[2])
    let kinds = words[5]
    if kinds & 1 != 0, layout.hostStart < layout.hostEnd {
      look(RuleHash.host.edge(bytes, layout.hostStart..<layout.hostEnd))
    }
    if kinds & 8 != 0 { lookHostSuffixes(bytes, layout.hostStart..<layout.hostEnd) }
    if kinds & 2 != 0 { look(RuleHash.scheme.edge(bytes, 0..<layout.schemeEnd)) }
    if kinds & 4 != 0, layout.pathEnd < layout.end {
      lookQuery(QueryItems(layout, bytes), bytes)
    }
    if !layout.isOpaque {
      walk(words[6], .path, AddressComponents(layout), bytes, isPlain: layout.isPlain)
    }
  }

  /// Returns the next rule, as the number of its owner and its number in the owner; nil at the end.
  @_spi(Generated) public mutating func next() -> (owner: Int, rule: Int)? {
    var rule = RuleTable.end
    if let next = nextOfAll {
      if next < words[0] { rule = next }
      nextOfAll = next + 1
    } else {
      rule = lists.next(words)
    }
    //: if LeftRules
    last = rule
    //: end
    if rule == RuleTable.end { return nil }
    let place = Int(words[1] + 2 * rule)
    return (Int(words[place]), Int(words[place + 1]))
  }

  //: if LeftRules
  /// Skips the other rules of a block or handler that the last rule has ended.
  @_spi(Generated) @MainActor public mutating func leave(with request: NavigationRequest) {
    if request.memory.left == nil { return }
    var leave = 8
    while leave < words[1] {
      if words[leave] == last {
        let exit = words[leave + 1]
        lists.drop(before: exit, words)
        nextOfAll = nextOfAll.map { max($0, exit) }
      }
      leave += 2
    }
  }

  //: end
  /// Adds a list of candidates.
  ///
  /// - Parameter list: the offset of the list; 0 for none.
  private mutating func add(_ list: UInt32) {
    if list != 0, !lists.add(list) { nextOfAll = 0 }
  }

  /// Returns the offset of the node with a hash; nil if there is none.
  private func node(_ hash: RuleHash) -> UInt32? {
    let key = hash.key
    let mask = words[3]
    var slot = key & mask
    while true {
      let place = Int(words[4] + 2 * slot)
      if words[place] == key { return words[place + 1] }
      if words[place] == 0 { return nil }
      slot = (slot + 1) & mask
    }
  }

  private mutating func look(_ hash: RuleHash) {
    if let node = node(hash) { add(words[Int(node) + 1]) }
  }

  private mutating func lookHostSuffixes(
    _ bytes: UnsafeBufferPointer<UInt8>, _ host: Swift.Range<Int>
  ) {
    var length = Int(words[7])
    while words[length] != RuleTable.end, words[length] <= host.count {
      let start = host.upperBound - Int(words[length])
      look(RuleHash.hostSuffix.edge(bytes, start..<host.upperBound))
      length += 1
    }
  }

  private mutating func lookQuery(
    _ items: QueryItems, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    var items = items
    while let item = items.next(bytes) {
      let name = queryEdge(.query, bytes, item.name)
      look(name)
      look(queryEdge(name, bytes, item.value))
    }
  }

  private func queryEdge(
    _ hash: RuleHash, _ bytes: UnsafeBufferPointer<UInt8>, _ part: Swift.Range<Int>
  ) -> RuleHash {
    bytes.withDecoded(part, .query) { hash.edge($0, $0.indices) }
  }

  /// Adds the rules for the rest of a path, starting at a node.
  private mutating func walk(
    _ start: UInt32, _ hash: RuleHash, _ rest: AddressComponents,
    _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool
  ) {
    var start = Int(start)
    var hash = hash
    var rest = rest
    while true {
      add(words[start + 1])
      let component = rest.next(bytes)
      if component.isEmpty { return add(words[start]) }
      let edges = words[start + 2]
      let prefixes = Int(words[start + 3])
      var literal = hash
      func look(_ bytes: UnsafeBufferPointer<UInt8>, _ component: Swift.Range<Int>) {
        if edges & 1 != 0 { literal = hash.edge(bytes, component) }
        if prefixes != 0 { lookPrefixes(prefixes, hash, bytes, component) }
      }
      if isPlain {
        look(bytes, component)
      } else {
        bytes.withDecoded(component, .path) { look($0, $0.indices) }
      }
      let any = edges & 2 == 0 ? nil : node(hash.anyEdge)
      if edges & 1 != 0, let next = node(literal) {
        if let any { walk(any, hash.anyEdge, rest, bytes, isPlain: isPlain) }
        start = Int(next)
        hash = literal
      } else if let any {
        start = Int(any)
        hash = hash.anyEdge
      } else {
        return
      }
    }
  }

  /// Follows the edges for the prefixes of a component.
  ///
  /// - Parameter lengths: the offset of a list of lengths.
  private mutating func lookPrefixes(
    _ lengths: Int, _ hash: RuleHash, _ bytes: UnsafeBufferPointer<UInt8>,
    _ component: Swift.Range<Int>
  ) {
    var index = lengths
    while words[index] != RuleTable.end, words[index] <= component.count {
      let end = component.lowerBound + Int(words[index])
      look(hash.prefixEdge(bytes, component.lowerBound..<end))
      index += 1
    }
  }
}

/// A small number of rule lists that are merged.
private nonisolated struct RuleLists {
  /// The offset of the next rule of each list.
  private var places = SIMD16<UInt32>()
  private var count = 0

  /// Adds a list. Returns false if there is no room.
  mutating func add(_ list: UInt32) -> Bool {
    if count == places.scalarCount { return false }
    places[count] = list
    count += 1
    return true
  }

  //: if LeftRules
  /// Removes all rules before the given one from the lists.
  mutating func drop(before rule: UInt32, _ words: UnsafeBufferPointer<UInt32>) {
    for list in 0..<count { while words[Int(places[list])] < rule { places[list] += 1 } }
  }

  //: end
  /// Removes the least rule from all lists that begin with it, and returns it; `RuleTable.end` if all lists are empty.
  mutating func next(_ words: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var least = RuleTable.end
    for list in 0..<count { least = min(least, words[Int(places[list])]) }
    if least == RuleTable.end { return RuleTable.end }
    for list in 0..<count where words[Int(places[list])] == least { places[list] += 1 }
    return least
  }
}

/// The hash of a request's key, or of the path to a node.
private nonisolated struct RuleHash {
  private var state: UInt64

  static let path = RuleHash(state: 1)
  static let host = RuleHash(state: 2)
  static let scheme = RuleHash(state: 3)
  static let query = RuleHash(state: 4)
  static let hostSuffix = RuleHash(state: 5)

  /// Returns the hash after an edge of these bytes. Reads eight bytes at a time.
  @inline(__always) func edge(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Swift.Range<Int>
  ) -> RuleHash {
    var hash = self
    var index = range.lowerBound
    while index < range.upperBound {
      hash = hash.mixed(bytes.word(at: index, to: range.upperBound))
      index &+= 8
    }
    return hash
  }

  var anyEdge: RuleHash { mixed(1) }

  func prefixEdge(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Swift.Range<Int>) -> RuleHash {
    mixed(2).edge(bytes, range)
  }

  /// The 24 bits of the hash that the table stores, never 0.
  var key: UInt32 { max(1, UInt32(truncatingIfNeeded: state >> 40)) }

  private func mixed(_ value: UInt64) -> RuleHash {
    let product = (state ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return RuleHash(state: product.high ^ product.low)
  }
}
