//: output BasculeWebKit
//: needs PageBridge

#if canImport(WebKit)
  import Foundation
  import WebKit

  extension WebOrigin {
    @MainActor init(_ frame: WKFrameInfo) {
      let origin = frame.securityOrigin
      self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
    }
  }

  /// Passes on messages without a reply, synchronously to keep their order.
  @MainActor final class MessageListener: NSObject, WKScriptMessageHandler {
    private let receive: @MainActor (WKScriptMessage) -> Void

    init(_ receive: @escaping @MainActor (WKScriptMessage) -> Void) { self.receive = receive }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      receive(message)
    }
  }

  extension WKUserContentController {
    /// - Parameter messages: those that the app accepts from the page.
    func add(_ page: PageBridge, offering messages: [String]) {
      addUserScript(
        WKUserScript(
          source: page.announcement(offering: messages), injectionTime: .atDocumentStart,
          forMainFrameOnly: true))
      let listener = MessageListener { [weak page] message in
        let frame = message.frameInfo
        page?.receive(message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
      }
      add(listener, name: PageBridge.handlerName)
    }
  }
#endif
