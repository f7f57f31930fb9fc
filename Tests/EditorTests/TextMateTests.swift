import Foundation
import Syntax
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests that `grammar/bascule.tmLanguage.json` gives every token the same class as the lexer and the parser.
@Suite struct TextMateTests {
  private static let grammar = TestPackage.url("grammar/bascule.tmLanguage.json")

  private struct Scoped {
    var offset: Int
    var text: String
    var scopes: [String]

    /// True in a script, for which the server has no tokens.
    var isJavaScript: Bool { scopes.contains("meta.embedded.block.javascript") }

    var tokenClass: TokenClasses.Class? {
      if scopes.contains(where: { $0.hasPrefix("comment.") }) { return .comment }
      if scopes.contains(where: { $0.hasPrefix("string.quoted.") }) || isJavaScript {
        return .string
      }
      if scopes.contains(where: { $0.hasPrefix("string.regexp.") }) { return .regex }
      let own = scopes.last ?? ""
      if own.hasPrefix("constant.numeric.") { return .number }
      if own.hasPrefix("keyword.operator.bascule") { return nil }
      if own.hasPrefix("keyword.") || own.hasPrefix("constant.language.") { return .keyword }
      if own.hasPrefix("punctuation.") || own.hasPrefix("invalid.") { return nil }
      return .name
    }
  }

