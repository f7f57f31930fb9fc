import Interpreter
import Semantics

/// Prints the classes of handlers and chains, and the code that selects their rules.
struct SwiftChains {
  private let owners: [SwiftOwner]
  /// True if a chain uses a dispatch table.
  let hasTables: Bool
  /// The kinds of rules in the rule set: whether some can suspend, and whether some cannot.
  let hasRules: (async: Bool, plain: Bool)

  init(_ context: SwiftContext, _ plan: ChainPlan) {
    let all =
      context.rules.handlers.indices.map { RuleOwner.handler(ID($0)) }
      + context.rules.chains.indices.map { RuleOwner.chain(ID($0)) }
    owners = all.map { SwiftOwner($0, context, plan) }
    hasTables = plan.tables.contains { $0 != nil }
    hasRules = (
      all.contains { plan[$0].hasAsyncRules },
      owners.contains { $0.hasPlainRules }
    )
  }

  func write(_ out: inout CodeWriter) {
    for owner in owners { owner.write(&out) }
  }

  /// Prints the tables. They are apart from the classes, because people do not read them.
  func writeDispatch(_ out: inout CodeWriter) {
    for owner in owners { owner.writeDispatch(&out) }
  }
}
