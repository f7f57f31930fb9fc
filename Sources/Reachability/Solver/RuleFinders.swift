/// The finders of one chain.
struct RuleFinders {
  /// Finds the rules that cover.
  let covers: RuleFinder
  /// Finds the rules that have an effect. It is the same object as `covers` if both find the same rules.
  let acting: RuleFinder

  init(_ chain: LoweredChain, _ atomTable: AtomTable, expectsFewLookups: Bool) {
    func finder(_ keys: [WatchedLiterals]) -> RuleFinder {
      RuleFinder(chain.rules, keys, atomTable, expectsFewLookups: expectsFewLookups)
    }
    covers = finder(chain.coverKeys)
    acting = chain.coverKeys == chain.actingKeys ? covers : finder(chain.actingKeys)
  }
}
