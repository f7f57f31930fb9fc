package import Semantics
package import Text

/// The rules of a chain in the order of their evaluation, with every `use` expanded.
///
/// All analyses of a chain start from this list, never from the source.
package struct FlatChain: Sendable {
  package var chain: ID<Chain>
  package var frames: FrameSet
  /// The rules, indexed by entry.
  package private(set) var rules = Rules()
  /// The rules with `leave`, in ascending order.
  package private(set) var leaves: [Leave] = []

  /// A rule with `leave`.
  package struct Leave: Hashable, Sendable {
    package let entry: Int
    /// The entry after the innermost block or handler that contains the rule. Evaluation continues there.
    package let exit: Int

    /// Returns whether this rule skips the other entry for the requests that it matches.
    package func skips(_ other: Int) -> Bool { entry < other && other < exit }
  }

  /// A sequence of rules that are contiguous both here and in their declaration.
  package final class Run: Sendable {
    package let owner: RuleOwner
    /// The `use` lines that lead to the rules, outermost first.
    package let uses: [Location]
    /// The index of the first rule among the rules of the owner.
    package let number: Int
    /// The entry of the first rule.
    package let start: Int
    /// The items of the owner that are in the run; they share their storage with the rule set.
    fileprivate let items: ArraySlice<ChainItem>

    fileprivate init(
      owner: RuleOwner, uses: [Location], number: Int, start: Int, items: ArraySlice<ChainItem>
    ) {
      self.owner = owner
      self.uses = uses
      self.number = number
      self.start = start
      self.items = items
    }

    package var count: Int { items.count }

    /// The entry after the last rule.
    package var end: Int { start + items.count }

    /// The rule of an entry.
    package subscript(entry: Int) -> Rule {
      guard case .rule(let rule) = items[items.startIndex + entry - start] else {
        preconditionFailure("only rules are in a run")
      }
      return rule
    }
  }

  /// The rules by entry. They are read from their owners only when needed, so a long chain is created quickly.
  package struct Rules: RandomAccessCollection, Sendable {
    fileprivate var runs: [Run] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { runs.last?.end ?? 0 }

    package subscript(entry: Int) -> Rule { run(of: entry)[entry] }

    /// The run that contains the entry.
    fileprivate func run(of entry: Int) -> Run {
      precondition(entry >= 0)
      return runs[runs.partitionPoint { $0.end > entry }]
    }
  }

  /// The runs that the rules consist of.
  package var runs: [Run] { rules.runs }

  /// Returns whether the entries of the other chain are the same rules at the same places of their owners.
  package func hasSameEntries(as other: FlatChain) -> Bool {
    runs.count == other.runs.count
      && runs.indices.allSatisfy { index in
        let (one, other) = (runs[index], other.runs[index])
        return one === other
          || one.owner == other.owner && one.number == other.number && one.count == other.count
      }
  }

  /// An earlier version of a chain, whose runs the new version reuses.
  package struct Earlier {
    fileprivate let chain: FlatChain
    /// Returns whether the file is the same in both versions.
    fileprivate let isUnchanged: (FileID) -> Bool

    package init(_ chain: FlatChain, isUnchanged: @escaping (FileID) -> Bool) {
      self.chain = chain
      self.isUnchanged = isUnchanged
    }

    /// The run of a whole handler from the earlier version, if it can be reused: the handler has no `use` and its
    /// file is unchanged.
    ///
    /// - Parameters:
    ///   - index: the index of the run in both versions.
    ///   - start: the entry of the first rule.
    fileprivate func run(
      _ index: Int, _ handler: ID<Handler>, _ uses: [Location], _ use: Location, _ start: Int,
      in set: RuleSet
    ) -> Run? {
      guard index < chain.runs.count else { return nil }
      let run = chain.runs[index]
      let place = Int(handler.index)
      guard run.owner == .handler(handler), run.count == set.handlers[place].items.count,
        isUnchanged(set.file(of: run.owner))
      else { return nil }
      if run.start == start, run.uses.last == use, run.uses.dropLast().elementsEqual(uses) {
        return run
      }
      return Run(
        owner: run.owner, uses: uses + [use], number: 0, start: start, items: run.items)
    }
  }

  /// Expands a chain.
  ///
  /// - Parameter earlier: a version of the same rule set before an edit.
  /// - Requires: the rule set has no `use` cycle; `Resolution` removes them.
  package init(_ chain: ID<Chain>, in rules: RuleSet, after earlier: Earlier? = nil) {
    self.chain = chain
    frames = rules[chain].frames
    append(
      rules.chains[Int(chain.index)].items, of: .chain(chain), uses: [], in: rules, earlier)
    for (number, run) in runs.enumerated() where rules.hasLeaves(run.owner) {
      appendLeaves(of: run, number)
    }
  }

  private mutating func appendLeaves(of run: Run, _ number: Int) {
    /// The entry after each block, by the location of the block.
    var ends: [Location: Int] = [:]
    for entry in run.start..<run.end {
      for block in run[entry].blocks { ends[block.location] = entry + 1 }
    }
    lazy var end = runs[number...].prefix { $0.uses.starts(with: run.uses) }.last?.end ?? run.end
    for entry in run.start..<run.end where run[entry].decision == .leave {
      let block = run[entry].blocks.last
      leaves.append(Leave(entry: entry, exit: block.flatMap { ends[$0.location] } ?? end))
    }
  }

  /// The rules with `leave` that skip the entry for the requests that they match.
  package func leaves(skipping entry: Int) -> [Leave] { leaves.filter { $0.skips(entry) } }

  /// The entry at which evaluation continues after a rule that matches and decides nothing.
  package func next(after entry: Int) -> Int {
    leaves.first { $0.entry == entry }?.exit ?? entry + 1
  }

  private mutating func append(
    _ items: [ChainItem], of owner: RuleOwner, uses: [Location], in set: RuleSet,
    _ earlier: Earlier?
  ) {
    var start = 0
    var number = 0
    func isLeftOut(_ rule: Rule) -> Bool {
      // Only chains have an `otherwise`. A chain ignores the `otherwise` of a chain that it uses.
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
        if let run = earlier?.run(rules.runs.count, id, uses, location, rules.count, in: set) {
          rules.runs.append(run)
        } else {
          let items = set.handlers[Int(id.index)].items
          append(items, of: .handler(id), uses: uses + [location], in: set, earlier)
        }
      case .useChain(let id, let location):
        let items = set.chains[Int(id.index)].items
        append(items, of: .chain(id), uses: uses + [location], in: set, earlier)
      }
    }
    _ = append(items[start...], of: owner, uses: uses, number: number)
  }

  /// Appends a run.
  ///
  /// - Parameter items: rules of the owner without other items.
  /// - Returns: the number of appended rules.
  private mutating func append(
    _ items: ArraySlice<ChainItem>, of owner: RuleOwner, uses: [Location], number: Int
  ) -> Int {
    if items.isEmpty { return 0 }
    rules.runs.append(
      Run(owner: owner, uses: uses, number: number, start: rules.count, items: items))
    return items.count
  }
}

