import Diagnostics
import Formatting
import Syntax
import Testing
import Text

@testable import LanguageServer

/// Tests the edits of formatting requests by applying them like a client, by line and UTF-16 column. No position can be
/// inside of a line end (CR LF, CR or LF).
@Suite struct FormattingEditsTests {
  private static let uri = "file:///w/a.bascule"

  /// Returns the text after the edits in a client's memory.
  private static func applied(_ edits: [JSONValue], to text: String) throws -> String {
    let units = Array(text.utf16)
    var starts = [0]
    var contentEnds: [Int] = []
    var index = 0
    while index < units.count {
      let isPair = units[index] == 0x0D && index + 1 < units.count && units[index + 1] == 0x0A
      let length = isPair ? 2 : units[index] == 0x0D || units[index] == 0x0A ? 1 : 0
      if length > 0 {
        contentEnds.append(index)
        starts.append(index + length)
      }
      index += max(1, length)
    }
    contentEnds.append(units.count)
    func offset(_ position: JSONValue?) throws -> Int {
      let line = try #require(position?["line"]?.int)
      let character = try #require(position?["character"]?.int)
      guard line < starts.count else { return units.count }
      return min(starts[line] + character, contentEnds[line])
    }
    var result = units
    for edit in edits.reversed() {
      let start = try offset(edit["range"]?["start"])
      let end = try offset(edit["range"]?["end"])
      let replacement = try #require(edit["newText"]?.string)
      result.replaceSubrange(start..<end, with: Array(replacement.utf16))
    }
    return String(decoding: result, as: UTF16.self)
  }

  private static func request(_ method: String, _ options: [(key: String, value: JSON)]) -> [UInt8]
  {
    let base: [(key: String, value: JSON)] = [("textDocument", ["uri": .string(uri)])]
    return JSON.object([
      ("jsonrpc", "2.0"), ("id", 1), ("method", .string(method)),
      ("params", .object(base + options)),
    ]).bytes
  }

  /// Returns the edits that a server sends for the text.
  private static func edits(_ text: String) throws -> [JSONValue] {
    let server = LanguageServer(host: EmptyHost(), version: "0")
    server.receive([
      JSON.object([
        ("id", 0), ("method", "initialize"), ("params", ["capabilities": [:]]),
      ]).bytes,
      JSON.object([
        ("method", "textDocument/didOpen"),
        (
          "params",
          ["textDocument": ["uri": .string(uri), "version": 1, "text": .string(text)]]
        ),
      ]).bytes,
    ])
    _ = server.takeOutput()
    server.receive([request("textDocument/formatting", [])])
    let response = try JSONReader.read(try #require(server.takeOutput().first))
    return try #require(response["result"]?.array, "no edits for \(text.debugDescription)")
  }

  private static func formatted(_ text: String) throws -> String {
    let file = SourceFile(name: "a.bascule", text: text)
    return String(decoding: try #require(Formatter.format(file)), as: UTF8.self)
  }

  private static let sources = [
    "flag a\n\n\nflag   b\n",
    "flag a   \n\t\n\n  flag b",
    "\n\nchain  A {\n\n\n  when   path == \"/😀é\"   cancel\n\n\notherwise allow }\n\n\n",
    "/* one\n two */ flag   a // end  \n\n\n\n// last   \n",
    "script S at documentEnd \"\"\"\n    let a = 1\n\n    let b = 2\n  \"\"\"\n",
  ]

  @Test(arguments: sources) func editsGiveTheFormattedText(_ source: String) throws {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    // Short texts are tested with every combination of line ends, and all texts with patterns of line ends.
    let ends = ["\r\n", "\n", "\r"]
    for pattern in 0..<81 {
      var text = ""
      for (number, line) in lines.enumerated() {
        text += line
        guard number < lines.count - 1 else { break }
        let digit = [pattern % 3, pattern / 3 % 3, pattern / 9 % 3, pattern / 27][number % 4]
        text += ends[digit]
      }
      guard SyntaxTree.parse(SourceFile(name: "a", text: text)).faults.isEmpty else {
        Issue.record("the source is not valid: \(text.debugDescription)")
        continue
      }
      let result = try Self.applied(try Self.edits(text), to: text)
      #expect(
        Array(result.utf8) == Array(try Self.formatted(text).utf8), "\(text.debugDescription)")
    }
  }

  @Test func noEditCutsALineEnd() throws {
    let text = "flag a\n\r\n\r\nflag   b\r\n"
    for edit in try #require(Formatter.edits(for: SourceFile(name: "a", text: text))) {
      let bytes = Array(text.utf8)
      for offset in [Int(edit.span.start), Int(edit.span.end)] where offset > 0 {
        let isCut = offset < bytes.count && bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D
        #expect(!isCut, "\(edit.span)")
      }
    }
    #expect(try Self.applied(try Self.edits(text), to: text) == Self.formatted(text))
  }
}

/// A disk without files.
private final class EmptyHost: ServerHost {
  var defaultFolder: String? { nil }

  func ruleSets(below folders: [String]) -> [FoundRuleSet] { [] }
  func ruleSet(around file: String) -> FoundRuleSet {
    FoundRuleSet(folder: file.folderOfPath, files: [], configuration: nil)
  }
  func read(_ path: String) -> [UInt8]? { nil }
  func resource(_ path: String, in folder: String) -> [UInt8]? { nil }
}
