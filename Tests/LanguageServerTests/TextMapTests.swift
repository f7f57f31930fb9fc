import Diagnostics
import Testing
import Text

@testable import LanguageServer

@Suite struct TextMapTests {
  static let encodings = [PositionEncoding.utf8, .utf16, .utf32]
  static let text = "aé😀b\r\n\tשe\u{301}\r\u{1F469}\u{200D}\u{1F467}\n"

  private func map(_ text: String, _ encoding: PositionEncoding) -> TextMap {
    TextMap(SourceFile(name: "a", text: text), encoding)
  }

  @Test(arguments: encodings)
  func everyScalarHasAPlaceAndTheWayBack(_ encoding: PositionEncoding) {
    let map = map(Self.text, encoding)
    var offset = 0
    for scalar in Self.text.unicodeScalars {
      // There is no position between CR and LF.
      if scalar != "\n" || offset == 0 || map.file.bytes[offset - 1] != 0x0D {
        #expect(map.offset(map.position(offset)) == offset)
      }
      offset += String(scalar).utf8.count
    }
  }

  @Test func columnsCountTheUnitsOfTheEncoding() {
    let offset = "aé😀".utf8.count
    #expect(map(Self.text, .utf8).position(offset) == TextPosition(0, 7))
    #expect(map(Self.text, .utf16).position(offset) == TextPosition(0, 4))
    #expect(map(Self.text, .utf32).position(offset) == TextPosition(0, 3))
  }

  @Test(arguments: encodings)
  func placesOutsideOfTheTextAreItsBounds(_ encoding: PositionEncoding) {
    let map = map(Self.text, encoding)
    #expect(map.offset(TextPosition(0, 999)) == "aé😀b".utf8.count)
    #expect(map.offset(TextPosition(999, 0)) == Self.text.utf8.count)
    #expect(map.position(999) == TextPosition(3, 0))
  }

  @Test func aPlaceInsideOfAScalarIsItsStart() {
    #expect(map("😀b", .utf16).offset(TextPosition(0, 1)) == 0)
    #expect(map("é", .utf8).offset(TextPosition(0, 1)) == 0)
  }

  @Test(arguments: encodings)
  func longLinesAreCountedLikeShortOnes(_ encoding: PositionEncoding) {
    let piece = "aé😀שe\u{301}"
    let text = String(repeating: piece, count: 3000) + "\nb"
    let map = map(text, encoding)
    let bytes = piece.utf8.count
    let units = map.length(Span(0, bytes))
    for count in [0, 1, 500, 1023, 2999, 3000] {
      #expect(map.position(count * bytes) == TextPosition(0, count * units))
      #expect(map.offset(TextPosition(0, count * units)) == count * bytes)
      // The end of the line comes after its last position.
      if count < 3000 {
        #expect(map.position(count * bytes + 1) == TextPosition(0, count * units + 1))
      }
    }
    #expect(map.offset(TextPosition(0, 9_000_000)) == 3000 * bytes)
    #expect(map.position(3000 * bytes + 1) == TextPosition(1, 0))
  }

  @Test func malformedBytesCountOneEach() {
    let map = TextMap(SourceFile(name: "a", bytes: [0x61, 0xFF, 0xC3, 0x62]), .utf16)
    #expect(map.position(3) == TextPosition(0, 3))
    #expect(map.offset(TextPosition(0, 2)) == 2)
  }

  @Test(arguments: encodings)
  func aDocumentTakesEditsOneAfterTheOther(_ encoding: PositionEncoding) throws {
    var document = Document(
      uri: "file:///a", name: "/a", version: 1, text: "a😀b\nc", encoding: encoding)
    let units = encoding == .utf8 ? 4 : encoding == .utf16 ? 2 : 1
    let changes = try JSONReader.read(
      Array(
        """
        [{"range": {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": \(1 + units)}},
          "text": "é"},
         {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 9, "character": 9}}, "text": "z\\n"}]
        """.utf8))
    try document.apply(changes.array!, version: 2)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "aéb\nz\n")
    #expect(document.version == 2)
    try document.apply(JSONReader.read(Array(#"[{"text": "new"}]"#.utf8)).array!, version: 1)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "new")
  }

  @Test func pathsSurviveTheirURIs() {
    for path in ["/a/b c.bascule", "/ä/😀/100%.bascule", "/a#b?c", "/x:y"] {
      #expect(FileURI.path(FileURI.uri(path)) == path)
    }
    #expect(FileURI.path("file:///a%2Db") == "/a-b")
    #expect(FileURI.path("file://localhost/a") == "/a")
    #expect(FileURI.path("FILE:///a/") == "/a")
    #expect(FileURI.path("untitled:Untitled-1") == nil)
  }
}
