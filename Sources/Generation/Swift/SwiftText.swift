import Semantics
import Text

/// How values, types and quotations are written in Swift.
enum SwiftText {
  /// A string literal of any text, on one line.
  static func literal(_ text: String) -> String {
    var bytes: [UInt8] = [0x22]
    bytes.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": bytes += [0x5C, 0x5C]
      case "\"": bytes += [0x5C, 0x22]
      case "\n": bytes += [0x5C, 0x6E]
      case "\r": bytes += [0x5C, 0x72]
      case "\t": bytes += [0x5C, 0x74]
      case _ where isUnsafe(scalar):
        bytes += Array("\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    bytes.append(0x22)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a scalar cannot be seen, or ends a line for some reader.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// One line of a comment: what could end the line, or hide, is replaced.
  static func comment(_ line: some StringProtocol) -> String {
    guard line.unicodeScalars.contains(where: { isUnsafe($0) && $0 != "\t" }) else {
      return String(line)
    }
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      text.append(isUnsafe(scalar) && scalar != "\t" ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }

  static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}

extension CodeWriter {
  /// Documentation of a declaration, `///` before each line.
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

  /// Documentation of something that generated code has to name, so that the attribute would warn
  /// about the generated code itself.
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

  /// A string literal over several lines, JavaScript for example, after `head` and before `tail`.
  mutating func longLiteral(_ text: String, head: String, tail: String) {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || !SwiftText.isUnsafe($0)
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
