import Interpreter
import ParsedRules
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
  static let batches = TestOptions.cases(1, long: 150)

  @Test(.seeded, arguments: ChainKind.allCases) func randomChains(_ kind: ChainKind) throws {
    let universe = try ChainUniverse(kind)
    var dice = Dice(Seed.of(1))
    var (chains, rules, dead, deadOperands) = (0, 0, 0, 0)
    for _ in 0..<Self.batches {
      let batch = (0..<200).map { _ in RandomChain(&dice, kind) }
      let source = batch.enumerated().map { $1.text("C\($0)") }.joined()
      let text = try RuleText(ChainUniverse.declarations + source)
      let analyzer = ChainAnalyzer(text.rules)
      for (index, chain) in batch.enumerated() {
        let analysis = analyzer.analyze(ID(index), [.redundancy, .interpreted])
        let (all, unreachable, operands) = check(
          analysis, chain, universe, try text.chain("C\(index)"))
        chains += 1
        rules += all
        dead += unreachable
        deadOperands += operands
      }
    }
    print(
      "brute force: \(chains) \(kind), \(rules) rules, \(dead) unreachable,",
      deadOperands, "dead alternatives")
    #expect(deadOperands > rules / 100)
    #expect(dead > rules / 20 && dead < rules / 2)
  }

  /// Compares an analysis with the universe.
  ///
  /// - Returns: the numbers of rules, of unreachable rules, and of dead alternatives.
  func check(
    _ analysis: ChainAnalysis, _ chain: RandomChain, _ universe: ChainUniverse,
    _ interpreter: Interpreter
  ) -> (Int, Int, Int) {
    let frames = chain.frameBits(universe)
    let meanings = chain.meanings(universe)
    var left = frames
    var dead = 0
    var deadOperands = 0
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
        let left = chain.leaves(skipping: entry).reduce(left) { $0 - meanings[$1] }
        let (expected, parts) = alwaysTrue(rule, left, universe)
        let found = analysis.alwaysTrue[entry].count
        if found != expected {
          fail(entry, "has \(expected) parts that are always true, not \(found)")
        }
        let alternatives = deadAlternatives(parts, left, universe)
        deadOperands += alternatives
        check(
          analysis.deadAlternatives[entry], entry, alternatives, interpreter, fail)
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
    return (chain.rules.count, dead, deadOperands)
  }

  private func check(
    _ why: ChainAnalysis.Unreachable, _ entry: Int, _ chain: RandomChain, _ frames: Bits,
    _ meanings: [Bits], _ universe: ChainUniverse, _ interpreter: Interpreter,
    _ fail: (Int, String) -> Void
  ) {
    let asked = chain.rules[entry].bits(universe)
    let leaves = chain.leaves(skipping: entry)
    switch why {
    case .contradictory(let parts):
      if !asked.isEmpty { fail(entry, "is not contradictory") }
      if parts.isEmpty { fail(entry, "has no parts") }
    case .frames:
      // The universe has no responses of the frame `new`.
      let asksForNew = universe.kind == .responses && chain.rules[entry].text.contains("frame")
      if asked.isEmpty && !asksForNew || !(asked & frames).isEmpty {
        fail(entry, "asks for frames looked at")
      }
    case .shadowed(let cover):
      if (asked & frames).isEmpty { fail(entry, "is contradictory") }
      let takers = cover.map(\.entry)
      if !takers.allSatisfy({ $0 < entry && chain.rules[$0].covers || leaves.contains($0) }) {
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

  /// Returns whether every request that reaches the rule would be treated the same without the rule.
  private func redundant(
    _ entry: Int, _ chain: RandomChain, _ reaching: Bits, _ meanings: [Bits]
  ) -> Bool {
    let rule = chain.rules[entry]
    if chain.isInert(entry) { return true }
    if !rule.covers || rule.condition.map({ $0.text == "true" }) ?? true { return false }
    var open = reaching
    for next in chain.rules.indices.dropFirst(entry + 1) where !chain.rules[next].isInert {
      if chain.rules[next].effect != rule.effect, !(open & meanings[next]).isEmpty { return false }
      open = open - meanings[next]
    }
    return open.isEmpty || rule.effect == "allow"
  }

  /// Returns the number of operands of the outermost `&&` that hold for every request that reaches the rule and
  /// satisfies the other operands, and the remaining operands.
  private func alwaysTrue(
    _ rule: RandomChain.Rule, _ left: Bits, _ universe: ChainUniverse
  ) -> (Int, parts: [RandomChain.Condition]) {
    guard let condition = rule.condition else { return (0, []) }
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
    return (found, parts)
  }

  /// Returns the number of operands of `||` that can be left out.
  ///
  /// - Parameter parts: the operands of the outermost `&&`.
  private func deadAlternatives(
    _ parts: [RandomChain.Condition], _ left: Bits, _ universe: ChainUniverse
  ) -> Int {
    var found = 0
    /// Returns the condition without the operands that make no difference for the requests.
    func pruned(_ condition: RandomChain.Condition, _ requests: Bits) -> RandomChain.Condition {
      switch condition {
      case .atom, .named: return condition
      case .not(let inner): return .not(pruned(inner, requests))
      case .all(var parts):
        for index in parts.indices {
          let others = parts.indices.filter { $0 != index }
          parts[index] = pruned(
            parts[index], others.reduce(requests) { $0 & parts[$1].bits(universe) })
        }
        return .all(parts)
      case .any(var parts):
        func rest(_ index: Int) -> Bits {
          parts.indices.filter { $0 != index }.reduce(requests) { $0 - parts[$1].bits(universe) }
        }
        for index in parts.indices.reversed() where parts.count > 1 {
          if case .atom("true") = parts[index] { continue }
          if case .atom("false") = parts[index] { continue }
          if !(rest(index) & parts[index].bits(universe)).isEmpty { continue }
          found += 1
          parts.remove(at: index)
        }
        for index in parts.indices { parts[index] = pruned(parts[index], rest(index)) }
        return parts.count == 1 ? parts[0] : .any(parts)
      }
    }
    var parts = parts
    for index in parts.indices {
      let others = parts.indices.filter { $0 != index }
      parts[index] = pruned(parts[index], others.reduce(left) { $0 & parts[$1].bits(universe) })
    }
    return found
  }

  private func check(
    _ found: [ChainAnalysis.DeadOperand], _ entry: Int, _ expected: Int,
    _ interpreter: Interpreter, _ fail: (Int, String) -> Void
  ) {
    if found.count != expected {
      fail(entry, "has \(expected) dead alternatives, not \(found.count)")
    }
    for case .handled(let handlers) in found.map(\.cause) {
      if handlers.isEmpty { fail(entry, "has a dead alternative that nothing handles") }
      for handler in handlers {
        let request = handler.witness.request
        switch handler.place {
        case .entry(let taker):
          if taker >= entry || !interpreter.reaches(taker, request) {
            fail(entry, "has an alternative that \(taker) does not handle for \(handler.witness)")
          }
        case .alternative:
          let earlier = interpreter.chain.rules[..<entry].enumerated().filter {
            $1.decision.isFinal && !$1.isAttempt
          }
          if interpreter.leavesOut(entry, request)
            || earlier.contains(where: {
              interpreter.matches($0.offset, request)
                && !interpreter.leavesOut($0.offset, request)
            })
          {
            fail(entry, "does not get \(handler.witness)")
          }
        }
      }
    }
  }

  /// Returns the operands of `&&`, including those of nested conjunctions.
  private func flat(_ condition: RandomChain.Condition) -> [RandomChain.Condition] {
    if case .all(let parts) = condition { return parts.flatMap { flat($0) } }
    return [condition]
  }
}
