import Diagnostics
import Syntax
import Text

/// The check `unclosed-bracket`.
enum UnclosedBracket {
  static func finding(_ bracket: String, at location: Location, _ input: CheckInput) -> Finding {
    let closing = ["{": "}", "(": ")", "[": "]"][bracket] ?? bracket
    return page.finding(
      "missing `\(closing)` for this `\(bracket)`", at: location, label: "opens here",
      help: "close it with `\(closing)`", fix: bracket == "{" ? closed(location, input) : nil)
  }

  /// Closes a brace before the next declaration or at the end of the file; nil if another syntax error remains.
  private static func closed(_ brace: Location, _ input: CheckInput) -> Fix? {
    // A single brace cannot close two.
    let isOne = !input.trees[Int(brace.file.index)].faults.contains { fault in
      if case .unclosed("{", let opened) = fault.kind { opened != brace.span } else { false }
    }
    guard isOne else { return nil }
    let file = input.files[Int(brace.file.index)]
    let bytes = file.bytes
    var place = bytes.count
    var comments: Int?
    var start = Int(brace.span.end)
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      start = end + 1
      let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
      let word = String(decoding: line.prefix { $0 != 0x20 }, as: UTF8.self)
      if line.starts(with: "//".utf8) || line.first == UInt8(ascii: "@") {
        comments = comments ?? start
      } else if Keyword.declarations.contains(where: { $0.rawValue == word }) {
        place = comments ?? start
        break
      } else if !line.isEmpty {
        comments = nil
      }
    }
    // Empty lines above the next declaration stay there.
    while place > 1, place < bytes.count, bytes[place - 1] == 0x0A,
      bytes[place - 2] == 0x0A
    {
      place -= 1
    }
    let isOnLine = place == 0 || bytes[place - 1] == 0x0A
    let text = (isOnLine ? "" : "\n") + "}\n"
    var closed = bytes
    closed.insert(contentsOf: Array(text.utf8), at: place)
    let faults = SyntaxTree.parse(SourceFile(name: file.name, bytes: closed)).faults
    guard faults.isEmpty else { return nil }
    let location = Location(brace.file, Span(place, place))
    return Fix([Edit(location, text)], isSafe: false)
  }

  static let page = Page(
    "unclosed-bracket", .error, "a bracket that is never closed", fixes: .meaning)
}
