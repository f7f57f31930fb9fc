extension Quoting {
  /// Columns that a tab is shown as.
  package static let tabWidth = 4

  /// The text with everything made visible that a terminal would obey or hide.
  package static func terminal(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    return replace(text, terminal)
  }

  /// The text shown in place of a scalar; nil for one that is shown as it is.
  ///
  /// U+200D stays: it joins emoji to one sign.
  package static func terminal(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x20...0x7E, 0x200D: nil
    case 0x09: String(repeating: " ", count: tabWidth)
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
    case 0x7F: "\u{2421}"
    default: scalar.isHidden ? braced(scalar) : nil
    }
  }
}
