import Foundation
import ParsedRules
import RandomRules
import TestSupport
import Testing

@testable import Generation

/// Tests that documentation comments of rule files become documentation comments in the generated code of both
/// languages.
struct DocumentationTests {
  /// Rules in which `§` is the place of a comment. Declarations after `¶` exist only in Swift.
  private static let rules = """
    origin Store = "https://store.example"
    §
    model Item {
      §
      id: Int
      §
      size: Size
    }
    §
    enum Size {
      §
      small
      §
      large = "l"
    }
    §
    union Content by "kind" {
      §
      item(amount: Int)
      §
      text
    }
    §
    strategy Take receives Item replies Content from Store
    §
    strategy Put receives {
      §
      id: Int
    } from Store
    §
    event Changed sends {
      §
      count: Int
    } to Store
    §
    event Closed to Store
    §
    call Ask sends Size replies Item to Store
    ¶
    §
    screen Product(id: String)
    §
    action track(name: String)
    §
    flag isReady
    §
    script Start at documentEnd on Store "f();"
    §
    handler Old {
      when path == "/old" cancel
    }
    §
    chain Main {
      when isReady perform track(name: host) continue
      use Old
      when path[1] == "a" present Product(id: path[2]) cancel
      otherwise allow
    }
    §
    configuration Web { chain Main  strategies Take, Put  scripts Start  title web }
    """

  /// Tests comments of random lines. Each text of a comment is in a comment of the code, once for each language that
  /// has the declaration, together with the texts of its other lines.
  @Test(.seeded) func eachCommentIsKept() throws {
    var random = RandomChoice(seed: Seed.of(63))
    for _ in 0..<TestOptions.cases(4, long: 40) {
      var text = ""
      var comments: [(lines: [String], isShared: Bool)] = []
      var isShared = true
      for line in Self.rules.split(separator: "\n") {
        if line == "¶" {
          isShared = false
        } else if line.hasSuffix("§") {
          let lines = (0..<1 + random.below(3)).map { number in
            "word\(comments.count)x\(number) of a comment"
          }
          comments.append((lines, isShared))
          // Blank lines can be around the comment and inside of it.
          let blanks = (0..<4).map { _ in random.once(in: 4) }
          let written = (blanks[0] ? [""] : []) + lines.flatMap { blanks[1] ? [$0, ""] : [$0] }
          for line in written + (blanks[2] ? [""] : []) {
            text += "/// \(line)".trimmingCharacters(in: .whitespaces) + "\n"
          }
        } else {
          text += line + "\n"
        }
      }
      let set = SwiftRuleSet(text)
      try #require(set.faults.isEmpty, "\(set.faults) \(text)")
      let swift = set.swift().map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
      let typeScript = String(
        decoding: TypeScriptGenerator.module(for: set.rules), as: UTF8.self)
      for comment in comments {
        for (language, code) in [("Swift", swift), ("TypeScript", typeScript)]
        where comment.isShared || language == "Swift" {
          let found = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { line in comment.lines.contains { line.contains($0) } }
          let isComment = found.allSatisfy { line in
            ["/// ", "* ", "/** "].contains { line.hasPrefix($0) }
          }
          #expect(
            found.count >= comment.lines.count && isComment,
            "\(language): \(comment.lines) in \(found)\n\(text)")
        }
      }
    }
  }
}
