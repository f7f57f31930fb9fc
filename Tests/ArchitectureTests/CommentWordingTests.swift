import Foundation
import TestSupport
import Testing

/// Tests that comments are plain technical English: a noun or verb phrase first, one idea a sentence, the usual word.
@Suite struct CommentWordingTests {
  private struct Phrase {
    var name: String
    var expression: NSRegularExpression

    /// - Parameter pattern: matched anywhere in the text of a comment, ignoring case.
    init(_ name: String, _ pattern: String) {
      self.name = name
      // The patterns are constants of this file.
      // swift-format-ignore: NeverUseForceTry
      expression = try! NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }

    func isIn(_ text: String) -> Bool {
      let range = NSRange(text.startIndex..., in: text)
      return expression.firstMatch(in: text, range: range) != nil
    }
  }

  private static let phrases = [
    Phrase("whoever, whatever", #"\b(who|whom|whose|what|which|wher)ever\b"#),
    Phrase("however many", #"\bhowever (many|few|much|long|short|deep|often)\b"#),
    Phrase("nobody", #"\bnobody\b"#),
    Phrase("somebody", #"\bsomebody\b"#),
    Phrase("afresh", #"\b(afresh|anew)\b"#),
    Phrase("mend", #"\bmend(s|ed|ing)?\b"#),
    Phrase("shall", #"\bshall\b"#),
    Phrase("behind", #"\bbehind\b"#),
    Phrase("stands", #"\bstands?\b(?!-in)"#),
    Phrase("is told", #"\b(is|are|be|been|being) told\b"#),
    Phrase("is asked", #"\b(is|are|be|been|being) asked (of|for)\b"#),
    Phrase("is due", #"\b(is|are) (due|owed)\b"#),
    Phrase("says of", #"\b(says?|said|tells?|speaks?|spoken|hears?|heard|knows?|known) of\b"#),
    Phrase("what is … of", #"\bwhat is [a-z]+ of\b"#),
    Phrase("what becomes of", #"\bwhat becomes of\b"#),
    Phrase("of which", #"\bof which\b"#),
    Phrase("nil where", #"\b(nil|none|nothing|empty|true|false) where\b"#),
    Phrase("as it is written", #"\bas (it is|they are) (written|called|named)\b"#),
    Phrase("say so", #"\bsays? so\b"#),
    Phrase("the very", #"\bthe very (same|one)\b"#),
    Phrase("in turn", #"\bin (turn|vain)\b"#),
    Phrase("held against", #"\b(hold|holds|held) against\b"#),
    Phrase("for its own sake", #"\b(sake|at the hands)\b"#),
    Phrase("comes to nothing", #"\bcomes? to nothing\b"#),
    Phrase("left alone", #"\b(leaves?|left|lets?) alone\b"#),
    Phrase("as it were", #"\b(as it were|all (that )?there is|but for)\b"#),
  ]

  /// A doc comment begins with a summary of the declaration, not with a relative clause.
  private static let clause = Phrase(
    "a relative clause", #"^ ?(what|whether|where|how|who|which)\b"#)

  /// A doc comment begins with what it describes, not with a part of a sentence that the declaration would complete.
  private static let fragment = Phrase(
    "a part of a sentence",
    #"^ ?((of|by|in|at|from|with|without|before|within|between|as|like|always|also|sorted|never|that|those|it|they"#
      + #"|nil|empty)\b|(true|false) if (it|they|its|none)\b)"#)

  @Test(arguments: ["Sources", "Tests", "grammar"]) func commentsAreInPlainEnglish(_ top: String)
    throws
  {
    let root = PackageManifest.root.appendingPathComponent(top)
    var found: [String] = []
    var count = 0
    for path in (FileManager.default.subpaths(atPath: root.path) ?? []).sorted()
    where !path.contains(".build/") {
      guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      else { continue }
      for comment in Self.comments(path, text) {
        count += 1
        let isStart = comment.isDocumentation && !comment.continues
        let all = isStart ? Self.phrases + [Self.clause, Self.fragment] : Self.phrases
        guard let phrase = all.first(where: { $0.isIn(comment.text) }) else { continue }
        found.append("\(top)/\(path):\(comment.line): \(phrase.name):\(comment.text)")
      }
    }
    #expect(count > 0)
    #expect(found.isEmpty, "comments to reword\n\(found.joined(separator: "\n"))")
  }

  private static func comments(_ path: String, _ text: String) -> [SwiftWords.Comment] {
    switch path.split(separator: ".").last {
    case "swift"? where path.hasSuffix(".swift"): SwiftWords.comments(text)
    case "ts", "js", "c", "h": lineComments(text, ["//", "/*", "* "])
    case "py": lineComments(text, ["#", "\"\"\""])
    default: text.hasPrefix("#!") ? lineComments(text, ["#"]) : []
    }
  }

  /// Returns the lines that begin with one of the marks, after white space.
  private static func lineComments(_ text: String, _ marks: [String]) -> [SwiftWords.Comment] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      number, line in
      let line = line.trimmingCharacters(in: .whitespaces)
      guard let mark = marks.first(where: line.hasPrefix) else { return nil }
      return SwiftWords.Comment(
        isDocumentation: false, continues: false, line: number + 1,
        text: " " + line.dropFirst(mark.count))
    }
  }
}
