extension Quoting {
  // MARK: - Rule language

  /// A string literal of the rule language.
  package static func rule(_ text: String) -> String {
    isPlain(text) ? quoted(plain: text) : replace(text, quote: "\"", bracedEscape)
  }

  // MARK: - Swift

  /// A Swift string literal on one line.
  package static func swift(_ text: String) -> String {
    isPlain(text) ? quoted(plain: text) : replace(text, quote: "\"", bracedEscape)
  }

  // MARK: - TypeScript

  /// A string literal of TypeScript: in double quotes, or in single quotes if these need fewer escapes.
  package static func typeScript(_ text: String) -> String {
    if isPlain(text) { return quoted(plain: text) }
    let quote: Unicode.Scalar = count("\"", in: text) > count("'", in: text) ? "'" : "\""
    return replace(text, quote: String(quote)) { scalar in
      switch scalar {
      case quote: "\\\(quote)"
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default:
        if !scalar.isHidden {
          nil
        } else if scalar.value > 0xFFFF {
          braced(scalar)
        } else {
          "\\u" + hexadecimal(scalar.value, width: 4, uppercase: true)
        }
      }
    }
  }

  private static func count(_ scalar: Unicode.Scalar, in text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1 == scalar ? 1 : 0) }
  }

  // MARK: - Comments

  /// The lines of a text for comments of Swift or TypeScript (`//`, `///`, ` * `). Hidden characters other than tabs
  /// become U+FFFD.
  ///
  /// - Parameter isBlock: true if the lines are between `/*` and `*/`; then `*/` becomes `*\/`.
  package static func commentLines(_ text: some StringProtocol, isBlock: Bool = false) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{2028}", "\u{2029}":
        lines.append(String(line))
        line.removeAll()
      case "/" where isBlock && previous == "*": line.append(contentsOf: "\\/".unicodeScalars)
      case "\t": line.append(scalar)
      default: line.append(scalar.isHidden ? "\u{FFFD}" : scalar)
      }
      previous = scalar
    }
    lines.append(String(line))
    return lines
  }

  /// A text as one line of a line comment of Swift or TypeScript: line ends and hidden characters other than
  /// tabs become U+FFFD.
  package static func lineComment(_ text: some StringProtocol) -> String {
    let text = String(text)
    if text.isVisible { return text }
    return replace(text) { $0.isHidden && $0 != "\t" ? "\u{FFFD}" : nil }
  }
}