  /// Tokenises the texts; nil if the tool is missing, which is a failure in CI.
  private static func tokenise(_ texts: [String]) throws -> [[Scoped]]? {
    guard let python = Tool.python(with: "textmate-grammar-python", for: "the TextMate grammar")
    else { return nil }
    let folder = try TemporaryFolder()
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      let name = "\(index).bascule"
      try folder.write([name: text])
      names.append(folder.path(name))
    }
    let script = TestPackage.url("Tests/tools/textmate.py").path
    let output = try Editors.run(python, [script, grammar.path] + names)
    let lists = try #require(
      try JSONSerialization.jsonObject(with: output) as? [[[Any]]])
    return try zip(texts, lists).map { text, list in
      var starts = [0]
      for (offset, byte) in text.utf8.enumerated() where byte == 0x0A { starts.append(offset + 1) }
      return try list.map { token in
        let line = try #require(token[0] as? Int)
        let column = try #require(token[1] as? Int)
        let rest = String(decoding: Array(text.utf8)[starts[line]...], as: UTF8.self)
        let before = String.UnicodeScalarView(rest.unicodeScalars.prefix(column))
        return Scoped(
          offset: starts[line] + String(before).utf8.count,
          text: try #require(token[2] as? String),
          scopes: try #require(token[3] as? [String]))
      }
    }
  }

  /// Compares the classes of a text.
  ///
  /// - Returns: the number of compared tokens.
  private static func compare(_ name: String, _ text: String, _ scoped: [Scoped]) -> Int {
    let file = SourceFile(name: name, text: text)
    var classes = [TokenClasses.Class?](repeating: nil, count: file.bytes.count)
    for token in scoped {
      for offset in token.offset..<min(token.offset + token.text.utf8.count, classes.count) {
        classes[offset] = token.tokenClass
      }
    }
    let index = LineIndex(file)
    let pieces = TokenClasses(file).pieces
    for piece in pieces {
      for offset in Int(piece.span.start)..<Int(piece.span.end)
      where file.bytes[offset] > 0x20 && classes[offset] != piece.tokenClass {
        let place = index.position(at: piece.span.start)
        let found = classes[offset].map(\.rawValue) ?? "nothing"
        Issue.record(
          "\(name):\(place.line):\(place.column): `\(file.text(piece.span))` is \(found), not \(piece.tokenClass)"
        )
        break
      }
    }
    return pieces.count
  }

  @Test func classesAreThoseOfTheLexer() throws {
    let sources = try Editors.sources()
    guard let lists = try Self.tokenise(sources.map(\.text)) else { return }
    #expect(lists.count == sources.count)
    var count = 0
    for (source, scoped) in zip(sources, lists) {
      count += Self.compare(source.name, source.text, scoped)
    }
    #expect(count > 1500, "\(count) tokens")
  }

  @Test func commentsStringsAndScripts() throws {
    let text =
      "/// a\n/* b */ flag c\nscript S \"\"\"\n  const d = \"e\" // no /* comment\n  \"\"\"\nflag f\n"
    guard let tokens = try Self.tokenise([text])?.first else { return }
    func scopes(_ text: String) -> String? { tokens.first { $0.text == text }?.scopes.last }
    #expect(scopes(" a") == "comment.block.documentation.bascule")
    #expect(scopes("///") == "punctuation.definition.comment.bascule")
    #expect(scopes("const") == "storage.type.js")
    #expect(tokens.count { $0.isJavaScript } >= 3)
    #expect(scopes("f") == "variable.other.flag.bascule")
    #expect(
      tokens.count { $0.scopes.last?.contains("punctuation.definition.string.") == true } == 2)
  }

  // MARK: - Semantic tokens

  /// Returns the scopes of a token class of the server, so that an editor shows the same colours before and after the
  /// server's answer. If the meaning of a word depends on declarations, the grammar treats it as a value.
  private static func scopes(for tokenClass: TokenClass) -> [String] {
    switch tokenClass {
    case .comment: ["comment."]
    case .keyword:
      [
        "keyword.control.", "keyword.declaration.", "keyword.other.bascule",
        "keyword.operator.word.", "constant.language.",
      ]
    case .string: ["string.quoted."]
    case .regexp: ["string.regexp."]
    case .number: ["constant.numeric."]
    case .operator: ["keyword.operator.bascule"]
    case .decorator: ["keyword.other.attribute.", "punctuation.definition.attribute."]
    // An undeclared name cannot be distinguished from a declared one.
    case .type: ["support.type.", "entity.name.type."]
    case .class, .enum, .struct, .namespace: ["entity.name.type."]
    case .function, .event: ["entity.name.function."]
    // In the setup of a test, an action cannot be distinguished from a flag.
    case .method: ["entity.name.function.", "variable.other.bascule"]
    case .variable: ["variable.other.bascule", "variable.other.flag."]
    case .property: ["variable.other.member."]
    case .parameter:
      ["variable.other.member.", "variable.other.bascule", "constant.other.placeholder."]
    case .enumMember: ["variable.other.enummember.", "variable.other.bascule"]
    }
  }

  /// Returns the scope that determines the colour: for texts and comments the outermost one, otherwise the innermost.
  private static func scope(of token: Scoped) -> String? {
    let own = token.isJavaScript ? [] : token.scopes.filter { !$0.hasPrefix("source.") }
    guard let outer = own.first, let inner = own.last else { return nil }
    let isWhole = outer.hasPrefix("string.") || outer.hasPrefix("comment.")
    if isWhole, !inner.hasPrefix("constant.other.placeholder.") { return outer }
    return inner
  }

  /// Returns the differences between the scopes and the server's tokens, byte by byte.
  private static func disagreements(
    _ file: SourceFile, _ items: [SemanticTokens.Item], _ scoped: [Scoped]
  ) -> [String] {
    var scopes = [[String]](repeating: [], count: file.bytes.count)
    for token in scoped {
      let own = [scope(of: token), token.scopes.first { $0.hasPrefix("string.") }]
      for offset in token.offset..<min(token.offset + token.text.utf8.count, scopes.count) {
        scopes[offset] = own.compactMap(\.self)
      }
    }
    let index = LineIndex(file)
    var found: [String] = []
    func report(_ span: Span, _ what: String) {
      let place = index.position(at: span.start)
      found.append("\(file.name):\(place.line):\(place.column): `\(file.text(span))` is \(what)")
    }
    var end = 0
    for item in items + [SemanticTokens.Item(span: Span(scopes.count, scopes.count), kind: .type)] {
      for offset in end..<Int(item.span.start) where file.bytes[offset] > 0x20 {
        guard let scope = scopes[offset].first, !scope.hasPrefix("punctuation.") else { continue }
        report(Span(offset, offset + 1), "\(scope), and nothing to the server")
        break
      }
      end = Int(item.span.end)
      let fitting = Self.scopes(for: item.kind)
      for offset in Int(item.span.start)..<end where file.bytes[offset] > 0x20 {
        let given = scopes[offset]
        if fitting.contains(where: { one in given.contains { $0.hasPrefix(one) } }) { continue }
        report(item.span, "\(given.first ?? "nothing"), and \(item.kind) to the server")
        break
      }
    }
    return found
  }

  @Test func scopesAgreeWithSemanticTokens() throws {
    let sources = try Editors.sources()
    guard let lists = try Self.tokenise(sources.map(\.text)) else { return }
    let files = sources.map { SourceFile(name: $0.name, text: $0.text) }
    // A folder of `rules` is one set, and each source of a golden file is another.
    let sets = Dictionary(grouping: files.indices) { number in
      let name = sources[number].name
      return name.hasPrefix("rules/") ? name[..<name.lastIndex(of: "/")!] : "\(number)"
    }
    var kinds: [TokenClass: Int] = [:]
    for numbers in sets.values {
      let members = numbers.map { files[$0] }
      let snapshot = Snapshot(
        members, uris: members.map(\.name), trees: members.map { SyntaxTree.parse($0) },
        folder: "", encoding: .utf8, resource: { _ in nil })
      for (file, number) in numbers.enumerated() {
        let items = SemanticTokens(snapshot, file).items
        for item in items { kinds[item.kind, default: 0] += 1 }
        for text in Self.disagreements(files[number], items, lists[number]) {
          Issue.record("\(text)")
        }
        // The comparison detects a token with another class.
        for place in [items.count / 3, items.count / 2] where place < items.count {
          var wrong = items
          wrong[place].kind = items[place].kind == .number ? .comment : .number
          #expect(!Self.disagreements(files[number], wrong, lists[number]).isEmpty)
        }
      }
    }
    #expect(Set(kinds.keys) == Set(TokenClass.allCases))
    #expect(kinds.values.reduce(0, +) > 1500)
  }

  /// Tests that the grammar contains all words of the language, including the choices of constructs.
  @Test func everyKeywordIsKnown() throws {
    let text = try String(contentsOf: Self.grammar, encoding: .utf8)
    let words = Set(text.split { !$0.isLetter }.map(String.init))
    for keyword in Keyword.allCases where keyword != .none {
      #expect(words.contains(keyword.rawValue))
    }
  }
}
