import Interpreter
import Semantics
import Text

/// The lowered rules of the handlers and chains that one chain consists of.
struct LoweredRules {
  private struct Body {
    var rules: [Rule] = []
    var lowered: [LoweredRule] = []
    var coverKeys: [WatchedLiterals] = []
    var actingKeys: [WatchedLiterals] = []
    var namedURLs: Set<Int> = []
  }

  /// In the order in which they are declared.
  private var owners: [RuleOwner] = []
  /// In the order of `owners`.
  private var bodies: [Body] = []
  /// URLs of `AtomTable.namedURLs` that the rules compare with: each has a request form of its own.
  private(set) var namedURLs: Set<Int> = []

  /// Lowers the rules in the order in which their owners are declared.
  ///
  /// - Parameter known: the lowered rules of an earlier version of the chain, and what has changed since.
  init(
    _ chain: FlatChain, _ rules: RuleSet, _ lowering: Lowering,
    reusing known: (rules: LoweredRules, edits: RuleEdits)? = nil
  ) {
    for owner in chain.runs.map(\.owner).sorted(by: Self.isDeclaredBefore)
    where owner != owners.last {
      owners.append(owner)
      let (items, file) = Self.content(of: owner, in: rules)
      guard let known, let place = known.rules.place(of: owner) else {
        bodies.append(Self.lower(items, in: rules, lowering))
        continue
      }
      let old = known.rules.bodies[place]
      bodies.append(
        known.edits.isUnchanged(file)
          ? old : Self.lower(items, in: rules, lowering, reusing: old, known.edits))
    }
    for body in bodies where !body.namedURLs.isEmpty { namedURLs.formUnion(body.namedURLs) }
  }

  /// Orders handlers before chains.
  private static func isDeclaredBefore(_ one: RuleOwner, _ other: RuleOwner) -> Bool {
    switch (one, other) {
    case (.handler(let a), .handler(let b)): a.index < b.index
    case (.chain(let a), .chain(let b)): a.index < b.index
    case (.handler, .chain): true
    case (.chain, .handler): false
    }
  }

  /// The index of the owner; nil if none of the rules is its own.
  private func place(of owner: RuleOwner) -> Int? {
    var (low, high) = (0, owners.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.isDeclaredBefore(owners[middle], owner) { low = middle + 1 } else { high = middle }
    }
    return low < owners.count && owners[low] == owner ? low : nil
  }

  private static func content(of owner: RuleOwner, in rules: RuleSet) -> ([ChainItem], FileID) {
    switch owner {
    case .handler(let id):
      let handler = rules.handlers[Int(id.index)]
      return (handler.items, handler.declared.location.file)
    case .chain(let id):
      let chain = rules.chains[Int(id.index)]
      return (chain.items, chain.declared.location.file)
    }
  }

  /// - Parameter old: the earlier version; the rules before and after the change are not lowered again.
  private static func lower(
    _ items: [ChainItem], in rules: RuleSet, _ lowering: Lowering, reusing old: Body = Body(),
    _ edits: RuleEdits? = nil
  ) -> Body {
    var body = Body()
    for case .rule(let rule) in items { body.rules.append(rule) }
    let shared = min(body.rules.count, old.rules.count)
    var start = 0
    var end = 0
    if let edits {
      while start < shared, edits.isSame(old.rules[start], body.rules[start]) { start += 1 }
      while end < shared - start,
        edits.isSame(
          old.rules[old.rules.count - 1 - end], body.rules[body.rules.count - 1 - end])
      {
        end += 1
      }
    }
    body.lowered = Array(old.lowered[..<start])
    for rule in body.rules[start..<(body.rules.count - end)] {
      body.lowered.append(lowering.lower(rule, in: rules))
    }
    body.lowered += old.lowered[(old.lowered.count - end)...]
    body.coverKeys = body.lowered.map { $0.covers ? $0.key : .never }
    body.actingKeys = body.lowered.map { $0.effect.isInert ? .never : $0.key }
    for rule in body.lowered where !rule.namedURLs.isEmpty {
      body.namedURLs.formUnion(rule.namedURLs)
    }
    return body
  }

  /// The rules of the chain that the lowered rules were made for.
  subscript(chain: FlatChain) -> LoweredChain {
    var lowered = LoweredChain()
    for run in chain.runs {
      guard let place = place(of: run.owner) else { continue }
      let range = run.number..<(run.number + run.count)
      lowered.rules += bodies[place].lowered[range]
      lowered.coverKeys += bodies[place].coverKeys[range]
      lowered.actingKeys += bodies[place].actingKeys[range]
    }
    return lowered
  }

  /// The number of different atoms.
  func atomCount(_ atomTable: AtomTable) -> Int {
    var seen = Assignment()
    seen.clear(atomTable.atoms.count)
    eachAtom { seen.insert($0) }
    return seen.trueAtoms.count
  }

  /// Calls the closure for every atom of a rule, once for each occurrence.
  func eachAtom(_ body: (Int) -> Void) {
    for owned in bodies {
      for rule in owned.lowered {
        rule.formula.eachAtom(body)
        for part in rule.parts {
          part.plain.eachAtom(body)
          part.tree?.formula.eachAtom(body)
        }
        rule.unsafeURL?.eachAtom(body)
        rule.loads?.eachAtom(body)
      }
    }
  }
}
