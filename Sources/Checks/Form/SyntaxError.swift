import Diagnostics
import Syntax
import Text

/// The check `syntax-error`.
enum SyntaxError {
  static func unexpected(_ expected: String, _ found: String, at location: Location) -> Finding {
    if expected == "`==`", found == "`=`" {
      return page.finding(
        "expected `==`, found `=`", at: location,
        label: "`=` gives a default value or a wire value",
        help: "write `==` to compare", fix: .replace(location, with: "==", isSafe: true))
    }
    let word = Lexer.tokens(of: found.utf8.filter { $0 != UInt8(ascii: "`") })[0].keyword
    let place = place(of: word, expected)
    return page.finding(
      "expected \(expected), found \(found)", at: location,
      label: place?.label ?? "expected \(expected)", help: place?.help)
  }

  /// The place of a word that begins something else than the expected text; nil if it begins nothing.
  private static func place(
    of word: Keyword, _ expected: String
  ) -> (label: String, help: String)? {
    if word.startsDeclaration, expected.hasSuffix("`}`") {
      return (
        "declarations are not nested", "declare the \(word.rawValue) outside of these braces"
      )
    }
    if expected != "a declaration" { return nil }
    if word.startsRule {
      return (
        "rules are parts of chains and handlers",
        "write it between the braces of a `chain`, a `handler` or `responses`"
      )
    }
    if Setting(rawValue: word.rawValue) != nil {
      return (
        "settings are parts of configurations",
        "write it between the braces of a `configuration`"
      )
    }
    return nil
  }

  static func missing(_ text: String, at location: Location) -> Finding {
    let shown = text.split(separator: " ").joined(separator: " ")
    return page.finding(
      "missing `\(shown)`", at: location.start, label: "expected `\(shown)`",
      help: "insert `\(shown)`", fix: .replace(location.end, with: text, isSafe: true))
  }

  static func split(_ meant: String, at location: Location) -> Finding {
    page.finding(
      "`\(meant)` is split by a space", at: location, label: "one operator",
      help: "write `\(meant)`", fix: .replace(location, with: meant, isSafe: true))
  }

  /// The finding about a clause in the wrong place.
  ///
  /// - Parameters:
  ///   - other: the earlier clause that belongs after this one.
  ///   - whole: the location of the whole clause in the wrong place.
  static func misplaced(
    _ clause: String, before other: Location, whole: Location, at location: Location,
    _ input: CheckInput
  ) -> Finding {
    var cut = whole.span
    while cut.start > 0, input.byte(whole.file, Int(cut.start) - 1) == 0x20 {
      cut = Span(cut.start - 1, cut.end)
    }
    return page.finding(
      "`\(clause)` is in the wrong place", at: location, label: "comes too late",
      related: [.init("it comes before this clause", at: other)],
      help: "move it before that clause",
      fix: Fix(
        [Edit(other.start, input.text(whole) + " "), Edit(Location(whole.file, cut), "")],
        isSafe: true))
  }

  static func stray(at location: Location) -> Finding {
    page.finding(
      "this `}` closes nothing", at: location, label: "no `{` is open here",
      help: "delete it, or look for a `}` too many above",
      fix: .replace(location, with: "", isSafe: false))
  }

  static func misspelled(_ found: String, _ expected: String, at location: Location) -> Finding {
    page.finding(
      "unexpected word `\(found)`", at: location,
      label: "did you mean `\(expected)`?", help: "write `\(expected)`",
      fix: .replace(location, with: expected, isSafe: Nearest.isOneEdit(found, expected)))
  }

  static let page = Page(
    "syntax-error", .error, "text that does not follow the grammar", fixes: .safe)
}
