import LanguageServer
import Testing

@testable import CommandLine

/// Tests the queue of messages that the language server has not handled yet.
@Suite struct MessageQueueTests {
  private static let completion = #"{"id":1,"method":"textDocument/completion"}"#
  private static let edit = #"{"method":"textDocument/didChange"}"#
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

  @Test(arguments: [completion, edit]) func requestsAndEditsInterrupt(message: String) {
    let queue = queue([Self.response, message])
    #expect(queue.hasWaitingRequest)
    #expect(texts(queue.take(waits: false, client: nil)) == [Self.response, message])
    #expect(!queue.hasWaitingRequest)
    #expect(texts(queue.take(waits: false, client: nil)) == [])
  }

  @Test func responsesDoNotInterrupt() {
    let queue = queue([Self.response])
    #expect(!queue.hasWaitingRequest)
    #expect(texts(queue.take(waits: false, client: nil)) == [Self.response])
  }
}
