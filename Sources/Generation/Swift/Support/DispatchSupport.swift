/// Text of `BasculeDispatch.swift`: how a chain finds the rules that may match. It is the same for every
/// rule set.
let dispatchSupport = ##"""
  /// The rules of a chain, filed by what a request must have for them to match.
  ///
  /// Only rules that cannot match are left out; those that may are asked, in their order, by their own
  /// code. The text holds words of 24 bits, each as four characters of six bits, `0` being 0, the lowest
  /// first. The words are: the number of rules; offsets of the rules' places, of the list of rules that
  /// are always asked; slots of the hash table, less one; their offset; the kinds of key; the node of
  /// the root path. A node is the list of rules for a path that ends there, the list for one that goes
  /// on, the kinds of edge that leave it, a list of the lengths of prefixes that do. Lists ascend.
  struct RuleTable: Sendable {
    /// What stands behind the last number of a list.
    fileprivate static let end = 0xFF_FFFF

    private let text: StaticString

    init(_ text: StaticString) { self.text = text }

    /// The decision of the first rule that decides.
    ///
    /// - Parameter ask: asks the rule of that number that belongs to that owner.
    @MainActor func decide(
      _ request: NavigationRequest, _ ask: (_ owner: Int, _ rule: Int) -> NavigationDecision?
    ) -> NavigationDecision? {
      var candidates = RuleCandidates(RuleWords(text), request)
      while let rule = candidates.next() {
        if let decision = ask(rule.owner, rule.number) { return decision }
      }
      return nil
    }

    /// The same where rules wait for the app.
    @MainActor func decide(
      _ request: NavigationRequest, _ ask: (_ owner: Int, _ rule: Int) async -> NavigationDecision?
    ) async -> NavigationDecision? {
      var candidates = RuleCandidates(RuleWords(text), request)
      while let rule = candidates.next() {
        if let decision = await ask(rule.owner, rule.number) { return decision }
      }
      return nil
    }
  }

  /// The words of a table, which live as long as the program.
  private struct RuleWords {
    private let start: UnsafeRawPointer

    init(_ text: StaticString) { start = UnsafeRawPointer(text.utf8Start) }

    subscript(index: Int) -> Int {
      let bits = text(index) &- 0x3030_3030
      return Int(bits & 0x3F | bits >> 2 & 0xFC0 | bits >> 4 & 0x3F000 | bits >> 6 & 0xFC_0000)
    }

    /// The word as it is written, four characters.
    func text(_ index: Int) -> UInt32 {
      UInt32(littleEndian: start.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }

    static func text(_ word: Int) -> UInt32 {
      let bits = UInt32(word)
      let spread = bits & 0x3F | (bits & 0xFC0) << 2 | (bits & 0x3F000) << 4 | (bits & 0xFC_0000) << 6
      return spread &+ 0x3030_3030
    }
  }

  /// What is left of a few lists of rules.
  private struct RuleLists {
    static let capacity = 16

    private typealias Four = (UInt64, UInt64, UInt64, UInt64)
    /// For each list its next rule, and in the lower half the offset of that word.
    private var lists: (Four, Four, Four, Four) = (
      (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)
    )
    private var count = 0

    /// Whether there was room.
    mutating func add(_ list: Int, _ words: RuleWords) -> Bool {
      if count == Self.capacity { return false }
      let count = count
      withLists { $0[count] = Self.entry(list, words) }
      self.count += 1
      return true
    }

    /// Takes the least rule from all lists that begin with it; `RuleTable.end` where all are empty.
    mutating func next(_ words: RuleWords) -> Int {
      let count = count
      return withLists { lists in
        var least = UInt64(RuleTable.end)
        for index in 0..<count { least = min(least, lists[index] >> 32) }
        if least == UInt64(RuleTable.end) { return RuleTable.end }
        for index in 0..<count where lists[index] >> 32 == least {
          lists[index] = Self.entry(Int(lists[index] & 0xFFFF_FFFF) + 1, words)
        }
        return Int(least)
      }
    }

    private static func entry(_ offset: Int, _ words: RuleWords) -> UInt64 {
      UInt64(words[offset]) << 32 | UInt64(offset)
    }

    private mutating func withLists<Result>(_ body: (UnsafeMutablePointer<UInt64>) -> Result) -> Result
    {
      withUnsafeMutableBytes(of: &lists) { bytes in
        body(bytes.baseAddress!.assumingMemoryBound(to: UInt64.self))
      }
    }
  }

  /// The rules that may match a request, in their order.
  private struct RuleCandidates {
    private let words: RuleWords
    private let mask: Int
    private let slots: Int
    private var lists = RuleLists()
    /// The next of all rules, where the request has more lists than there is room for.
    private var nextOfAll: Int?

    @MainActor init(_ words: RuleWords, _ request: NavigationRequest) {
      self.words = words
      mask = words[3]
      slots = words[4]
      add(words[2])
      let kinds = words[5]
      let layout = request.parts.layout
      let text = request.parts.text
      text.withBytes { bytes in
        if kinds & 1 != 0, layout.hostStart < layout.hostEnd {
          let host = UnsafeBufferPointer(rebasing: bytes[layout.hostStart..<layout.hostEnd])
          look(RuleHash.host.edge(host))
        }
        if kinds & 2 != 0 {
          look(RuleHash.scheme.edge(UnsafeBufferPointer(rebasing: bytes[..<layout.schemeEnd])))
        }
        if !layout.isOpaque { walk(words[6], .path, AddressComponents(layout), bytes) }
      }
      if kinds & 4 != 0 { lookQuery(request.parts) }
    }

    mutating func next() -> (owner: Int, number: Int)? {
      var rule = RuleTable.end
      if let next = nextOfAll {
        if next < words[0] { rule = next }
        nextOfAll = next + 1
      } else {
        rule = lists.next(words)
      }
      if rule == RuleTable.end { return nil }
      let place = words[1] + 2 * rule
      return (words[place], words[place + 1])
    }

    /// - Parameter list: offset; 0 for none.
    private mutating func add(_ list: Int) {
      if list != 0, !lists.add(list, words) { nextOfAll = 0 }
    }

    /// The node of that hash, 0 for none.
    private func node(_ hash: RuleHash) -> Int {
      let wanted = RuleWords.text(hash.key)
      var slot = hash.key & mask
      while true {
        let key = words.text(slots + 2 * slot)
        if key == wanted { return words[slots + 2 * slot + 1] }
        if key == RuleWords.text(0) { return 0 }
        slot = (slot + 1) & mask
      }
    }

    private mutating func look(_ hash: RuleHash) {
      let node = node(hash)
      if node != 0 { add(words[node + 1]) }
    }

    private mutating func lookQuery(_ address: AddressParts) {
      var items = QueryItems(address)
      while let item = items.next(in: address) {
        let name = item.name.decodedQuery.withBytes { RuleHash.query.edge($0) }
        look(name)
        look(item.value.decodedQuery.withBytes { name.edge($0) })
      }
    }

    /// Adds the rules of a path from a node on.
    private mutating func walk(
      _ node: Int, _ hash: RuleHash, _ rest: AddressComponents,
      _ bytes: UnsafeBufferPointer<UInt8>
    ) {
      add(words[node + 1])
      let edges = words[node + 2]
      let prefixes = words[node + 3]
      var rest = rest
      var literal = hash
      let hasNext = rest.withNext(bytes) { component in
        if edges & 1 != 0 { literal = hash.edge(component) }
        if prefixes != 0 { lookPrefixes(prefixes, hash, component) }
      }
      guard hasNext else { return add(words[node]) }
      if edges & 1 != 0 { step(literal, rest, bytes) }
      if edges & 2 != 0 { step(hash.anyEdge, rest, bytes) }
    }

    private mutating func step(
      _ hash: RuleHash, _ rest: AddressComponents, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
      let node = node(hash)
      if node != 0 { walk(node, hash, rest, bytes) }
    }

    /// - Parameter lengths: a list.
    private mutating func lookPrefixes(
      _ lengths: Int, _ hash: RuleHash, _ component: UnsafeBufferPointer<UInt8>
    ) {
      var index = lengths
      while words[index] != RuleTable.end, words[index] <= component.count {
        look(hash.prefixEdge(UnsafeBufferPointer(rebasing: component[..<words[index]])))
        index += 1
      }
    }
  }

  /// A key of a request, or the way to a node, as a number.
  private struct RuleHash {
    private var state: UInt64

    static let path = RuleHash(state: 1)
    static let host = RuleHash(state: 2)
    static let scheme = RuleHash(state: 3)
    static let query = RuleHash(state: 4)

    func edge(_ bytes: UnsafeBufferPointer<UInt8>) -> RuleHash { mixed(Self.hash(bytes)) }
    var anyEdge: RuleHash { mixed(1) }
    func prefixEdge(_ bytes: UnsafeBufferPointer<UInt8>) -> RuleHash {
      mixed(2).mixed(Self.hash(bytes))
    }

    /// Of 24 bits, never 0.
    var key: Int { max(1, Int(truncatingIfNeeded: state >> 40)) }

    private func mixed(_ value: UInt64) -> RuleHash { RuleHash(state: Self.mixed(state, value)) }

    private static func mixed(_ state: UInt64, _ value: UInt64) -> UInt64 {
      let product = (state ^ value) &* 0x9E37_79B9_7F4A_7C15
      return product ^ product >> 32
    }

    /// Eight bytes at a time, the first the lowest; the last eight may overlap.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
      let count = bytes.count
      var hash = UInt64(count) &+ 0x5851_F42D_4C95_7F2D
      var index = 0
      while index + 8 < count, let word = bytes.word(at: index) {
        hash = mixed(hash, word)
        index += 8
      }
      if count >= 8, let word = bytes.word(at: count - 8) { return mixed(hash, word) }
      var word: UInt64 = 0
      while index < count {
        word = word << 8 | UInt64(bytes[index])
        index += 1
      }
      return mixed(hash, word)
    }
  }

  """##
