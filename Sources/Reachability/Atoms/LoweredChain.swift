import Interpreter

/// The lowered rules of a chain, indexed by entry.
struct LoweredChain {
  var rules: [LoweredRule] = []
  /// The keys of the rules that cover; `never` for other rules.
  var coverKeys: [WatchedLiterals] = []
  /// The keys of the rules that have an effect; `never` for other rules.
  var actingKeys: [WatchedLiterals] = []

  /// Excludes from each rule the requests for which an earlier `leave` skips the rule.
  ///
  /// Then every question about a rule is a question about its formula alone, and the answers are exact.
  mutating func apply(_ leaves: [FlatChain.Leave], _ atomTable: AtomTable) {
    // The own conditions of the rules with `leave` suffice. If a request skips such a rule because of another
    // `leave`, it also skips the rest of the block.
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
