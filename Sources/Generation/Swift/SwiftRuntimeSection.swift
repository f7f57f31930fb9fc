/// Consecutive lines of a part of the run-time support.
struct SwiftRuntimeSection {
  /// The parts that have to be written for the section to be written.
  let conditions: [SwiftRuntime]
  /// The lines of the section, each with a line break. A zero byte marks the place of an access level.
  private(set) var text: [UInt8] = []

  init(_ conditions: [SwiftRuntime]) { self.conditions = conditions }

  mutating func append(_ line: some Collection<UInt8>) {
    text += line
    text.append(0x0A)
  }

  /// Returns whether the section is written.
  ///
  /// - Parameter parts: all parts that are written.
  func isWritten(among parts: SwiftRuntimeSet) -> Bool { conditions.allSatisfy(parts.contains) }

  /// Writes the lines with an access level (`public `, `package ` or nothing).
  func write(_ access: String, _ out: inout CodeWriter) {
    // The lines before the section may be left out, so the section can begin at the start of a block or after an empty
    // line.
    let isFirst = out.ends(with: "{\n") || out.ends(with: "\n\n")
    var text = text[...]
    if isFirst, text.count > 1, text.first == 0x0A { text.removeFirst() }
    let pieces = text.split(separator: 0, omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { out.verbatim(access.utf8) }
      out.verbatim(piece)
    }
  }
}
