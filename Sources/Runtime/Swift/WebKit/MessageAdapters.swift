//: output BasculeWebKit
//: needs ScriptMessage JSONFoundation PageAdapter MessageListener EncodedText

#if canImport(WebKit)
  import Foundation
  import WebKit

  extension ScriptMessage {
    init(_ message: WKScriptMessage) {
      let frame = message.frameInfo
      self.init(body: message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
    }
  }

  /// Passes messages on, and returns their answers.
  @MainActor private final class MessageAdapter: NSObject, WKScriptMessageHandlerWithReply {
    private let handler: any ScriptMessageHandling
    private let gate: MessageGate

    init(_ handler: any ScriptMessageHandling, _ gate: MessageGate) {
      self.handler = handler
      self.gate = gate
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      switch await gate.answer(ScriptMessage(message), by: handler) {
      case .value(let value): (value.foundation, nil)
      case .failure(let error): (nil, JSONEncoder.text(of: error) ?? "failed")
      }
    }
  }

  extension WKUserContentController {
    func add(_ handlers: [any ScriptMessageHandling], of page: PageBridge) {
      let gate = MessageGate()
      //: if PageAnswer
      gate.page = page
      //: end
      for handler in handlers {
        if handler.replies {
          let adapter = MessageAdapter(handler, gate)
          //: if IsolatedMessages
          if handler.isIsolated {
            addScriptMessageHandler(
              adapter, contentWorld: .defaultClient, name: handler.identifier)
            continue
          }
          //: end
          addScriptMessageHandler(adapter, contentWorld: .page, name: handler.identifier)
          continue
        }
        let listener = MessageListener { gate.receive(ScriptMessage($0), for: handler) }
        //: if IsolatedMessages
        if handler.isIsolated {
          add(listener, contentWorld: .defaultClient, name: handler.identifier)
          continue
        }
        //: end
        add(listener, name: handler.identifier)
      }
    }
  }
#endif
