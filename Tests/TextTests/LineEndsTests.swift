import Testing
import Text

@Suite struct LineEndsTests {
  @Test func everyLineEndsWithLF() {
    func normalized(_ text: String) -> String {
      String(decoding: LineEnds.normalized(file: Array(text.utf8)), as: UTF8.self)
    }
    #expect(normalized("a\r\nb\rc\nd\r\r\ne\n\rf\r") == "a\nb\nc\nd\n\ne\n\nf\n")
    #expect(normalized("\u{FEFF}\u{FEFF}a\r\n") == "\u{FEFF}a\n")
    // Other line separators are characters.
    #expect(normalized("a\u{2028}b\u{85}c\u{B}d\r\n") == "a\u{2028}b\u{85}c\u{B}d\n")
  }

  /// Tests that a checkout differs only in line ends, for all short texts without CR.
  @Test func returnsAreAdded() {
    var texts: [[UInt8]] = [[]]
    for index in 0..<127 {
      for byte: UInt8 in [0x0A, 0x61] { texts.append(texts[index] + [byte]) }
    }
    for text in texts {
      let checkout = LineEnds.withReturns(text)
      #expect(LineEnds.normalized(checkout) == text)
      #expect(checkout.count == text.count + text.count { $0 == 0x0A })
    }
  }
}
