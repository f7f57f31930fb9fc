extension Quoting {
  /// A word for a POSIX shell, bash or zsh, in single quotes.
  package static func shell(_ text: String) -> String {
    replace(text, quote: "'") { $0 == "'" ? "'\\''" : nil }
  }

  /// A word for fish, in single quotes.
  package static func fish(_ text: String) -> String {
    replace(text, quote: "'") { $0 == "'" || $0 == "\\" ? "\\\($0)" : nil }
  }

  /// The description of an option in an `_arguments` specification of zsh.
  package static func zshDescription(_ text: String) -> String {
    replace(text) { "[]:\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  /// A text within a line of a manual page with the macros of man(7).
  package static func manual(_ text: String) -> String {
    replace(text) { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "\"": "\\(dq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "…": "..."
      default:
        scalar.isASCII ? nil : "\\[u\(hexadecimal(scalar.value, width: 4, uppercase: true))]"
      }
    }
  }

  /// A whole line of a manual page. An initial `.` is escaped, since it would start a request.
  package static func manualLine(_ text: String) -> String {
    text.hasPrefix(".") ? "\\&" + manual(text) : manual(text)
  }
}
