import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The check `unreachable-rule`.
enum UnreachableRule {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    // A handler may have rules for only some of its chains, so a rule that some chain reaches has no finding.
    facts.takenRules.compactMap { occurrences in
      func isDead(_ occurrence: ChainFacts.Occurrence) -> Bool {
        ChainFacts.isTaken(facts.status(occurrence)) && !facts.isReportedInGroup(occurrence)
      }
      guard let first = occurrences.first(where: isDead) else { return nil }
      let dead = occurrences.filter(isDead)
      let chains = facts.chainNames(dead)
      let rule = facts.rule(first)
      let subject = facts.subject(first.chain)
      guard case .unreachable(.shadowed(let cover)) = facts.reachability(first) else {
        let isOfNoFrame = facts.input.rules.chains[first.chain].frames == .all(.responses)
        return page.finding(
          "no \(subject) reaches this rule: "
            + (isOfNoFrame
              ? "its frame is `main` or `sub`" : "\(chains) ignores \(subject)s of its frames"),
          at: rule.head, label: "never reached",
          help: isOfNoFrame
            ? "delete the rule" : "add `frames all` to the chain, or delete the rule")
      }
      var finding = page.finding(
        "no \(subject) reaches this rule in \(chains): it is shadowed", at: rule.head,
        label: cover.count == 1
          ? "every \(subject) it matches is already handled by an earlier rule"
          : "every \(subject) it matches is already handled by earlier rules",
        related: related(cover, first, facts),
        help: remedy(cover, first, facts), fix: fix(cover, first, facts))
      finding.witness = (cover.first?.witness).map { RuleLanguagePrinter.requestText($0) }
      return finding
    }
  }

  /// Returns whether the rule is shadowed by one that matches the same requests. In any order, only the first is
  /// reached.
  private static func isTwin(_ cover: [ChainAnalysis.Cover]) -> Bool {
    cover.count == 1 && cover[0].isTwin
  }

  /// Returns whether such a rule is in the same list.
  private static func isTwin(
    _ cover: [ChainAnalysis.Cover], _ own: FlatChain.Entry, inListOf other: FlatChain.Entry
  ) -> Bool {
    isTwin(cover) && own.path.dropLast() == other.path.dropLast()
  }

  /// A fix that changes the treatment only of requests that the shadowing rules handle.
  ///
  /// The rule, or the `use` that inserts it, moves before the shadowing rules if nothing else is in between.
  /// Otherwise these move after it, so that the order of the rule and those in between stays the same. A rule that
  /// repeats its shadowing rule is deleted, and so is a `use` that repeats an earlier one.
  ///
  /// - Returns: nil for an `otherwise`, which stays last, and if no order helps.
  static func fix(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> Fix? {
    let entries = facts.analyses[occurrence.chain].chain.entries
    guard let first = cover.map({ $0.entry }).min() else { return nil }
    let own = entries[occurrence.entry]
    if own.rule.isOtherwise { return nil }
    let isSame = cover.allSatisfy { hasSameEffect($0, occurrence, facts) }
    if isTwin(cover, own, inListOf: entries[first]) {
      return isSame ? .delete(item: own.rule.location, facts.input) : nil
    }
    if let use = repeatedUse(cover, occurrence, facts) { return .delete(item: use, facts.input) }
    if isTwin(cover) { return nil }
    let shared = cover.map { self.shared(own, entries[$0.entry]) }.min() ?? 0
    /// The item of an entry in the innermost handler or chain that contains all of the rules.
    func item(_ entry: FlatChain.Entry) -> Location { entry.path[shared] }
    let moved = item(own)
    if own.isInList(shared), isSame { return nil }
    let takers = Set(cover.map { item(entries[$0.entry]) }).sorted()
    if takers.contains(moved) { return nil }
    let isNext = (first..<occurrence.entry).allSatisfy { entry in
      let between = item(entries[entry])
      return between == moved || takers.contains(between)
    }
    return isNext
      ? .move(moved, before: takers[0], facts.input)
      : .move(takers, after: moved, facts.input)
  }

  /// The number of `use` lines and blocks that contain both rules.
  static func shared(_ own: FlatChain.Entry, _ other: FlatChain.Entry) -> Int {
    zip(own.path, other.path).prefix { $0 == $1 }.count
  }

  /// The `use` of the rule if it repeats another one: if the shadowing rules come from a `use` of the same name, or
  /// another `use` inserts the same rule. Nil otherwise.
  static func repeatedUse(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> Location? {
    let entries = facts.analyses[occurrence.chain].chain.entries
    let own = entries[occurrence.entry]
    var repeated: Location?
    for one in cover {
      let other = entries[one.entry]
      let shared = zip(own.uses, other.uses).prefix { $0 == $1 }.count
      guard own.uses.count > shared, other.uses.count > shared,
        own.rule.location == other.rule.location
          || name(own.uses[shared], facts) == name(other.uses[shared], facts)
      else { return nil }
      repeated = own.uses[shared]
    }
    return repeated
  }

  private static func name(_ use: Location, _ facts: ChainFacts) -> Substring? {
    facts.input.text(use).split { $0.isWhitespace }.last
  }

  /// Returns whether both rules treat the request of the cover the same.
  private static func hasSameEffect(
    _ cover: ChainAnalysis.Cover, _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> Bool {
    let interpreter = Interpreter(
      facts.analyses[occurrence.chain].chain, in: facts.input.rules)
    let printer = RuleLanguagePrinter(facts.input.rules)
    let effects = [occurrence.entry, cover.entry].map { entry in
      interpreter.performed(entry, cover.witness.request).map { steps in
        steps.map { printer.text($0) } + [printer.text(interpreter.chain.rules[entry].decision)]
      }
    }
    return effects[0] == effects[1]
  }

  /// The help, which names the item to move: a whole `use` line if the rules are in different lists.
  private static func remedy(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> String {
    let entries = facts.analyses[occurrence.chain].chain.entries
    guard let first = cover.first else { return "delete the rule" }
    let (own, other) = (entries[occurrence.entry], entries[first.entry])
    let those = cover.count == 1 ? "that rule" : "those rules"
    if own.rule.isOtherwise {
      return "correct the condition\(cover.count == 1 ? "" : "s") of \(those)"
    }
    if isTwin(cover, own, inListOf: other) {
      return "delete one of the two: both match the same requests"
    }
    if let use = repeatedUse(cover, occurrence, facts) {
      return "delete this `\(facts.input.text(use))`: the chain contains its rules already"
    }
    let shared = shared(own, other)
    if own.isInList(shared), cover.allSatisfy({ hasSameEffect($0, occurrence, facts) }) {
      return
        "correct one of the conditions, or delete the rule: \(those) do\(cover.count == 1 ? "es" : "") the same"
    }
    if isTwin(cover) {
      return
        "correct one of the conditions, or delete one of the rules: both match the same requests"
    }
    /// The words for the item to move: a `use`, a block or the rule.
    func item(_ entry: FlatChain.Entry, _ rule: String) -> String {
      if entry.isInList(shared) { return rule }
      return entry.uses.count > shared
        ? "`\(facts.input.text(entry.uses[shared]))`" : "the block around \(rule)"
    }
    return "move \(item(own, "it")) before \(item(other, those)), or delete the rule"
  }

  /// The related places: the covering rules, each with a request that it handles.
  static func related(
    _ cover: [ChainAnalysis.Cover], _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> [Finding.Related] {
    cover.map { one in
      let taker = facts.rule(ChainFacts.Occurrence(chain: occurrence.chain, entry: one.entry))
      return Finding.Related("handles \(Prose.request(one.witness))", at: taker.head)
    }
  }

  static let page = Page(
    "unreachable-rule", .error, "a rule that no request reaches", fixes: .meaning,
    canBeIgnored: true)
}
