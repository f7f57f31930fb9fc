/// A summary of some rules, which often shows quickly that two sets have no rule in common.
struct RuleSignatures {
  private var bits: UInt64 = 0

  init() {}

  init(_ rules: [LoweredRule]) {
    for rule in rules { bits |= 1 << rule.key.signature }
  }

  /// Returns false if the two sets have no rule in common (`LoweredRule.isSame`).
  func mayShare(_ other: RuleSignatures) -> Bool { bits & other.bits != 0 }
}
