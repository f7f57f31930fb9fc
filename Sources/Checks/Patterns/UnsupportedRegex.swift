import Diagnostics
import Text

/// The check `unsupported-regex`.
enum UnsupportedRegex {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let fix = fix(at: location, input)
    let help = fix.map { fix in
      fix.edits[0].replacement.isEmpty ? "delete it" : "write `\(fix.edits[0].replacement)`"
    }
    return page.finding(
      "unsupported regular expression: \(why)", at: location, help: help, fix: fix)
  }

  /// Deletes flags other than `i`, and the `?` of a lazy repetition, which has no effect.
  private static func fix(at location: Location, _ input: CheckInput) -> Fix? {
    let text = input.text(location)
    if input.byte(location.file, Int(location.span.start) - 1) == UInt8(ascii: "/"),
      text.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 })
    {
      return .replace(location, with: text.contains("i") ? "i" : "", isSafe: true)
    }
    if text.count == 2, text.hasSuffix("?"), "*+?".contains(text.first ?? " ") {
      return .replace(location, with: String(text.prefix(1)), isSafe: true)
    }
    return nil
  }

  static let page = Page(
    "unsupported-regex", .error, "a regular expression that cannot be matched in one pass",
    fixes: .meaning)
}
