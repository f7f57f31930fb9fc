import Foundation
import Syntax
import Testing
import Text

/// `grammar/bascule.tmLanguage.json` gives every token the class that lexer and parser give it.
@Suite struct TextMateTests {
  private static let grammar = Editors.root.appendingPathComponent(
    "grammar/bascule.tmLanguage.json")

  private struct Scoped {
    var offset: Int
    var text: String
    var scopes: [String]

    var tokenClass: TokenClasses.Class? {
      if scopes.contains(where: { $0.hasPrefix("comment.") }) { return .comment }
      if scopes.contains(where: { $0.hasPrefix("string.quoted.") }) { return .string }
      if scopes.contains(where: { $0.hasPrefix("string.regexp.") }) { return .regex }
      let own = scopes.last ?? ""
      if own.hasPrefix("constant.numeric.") { return .number }
      if own.hasPrefix("keyword.operator.bascule") { return nil }
      if own.hasPrefix("keyword.") || own.hasPrefix("constant.language.") { return .keyword }
      if own.hasPrefix("punctuation.") || own.hasPrefix("invalid.") { return nil }
      return .name
    }
  }

  /// Tokenises the texts; nil where the tool is missing, which is a failure in CI.
  private static func tokenise(_ texts: [String]) throws -> [[Scoped]]? {
    guard let python = Editors.python(with: "textmate_grammar") else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bascule-textmate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      let file = folder.appendingPathComponent("\(index).bascule")
      try Data(text.utf8).write(to: file)
      names.append(file.path)
    }
    let script = Editors.root.appendingPathComponent("Tests/tools/textmate.py").path
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

  /// - Returns: how many tokens were compared.
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

  /// All words of the language are there, and those that a construct offers as a choice too.
  @Test func everyKeywordIsKnown() throws {
    let text = try String(contentsOf: Self.grammar, encoding: .utf8)
    let words = Set(text.split { !$0.isLetter }.map(String.init))
    for keyword in Keyword.allCases where keyword != .none {
      #expect(words.contains(keyword.rawValue))
    }
  }
}
