/// A summary of some rules, to find quickly that two sets have no rule in common.
struct RuleSignatures {
  private var bits: UInt64 = 0

  init() {}

  init(_ rules: [LoweredRule]) {
    for rule in rules { bits |= 1 << rule.key.signature }
  }

  /// Returns false if no rule of one is the same (`LoweredRule.isSame`) as a rule of the other.
  func mayShare(_ other: RuleSignatures) -> Bool { bits & other.bits != 0 }
}
