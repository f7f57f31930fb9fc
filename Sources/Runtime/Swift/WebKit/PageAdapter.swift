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

  /// Passes on the messages of a page about itself, synchronously to keep their order.
  @MainActor private final class PageAdapter: NSObject, WKScriptMessageHandler {
    private weak var page: PageBridge?

    init(_ page: PageBridge) {
      self.page = page
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let frame = message.frameInfo
      page?.receive(message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
    }
  }

  extension WKUserContentController {
    /// - Parameter messages: those that the app accepts from the page.
    func add(_ page: PageBridge, offering messages: [String]) {
      addUserScript(
        WKUserScript(
          source: page.announcement(offering: messages), injectionTime: .atDocumentStart,
          forMainFrameOnly: true))
      add(PageAdapter(page), name: PageBridge.handlerName)
    }
  }
#endif
