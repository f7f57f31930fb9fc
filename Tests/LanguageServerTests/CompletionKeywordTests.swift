import Foundation
import GrammarSentences
import RandomRules
import Syntax
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests that completion offers exactly the words of the language that the parser accepts at the position.
@Suite struct CompletionKeywordTests {
  /// The rule files of `rules/` and of the tests that have no syntax errors.
  private static let files: [SourceFile] = ["rules", "Tests"].flatMap { top in
    let paths = FileManager.default.subpaths(atPath: TestPackage.url(top).path) ?? []
    return paths.sorted().filter { $0.hasSuffix(".bascule") }.compactMap { path in
      (try? TestPackage.text("\(top)/\(path)")).map { SourceFile(name: path, text: $0) }
    }
  }.filter { SyntaxTree.parse($0).faults.isEmpty }

  /// A rule file with the words that are rare in the other texts.
  private static let rareWords = SourceFile(
    name: "rare",
    text: """
      action note(text: String?, isOpen: Bool, link: URL)
      chain Main {
        frames main, sub
        when !(exists query.k || scheme !in ["a", "b"]) && host hasSuffix ".a" ignoring case
          load url setting query.k = "b" if missing, fragment = path[1] if missing removing user
          allow with contentMode mobile, javaScript disabled
        when path like "/{id}" && true
          perform note(text: id, isOpen: exists header["a"] && false,
            link: url setting query.k = "b" if missing, fragment = "c" removing port)
          attempt open url setting scheme = "b", query.k = id
            if missing
          cancel
        when frame == new {
          always dismiss leave
        }
        otherwise open url removing query.k, fragment cancel
      }
      test Main {
        "https://a.b/" with !open url, frame == new load url setting query.k = "b" cancel
      }
      """)

  /// Returns the rule files, random rules and sentences of the grammar. A short run has only some of them.
  private static func texts(_ seed: UInt64) throws -> [SourceFile] {
    var random = SeededGenerator(state: Seed.of(seed))
    var texts =
      [rareWords] + files.shuffled(using: &random).prefix(TestOptions.cases(8, long: 1000))
    var chains = RandomChains(random: RandomChoice(seed: Seed.of(seed)))
    for number in 0..<TestOptions.cases(3, long: 30) {
      texts.append(
        SourceFile(name: "chain", text: RandomChains.prelude + chains.chain("Random\(number)")))
    }
    let grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf"))
    var sentences = SentenceGenerator(grammar, seed: Seed.of(seed))
    for _ in 0..<TestOptions.cases(60, long: 3000) {
      let text = sentences.sentence("declaration").prefix(150).joined(separator: " ")
      let file = SourceFile(name: "sentence", text: text)
      if SyntaxTree.parse(file).faults.isEmpty { texts.append(file) }
    }
    return texts
  }

  /// Returns the faults of a text up to a position, as in an editor whose cursor is not at the end.
  private func faults(_ text: String, upTo end: UInt32) -> [SyntaxFault] {
    let file = SourceFile(name: "a", text: text)
    return SyntaxTree.parse(file, before: file.bytes.count).tree.faults.filter { fault in
      switch fault.kind {
      case .unclosed, .missingDecision: false
      default: fault.span.start <= end
      }
    }
  }

  /// Returns the words among the items at an offset.
  private func offeredWords(_ file: SourceFile, at offset: Int) -> Set<String> {
    let snapshot = Snapshot(
      [file], uris: ["file:///a"], trees: [SyntaxTree.parse(file)], folder: "/", encoding: .utf8,
      resource: { _ in nil })
    let items = CompletionList.all(ClientCapabilities(), snapshot, 0, at: offset).items
    return Set(
      items.filter { $0.kind == .keyword && Keyword(rawValue: $0.label) != nil }.map { $0.label })
  }

  @Test func rareWordsHaveNoFault() { #expect(SyntaxTree.parse(Self.rareWords).faults.isEmpty) }

  @Test(.seeded) func offeredWordsParse() throws {
    var random = SeededGenerator(state: Seed.of(71))
    var count = 0
    for file in try Self.texts(72) {
      var offsets = (0..<TestOptions.cases(12, long: 60)).map { _ in
        Int.random(in: 0...file.bytes.count, using: &random)
      }
      if file.name == Self.rareWords.name {
        offsets += TokenList(file).tokens.map { Int($0.start) }
      }
      for offset in offsets {
        let start = CompletionCursor(TokenList(file), file, at: offset).word.start
        let before = file.text(Span(0, start))
        for word in offeredWords(file, at: offset) {
          count += 1
          let faults = faults(before + word + " ", upTo: start)
          #expect(faults.isEmpty, "\(word) after …\(before.suffix(80)): \(faults)")
        }
      }
    }
    #expect(count > 500, "\(count)")
  }

  @Test(.seeded) func wordsOfTheTextAreExpected() throws {
    var count = 0
    for file in try Self.texts(73) {
      for token in TokenList(file).tokens where token.keyword != .none {
        let cursor = SyntaxTree.parse(file, before: Int(token.start)).cursor
        if cursor.expectations.contains(where: { $0.words.contains(token.keyword) }) {
          count += 1
          continue
        }
        // The name may be a word of the language too.
        let (before, after) = (
          file.text(Span(0, token.start)), file.text(Span(Int(token.end), file.bytes.count))
        )
        let isName = SyntaxTree.parse(SourceFile(name: "a", text: before + "zzz" + after))
          .faults.isEmpty
        #expect(isName, "\(token.keyword) after …\(before.suffix(80)): \(cursor.expectations)")
      }
    }
    #expect(count > 1000, "\(count)")
  }
}

extension ExpectedSyntax {
  /// The words of the language that can be written.
  fileprivate var words: [Keyword] {
    switch self {
    case .keyword(let word): [word]
    case .declaration: Keyword.declarations
    case .rule: [.when, .always, .otherwise, .use]
    case .setting(let given): Setting.allCases.filter { !given.contains($0) }.map(\.keyword)
    case .step:
      LanguageDocs.steps(first: true).map(\.keyword) + LanguageDocs.decisions.map(\.keyword)
    case .claim: [.never, .always] + Keyword.acts
    case .act: Keyword.acts
    case .condition: [.exists, .true, .false]
    case .comparison: [.in, .hasPrefix, .hasSuffix, .contains, .like, .matches]
    case .queue: [.newest, .nothing]
    case .ifMissing: [.if]
    case .attempted, .setup: [.open]
    case .argument: [.true, .false, .exists]
    case .operand, .changedValue, .setupValue, .defaultValue, .pageValue, .literal:
      [.true, .false]
    case .token, .testURL, .name, .used, .type, .result, .existing, .member, .key,
      .label, .url, .changedPart, .setupComparison, .originValue, .textValue:
      []
    }
  }
}
