extension Quoting {
  /// The number of columns that a tab is expanded to.
  package static let tabWidth = 4

  /// The text for a terminal, with control and hidden characters made visible.
  package static func terminal(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    return replace(text, terminal)
  }

  /// The text shown instead of a scalar; nil if the scalar is shown unchanged.
  ///
  /// U+200D is kept, since it joins emoji into one character.
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
