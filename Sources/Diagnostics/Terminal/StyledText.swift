import Text

/// The style of text for people: with or without ANSI colours.
package struct Style: Sendable {
  /// The role of a piece of text, which determines its colour.
  package enum Role: Sendable {
    case plain, error, warning, note, strong, frame, secondary, help, inserted, removed
  }

  package let isColoured: Bool

  package init(isColoured: Bool) { self.isColoured = isColoured }

  package static let plain = Style(isColoured: false)

  fileprivate func sequence(_ role: Role) -> StaticString? {
    guard isColoured else { return nil }
    switch role {
    case .plain: return nil
    case .error: return "\u{1B}[1;31m"
    case .warning: return "\u{1B}[1;33m"
    case .note: return "\u{1B}[1;36m"
    case .strong: return "\u{1B}[1m"
    case .frame, .secondary: return "\u{1B}[1;34m"
    case .help: return "\u{1B}[1;36m"
    case .inserted: return "\u{1B}[32m"
    case .removed: return "\u{1B}[31m"
    }
  }
}

/// Text for a terminal, collected piece by piece as bytes.
package struct StyledText: ~Copyable {
  package private(set) var bytes: [UInt8] = []
  private let style: Style

  package init(_ style: Style) { self.style = style }

  /// - Requires: `text` has no terminal control characters (see `Quoting.terminal`).
  package mutating func write(_ text: String, _ role: Style.Role = .plain) {
    if text.isEmpty { return }
    if let sequence = style.sequence(role) {
      sequence.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
      bytes.append(contentsOf: "\u{1B}[0m".utf8)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  package mutating func endLine() { bytes.append(0x0A) }

  package mutating func line(_ text: String, _ role: Style.Role = .plain) {
    write(text, role)
    endLine()
  }
}
