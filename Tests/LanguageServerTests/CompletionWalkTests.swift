import Foundation
import Semantics
import Syntax
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests that completion at each word of the rule files offers this word.
@Suite struct CompletionWalkTests {
  /// The rule files of each folder of `rules/` and of the tests, without those with syntax errors.
  private static let sets: [[SourceFile]] = ["rules", "Tests"].flatMap { top in
    let paths = FileManager.default.subpaths(atPath: TestPackage.url(top).path) ?? []
    let files = paths.sorted().filter { $0.hasSuffix(".bascule") }.compactMap { path in
      (try? TestPackage.text("\(top)/\(path)")).map { SourceFile(name: path, text: $0) }
    }
    let sound = files.filter { SyntaxTree.parse($0).faults.isEmpty }
    return Dictionary(grouping: sound) { $0.name.folderOfPath }.sorted { $0.key < $1.key }.map(
      \.value)
  }

  /// Returns true for a word that no list can contain: a name that is declared there, a name of another file, and in
  /// the values of a dispatch the keys and paths of the page's own objects, which refer to nothing in the rules.
  private static func isNeverOffered(
    _ reference: NameReference?, _ file: SourceFile, at token: Token
  )
    -> Bool
  {
    switch reference?.target {
    case .unknown, .unknownMember, .unknownValue, .schemeHandler: return true
    case nil:
      let declaration = CompletionCursor(TokenList(file), file, at: Int(token.start)).declaration
      return declaration?.keyword == .dispatch && token.keyword == .none
    default: return reference?.isDeclaration == true
    }
  }

  /// Returns true in a path into the page's message, whose fields no rule declares: after the first word of the path, or
  /// after `function`.
  private static func isFieldOfMessage(_ tokens: [Token], _ index: Int, _ file: SourceFile) -> Bool
  {
    var start = index
    while start >= 2, tokens[start - 1].kind == .dot { start -= 2 }
    guard file.text(tokens[start].span) == "message" else { return false }
    return start < index || start > 0 && tokens[start - 1].keyword == .function
  }

  @Test func thereAreSets() { #expect(Self.sets.count > 20) }

  @Test(arguments: sets.indices) func wordsAreOfferedWhereTheyAre(_ number: Int) throws {
    let files = Self.sets[number]
    let snapshot = Snapshot(
      files, uris: files.map { "file:///\($0.name)" }, trees: files.map { SyntaxTree.parse($0) },
      folder: "/", encoding: .utf8, resource: { _ in nil })
    for (number, file) in files.enumerated() {
      let tokens = snapshot.tokens(number).tokens
      for (index, token) in tokens.enumerated() where token.kind == .identifier {
        if Self.isFieldOfMessage(tokens, index, file) { continue }
        if Self.isNeverOffered(snapshot.references(number)[token.span], file, at: token) {
          continue
        }
        let word = file.text(token.span)
        // Each request has a URL, so that a list contains no `exists url`.
        if word == "url", index > 0, tokens[index - 1].keyword == .exists { continue }
        let items =
          CompletionList.all(ClientCapabilities(), snapshot, number, at: Int(token.start)).items
        let isOffered = items.contains { item in
          // With or without what must follow the word.
          item.label.hasPrefix(word)
            && !(item.label.dropFirst(word.count).first.map { $0.isLetter || $0.isNumber } ?? false)
        }
        let before = file.text(Span(0, token.start)).suffix(60)
        #expect(isOffered, "\(file.name): \(word) after …\(before)")
      }
    }
  }
}
