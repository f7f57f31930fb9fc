package import Text

/// The rules and `use` lines that are missing from a rule set because of errors.
package struct Gaps {
  /// The indices of the chains that lack an item, directly or in a handler or chain that they use.
  package private(set) var chains: Set<Int> = []
  /// The `use` lines of handlers and chains that lack an item.
  package private(set) var uses: Set<Location> = []

  /// True if no rule and no `use` is missing.
  package let isEmpty: Bool

  /// - Parameter unread: the files in which an error hides text, so that rules may be missing.
  package init(_ rules: RuleSet, unread: Set<FileID> = []) {
    var handlers = rules.handlers.map {
      !$0.isComplete || unread.contains($0.declared.location.file)
    }
    var chains = rules.chains.map { !$0.isComplete || unread.contains($0.declared.location.file) }
    isEmpty = !handlers.contains(true) && !chains.contains(true)
    if isEmpty { return }
    func hasGap(_ item: ChainItem) -> Bool {
      switch item {
      case .rule: false
      case .useHandler(let id, _): handlers[Int(id.index)]
      case .useChain(let id, _): chains[Int(id.index)]
      }
    }
    // A gap spreads to the users, which may be declared in any order.
    var grows = true
    while grows {
      grows = false
      for index in handlers.indices
      where !handlers[index] && rules.handlers[index].items.contains(where: hasGap) {
        handlers[index] = true
        grows = true
      }
      for index in chains.indices
      where !chains[index] && rules.chains[index].items.contains(where: hasGap) {
        chains[index] = true
        grows = true
      }
    }
    self.chains = Set(chains.indices.filter { chains[$0] })
    for items in rules.handlers.map({ $0.items }) + rules.chains.map({ $0.items }) {
      for item in items where hasGap(item) {
        switch item {
        case .rule: break
        case .useHandler(_, let location), .useChain(_, let location): uses.insert(location)
        }
      }
    }
  }
}
