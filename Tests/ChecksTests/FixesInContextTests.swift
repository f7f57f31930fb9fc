import Checks
import Diagnostics
import GrammarSentences
import RandomRules
import Syntax
import TestSupport
import Testing
import Text
import Workspace

/// The fixes of the wrong examples of all pages, in other contexts: a fix in a larger condition, a block, a list, a file
/// with comments or other line ends has the same result as the context of the fixed example.
///
/// Results are compared by their syntax trees, or else by `diff`. A test that a fix puts before a condition applies to the
/// whole condition. Comments are kept, unless the fix deletes a part that contains them, which is no safe fix, and
/// safe fixes change nothing that `diff` compares.
struct FixesInContextTests {
  private static let rounds = TestOptions.cases(2, long: 100)

  @Test(.seeded) func fixesCommuteWithContexts() {
    var random = RandomChoice(seed: Seed.of(41))
    var counts: [FixContext: Int] = [:]
    var compared: [String: Int] = [:]
    for example in PageTests.examples where example.isWrong {
      let findings = example.set.findings()
      guard findings.contains(where: { $0.fix != nil }) else { continue }
      let isRead = example.set.files.allSatisfy { SyntaxTree.parse($0).faults.isEmpty }
      let contexts = (isRead ? FixContext.allCases : FixContext.ofBrokenFiles).filter {
        !(Self.meant[example.code] ?? []).contains($0)
      }
      // A few more rounds if no context has left a fix.
      for round in 0..<20 * Self.rounds
      where round < Self.rounds || compared[example.code] == nil {
        let seed = random.next()
        let chosen = (0...random.below(3)).map { ($0, random.one(of: contexts)) }
        let (set, applied) = Self.apply(chosen, seed, to: example.set)
        for (_, context) in applied { counts[context, default: 0] += 1 }
        let expected = findings.compactMap(\.fix).flatMap { fix in
          if let test = fix.addedTest { return set.requiring(test) }
          return [Self.apply(applied, seed, to: example.set.applying(fix)).set]
            + (fix.addedRule.map { set.inserting($0, from: example.set) } ?? [])
        }
        let fixed = set.findings().compactMap { finding in finding.fix.map { (finding, $0) } }
        for (finding, fix) in fixed where finding.code == example.code {
          // Of two rules that contexts have added, one can make the other one's condition redundant.
          let place = finding.location
          let text = set.files[Int(place.file.index)].text(place.span)
          if text.contains(HarmlessChange.ownScheme) { continue }
          // The change to lists would concern a comparison that the fix adds, too.
          let addsComparison = fix.edits.contains { $0.replacement.contains("==") }
          if addsComparison, applied.contains(where: { $0.1 == .list }) { continue }
          let result = set.applying(fix)
          compared[example.code, default: 0] += 1
          let commutes = Self.isOne(result, of: expected)
          #expect(
            commutes,
            """
            \(example), \(applied.map(\.1)), \(fix.kind)
            \(set.text)
            fixed:
            \(result.text)
            expected:
            \(expected.first?.text ?? "")
            """)
          Self.checkPromises(fix, set, result, "\(example), \(applied.map(\.1))")
        }
      }
    }
    print("fixes in contexts:", compared.values.reduce(0, +), counts)
    let ofLinks = Workspace.codes(named: "links") ?? []
    let codes = Set(Check.all.filter { !$0.page.fixes.isEmpty }.map(\.code)).subtracting(ofLinks)
    #expect(codes.subtracting(compared.keys) == ["invalid-configuration"])
  }

  /// The contexts that a fix depends on: a test names a declaration, or a new identifier is the name of the later one.
  private static let meant: [String: Set<FixContext>] = [
    "duplicate-call-identifier": [.names, .files], "duplicate-event-identifier": [.names, .files],
    "duplicate-strategy-identifier": [.names, .files], "default-port": [.names],
  ]

  /// - Parameter contexts: with a number for the names of each.
  /// - Returns: the set, and the contexts that were possible.
  private static func apply(
    _ contexts: [(Int, FixContext)], _ seed: UInt64, to set: RuleSetUnderTest
  ) -> (set: RuleSetUnderTest, applied: [(Int, FixContext)]) {
    var set = set
    var applied: [(Int, FixContext)] = []
    for (number, context) in contexts {
      var random = RandomChoice(seed: seed &+ UInt64(number))
      guard let changed = context.apply(to: set, number: number, &random) else { continue }
      set = changed
      applied.append((number, context))
    }
    return (set, applied)
  }

  private static func isOne(_ result: RuleSetUnderTest, of expected: [RuleSetUnderTest]) -> Bool {
    let shapes = result.shapes
    if expected.contains(where: { $0.shapes == shapes }) { return true }
    let loaded = result.loaded
    return expected.contains { one in
      one.findings().allSatisfy { $0.severity != .error } && !loaded.hasErrors
        && RuleSetDiff([(one.loaded, loaded)]).isEmpty
    }
  }

  private static func checkPromises(
    _ fix: Fix, _ set: RuleSetUnderTest, _ result: RuleSetUnderTest, _ place: String
  ) {
    if fix.isSafe || [.words, .move].contains(fix.kind) {
      #expect(
        result.comments >= set.comments,
        "\(place), \(fix.kind)\n\(set.text)\nfixed:\n\(result.text)")
    }
    let before = set.loaded
    if fix.isSafe, !before.hasErrors {
      #expect(
        RuleSetDiff([(before, result.loaded)]).isEmpty,
        "\(place), \(fix.kind)\n\(set.text)\nfixed:\n\(result.text)")
    }
  }
}

