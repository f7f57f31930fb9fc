import Requests
import Syntax
import Text

/// A regular expression for a host with a point that is not escaped.
struct ExpressionSlip {
  /// The expression with escaped points; nil if it cannot be read.
  var meant: RegularExpression?
  /// Its text, with slashes.
  var text: String

  init?(_ comparison: ComparisonSyntax) {
    guard case .regex(let regex) = comparison.operand, comparison.subject.isHost else { return nil }
    guard let pattern = Self.escaping(regex.pattern) else { return nil }
    text = "/\(pattern)/\(regex.flags)"
    if case .success(let expression) = RegularExpression.parse(
      pattern, ignoreCase: regex.flags == "i")
    {
      meant = expression
    }
  }

  /// The pattern with a backslash before each point between letters or digits; nil if there is none.
  private static func escaping(_ pattern: String) -> String? {
    let bytes = Array(pattern.utf8)
    var result: [UInt8] = []
    var isInClass = false
    var isEscaped = false
    var changes = false
    func isLetter(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      return (bytes[index] | 0x20) &- 0x61 < 26 || bytes[index] &- 0x30 < 10
    }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "."), !isInClass, !isEscaped, isLetter(index + 1),
        index > 0,
        isLetter(index - 1) || [UInt8(ascii: ")"), UInt8(ascii: "]")].contains(bytes[index - 1])
      {
        result.append(UInt8(ascii: "\\"))
        changes = true
      }
      if !isEscaped, byte == UInt8(ascii: "[") { isInClass = true }
      if !isEscaped, byte == UInt8(ascii: "]") { isInClass = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      result.append(byte)
    }
    return changes ? String(decoding: result, as: UTF8.self) : nil
  }
}
