//: output BasculeWebKit
//: needs ScriptMessage JSONFoundation

#if canImport(WebKit)
  import Foundation
  import WebKit

  extension ScriptMessage {
    init(_ message: WKScriptMessage) {
      let origin = message.frameInfo.securityOrigin
      self.init(
        body: message.body,
        origin: WebOrigin(scheme: origin.protocol, host: origin.host, port: origin.port),
        isMainFrame: message.frameInfo.isMainFrame)
    }
  }

  /// Hands messages on that expect no answer.
  @MainActor private final class MessageAdapter: NSObject, WKScriptMessageHandler {
    private let handler: any ScriptMessageHandling

    init(_ handler: any ScriptMessageHandling) {
      self.handler = handler
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let message = ScriptMessage(message)
      Task { _ = await handler.answer(message) }
    }
  }

  /// Hands messages on and answers every one.
  @MainActor private final class ReplyingMessageAdapter: NSObject, WKScriptMessageHandlerWithReply {
    private let handler: any ScriptMessageHandling

    init(_ handler: any ScriptMessageHandling) {
      self.handler = handler
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      switch await handler.answer(ScriptMessage(message)) {
      case .value(let value): (value.foundation, nil)
      case .failure(let reason): (nil, reason)
      }
    }
  }

  extension WKUserContentController {
    func add(_ handlers: [any ScriptMessageHandling]) {
      for handler in handlers {
        if handler.replies {
          addScriptMessageHandler(
            ReplyingMessageAdapter(handler), contentWorld: .page, name: handler.identifier)
        } else {
          add(MessageAdapter(handler), name: handler.identifier)
        }
      }
    }
  }
#endif
