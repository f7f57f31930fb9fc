import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `redundant-condition`.
enum RedundantCondition {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    var findings: [Finding] = []
    var blocks: [Location: BlockVotes] = [:]
    for occurrences in facts.reachedRules
    where !RedundantRule.isRedundant(occurrences, facts) && facts.hasAllPlaces(occurrences) {
      let places = facts.reachedPlaces(occurrences)
      guard let first = places.first else { continue }
      let rule = facts.rule(first)
      let parts = facts.analyses[first.chain].alwaysTrue[first.entry].filter { part in
        places.allSatisfy { facts.analyses[$0.chain].alwaysTrue[$0.entry].contains(part) }
      }
      for block in rule.blocks {
        blocks[block.location, default: BlockVotes(block, rule)].add(parts)
      }
      guard let condition = rule.ownCondition else { continue }
      for part in parts where part.isInside(condition.location) {
        let isAll = condition.location == part
        // The finding about the rules that this one shadows explains the condition.
        if isAll, facts.shadowing.contains(where: { facts.rule($0.occurrence).head == part }) {
          continue
        }
        let end = rule.blocks.isEmpty ? "chain" : "block"
        findings.append(
          finding(
            part, isAll ? "write `otherwise` at the end of the \(end)" : nil, "the rule",
            fix(part, of: condition, rule, facts.input)))
      }
    }
    for votes in blocks.values where !votes.parts.isEmpty {
      let condition = votes.block.condition
      guard votes.count == facts.input.rules.ruleCount(in: votes.block) else { continue }
      for part in votes.parts {
        let isAll = condition.location == part
        findings.append(
          finding(
            part, isAll ? "move the rules out of the block" : nil, "a rule of the block",
            fix(part, of: condition, votes.rule, facts.input)))
      }
    }
    return findings
  }

  /// The parts of a block's condition that have no effect on the rules seen so far.
  ///
  /// A part is redundant if it has no effect on any rule of the block.
  private struct BlockVotes {
    let block: RuleBlock
    /// A rule of the block.
    let rule: Rule
    private(set) var count = 0
    private(set) var parts: Set<Location> = []

    init(_ block: RuleBlock, _ rule: Rule) {
      self.block = block
      self.rule = rule
    }

    mutating func add(_ found: [Location]) {
      let own = found.filter { $0.isInside(block.condition.location) }
      parts = count == 0 ? Set(own) : parts.intersection(own)
      count += 1
    }
  }

  /// Creates the finding about a condition or a part of one.
  ///
  /// - Parameter help: the help for a whole condition; nil for a part.
  private static func finding(
    _ part: Location, _ help: String?, _ reached: String, _ fix: Fix?
  ) -> Finding {
    page.finding(
      "condition is always true here", at: part,
      label: help == nil
        ? "true for every request that reaches \(reached) and satisfies the rest"
        : "true for every request that reaches \(reached)",
      help: help ?? "delete this part", fix: fix)
  }

  /// Deletes the part and the `&&` next to it; nil for a whole condition, and if there are brackets or comments in
  /// between.
  private static func fix(
    _ part: Location, of condition: Condition, _ rule: Rule, _ input: CheckInput
  ) -> Fix? {
    guard case .all(let parts, _) = condition,
      let index = parts.firstIndex(where: { $0.location == part })
    else { return nil }
    let isFirst = index == 0
    let (left, right) = isFirst ? (part, parts[1].location) : (parts[index - 1].location, part)
    guard left.span.end <= right.span.start else { return nil }
    let between = input.text(Location(part.file, Span(left.span.end, right.span.start)))
    guard between.filter({ !$0.isWhitespace }) == "&&" else { return nil }
    let cut =
      isFirst ? Span(part.span.start, right.span.start) : Span(left.span.end, part.span.end)
    return Fix(
      [Edit(Location(part.file, cut), "")], .condition(rule.location),
      isSafe: !input.mayHaveComment(Location(part.file, cut)))
  }

  static let page = Page(
    "redundant-condition", .warning, "a part of a condition that is always true",
    fixes: .safe)
}

extension Location {
  fileprivate func isInside(_ other: Location) -> Bool {
    file == other.file && other.span.start <= span.start && span.end <= other.span.end
  }
}

extension RuleSet {
  fileprivate func ruleCount(in block: RuleBlock) -> Int {
    (handlers.map { $0.items } + chains.map { $0.items }).reduce(0) { count, items in
      count
        + items.count { item in
          guard case .rule(let rule) = item else { return false }
          return rule.location.isInside(block.location)
        }
    }
  }
}
