import Interpreter
import Reachability
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

/// Compares the analysis with the enumeration of every request of a small world.
@Suite struct BruteForceTests {
  typealias Bits = ChainUniverse.Bits

  /// The number of batches of two hundred chains.
  static let batches = TestOptions.cases(15, long: 150)

  @Test(.seeded) func randomChains() throws {
    let universe = try ChainUniverse()
    var dice = Dice(Seed.of(1))
    var (chains, rules, dead) = (0, 0, 0)
    for _ in 0..<Self.batches {
      let batch = (0..<200).map { _ in RandomChain(&dice) }
      let source = batch.enumerated().map { $1.text("C\($0)") }.joined()
      let text = try RuleText(ChainUniverse.declarations + source)
      let analyzer = ChainAnalyzer(text.rules)
      for (index, chain) in batch.enumerated() {
        let analysis = analyzer.analyze(ID(index), [.redundancy, .interpreted])
        let (all, unreachable) = check(analysis, chain, universe, try text.chain("C\(index)"))
        chains += 1
        rules += all
        dead += unreachable
      }
    }
    print("brute force: \(chains) chains, \(rules) rules, \(dead) unreachable")
    #expect(dead > rules / 20 && dead < rules / 2)
  }

  /// - Returns: the number of rules, and the number of unreachable ones.
  func check(
    _ analysis: ChainAnalysis, _ chain: RandomChain, _ universe: ChainUniverse,
    _ interpreter: Interpreter
  ) -> (Int, Int) {
    let frames = chain.frameBits(universe)
    let meanings = chain.rules.map { $0.bits(universe) }
    var left = frames
    var dead = 0
    func fail(_ entry: Int, _ what: String) {
      Issue.record("rule \(entry): \(what)\n\(chain.text("C"))")
    }
    for (entry, rule) in chain.rules.enumerated() {
      let reaching = left & meanings[entry]
      switch analysis.entries[entry] {
      case .reachable(let witness):
        if reaching.isEmpty { fail(entry, "is not reachable by \(witness)") }
        if !interpreter.reaches(entry, witness.request) {
          fail(entry, "is not reached by \(witness)")
        }
      case .undecided(let undecided): fail(entry, "is undecided: \(undecided)")
      case .unreachable(let why):
        dead += 1
        if !reaching.isEmpty { fail(entry, "is reachable") }
        check(why, entry, chain, frames, meanings, universe, interpreter, fail)
      }
      let redundant = reaching.isEmpty ? nil : redundant(entry, chain, reaching, meanings)
      if (analysis.redundant[entry] != nil) != (redundant ?? false) {
        fail(entry, "is redundant: \(redundant as Any)")
      }
      if !reaching.isEmpty {
        let expected = alwaysTrue(rule, left, universe)
        let found = analysis.alwaysTrue[entry].count
        if found != expected {
          fail(entry, "has \(expected) parts that are always true, not \(found)")
        }
      }
      let opensUnsafe = rule.step == "open url" && !(reaching & universe.unsafe).isEmpty
      if let witness = analysis.unsafe[entry] {
        if !opensUnsafe { fail(entry, "opens no unsafe URL") }
        if !interpreter.reaches(entry, witness.request)
          || !interpreter.chain.rules[entry].unsafeSchemes.contains(witness.request.url.scheme)
        {
          fail(entry, "opens no unsafe URL for \(witness)")
        }
      } else if opensUnsafe {
        fail(entry, "opens unsafe URLs")
      }
      if rule.covers { left = left - meanings[entry] }
    }
    return (chain.rules.count, dead)
  }

  private func check(
    _ why: ChainAnalysis.Unreachable, _ entry: Int, _ chain: RandomChain, _ frames: Bits,
    _ meanings: [Bits], _ universe: ChainUniverse, _ interpreter: Interpreter,
    _ fail: (Int, String) -> Void
  ) {
    let asked = meanings[entry]
    switch why {
    case .contradictory(let parts):
      if !asked.isEmpty { fail(entry, "is not contradictory") }
      if parts.isEmpty { fail(entry, "has no parts") }
    case .frames:
      if asked.isEmpty || !(asked & frames).isEmpty { fail(entry, "asks for frames looked at") }
    case .shadowed(let cover):
      if (asked & frames).isEmpty { fail(entry, "is contradictory") }
      let takers = cover.map(\.entry)
      if !takers.allSatisfy({ $0 < entry && chain.rules[$0].covers }) {
        fail(entry, "has a wrong cover")
      }
      let taken = takers.reduce(asked & frames) { $0 - meanings[$1] }
      if !taken.isEmpty { fail(entry, "is not covered by \(takers)") }
      for one in cover {
        let without = takers.filter { $0 != one.entry }.reduce(asked & frames) { $0 - meanings[$1] }
        if without.isEmpty { fail(entry, "is covered without \(one.entry)") }
        let request = one.witness.request
        if !interpreter.matches(entry, request) || !interpreter.reaches(one.entry, request) {
          fail(entry, "is not covered by \(one.entry) for \(one.witness)")
        }
      }
    }
  }

  /// Returns true if every request that reaches the rule would be treated the same without it.
  private func redundant(
    _ entry: Int, _ chain: RandomChain, _ reaching: Bits, _ meanings: [Bits]
  ) -> Bool {
    let rule = chain.rules[entry]
    if rule.isInert { return true }
    if !rule.covers || rule.condition.map({ $0.text == "true" }) ?? true { return false }
    var open = reaching
    for next in chain.rules.indices.dropFirst(entry + 1) where !chain.rules[next].isInert {
      if chain.rules[next].effect != rule.effect, !(open & meanings[next]).isEmpty { return false }
      open = open - meanings[next]
    }
    return open.isEmpty || rule.effect == "allow"
  }

  /// The number of operands of the outermost `&&` that hold for every request that reaches the rule and satisfies
  /// the other operands.
  private func alwaysTrue(
    _ rule: RandomChain.Rule, _ left: Bits, _ universe: ChainUniverse
  ) -> Int {
    guard let condition = rule.condition else { return 0 }
    var parts = [condition]
    if case .all = condition { parts = flat(condition) }
    var found = 0
    for index in parts.indices.reversed() {
      if case .atom("true") = parts[index] { continue }
      if case .atom("false") = parts[index] { continue }
      var others = parts
      others.remove(at: index)
      let coming = others.reduce(left) { $0 & $1.bits(universe) }
      if (coming - parts[index].bits(universe)).isEmpty {
        found += 1
        parts = others
      }
    }
    return found
  }

  /// The operands of `&&`, including those of nested ones.
  private func flat(_ condition: RandomChain.Condition) -> [RandomChain.Condition] {
    if case .all(let parts) = condition { return parts.flatMap { flat($0) } }
    return [condition]
  }
}
