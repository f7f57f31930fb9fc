import Foundation
import Interpreter
import ParsedRules
import RandomRules
import Reachability
import Requests
import Semantics
import Testing
import WebURL

/// Tests the comparison of two versions of a chain.
@Suite struct ComparisonTests {
  typealias Bits = ChainUniverse.Bits

  func compare(
    _ old: String, _ new: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ChainComparison {
    let sets = try [old, new].map { try RuleText(items: $0, sourceLocation: sourceLocation).rules }
    return ChainComparer(old: sets[0], new: sets[1]).compare(ID(0), ID(0))
  }

  private static let isLong = ProcessInfo.processInfo.environment["BASCULE_LONG"] == "1"

  /// Tests many regular expressions. Reading the first text evaluates all languages, which the budget of a question
  /// allows.
  @Test(arguments: isLong ? [700, 3_000] : [700])
  func decidesAmongManyRegularExpressions(_ count: Int) throws {
    let rules = (0..<count).map {
      #"when path matches /\/[a-z]*[a-z0-9]{\#(5 + $0 % 7)}k\#($0)z/ cancel"#
    }
    .joined(separator: "\n")
    let last = #"when path == "/quarterly-report-overview-page""#
    let comparison = try compare(
      "\(rules)\n\(last) cancel\notherwise allow", "\(rules)\n\(last) download\notherwise allow")
    #expect(comparison.undecided.isEmpty)
    #expect(
      comparison.differences.map { [$0.oldEntry, $0.newEntry] } == [[count, count]])
  }

