//: output BasculeWire

/// Quotes text of a page in reports, since a page can send any characters, and any number of them.
nonisolated enum PageText {
  /// Returns the text cut at a length, with escapes for characters that a log would not show as they are. Text that has
  /// been quoted already does not change.
  static func quoted(_ text: String, limit: Int = 200) -> String {
    var result = ""
    var length = 0
    for scalar in text.unicodeScalars {
      let (piece, count) = escaped(scalar)
      length += count
      if length > limit { return result + "…" }
      result += piece
    }
    return result
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> (String, count: Int) {
    switch scalar {
    case "\n": return (#"\n"#, 2)
    case "\r": return (#"\r"#, 2)
    case "\t": return (#"\t"#, 2)
    case " "..."~": return (String(scalar), 1)
    default: break
    }
    switch scalar.properties.generalCategory {
    // Some of these characters change the direction of the text after them.
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      let piece = #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
      return (piece, piece.utf8.count)
    default: return (String(scalar), 1)
    }
  }
}
