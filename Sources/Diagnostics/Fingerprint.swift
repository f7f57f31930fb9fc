package import Text

/// An identity of a finding that is independent of the lines above it.
///
/// A hash of the code, the file's name and the source around it, with white space collapsed. Findings with the same
/// hash get numbers in the order of the source, beginning with the second one.
package enum Fingerprint {
  /// The number of bytes of a long line that enter the hash, on each side of the span's start.
  private static let reach = 256

  /// A fingerprint for each finding: 16 hexadecimal digits, followed by `-2`, `-3` … for repeated ones.
  ///
  /// - Parameters:
  ///   - findings: must be in the order of the source.
  ///   - names: the name of each file.
  package static func all(
    _ findings: [Finding], files: [SourceFile], names: [String]
  ) -> [String] {
    var lines = [LineIndex?](repeating: nil, count: files.count)
    var counts: [String: Int] = [:]
    return findings.map { finding in
      let file = Int(finding.location.file.index)
      if lines[file] == nil { lines[file] = LineIndex(files[file]) }
      let text = source(finding.location.span, files[file], lines[file]!)
      let key = hash([Array(finding.code.utf8), Array(names[file].utf8), text])
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count == 1 ? key : "\(key)-\(count)"
    }
  }

  /// The lines that the span touches; long lines are cut.
  private static func source(_ span: Span, _ file: SourceFile, _ lines: LineIndex) -> [UInt8] {
    let start = min(Int(span.start), file.bytes.count)
    let end = min(Int(span.end), file.bytes.count)
    let first = lines.content(ofLine: lines.line(at: span.start))
    let last = lines.content(ofLine: lines.line(at: max(span.start, span.end)))
    let from = max(first.startIndex, start - reach)
    let to = max(from, min(max(last.endIndex, end), start + reach))
    var text: [UInt8] = []
    for byte in file.bytes[from..<min(to, file.bytes.count)] {
      let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
      if !isBlank {
        text.append(byte)
      } else if let previous = text.last, previous != 0x20 {
        text.append(0x20)
      }
    }
    if text.last == 0x20 { text.removeLast() }
    return text
  }

  /// The FNV-1a hash with 64 bits. The parts are separated by a byte that UTF-8 does not use.
  private static func hash(_ parts: [[UInt8]]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.joined(separator: [0xFF]) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
