import Text

/// The number of terminal columns of scalars and texts.
///
/// The number follows the East Asian Width property and the emoji properties of Unicode: combining marks have no
/// width, wide characters two columns. A scalar after U+200D and a skin tone have no width, as in terminals that show
/// an emoji sequence as one character.
package enum DisplayWidth {
  /// The columns of a scalar that `Quoting.terminal` leaves unchanged. They depend on the scalar before it.
  package static func width(of scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if value == 0x200D { return 0 }
    if previous?.value == 0x200D { return 0 }
    if value == 0xFE0F { return isNarrowEmoji(previous) ? 1 : 0 }
    if (0x1F3FB...0x1F3FF).contains(value), let previous, previous.properties.isEmojiModifierBase {
      return 0
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// The columns of a text in the form that `Quoting.terminal` gives it.
  package static func width(of text: String) -> Int {
    var width = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let escape = Quoting.terminal(scalar) {
        width += escape.unicodeScalars.count
      } else {
        width += self.width(of: scalar, after: previous)
      }
      previous = scalar
    }
    return width
  }

  private static func isNarrowEmoji(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, scalar.properties.isEmoji else { return false }
    return !isWide(scalar)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF: return false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      return true
    default: return scalar.properties.isEmojiPresentation
    }
  }
}
