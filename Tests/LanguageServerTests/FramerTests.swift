@testable import LanguageServer
import Testing

@Suite struct FramerTests {
  private func items(_ chunks: [String]) -> [MessageFramer.Item] {
    var framer = MessageFramer()
    var items: [MessageFramer.Item] = []
    for chunk in chunks {
      framer.append(Array(chunk.utf8))
      while let item = framer.next() { items.append(item) }
    }
    return items
  }

  private func message(_ text: String) -> MessageFramer.Item { .message(Array(text.utf8)) }

  @Test func messagesAreCutWhereverTheBytesAreSplit() {
    let stream =
      "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:  4\r\n\r\nnull"
    for step in 1...7 {
      var chunks: [String] = []
      var rest = stream[...]
      while !rest.isEmpty {
        chunks.append(String(rest.prefix(step)))
        rest = rest.dropFirst(step)
      }
      #expect(items(chunks) == [message("{}"), message("null")])
    }
  }

  @Test func aHeaderWithoutLengthIsAFaultAndTheNextMessageIsRead() {
    #expect(
      items(["X: 1\r\n\r\nContent-Length: 2\r\n\r\n{}"])
        == [.fault("a header without `Content-Length`"), message("{}")])
    #expect(
      items(["Content-Length: -3\r\n\r\n", "Content-Length: 0\r\n\r\n"])
        == [.fault("a header without `Content-Length`"), message("")])
  }

  @Test func restsOfABrokenMessageAreSkipped() {
    // The length was one too small, so a brace precedes the next header.
    #expect(
      items(["Content-Length: 1\r\n\r\n{}Content-Length: 2\r\n\r\n[]"]) == [
        message("{"), message("[]"),
      ])
  }

  @Test func garbageWithoutEndDoesNotPileUp() {
    let items = items([String(repeating: "x", count: 20_000), "Content-Length: 2\r\n\r\n{}"])
    #expect(items == [.fault("no header within 16384 bytes"), message("{}")])
  }
}
