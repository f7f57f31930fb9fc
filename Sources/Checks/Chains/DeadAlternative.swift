import Diagnostics
import Reachability
import Semantics
import Text

/// The check `dead-alternative`.
enum DeadAlternative {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    var findings: [Finding] = []
    for occurrences in facts.reachedRules
    where !RedundantRule.isRedundant(occurrences, facts) && facts.hasAllPlaces(occurrences) {
      let places = facts.reachedPlaces(occurrences)
      guard let first = places.first else { continue }
      let others = places.dropFirst().map { place in
        Set(dead(place, facts).map { $0.location })
      }
      for dead in dead(first, facts)
      where others.allSatisfy({ $0.contains(dead.location) })
        && !facts.input.hasNeverEqual(dead.location)
        && facts.rule(first).ownCondition?.alternatives(with: dead.location) != nil
      {
        findings.append(finding(dead, first, facts))
      }
    }
    return findings + NamedAlternatives(facts).operands.map { finding($0, facts) }
  }

  private static func dead(
    _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> [ChainAnalysis.DeadOperand] {
    facts.analyses[occurrence.chain].deadAlternatives[occurrence.entry].filter { $0.named == nil }
  }

  private static func finding(
    _ dead: ChainAnalysis.DeadOperand, _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> Finding {
    let rule = facts.rule(occurrence)
    let fix = rule.ownCondition.flatMap {
      Self.fix(dead.location, in: $0, of: rule.location, facts.input)
    }
    switch dead.cause {
    case .contradictory(let parts):
      return page.finding(
        "alternative is never true", at: dead.location,
        label: parts.isEmpty ? "never true" : "never true: its parts exclude one another",
        related: parts.filter { $0 != dead.location }.map {
          Finding.Related("excluded together with the others that are marked", at: $0)
        },
        help: "correct it, or delete it", fix: fix)
    case .frames:
      return page.finding(
        "alternative has no effect: \(facts.chainNames([occurrence])) ignores requests of its frames",
        at: dead.location, label: "never true here",
        help: "add `frames all` to the chain, or delete the alternative", fix: fix)
    case .handled(let handlers):
      var finding = page.finding(
        "alternative has no effect: every request is treated the same without it",
        at: dead.location, label: "matches nothing that the others leave",
        related: handlers.map { handler in
          let request = Prose.request(handler.witness)
          switch handler.place {
          case .entry(let entry):
            let taker = facts.rule(ChainFacts.Occurrence(chain: occurrence.chain, entry: entry))
            return Finding.Related("handles \(request)", at: taker.head)
          case .alternative(let location):
            return Finding.Related("matches \(request), too", at: location)
          }
        },
        help: "delete it", fix: fix)
      finding.witness = (handlers.first?.witness).map { RuleLanguagePrinter.requestText($0) }
      return finding
    }
  }

  /// The finding about an operand of a declared condition.
  private static func finding(_ dead: NamedAlternatives.Operand, _ facts: ChainFacts) -> Finding {
    let name = Prose.code(dead.declared.name)
    let fix = Self.fix(
      dead.location, in: dead.condition, of: dead.declared.declared.location, facts.input)
    switch dead.use.cause {
    case .contradictory, .frames:
      return page.finding(
        "alternative is never true in a rule that uses \(name)", at: dead.location,
        label: "never true",
        related: [Finding.Related("uses it", at: dead.use.location)],
        help: "correct it, or delete it", fix: fix)
    case .handled(let handlers):
      var finding = page.finding(
        "alternative has no effect in the rules that use \(name)", at: dead.location,
        label: "matches nothing that the others, or earlier rules, leave",
        related: handlers.map { handler in
          let request = Prose.request(handler.witness)
          switch handler.place {
          case .entry(let entry):
            let taker = facts.rule(ChainFacts.Occurrence(chain: dead.chain, entry: entry))
            return Finding.Related("handles \(request)", at: taker.head)
          case .alternative(let other):
            return Finding.Related("matches \(request) without it, too", at: other)
          }
        },
        help: "delete it", fix: fix)
      finding.witness = (handlers.first?.witness).map { RuleLanguagePrinter.requestText($0) }
      return finding
    }
  }

  /// Deletes the alternative and the `||` next to it, and the brackets around a single remaining alternative; nil if
  /// there are brackets or comments in between.
  ///
  /// - Parameter owner: the location of the rule, or of the name of the condition.
  static func fix(
    _ dead: Location, in condition: Condition, of owner: Location, _ input: CheckInput
  ) -> Fix? {
    guard let (parts, index) = condition.alternatives(with: dead) else { return nil }
    let isFirst = index == 0
    let (left, right) =
      isFirst ? (dead, parts[1].location) : (parts[index - 1].location, dead)
    guard left.span.end <= right.span.start else { return nil }
    let between = input.text(Location(dead.file, Span(left.span.end, right.span.start)))
    guard between.filter({ !$0.isWhitespace }) == "||" else { return nil }
    if let brackets = brackets(parts, index, input) {
      return Fix(
        [Edit(brackets, input.text(parts[1 - index].location))], .condition(owner),
        isSafe: !input.mayHaveComment(brackets))
    }
    let cut =
      isFirst ? Span(dead.span.start, right.span.start) : Span(left.span.end, dead.span.end)
    return Fix(
      [Edit(Location(dead.file, cut), "")], .condition(owner),
      isSafe: !input.mayHaveComment(Location(dead.file, cut)))
  }

  /// The location of the brackets around two operands; nil if the other operand needs them.
  private static func brackets(
    _ parts: [Condition], _ index: Int, _ input: CheckInput
  ) -> Location? {
    guard parts.count == 2 else { return nil }
    switch parts[1 - index] {
    case .test, .named: break
    case .constant, .not, .all, .any: return nil
    }
    let file = parts[0].location.file
    func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(byte) }
    func skip(from offset: Int, by step: Int) -> Int {
      var offset = offset
      while isBlank(input.byte(file, offset)) { offset += step }
      return offset
    }
    let open = skip(from: Int(parts[0].location.span.start) - 1, by: -1)
    let close = skip(from: Int(parts[1].location.span.end), by: 1)
    guard input.byte(file, open) == UInt8(ascii: "("),
      input.byte(file, close) == UInt8(ascii: ")"),
      input.byte(file, skip(from: open - 1, by: -1)) != UInt8(ascii: "!")
    else { return nil }
    return Location(file, Span(UInt32(open), UInt32(close + 1)))
  }

  static let page = Page(
    "dead-alternative", .warning, "an operand of `||` that has no effect", fixes: .safe)
}

extension Condition {
  /// The operands of the `||` that has an operand at the location, and the index of that operand; nil if there is
  /// none.
  fileprivate func alternatives(with location: Location) -> (parts: [Condition], index: Int)? {
    switch self {
    case .constant, .test, .named: return nil
    case .not(let inner, _): return inner.alternatives(with: location)
    case .all(let parts, _):
      return Self.index(in: parts, of: location).flatMap { parts[$0].alternatives(with: location) }
    case .any(let parts, _):
      guard let index = Self.index(in: parts, of: location) else { return nil }
      if parts[index].location == location { return (parts, index) }
      return parts[index].alternatives(with: location)
    }
  }

  /// The index of the last operand that begins at or before the location. The search is binary, since operands are in
  /// source order and there can be thousands.
  private static func index(in parts: [Condition], of location: Location) -> Int? {
    var range = parts.startIndex..<parts.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if parts[middle].location.span.start > location.span.start {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return range.lowerBound > 0 ? range.lowerBound - 1 : nil
  }
}
