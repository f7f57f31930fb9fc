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

  /// A text of a checkout, read in pieces, becomes the text of the repository again: all short texts.
  @Test func returnsAreTakenBack() {
    var texts: [[UInt8]] = [[]]
    for index in 0..<1_093 {
      for byte: UInt8 in [0x0A, 0x0D, 0x61] { texts.append(texts[index] + [byte]) }
    }
    #expect(texts.last?.count == 7)
    for text in texts {
      let checkout = text.withUnsafeBytes { LineEnds.withReturns($0) }
      for size in 1...3 {
        var result: [UInt8] = []
        var holdsReturn = false
        for start in stride(from: 0, to: checkout.count, by: size) {
          let piece = Array(checkout[start..<min(start + size, checkout.count)])
          result += LineEnds.withoutReturns(piece, holdsReturn: &holdsReturn)
        }
        if holdsReturn { result.append(0x0D) }
        #expect(result == text, "\(text) in pieces of \(size)")
      }
    }
  }
}
