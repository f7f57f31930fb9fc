extension Unicode.Scalar {
  /// True for a scalar that a reader cannot see: controls, line separators, bidirectional controls, and invisible
  /// characters (Default_Ignorable_Code_Point). Variation selectors are excluded: they affect the character before
  /// them.
  ///
  /// Generated code, messages and terminals never contain hidden scalars unescaped. They could reorder the text
  /// around them, end a line for some readers, or make two different texts look the same.
  package var isHidden: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF:
      true
    default: false
    }
  }
}

extension String {
  /// True for a text without hidden scalars.
  package var isVisible: Bool {
    utf8.allSatisfy { (0x20..<0x7F).contains($0) } || !unicodeScalars.contains { $0.isHidden }
  }
}
