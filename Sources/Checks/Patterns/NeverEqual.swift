import Diagnostics
import Text

/// The check `never-equal`.
enum NeverEqual {
  static func finding(
    _ subject: String, _ literal: String, _ why: String, _ suggestion: String?,
    at location: Location, _ input: CheckInput
  ) -> Finding {
    if let other = otherValue(subject, literal, at: location, input) {
      return page.finding(
        "`\(subject)` is never `\(Quoting.rule(literal))`", at: location, label: why,
        help: other.help, fix: other.fix)
    }
    let isString = input.byte(location.file, Int(location.span.start)) == UInt8(ascii: "\"")
    let shown = isString ? Quoting.rule(literal) : literal
    return page.finding(
      "`\(subject)` is never `\(shown)`", at: location, label: why,
      help: suggestion.map { "write `\(Quoting.rule($0))`" },
      fix: isString
        ? suggestion.map { .replace(location, with: Quoting.rule($0), isSafe: false) } : nil)
  }

  /// The help and fix for a literal that is the text of another value: of the whole URL, or of a host and its port.
  private static func otherValue(
    _ subject: String, _ literal: String, at location: Location, _ input: CheckInput
  ) -> (help: String, fix: Fix?)? {
    let comparison = comparison(of: subject, with: location, input)
    if subject == "path", let colon = literal.firstRange(of: "://"),
      colon.lowerBound > literal.startIndex
    {
      let text = comparison?.text ?? "=="
      return (
        "write `url \(text) \(Quoting.rule(literal))`: `path` is the part after the host",
        comparison.map { .replace($0.subject, with: "url", isSafe: false) }
      )
    }
    if subject == "path", let slash = literal.firstIndex(of: "/"), isHost(literal[..<slash]) {
      let test =
        "host == \(Quoting.rule(String(literal[..<slash])))"
        + " && path == \(Quoting.rule(String(literal[slash...])))"
      return split("host", test, comparison, at: location)
    }
    guard subject == "host" else { return nil }
    let parts = literal.split(separator: ":", omittingEmptySubsequences: false)
    // URLs do not contain the default port of their scheme.
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"), let port = Int(parts[1]),
      (1...65535).contains(port), port != 80, port != 443
    else { return nil }
    let test = "host == \(Quoting.rule(String(parts[0]))) && port == \(port)"
    return split("port", test, comparison, at: location)
  }

  /// The help and fix for a literal that joins two values: two conditions.
  ///
  /// - Parameter part: the value that is not a part of the comparison's subject.
  private static func split(
    _ part: String, _ test: String, _ comparison: (subject: Location, text: String)?,
    at location: Location
  ) -> (help: String, fix: Fix?) {
    guard let comparison, comparison.text == "==" else {
      return ("write the \(part) as a condition of its own, as in `\(test)`", nil)
    }
    let whole = Location(location.file, Span(comparison.subject.span.start, location.span.end))
    return ("write `\(test)`", .replace(whole, with: test, isSafe: false))
  }

  /// Returns whether a text before a `/` can only be a host: it has several labels, and the last one is a word.
  private static func isHost(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1 else { return false }
    return last.allSatisfy { $0.isLetter }
      && labels.allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }

  /// The location of the subject before a literal, and the operator between them; nil in a list.
  private static func comparison(
    of subject: String, with literal: Location, _ input: CheckInput
  ) -> (subject: Location, text: String)? {
    var end = Int(literal.span.start)
    func skipBlanks() {
      while [0x20, 0x09].contains(input.byte(literal.file, end - 1)) { end -= 1 }
    }
    func take(_ word: String) -> Bool {
      let start = end - word.utf8.count
      guard start >= 0, input.text(Location(literal.file, Span(start, end))) == word else {
        return false
      }
      end = start
      return true
    }
    skipBlanks()
    guard let text = ["==", "!=", "like"].first(where: take) else { return nil }
    skipBlanks()
    let subjectEnd = end
    guard take(subject), ![0x2E, 0x21].contains(input.byte(literal.file, end - 1)) else {
      return nil
    }
    return (Location(literal.file, Span(end, subjectEnd)), text)
  }

  static let page = Page(
    "never-equal", .error, "a comparison with a literal that can never be equal", fixes: .meaning,
    canBeIgnored: true)
}
