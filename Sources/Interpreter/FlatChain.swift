package import Semantics
package import Text

/// The rules of a chain in the order of their evaluation, with every `use` expanded.
///
/// All analyses of a chain start from this list, never from the source.
package struct FlatChain: Sendable {
  package var chain: ID<Chain>
  package var frames: FrameSet
  /// By entry.
  package private(set) var rules: [Rule] = []
  /// The runs that the rules consist of.
  package private(set) var runs: [Run] = []

  /// A sequence of rules that are contiguous both here and in their declaration.
  package struct Run: Sendable {
    package var owner: RuleOwner
    /// The `use` lines that lead to them, outermost first.
    package var uses: [Location]
    /// The index of the first of them among the rules of the owner.
    package var number: Int
    /// The entry of the first of them.
    package var start: Int
    package var count: Int
  }

  /// - Requires: the rule set has no `use` cycle; `Resolution` removes them.
  package init(_ chain: ID<Chain>, in rules: RuleSet) {
    self.chain = chain
    frames = rules[chain].frames
    append(rules.chains[Int(chain.index)].items, of: .chain(chain), uses: [], in: rules)
  }

  private mutating func append(
    _ items: [ChainItem], of owner: RuleOwner, uses: [Location], in set: RuleSet
  ) {
    var start = 0
    var number = 0
    func isLeftOut(_ rule: Rule) -> Bool {
      // Only chains have one, and a chain ignores the one of a chain that it uses.
      if uses.isEmpty { return false }
      guard case .chain = owner else { return false }
      return rule.isOtherwise
    }
    for (place, item) in items.enumerated() {
      switch item {
      case .rule(let rule): if !isLeftOut(rule) { continue }
      case .useHandler, .useChain: break
      }
      number += append(items[start..<place], of: owner, uses: uses, number: number)
      start = place + 1
      switch item {
      case .rule: number += 1
      case .useHandler(let id, let location):
        let items = set.handlers[Int(id.index)].items
        append(items, of: .handler(id), uses: uses + [location], in: set)
      case .useChain(let id, let location):
        let items = set.chains[Int(id.index)].items
        append(items, of: .chain(id), uses: uses + [location], in: set)
      }
    }
    _ = append(items[start...], of: owner, uses: uses, number: number)
  }

  /// - Parameter items: rules.
  /// - Returns: the number of rules.
  private mutating func append(
    _ items: ArraySlice<ChainItem>, of owner: RuleOwner, uses: [Location], number: Int
  ) -> Int {
    if items.isEmpty { return 0 }
    runs.append(
      Run(owner: owner, uses: uses, number: number, start: rules.count, count: items.count))
    for item in items {
      guard case .rule(let rule) = item else { preconditionFailure("only rules are in a run") }
      rules.append(rule)
    }
    return items.count
  }
}

extension FlatChain {
  package struct Entry: Sendable {
    package let rule: Rule
    /// The declaration that contains the rule.
    package let owner: RuleOwner
    /// Its index among the rules of its owner.
    package let number: Int
    /// The `use` lines that lead to it, outermost first.
    package let uses: [Location]

    /// The items that contain the rule, outermost first: `use` lines, blocks, the rule itself.
    package var path: [Location] { uses + rule.blocks.map(\.location) + [rule.location] }

    /// True if the rule is an item of the list with that depth in its path.
    package func isInList(_ depth: Int) -> Bool { uses.count + rule.blocks.count == depth }

    /// The handler that contains the rule; nil if a chain does.
    package var handler: ID<Handler>? {
      if case .handler(let id) = owner { id } else { nil }
    }
  }

  /// The rules with their origins.
  package struct Entries: RandomAccessCollection, Sendable {
    fileprivate let chain: FlatChain

    package var startIndex: Int { 0 }
    package var endIndex: Int { chain.rules.count }

    package subscript(entry: Int) -> Entry {
      let run = chain.run(of: entry)
      return Entry(
        rule: chain.rules[entry], owner: run.owner, number: run.number + entry - run.start,
        uses: run.uses)
    }
  }

  package var entries: Entries { Entries(chain: self) }

  /// The run that contains the entry.
  private func run(of entry: Int) -> Run {
    precondition(rules.indices.contains(entry))
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].start <= entry { low = middle } else { high = middle }
    }
    return runs[low]
  }
}

/// The declaration that contains a rule.
package enum RuleOwner: Hashable, Sendable {
  case handler(ID<Handler>)
  case chain(ID<Chain>)
}
