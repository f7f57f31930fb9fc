import Diagnostics
import Foundation
import Generation
import TestSupport
import Testing
import Text
import Workspace

/// Checks bytes and renders the findings, since rendering must not fail either.
enum Input {
  /// Returns the rule sets below `rules/`, by folder.
  static func sets() throws -> [[SourceFile]] {
    #expect(ExampleRules.folders.count >= 5)
    return try ExampleRules.folders.map(ExampleRules.files)
  }

  /// Returns the set of a file, and the file's index in it.
  ///
  /// - Parameter path: the path relative to `rules/`.
  static func set(of path: String) throws -> (files: [SourceFile], index: Int) {
    let folder = try #require(path.split(separator: "/").first)
    let files = try ExampleRules.files(in: String(folder))
    return (files, try #require(files.firstIndex { $0.name == "rules/\(path)" }))
  }

  static func check(_ bytes: [UInt8]) -> [Finding] {
    check([SourceFile(name: "a.bascule", bytes: bytes)])
  }

  static func check(_ files: [SourceFile]) -> [Finding] {
    let findings = Workspace.check(RuleSetInput(files: files))
    show(findings, files)
    return findings
  }

  /// Returns the rule set of the files. All files that these name exist.
  static func ruleSet(_ files: [SourceFile]) -> RuleSetInput {
    RuleSetInput(files: files) { path in
      let content =
        path.hasSuffix(".json")
        ? #"[{"trigger": {"url-filter": "ads"}, "action": {"type": "block"}}]"# : "void 0;"
      return Array(content.utf8)
    }
  }

  /// Checks the files, and optionally generates code if there are no errors.
  static func run(_ files: [SourceFile], generates: Bool) {
    let input = ruleSet(files)
    let options = GenerationOptions(
      swift: generates ? SwiftOptions() : nil, typeScript: generates ? GeneratedHeading() : nil)
    let (findings, output) = Workspace.generate(input, options)
    #expect((output == nil) == findings.contains { $0.severity == .error })
    show(findings, files)
  }

  /// Runs every query on a rule set. Returns false if it has errors.
  ///
  /// - Parameter before: another version of the rule set, without errors.
  static func ask(_ files: [SourceFile], before: LoadedRuleSet?) throws -> Bool {
    let input = ruleSet(files)
    let set = Workspace.load(input)
    if set.hasErrors { return false }
    let run = TestRun([set])
    #expect(!run.human(.plain, listsAllUncovered: true).isEmpty)
    #expect(!run.json.isEmpty && !run.junit.isEmpty)
    let completed = try Workspace.completeTests(set, of: input)
    #expect(TestRun([completed.set]).failed == run.failed)
    let witnesses = try WitnessList([set], chain: nil)
    #expect(!witnesses.human(.plain).isEmpty && !witnesses.json.isEmpty)
    for chain in set.chainNames {
      var question = TraceQuery(url: "https://zhgchg.li/shop/12?q=1#close")
      question.chain = chain
      let trace = try set.trace(question)
      #expect(!trace.human(.plain).isEmpty && !trace.json.isEmpty)
    }
    #expect(RuleSetDiff([(set, set)]).isEmpty)
    if let before {
      let diff = RuleSetDiff([(before, set)])
      #expect(diff.isEmpty == diff.human(.plain).isEmpty)
      #expect(diff.isEmpty == diff.markdown.isEmpty && !diff.json.isEmpty)
    }
    return true
  }

  private static func show(_ findings: [Finding], _ files: [SourceFile]) {
    var renderer = HumanRenderer(files: files, style: .plain)
    #expect(renderer.render(findings).isEmpty == findings.isEmpty)
    #expect(!JSONRenderer.render(findings, files: files).isEmpty)
  }
}

/// A generator of random numbers (xorshift).
struct Noise {
  private var state = Seed.of(0x9E37_79B9_7F4A_7C15) | 1

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// A construct that can be nested.
struct Nesting: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var before: String
  var open: String
  var middle: String
  var close: String
  var after: String
  var isError: Bool
  var count: Int

  private init(
    _ name: String, _ before: String, _ open: String, _ middle: String, _ close: String,
    _ after: String,
    isError: Bool = true, count: Int = TestOptions.cases(12_000, long: 100_000)
  ) {
    testDescription = name
    self.before = before
    self.open = open
    self.middle = middle
    self.close = close
    self.after = after
    self.isError = isError
    self.count = count
  }

  static let all = [
    Nesting("parentheses", "flag a\nchain A { when ", "(", "a", ")", " cancel }"),
    Nesting("negations", "flag a\nchain A { when ", "!", "a", "", " cancel }"),
    Nesting("negated parentheses", "flag a\nchain A { when ", "!(", "a", ")", " cancel }"),
    Nesting("braces", "", "{", "", "}", ""),
    Nesting("parentheses alone", "", "(", "", ")", ""),
    Nesting("brackets alone", "", "[", "", "]", ""),
    Nesting("chains", "", "chain A {", "", "}", ""),
    Nesting("inline types", "model A { a: ", "{ a: ", "Int", "}", " }"),
    Nesting("arrays", "model A { a: ", "[", "Int", "]", " }"),
    Nesting("dictionaries", "model A { a: ", "[String: ", "Int", "]", " }"),
    Nesting("optionals", "model A { a: Int", "?", "", "", " }"),
    Nesting("literals", "model A { a: [Int] = ", "[", "1", "]", " }"),
    Nesting("comments", "", "/*", "", "*/", "", isError: false),
    Nesting(
      "conjunctions", "flag a\nchain A { when a", " && a", "", "", " cancel }", isError: false),
    Nesting(
      "disjunctions", "flag a\nchain A { when a", " || a", "", "", " cancel }", isError: false),
    Nesting("groups", "chain A { when path matches /", "(", "a", ")", "/ cancel }"),
    Nesting(
      "alternatives", "chain A { when path matches /a", "|a", "", "", "/ cancel }", isError: false),
    Nesting("captures", "chain A { when path like \"/", "{", "a", "}", "\" cancel }"),
    Nesting("stars", "chain A { when path like \"/", "*", "a", "", "\" cancel }", isError: false),
    Nesting("attributes", "", "@deprecated(\"x\") ", "flag a", "", "", count: 5_000),
    Nesting("documentation", "", "/// a\n", "flag a", "", "", isError: false),
  ]
}

/// Declarations that refer to one another.
struct Linked: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var head: String
  /// Returns the text of a declaration, given its number and the number of the other declaration.
  var declaration: @Sendable (Int, Int) -> String

  static let all = [
    Linked(testDescription: "chains", head: "") { "chain C\($0) { use C\($1) }" },
    Linked(testDescription: "handlers", head: "") { "handler C\($0) { use C\($1) }" },
    Linked(testDescription: "configurations", head: "") {
      "configuration C\($0) extends C\($1) {}"
    },
    Linked(testDescription: "models", head: "") { "model C\($0) { a: C\($1) }" },
    Linked(testDescription: "optional models", head: "") { "model C\($0) { a: C\($1)? }" },
    Linked(testDescription: "unions", head: "") { "union C\($0) by \"k\" { a(b: C\($1)) }" },
  ]
}
