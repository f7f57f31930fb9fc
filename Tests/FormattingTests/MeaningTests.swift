import Checks
import Formatting
import Foundation
import GrammarSentences
import RandomRules
import Syntax
import TestSupport
import Testing
import Text

/// Tests that formatting keeps the tree, tokens and comments, and that formatting again changes nothing.
@Suite struct MeaningTests {
  /// The interval of the tested cases, for slow tests.
  static let share = TestOptions.cases(17, long: 1)

  /// Tests that the rule files that ship are formatted.
  @Test(arguments: ExampleRules.paths)
  func rulesAreFormatted(name: String) throws {
    let file = try ExampleRules.file(name)
    let formatted = try #require(FormatExpectations.check(file, name))
    #expect(formatted.bytes == file.bytes, "run `bascule format rules`")
  }

  @Test func thereAreRules() { #expect(ExampleRules.paths.count >= 5) }

  @Test func readmeIsFormatted() throws {
    let readme = try TestPackage.text("README.md")
    let blocks = Self.blocks("bascule", in: readme)
    #expect(!blocks.isEmpty)
    for block in blocks {
      let formatted = try #require(FormatExpectations.check(SourceFile(block)))
      #expect(FormatExpectations.text(formatted) == block)
    }
  }

  static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map { rest in
      (rest.components(separatedBy: "\n```").first ?? "") + "\n"
    }
  }

  @Test func goldenFiles() throws {
    let folder = TestPackage.url("Tests/GoldenTests/Diagnostics")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var formatted = 0
    for name in names where name.hasSuffix(".md") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for source in Self.blocks("bascule", in: text) {
        if FormatExpectations.check(SourceFile(source), name) != nil { formatted += 1 }
      }
    }
    #expect(formatted >= 3)
  }

  @Test func examplesOfThePages() {
    var formatted = 0
    for page in Check.all.map(\.page) {
      for kind in ["wrong", "right"] {
        for source in Self.blocks("bascule \(kind)", in: page.text) {
          if FormatExpectations.check(SourceFile(source), page.code) != nil { formatted += 1 }
        }
      }
    }
    #expect(formatted > Check.all.count)
  }

  @Test(.seeded) func randomChains() {
    var chains = RandomChains(random: RandomChoice(seed: Seed.of(6)))
    FormatExpectations.check(SourceFile(RandomChains.prelude))
    for index in 0..<300 {
      FormatExpectations.check(SourceFile(chains.chain("Default")), "chain \(index)")
    }
  }

  // MARK: - Sentences of the grammar

  private static func grammar() throws -> Grammar {
    try Grammar(TestPackage.text("grammar/bascule.ebnf"))
  }

  @Test(.seeded) func sentences() throws {
    var generator = SentenceGenerator(try Self.grammar(), seed: Seed.of(4711))
    var formatted = 0
    let rounds = 2000 / Self.share
    for round in 0..<rounds {
      let tokens = generator.sentence("file")
      let text =
        round % 3 == 0
        ? tokens.joined(separator: " ")
        : RandomTrivia.text(of: tokens, density: round % 3 * 3, using: &generator)
      if FormatExpectations.check(SourceFile(text), "sentence \(round)") != nil { formatted += 1 }
    }
    #expect(formatted > rounds * 9 / 10, "\(formatted)")
  }

  /// Tests comments and white space between any two tokens of the rule files that ship.
  @Test(.seeded, arguments: ExampleRules.paths)
  func commentsEverywhere(name: String) throws {
    let file = try ExampleRules.file(name)
    var generator = SentenceGenerator(try Self.grammar(), seed: Seed.of(42))
    let tokens = RandomTrivia.tokens(of: file)
    var formatted = 0
    let rounds = TestOptions.cases(4, long: 24)
    for round in 0..<rounds {
      let text = RandomTrivia.text(of: tokens, density: 1 + round % 8, using: &generator)
      if FormatExpectations.check(SourceFile(text), "\(name) \(round)") != nil { formatted += 1 }
    }
    #expect(formatted == rounds, "\(formatted)")
  }

  /// Tests one comment of each kind in each gap, one gap at a time.
  @Test(arguments: ExampleRules.paths)
  func oneCommentInEveryGap(name: String) throws {
    let tokens = RandomTrivia.tokens(of: try ExampleRules.file(name))
    var formatted = 0
    var gaps = 0
    let share = Self.share
    // A comment can only change the format of the declaration that contains it.
    let starts = RandomTrivia.declarations(in: tokens)
    for (start, end) in zip(starts, starts.dropFirst() + [tokens.count]) {
      let declaration = Array(tokens[start..<end])
      for gap in declaration.indices.dropFirst() where !RandomTrivia.isTight(declaration, gap) {
        gaps += 1
        if gaps % share > 0 { continue }
        for comment in [" // c\n", "\n// c\n", "\n/// c\n", " /* c */ ", "\n  /* c\n c */\n"] {
          var copy = declaration
          copy.insert(comment, at: gap)
          let text = copy.joined(separator: " ")
          if FormatExpectations.check(SourceFile(text), name) != nil { formatted += 1 }
        }
      }
    }
    #expect(formatted > tokens.count * 3 / share, "\(formatted) of \(tokens.count)")
  }

  @Test func brokenFilesHaveNoFormat() throws {
    for text in [
      "chain A {", "flag", "wehn", "chain A { when cancel }", "flag a \u{0}", "flag a /*",
      "chain A { when path matches /( }", "flag a \"", "configuration A { title web title web }",
    ] {
      #expect(Formatter.format(SourceFile(text)) == nil, "\(text)")
      #expect(Formatter.edits(for: SourceFile(text)) == nil)
      #expect(Formatter.edits(for: SourceFile(text), typing: "\n", at: 3).isEmpty)
    }
    #expect(Formatter.format(SourceFile(name: "a", bytes: Array("// ".utf8) + [0xFF])) == nil)
    // A file without one of its bytes is formatted without changing its meaning, or rejected.
    for name in ExampleRules.paths {
      let file = try ExampleRules.file(name)
      for deleted in stride(from: 0, to: file.bytes.count, by: 5 * Self.share) {
        var bytes = file.bytes
        bytes.remove(at: deleted)
        FormatExpectations.check(SourceFile(name: name, bytes: bytes), "\(name) \(deleted)")
      }
    }
  }
}
