import Semantics

/// A line of an invariant that holds in one version only, or exists in one version only.
struct InvariantChange: Sendable {
  let name: String
  let claim: String
  let old: ListedProof?
  let new: ListedProof?

  /// True if the line is broken in the new version only.
  var isBroken: Bool { new?.verdict == "broken" && old?.verdict != "broken" }

  static func all(_ old: LoadedRuleSet?, _ new: LoadedRuleSet?) -> [InvariantChange] {
    let (before, after) = (sides(old), sides(new))
    let changed = after.compactMap { name, claim, side -> InvariantChange? in
      let earlier = before.first { $0.name == name && $0.claim == claim }?.side
      if earlier?.verdict == side.verdict { return nil }
      return InvariantChange(name: name, claim: claim, old: earlier, new: side)
    }
    let removed = before.filter { one in
      !after.contains { $0.name == one.name && $0.claim == one.claim }
    }
    return changed
      + removed.map { InvariantChange(name: $0.name, claim: $0.claim, old: $0.side, new: nil) }
  }

  private static func sides(
    _ set: LoadedRuleSet?
  ) -> [(name: String, claim: String, side: ListedProof)] {
    set.map(ListedProof.all)?.map { ($0.invariant.name, $0.text, $0) } ?? []
  }
}
