/// Writes `"""` literals of several lines, indented relative to the line on which they begin.
///
/// The closing quotes and all lines are indented by two more columns than that line. The value stays the same, since
/// it excludes the indentation of the closing quotes. If the lines cannot be moved, the literal is copied verbatim.
enum RawLiteral {
  /// Writes a literal to the output.
  ///
  /// - Parameters:
  ///   - range: the literal with its quotes.
  ///   - indentation: the columns before the closing quotes.
  static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, indentation: Int,
    to output: inout [UInt8]
  ) {
    guard let lines = Lines(bytes, range.lowerBound + 3..<range.upperBound - 3) else {
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
      return
    }
    let quotes = repeatElement(UInt8(ascii: "\""), count: 3)
    let indent = repeatElement(UInt8(ascii: " "), count: indentation)
    output.append(contentsOf: quotes)
    output.append(contentsOf: lines.lineEnd)
    for line in lines.content {
      if !line.isEmpty {
        output.append(contentsOf: indent)
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[line]))
      }
      output.append(contentsOf: lines.lineEnd)
    }
    output.append(contentsOf: indent)
    output.append(contentsOf: quotes)
  }

  private struct Lines {
    /// The lines without the indentation that the language removes.
    var content: [Range<Int>] = []
    var lineEnd: [UInt8]

    /// Fails unless the quotes are on lines of their own and all lines end the same way.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ inner: Range<Int>) {
      var lines: [Range<Int>] = []
      var start = inner.lowerBound
      var pairs = 0
      for i in inner {
        if bytes[i] == 0x0D {
          guard i + 1 < inner.upperBound, bytes[i + 1] == 0x0A else { return nil }
          pairs += 1
        } else if bytes[i] == 0x0A {
          let isPair = i > inner.lowerBound && bytes[i - 1] == 0x0D
          lines.append(start..<(isPair ? i - 1 : i))
          start = i + 1
        }
      }
      guard pairs == 0 || pairs == lines.count && !Self.hasOtherLineEnds(bytes, inner) else {
        return nil
      }
      lineEnd = pairs == 0 ? [0x0A] : [0x0D, 0x0A]
      let last = start..<inner.upperBound
      guard !lines.isEmpty, Self.isBlank(bytes, lines.removeFirst()), Self.isBlank(bytes, last)
      else { return nil }
      for line in lines {
        var begin = line.lowerBound
        if line.count >= last.count,
          last.indices.allSatisfy({
            bytes[$0] == bytes[line.lowerBound + $0 - last.lowerBound]
          })
        {
          begin += last.count
        } else {
          while begin < line.upperBound, Self.isBlank(bytes[begin]) { begin += 1 }
        }
        var text = begin
        while text < line.upperBound, Self.isBlank(bytes[text]) { text += 1 }
        // A combining mark would form one character with the blank before it.
        if text > line.lowerBound, text < line.upperBound, bytes[text] >= 0x80,
          Self.joinsBlank(bytes, text..<line.upperBound)
        {
          return nil
        }
        content.append(begin..<line.upperBound)
      }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isBlank(
      _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
      range.allSatisfy { isBlank(bytes[$0]) }
    }

    /// True if the range contains a line end other than LF and CR: VT, FF, NEL, LS or PS.
    private static func hasOtherLineEnds(
      _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
      range.contains { i in
        switch bytes[i] {
        case 0x0B, 0x0C: true
        case 0x85: i > range.lowerBound && bytes[i - 1] == 0xC2
        case 0xA8, 0xA9:
          i > range.lowerBound + 1 && bytes[i - 1] == 0x80 && bytes[i - 2] == 0xE2
        default: false
        }
      }
    }

    private static func joinsBlank(
      _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
      let rest = UnsafeBufferPointer(rebasing: bytes[range.prefix(64)])
      return (" " + String(decoding: rest, as: UTF8.self)).first != " "
    }
  }
}
