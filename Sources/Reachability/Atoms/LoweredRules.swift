import Interpreter
import Semantics
import Text

/// The lowered rules of the handlers and chains that a chain consists of.
struct LoweredRules {
  private struct Body {
    var lowered: [LoweredRule] = []
    var coverKeys: [WatchedLiterals] = []
    var actingKeys: [WatchedLiterals] = []
    var namedURLs: Set<Int> = []
  }

  /// The owners of the rules, in the order of their declarations.
  private var owners: [RuleOwner] = []
  /// The rules from which each body was lowered, in the order of `owners`.
  private var sources: [[Rule]] = []
  /// The lowered rules of each owner, in the order of `owners`.
  private var bodies: [Body] = []
  /// The URLs of `AtomTable.namedURLs` with which the rules compare. Each of them has a request form of its own.
  private(set) var namedURLs: Set<Int> = []
  /// False if the work was interrupted, so that some owners are missing.
  private(set) var isComplete = true

  /// Lowers the rules in the order in which their owners are declared.
  ///
  /// - Parameters:
  ///   - known: the lowered rules of an earlier version of the chain, and the edits since then.
  ///   - isInterrupted: returns whether to stop; called after each owner whose rules were lowered.
  init(
    _ chain: FlatChain, _ rules: RuleSet, _ lowering: Lowering,
    reusing known: (rules: LoweredRules, edits: RuleEdits)? = nil,
    unless isInterrupted: () -> Bool = { false }
  ) {
    var hasLowered = false
    for owner in chain.runs.map({ $0.owner }).sorted(by: Self.isDeclaredBefore)
    where owner != owners.last {
      if hasLowered, isInterrupted() {
        isComplete = false
        return
      }
      hasLowered = false
      owners.append(owner)
      guard let known, let place = known.rules.place(of: owner) else {
        sources.append(rules.rules(of: owner))
        bodies.append(Self.lower(sources[sources.count - 1][...], in: rules, lowering))
        hasLowered = true
        continue
      }
      let (old, oldSource) = (known.rules.bodies[place], known.rules.sources[place])
      if known.edits.isUnchanged(rules.file(of: owner)) {
        sources.append(oldSource)
        bodies.append(old)
        continue
      }
      let source = rules.rules(of: owner)
      let same = Self.same(oldSource, source, known.edits)
      sources.append(source)
      bodies.append(
        Self.lower(
          source[same.start..<(source.count - same.end)], in: rules, lowering,
          between: (old.lowered.prefix(same.start), old.lowered.suffix(same.end))))
    }
    for body in bodies where !body.namedURLs.isEmpty { namedURLs.formUnion(body.namedURLs) }
  }

  /// Returns the rules after edits that change only their locations; nil if a rule has changed.
  ///
  /// - Requires: the owners have the same indices in the new rule set.
  func moved(_ rules: RuleSet, _ edits: RuleEdits) -> LoweredRules? {
    var moved = self
    for place in owners.indices where !edits.isUnchanged(rules.file(of: owners[place])) {
      let source = rules.rules(of: owners[place])
      guard source.count == sources[place].count,
        Self.same(sources[place], source, edits).start == source.count
      else { return nil }
      moved.sources[place] = source
    }
    return moved
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

  /// The index of the owner; nil if the chain has none of its rules.
  private func place(of owner: RuleOwner) -> Int? {
    let place = owners.partitionPoint { !Self.isDeclaredBefore($0, owner) }
    return place < owners.count && owners[place] == owner ? place : nil
  }

  /// The numbers of rules at the start and at the end that are equal in both versions.
  private static func same(
    _ old: [Rule], _ new: [Rule], _ edits: RuleEdits
  ) -> (start: Int, end: Int) {
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, edits.isSame(old[start], new[start]) { start += 1 }
    var end = 0
    while end < shared - start,
      edits.isSame(old[old.count - 1 - end], new[new.count - 1 - end])
    { end += 1 }
    return (start, end)
  }

  /// Lowers rules of one owner.
  ///
  /// - Parameter known: the lowered rules before and after these.
  private static func lower(
    _ source: ArraySlice<Rule>, in rules: RuleSet, _ lowering: Lowering,
    between known: (ArraySlice<LoweredRule>, ArraySlice<LoweredRule>) = ([], [])
  ) -> Body {
    var body = Body()
    body.lowered = Array(known.0)
    for rule in source { body.lowered.append(lowering.lower(rule, in: rules)) }
    body.lowered += known.1
    body.coverKeys = body.lowered.map { $0.covers ? $0.key : .never }
    body.actingKeys = body.lowered.map { $0.effect.isInert ? .never : $0.key }
    for rule in body.lowered where !rule.namedURLs.isEmpty {
      body.namedURLs.formUnion(rule.namedURLs)
    }
    return body
  }

  /// The lowered rules of the chain for which `self` was created.
  subscript(chain: FlatChain, atomTable: AtomTable) -> LoweredChain {
    var lowered = LoweredChain()
    for run in chain.runs {
      guard let place = place(of: run.owner) else { continue }
      let range = run.number..<(run.number + run.count)
      lowered.rules += bodies[place].lowered[range]
      lowered.coverKeys += bodies[place].coverKeys[range]
      lowered.actingKeys += bodies[place].actingKeys[range]
    }
    lowered.apply(chain.leaves, atomTable)
    return lowered
  }

  /// The number of different atoms in the rules.
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
        for formula in rule.bodies { formula.eachAtom(body) }
        rule.lacksArgument?.eachAtom(body)
      }
    }
  }
}
