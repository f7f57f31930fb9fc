//: output BasculeWebKit
//: needs ScriptMessage JSONFoundation PageAdapter

#if canImport(WebKit)
  import Foundation
  import WebKit

  extension ScriptMessage {
    init(_ message: WKScriptMessage) {
      let frame = message.frameInfo
      self.init(body: message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
    }
  }

  /// Passes on messages, and answers those that expect it.
  @MainActor
  private final class MessageAdapter: NSObject, WKScriptMessageHandler,
    WKScriptMessageHandlerWithReply
  {
    private let handler: any ScriptMessageHandling
    private let gate: MessageGate

    init(_ handler: any ScriptMessageHandling, _ gate: MessageGate) {
      self.handler = handler
      self.gate = gate
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let message = ScriptMessage(message)
      Task { _ = await gate.answer(message, by: handler) }
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      switch await gate.answer(ScriptMessage(message), by: handler) {
      case .value(let value): (value.foundation, nil)
      case .failure(let error): (nil, error.json)
      }
    }
  }

  extension PageError {
    /// The text with which the page's promise rejects.
    fileprivate var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "failed"
    }
  }

  extension WKUserContentController {
    func add(_ handlers: [any ScriptMessageHandling], of page: PageBridge) {
      let gate = MessageGate()
      //: if PageAnswer
      gate.page = page
      //: end
      for handler in handlers {
        let adapter = MessageAdapter(handler, gate)
        if handler.replies {
          addScriptMessageHandler(adapter, contentWorld: .page, name: handler.identifier)
        } else {
          add(adapter, name: handler.identifier)
        }
      }
    }
  }
#endif
