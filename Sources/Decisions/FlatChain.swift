package import Semantics
package import Text

/// The rules of a chain in the order they are asked, every `use` put in its place.
///
/// The seam to the analysis: what asks about a chain starts from this list, never from the source.
package struct FlatChain: Sendable {
  package struct Entry: Sendable {
    package var rule: Rule
    /// What the rule is written in.
    package var owner: RuleOwner
    /// Its place among the rules of its owner.
    package var number: Int
    /// The handler that the rule is written in; nil where it stands in a chain.
    package var handler: ID<Handler>?
    /// The `use` lines that lead to it, outermost first.
    package var uses: [Location]
  }

  package var chain: ID<Chain>
  package var frames: FrameSet
  package var entries: [Entry]

  /// - Requires: the rule set has no `use` cycle (one is an error of its own).
  package init(_ chain: ID<Chain>, in rules: RuleSet) {
    self.chain = chain
    frames = rules[chain].frames
    entries = []
    append(rules[chain].items, of: .chain(chain), uses: [], isOuter: true, in: rules)
  }

  private mutating func append(
    _ items: [ChainItem], of owner: RuleOwner, uses: [Location], isOuter: Bool, in rules: RuleSet
  ) {
    var handler: ID<Handler>?
    if case .handler(let id) = owner { handler = id }
    var number = 0
    for item in items {
      switch item {
      case .rule(let rule):
        defer { number += 1 }
        if rule.isOtherwise && !isOuter { continue }
        entries.append(
          Entry(rule: rule, owner: owner, number: number, handler: handler, uses: uses))
      case .useHandler(let id, let location):
        append(
          rules[id].items, of: .handler(id), uses: uses + [location], isOuter: false, in: rules)
      case .useChain(let id, let location):
        append(
          rules[id].items, of: .chain(id), uses: uses + [location], isOuter: false, in: rules)
      }
    }
  }
}

/// What a rule is written in.
package enum RuleOwner: Hashable, Sendable {
  case handler(ID<Handler>)
  case chain(ID<Chain>)
}
