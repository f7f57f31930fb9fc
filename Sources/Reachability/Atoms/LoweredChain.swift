/// The lowered rules of a chain, by entry.
struct LoweredChain {
  var rules: [LoweredRule] = []
  /// `never` where the rule does not cover.
  var coverKeys: [WatchedLiterals] = []
  /// `never` where the rule has no effect.
  var actingKeys: [WatchedLiterals] = []
}
