import Diagnostics
import Syntax
import Text

/// The check `type-mismatch`.
enum TypeMismatch {
  static func finding(
    _ expected: String, _ found: String, _ why: String?, at location: Location, _ input: CheckInput
  ) -> Finding {
    let unquoted = unquoted(expected, found, at: location, input)
    let content = unquoted ?? constant(expected, at: location, input)
    let condition = content.flatMap { flag(comparing: $0, at: location, input) }
    let ending = unquoted == nil || condition != nil ? "" : ", without quotes"
    return page.finding(
      "expected \(expected), found \(found)", at: location, label: "expected \(expected)",
      help: why ?? (condition?.text ?? content).map { "write `\($0)`\(ending)" },
      fix: content.map {
        .replace(condition?.location ?? location, with: condition?.text ?? $0, isSafe: true)
      })
  }

  /// A flag by itself, or after `!`, in place of its comparison with a constant; nil if it is compared with none.
  private static func flag(
    comparing constant: String, at location: Location, _ input: CheckInput
  ) -> (text: String, location: Location)? {
    guard constant == "true" || constant == "false",
      let comparison = input.trees.comparison(withOperandAt: location),
      comparison.comparison == .equal || comparison.comparison == .notEqual
    else { return nil }
    let whole = Location(location.file, comparison.span)
    guard !input.mayHaveComment(whole) else { return nil }
    let isNegated = (constant == "true") != (comparison.comparison == .equal)
    let subject = input.text(Location(location.file, comparison.subject.span))
    return ((isNegated ? "!" : "") + subject, whole)
  }

  /// The content of a string such as `"8080"` in the place of a number or `Bool`; nil for other texts.
  private static func unquoted(
    _ expected: String, _ found: String, at location: Location, _ input: CheckInput
  ) -> String? {
    guard found == "a string" else { return nil }
    let text = input.text(location)
    guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    let content = String(text.dropFirst().dropLast())
    let fits =
      switch expected {
      case "an integer", "an `Int`": Int(content) != nil
      case "a `Bool`", "`true` or `false`": content == "true" || content == "false"
      default: false
      }
    return fits ? content : nil
  }

  /// The constant `true` or `false` that a word of another language means; nil for other words.
  private static func constant(
    _ expected: String, at location: Location, _ input: CheckInput
  ) -> String? {
    guard expected == "a `Bool`" || expected == "`true` or `false`" else { return nil }
    switch input.text(location) {
    case "True", "TRUE", "yes", "Yes", "YES", "on", "1": return "true"
    case "False", "FALSE", "no", "No", "NO", "off", "0": return "false"
    default: return nil
    }
  }

  static let page = Page(
    "type-mismatch", .error, "a value, operator or type of the wrong type",
    fixes: .meaning)
}
