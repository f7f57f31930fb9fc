import LanguageServer
import Testing

@testable import CommandLine

/// The messages that the language server has not handled yet.
@Suite struct MessageQueueTests {
  private static let completion = #"{"id":1,"method":"textDocument/completion"}"#
  private static let edit = #"{"method":"textDocument/didChange"}"#
  private static let escapedEdit = #"{"method":"textDocument\/didChange"}"#
  private static let response = #"{"id":2,"result":null}"#

  private func queue(_ messages: [String]) -> MessageQueue {
    let queue = MessageQueue()
    queue.add(messages.map { .message(Array($0.utf8)) })
    return queue
  }

  private func texts(_ items: [MessageFramer.Item]?) -> [String]? {
    items?.map { item in
      if case .message(let bytes) = item { String(decoding: bytes, as: UTF8.self) } else { "fault" }
    }
  }

  /// A check that must end before the next edit is interrupted by the requests before that only.
  @Test(arguments: [edit, escapedEdit]) func requestsBeforeAnEdit(edit: String) {
    let queue = queue([Self.completion, edit, Self.completion])
    #expect(queue.startsWithRequest)
    #expect(texts(queue.take(waits: false, beforeEdits: true, client: nil)) == [Self.completion])
    #expect(!queue.startsWithRequest)
    #expect(queue.hasWaitingRequest)
    #expect(texts(queue.take(waits: false, beforeEdits: true, client: nil)) == [])
    #expect(texts(queue.take(waits: false, client: nil)) == [edit, Self.completion])
    #expect(!queue.startsWithRequest && !queue.hasWaitingRequest)
    #expect(texts(queue.take(waits: false, client: nil)) == [])
  }

  @Test func responsesDoNotInterrupt() {
    let queue = queue([Self.response])
    #expect(!queue.startsWithRequest && !queue.hasWaitingRequest)
    #expect(texts(queue.take(waits: false, beforeEdits: true, client: nil)) == [Self.response])
  }
}
