import Diagnostics
import Foundation
import Testing
import Text

@Suite struct JSONRendererTests {
  @Test func shape() {
    let a = SourceFile(name: "r/a.bascule", text: "x\n日本é x\n")
    let b = SourceFile(name: "b", text: "y")
    let finding = Finding(
      "unknown-name", .error, "a \"quote\" \\ and\n\u{1}", at: Location(FileID(0), Span(11, 12)),
      label: "not in JSON", related: [.init("there", at: Location(FileID(1), Span(0, 1)))],
      help: "h", witness: "https://a.com/")
    let bare = Finding("x", .info, "m", at: Location(FileID(0), Span(0, 0)))
    let json = String(
      decoding: JSONRenderer.render([finding, bare], files: [a, b]), as: UTF8.self)
    #expect(
      json
        == #"{"version":1,"findings":[{"code":"unknown-name","severity":"error","message":"a \"quote\" \\ and\n\u0001","file":"r/a.bascule","range":{"start":{"line":2,"column":5},"end":{"line":2,"column":6}},"related":[{"message":"there","file":"b","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}}}],"help":"h","fix":null,"witness":"https://a.com/"},{"code":"x","severity":"info","message":"m","file":"r/a.bascule","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":1}},"related":[],"help":null,"fix":null,"witness":null}]}"#
        + "\n")
  }

  @Test func nothing() {
    #expect(
      String(decoding: JSONRenderer.render([], files: []), as: UTF8.self)
        == "{\"version\":1,\"findings\":[]}\n")
  }

  /// Tests that columns computed from the checkpoints of long lines equal those counted scalar by scalar.
  @Test func columnsOfLongLines() throws {
    var bytes: [UInt8] = []
    var columns: [Int: Int] = [:]
    var column = 1
    for i in 0..<6_000 {
      columns[bytes.count] = column
      switch i % 5 {
      case 0: bytes += Array("é".utf8)
      case 1: bytes += Array("😀".utf8)
      case 2: bytes += [0xE2, 0x82]
      case 3: bytes += [0xFF]
      default: bytes += [0x61]
      }
      column += i % 5 == 2 ? 2 : 1
    }
    let file = SourceFile(name: "a", bytes: bytes)
    let offsets = columns.keys.sorted()
    let findings = offsets.map { Finding("x", .info, "", at: Location(FileID(0), Span($0, $0))) }
    let json = try JSONSerialization.jsonObject(
      with: Data(JSONRenderer.render(findings, files: [file])))
    let list = try #require((json as? [String: Any])?["findings"] as? [[String: Any]])
    #expect(list.count == offsets.count)
    for (offset, entry) in zip(offsets, list) {
      let range = entry["range"] as? [String: [String: Int]]
      #expect(range?["start"]?["column"] == columns[offset])
    }
  }
}
