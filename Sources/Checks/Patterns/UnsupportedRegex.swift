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
    fixes: .meaning,
    #"""
    An app matches a regular expression in one pass: it reads each byte of the value once and never goes
    back, so that no URL keeps it busy, and it gives the answer of `check`, `test` and `trace`.

    Look-around, back-references and the like need a matcher that goes back. They are not regular either:
    rules with them could not be compared with other rules. Write a negative look-ahead as a separate
    condition with `&&` and `!`.

    ```bascule wrong
    chain Default {
      when path matches /\/(?!admin).*/ cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path matches /\/.*/ && !(path hasPrefix "/admin") cancel
      otherwise allow
    }
    ```

    The whole value must match, so a lazy repetition such as `*?` means the same as `*`:

    ```bascule wrong
    chain Default {
      when path matches /\/a.*?b/ cancel
      otherwise allow
    }
    ```

    A few regular expressions need too many states: `/.*a.{300}/` has to remember each `a` among the last
    301 characters. They are found here too. Write smaller numbers, or several conditions with `&&`.
    """#)
}