  @Test(arguments: [
    (#"when path[1] == "a" cancel"#, #"when path like "/a/**" cancel"#),
    ("otherwise allow", ""),
    (#"when path == "/a" cancel when path == "/b" cancel"#, #"when path in ["/b", "/a"] cancel"#),
    ("frames all when frame == sub allow when path == \"/\" cancel", #"when path == "/" cancel"#),
    (
      #"when path[1] == "t" present Text(value: path[2]) cancel"#,
      #"when path like "/t/{value}/**" present Text(value: value) cancel"#
    ),
    (
      #"when path like "/n/{value: Int}" present Number(value: value) cancel"#,
      #"when path[1] == "n" && path.count == 3 present Number(value: path[2]) cancel"#
    ),
    (
      #"when path like "/a*" present Number(value: path.count) cancel"#,
      #"when path like "/a*" present Number(value: 2) cancel"#
    ),
    (#"when scheme == "tel" open url cancel"#, #"when !(scheme != "tel") open url cancel"#),
    (#"when isHome && isDark cancel"#, #"when isDark && isHome cancel"#),
    (#"when isHome cancel when !isHome && isDark cancel"#, "when isDark cancel when isHome cancel"),
    (#"when query.a == "1" continue when path == "/" allow"#, ""),
    (
      #"when path[1] in ["b", "c"] present Text(value: path[1]) cancel"#,
      #"when path[1] == "b" present Text(value: "b") cancel when path[1] == "c" present Text(value: "c") cancel"#
    ),
    (
      #"when path like "/n/12/**" present Number(value: path[2]) cancel"#,
      #"when path[1] == "n" && path[2] == "12" present Number(value: 12) cancel"#
    ),
    (
      #"when path like "/**/end/{v}" present Text(value: v) cancel"#,
      #"when path like "/**/end/{last}" present Text(value: last) cancel"#
    ),
    (
      #"when path like "/**/end/{v}" present Text(value: v) cancel"#,
      #"when path like "/**/end/*" present Text(value: path.last) cancel"#
    ),
    (
      #"when path like "/end/{v}" present Text(value: v) cancel"#,
      #"when path[1] == "end" && path.count == 3 present Text(value: path.last) cancel"#
    ),
    (
      #"when path like "/**/{v}" && path.count == 3 present Text(value: v) cancel"#,
      #"when path.count == 3 present Text(value: path[2]) cancel"#
    ),
    (
      #"when url like "https://{shop}.a.com/**" present Text(value: shop) cancel"#,
      #"when url like "https://{name}.a.com/**" present Text(value: name) cancel"#
    ),
    (
      #"when host like "{shop}.a.com" present Text(value: shop) cancel"#,
      #"when host like "{shop}.a.com" && host like "*.a.*" present Text(value: shop) cancel"#
    ),
    // The app loads and opens only these URLs.
    (
      "when frame == new load url cancel",
      #"when frame == new && scheme in ["http", "https", "about"] load url cancel when frame == new cancel"#
    ),
    (
      "when frame == new open url cancel",
      #"""
      when frame == new && scheme in ["file", "data", "javascript", "blob"] cancel
      when frame == new open url cancel
      """#
    ),
    (
      "when frame == new attempt open url cancel",
      #"""
      when frame == new && !(scheme in ["file", "data", "javascript", "blob"])
        attempt open url cancel
      """#
    ),
    (
      #"when scheme == "file" load url continue otherwise allow"#,
      #"when scheme == "file" load url allow"#
    ),
  ])
  func sameMeaning(_ old: String, _ new: String) throws {
    let comparison = try compare(old, new)
    #expect(comparison.differences.isEmpty, "\(comparison.differences)")
    #expect(comparison.undecided.isEmpty, "\(comparison.undecided)")
  }

  /// Tests that rules that act without deciding, and are the same in both versions, cause no additional cases.
  @Test(arguments: [
    #"when isHome && path hasPrefix "/a" && path.count == 2 cancel"#,
    #"when path hasPrefix "/a" && path.count == 2 && isHome attempt confirm(host: "a") cancel"#,
  ])
  func sameMeaningAmongRulesThatAct(_ rule: String) throws {
    let others = (0..<40).map { number in
      number.isMultiple(of: 2)
        ? #"when query.k\#(number) == "1" perform note(text: "\#(number)") continue"#
        : #"when query.k\#(number) == "1" attempt confirm(host: "\#(number)") cancel"#
    }
    let changed = rule.replacingOccurrences(
      of: "path.count == 2", with: "exists path[1] && !exists path[2]")
    let chains = [rule, changed].map { rule in
      (others[..<20] + [rule] + others[20...]).joined(separator: "\n") + "\notherwise allow"
    }
    let comparison = try compare(chains[0], chains[1])
    #expect(comparison.differences.isEmpty, "\(comparison.differences)")
    #expect(comparison.undecided.isEmpty, "\(comparison.undecided)")
  }

  /// Tests a rule whose capture is a URL. It has a large automaton, although its path is short.
  @Test func aURLAndANumberInOnePath() throws {
    let link = #"path like "/s*o{link}2/K" perform take(url: link) download"#
    let number = "present Number(value: path[2]) continue"
    let comparison = try compare(
      """
      when path like "/**" && \(link)
      when port == 1 && (path.count <= 0 || !(exists source)) \(number)
      """,
      """
      when \(link)
      when port == 1 && !(exists source) \(number)
      """)
    #expect(comparison.differences.isEmpty, "\(comparison.differences)")
    #expect(comparison.undecided.isEmpty, "\(comparison.undecided)")
  }

  /// Tests that a new attempt uses the first answer, so that the next rule succeeds in place of the one after it.
  @Test func attemptsTakeTheAnswersOfOthers() throws {
    let rules = """
      when isDark attempt confirm(host: "b") cancel
      when isHome attempt confirm(host: "c") allow
      """
    let comparison = try compare(
      rules, #"when path != "/" attempt confirm(host: "a") download"# + "\n" + rules)
    #expect(comparison.undecided.isEmpty)
    #expect(comparison.differences.contains { $0.oldEntry == 1 && $0.newEntry == 1 })
  }

  /// Tests that a scheme that only one of the versions names is loaded or opened by that version only.
  @Test(arguments: [
    (
      "when frame == new load url cancel",
      #"when frame == new && (scheme == "ftp" || path != "/") load url cancel when frame == new load url cancel"#,
      "ftp:"
    ),
    (
      "when frame == new open url cancel",
      #"when frame == new && (scheme == "file" || path != "/") open url cancel when frame == new open url cancel"#,
      "file:"
    ),
    (
      "when frame == new attempt open url cancel",
      #"""
      when frame == new && scheme != "blob" attempt open url cancel
      when frame == new && scheme == "blob" attempt open url cancel
      """#,
      "blob:"
    ),
  ])
  func namedSchemesDiffer(_ old: String, _ new: String, _ scheme: String) throws {
    let comparison = try compare(old, new)
    #expect(comparison.undecided.isEmpty, "\(comparison.undecided)")
    #expect(!comparison.differences.isEmpty)
    for difference in comparison.differences {
      #expect(difference.witness.urlText.hasPrefix(scheme), "\(difference)")
    }
  }

  /// Tests values that are equal although the solver cannot prove it.
  @Test func whatIsNotProvedIsLeftOpen() throws {
    let comparison = try compare(
      #"when host like "{shop}.a.com" present Text(value: shop) cancel"#,
      #"""
      when (host like "{shop}.a.com" || isHome && host like "{shop}.a.com")
      present Text(value: shop) cancel
      """#)
    #expect(comparison.differences.isEmpty)
    #expect(comparison.undecided.map(\.old) == [.entry(0)])
    #expect(comparison.undecided.map(\.new) == [.entry(0)])
    #expect(comparison.undecided.first?.why.reason == .views)
  }

  @Test func regions() throws {
    let comparison = try compare(
      #"when path[1] == "a" cancel otherwise allow"#,
      #"when path hasPrefix "/a" cancel otherwise allow"#)
    #expect(comparison.differences.count == 1)
    let difference = try #require(comparison.differences.first)
    #expect(difference.oldEntry == 1 && difference.newEntry == 0)
    #expect(difference.old.decision == .allow && difference.new.decision == .cancel)
    #expect(difference.witness.urlText.hasSuffix("/aa"))
  }

  /// Tests rules after one that only acts. Several of them can decide, and each is compared.
  @Test(arguments: ["isHome", "!isHome", "path.count == 2", "path.count == 3"])
  func everyDeciderAfterAnActingRule(_ condition: String) throws {
    let comparison = try compare(
      #"""
      when path[1] == "a" perform note(text: "x") continue
      when \#(condition) cancel
      otherwise allow
      """#, "otherwise allow")
    #expect(comparison.differences.map { [$0.oldEntry, $0.newEntry] } == [[1, 0], [2, 0]])
  }

  @Test func valuesAreCompared() throws {
    let comparison = try compare(
      #"when path[1] == "t" present Text(value: path[2]) cancel"#,
      #"when path[1] == "t" present Text(value: path[3]) cancel"#)
    // The differences are paths of two components, and paths of three whose last two components differ.
    #expect(comparison.differences.count == 2)
  }

  @Test func framesAndAttempts() throws {
    #expect(
      try compare("when isHome cancel", "frames all when isHome cancel").differences.count == 1)
    let attempts = try compare(
      "when isHome attempt take(url: url) cancel when isHome cancel",
      "when isHome attempt take(url: url) cancel")
    #expect(attempts.differences.map { [$0.oldEntry, $0.newEntry] } == [[1, nil]])
    // If the action accepts, the rule attempts it first. If it declines, nothing is cancelled.
    #expect(
      try compare("when isHome attempt take(url: url) cancel", "when isHome cancel").differences
        .map { [$0.oldEntry, $0.newEntry] } == [[0, 0], [nil, 0]])
    #expect(
      try compare(
        "when isHome attempt take(url: url) cancel", "when isHome attempt take(url: url) allow"
      ).differences.map { [$0.oldEntry, $0.newEntry] } == [[0, 0]])
    #expect(
      try compare(
        "when isHome perform note(text: \"x\") continue",
        "when isDark perform note(text: \"x\") continue"
      ).differences.count == 1)
  }

  @Test func randomPairs() throws {
    let universe = try ChainUniverse()
    var dice = Dice(2)
    var (pairs, differing) = (0, 0)
    for _ in 0..<max(1, BruteForceTests.batches / 2) {
      let batch = (0..<100).map { _ in
        let old = RandomChain(&dice)
        return (old, old.changed(&dice))
      }
      let sources = [batch.map(\.0), batch.map(\.1)].map { chains in
        ChainUniverse.declarations + chains.enumerated().map { $1.text("C\($0)") }.joined()
      }
      let sets = try sources.map { try RuleText($0).rules }
      let comparer = ChainComparer(old: sets[0], new: sets[1])
      for (index, pair) in batch.enumerated() {
        let comparison = comparer.compare(ID(index), ID(index))
        pairs += 1
        let expected = expectedPairs(pair.0, pair.1, universe)
        if !expected.isEmpty { differing += 1 }
        var found: Set<[Int]> = []
        for difference in comparison.differences {
          found.insert([difference.oldEntry ?? -1, difference.newEntry ?? -1])
          let requests = sets.map { _ in difference.witness.request }
          let seen = [comparison.old, comparison.new].enumerated().map { side, chain in
            sequence(
              requests[side], Interpreter(chain, in: sets[side]), side == 0 ? pair.0 : pair.1,
              accepting: side == 0 ? difference.oldEntry : difference.newEntry)
          }
          #expect(
            seen[0] != seen[1],
            "\(difference.witness.urlText) \(difference)\n\(pair.0.text("C"))\n\(pair.1.text("C"))")
        }
        #expect(
          found == expected && comparison.undecided.isEmpty,
          "\(found) \(expected) \(comparison.undecided)\n\(pair.0.text("C"))\n\(pair.1.text("C"))")
        #expect(comparison.shortened.isEmpty)
        if index.isMultiple(of: 10) { checkExtents(sets, ID(index), comparison) }
      }
    }
    print("comparison: \(pairs) pairs of chains, \(differing) differ")
    #expect(differing > pairs / 4 && differing < pairs)
  }

  /// Tests that a comparison that stops early finds some of all differences, and none only if there are none.
  private func checkExtents(_ sets: [RuleSet], _ chain: ID<Chain>, _ all: ChainComparison) {
    func entries(_ comparison: ChainComparison) -> Set<[Int?]> {
      Set(comparison.differences.map { [$0.oldEntry, $0.newEntry] })
    }
    for extent in [ComparisonExtent.any, .examples(total: 1), .examples(total: 6)] {
      let comparison = ChainComparer(old: sets[0], new: sets[1], extent: extent)
        .compare(chain, chain)
      #expect(entries(comparison).isSubset(of: entries(all)))
      #expect(comparison.undecided.count <= all.undecided.count)
      let isEquivalent = all.differences.isEmpty && all.undecided.isEmpty
      #expect(
        (comparison.differences.isEmpty && comparison.undecided.isEmpty) == isEquivalent)
      if case .any = extent { continue }
      #expect(!comparison.shortened.isEmpty || entries(comparison) == entries(all))
    }
  }

  /// Tests that rules that no request reaches, and conditions in other words, are not compared with every other rule.
  @Test(arguments: [
    (#"when path == "/x" && query.q == "1" download"#, ""),
    (#"when path == "/x" && query.q == "1" dismiss continue"#, ""),
    (#"when path == "/x" && query.q == "1" attempt confirm(host: "a") allow"#, ""),
    (
      #"when query.p == "1" && path != "/x" download"#,
      #"when path != "/x" && query.p in ["1"] download"#
    ),
    (#"when query.p == "1" && exists query.p download"#, #"when query.p == "1" download"#),
  ])
  func comparesOnlyRulesThatCanDiffer(_ old: String, _ new: String) throws {
    let others = (0..<100).map { #"when query.k\#($0) == "1" cancel"# }.joined(separator: "\n")
    let comparison = try compare(
      "when path == \"/x\" allow \(old)\n\(others)", "when path == \"/x\" allow \(new)\n\(others)")
    #expect(comparison.differences.isEmpty && comparison.undecided.isEmpty)
    #expect(comparison.pairs <= 2)
  }

  /// Tests that each changed rule has an example, and is named if there may be more.
  @Test func examples() throws {
    let others = (0..<20).map { #"when query.k\#($0) == "1" download"# }.joined(separator: "\n")
    let sets = try ["", #"when path == "/x" cancel"#].map {
      try RuleText(items: $0 + "\n" + others + "\notherwise allow").rules
    }
    func compare(_ extent: ComparisonExtent) -> ChainComparison {
      ChainComparer(old: sets[0], new: sets[1], extent: extent).compare(ID(0), ID(0))
    }
    #expect(compare(.all).differences.map(\.oldEntry) == Array(0...20))
    #expect(compare(.all).shortened.isEmpty)
    #expect(compare(.any).differences.count == 1)
    let some = compare(.examples(total: 5))
    // The request that no other rule matches comes first.
    #expect(some.differences.map(\.oldEntry) == [0, 1, 2, 3, 20])
    #expect(some.differences.allSatisfy { $0.newEntry == 0 })
    #expect(some.shortened.map(\.isOld) == [false])
    #expect(some.shortened.map(\.decider) == [.entry(0)])
    #expect(compare(.examples(total: 100)).differences.count == 10)
  }

  /// Returns the observable effects on a request if the attempt of an entry succeeds and every earlier attempt fails.
  private func sequence(
    _ request: Request, _ interpreter: Interpreter, _ chain: RandomChain, accepting accepted: Int?
  ) -> [String] {
    guard interpreter.chain.frames.contains(request.frame) else { return ["allow"] }
    var seen: [String] = []
    for (entry, rule) in chain.rules.enumerated() where interpreter.matches(entry, request) {
      if rule.isInert || interpreter.leavesOut(entry, request) { continue }
      seen += rule.seen(accepts: entry == accepted)
      if rule.covers || entry == accepted { return seen }
    }
    return seen + ["allow"]
  }

  /// Returns pairs of deciding entries for which some request of the universe is treated differently; -1 means that no
  /// entry decides.
  private func expectedPairs(
    _ old: RandomChain, _ new: RandomChain, _ universe: ChainUniverse
  ) -> Set<[Int]> {
    typealias Course = (seen: [String], decider: Int, bits: Bits)
    typealias Open = (seen: [String], failures: Int, bits: Bits)
    /// Returns the requests, by observable effects and deciding entry, if the attempt after the given number of failed
    /// ones succeeds.
    func courses(_ chain: RandomChain, _ failuresBefore: Int) -> [Course] {
      let frames = chain.frameBits(universe)
      var done: [Course] = [(["allow"], -1, ~frames)]
      var open: [Open] = [([], 0, frames)]
      let meanings = chain.meanings(universe)
      for (entry, rule) in chain.rules.enumerated() where !rule.isInert {
        let bits = meanings[entry]
        var next: [Open] = []
        for (seen, failures, requests) in open {
          let taken = requests & bits
          let left = requests - bits
          if !taken.isEmpty {
            let accepts = rule.isAttempt && failures == failuresBefore
            let more = seen + rule.seen(accepts: accepts)
            if rule.covers || accepts {
              done.append((more, entry, taken))
            } else {
              next.append((more, failures + (rule.isAttempt ? 1 : 0), taken))
            }
          }
          if !left.isEmpty { next.append((seen, failures, left)) }
        }
        open = next
      }
      return done + open.map { ($0.seen + ["allow"], -1, $0.bits) }
    }
    var pairs: Set<[Int]> = []
    let attempts = [old, new].map { $0.rules.count(where: \.isAttempt) }.max()!
    for failuresBefore in 0...attempts {
      for one in courses(old, failuresBefore) {
        for other in courses(new, failuresBefore) where one.seen != other.seen {
          if !(one.bits & other.bits).isEmpty { pairs.insert([one.decider, other.decider]) }
        }
      }
    }
    return pairs
  }
}

extension RandomChain.Rule {
  /// Returns the steps of the rule one by one, and its decision if it decides.
  fileprivate func seen(accepts: Bool) -> [String] {
    if isAttempt, !accepts { return [step + " fails"] }
    return (step.isEmpty ? [] : [step])
      + (["continue", "leave"].contains(decision) ? [] : [decision])
  }
}

extension RandomChain {
  /// Returns the chain with one or two changes.
  func changed(_ dice: inout Dice) -> RandomChain {
    var copy = self
    for _ in 0...dice.roll(2) {
      let other = RandomChain(&dice)
      let index = dice.roll(copy.rules.count)
      let last = copy.rules[copy.rules.count - 1].condition == nil ? 1 : 0
      let movable = copy.rules.count - last
      switch dice.roll(6) {
      case 0: if movable > 1 { copy.rules.remove(at: dice.roll(movable)) }
      case 1: copy.rules.insert(other.rules[0], at: dice.roll(movable + 1))
      case 2: copy.rules.swapAt(dice.roll(max(1, movable)), dice.roll(max(1, movable)))
      case 3: if index < movable { copy.rules[index].own = other.rules[0].condition }
      case 4:
        copy.rules[index].decision =
          copy.rules[index].isAttempt ? "allow" : dice.pick(["cancel", "allow"])
      default: copy.frames = other.frames
      }
    }
    return copy
  }
}
