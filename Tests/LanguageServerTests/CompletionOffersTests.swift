import Diagnostics
import GrammarSentences
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests that completion items can be inserted: the grammar accepts them, and names cause no finding.
@Suite struct CompletionOffersTests {
  /// A rule set of `rules/`, in which completion is requested in one additional file.
  private struct RuleSet {
    let files: [SourceFile]
    private let trees: [SyntaxTree]
    private let resource: @Sendable (String) -> [UInt8]?
    let base: Snapshot

    init(_ folder: String) throws {
      files = try ExampleRules.files(in: folder)
      trees = files.map { SyntaxTree.parse($0) }
      resource = { ExampleRules.resource($0, in: folder) }
      let empty = SourceFile(name: "edited.bascule", bytes: [])
      base = Self.snapshot([empty] + files, [SyntaxTree.parse(empty)] + trees)
      for file in files.indices { _ = (base.references(file + 1), base.tokens(file + 1)) }
    }

    private static func snapshot(_ files: [SourceFile], _ trees: [SyntaxTree]) -> Snapshot {
      Snapshot(
        files, uris: files.map { "file:///\($0.name)" }, trees: trees, folder: "/",
        encoding: .utf8, resource: { _ in nil })
    }

    /// Returns the items at the end of a text in a file of its own.
    func items(after text: String, snippets: Bool) -> [Item] {
      // The text ends in a token that completion must not replace.
      let text = text + " "
      let file = SourceFile(name: "edited.bascule", text: text)
      let snapshot = Self.snapshot([file] + files, [SyntaxTree.parse(file)] + trees)
      snapshot.takeOver(from: base, same: [nil] + files.indices.map { $0 + 1 })
      return Item.list(snapshot, 0, at: file.bytes.count, snippets: snippets)
    }

    /// Returns the items at an offset of one of the files.
    func items(file: Int, at offset: Int) -> [Item] {
      Item.list(base, file + 1, at: offset, snippets: false)
    }

    /// Returns the errors after a span is replaced by another text.
    func errors(file: Int, _ span: Span, _ text: String) -> [Finding] {
      var files = files
      var bytes = files[file].bytes
      bytes.replaceSubrange(Int(span.start)..<Int(span.end), with: Array(text.utf8))
      files[file] = SourceFile(name: files[file].name, bytes: bytes)
      return RuleSetSession(isReused: false)
        .check(RuleSetInput(files: files, resource: resource), analyzesChains: false)
        .filter { $0.severity == .error }
    }
  }

  /// A name of a rule set that is replaced by another name, which completion offers in its place.
  private struct Choice {
    let file: Int
    let span: Span
    let text: String
    /// The token after the name.
    let next: Token?
    /// The constructs that the parser accepts in place of the name.
    let expectations: [ExpectedSyntax]

    /// Returns whether an error after the replacement is about the offered name, and not about something that fits
    /// only the earlier name.
    func isAbout(_ error: Finding) -> Bool {
      let growth = text.utf8.count - Int(span.end - span.start)
      let place = error.location.span
      guard error.location.file == FileID(file), place.start <= Int(span.end) + growth,
        span.start <= place.end
      else { return false }
      // The value after `=` depends on the part of the request that is set.
      if let next, next.kind == .assign, Int(place.end) > Int(next.start) + growth { return false }
      // Only a rule for the frame `new` can end with `popup`, which other decisions can replace.
      let isComparison = expectations.contains { expectation in
        if case .operand = expectation { true } else { false }
      }
      return !(isComparison && error.code == "invalid-popup")
    }
  }

  private struct Item {
    var label: String
    var text: String

    static func list(
      _ snapshot: Snapshot, _ file: Int, at offset: Int, snippets: Bool
    ) -> [Item] {
      var client = ClientCapabilities()
      client.snippets = snippets
      return CompletionList.all(client, snapshot, file, at: offset).items.map { item in
        Item(label: item.label, text: snippets ? expanded(item.inserted) : item.inserted)
      }
    }

