import DispatchTables
import Interpreter
import Semantics

/// The way in which generated code evaluates the rules of each chain and handler.
///
/// A short chain evaluates its rules in order. A longer one has a table that selects the rules that can match.
package struct ChainPlan {
  /// The largest number of rules that a chain evaluates in order. For more rules, a table is faster
  /// (`Tests/benchmark/dispatch`).
  package static let longestInOrder = 8

  /// The facts about a handler or chain that the code evaluating its rules depends on.
  struct Part {
    /// True if evaluating the rules of the owner, including those that it uses, can suspend.
    fileprivate(set) var isAsync = false
    /// True if evaluating one of the owner's own rules can suspend.
    fileprivate(set) var hasAsyncRules = false
    /// True if another handler or chain evaluates all rules of the owner in order.
    fileprivate(set) var isUsedInOrder = false
  }

  /// The table of each chain; nil for a chain that evaluates its rules in order.
  private(set) var tables: [DispatchTable?] = []
  private var handlers: [Part]
  private var chains: [Part]
  private let rules: RuleSet

  init(_ rules: RuleSet, longestInOrder: Int = longestInOrder) {
    self.rules = rules
    handlers = rules.handlers.map { Part(hasAsyncRules: Self.hasAsyncRules($0.items, rules)) }
    chains = rules.chains.map { Part(hasAsyncRules: Self.hasAsyncRules($0.items, rules)) }
    for index in rules.chains.indices {
      let chain = FlatChain(ID(index), in: rules)
      let isInOrder = chain.rules.count <= longestInOrder
      let table = isInOrder ? nil : DispatchTable(chain)
      tables.append(table)
    }
    findUses()
    findSuspending()
  }

  /// The table of a chain; nil if the chain evaluates its rules in order.
  func table(of chain: ID<Chain>) -> DispatchTable? { tables[Int(chain.index)] }

  private(set) subscript(owner: RuleOwner) -> Part {
    get {
      switch owner {
      case .handler(let id): handlers[Int(id.index)]
      case .chain(let id): chains[Int(id.index)]
      }
    }
    set {
      switch owner {
      case .handler(let id): handlers[Int(id.index)] = newValue
      case .chain(let id): chains[Int(id.index)] = newValue
      }
    }
  }

  // MARK: Uses

  /// Marks the owners that are evaluated in order, because a handler, or a chain without a table, uses them.
  private mutating func findUses() {
    for handler in rules.handlers { markUsed(by: handler.items) }
    for (chain, table) in zip(rules.chains, tables) where table == nil {
      markUsed(by: chain.items)
    }
    // A chain that is used in order evaluates its own uses in order too, even if it has a table.
    var pending = rules.chains.indices.filter { chains[$0].isUsedInOrder && tables[$0] != nil }
    while let index = pending.popLast() {
      for case .chain(let id) in markUsed(by: rules.chains[index].items)
      where tables[Int(id.index)] != nil {
        pending.append(Int(id.index))
      }
    }
  }

  /// Marks the owners that items use.
  ///
  /// - Returns: the owners that were not marked before.
  @discardableResult
  private mutating func markUsed(by items: [ChainItem]) -> [RuleOwner] {
    var new: [RuleOwner] = []
    for used in Self.uses(items) where !self[used].isUsedInOrder {
      self[used].isUsedInOrder = true
      new.append(used)
    }
    return new
  }

  private static func uses(_ items: [ChainItem]) -> [RuleOwner] {
    items.compactMap { item in
      switch item {
      case .rule: nil
      case .useHandler(let id, _): .handler(id)
      case .useChain(let id, _): .chain(id)
      }
    }
  }

  // MARK: Suspending

  /// Marks asynchronous owners. An owner is asynchronous if one of its rules, or an owner that it uses, is
  /// asynchronous.
  private mutating func findSuspending() {
    var users: [RuleOwner: [RuleOwner]] = [:]
    var pending: [RuleOwner] = []
    func add(_ owner: RuleOwner, _ items: [ChainItem], hasAsyncRules: Bool) {
      for used in Self.uses(items) { users[used, default: []].append(owner) }
      if hasAsyncRules { pending.append(owner) }
    }
    for (index, handler) in rules.handlers.enumerated() {
      add(.handler(ID(index)), handler.items, hasAsyncRules: handlers[index].hasAsyncRules)
    }
    for (index, chain) in rules.chains.enumerated() {
      add(.chain(ID(index)), chain.items, hasAsyncRules: chains[index].hasAsyncRules)
    }
    while let owner = pending.popLast() {
      if self[owner].isAsync { continue }
      self[owner].isAsync = true
      pending += users[owner, default: []]
    }
  }

  private static func hasAsyncRules(_ items: [ChainItem], _ rules: RuleSet) -> Bool {
    items.contains { item in
      guard case .rule(let rule) = item else { return false }
      return rule.steps.contains { step in
        switch step.kind {
        case .attempt(let id, _), .perform(let id, _): rules[id].result == .asyncBool
        case .attemptOpenURL: true
        case .present, .push, .openURL, .loadURL, .dismiss: false
        }
      }
    }
  }
}
