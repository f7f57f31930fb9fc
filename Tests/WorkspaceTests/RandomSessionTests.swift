import Diagnostics
import GrammarSentences
import RandomRules
import Semantics
import TestSupport
import Testing
import Text
import Workspace

/// Tests that after edits of any declarations, in any files, a session has the same results as a new one for the same
/// files.
@Suite struct RandomSessionTests {
  @Test(.seeded) func editsOfDeclarations() throws {
    let grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf"))
    var edits: [String: Int] = [:]
    var (checks, soundChecks) = (0, 0)
    var kinds: Set<String> = []
    for round in 0..<TestOptions.cases(8, long: 200) {
      var set = RandomDeclarations(RandomChoice(seed: Seed.of(UInt64(4_500 + round))), grammar)
      let session = RuleSetSession(recordsReferences: true)
      var last = "start"
      var earlier = RuleSetInput(files: set.sources)
      for step in 0..<30 {
        let input = RuleSetInput(files: set.sources)
        // An editor requests names before a check, also for a version that is never checked.
        if step % 3 == 1 { _ = session.resolution(of: input) }
        if step % 5 == 2 { _ = session.resolution(of: earlier) }
        earlier = input
        let fresh = RuleSetSession(isReused: false, recordsReferences: true)
        let (found, expected) = (session.check(input), fresh.check(input))
        checks += 1
        if fresh.analyses != nil { soundChecks += 1 }
        kinds.formUnion(expected.map(\.code))
        let place: Comment = "round \(round), step \(step), \(last)"
        let (one, other) = (text(found, input.files), text(expected, input.files))
        #expect(one == other, place)
        let (rules, freshRules) = (session.resolution.rules, fresh.resolution.rules)
        #expect("\(rules)" == "\(freshRules)", place)
        #expect(session.resolution.references == fresh.resolution.references, place)
        if one != other { return }
        last = set.edit()
        edits[last, default: 0] += 1
      }
    }
    print(
      "session: \(checks) checks, \(soundChecks) without errors, \(kinds.count) codes,",
      edits.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    #expect(soundChecks > checks / 6)
    #expect(
      kinds.isSuperset(of: ["type-mismatch", "unknown-name", "wrong-kind", "duplicate-declaration"])
    )
  }

  private func text(_ findings: [Finding], _ files: [SourceFile]) -> String {
    String(decoding: JSONRenderer.render(findings, files: files), as: UTF8.self)
  }
}

/// Prints settings in their own order. The description of a dictionary would have the order in which it was filled.
extension Settings: CustomStringConvertible {
  public var description: String { "\(all)" }
}
