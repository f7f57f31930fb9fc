import Semantics
import Text

/// Prints values, types and quotations in Swift.
enum SwiftText {
  /// Returns a string literal of any text, on one line.
  static func literal(_ text: String) -> String { Quoting.swift(text) }

  /// Returns one line of a comment, in which line ends and hidden characters are replaced.
  static func comment(_ line: some StringProtocol) -> String { Quoting.lineComment(line) }

  static func lines(_ text: String) -> [Substring] {
    if text.utf8.allSatisfy({ $0 != 0x0A && $0 != 0x0D }) { return [text[...]] }
    return text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
  }
}

extension CodeWriter {
  /// Writes the documentation of a declaration, with `///` before each line.
  mutating func documentation(_ text: String?) {
    guard let text else { return }
    for part in SwiftText.lines(text) {
      if part.isEmpty {
        line("///")
      } else {
        line("/// ", SwiftText.comment(part))
      }
    }
  }

  /// Writes the documentation of a declaration that generated code refers to. The deprecation becomes a comment, since
  /// the attribute would cause warnings in the generated code itself.
  mutating func documentation(_ declared: Declared) {
    documentation(declared.documentation)
    guard let why = declared.deprecated else { return }
    if declared.documentation != nil { line("///") }
    documentation("- Warning: Deprecated: " + why)
  }

  mutating func deprecation(_ reason: String?) {
    guard let reason else { return }
    line("@available(*, deprecated, message: ", SwiftText.literal(reason), ")")
  }

  /// Writes a string literal over several lines, for example of JavaScript, after `head` and before `tail`.
  mutating func longLiteral(_ text: String, head: String, tail: String) {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || !$0.isHidden
    }
    guard isPlain, text.utf8.contains(0x0A) else {
      line(head, SwiftText.literal(text), tail)
      return
    }
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let marks = String(repeating: "#", count: longest + 1)
    line(head, marks, "\"\"\"")
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if part.isEmpty { emptyLine() } else { line("  ", String(part)) }
    }
    line("  \"\"\"", marks, tail)
  }
}
