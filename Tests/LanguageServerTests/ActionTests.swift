import Diagnostics
import Formatting
import RandomRules
import Requests
import Syntax
import TestSupport
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests the results of code actions: decisions that stay the same, fewer findings, tests that pass.
struct ActionTests {
  /// A code action, and the text after its edit.
  private struct Offer {
    var title: String
    var kind: String
    var codes: [String]
    /// The text after the edit; nil for a command.
    var result: String?
  }

  private static func set(_ text: String) -> LoadedRuleSet { Workspace.load(input(text)) }

  private static func input(_ text: String) -> RuleSetInput {
    RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)])
  }

  /// Returns the code and text of each finding.
  private static func findings(_ text: String) -> [String] {
    let file = SourceFile(name: "a.bascule", text: text)
    return Workspace.check(input(text)).map { "\($0.code): \(file.text($0.location.span))" }
  }

  private static func position(_ offset: Int, _ text: String) -> String {
    let before = text.utf8.prefix(offset)
    let line = before.count { $0 == 0x0A }
    let column = before.reversed().prefix { $0 != 0x0A }.reversed()
    let units = String(decoding: column, as: UTF8.self).utf16.count
    return #"{"line": \#(line), "character": \#(units)}"#
  }

  /// Returns the actions of a range of UTF-8 offsets.
  private static func offers(
    _ server: AskedServer, _ range: Range<Int>, only: String? = nil
  ) throws -> [Offer] {
    let text = server.text
    let kinds = only.map { #", "only": ["\#($0)"]"# } ?? ""
    let answer = try server.request(
      "textDocument/codeAction",
      """
      "textDocument": {"uri": "file:///w/a.bascule"}, "context": {"diagnostics": []\(kinds)},
      "range": {"start": \(position(range.lowerBound, text)), "end": \(position(range.upperBound, text))}
      """)
    return try #require(answer?["result"]?.array).map { action in
      var result: String?
      if let changes = action["edit"]?["changes"] {
        result = applied(changes["file:///w/a.bascule"]?.array ?? [], to: text)
      }
      return Offer(
        title: action["title"]?.string ?? "", kind: action["kind"]?.string ?? "",
        codes: action["diagnostics"]?.array?.compactMap { $0["code"]?.string } ?? [],
        result: result)
    }
  }

  /// Returns the text after edits, whose columns count UTF-16 units.
  private static func applied(_ edits: [JSONValue], to text: String) -> String {
    let units = Array(text.utf16)
    let starts = [0] + units.indices.filter { units[$0] == 0x0A }.map { $0 + 1 }
    func offset(_ position: JSONValue?) -> Int {
      starts[position?["line"]?.int ?? 0] + (position?["character"]?.int ?? 0)
    }
    var result: [UInt16] = []
    var end = 0
    for edit in edits.sorted(by: { offset($0["range"]?["start"]) < offset($1["range"]?["start"]) })
    {
      result += units[end..<offset(edit["range"]?["start"])]
      result += Array((edit["newText"]?.string ?? "").utf16)
      end = offset(edit["range"]?["end"])
    }
    return String(decoding: result + units[end...], as: UTF16.self)
  }

  // MARK: - Handlers

  /// Tests that rules that are extracted and inlined again have not changed, and that every request is decided as
  /// before.
  @Test(.seeded) func extractedRulesDecideTheSame() throws {
    var random = RandomChoice(seed: Seed.of(48))
    var counts = (extracted: 0, inlined: 0)
    for _ in 0..<TestOptions.cases(60, long: 300) {
      let kind: ChainKind = random.once(in: 3) ? .responses : .requests
      var chains = RandomChains(kind, random: RandomChoice(seed: random.next()))
      let written = RandomChains.prelude + chains.chain("First") + chains.chain("Second")
      let file = SourceFile(name: "a.bascule", text: written)
      let text = Formatter.format(file).map { String(decoding: $0, as: UTF8.self) } ?? written
      let before = Self.set(text)
      if before.hasErrors { continue }
      let server = AskedServer(text)
      for chain in Self.chains(text) {
        let first = random.below(chain.items.count)
        let last = first + random.below(chain.items.count - first)
        // The range begins at the first item, or includes all items.
        let start = Int(chain.items[first].span.start)
        let range = start..<(random.once(in: 2) ? start : Int(chain.items[last].span.end))
        for offer in try Self.offers(server, range, only: "refactor") {
          let result = try #require(offer.result, "\(offer.title)")
          let after = Self.set(result)
          #expect(
            !after.hasErrors && RuleSetDiff([(before, after)]).isEmpty,
            "\(offer.title) \(range)\n\(text)\n\(result)")
          if offer.kind == "refactor.extract" {
            counts.extracted += 1
            try Self.expectInlined(result, text)
          } else if offer.kind == "refactor.inline" {
            counts.inlined += 1
          }
        }
      }
    }
    #expect(counts.extracted > 5 && counts.inlined > 1, "\(counts)")
  }

  /// Expects that inlining the extracted handler gives the original text.
  private static func expectInlined(_ extracted: String, _ original: String) throws {
    let use = try #require(extracted.firstRange(of: "use Extracted"), "\(extracted)")
    let offset = extracted.utf8.distance(from: extracted.startIndex, to: use.lowerBound) + 2
    let inlined = try offers(AskedServer(extracted), offset..<offset, only: "refactor.inline")
    #expect(inlined.map(\.result) == [original], "\(extracted)")
  }

  private static func chains(_ text: String) -> [ChainSyntax] {
    SyntaxTree.parse(SourceFile(name: "a.bascule", text: text)).declarations.compactMap {
      if case .chain(let chain) = $0 { chain } else { nil }
    }
  }

  // MARK: - Tests

  /// Tests that a test written for a rule passes and covers the rule, also beside other tests.
  @Test(.seeded) func writtenTestsReachTheirRules() throws {
    var random = RandomChoice(seed: Seed.of(49))
    var written = 0
    for _ in 0..<TestOptions.cases(8, long: 200) {
      var chains = RandomChains(random: RandomChoice(seed: random.next()))
      var text = RandomChains.prelude + chains.chain("First") + chains.chain("Second")
      if Self.set(text).hasErrors { continue }
      for _ in 0..<4 {
        let rules = Self.chains(text).flatMap(\.items).compactMap { item -> Int? in
          if case .rule(let rule) = item { Int(rule.span.start) } else { nil }
        }
        guard let start = rules.randomElement(using: &random) else { continue }
        let offers = try Self.offers(AskedServer(text), start..<start, only: "refactor.rewrite")
        guard let offer = offers.first(where: { $0.title.hasPrefix("Write a test") }) else {
          continue
        }
        let before = TestRun([Self.set(text)])
        text = try #require(offer.result)
        let after = TestRun([Self.set(text)])
        #expect(after.failed == 0 && after.passed == before.passed + 1, "\(text)")
        // Another test may have covered the rule already.
        #expect(after.uncoveredCount <= before.uncoveredCount, "\(text)")
        #expect(after.uncoveredCount < before.uncoveredCount || before.passed > 0, "\(text)")
        written += 1
      }
    }
    #expect(written > 10, "\(written)")
  }

  // MARK: - Quick fixes

  /// Tests quick fixes. A comment removes findings of its code only, and a declaration the finding about its name.
  /// Other quick fixes leave fewer findings, except the fix that makes room for a reason.
  @Test(arguments: DiagnosticTests.examples.indices)
  func quickFixesLeaveFewerFindings(_ index: Int) throws {
    let (_, text) = DiagnosticTests.examples[index]
    let file = SourceFile(name: "a.bascule", text: text)
    let before = Self.findings(text)
    for finding in Workspace.check(Self.input(text)) {
      let range = Int(finding.location.span.start)..<Int(finding.location.span.end)
      let offers = try Self.offers(AskedServer(text), range, only: "quickfix")
      for offer in offers where offer.codes == [finding.code] {
        let result = try #require(offer.result, "\(offer.title)")
        let after = Self.findings(result)
        let place = "\(offer.title)\n\(text)\n\(result)\n\(before)\n\(after)"
        if offer.title.hasPrefix("Ignore ") {
          let left = after.reduce(into: before) { list, one in
            list.firstIndex(of: one).map { _ = list.remove(at: $0) }
          }
          #expect(after.count + left.count == before.count && !left.isEmpty, "\(place)")
          #expect(left.allSatisfy { $0.hasPrefix(finding.code + ": ") }, "\(place)")
        } else if offer.title.hasPrefix("Declare ") {
          #expect(
            !after.contains("\(finding.code): \(file.text(finding.location.span))"), "\(place)")
        } else if !offer.title.hasPrefix("Add the place for a reason") {
          #expect(after.count < before.count, "\(place)")
        }
      }
    }
  }

  /// Tests that the action for all fixes of a file has the same result as `check --fix`.
  @Test(arguments: DiagnosticTests.examples.indices)
  func allSafeFixesAreThoseOfCheck(_ index: Int) throws {
    let (_, text) = DiagnosticTests.examples[index]
    let fixed = RuleSetFixes(Self.input(text), all: false)
    let expected = fixed.input.files.first.map { String(decoding: $0.bytes, as: UTF8.self) }
    let offers = try Self.offers(AskedServer(text), 0..<0, only: "source.fixAll")
    #expect(offers.map(\.kind) == (fixed.applied.isEmpty ? [] : ["source.fixAll"]))
    #expect(offers.first.map(\.result) ?? text == expected)
  }
}
