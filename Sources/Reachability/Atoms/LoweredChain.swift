import Interpreter

/// The lowered rules of a chain, by entry.
struct LoweredChain {
  var rules: [LoweredRule] = []
  /// `never` where the rule does not cover.
  var coverKeys: [WatchedLiterals] = []
  /// `never` where the rule has no effect.
  var actingKeys: [WatchedLiterals] = []

  /// Excludes the requests that rules with `leave` lead past the rules of their blocks and handlers.
  ///
  /// So every question about a rule is one about its formula alone, and the answers are exact.
  mutating func apply(_ leaves: [FlatChain.Leave], _ atomTable: AtomTable) {
    // The own condition suffices: a request that others lead past such a rule, they lead past its block, too.
    let stays = leaves.map { rules[$0.entry].own.negated }
    for entry in rules.indices {
      let relevant = leaves.indices.filter { leaves[$0].skips(entry) }
      if relevant.isEmpty { continue }
      let rule = LoweredRule(
        rules[entry], where: .conjunction(relevant.map { stays[$0] }), atomTable)
      rules[entry] = rule
      coverKeys[entry] = rule.covers ? rule.key : .never
      actingKeys[entry] = rule.effect.isInert ? .never : rule.key
    }
  }
}