extension FlatChain {
  package struct Entry: Sendable {
    package let rule: Rule
    /// The declaration that contains the rule.
    package let owner: RuleOwner
    /// The index of the rule among the rules of its owner.
    package let number: Int
    /// The `use` lines that lead to the rule, outermost first.
    package let uses: [Location]

    /// The items that contain the rule, outermost first: `use` lines, blocks, the rule itself.
    package var path: [Location] { uses + rule.blocks.map { $0.location } + [rule.location] }

    /// Returns whether the rule is an item of the list at the given depth of `path`.
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
      let run = chain.rules.run(of: entry)
      return Entry(
        rule: run[entry], owner: run.owner, number: run.number + entry - run.start,
        uses: run.uses)
    }
  }

  package var entries: Entries { Entries(chain: self) }
}

/// The declaration that contains a rule.
package enum RuleOwner: Hashable, Sendable {
  case handler(ID<Handler>)
  case chain(ID<Chain>)
}

extension RuleSet {
  /// The rules that the declaration contains, without the rules that it uses.
  package func rules(of owner: RuleOwner) -> [Rule] {
    switch owner {
    case .handler(let id): handlers[Int(id.index)].items.compactMap { $0.rule }
    case .chain(let id): chains[Int(id.index)].items.compactMap { $0.rule }
    }
  }

  /// True if a rule of the declaration may have the decision `leave`.
  fileprivate func hasLeaves(_ owner: RuleOwner) -> Bool {
    switch owner {
    case .handler(let id): handlers[Int(id.index)].hasLeaves
    case .chain(let id): chains[Int(id.index)].hasLeaves
    }
  }

  /// The file that contains the declaration.
  package func file(of owner: RuleOwner) -> FileID {
    switch owner {
    case .handler(let id): handlers[Int(id.index)].declared.location.file
    case .chain(let id): chains[Int(id.index)].declared.location.file
    }
  }
}
