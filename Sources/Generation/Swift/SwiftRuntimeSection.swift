/// Some lines of a part of the run-time support.
struct SwiftRuntimeSection {
  /// The parts that must be written too.
  let conditions: [SwiftRuntime]
  /// The lines, without the last line break; `<#public#> ` is the place of an access level.
  private let text: StaticString
  /// The modules that its declarations with an access level use.
  let exports: [SwiftModule]

  init(_ conditions: [SwiftRuntime], exports: [SwiftModule] = [], _ text: StaticString) {
    self.conditions = conditions
    self.exports = exports
    self.text = text
  }

  /// - Parameter parts: all parts that are written.
  func isWritten(among parts: SwiftRuntimeSet) -> Bool { conditions.allSatisfy(parts.contains) }

  /// Writes the lines with an access level (`public `, `package ` or nothing).
  func write(_ access: String, _ out: inout CodeWriter) {
    text.withUTF8Buffer { bytes in
      let level = Array(access.utf8)
      // Without the lines before it, a section can begin at the start of a block or after an empty line.
      let isFirst = out.ends(with: "{\n") || out.ends(with: "\n\n")
      var start = bytes.first == 0x0A && isFirst ? 1 : 0
      var index = start
      while index < bytes.count {
        let rest = bytes[index...]
        if bytes[index] == UInt8(ascii: "<"), rest.starts(with: Self.placeholder) {
          out.verbatim(bytes[start..<index])
          out.verbatim(level)
          index += Self.placeholder.count
          start = index
        } else {
          index += 1
        }
      }
      out.verbatim(bytes[start...])
      out.verbatim([0x0A])
    }
  }

  private static let placeholder = Array("<#public#> ".utf8)
}

extension SwiftRuntime {
  /// Writes the part.
  ///
  /// - Parameter parts: all parts that are written.
  func write(among parts: SwiftRuntimeSet, _ access: String, _ out: inout CodeWriter) {
    for section in sections where section.isWritten(among: parts) {
      section.write(access, &out)
    }
  }
}
