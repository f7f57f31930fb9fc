import Foundation
import Testing

/// Comments are plain technical English: a noun or verb phrase first, one idea a sentence, the usual word.
@Suite struct CommentWordingTests {
  private struct Phrase {
    var name: String
    var expression: NSRegularExpression

    /// - Parameter pattern: matched anywhere in the text of a comment, whatever the case of its letters.
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
    Phrase("whoever", #"\bwhoever\b"#),
    Phrase("nobody", #"\bnobody\b"#),
    Phrase("somebody", #"\bsomebody\b"#),
    Phrase("afresh", #"\bafresh\b"#),
    Phrase("mend", #"\bmend(s|ed|ing)?\b"#),
    Phrase("stands", #"\bstands?\b(?!-in)"#),
    Phrase("is told", #"\b(is|are|be|been|being) told\b"#),
    Phrase("is asked", #"\b(is|are|be|been|being) asked (of|for)\b"#),
    Phrase("what is … of", #"\bwhat is [a-z]+ of\b"#),
    Phrase("what becomes of", #"\bwhat becomes of\b"#),
    Phrase("of which", #"\bof which\b"#),
    Phrase("say so", #"\bsays? so\b"#),
    Phrase("the very", #"\bthe very (same|one)\b"#),
  ]

  /// A doc comment begins with a summary of the declaration, not with a relative clause.
  private static let clause = Phrase(
    "a relative clause", #"^ ?(what|whether|where|how|who|which)\b"#)

  /// The number of such comments that each folder still has. Entries are only ever lowered or deleted.
  static let remaining: [String: Int] = [
    "Tests/BadInputTests": 1,
    "Tests/ChecksTests": 1,
    "Tests/CommandLineTests": 1,
    "Tests/DecisionsTests": 11,
    "Tests/DiagnosticsTests": 1,
    "Tests/FormattingTests": 1,
    "Tests/GenerationTests": 9,
    "Tests/LanguageServerTests": 1,
    "Tests/RandomRules": 5,
    "Tests/TestSupport": 5,
    "Tests/WebKit": 2,
    "Tests/WebURLTests": 1,
    "Tests/WorkspaceTests": 2,
  ]

  @Test func commentsAreInPlainEnglish() throws {
    for top in ["Sources", "Tests"] {
      let root = PackageManifest.root.appendingPathComponent(top)
      let paths = (FileManager.default.subpaths(atPath: root.path) ?? []).sorted()
      var found: [String: [String]] = [:]
      for path in paths where path.hasSuffix(".swift") && !path.contains(".build/") {
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        let folder = "\(top)/\(path.prefix { $0 != "/" })"
        for comment in SwiftWords.comments(text) {
          let isStart = comment.isDocumentation && !comment.continues
          let all = isStart ? Self.phrases + [Self.clause] : Self.phrases
          guard let phrase = all.first(where: { $0.isIn(comment.text) }) else { continue }
          found[folder, default: []].append(
            "\(top)/\(path):\(comment.line): \(phrase.name):\(comment.text)")
        }
      }
      for (folder, lines) in found.sorted(by: { $0.key < $1.key }) {
        let allowed = Self.remaining[folder] ?? 0
        #expect(
          lines.count <= allowed,
          """
          \(folder) has \(lines.count) comments to reword, \(allowed) allowed
          \(lines.joined(separator: "\n"))
          """)
      }
    }
  }
}
