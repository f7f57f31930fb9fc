import Checks
import Diagnostics
import GrammarSentences
import RandomRules
import Syntax
import TestSupport
import Testing
import Text
import Workspace

/// Tests the fixes of the wrong examples of all pages in other contexts. A fix in a larger condition, a block, a list,
/// or a file with comments or other line ends must have the same result as the fixed example in that context.
///
/// Results are compared by their syntax trees, or otherwise by `diff`. A test that a fix puts before a condition
/// applies to the whole condition. Comments are kept, unless an unsafe fix deletes the part that contains them. Safe
/// fixes change nothing that `diff` compares.
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
      // More rounds are needed if no context has allowed the fix so far.
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
          // If contexts have added two rules, one of them can make the condition of the other redundant.
          let place = finding.location
          let text = set.files[Int(place.file.index)].text(place.span)
          if text.contains(HarmlessChange.ownScheme) { continue }
          // The change to lists would also affect a comparison that the fix adds.
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

  /// The contexts on which a fix depends: a test names a declaration, or a new identifier is derived from the name of
  /// the later one.
  private static let meant: [String: Set<FixContext>] = [
    "duplicate-call-identifier": [.names, .files], "duplicate-event-identifier": [.names, .files],
    "duplicate-strategy-identifier": [.names, .files], "default-port": [.names],
  ]

  /// Applies contexts to a set.
  ///
  /// - Parameter contexts: the contexts, each with a number for the names that it adds.
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
  /// The test, such as `method == "GET" && `, if the fix puts it before the whole condition of a rule.
  fileprivate var addedTest: String? {
    guard let first = edits.first, first.location.span.start == first.location.span.end else {
      return nil
    }
    return first.replacement.hasSuffix(" && ") ? first.replacement : nil
  }

  /// The rule, such as `when scheme == "blob" cancel`, if the fix adds nothing else.
  fileprivate var addedRule: String? {
    guard edits.count == 1 else { return nil }
    let rule = edits[0].replacement.drop(while: \.isWhitespace)
    return rule.hasPrefix("when ") ? String(rule) : nil
  }
}

extension RuleSetUnderTest {
  /// Returns, for each rule, the set with the test before the whole condition of this rule.
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

  /// Returns, for each item, the set with the rule before this item.
  ///
  /// - Parameter example: the set for which the rule was written. If the rule adds a test to a condition of the
  ///   example, the test is added to the condition of a rule of this set, in a rule before that one or as its negation.
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

  /// The rules with a condition, including those in blocks.
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

  /// The declarations of all files without their formatting.
  fileprivate var shapes: [String] {
    files.map { TreeShape.of(SyntaxTree.parse($0), isFlat: true) }
  }

  /// The number of comments.
  fileprivate var comments: Int { files.reduce(0) { $0 + FileTexts($1).comments.count } }
}