    /// Returns a snippet in which placeholders are replaced by their texts.
    private static func expanded(_ snippet: String) -> String {
      snippet.replacing(/\$\{\d+:((?:[^}\\]|\\.)*)\}/) { $0.output.1 }
        .replacing("$0", with: "").replacing(/\$\d+/, with: "x").replacing("\\}", with: "}")
    }
  }

  private let grammar: Grammar

  init() throws { grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf")) }

  private func isBeginning(_ text: String) -> Bool {
    var recognizer = GrammarRecognizer(grammar, SourceFile(name: "a.bascule", text: text))
    return recognizer.accepts(beginningOf: "file")
  }

  /// Returns the text from the start of a declaration to a token, for every token of the rule files.
  private static func prefixes(_ set: RuleSet) -> [String] {
    set.files.flatMap { file in
      let tokens = TokenList(file).tokens
      return SyntaxTree.parse(file).declarations.flatMap { declaration -> [String] in
        let span = declaration.header.span
        return tokens.filter { $0.start >= span.start && $0.end <= span.end }
          .map { file.text(Span(span.start, $0.start)) }
      }
    }
  }

  @Test(.seeded) func offersAreAcceptedByTheGrammar() throws {
    let set = try RuleSet("showcase")
    var random = SeededGenerator(state: Seed.of(41))
    var texts = Array(
      Set(Self.prefixes(set)).sorted().shuffled(using: &random)
        .filter { $0.utf8.count < 600 }.prefix(TestOptions.cases(160, long: 10_000)))
    var generator = SentenceGenerator(grammar, seed: Seed.of(42))
    for _ in 0..<TestOptions.cases(80, long: 2000) {
      let tokens = generator.sentence("declaration")
      let count = Int.random(in: 0..<max(1, min(tokens.count, 60)), using: &random)
      texts.append(tokens[..<count].joined(separator: " ") + " ")
    }
    var count = 0
    for text in texts where isBeginning(text) {
      var rejected: Set<String> = []
      for snippets in [false, true] {
        for item in set.items(after: text, snippets: snippets) {
          count += 1
          if !isBeginning("\(text) \(item.text)") { rejected.insert(item.text) }
        }
      }
      #expect(rejected == [], "after …\(text.suffix(400))")
    }
    #expect(count > 1000, "\(count)")
  }

  /// Returns the choices with one of each kind first, so that a short run has as many kinds as possible. The offered
  /// name, the place and the next token make the kind.
  private static func differentFirst(_ choices: [Choice]) -> [Choice] {
    var seen: Set<String> = []
    var (first, others): ([Choice], [Choice]) = ([], [])
    for choice in choices {
      let next = choice.next.map { "\($0.kind)" } ?? ""
      if seen.insert("\(choice.text) \(next) \(choice.expectations)").inserted {
        first.append(choice)
      } else {
        others.append(choice)
      }
    }
    return first + others
  }

  /// Tests that every name and word of the rule sets is offered at its place, and that every other offered name causes
  /// no error there.
  @Test(.seeded, arguments: ["showcase", "shop"]) func offeredNamesAreValid(
    _ folder: String
  ) throws {
    let set = try RuleSet(folder)
    var random = SeededGenerator(state: Seed.of(43))
    var missed: Set<String> = []
    var choices: [Choice] = []
    for (number, file) in set.files.enumerated() {
      let index = DocumentIndex(SyntaxTree.parse(file))
      let names = index.declarations.map(\.nameSpan)
      let appFunctions = set.base.references(number + 1).list.filter {
        if case .schemeHandler = $0.target { true } else { false }
      }.map(\.span)
      let tokens = TokenList(file).tokens
      for (index, token) in tokens.enumerated()
      where token.kind == .identifier && !names.contains(token.span) {
        let text = file.text(token.span)
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        let items = set.items(file: number, at: Int(token.start))
        let isOffered = items.contains { item in
          item.text == text
            || [":", ".", " ", "(", "["].contains { item.text.hasPrefix(text + $0) }
        }
        // The app's functions, and fields and literals for the page, can have any name.
        let isFree =
          appFunctions.contains(token.span) || next?.kind == .colon || next?.kind == .assign
          || index > 1 && file.text(tokens[index - 2].span) == "message" || text == "message"
        guard isOffered || isFree else {
          missed.insert("\(index > 0 ? file.text(tokens[index - 1].span) : "") \(text)")
          continue
        }
        // The text after the name depends on the name.
        switch next?.kind {
        case .leftParenthesis?, .leftBracket?, .dot?, .colon?: continue
        default: break
        }
        // Only the URL of the request can be changed.
        if next?.keyword == .setting || next?.keyword == .removing { continue }
        // The name of a value can begin a condition.
        let cursor = CompletionCursor(TokenList(file), file, at: Int(token.start))
        let startsCondition = cursor.expectations.contains { expectation in
          switch expectation {
          case .condition, .existing, .setup: true
          default: false
          }
        }
        if startsCondition { continue }
        for item in items
        where item.text != text && item.text.allSatisfy({ $0.isLetter || $0.isNumber }) {
          guard Keyword(rawValue: item.text) == nil else { continue }
          choices.append(
            Choice(
              file: number, span: token.span, text: item.text, next: next,
              expectations: cursor.expectations))
        }
      }
    }
    #expect(missed.isEmpty, "\(missed.sorted())")
    #expect(choices.count > 50, "\(choices.count)")
    let ordered = Self.differentFirst(choices.shuffled(using: &random))
    for choice in ordered.prefix(TestOptions.cases(120, long: 100_000)) {
      let errors = set.errors(file: choice.file, choice.span, choice.text)
        .filter(choice.isAbout).map(\.message)
      let file = set.files[choice.file]
      let before = file.text(Span(max(60, choice.span.start) - 60, choice.span.start))
      #expect(
        errors == [],
        "\(choice.text) in place of \(file.text(choice.span)) after …\(before)")
    }
  }
}
