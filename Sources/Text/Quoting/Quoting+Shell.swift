extension Quoting {
  /// One word of a POSIX shell, of bash or of zsh, in single quotes.
  package static func shell(_ text: String) -> String {
    replace(text, quote: "'") { $0 == "'" ? "'\\''" : nil }
  }

  /// One word of fish, in single quotes.
  package static func fish(_ text: String) -> String {
    replace(text, quote: "'") { $0 == "'" || $0 == "\\" ? "\\\($0)" : nil }
  }

  /// The description of an option in an `_arguments` specification of zsh.
  package static func zshDescription(_ text: String) -> String {
    replace(text) { "[]:\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  /// Text within a line of a manual page with the macros of man(7).
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

  /// A whole line of a manual page: an initial `.`, which would start a request, is escaped.
  package static func manualLine(_ text: String) -> String {
    text.hasPrefix(".") ? "\\&" + manual(text) : manual(text)
  }
}