extension Fix {
  /// `method == "GET" && ` if the fix puts a test before the whole condition of a rule.
  fileprivate var addedTest: String? {
    guard let first = edits.first, first.location.span.start == first.location.span.end else {
      return nil
    }
    return first.replacement.hasSuffix(" && ") ? first.replacement : nil
  }

  /// `when scheme == "blob" cancel` if the fix adds only a rule.
  fileprivate var addedRule: String? {
    guard edits.count == 1 else { return nil }
    let rule = edits[0].replacement.drop(while: \.isWhitespace)
    return rule.hasPrefix("when ") ? String(rule) : nil
  }
}

extension RuleSetUnderTest {
  /// The set with the test before the whole condition of one of its rules, for each rule.
  fileprivate func requiring(_ test: String) -> [RuleSetUnderTest] {
    files.enumerated().flatMap { place, file in
      SyntaxTree.parse(file).rules.compactMap(\.condition).map { condition in
        replacing([
          Edit(
            Location(FileID(place), condition.span), "\(test)(\(file.text(condition.span)))")
        ])
      }
    }
  }

  /// The set with the rule before one of its items, for each item.
  ///
  /// - Parameter example: the set that the rule is for. If the rule adds a test to a condition of the example, then the
  ///   test is added to the condition of a rule here, in a rule before that or as its negation.
  fileprivate func inserting(_ rule: String, from example: RuleSetUnderTest) -> [RuleSetUnderTest] {
    let repeated = example.rules.lazy.compactMap { $0.file.text($0.condition) }
      .first { rule.contains(" && \($0) ") }
    guard let repeated, let place = rule.firstRange(of: " && \(repeated) ") else {
      return files.enumerated().flatMap { place, file in
        SyntaxTree.parse(file).chains.flatMap(\.items).map { item in
          replacing([
            Edit(Location(FileID(place), Span(item.span.start, item.span.start)), rule)
          ])
        }
      }
    }
    let test = rule[..<place.lowerBound].dropFirst("when ".count)
    return rules.map { own in
      let text = "when \(test) && (\(own.file.text(own.condition))) \(rule[place.upperBound...])\n"
      return replacing([Edit(Location(own.id, Span(own.start, own.start)), text)])
    } + requiring("!(\(test)) && ")
  }

  /// The rules with a condition, also those in blocks.
  private var rules: [(id: FileID, file: SourceFile, start: UInt32, condition: Span)] {
    files.enumerated().flatMap { place, file in
      SyntaxTree.parse(file).rules.compactMap { rule in
        rule.condition.map { (FileID(place), file, rule.span.start, $0.span) }
      }
    }
  }

  fileprivate var loaded: LoadedRuleSet {
    let resources = resources
    return Workspace.load(RuleSetInput(files: files) { resources[$0] }, severities)
  }

  /// The declarations of all files, without their formatting.
  fileprivate var shapes: [String] {
    files.map { TreeShape.of(SyntaxTree.parse($0), isFlat: true) }
  }

  /// The number of comments.
  fileprivate var comments: Int { files.reduce(0) { $0 + FileTexts($1).comments.count } }
}
